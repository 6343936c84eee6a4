// Alpha-beta search below the root by one thread, for any game.
//
// A principal variation search. Three things set it apart from the textbook:
// - A score says which of its bounds are proved (score.hpp). A result that follows from the rules alone is told apart from
//   one that rests on estimates, and holds at any depth.
// - The position may have a past. The third occurrence of a position ends the game; one that recurs within the search also
//   counts as a draw, but proves nothing: the players could still deviate.
// - Wins and losses are measured in plies, and the search goes on until no shorter win is possible.
//
// Where a family's estimates are good (`prunes`), they decide more: from depth 2 on every move is tried in the order of the
// estimates of the positions that it leads to, moves that look bad are searched less deeply, and those that look hopeless
// not at all.
#pragma once

#include <cmath>
#include <span>
#include <utility>

#include "lookup.hpp"
#include "ordering.hpp"

namespace dreierlei {

template <Rules R, class E = Evaluation<R>> class AlphaBeta {
    using State = typename R::State;

  public:
    static constexpr int deepest = Memory::plies - 8;
    static constexpr int least_skipped = 3;  // the least depth at which skipping a turn is tried
    static constexpr int least_ordered = 2;  // the least depth at which estimates order moves; at depth 1 they are the search
    static constexpr int least_shared = 2;   // the least depth for threads to share work; below it, sharing costs too much

    // `past` holds the line up to and including the root.
    AlphaBeta(const R &rules, const E &evaluation, Shared &shared, const Lookup<R, E> &table, const History<R> &past,
              bool first)
        : rules(rules), evaluation(evaluation), shared(shared), table(table), first(first) {
        path.reserve(deepest + 8);
        past.each_before([&](std::uint64_t key, int times) { before.push_back({key, times}); });
        endings = dynamic_cast<const Endings<R> *>(shared.endings);
    }

    // Prepares for an iteration of this depth.
    void begin(int depth) {
        root_depth = depth;
        halted = overtaken = false;
        memory.fade();
    }
    // Sets the root, from which the following searches start.
    void enter(const State &root) {
        path.clear();
        path.push_back({rules.key(root), rules.progress(root)});
    }

    // The value of `s`, which is `ply` plies from the root, if it lies between alpha and beta; otherwise a bound.
    // Meaningless once `halted`.
    Score search(const State &s, int depth, int ply, int alpha, int beta, bool open) {
        pv_size[ply] = 0;
        [[maybe_unused]] const int estimated = E::prunes ? std::exchange(handed, unknown) : unknown;
        if (++node_count >= next_check) check();
        if (halted) return {};

        const Outcome end = rules.outcome(s);
        if (end.over) {
            if (end.winner < 0) return Score::exact(0);
            return Score::exact(Side(end.winner) == rules.turn(s) ? win - ply : ply - win);
        }
        if (rules.repeats(s)) {
            const int progress = rules.progress(s);
            if (path.back().progress == progress || path.front().progress == progress)
                if (const auto draw = repeated(rules.key(s), progress)) return *draw;
        }

        // The game cannot end before the next ply.
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
        return expand(s, depth, ply, alpha, beta, open, forced ? sight.only : Move{}, estimated);
    }

    // The best play that the last search with an open window found from a position one ply below the root.
    std::span<const Move> line() const { return {pv[1], std::size_t(pv_size[1])}; }

    // Whether the game ends where a line reaches this position, because of the game's past.
    bool ends_by_repetition(const State &s) const {
        return rules.repeats(s) && last_time(rules.key(s), rules.progress(s));
    }

    // The nodes of all threads, for the first thread to ask.
    std::uint64_t all_nodes() const { return node_count + shared.helpers_nodes.load(std::memory_order_relaxed); }

    bool may_stop = false;
    bool halted = false;
    bool overtaken = false;  // halted because another thread has completed this iteration

  private:
    // The rest of `search`, for a position whose moves must be tried. Most positions never need its large stack frame.
    [[gnu::noinline]] Score expand(const State &s, int depth, int ply, int alpha, int beta, bool open, Move only,
                                    [[maybe_unused]] int estimated) {
        const bool forced = only.size != 0;
        const Step here = rules.repeats(s) ? Step{rules.key(s), rules.progress(s)} : Step{};
        const int turn = table.orientation(s);
        const std::uint64_t key = table.key(s, turn);
        HashEntry entry;
        const bool hit = table.find(key, entry);
        if (hit)
            if (const auto known = table.usable(entry, depth, ply, alpha, beta, open)) return *known;

        if constexpr (E::prunes) {
            const bool may_guess = shared.parts.pruning && shared.parts.evaluation;
            if (may_guess && !open && !forced && !decided(alpha) && !decided(beta))
                if (const auto score = pruned(s, depth, ply, beta, here, estimated)) return *score;
            if (halted) return {};
        }

        Picker picker;
        if (forced)
            picker.moves.add(only);
        else
            rules.moves(s, picker.moves);
        const Side us = rules.turn(s);
        const int count = picker.moves.size();
        picker.begin();
        const int known_move = hit ? table.own_index(s, turn, entry.move, picker.moves) : HashEntry::no_move;
        // For each move as generated: an estimate of what it leads to, or a result, for the player to move.
        [[maybe_unused]] std::array<std::int16_t, E::prunes ? max_moves : 1> estimates;
        bool looks = false;
        if constexpr (E::prunes) looks = count > 1 && depth >= least_ordered && shared.parts.evaluation;
        if (looks) look_ahead(s, us, picker.moves, estimates);
        if (count > 1) rank(s, us, ply, known_move, picker, looks ? estimates.data() : nullptr);
        // A forced move costs no depth, up to twice the depth of the iteration.
        const int left = depth - (count > 1 || ply >= 2 * root_depth);

        path.push_back(here);
        int best = -infinite, best_index = HashEntry::no_move;
        Move best_move;
        bool at_least = false, at_most = true;
        const int alpha_before = alpha;
        const bool sharing = shared.shares() && left >= least_shared;
        Turns turns(count);
        for (int turn = 0; turns.more(turn); ++turn) {
            const int i = turns.move(turn);
            const Move move = turns.first(turn) ? picker.pick(i) : picker.moves[i];
            const int estimate = looks ? estimates[picker.index[i]] : unknown;
            const bool may_guess = shared.parts.pruning && !decided(alpha) && !decided(beta);
            // A move that looks hopeless: whatever little is left to search will not bring it up to alpha.
            if constexpr (E::prunes)
                if (looks && may_guess && !open && best > -known && depth <= E::move_margin_depth && estimate < sure &&
                    estimate + E::move_margin * depth <= alpha) {
                    best = std::max(best, std::min(alpha, estimate + E::move_margin * depth));
                    at_most = false;
                    continue;
                }
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
            if (std::abs(estimate) < sure) handed = -estimate;
            if (i == 0) {
                score = -search(next, left, ply + 1, -beta, -alpha, open);
            } else {
                // Late move reduction, but never when the question is how soon the game ends.
                int reduction = 0;
                if (may_guess && depth >= E::reductions.depth && i >= E::reductions.number && picker.rank[i] < Killer)
                    reduction = std::min(left - 1, reductions(depth, i, worse(estimate, alpha) - open));
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
        // The index of a forced move among all moves is neither known nor needed.
        if (forced) best_index = HashEntry::no_move;
        if constexpr (requires { evaluation.searched(s, depth, best, bound); })
            evaluation.searched(s, depth, table.to_table(best, ply), bound);
        table.store(key, {std::int16_t(table.to_table(best, ply)), std::uint16_t(best_index),
                                 std::uint8_t(std::clamp(depth, 0, 255)), bound, score.at_least, score.at_most});
        return score;
    }

    struct Occurred {
        std::uint64_t key;
        int times;
    };
    struct Step {
        std::uint64_t key = 0;
        int progress = 0;
    };

    // A position of the path counts as a draw as soon as it recurs, but proves nothing; positions of the game's past count
    // by the rule.
    std::optional<Score> repeated(std::uint64_t key, int progress) const {
        for (std::size_t i = path.size(); i-- > 0 && path[i].progress == progress;)
            if (path[i].key == key) return Score::guess(0);
        if (last_time(key, progress)) return Score::exact(0);
        return {};
    }

    // Whether a position has occurred so often in the game's past that once more ends the game.
    bool last_time(std::uint64_t key, int progress) const {
        if (!path.empty() && path.front().progress == progress)
            for (const Occurred &past : before)
                if (past.key == key) return past.times + 1 >= last_occurrence;
        return false;
    }

    // The known value of an ending. Repeating a position of the game's past could spoil a win, so where there is a past,
    // only positions with no way back to it are probed. The plies to the end are not known, so only one bound of a win or
    // loss is proved.
    std::optional<Score> ending(const State &s, int ply) const {
        if (!before.empty() && rules.progress(s) == path.front().progress) return {};
        const auto probed = endings->find(s);
        if (!probed) return {};
        if (!probed->result) return Score::exact(0);
        const int value = known_win - ply - probed->plies;
        return probed->result > 0 ? Score{std::int16_t(value), true, false} : Score{std::int16_t(-value), false, true};
    }

    // A score of at least beta, guessed without trying the moves: where the estimate is far above beta (reverse futility),
    // or where it is at least beta and a shallower search confirms it even if the player to move skips a turn (null move).
    // Both prove nothing, since a player who has to move may be worse off. They are not used where the question is how soon
    // the game ends.
    std::optional<Score> pruned(const State &s, int depth, int ply, int beta, const Step &here, int estimated) {
        const bool may_skip = !skipped && depth >= least_skipped;
        skipped = false;
        const Score guessed = estimated == unknown ? guess(s) : Score::guess(estimate(estimated));
        if (depth <= E::margin_depth && guessed.value - E::margin * depth >= beta) return guessed;
        if (!may_skip || guessed.value < beta) return {};
        path.push_back(here);
        skipped = true;
        const Score score = -search(evaluation.skip(s), depth - 3 - depth / 4, ply + 1, -beta, -beta + 1, false);
        skipped = false;
        path.pop_back();
        if (halted || score.value < beta) return {};
        return Score::guess(std::min<int>(score.value, limit));
    }

    // Estimates from here on are results: the game ends with the move, or with the opponent's next one.
    static constexpr int sure = 10'000, unknown = 1 << 20;

    template <class Estimates> void look_ahead(const State &s, Side us, const MoveList &moves, Estimates &estimates) const {
        for (int i = 0; i < moves.size(); ++i) {
            const State next = rules.play(s, moves[i]);
            const Outcome end = rules.outcome(next);
            const int plies = end.over ? 0 : evaluation.look(next).plies;
            if (end.over)
                estimates[i] = std::int16_t(end.winner < 0 ? 0 : end.winner == int(us) ? 2 * sure : -2 * sure);
            else
                estimates[i] = std::int16_t(plies ? (plies > 0 ? -sure : sure)
                                                  : std::clamp(-estimate(evaluation.evaluate(next)), 1 - sure, sure - 1));
        }
    }

    // How many plies less deeply a move is searched because it looks worse than alpha; negative if it looks better.
    static double worse([[maybe_unused]] int estimate, [[maybe_unused]] int alpha) {
        if constexpr (E::prunes)
            if (std::abs(estimate) < sure) return std::clamp(double(alpha - estimate) / E::reduction_step, -2.0, 2.0);
        return 0;
    }

    enum Rank { BesideEstimate = 2000, Killer = 1 << 21, TableMove = 1 << 24 };
    static constexpr int estimate_rank = 300;  // what one hundredth of an estimate counts beside history

    void rank(const State &s, Side us, int ply, int table_move, Picker &picker, const std::int16_t *estimates) const {
        evaluation.order(s, picker.moves, picker.rank);
        for (int i = 0; i < picker.moves.size(); ++i) {
            if (i == table_move)
                picker.rank[i] = TableMove;
            else if (estimates)
                picker.rank[i] += estimates[i] * estimate_rank + memory.history(us, picker.moves[i]) +
                                  (memory.killer(ply, picker.moves[i]) ? BesideEstimate : 0);
            else if (memory.killer(ply, picker.moves[i]))
                picker.rank[i] += Killer;
            else
                picker.rank[i] += memory.history(us, picker.moves[i]);
        }
    }

    // Reductions by depth and move number, and what is added. Computed before any search, because not every build has
    // thread-safe initialisation on first use.
    static inline const auto reduced = [] {
        std::array<double, 64> logarithm{};
        for (int i = 1; i < 64; ++i) logarithm[i] = std::log(i);
        std::array<std::array<float, 64>, 64> table{};
        for (int d = 1; d < 64; ++d)
            for (int n = 1; n < 64; ++n) table[d][n] = float(logarithm[d] * logarithm[n] / E::reductions.divisor);
        return table;
    }();
    static int reductions(int depth, int number, double more) {
        return int(0.5 + double(reduced[std::min(depth, 63)][std::min(number, 63)]) + more);
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
    const Lookup<R, E> &table;
    bool first;
    bool skipped = false;  // the position arose by skipping a turn
    int handed = unknown;  // the estimate of the position that is searched next, if it is known
    int root_depth = 0;
    std::uint64_t node_count = 0, next_check = 0, told = 0;
    const Endings<R> *endings = nullptr;
    std::vector<Occurred> before;  // the game's positions before the root, each once
    std::vector<Step> path;        // from the root to the parent of the current position
    Memory memory;
    Move pv[Memory::plies][Memory::plies];
    int pv_size[Memory::plies] = {};
};

}  // namespace dreierlei
