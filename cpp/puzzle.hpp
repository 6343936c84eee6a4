// Puzzles: judges what somebody tries, replies with the longest resistance, and refutes wrong moves.
#pragma once

#include "exact.hpp"
#include "results.hpp"

namespace dreierlei {

constexpr int longest_puzzle = 9;  // the most plies to the win, for positions from a player's own game

// What the best line of a search proves; not `known` if the search only estimates.
inline Verdict verdict_of(const Variation &best, int turn) {
    const Result result = result_of(best.score);
    if (!*result.result) return {false, -1, -1, best.moves};
    const int winner = *result.result == 'd' ? -1 : *result.result == 'w' ? turn : 1 - turn;
    return {true, winner, result.exact ? result.plies : -1, best.moves};
}

// Why a move is wrong.
struct Refutation {
    // The game is over; the opponent now wins ("loses"), draws, or is at least not soon lost ("holds"); or the move wins, but
    // later ("slower").
    const char *kind = "over";
    std::vector<Move> moves = {};  // the opponent's reply, and the rest of the line if the end is near
    int plies = -1;                // to the end with best play, from the reply on; -1: not known
};

// A position that the player to move wins in a known number of plies, and an attempt at it.
class Puzzle {
  public:
    const char *state = "open";  // correct so far, and the same player is to move again; "wrong"; "solved"
    Line line;                   // after the last correct move and its reply, or after the wrong move
    std::vector<Move> played = {};
    int plies;  // to the end with best play, unless a move was wrong
    std::optional<Refutation> refutation = {};

    // `exact` may be null. `poll` is called during searches, like that of a Budget, and can end them by throwing.
    Puzzle(const AnyRules &rules, const Exact *exact, Line start, int plies, std::function<void()> poll)
        : line(std::move(start)), plies(plies), rules(rules), exact(exact), poll(std::move(poll)) {}

    // Judges a legal move and replies. The first move must be the winning one; later ones may be any that still win within
    // the plies that are left.
    void attempt(Move move) {
        play(move);
        const std::optional<int> rest = loses_in(line, plies);
        if (!rest) {
            state = "wrong";
            refutation = refute();
            return;
        }
        plies = *rest;
        if (rules.outcome(*line).over)
            state = "solved";
        else
            play(resistance());
    }

    // The winning move, for a hint; nothing if none is found.
    std::optional<Move> solution() {
        if (exact) return decided(line, {}).line.at(0);
        std::optional<Move> best;
        int fewest = plies;
        MoveList moves;
        rules.moves(*line, moves);
        for (const Move &move : moves)
            if (const auto rest = loses_in(rules.play(line, move), plies - 1); rest && *rest < fewest) {
                best = move;
                fewest = *rest;
            }
        return best;
    }

    // In how many plies the player to move wins, if that can be proved quickly and makes a short enough puzzle. For positions
    // from a player's own game.
    static std::optional<int> won_in(const AnyRules &rules, const Exact *exact, const Line &line, std::function<void()> poll) {
        if (rules.outcome(*line).over) return {};
        const Verdict found = Puzzle(rules, exact, line, 0, std::move(poll)).proof();
        const bool near = found.known && found.winner == rules.turn(*line) && found.plies >= 0 && found.plies <= longest_puzzle;
        return near ? std::optional(found.plies) : std::nullopt;
    }

  private:
    static constexpr std::uint64_t proof_nodes = 500'000;  // few enough for somebody who is waiting
    static constexpr std::size_t megabytes = 16;

    void play(Move move) {
        line = rules.play(line, move);
        played.push_back(move);
        --plies;
    }

    Verdict decided(const Line &at, std::optional<std::uint64_t> nodes) const {
        Budget budget(nodes, {}, nullptr, poll);
        return exact ? exact->solve(rules, at, budget) : Verdict{};
    }
    Variation searched(const Line &at, int depth, std::optional<std::uint64_t> nodes) {
        Budget budget(nodes, {}, nullptr, poll);
        Shared shared(table, budget);
        shared.parts.pruning = false;
        return rules.analyse(at, Question{depth, 1, 1, {}}, shared, {}).lines.at(0);
    }

    // The value of the position if it can be proved, and a good line in any case.
    Verdict proof() {
        Verdict found = decided(line, proof_nodes);
        if (found.known && !found.line.empty()) return found;
        Verdict best = verdict_of(searched(line, 0, proof_nodes), rules.turn(*line));
        if (!found.known) return best;
        found.line = std::move(best.line);
        return found;
    }

    // A proved upper bound on the plies in which the player to move loses, if there is one within `most`.
    std::optional<int> loses_in(const Line &at, int most) {
        const int turn = rules.turn(*at);
        const auto within = [&](bool lost, int plies) { return lost && plies >= 0 && plies <= most ? std::optional(plies) : std::nullopt; };
        if (const Outcome end = rules.outcome(*at); end.over) return within(end.winner == 1 - turn, 0);
        if (const Verdict found = decided(at, proof_nodes); found.known) return within(found.winner == 1 - turn, found.plies);
        if (most < 1) return {};
        const Result found = result_of(searched(at, most, proof_nodes).score);
        return within(*found.result == 'l', found.plies);
    }

    Move resistance() { return exact ? decided(line, {}).line.at(0) : searched(line, plies, {}).moves.at(0); }

    Refutation refute() {
        constexpr int near = 3;  // plies; lines up to this length are shown to the end
        if (rules.outcome(*line).over) return {};
        Verdict best = proof();
        const bool loses = best.known && best.winner == rules.turn(*line);
        const char *kind = !best.known ? "holds" : loses ? "loses" : best.winner < 0 ? "draws" : "slower";
        if (!loses || best.plies < 0 || best.plies > near) best.line.resize(1);
        return {kind, std::move(best.line), best.known ? best.plies : -1};
    }

    const AnyRules &rules;
    const Exact *exact;
    std::function<void()> poll;
    HashTable table = HashTable::for_nodes(proof_nodes, megabytes);
};

}  // namespace dreierlei
