// The root of a search: its moves in order, iteration by iteration, for one thread.
#pragma once

#include "../order.hpp"
#include "alphabeta.hpp"

namespace dreierlei {

template <Rules R, class E = Evaluation<R>> class Searcher {
    using State = typename R::State;

  public:
    static constexpr int deepest = AlphaBeta<R, E>::deepest;

    // `past` holds the line up to and including `root`; `moves` are the root moves to search.
    Searcher(const R &rules, const E &evaluation, Shared &shared, const State &root, const History<R> &past,
             const std::vector<Move> &moves, bool first)
        : rules(rules), evaluation(evaluation), shared(shared), table(rules, evaluation, shared, past), root(root),
          below(rules, evaluation, shared, table, past, first) {
        for (const Move &move : moves) lines.push_back({{{move}, Score::guess(-infinite), 0}, -infinite});
    }

    // One iteration: the best `count` root moves in order, each with an open window. Returns false if it was stopped;
    // then `line(0)` is the best move so far, and is not a refuted one unless all are.
    bool iterate(int depth, int count) {
        below.begin(depth);
        for (auto &line : lines) line.before = line.variation.score.value;
        count = std::min<int>(count, int(lines.size()));
        const std::vector<RootMove> completed = lines;
        for (int i = 0; i < count; ++i) {
            if (search_root(depth, i)) continue;
            if (below.overtaken) return adopt();
            interrupted(completed, count);
            return false;
        }
        // A later line, searched without the better ones, can turn out better than it had seemed.
        sort_by_value(lines.begin(), lines.begin() + count);
        if (shared.one_line) publish(depth);
        return true;
    }

    // The root moves, best first as far as the last iteration sorted them.
    const Variation &line(int i) const { return lines[i].variation; }
    int line_count() const { return int(lines.size()); }
    std::uint64_t all_nodes() const { return below.all_nodes(); }
    // Whether the value of the best line is exact: proved, and no other move is better.
    bool exact() const { return settled && lines[0].variation.score.proved(); }
    void interruptible(bool yes) { below.may_stop = yes; }

    // Extends a line of best play as far as the table and the rules determine it.
    void complete(Variation &line) const {
        State s = root;
        std::vector<std::uint64_t> seen{rules.key(s)};
        for (const Move &move : line.moves) seen.push_back(rules.key(s = rules.play(s, move)));
        while (line.moves.size() < std::size_t(deepest) && !rules.outcome(s).over && !below.ends_by_repetition(s)) {
            MoveList moves;
            rules.moves(s, moves);
            const Side us = rules.turn(s);
            const Sight sight = evaluation.look(s);
            const Move *next = std::find_if(moves.begin(), moves.end(), [&](const Move &move) {
                const State after = rules.play(s, move);
                const Outcome end = rules.outcome(after);
                return end.over ? end.winner == int(us)
                                : sight.plies > 1 && evaluation.look(after).plies == 1 - sight.plies;
            });
            HashEntry entry;
            if (next == moves.end()) {
                if (sight.only.size)
                    next = &sight.only;
                else if (moves.size() == 1 || sight.plies < 0)
                    next = moves.begin();
                else if (const int turn = table.orientation(s); table.find(table.key(s, turn), entry))
                    next = moves.begin() + std::min(table.own_index(s, turn, entry.move, moves), moves.size());
                if (next == moves.end()) return;
            }
            s = rules.play(s, *next);
            if (std::find(seen.begin(), seen.end(), rules.key(s)) != seen.end()) return;
            seen.push_back(rules.key(s));
            line.moves.push_back(*next);
        }
    }

  private:
    void publish(int depth) {
        const Lock lock(shared.guard);
        if (shared.completed_depth >= depth) return;
        shared.completed = {lines, settled};
        shared.completed_depth = depth;
    }

    // Takes over the iteration that a faster thread has completed.
    bool adopt() {
        const Lock lock(shared.guard);
        lines = shared.completed.lines;
        settled = shared.completed.settled;
        return true;
    }

    static bool refuted(const RootMove &move) { return move.variation.score.value <= -known; }

    // What holds after an interrupted iteration. The move that is best so far may be refuted while a move that was not
    // reached is not. Several lines can only be compared when all were searched to the same depth: they stay as they
    // were `completed`, apart from those that are refuted now.
    void interrupted(const std::vector<RootMove> &completed, int count) {
        if (count > 1) {
            const std::vector<RootMove> now = std::exchange(lines, completed);
            for (const RootMove &move : now)
                if (refuted(move)) *std::find_if(lines.begin(), lines.end(), [&](const RootMove &line) {
                    return line.variation.moves.front() == move.variation.moves.front();
                }) = move;
            sort_by_value(lines.begin(), lines.end());
        } else {
            put_in_order(lines.begin(), lines.end(), [](const RootMove &a, const RootMove &b) { return !refuted(a) && refuted(b); });
        }
        // The other moves were compared with the value of the completed iteration, and with no lower one.
        settled = settled && lines.front().variation.score.value >= completed.front().variation.score.value;
    }

    using RootMoves = std::vector<RootMove>::iterator;
    static void sort_by_value(RootMoves begin, RootMoves end) {
        put_in_order(begin, end, [](const RootMove &a, const RootMove &b) {
            return a.variation.score.value > b.variation.score.value;
        });
    }

    bool search_root(int depth, int skip) {
        // Moves before `skip` are better lines that this iteration has already settled.
        const auto begin = lines.begin() + skip;
        if (depth > 1)
            put_in_order(begin, lines.end(),
                             [](const RootMove &a, const RootMove &b) { return a.before > b.before; });
        int alpha = -infinite;
        bool all_proved = true;
        std::size_t best = std::size_t(skip);
        below.enter(root);
        Turns turns(int(lines.size()));
        for (int turn = skip; turns.more(turn); ++turn) {
            const std::size_t i = std::size_t(turns.move(turn));
            const Move move = lines[i].variation.moves.front();
            const State next = rules.play(root, move);
            const std::uint64_t next_key = table.key(next);
            table.prefetch(next_key);
            if (shared.shares() && turn > skip && turns.first(turn) && shared.marks->has(next_key)) {
                turns.later(int(i));
                continue;
            }
            const Marks::Hold hold(shared.shares() && turn > skip ? &*shared.marks : nullptr, next_key);
            Score score;
            if (turn > skip) {
                score = -below.search(next, depth - 1, 1, -alpha - 1, -alpha, false);
                if (!below.halted && score.value > alpha)
                    score = -below.search(next, depth - 1, 1, -infinite, -alpha, true);
            } else {
                score = -below.search(next, depth - 1, 1, -infinite, infinite, true);
            }
            if (below.halted) break;
            all_proved = all_proved && score.at_most;
            Variation &line = lines[i].variation;
            line.depth = depth;
            if (score.value > alpha) {
                alpha = score.value;
                best = i;
                line.score = score;
                line.moves.assign(1, move);
                line.moves.insert(line.moves.end(), below.line().begin(), below.line().end());
            } else {
                // Known only to be no better than the best.
                line.score = Score{score.value, false, score.at_most};
            }
        }
        for (auto at = lines.begin() + best; at > begin; --at) std::swap(*at, *(at - 1));
        if (skip == 0 && !below.halted) settled = all_proved;
        return !below.halted;
    }

    const R &rules;
    const E &evaluation;
    Shared &shared;
    Lookup<R, E> table;
    State root;
    AlphaBeta<R, E> below;
    std::vector<RootMove> lines;
    bool settled = false;  // no root move is better than the first
};

}  // namespace dreierlei
