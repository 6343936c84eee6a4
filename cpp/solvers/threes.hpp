// Exact values of games of placing en prise in which a three wins.
//
// Alpha-beta over the placing phase. A placement that leaves the opponent stuck is illegal, and whether the opponent is stuck
// is known only after every placement has been tried. So `stuck` is a value of its own: a stuck child is skipped, and a
// node whose children are all stuck is stuck itself. The look-ahead rule needs no separate search.
//
// A score says who wins and when, from the point of view of the player to move, with T pieces in all:
//
//     T + 1 - n   a win with the n-th piece     (positive: the sooner, the more)
//     0           all T pieces, no three        (a draw; with `weiter` the game goes on, and 0 decides nothing)
//     n - 1 - T   a loss by the n-th piece      (negative: the later, the more)
//
// n counts the pieces on the board, so a score does not depend on how the position was reached.
#pragma once

#include <algorithm>

#include "../families/katarenga.hpp"
#include "../platform.hpp"
#include "../search/budget.hpp"
#include "../threads.hpp"

namespace dreierlei {

// The transposition table, small enough for the cache: a larger one saves hardly any nodes. Entries carry the number of
// their board, so the table serves one board after another without being cleared.
class ThreesTable {
  public:
    struct Entry {
        std::array<Bits, 2> pieces{};  // of the player to move and of the opponent; compared in full
        std::int8_t last = -1;
        std::int8_t low = 0, high = 0;  // bounds of the score; both `stuck` if the position is
        std::int8_t best = -1;          // the cell to try first, or -1
        std::uint32_t board = 0;
    };

    explicit ThreesTable(int log_size = 14) : shift(64 - log_size), entries(std::size_t{1} << log_size) {}

    std::uint32_t next_board() { return ++boards; }
    Entry &at(Bits own, Bits their, int last) {
        const Bits hash = own * 0x9e3779b97f4a7c15ULL ^ (their + Bits(last)) * 0xbf58476d1ce4e5b9ULL;
        return entries[mix(hash) >> shift];
    }

  private:
    int shift;
    std::uint32_t boards = 0;
    std::vector<Entry> entries;
};

// Each thread keeps one table for all boards.
inline ThreesTable &table_of_thread() {
    DREIERLEI_OF_THREAD ThreesTable table;
    return table;
}

class Threes {
  public:
    using State = Katarenga::State;
    static constexpr int stuck = 100;

    Threes(const Katarenga &rules, ThreesTable &table, Budget &budget)
        : rules(rules), table(table), budget(budget), board(table.next_board()), total(rules.total()) {}

    // The score of a position that is not over; `stuck` only for positions that legal play cannot reach.
    int score(const State &s) {
        const Node here = node(s);
        return narrow([&](int above) { return search(here, above, above + 1); });
    }

    // Positive if the player to move wins, 0 for a draw, negative for a loss.
    int sign(const State &s) {
        const Node here = node(s);
        const int bound = search(here, 0, 1);
        return bound > 0 ? bound : search(here, -1, 0);
    }

    // The score of a placement en prise for the player who makes it; `stuck` if it is illegal.
    int score_of(const State &s, int cell) {
        const Node here = node(s);
        return narrow([&](int above) { return search_cell(here, cell, above, above + 1); });
    }

    // Best play from a position that is not over: quick wins and slow losses. Ends with the placing.
    std::vector<Move> line(State s) {
        std::vector<Move> moves;
        while (!s.won && rules.progress(s) < total) {
            const Node here = node(s);
            const int best = score(s);
            Bits left = here.cells;
            int cell = pop(left);
            for (int bound; bound = search_cell(here, cell, best - 1, best), bound == stuck || bound < best;)
                cell = pop(left);
            moves.push_back(Move::of(cell));
            s = rules.play(s, moves.back());
        }
        return moves;
    }

