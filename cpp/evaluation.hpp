// Knowledge about a game beyond its rules, for searches.
#pragma once

#include <span>

#include "model.hpp"

namespace dreierlei {

// What can be said about a position without a search.
struct Sight {
    int plies = 0;  // n: the player to move wins in exactly n plies; -n: loses in exactly n; 0: unknown
    Move only;      // the one move that does not lose at once, or size 0
};

// No knowledge at all, which is enough for a search. An Evaluation derives from it and overrides what it can improve.
//
//   key(s)                 equal only for states with the same future. It covers everything that decides how a game can
//                          go on, and so more than the rules' key, which is for repetition
//   orientation(s)         the number of the symmetry that maps the position to its canonical image, so that all images
//                          share their table entries; 0, the identity, where that does not pay
//   look(s)                a Sight of a position that is not over; every claim must be proven
//   evaluate(s)            how good the position is for the player to move, in centi-units
//   weights()              in thousandths of a unit, where the evaluation is a sum of them
//   each_term(s, add)      calls add(number of a weight, how often it counts) for every term of that sum
//   order(s, moves, out)   a number below 2^20 for each move; moves with higher numbers are tried first
template <Rules R> class BaseEvaluation {
  public:
    using State = typename R::State;

    BaseEvaluation(const R &rules, const Spec &) : rules(rules) {}

    std::uint64_t key(const State &s) const { return rules.key(s); }
    int orientation(const State &) const { return 0; }
    Sight look(const State &) const { return {}; }
    int evaluate(const State &) const { return 0; }
    std::span<const std::int16_t> weights() const { return {}; }
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
