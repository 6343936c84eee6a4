// Knowledge about a game beyond its rules, for searches.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model.hpp"

namespace dreierlei {

// What can be said about a position without a search.
struct Sight {
    int plies = 0;  // n: the player to move wins in exactly n plies; -n: loses in exactly n; 0: unknown
    Move only;      // the one move that does not lose at once, or size 0
};

// The parts of a network whose inputs are the terms of a position; the last terms say which phase of the game it is in.
struct NetworkShape {
    int inputs, units, phases;
    std::vector<std::vector<int>> images;  // for each image of the board that a unit looks at, the image of each input
};

// Late moves, from one with this number on, are searched less deeply from this depth on: by the product of the logarithms of
// depth and number, divided by this.
struct Reductions {
    int depth, number;
    double divisor;
};

// No knowledge at all, which is enough for a search. An Evaluation derives from it and overrides what it can improve.
//
//   key(s)                 equal only for states with the same future. It covers everything that decides how a game can
//                          go on, and so more than the rules' key, which is for repetition
//   orientation(s)         the number of the symmetry that maps the position to its canonical image, so that all images
//                          share their table entries; 0, the identity, where that does not pay
//   look(s)                a Sight of a position that is not over; every claim must be proven
//   evaluate(s)            how good the position is for the player to move, in centi-units
//   prunes                 whether a search may leave out positions by their estimate, and by what skipping a turn leads to:
//                          where estimates are good, and skipping a turn is seldom better than moving
//   margin, margin_depth   by how many centi-units for each ply of depth an estimate may be wrong, up to which depth
//   skip(s)                the position with the other player to move
//   reductions             how much less deeply late moves are searched
//   weights()              of the evaluation: those of a sum, in thousandths of a unit, or those of a network
//   network()              the shape of the network, if it is one
//   each_term(s, add)      calls add(number, how often it counts) for every term of the sum, or every input of the network
//   order(s, moves, out)   a number below 2^20 for each move; moves with higher numbers are tried first
template <Rules R> class BaseEvaluation {
  public:
    using State = typename R::State;
    static constexpr Reductions reductions{3, 3, 2.2};
    static constexpr bool prunes = false;

    BaseEvaluation(const R &rules, const Spec &) : rules(rules) {}

    std::uint64_t key(const State &s) const { return rules.key(s); }
    int orientation(const State &) const { return 0; }
    Sight look(const State &) const { return {}; }
    int evaluate(const State &) const { return 0; }
    std::span<const std::int16_t> weights() const { return {}; }
    std::optional<NetworkShape> network() const { return {}; }
    template <class Add> void each_term(const State &, Add) const {}
    void order(const State &, const MoveList &moves, int *out) const {
        for (int i = 0; i < moves.size(); ++i) out[i] = 0;
    }

  protected:
    const R &rules;
};

// Specialised for a family in families/<family>_evaluation.hpp.
template <Rules R> class Evaluation : public BaseEvaluation<R> {
  public:
    using BaseEvaluation<R>::BaseEvaluation;
};

}  // namespace dreierlei
