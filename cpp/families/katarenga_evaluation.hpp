// Games on Katarenga tableaus: threes that one piece would complete, and room to place.
#pragma once

#include <algorithm>

#include "../search/evaluation.hpp"
#include "katarenga.hpp"

namespace dreierlei {

template <> class Evaluation<Katarenga> : public Plain<Katarenga> {
  public:
    Evaluation(const Katarenga &rules, const Spec &spec)
        : Plain(rules, spec),
          places(int(spec.number("places"))),
          pieces(int(spec.number("pieces"))),
          thirds(std::size_t(places) * places),
          centrality(places) {
        for (Bits three : spec.masks("threes")) {
            has_threes = true;
            for (Bits a = three; a;) {
                const int first = pop(a);
                ++centrality[first];
                for (Bits b = three & ~bit(first); b;) {
                    const int second = pop(b);
                    thirds[std::size_t(first) * places + second] |= three & ~bit(first) & ~bit(second);
                }
            }
        }
    }

    // The opponent's next piece must stand en prise to the one that is placed now, so a placement is safe where no cell
    // in its reach completes one of the opponent's threes.
    Sight look(const State &s) const {
        const Bits taken = s.pieces[0] | s.pieces[1];
        const int placed = std::popcount(taken);
        if (!has_threes || s.last < 0 || placed >= 2 * pieces) return {};
        const Bits targets = rules.reach(s.last, taken);
        if (targets & completing(s.pieces[s.turn])) return {1, {}};
        if (placed + 1 >= 2 * pieces) return {};
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
        // The one safe placement is the answer, if it is legal.
        MoveList moves;
        rules.moves(s, moves);
        const Move answer = Move::of(safe);
        return std::find(moves.begin(), moves.end(), answer) == moves.end() ? Sight{} : Sight{0, answer};
    }

    int evaluate(const State &s) const {
        const Bits taken = s.pieces[0] | s.pieces[1];
        if (!has_threes) return s.last < 0 ? 0 : room * std::popcount(rules.reach(s.last, taken));
        const Bits own = completing(s.pieces[s.turn]) & ~taken, theirs = completing(s.pieces[other(s.turn)]) & ~taken;
        return tempo + threat * (std::popcount(own) - std::popcount(theirs));
    }

    void order(const State &s, const MoveList &moves, int *out) const {
        const Bits taken = s.pieces[0] | s.pieces[1];
        const Bits theirs = has_threes ? completing(s.pieces[other(s.turn)]) & ~taken : 0;
        for (int i = 0; i < moves.size(); ++i) {
            const Move &move = moves[i];
            const int to = move.target[move.size - 1];
            const Bits after = (move.size == 2 ? taken & ~bit(move.target[0]) : taken) | bit(to);
            const Bits answers = rules.reach(to, after);
            // A move that lets the opponent win comes last; then few answers are better than many.
            out[i] = (answers & theirs ? 0 : 400 * 1024) + (theirs & bit(to) ? 16 * 1024 : 0) + centrality[to] * 64 -
                     std::popcount(answers) * 1024;
        }
    }

  private:
    static constexpr int tempo = 10;
    static constexpr int threat = 12;  // for a cell that completes a three
    static constexpr int room = 5;     // for a cell to place on, where who places last wins


    // The cells that would make a three with two of these pieces.
    Bits completing(Bits own) const {
        Bits cells = 0;
        for (Bits a = own; a;) {
            const int first = pop(a);
            for (Bits b = a; b;) cells |= thirds[std::size_t(first) * places + pop(b)];
        }
        return cells;
    }

    int places;
    int pieces;
    bool has_threes = false;
    std::vector<Bits> thirds;  // for two cells, the cells that make a three with them
    std::vector<int> centrality;
};

}  // namespace dreierlei
