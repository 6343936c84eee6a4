// Positions drawn at random from inside a search, with what it found there: cases for fitting an evaluation.
#pragma once

#include <vector>

#include "../evaluation.hpp"
#include "../random.hpp"
#include "table.hpp"

namespace dreierlei {

// How many positions are drawn from a search, how many plies must have been searched below each, and the random seed.
struct Drawing {
    std::size_t count;
    int depth;
    std::uint64_t seed;
};

// A position inside a search, with its value for the player to move, or a bound on it. Plies are counted from there.
template <Rules R> struct Sample {
    typename R::State state;
    int value;
    HashEntry::Bound bound;
};

// Reservoir sampling: every position that a search completes is equally likely to be kept, however many there are.
template <Rules R> class Samples {
  public:
    Samples(const R &rules, const Drawing &drawing) : rules(rules), drawing(drawing), random(drawing.seed) {}

    // After a skipped turn, a position may be impossible under the rules. Those are left out.
    void add(const typename R::State &s, int depth, int value, HashEntry::Bound bound) {
        if (depth < drawing.depth || !drawing.count) return;
        const std::uint64_t number = multiply(random.next(), ++seen).high;
        if (kept.size() >= drawing.count && number >= drawing.count) return;
        Problems problems;
        rules.set_up(rules.describe(s), problems);
        if (!problems.empty())
            --seen;
        else if (kept.size() < drawing.count)
            kept.push_back({s, value, bound});
        else
            kept[std::size_t(number)] = {s, value, bound};
    }

    std::vector<Sample<R>> kept;

  private:
    const R &rules;
    Drawing drawing;
    Random random;
    std::uint64_t seen = 0;
};

// An evaluation that also receives every completed position. The search detects that by its type, so a search without
// samples has no code for them. For one thread.
template <Rules R> class Sampling : public Evaluation<R> {
  public:
    Sampling(const Evaluation<R> &evaluation, Samples<R> &samples) : Evaluation<R>(evaluation), samples(samples) {}

    void searched(const typename R::State &s, int depth, int value, HashEntry::Bound bound) const {
        samples.add(s, depth, value, bound);
    }

  private:
    Samples<R> &samples;
};

}  // namespace dreierlei
