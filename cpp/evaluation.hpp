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

// The shape of a network whose inputs are the terms of a position; the last terms give the phase of the game.
struct NetworkShape {
    int inputs, units, phases;
    std::vector<std::vector<int>> images;  // for each image of the board that a unit looks at, the image of each input
};

// Late move reductions. From this depth and this move number on, moves are searched less deeply: by the product of the
// logarithms of depth and number, divided by `divisor`.
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
//   prunes                 whether a search may leave out positions because of their estimate, or because the player could
//                          even skip a turn: where estimates are good, and skipping is seldom better than moving
//   margin, margin_depth   how many centi-units an estimate may be wrong for each ply of depth, and up to which depth:
//                          a position that looks better than the window by more is left out
//   move_margin, move_margin_depth   the same for a move that leads to a position which looks worse than the window
//   reduction_step         a move is searched one ply less deeply if it looks worse by so many centi-units
//   skip(s)                the position with the other player to move
//   reductions             how much less deeply late moves are searched
//   weights()              of the evaluation: those of a sum, in thousandths of a unit, or those of a network
//   network()              the shape of the network, if it is one
//   each_term(s, add)      calls add(number, how often it counts) for every term of the sum, or every input of the network,
//                          and the phase
//   order(s, moves, out)   a number below 2^20 for each move; moves with higher numbers are tried first
//   searched(s, depth, value, bound)   called for every position that a search has completed; only samples.hpp defines it
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
