// Games on Katarenga tableaus: threes that one more piece completes, and cells to place on.
#pragma once

#include <algorithm>

#include "../evaluation.hpp"
#include "katarenga.hpp"
#include "katarenga_weights.hpp"

namespace dreierlei {

template <> class Evaluation<Katarenga> : public BaseEvaluation<Katarenga> {
  public:
    Evaluation(const Katarenga &rules, const Spec &spec) : BaseEvaluation(rules, spec), centrality(std::size_t(rules.size())) {
        for (Bits three : spec.masks("threes"))
            while (three) ++centrality[std::size_t(pop(three))];
    }

    // The opponent's next piece must be en prise to the one placed now, so a placement is safe if no cell in its reach
    // completes one of the opponent's threes.
    Sight look(const State &s) const {
        const Bits taken = s.pieces[0] | s.pieces[1];
        const int placed = std::popcount(taken);
        if (!rules.three_wins() || s.last < 0 || placed >= rules.total()) return {};
        const Bits targets = rules.reach(s.last, taken);
        if (targets & completing(s.pieces[s.turn])) return {1, {}};
        if (placed + 1 >= rules.total()) return {};
        const Bits theirs = completing(s.pieces[other(s.turn)]) & ~taken;
        if (!theirs) return {};
        int safe = -1;
        for (Bits left = targets; left;) {
            const int cell = pop(left);
            if (rules.reach(cell, taken | bit(cell)) & theirs) continue;
            if (safe >= 0) return {};
            safe = cell;
        }
        if (safe < 0) return targets ? Sight{-2, {}} : Sight{};
        // The only safe placement is the only move, if it is legal.
        MoveList moves;
        rules.moves(s, moves);
        const Move answer = Move::of(safe);
        return std::find(moves.begin(), moves.end(), answer) == moves.end() ? Sight{} : Sight{0, answer};
    }

    // In hundredths; the weights are in thousandths.
    int evaluate(const State &s) const {
        int sum = 0;
        each_term(s, [&](int weight, int count) { sum += katarenga_weights[weight] * count; });
        return sum / 10;
    }
    std::span<const std::int16_t> weights() const { return katarenga_weights; }

    template <class Add> void each_term(const State &s, Add add) const {
        const Bits taken = s.pieces[0] | s.pieces[1];
        if (!rules.three_wins()) {
            if (s.last >= 0) add(Room, std::popcount(rules.reach(s.last, taken)));
            return;
        }
        add(Tempo, 1);
        add(Own, std::popcount(completing(s.pieces[s.turn]) & ~taken));
        add(Other, std::popcount(completing(s.pieces[other(s.turn)]) & ~taken));
    }

    void order(const State &s, const MoveList &moves, int *out) const {
        const Bits taken = s.pieces[0] | s.pieces[1];
        const Bits theirs = rules.three_wins() ? completing(s.pieces[other(s.turn)]) & ~taken : 0;
        for (int i = 0; i < moves.size(); ++i) {
            const Move &move = moves[i];
            const int to = move.target[move.size - 1];
            const Bits after = (move.size == 2 ? taken & ~bit(move.target[0]) : taken) | bit(to);
            const Bits answers = rules.reach(to, after);
            // Moves that let the opponent win come last; otherwise those with few answers come first.
            out[i] = (answers & theirs ? 0 : 400 * 1024) + (theirs & bit(to) ? 16 * 1024 : 0) + centrality[to] * 64 -
                     std::popcount(answers) * 1024;
        }
    }

  private:
    // Having the move, cells that complete a three, and cells to place on where the last placement wins.
    enum Weight { Tempo, Own, Other, Room };

    // The cells that make a three with two of these pieces.
    Bits completing(Bits own) const {
        Bits cells = 0;
        while (own) {
            const int cell = pop(own);
            cells |= rules.completions(own, cell);
        }
        return cells;
    }

    std::vector<int> centrality;  // the threes through each cell
};

}  // namespace dreierlei
