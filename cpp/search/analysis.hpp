// A whole search: iterative deepening within limits, with several lines and threads.
#pragma once

#include "../threads.hpp"
#include "root.hpp"

namespace dreierlei {

// The first iteration is always completed, so that there is a move to answer.
struct Question {
    int depth = 0;  // of the last iteration; 0: no limit
    int lines = 1;
    int threads = 1;
    std::vector<Move> candidates;  // the moves to choose from; empty: all
};

struct Answer {
    std::vector<Variation> lines;  // best first
    int depth = 0;                 // of the last completed iteration
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool exact = false;  // the first line's score is proved, and no other move is better
};

// Iterative deepening until a limit, a stop, or an exact answer. `tell` is called with every completed iteration.
//
// Several threads search the same position to the same depth, share the table and postpone what another is working on
// (marks.hpp). The first to complete an iteration completes it for all. Only the first thread calls `tell`. With one thread
// and no time limit, the answer depends only on the question and on the table.
template <Rules R, class E>
Answer analyse(const R &rules, const E &evaluation, const typename R::State &root, const History<R> &past,
               const Question &question, Shared &shared, const std::function<void(const Answer &)> &tell) {
    std::vector<Move> candidates = question.candidates;
    if (candidates.empty()) {
        MoveList moves;
        rules.moves(root, moves);
        candidates.assign(moves.begin(), moves.end());
    }
    Answer answer;
    if (candidates.empty()) return answer;
    shared.table.new_search();
    using Worker = Searcher<R, E>;
    const int deepest = question.depth ? std::min(question.depth, Worker::deepest) : Worker::deepest;
    const auto worker = [&](bool first) {
        return std::make_unique<Worker>(rules, evaluation, shared, root, past, candidates, first);
    };

    std::vector<Thread> helpers;
    const auto dismiss = [&] {
        shared.over = true;
        for (auto &helper : helpers) helper.join();
        helpers.clear();
    };
    shared.one_line = question.lines == 1;
    if constexpr (has_threads) {
        if (question.threads > 1) shared.marks.emplace();
        for (int i = 1; i < question.threads; ++i)
            helpers.emplace_back([&] {
                const auto own = worker(false);
                own->interruptible(true);
                for (int depth = 1; depth <= deepest && !shared.over; ++depth)
                    own->iterate(depth = std::max(depth, shared.completed_depth + 1), 1);
            });
    }

    try {
        const auto own = worker(true);
        const auto report = [&] {
            answer.lines.clear();
            for (int i = 0; i < std::min(question.lines, own->line_count()); ++i) {
                answer.lines.push_back(own->line(i));
                own->complete(answer.lines.back());
            }
            answer.exact = own->exact();
        };
        for (int depth = 1; depth <= deepest; ++depth) {
            own->interruptible(depth > 1);
            const bool done = own->iterate(depth, question.lines);
            answer.nodes = own->all_nodes();
            answer.seconds = shared.budget.elapsed();
            report();
            if (!done) break;
            answer.depth = depth;
            if (tell) tell(answer);
            // Another thread may be about to complete the next iteration, so the limits are checked before it begins.
            if (shared.budget.spent(answer.nodes)) break;
            // More depth changes nothing when every requested line is exact, and hardly anything when the search has gone
            // far beyond the end of the line: then only repetitions prevent the proof that no win is shorter.
            const auto searched_out = [&](const Variation &line) {
                const int value = std::abs(line.score.value);
                return value >= known && depth > 2 * ((value >= decisive ? win : known_win) - value) + 2;
            };
            bool finished = answer.exact || searched_out(answer.lines[0]);
            for (const Variation &line : answer.lines) finished = finished && (line.score.proved() || searched_out(line));
            if (finished) break;
        }
    } catch (...) {
        dismiss();
        throw;
    }
    dismiss();
    return answer;
}

}  // namespace dreierlei
