// The action space of a learner: a number for every move that a variant can ever allow, the same in every position.
#pragma once

#include "model.hpp"

namespace dreierlei {

// Numbers the moves form by form, and within a form in the lexicographic order of their targets. No place occurs twice in
// a move, so sequences that would repeat a place have no number.
//
//   Placing a stone on one of four cells, then perhaps taking one:   {0} {1} {2} {3}   are 0–3,
//   {0, take 1} {0, take 2} {0, take 3} {1, take 0} …                are 4–15.
class Actions {
  public:
    explicit Actions(const std::vector<Form> &forms) {
        for (const Form &form : forms) {
            if (form.empty() || form.size() > 3) throw std::invalid_argument("a move has one to three targets");
            Block block{int(all.size()), form, {}};
            int named = 0;  // the number of places in the move so far
            for (const Part &part : form) {
                block.radix.push_back(part.count - (part.places ? named : 0));
                named += part.places;
            }
            const Part &last = form.back();
            for (int target = last.first; target < last.first + last.count; ++target) {
                std::uint8_t &slot = ending.at(form.size()).at(std::size_t(target));
                if (slot) throw std::invalid_argument("two forms of moves have the same length and end in the same target");
                slot = std::uint8_t(blocks.size() + 1);
            }
            blocks.push_back(block);
            list(form, Move{});
        }
    }

    int size() const { return int(all.size()); }
    Move move(int number) const { return all[std::size_t(number)]; }

    // The move must have one of the forms.
    int number(Move move) const {
        const Block &block = blocks[std::size_t(ending[move.size][move.target[std::size_t(move.size) - 1]] - 1)];
        int sum = 0;
        for (std::size_t i = 0; i < move.size; ++i) {
            const int chosen = move.target[i] - block.form[i].first;
            int rank = chosen;
            for (std::size_t j = 0; j < i && block.form[i].places; ++j)
                rank -= block.form[j].places && move.target[j] - block.form[j].first < chosen;
            sum = sum * block.radix[i] + rank;
        }
        return block.first + sum;
    }

    // Whether the move has a number.
    bool has(Move move) const {
        if (move.size < 1 || move.size > 3 || !ending[move.size][move.target[std::size_t(move.size) - 1]]) return false;
        const int candidate = number(move);
        return candidate >= 0 && candidate < size() && all[std::size_t(candidate)] == move;
    }

  private:
    struct Block {
        int first;  // the number of its first move
        Form form;
        std::vector<int> radix;  // for each target of a move, how many are left to choose from
    };

    void list(const Form &form, Move begun) {
        if (begun.size == form.size()) {
            all.push_back(begun);
            return;
        }
        const Part &part = form[begun.size];
        for (int i = 0; i < part.count; ++i) {
            bool repeated = false;
            for (std::size_t j = 0; j < begun.size; ++j)
                repeated |= part.places && form[j].places && begun.target[j] - form[j].first == i;
            if (!repeated) list(form, begun.with(part.first + i));
        }
    }

    std::vector<Move> all;
    std::vector<Block> blocks;
    std::array<std::array<std::uint8_t, 256>, 4> ending{};  // by length and last target: 1 + the block, or 0 for none
};

}  // namespace dreierlei
