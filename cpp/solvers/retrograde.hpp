// Exact values of whole subspaces by retrograde analysis, in several threads.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

#include "../model.hpp"
#include "../platform.hpp"
#include "workers.hpp"

namespace dreierlei {

// A value for the player to move as one byte: 0 is a draw, an odd number a win, an even one a loss. The rest of the byte is
// the number of plies until the game ends or a stone is taken, whichever is first; the winner hurries and the loser delays.
//
// With a limit of quiet plies the plies must be exact, and up to 126 fit. Without a limit there may be many more, which
// only serve to make progress: there a capture by the loser counts as two plies, so that wins take an odd and losses an
// even number of plies, and up to 252 fit.
class Coding {
  public:
    explicit Coding(int limit) : wide(limit == 0) {}

    static constexpr std::uint8_t draw = 0;
    static bool is_win(std::uint8_t code) { return code & 1; }
    static bool is_loss(std::uint8_t code) { return code && !(code & 1); }

    std::uint8_t win(int plies) const { return std::uint8_t(wide ? plies : 2 * plies - 1); }
    std::uint8_t loss(int plies) const { return std::uint8_t(wide ? plies + 2 : 2 * plies + 2); }
    int plies(std::uint8_t code) const {
        if (wide) return is_win(code) ? code : code - 2;
        return is_win(code) ? (code + 1) / 2 : code / 2 - 1;
    }
    int losing_capture() const { return wide ? 2 : 1; }
    int most() const { return wide ? 252 : 126; }

    // The codes of a win and of a loss in this many plies; equal if only one of them is possible.
    std::pair<std::uint8_t, std::uint8_t> decided(int plies) const {
        if (!wide) return {win(plies), loss(plies)};
        const std::uint8_t code = plies % 2 ? win(plies) : loss(plies);
        return {code, code};
    }

