// Exact values of a phase in which every turn places a stone, from its last ply backwards.
#pragma once

#include <span>

#include "retrograde.hpp"

namespace dreierlei {

// All positions with given numbers of stones placed and of stones left on the board. The same player's stones form the rows
// throughout the phase, no matter who moves. So the positions after a move lie close together: in the same row if the other
// player moves, in one row for each free place if the player of the rows moves.
//
// A value is 0 for a draw, 1 for a win and 2 for a loss of the player to move; of the values of the next ply only this much
// is used. Positions do not repeat, so one pass over the successors decides.
template <class Index> class PlacingSubspace {
    using Set = typename Index::Set;
    using Row = typename Index::Row;

  public:
    using Values = std::span<std::uint8_t>;
    using Known = std::span<const std::uint8_t>;

    // `rows` and `others` are the stones on the board. `quiet` and `taken` are the values after a move that takes nothing
    // and after one that takes a stone; `taken` is empty if nothing can be taken or if taking wins at once.
    struct Layer {
        int rows, others;
        Values values;
        Known quiet, taken;
        bool taking_wins;
    };

    PlacingSubspace(const Index &index, const Layer &layer) : index(index), layer(layer) {}

    // The other player places: the row stays the same unless one of its stones is taken.
    bool solve_others(Workers &workers) {
        const std::uint64_t columns = index.columns(layer.rows, layer.others);
        const std::uint64_t quiet_columns = index.columns(layer.rows, layer.others + 1);
        const std::uint64_t taken_columns = layer.rows ? index.columns(layer.rows - 1, layer.others + 1) : 0;
        expect(layer.others, layer.rows, index.size(layer.rows, layer.others + 1),
               layer.rows ? index.size(layer.rows - 1, layer.others + 1) : 0);
        return workers.each<Nothing>(index.rows(layer.rows), 0, 1, [&](std::uint64_t r, Nothing &) {
            const Row row(index, index.row_set(layer.rows, r));
            const auto taken = index.after_taking(row.fixed);
            const auto rank = index.ranks(layer.others + 1);
            const Set *const ordered = index.ordered(layer.others);
            for (std::uint32_t column = 0; column < columns; ++column) {
                const Set mine = ordered[column];
                Best best;
                for (Bits left = row.all & ~mine; left && !best.won;) {
                    const int to = pop(left);
                    const Set after = mine | Set(1) << to;
                    if (taken.empty() || !row.closes(mine, to)) {
                        best.add(layer.quiet[r * quiet_columns + rank(after)]);
                    } else if (layer.taking_wins) {
                        best.won = true;
                    } else {
                        for (const auto &take : taken)
                            best.add(layer.taken[take.row * taken_columns + rank(take.column(after))]);
                    }
                }
                layer.values[r * columns + column] = best.value();
            }
        });
    }

    // The player of the rows places.
    bool solve_rows(Workers &workers) {
        const std::uint64_t columns = index.columns(layer.rows, layer.others);
        const std::uint64_t quiet_columns = index.columns(layer.rows + 1, layer.others);
        const std::uint64_t taken_columns = layer.others ? index.columns(layer.rows + 1, layer.others - 1) : 0;
        expect(layer.rows, layer.others, index.size(layer.rows + 1, layer.others),
               layer.others ? index.size(layer.rows + 1, layer.others - 1) : 0);
        return workers.each<Nothing>(index.rows(layer.rows), 0, 1, [&](std::uint64_t r, Nothing &) {
            const Row row(index, index.row_set(layer.rows, r));
            const auto placed = index.after_placing(row.fixed);
            const auto rank = index.ranks(layer.others), rank_taken = index.ranks(std::max(0, layer.others - 1));
            const Set *const ordered = index.ordered(layer.others);
            for (std::uint32_t column = 0; column < columns; ++column) {
                const Set theirs = ordered[column];
                Best best;
                for (Bits left = row.all & ~theirs; left && !best.won;) {
                    const auto &[closes, changed] = placed[std::size_t(pop(left))];
                    if (!closes || !theirs) {
                        best.add(layer.quiet[changed.row * quiet_columns + rank(changed.column(theirs))]);
                    } else if (layer.taking_wins) {
                        best.won = true;
                    } else {
                        for (Set prey = row.takeable(theirs); prey; prey &= prey - 1) {
                            const Set rest = changed.column(theirs ^ (prey & -prey));
                            best.add(layer.taken[changed.row * taken_columns + rank_taken(rest)]);
                        }
                    }
                }
                layer.values[r * columns + column] = best.value();
            }
        });
    }

  private:
    struct Nothing {};

    // Collects the values after the mover's moves, from the opponent's point of view.
    struct Best {
        bool won = false, drawn = false;
        void add(std::uint8_t code) {
            won |= Coding::is_loss(code);
            drawn |= code == Coding::draw;
        }
        std::uint8_t value() const { return won ? 1 : drawn ? 0 : 2; }
    };

    void expect(int mine, int theirs, std::uint64_t quiet, std::uint64_t taken) const {
        const bool takes = mine >= 2 && theirs >= 1 && !layer.taking_wins;  // a mill needs two stones on the board
        if (layer.values.size() != index.size(layer.rows, layer.others) || layer.quiet.size() != quiet ||
            layer.taken.size() != (takes ? taken : 0))
            throw std::invalid_argument("the number of values does not match the size of the subspace");
    }

    const Index &index;
    Layer layer;
};

}  // namespace dreierlei
