// What the threads of a search share.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "../model.hpp"
#include "budget.hpp"
#include "endings.hpp"
#include "marks.hpp"
#include "table.hpp"

namespace dreierlei {

// Parts of the search that can be switched off, to measure what each is worth and to test that it changes no result.
struct Parts {
    bool evaluation = true;  // otherwise every estimate is 0
    bool quiescence = true;  // answering a single threat at once, even where the depth is used up
    bool symmetry = true;    // one table entry for all symmetric images of a position
};

// One way to go on: the moves, and what they lead to for the player who makes the first.
struct Variation {
    std::vector<Move> moves;
    Score score;
    int depth = 0;
};

struct RootMove {
    Variation variation;
    int before;  // the value in the iteration before
};

struct Shared {
    Shared(HashTable &table, Budget &budget) : table(table), budget(budget) {}

    HashTable &table;
    Budget &budget;  // only the first thread asks it
    Parts parts;
    const AnyEndings *endings = nullptr;  // what is known without a search
    std::uint64_t salt = 0;               // keeps games apart that use one table
    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> helpers_nodes{0};
    std::optional<Marks> marks;  // where there are several threads
    bool one_line = true;        // else only the first thread's iterations are what was asked for

    // The deepest iteration that a thread has completed, for the others to go on from.
    struct Completed {
        std::vector<RootMove> lines;
        bool settled = false;
    };
    std::atomic<int> completed_depth{0};
    std::mutex guard;  // of `completed`
    Completed completed;
};

}  // namespace dreierlei