  private:
    struct Node {
        Bits own, their;            // pieces of the player to move and of the opponent
        Bits own_wins, their_wins;  // cells that would complete a three; may be taken
        Bits cells;                 // where the player to move may place, en prise
        int last;
        int placed;
    };
    struct Option {
        int cell;
        Bits replies;
        int order;
    };

    Node node(const State &s) const {
        Node n{s.pieces[s.turn], s.pieces[other(s.turn)], 0, 0, rules.candidates(s), s.last, rules.progress(s)};
        for (Bits left = n.own; left;) n.own_wins |= rules.completions(n.own, pop(left));
        for (Bits left = n.their; left;) n.their_wins |= rules.completions(n.their, pop(left));
        return n;
    }
    Node child(const Node &n, int cell, Bits replies) const {
        const Bits wins = n.own_wins | rules.completions(n.own, cell);
        return {n.their, n.own | bit(cell), n.their_wins, wins, replies, cell, n.placed + 1};
    }

    // An exact score from `probe(v)`, which returns a bound that is above v if and only if the score is. The winner comes
    // first: narrow windows are cheap, and few steps lead from there to the exact score.
    template <class Probe> static int narrow(Probe probe) {
        int bound = probe(0);
        if (bound == stuck) return stuck;
        if (bound > 0) {
            for (int more; (more = probe(bound)) > bound;) bound = more;
            return bound;
        }
        if (probe(-1) >= 0) return 0;
        bound = std::min(bound, -1);
        for (int less; (less = probe(bound - 1)) < bound;) bound = less;
        return bound;
    }

    // Like `search`, for one placement, from the point of view of the player who makes it.
    int search_cell(const Node &n, int cell, int alpha, int beta) {
        if (n.own_wins & bit(cell)) return total - n.placed;
        if (n.placed + 1 == total) return 0;
        const Bits replies = rules.reach(cell, n.own | n.their | bit(cell));
        if (!replies) return stuck;
        const int score = search(child(n, cell, replies), -beta, -alpha);
        return score == stuck ? stuck : -score;
    }

