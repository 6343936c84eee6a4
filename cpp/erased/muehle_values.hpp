// Values of the positions of a game, from the values of subspaces.
#pragma once

#include "../erased.hpp"
#include "../order.hpp"
#include "../solvers/muehle_index.hpp"
#include "../solvers/retrograde.hpp"

namespace dreierlei {

// All positions after `ply` placements, with `first` stones of White and `second` of Black on the board; or, if `ply` is
// negative, all positions without stones in hand, with `first` stones of the player to move and `second` of the other.
struct MuehleSubspace {
    int ply, first, second;
};

struct MuehleValue {
    int winner = -1;  // with best play; -1: a draw
    // Until the game ends or a stone is taken, the winner hurrying, the loser delaying; without a limit of quiet plies a capture
    // by the loser counts as two. -1 for a draw, and while stones are in hand.
    int plies = -1;

    friend bool operator==(const MuehleValue &, const MuehleValue &) = default;
};

// `codes(subspace, index)` returns the byte at `index()` of a subspace, or nothing if the subspace has not been solved.
template <class Codes> class MuehleValues {
  public:
    using Value = MuehleValue;

    MuehleValues(const OfFamily<Muehle> &rules, const MuehleIndex &index, Codes codes)
        : rules(rules), index(index), codes(std::move(codes)), limit(rules.native().quiet_plies()), coding(limit) {}

    // The value of a position. It is not known if its subspace has not been solved, or if a position that has occurred twice
    // might occur a third time and spoil the win.
    std::optional<Value> value(const Line &line) const {
        if (const Outcome end = rules.outcome(*line); end.over) return Value{end.winner, end.winner < 0 ? -1 : 0};
        const Muehle::State s = rules.state(*line);
        const auto code = MuehleIndex::placing(s) ? placing(s) : moving(s);
        if (!code) return {};
        if (*code == Coding::draw) return Value{};
        if (MuehleIndex::placing(s)) return Value{winner(s, *code), -1};
        const int plies = coding.plies(*code);
        if (limit && s.quiet + plies > limit) return Value{};
        // The way to the next capture passes only through positions that are won for the same player in fewer plies.
        for (const Node *past = line->before.get(); past && past->progress == line->progress; past = past->before.get()) {
            if (!past->counts || past->occurrences < last_occurrence - 1 || past->key == line->key) continue;
            const Muehle::State then = rules.state(*past);
            const auto before = moving(then);
            if (!before || (*before != Coding::draw && winner(then, *before) == winner(s, *code) && coding.plies(*before) < plies))
                return {};
        }
        return Value{winner(s, *code), plies};
    }

    // The value of playing a move; the plies include the move itself.
    std::optional<Value> after(const Line &line, Move move) const {
        const Line next = rules.play(line, move);
        const auto found = value(next);
        if (!found) return {};
        const Muehle::State s = rules.state(*line), then = rules.state(*next);
        if (found->plies < 0 || MuehleIndex::placing(s)) return Value{found->winner, -1};
        const Side them = other(s.turn);
        if (s.stones[them] == then.stones[them]) return Value{found->winner, found->plies + 1};
        return Value{found->winner, found->winner == int(s.turn) ? 1 : coding.losing_capture()};
    }

    // Of the moves that keep the value, those that win fastest or lose slowest; none if the value is not known.
    std::vector<Move> best(const Line &line) const {
        std::vector<Move> keeping;
        if (const auto found = value(line))
            for (const Move &move : legal(line))
                if (after(line, move) == found) keeping.push_back(move);
        return keeping;
    }

    // The value of each move, as `after` gives it, in the order in which a player would choose them: quick wins first, then
    // draws, then slow losses. Nothing if one of them is not known.
    std::vector<std::pair<Move, Value>> moves(const Line &line) const {
        if (!value(line)) return {};
        std::vector<std::pair<Move, Value>> all;
        for (const Move &move : legal(line)) {
            const auto found = after(line, move);
            if (!found) return {};
            all.push_back({move, *found});
        }
        const int turn = rules.turn(*line);
        const auto rank = [turn](const Value &each) {
            const int plies = std::max(0, each.plies);
            return each.winner < 0 ? std::pair(1, 0) : each.winner == turn ? std::pair(0, plies) : std::pair(2, -plies);
        };
        put_in_order(all.begin(), all.end(), [&](const auto &a, const auto &b) { return rank(a.second) < rank(b.second); });
        return all;
    }

    // Best play by both sides to the end of the game, at most `most` moves; just one move for a draw, none if the value is not
    // known. `probed` counts positions.
    std::vector<Move> best_play(Line line, std::size_t most, std::uint64_t &probed) const {
        std::vector<Move> played;
        const auto found = value(line);
        probed = 1;
        while (found && !rules.outcome(*line).over && (found->winner >= 0 || played.empty()) && played.size() < most) {
            const std::vector<Move> keeping = best(line);
            if (keeping.empty()) break;
            probed += legal(line).size();
            played.push_back(keeping.front());
            line = rules.play(line, keeping.front());
        }
        return played;
    }

  private:
    static int winner(const Muehle::State &s, std::uint8_t code) { return Coding::is_win(code) ? s.turn : other(s.turn); }

    std::optional<std::uint8_t> moving(const Muehle::State &s) const {
        const auto [own, their] = MuehleIndex::sets(s);
        return code(-1, own, their);
    }
    std::optional<std::uint8_t> placing(const Muehle::State &s) const {
        return code(2 * rules.native().stone_count() - s.hand[White] - s.hand[Black], s.stones[White], s.stones[Black]);
    }
    std::optional<std::uint8_t> code(int ply, MuehleIndex::Set first, MuehleIndex::Set second) const {
        return codes(MuehleSubspace{ply, std::popcount(first), std::popcount(second)}, [&] { return index.index(first, second); });
    }

    MoveList legal(const Line &line) const {
        MoveList list;
        rules.moves(*line, list);
        return list;
    }

    const OfFamily<Muehle> &rules;
    const MuehleIndex &index;
    Codes codes;
    int limit;
    Coding coding;
};

}  // namespace dreierlei
