// Exact values of placing games: who wins, how soon, and by which line.
#pragma once

#include <limits>

#include "../families/placement.hpp"
#include "proof.hpp"
#include "verdict.hpp"

namespace dreierlei {

class PlacementSolver {
    using State = Placement::State;

  public:
    // The table may hold results from other positions of the same game.
    PlacementSolver(const Placement &rules, ProofTable &table, Budget &budget)
        : rules(rules), budget(budget), prover(rules.lines(), table, budget) {}

    // Without `shortest`, does not search for the plies and the line of a won game.
    Verdict solve(const State &s, bool shortest = true) {
        Verdict verdict;
        if (const Outcome end = rules.outcome(s); end.over) {
            verdict.known = true;
            verdict.winner = end.winner;
            verdict.plies = 0;
        } else {
            value(s, verdict);
            if (verdict.known && verdict.winner < 0) verdict.plies = rules.plies_left(s);
            if (verdict.known && verdict.winner >= 0 && shortest) verdict.plies = distance(s, Side(verdict.winner));
            if (verdict.plies >= 0 && shortest) line(s, verdict);
        }
        return verdict;
    }

  private:
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    // Can `attacker` win, within `plies` if that is less than the rest of the game?
    Proof ask(const State &s, Side attacker, int plies, std::uint64_t effort) {
        if (s.won) return other(s.turn) == attacker ? Proof::Yes : Proof::No;
        const int left = rules.plies_left(s);
        Duel duel;
        duel.stones = {s.stones[attacker], s.stones[other(attacker)]};
        duel.turn = s.turn == attacker ? Duel::Attacker : Duel::Defender;
        duel.left = std::min(left, plies);
        duel.limited = rules.short_of_stones() || plies < left;
        const bool empty = !(s.stones[0] | s.stones[1]);
        return duel.left <= 0 ? Proof::No : prover.ask(duel, effort, empty ? first_moves(s) : 0);
    }

    // On the empty board, one move of each class of symmetric moves.
    Bits first_moves(const State &s) const {
        Bits moves = 0, seen = 0;
        for (Bits left = rules.targets(s); left;) {
            const int cell = pop(left);
            if (seen & bit(cell)) continue;
            moves |= bit(cell);
            for (int i = 0; i < rules.symmetries().size(); ++i) seen |= bit(rules.symmetries().place(cell, i));
        }
        return moves;
    }

    // Asks both questions in turn, with growing effort, because one Yes makes the other superfluous.
    void value(const State &s, Verdict &verdict) {
        Proof answer[2] = {Proof::Open, Proof::Open};
        for (std::uint64_t effort = 256; !budget.over(); effort *= 2) {
            for (Side attacker : {s.turn, other(s.turn)}) {
                if (answer[attacker] == Proof::Open) answer[attacker] = ask(s, attacker, 64, effort);
                if (answer[attacker] != Proof::Yes) continue;
                verdict.known = true;
                verdict.winner = int(attacker);
                return;
            }
            if (answer[0] == Proof::No && answer[1] == Proof::No) {
                verdict.known = true;
                return;
            }
        }
    }

    int distance(const State &s, Side winner) {
        for (int plies = s.turn == winner ? 1 : 2;; plies += 2)
            switch (ask(s, winner, plies, unlimited)) {
            case Proof::Yes: return plies;
            case Proof::No: break;
            case Proof::Open: return -1;
            }
    }

    void line(State s, Verdict &verdict) {
        for (int plies = verdict.plies; plies > 0; --plies) {
            const int cell = best(s, verdict.winner, plies);
            if (cell < 0) return;
            verdict.line.push_back(Move::of(cell));
            s = rules.play(s, verdict.line.back());
        }
    }

    // A move that preserves the value: the winner's wins in time, the loser's does not lose sooner, and in a draw each
    // prevents the other's win. All moves are tried with little effort before any is tried with more. Moves that stop a
    // threat come first, so that the line looks natural even where every move loses.
    int best(const State &s, int winner, int plies) {
        const Side attacker = winner < 0 ? other(s.turn) : Side(winner);
        const Proof wanted = winner == int(s.turn) ? Proof::Yes : Proof::No;
        const int within = winner < 0 ? 64 : winner == int(s.turn) ? plies - 1 : plies - 3;
        const Bits urgent = prover.threats(s.stones[other(s.turn)], s.stones[s.turn]);
        Bits open = rules.targets(s);
        for (std::uint64_t effort = 64; open && !budget.over(); effort *= 8)
            for (Bits left = open; left;) {
                const int cell = std::countr_zero(left & urgent ? left & urgent : left);
                left &= ~bit(cell);
                const Proof answer = ask(rules.play(s, Move::of(cell)), attacker, within, effort);
                if (answer == wanted) return cell;
                if (answer != Proof::Open) open &= ~bit(cell);
            }
        return -1;
    }

    const Placement &rules;
    Budget &budget;
    Prover prover;
};

}  // namespace dreierlei
