// Alpha-beta search of one position by one thread, for any game.
//
// A principal variation search with iterative deepening. Three things set it apart from the textbook:
// - A score says which of its bounds are proved (score.hpp), so a result that follows from the rules alone is
//   distinguished from one that rests on estimates, and holds at any depth.
// - The position may have a past. A position that has occurred twice before ends the game; one that recurs within the
//   search also counts as a draw, but proves nothing: the players could still deviate.
// - Wins and losses are measured in plies, and the search goes on until no shorter win is possible.
#pragma once

#include <cmath>

#include "lookup.hpp"
#include "ordering.hpp"

namespace dreierlei {

template <Rules R, class E = Evaluation<R>> class Searcher {
    using State = typename R::State;

  public:
    static constexpr int deepest = Memory::plies - 8;
    static constexpr int least_shared = 2;  // plies below a move for threads to put it off: less costs more to share than to search

    // `past` holds the line up to and including `root`.
    Searcher(const R &rules, const E &evaluation, Shared &shared, const State &root, const History<R> &past, bool first)
        : rules(rules), evaluation(evaluation), shared(shared), table(rules, evaluation, shared, past), root(root),
          first(first) {
        path.reserve(deepest + 8);
        past.each_before([&](std::uint64_t key, int times) { before.push_back({key, times}); });
        endings = dynamic_cast<const Endings<R> *>(shared.endings);
    }

    // The root moves to search, all of them unless told otherwise.
    void candidates(const std::vector<Move> &moves) {
        lines.clear();
        for (const Move &move : moves) lines.push_back({{{move}, Score::guess(-infinite), 0}, -infinite});
    }

    // One iteration: the best `count` root moves in order, each with an open window. Returns false if it was stopped;
    // then `line(0)` is the best move so far, and is not a refuted one unless all are.
    bool iterate(int depth, int count) {
        root_depth = depth;
        halted = overtaken = false;
        memory.fade();
        for (auto &line : lines) line.before = line.variation.score.value;
        count = std::min<int>(count, int(lines.size()));
        const std::vector<RootMove> completed = lines;
        for (int i = 0; i < count; ++i) {
            if (search_root(depth, i)) continue;
            if (overtaken) return adopt();
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
    // Of all threads, seen by the first.
    std::uint64_t all_nodes() const { return node_count + shared.helpers_nodes.load(std::memory_order_relaxed); }
    // Whether the value of the best line is exact: proved, and nothing else can be better.
    bool exact() const { return settled && lines[0].variation.score.proved(); }
    void interruptible(bool yes) { may_stop = yes; }

  private:
    struct Occurred {
        std::uint64_t key;
        int times;
    };
    struct Step {
        std::uint64_t key;
        int progress;
    };

    void publish(int depth) {
        const std::lock_guard lock(shared.guard);
        if (shared.completed_depth >= depth) return;
        shared.completed = {lines, settled};
        shared.completed_depth = depth;
    }

    // Another thread was faster.
    bool adopt() {
        const std::lock_guard lock(shared.guard);
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
            std::stable_partition(lines.begin(), lines.end(), [](const RootMove &line) { return !refuted(line); });
        }
        // The other moves were compared with the value of the completed iteration, and with no lower one.
        settled = settled && lines.front().variation.score.value >= completed.front().variation.score.value;
    }

    using RootMoves = std::vector<RootMove>::iterator;
    static void sort_by_value(RootMoves begin, RootMoves end) {
        std::stable_sort(begin, end, [](const RootMove &a, const RootMove &b) {
            return a.variation.score.value > b.variation.score.value;
        });
    }

    bool search_root(int depth, int skip) {
        // Moves before `skip` are better lines that this iteration has already settled.
        const auto begin = lines.begin() + skip;
        if (depth > 1)
            std::stable_sort(begin, lines.end(),
                             [](const RootMove &a, const RootMove &b) { return a.before > b.before; });
        int alpha = -infinite;
        bool all_proved = true;
        std::size_t best = std::size_t(skip);
        path.clear();
        path.push_back({rules.key(root), rules.progress(root)});
        bool stopped = false;
        Turns turns(int(lines.size()));
        for (int turn = skip; turns.more(turn); ++turn) {
            const std::size_t i = std::size_t(turns.move(turn));
            const Move move = lines[i].variation.moves.front();
            const State next = rules.play(root, move);
            const std::uint64_t next_key = table.key(next);
            table.prefetch(next_key);
            if (shared.marks && turn > skip && turns.first(turn) && shared.marks->has(next_key)) {
                turns.later(int(i));
                continue;
            }
            const Marks::Hold hold(shared.marks && turn > skip ? &*shared.marks : nullptr, next_key);
            Score score;
            if (turn > skip) {
                score = -search(next, depth - 1, 1, -alpha - 1, -alpha, false);
                if (!halted && score.value > alpha) score = -search(next, depth - 1, 1, -infinite, -alpha, true);
            } else {
                score = -search(next, depth - 1, 1, -infinite, infinite, true);
            }
            if (halted) {
                stopped = true;
                break;
            }
            all_proved = all_proved && score.at_most;
            Variation &line = lines[i].variation;
            if (score.value > alpha) {
                alpha = score.value;
                best = i;
                line.score = score;
                line.depth = depth;
                line.moves.assign(1, move);
                line.moves.insert(line.moves.end(), pv[1], pv[1] + pv_size[1]);
            } else {
                // Known only to be no better than the best.
                line.score = Score{score.value, false, score.at_most};
                line.depth = depth;
            }
        }
        if (best > std::size_t(skip)) std::rotate(begin, lines.begin() + best, lines.begin() + best + 1);
        if (skip == 0 && !stopped) settled = all_proved;
        return !stopped;
    }

  public:
    // Extends a line of best play as far as the table and the rules determine it.
    void complete(Variation &line) const {
        State s = root;
        std::vector<std::uint64_t> seen{rules.key(s)};
        for (const Move &move : line.moves) seen.push_back(rules.key(s = rules.play(s, move)));
        while (line.moves.size() < std::size_t(deepest) && !rules.outcome(s).over) {
            MoveList moves;
            rules.moves(s, moves);
            const Side us = rules.turn(s);
            std::optional<Move> next;
            const Sight sight = evaluation.look(s);
            for (const Move &move : moves) {
                const State after = rules.play(s, move);
                const Outcome end = rules.outcome(after);
                const bool wins = end.over ? end.winner == int(us)
                                           : sight.plies > 1 && evaluation.look(after).plies == 1 - sight.plies;
                if (!wins) continue;
                next = move;
                break;
            }
            HashEntry entry;
            if (!next) {
                if (sight.only.size)
                    next = sight.only;
                else if (moves.size() == 1 || sight.plies < 0)
                    next = moves[0];
                else if (const int turn = table.orientation(s); table.find(table.key(s, turn), entry)) {
                    const int known = table.own_index(s, turn, entry.move, moves);
                    if (known >= moves.size()) return;
                    next = moves[known];
                } else
                    return;
            }
            s = rules.play(s, *next);
            if (std::find(seen.begin(), seen.end(), rules.key(s)) != seen.end()) return;
            seen.push_back(rules.key(s));
            line.moves.push_back(*next);
        }
    }

  private:
    // The value of `s` within alpha … beta; outside, a bound.
    Score search(const State &s, int depth, int ply, int alpha, int beta, bool open) {
        pv_size[ply] = 0;
        if (++node_count >= next_check) check();
        if (halted) return {};

        const Outcome end = rules.outcome(s);
        if (end.over) {
            if (end.winner < 0) return Score::exact(0);
            return Score::exact(Side(end.winner) == rules.turn(s) ? win - ply : ply - win);
        }
        std::uint64_t repetition_key = 0;
        int progress = 0;
        if (rules.repeats(s)) {
            repetition_key = rules.key(s);
            progress = rules.progress(s);
            if (const auto draw = repeated(repetition_key, progress)) return *draw;
        }

        // Nothing ends sooner than with the next ply.
        const int most = win - ply - 1;
        if (alpha >= most) return {std::int16_t(most), false, true};
        if (beta <= -most) return {std::int16_t(-most), true, false};

        if (endings)
            if (const auto value = ending(s, ply)) return *value;

        const Sight sight = evaluation.look(s);
        if (sight.plies) return Score::exact(sight.plies > 0 ? win - ply - sight.plies : ply - sight.plies - win);
        const bool forced = sight.only.size != 0 && shared.parts.quiescence;

        if (ply >= deepest) return guess(s);
        if (depth <= 0 && !forced) return guess(s);

        const int turn = table.orientation(s);
        const std::uint64_t key = table.key(s, turn);
        HashEntry entry;
        const bool hit = table.find(key, entry);
        if (hit)
            if (const auto known = table.usable(entry, depth, ply, alpha, beta, open)) return *known;

        Picker picker;
        if (forced)
            picker.moves.add(sight.only);
        else
            rules.moves(s, picker.moves);
        const Side us = rules.turn(s);
        const int count = picker.moves.size();
        picker.begin();
        const int known_move = hit ? table.own_index(s, turn, entry.move, picker.moves) : HashEntry::no_move;
        if (count > 1) rank(s, us, ply, known_move, picker);
        // A move without an alternative costs no depth, within reason.
        const int left = depth - (count > 1 || ply >= 2 * root_depth);

        path.push_back({repetition_key, progress});
        int best = -infinite, best_index = HashEntry::no_move;
        Move best_move;
        bool at_least = false, at_most = true;
        const int alpha_before = alpha;
        const bool sharing = shared.marks && left >= least_shared;
        Turns turns(count);
        for (int turn = 0; turns.more(turn); ++turn) {
            const int i = turns.move(turn);
            const Move move = turns.first(turn) ? picker.pick(i) : picker.moves[i];
            const State next = rules.play(s, move);
            std::uint64_t next_key = 0;
            if (left > 0) {
                next_key = table.key(next);
                table.prefetch(next_key);
            }
            if (sharing && i > 0 && turns.first(turn) && shared.marks->has(next_key)) {
                turns.later(i);
                continue;
            }
            const Marks::Hold hold(sharing && i > 0 ? &*shared.marks : nullptr, next_key);
            Score score;
            if (i == 0) {
                score = -search(next, left, ply + 1, -beta, -alpha, open);
            } else {
                // Late moves are looked at less deeply first, but never when the question is how soon a game ends.
                int reduction = 0;
                if (depth >= 3 && i >= 3 && !decided(alpha) && !decided(beta) && picker.rank[i] < Killer)
                    reduction = std::min(left - 1, reductions(depth, i) - open);
                score = -search(next, left - std::max(reduction, 0), ply + 1, -alpha - 1, -alpha, false);
                if (reduction > 0 && score.value > alpha && !halted)
                    score = -search(next, left, ply + 1, -alpha - 1, -alpha, false);
                if (open && score.value > alpha && score.value < beta && !halted)
                    score = -search(next, left, ply + 1, -beta, -alpha, true);
            }
            if (halted) {
                path.pop_back();
                return {};
            }
            at_most = at_most && score.at_most;
            // Another thread may have settled this position in the meantime.
            HashEntry update;
            if (sharing && score.value < beta && table.find(key, update))
                if (const auto known = table.usable(update, depth, ply, alpha, beta, open)) {
                    path.pop_back();
                    return *known;
                }
            if (score.value > best) {
                best = score.value;
                at_least = score.at_least;
                if (best > alpha) {
                    best_index = picker.index[i];
                    best_move = move;
                    alpha = best;
                    if (open) remember(ply, move);
                    if (best >= beta) {
                        if (count > 1) memory.cutoff(us, ply, std::max(depth, 1), move, picker.moves.begin(), i);
                        break;
                    }
                }
            } else if (score.value == best && score.at_least) {
                at_least = true;
            }
        }
        path.pop_back();

        const auto bound = best >= beta ? HashEntry::AtLeast : best > alpha_before ? HashEntry::Exact : HashEntry::AtMost;
        const Score score{std::int16_t(best), at_least && bound != HashEntry::AtMost,
                          at_most && bound != HashEntry::AtLeast};
        if (best_index == HashEntry::no_move && hit)
            best_index = entry.move;
        else if (best_index != HashEntry::no_move)
            best_index = turn ? table.image_index(s, turn, best_move) : best_index;
        // With the single answer played at once, its index among all moves is not known, nor needed.
        if (forced) best_index = HashEntry::no_move;
        table.store(key, {std::int16_t(table.to_table(best, ply)), std::uint16_t(best_index),
                                 std::uint8_t(std::clamp(depth, 0, 255)), bound, score.at_least, score.at_most});
        return score;
    }

    // Positions of the path count as soon as they occur again, but prove nothing; positions of the game's past count
    // by the rule.
    std::optional<Score> repeated(std::uint64_t key, int progress) const {
        for (std::size_t i = path.size(); i-- > 0 && path[i].progress == progress;)
            if (path[i].key == key) return Score::guess(0);
        if (path.front().progress == progress)
            for (const Occurred &past : before)
                if (past.key == key) {
                    if (past.times + 1 >= last_occurrence) return Score::exact(0);
                    break;
                }
        return {};
    }

    // What is known of an ending. A position of the game's past that comes again could spoil a win, so with a past only
    // positions are asked for from which there is no way back to it. That the plies to the end are not known leaves the
    // other half open.
    std::optional<Score> ending(const State &s, int ply) const {
        if (!before.empty() && rules.progress(s) == path.front().progress) return {};
        const auto probed = endings->find(s);
        if (!probed) return {};
        if (!probed->result) return Score::exact(0);
        const int value = known_win - ply - probed->plies;
        return probed->result > 0 ? Score{std::int16_t(value), true, false} : Score{std::int16_t(-value), false, true};
    }

    enum Rank { Killer = 1 << 21, TableMove = 1 << 24 };

    void rank(const State &s, Side us, int ply, int table_move, Picker &picker) const {
        evaluation.order(s, picker.moves, picker.rank);
        for (int i = 0; i < picker.moves.size(); ++i) {
            if (i == table_move)
                picker.rank[i] = TableMove;
            else if (memory.killer(ply, picker.moves[i]))
                picker.rank[i] += Killer;
            else
                picker.rank[i] += memory.history(us, picker.moves[i]);
        }
    }

    static int reductions(int depth, int number) {
        static const auto table = [] {
            std::array<std::array<std::uint8_t, 64>, 64> t{};
            for (int d = 1; d < 64; ++d)
                for (int n = 1; n < 64; ++n) t[d][n] = std::uint8_t(0.5 + std::log(d) * std::log(n) / 2.2);
            return t;
        }();
        return table[std::min(depth, 63)][std::min(number, 63)];
    }

    void remember(int ply, Move move) {
        pv[ply][0] = move;
        std::copy(pv[ply + 1], pv[ply + 1] + pv_size[ply + 1], pv[ply] + 1);
        pv_size[ply] = pv_size[ply + 1] + 1;
    }

    Score guess(const State &s) const {
        return Score::guess(estimate(shared.parts.evaluation ? evaluation.evaluate(s) : 0));
    }

    void check() {
        const std::uint64_t step = 1024, most = shared.budget.most_nodes;
        next_check = node_count + step;
        if (most > node_count) next_check = std::min(next_check, most);
        if (!may_stop) return;
        if (first) {
            if (shared.budget.spent(all_nodes())) shared.over = true;
        } else {
            shared.helpers_nodes.fetch_add(node_count - told, std::memory_order_relaxed);
            told = node_count;
        }
        if (shared.over.load(std::memory_order_relaxed))
            halted = true;
        else if (shared.completed_depth.load(std::memory_order_relaxed) >= root_depth)
            halted = overtaken = true;
    }

    const R &rules;
    const E &evaluation;
    Shared &shared;
    Lookup<R, E> table;
    State root;
    bool first;
    bool may_stop = false, halted = false;
    bool overtaken = false;  // halted because another thread has completed this iteration
    int root_depth = 0;
    bool settled = false;  // no root move is better than the first
    std::uint64_t node_count = 0, next_check = 0, told = 0;
    const Endings<R> *endings = nullptr;
    std::vector<Occurred> before;  // the game's positions before the root, each once
    std::vector<Step> path;        // from the root to the position above the present one
    std::vector<RootMove> lines;
    Memory memory;
    Move pv[Memory::plies][Memory::plies];
    int pv_size[Memory::plies] = {};
};

}  // namespace dreierlei
