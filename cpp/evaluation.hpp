// What a search knows about a game beyond its rules.
#pragma once

#include "model.hpp"

namespace dreierlei {

// What a position shows without a search.
struct Sight {
    int plies = 0;  // n: the player to move wins in exactly n plies; -n: loses in exactly n; 0: not seen
    Move only;      // the one move that does not lose at once, or size 0
};

// Knows nothing. The base of every Evaluation, which overrides what it does better; a search works with this alone.
//
//   key(s)                 equal only for states with the same future: everything that decides how a game can go on,
//                          and so more than the rules' key, which is for repetition
//   orientation(s)         the number of the symmetry that turns the position into the image that stands for all its
//                          images, so that they share what a search learns; 0, the identity, where that does not pay
//   look(s)                a Sight of a position that is not over; what it claims must be proved, not guessed
//   evaluate(s)            how good the position is for the player to move, in centi-units
//   order(s, moves, out)   a number for each move, higher to be tried sooner; below 2^20
template <Rules R> class Plain {
  public:
    using State = typename R::State;

    Plain(const R &rules, const Spec &) : rules(rules) {}

    std::uint64_t key(const State &s) const { return rules.key(s); }
    int orientation(const State &) const { return 0; }
    Sight look(const State &) const { return {}; }
    int evaluate(const State &) const { return 0; }
    void order(const State &, const MoveList &moves, int *out) const {
        for (int i = 0; i < moves.size(); ++i) out[i] = 0;
    }

  protected:
    const R &rules;
};

// Specialised for a family in families/<family>_evaluation.hpp.
template <Rules R> class Evaluation : public Plain<R> {
  public:
    using Plain<R>::Plain;
};

}  // namespace dreierlei