  private:
    bool wide;
};

// The value of one position by the rules alone, given the values of (their, own) and of (their - 1, own). It serves to check
// the solver below, and shares neither its move generation nor its layouts.
template <Rules R, class Index>
std::uint8_t value_by_rules(const R &rules, const Index &index, typename Index::Set own, typename Index::Set their,
                            std::span<const std::uint8_t> quiet, std::span<const std::uint8_t> taken, int limit) {
    const Coding coding(limit);
    const auto state = index.state(own, their);
    if (rules.outcome(state).over) return coding.loss(0);
    MoveList moves;
    rules.moves(state, moves);
    int fastest = coding.most() + 1, slowest = 0;
    bool lost = true;
    for (const Move &move : moves) {
        const auto [next, last] = index.sets(rules.play(state, move));
        const int left = std::popcount(next);
        const bool takes = left < std::popcount(their);
        const std::uint8_t code = left < Index::fewest ? coding.loss(0)
                                                       : (takes ? taken : quiet)[index.index(next, last)];
        const int plies = !takes ? coding.plies(code) + 1 : coding.is_win(code) ? coding.losing_capture() : 1;
        const bool counts = code != Coding::draw && (!limit || plies <= limit);
        lost &= counts && coding.is_win(code);
        slowest = std::max(slowest, plies);
        if (counts && coding.is_loss(code)) fastest = std::min(fastest, plies);
    }
    if (fastest <= coding.most()) return coding.win(fastest);
    return lost ? coding.loss(slowest) : Coding::draw;
}

// Two subspaces that lead to each other by moves that take nothing: (a, b), where the player to move has a stones, and
// (b, a). Taking leads out of them, from (a, b) to (b - 1, a), whose values must be known.
//
// A limit of L quiet plies (0: none) is part of the values. Let N be the plies above. With q quiet plies played, a
// player wins if and only if q + N ≤ L. The rules say so for the last step (the L-th quiet ply may still block the
// opponent, and the L-th ply may still take a stone, but no later one), and it carries over backwards:
//
//   - The winner needs one move after which the loser's N' fits into the L - q - 1 plies left: the smallest N' + 1
//     decides, for any q. A winning capture needs one ply, and q is 0 afterwards.
//   - The loser holds a draw if any move leads to an N' that does not fit: the largest N' + 1 decides, for any q.
//     Captures that lose anyway need one ply.
//
// So one number for all q is exact, and what is stored is the value for q = 0: N ≤ L, otherwise a draw. N falls with
// every ply of the winner's best play. No position occurs twice on the way to the capture, so the third occurrence of a
// position can prevent a win only if the position had occurred twice before.
//
// Each subspace is held in two layouts. In `values` the mover's stones form the row. In `open` the waiting player's stones
// do, which do not change while the mover moves. So a row of `values` of one subspace and the same row of `open` of the
// other hold all positions that one player's moves connect, and a row is a small board of its own that one thread keeps in
// its cache. Following a move needs no symmetry, no lock and no distant memory. Only a new result is copied, once, from
// `open` to its indices in `values`.
template <class Index> class PairOfSubspaces {
    using Set = typename Index::Set;
    using Row = typename Index::Row;
    using Changed = typename Index::Changed;

  public:
    using Values = std::span<std::uint8_t>;
    using Known = std::span<const std::uint8_t>;

    // values[0] is for (a, b) and values[1] for (b, a); both must be filled with draws. known[0] is (b - 1, a), known[1]
    // is (a - 1, b); either is empty where taking a stone ends the game. If a = b, only the first of each is used.
    PairOfSubspaces(const Index &index, int a, int b, std::array<Values, 2> values, std::array<Known, 2> known, int limit)
        : index(index),
          stones{a, b},
          values(values),
          known(known),
          coding(limit),
          limit(limit ? std::min(limit, coding.most() + 1) : coding.most() + 1),
          count(a == b ? 1 : 2) {
        for (int k = 0; k < count; ++k) {
            const std::uint64_t size = index.size(own(k), their(k)), after = index.size(their(k) - 1, own(k));
            if (values[k].size() != size || known[k].size() != (their(k) > Index::fewest ? after : 0))
                throw std::invalid_argument("the number of values does not match the size of the subspace");
            const std::uint64_t open_size = index.rows(their(k)) * index.columns(their(k), own(k));
            open[k].reset(new std::uint8_t[open_size]);
            fresh[k].assign(index.rows(their(k)), 0);
            prefer_large_pages(values[k].data(), values[k].size());
        }
    }

    // Returns false if the work was stopped.
    bool solve(Workers &pool) {
        workers = &pool;
        for (int k = 0; k < count; ++k) {
            from = first_share * k / count, share = first_share / count;
            if (!begin(k)) return false;
        }
        for (int plies = 0; plies < limit; ++plies) {
            from = first_share + (1 - first_share) * plies / (plies + 8.0), share = 0;
            for (int k = 0; k < count; ++k)
                if (!follow(k, plies)) return false;
            decided_any = false;
            for (int k = 0; k < count; ++k)
                if (!publish(k, plies + 1)) return false;
            if (decided_any && plies + 1 > coding.most())
                throw std::overflow_error("a value needs more plies than its byte can hold");
            if (!decided_any && plies >= coding.losing_capture()) break;
        }
        return true;
    }

  private:
    // The entries of `open`: the number of quiet moves that are not known to lose, or one of these.
    static constexpr std::uint8_t safe = 250;  // a capture draws: the position is not lost, but may be won
    static constexpr std::uint8_t new_win = 251;
    static constexpr std::uint8_t new_loss = 252;
    static constexpr std::uint8_t done = 253;

    static constexpr double first_share = 0.6;  // the fraction of the time that `begin` takes

    int own(int k) const { return stones[k]; }
    int their(int k) const { return stones[1 - k]; }
    int other(int k) const { return count == 1 ? 0 : 1 - k; }

    // Counts the quiet moves and looks up the captures of every position, and so decides what takes one ply.
    bool begin(int k) {
        const std::uint64_t columns = index.columns(their(k), own(k));
        const bool jumps = Index::jumps(own(k)), last = their(k) == Index::fewest;
        const std::uint64_t known_columns = last ? 0 : index.columns(their(k) - 1, own(k));
        return parallel(index.rows(their(k)), [&](std::uint64_t r, Writer &write) {
            const Row row(index, index.row_set(their(k), r));
            const auto taken = last ? std::vector<Changed>{} : index.after_taking(row.fixed);
            std::uint8_t *const here = &open[k][r * columns];
            const std::uint8_t *const after_capture = known[k].data();
            const auto rank = index.ranks(own(k));
            const Set *const ordered = index.ordered(own(k));
            for (std::uint32_t column = 0; column < columns; ++column) {
                const Set mine = ordered[column];
                bool wins = false, draws = false;
                int captures = 0;
                row.closing(mine, jumps, [&](Set after) {
                    ++captures;
                    wins = last;
                    for (const Changed &take : taken) {
                        const std::uint8_t code = after_capture[take.row * known_columns + rank(take.column(after))];
                        draws |= code == Coding::draw;
                        if ((wins = Coding::is_loss(code))) break;
                    }
                    return wins;
                });
                if (wins)
                    here[column] = done, put(k, row, mine, coding.win(1), write);
                else if (draws)
                    here[column] = safe;
                else if (const int quiet = row.moves(mine, jumps) - captures)
                    here[column] = std::uint8_t(quiet);
                else
                    here[column] = done, put(k, row, mine, coding.loss(captures ? coding.losing_capture() : 0), write);
            }
        });
    }

    // Propagates the positions of subspace k that are decided in `plies` to their predecessors.
    bool follow(int k, int plies) {
        const int before = other(k);
        const std::uint64_t columns = index.columns(own(k), their(k));
        const bool jumps = Index::jumps(their(k));
        const auto [win, loss] = coding.decided(plies);
        return parallel(index.rows(own(k)), [&](std::uint64_t r, Writer &) {
            const std::uint8_t *const from_row = &values[k][r * columns];
            std::uint8_t *const to_row = &open[before][r * columns];
            std::optional<Row> row;  // many rows have no value of this depth
            bool changed = false;
            const auto rank = index.ranks(their(k));
            const Set *const ordered = index.ordered(their(k));
            each_of(from_row, columns, win, loss, [&](std::uint64_t column) {
                if (!row) row.emplace(index, index.row_set(own(k), r));
                bool any = false;
                // Without branches on the entries, which cannot be predicted.
                if (Coding::is_loss(from_row[column])) {
                    row->quiet_before(ordered[column], jumps, [&any, rank, to_row](Set set) {
                        std::uint8_t &state = to_row[rank(set)];
                        const bool undecided = state <= safe;
                        state = undecided ? new_win : state;
                        any |= undecided;
                    });
                } else {
                    row->quiet_before(ordered[column], jumps, [&any, rank, to_row](Set set) {
                        std::uint8_t &state = to_row[rank(set)];
                        const bool counts = state < safe;
                        const std::uint8_t left = std::uint8_t(state - counts);
                        const bool lost = counts & (left == 0);
                        state = lost ? new_loss : left;
                        any |= lost;
                    });
                }
                changed |= any;
            });
            if (changed) fresh[before][r] = 1;
        });
    }

    // Copies new results to all their indices.
    bool publish(int k, int plies) {
        const std::uint64_t columns = index.columns(their(k), own(k));
        return parallel(index.rows(their(k)), [&](std::uint64_t r, Writer &write) {
            if (!fresh[k][r]) return;
            fresh[k][r] = 0;
            decided_any = true;
            const Row row(index, index.row_set(their(k), r));
            std::uint8_t *const here = &open[k][r * columns];
            const Set *const ordered = index.ordered(own(k));
            each_of(here, columns, new_win, new_loss, [&](std::uint64_t column) {
                const bool won = here[column] == new_win;
                here[column] = done;
                put(k, row, ordered[column], won ? coding.win(plies) : coding.loss(plies), write);
            });
        });
    }

    // Calls visit(column) for each byte of a row that is a or b, eight at a time. A byte of the sum below has its high
    // bit clear exactly where the byte it comes from is zero.
    template <class Visit>
    static void each_of(const std::uint8_t *row, std::uint64_t columns, std::uint8_t a, std::uint8_t b, Visit visit) {
        constexpr std::uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
        const auto zero = [](std::uint64_t word) { return ~(((word & low) + low) | word | low); };
        std::uint64_t column = 0;
        for (; column + 8 <= columns; column += 8) {
            std::uint64_t word;
            std::memcpy(&word, row + column, 8);
            for (std::uint64_t hits = zero(word ^ ones * a) | zero(word ^ ones * b); hits; hits &= hits - 1) {
                const int bit = std::countr_zero(hits);
                visit(column + std::uint64_t(std::endian::native == std::endian::little ? bit : 63 - bit) / 8);
            }
        }
        for (; column < columns; ++column)
            if (row[column] == a || row[column] == b) visit(column);
    }

    // Delays writes to distant memory in a short queue while their cache lines are fetched. Two threads may write the same
    // value to the same byte.
    class Writer {
      public:
        ~Writer() {
            for (auto &waiting : queue) write(waiting);
        }
        void put(std::uint8_t &place, std::uint8_t code) {
            prefetch(&place);
            write(queue[next]);
            queue[next] = {&place, code};
            next = (next + 1) % length;
        }

      private:
        using Waiting = std::pair<std::uint8_t *, std::uint8_t>;
        static void write(const Waiting &waiting) {
            if (waiting.first) std::atomic_ref(*waiting.first).store(waiting.second, std::memory_order_relaxed);
        }
        static constexpr int length = 32;
        std::array<Waiting, length> queue{};
        int next = 0;
    };

    void put(int k, const Row &row, Set mine, std::uint8_t code, Writer &write) {
        index.each_index(index.expand(mine, row.fixed), row.fixed, [&](std::uint64_t at) { write.put(values[k][at], code); });
    }

    template <class Work> bool parallel(std::uint64_t rows, Work work) {
        return workers->template each<Writer>(rows, from, share, work);
    }

    const Index &index;
    std::array<int, 2> stones;
    std::array<Values, 2> values;
    std::array<Known, 2> known;
    Coding coding;
    int limit;
    int count;
    std::array<std::unique_ptr<std::uint8_t[]>, 2> open;
    std::array<std::vector<std::uint8_t>, 2> fresh;  // rows of `open` with new results
    std::atomic<bool> decided_any{false};
    Workers *workers = nullptr;
    double from = 0, share = 0;  // the fraction done before this step, and the fraction it adds
};

}  // namespace dreierlei
