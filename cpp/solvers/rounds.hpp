// Complete tables for rounds on one tableau in which the player who places last scores the pieces on the board.
//
// The owners of the pieces make no difference to what can follow: a position is the set of occupied cells and the cell of
// the last piece. The set only grows, so one pass over the reachable positions, fullest first, values them all.
#pragma once

#include <algorithm>

#include "../families/katarenga.hpp"

namespace dreierlei {

class Rounds {
  public:
    using State = Katarenga::State;
    static constexpr int most_cells = 16;

    // Throws if the game is not of this kind or the board is too large.
    explicit Rounds(const Katarenga &rules) : rules(rules), number(std::size_t{1} << 20, -1) {
        if (rules.three_wins() || rules.size() > most_cells)
            throw std::invalid_argument("tables of rounds are for games in which the last placement wins, on at most " +
                                        std::to_string(most_cells) + " cells");
        find_positions();
        plies.resize(positions.size());
        points.resize(positions.size());
        points_giving_up.resize(positions.size());
        for (std::size_t i = positions.size(); i-- > 0;) value(i);
    }

    // Positive n: the player to move wins with the n-th placement from here. Otherwise the player loses and can delay the
    // end for -n placements.
    int win(const State &s) const { return plies[index(s)]; }

    // The points of the player to move minus the opponent's, if both play for the difference.
    int difference(const State &s, bool give_up) const {
        return (give_up ? points_giving_up : points)[index(s)];
    }

    std::size_t size() const { return positions.size(); }

    // Best play by `win`.
    std::vector<Move> line(State s) const {
        std::vector<Move> moves;
        for (Bits left; (left = cells(s)) != 0;) {
            const int here = win(s);
            Move best;
            while (left) {
                best = Move::of(pop(left));
                if (seen_from_before(win(rules.play(s, best))) == here) break;
            }
            moves.push_back(best);
            s = rules.play(s, best);
        }
        return moves;
    }

    // The winner of a match, for many scores at once: bit i of every word belongs to the i-th score.
    //
    // `paid[k]` has the scores at which the player to move wins the match if the opponent scores k pieces now. Returns for
    // each position, by index(), the scores at which the player to move wins the match.
    std::vector<Bits> match(const std::array<Bits, most_cells + 1> &paid, bool give_up) const {
        std::vector<Bits> wins(positions.size());
        for (std::size_t i = positions.size(); i-- > 0;) {
            const Position &p = positions[i];
            const int placed = std::popcount(p.taken);
            Bits here = 0;
            for (int j = p.first; j < p.first + p.count; ++j) here |= ~wins[next[j]];
            // The first placement of a round cannot be skipped.
            if (!p.count || (give_up && placed)) here |= paid[placed];
            wins[i] = here;
        }
        return wins;
    }

    std::size_t index(const State &s) const {
        return s.last < 0 ? 0 : std::size_t(number[key(s.pieces[0] | s.pieces[1], s.last)]);
    }

  private:
    struct Position {
        Bits taken;
        int last;
        int first = 0, count = 0;  // its successors in `next`
    };

    static std::size_t key(Bits taken, int last) { return std::size_t(taken) * most_cells + std::size_t(last); }
    static int seen_from_before(int after) { return after > 0 ? -after - 1 : 1 - after; }

    Bits cells(const State &s) const { return rules.progress(s) < rules.total() ? rules.candidates(s) : 0; }

    // Breadth first, so that successors have higher indices.
    void find_positions() {
        positions.push_back({0, -1});
        for (std::size_t i = 0; i < positions.size(); ++i) {
            State s;
            s.pieces[0] = positions[i].taken;
            s.last = std::int8_t(positions[i].last);
            positions[i].first = int(next.size());
            for (Bits left = cells(s); left;) {
                const int cell = pop(left);
                int &index = number[key(s.pieces[0] | bit(cell), cell)];
                if (index < 0) {
                    index = int(positions.size());
                    positions.push_back({s.pieces[0] | bit(cell), cell});
                }
                next.push_back(index);
            }
            positions[i].count = int(next.size()) - positions[i].first;
        }
    }

    void value(std::size_t i) {
        const Position &p = positions[i];
        const int placed = std::popcount(p.taken);
        if (!p.count) {
            plies[i] = 0;
            points[i] = points_giving_up[i] = std::int8_t(-placed);
            return;
        }
        // Quick wins before slow ones, then slow losses before quick ones.
        const auto rank = [](int n) { return n > 0 ? 1000 - n : -n; };
        int best = 0, most = -1000, most_giving_up = placed ? -placed : -1000;
        bool any = false;
        for (int j = p.first; j < p.first + p.count; ++j) {
            const int after = seen_from_before(plies[next[j]]);
            if (!any || rank(after) > rank(best)) best = after;
            any = true;
            most = std::max(most, -points[next[j]]);
            most_giving_up = std::max(most_giving_up, -points_giving_up[next[j]]);
        }
        plies[i] = std::int8_t(best);
        points[i] = std::int8_t(most);
        points_giving_up[i] = std::int8_t(most_giving_up);
    }

    const Katarenga &rules;
    std::vector<int> number;  // by key(); -1 for positions that cannot be reached
    std::vector<Position> positions;
    std::vector<int> next;
    std::vector<std::int8_t> plies, points, points_giving_up;
};

// The winner of a match to `goal` points. The players take turns in beginning a round, and the first to reach the goal wins.
// Nothing depends on chance and every round ends with points for one side, so each score has a winner.
class MatchSolver {
  public:
    const int goal;  // the points that win the match

    MatchSolver(const Rounds &rounds, int goal, bool give_up)
        : goal(goal), rounds(rounds), give_up(give_up), beginner_wins(std::size_t(goal) * goal) {
        // A round only adds points, so scores with a larger sum come first; up to 64 scores of one sum at once.
        for (int sum = 2 * goal - 2; sum >= 0; --sum)
            for (int from = std::max(0, sum - goal + 1); from <= std::min(sum, goal - 1); from += 64) {
                const int to = std::min({sum, goal - 1, from + 63});
                const Bits start = values(from, to, sum)[0];
                for (int own = from; own <= to; ++own) at(own, sum - own) = start >> (own - from) & 1;
            }
    }

    // Whether the player who begins a round with `own` points against `their` wins the match.
    bool begins(int own, int their) const { return beginner_wins[std::size_t(own) * goal + their]; }

    // By Rounds::index(), whether the player to move wins the match. The beginner of the round has `own` points.
    std::vector<Bits> values(int own, int their) const { return values(own, own, own + their); }

    // Whether the player to move wins the match when the opponent scores `points` now.
    bool paid(int own, int their, bool beginner_moves, int points) const {
        if (beginner_moves) return their + points < goal && !begins(their + points, own);
        return own + points < goal && begins(their, own + points);
    }

  private:
    std::vector<bool>::reference at(int own, int their) { return beginner_wins[std::size_t(own) * goal + their]; }

    std::vector<Bits> values(int from, int to, int sum) const {
        std::array<Bits, Rounds::most_cells + 1> table{};
        for (int points = 1; points <= Rounds::most_cells; ++points)
            for (int own = from; own <= to; ++own)
                if (paid(own, sum - own, points % 2 == 0, points)) table[points] |= bit(own - from);
        return rounds.match(table, give_up);
    }

    const Rounds &rounds;
    bool give_up;
    std::vector<bool> beginner_wins;  // by the points of the beginner, then of the other
};

}  // namespace dreierlei
