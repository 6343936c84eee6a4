// What the threads of a search share.
#pragma once

#include <optional>
#include <vector>

#include "../model.hpp"
#include "../threads.hpp"
#include "budget.hpp"
#include "endings.hpp"
#include "marks.hpp"
#include "table.hpp"

namespace dreierlei {

// Parts of the search that can be switched off, to measure their effect and to test that they change no proved result.
struct Parts {
    bool evaluation = true;  // otherwise every estimate is 0
    bool quiescence = true;  // answers a single threat at once, even beyond the depth
    bool symmetry = true;    // one table entry for all symmetric images of a position
    // Leaves out positions and searches late moves less deeply, by guesses. Without it, a search misses no win within its
    // depth.
    bool pruning = true;
};

// A line of play, and its score for the player who makes the first move.
struct Variation {
    std::vector<Move> moves;
    Score score;
    int depth = 0;
};

struct RootMove {
    Variation variation;
    int before;  // the value of the previous iteration
};

struct Shared {
    Shared(HashTable &table, Budget &budget) : table(table), budget(budget) {}

    HashTable &table;
    Budget &budget;  // used by the first thread only
    Parts parts;
    const AnyEndings *endings = nullptr;  // known values to probe
    std::uint64_t salt = 0;               // distinguishes games that share a table
    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> helpers_nodes{0};
    std::optional<Marks> marks;  // with several threads only
    bool shares() const { return has_threads && marks; }
    bool one_line = true;        // otherwise only the first thread searches all lines

    // The deepest iteration that any thread has completed, from which the others continue.
    struct Completed {
        std::vector<RootMove> lines;
        bool settled = false;
    };
    std::atomic<int> completed_depth{0};
    Mutex guard;  // protects `completed`
    Completed completed;
};

}  // namespace dreierlei