    // The score if it lies between alpha and beta, otherwise a bound on the same side. `stuck` is exact in any window.
    int search(const Node &n, int alpha, const int beta) {
        budget.spend();
        if (!n.cells) return stuck;
        if (n.cells & n.own_wins) return total - n.placed;
        if (n.placed + 1 == total) return 0;

        ThreesTable::Entry &entry = table.at(n.own, n.their, n.last);
        prefetch(&entry);  // it arrives while the placements are examined

        // This piece does not win. A placement is illegal if it leaves no reply, loses at once if a reply wins, and is
        // searched otherwise.
        std::array<Option, 64> options;
        int count = 0;
        bool losing = false;
        const Bits taken = n.own | n.their;
        for (Bits left = n.cells; left;) {
            const int cell = pop(left);
            const Bits replies = rules.reach(cell, taken | bit(cell));
            if (replies & n.their_wins)
                losing = true;
            else if (replies)
                options[count++] = {cell, replies, 0};
        }
        const int loss = n.placed + 1 - total;  // to the opponent's next piece
        if (!count) return losing ? loss : stuck;
        if (losing && loss >= beta) return loss;  // the worst possible score
        if (n.placed + 2 == total) return 0;

        // From here on a win takes three pieces, and a loss four unless a losing placement may be the only legal one. If
        // the window lies beyond these, the only question left is whether the position is stuck.
        const int most = total - n.placed - 2, least = std::min(0, n.placed + 3 - total);
        if (most <= alpha) return losing || movable(n) ? most : stuck;
        if (!losing && least >= beta) return movable(n) ? least : stuck;

        const bool known = entry.board == board && entry.pieces[0] == n.own && entry.pieces[1] == n.their &&
                           entry.last == n.last;
        int first = -1;
        if (known) {
            if (entry.low == stuck || entry.low >= beta || entry.low == entry.high) return entry.low;
            if (entry.high <= alpha) return entry.high;
            first = entry.best;
        }

        // A win in three: a placement after which every legal answer loses. Without one a win takes five; if that is
        // outside the window, or if the last piece is ours, no move ordering is needed.
        const int later = std::max(0, most - 2);
        const bool enough = later <= alpha || n.placed + 3 == total;
        bool answered = false;
        for (int i = 0; i < count; ++i) {
            const auto [safe, legal] = enough ? answer(n, options[i]) : answers(n, options[i]);
            answered |= legal > 0;
            if (legal && !safe) {
                entry = {{n.own, n.their}, std::int8_t(n.last), std::int8_t(most), std::int8_t(most),
                         std::int8_t(options[i].cell), board};
                return most;
            }
            if (enough) continue;
            const int threats = std::popcount((n.own_wins | rules.completions(n.own, options[i].cell)) & ~taken);
            // Measured: the fraction of safe answers matters most, the number of threats a little.
            options[i].order = options[i].cell == first ? -1000 : 256 * safe / (legal + 3) - 4 * threats;
        }
        if (enough) return answered ? later : losing ? loss : stuck;

        int best = losing ? loss : -stuck, best_cell = -1;
        const int lower = alpha;
        alpha = std::max(alpha, best);
        for (int i = 0; i < count; ++i) {
            for (int j = i + 1; j < count; ++j)
                if (options[j].order < options[i].order) std::swap(options[i], options[j]);
            const int score = search(child(n, options[i].cell, options[i].replies), -beta, -alpha);
            if (score == stuck) continue;
            if (-score > best) {
                best = -score;
                best_cell = options[i].cell;
            }
            alpha = std::max(alpha, best);
            if (alpha >= beta) break;
        }
        if (best == -stuck) best = stuck;
        int low = -stuck, high = stuck;
        if (best == stuck) {
            low = high = stuck;
        } else {
            if (best > lower) low = best;
            if (best < beta) high = best;
        }
        entry = {{n.own, n.their}, std::int8_t(n.last), std::int8_t(low), std::int8_t(high), std::int8_t(best_cell), board};
        return best;
    }

    // How many of the opponent's answers to a placement do not let us win at once, and how many leave us a placement. Some
    // of them may still be illegal.
    struct Answers {
        int safe, legal;
    };
    Answers answers(const Node &n, const Option &option) const {
        const Bits taken = n.own | n.their | bit(option.cell);
        const Bits wins = n.own_wins | rules.completions(n.own, option.cell);
        Answers result{0, 0};
        for (Bits left = option.replies; left;) {
            const int cell = pop(left);
            const Bits replies = rules.reach(cell, taken | bit(cell));
            result.legal += replies != 0;
            result.safe += replies && !(replies & wins);
        }
        return result;
    }
    // Whether there are any, 1 or 0; here all answers that count are legal.
    Answers answer(const Node &n, const Option &option) const {
        const Node after = child(n, option.cell, option.replies);
        Answers result{0, 0};
        for (Bits left = option.replies; left;) {
            const int cell = pop(left);
            const Bits replies = rules.reach(cell, after.own | after.their | bit(cell));
            if (replies & after.their_wins)
                result.legal = 1;
            else if (replies && movable(child(after, cell, replies)))
                return {1, 1};
        }
        return result;
    }

    // Whether the player to move has a legal placement.
    bool movable(const Node &n) const {
        if (n.placed + 1 == total || n.cells & n.own_wins) return n.cells != 0;
        const Bits taken = n.own | n.their;
        for (Bits left = n.cells; left;) {
            const int cell = pop(left);
            const Bits replies = rules.reach(cell, taken | bit(cell));
            if (replies && movable(child(n, cell, replies))) return true;
        }
        return false;
    }

    const Katarenga &rules;
    ThreesTable &table;
    Budget &budget;
    std::uint32_t board;
    int total;
};

}  // namespace dreierlei
