// Opponents for everybody: how a level chooses its move. docs/levels.md explains levels, `dreierlei.levels` defines them.
#pragma once

#include <cmath>

#include "exact.hpp"
#include "level.hpp"
#include "match.hpp"
#include "order.hpp"
#include "results.hpp"
#include "styles.hpp"
#include "traps.hpp"

namespace dreierlei {

// What a choice may use. The rules must be those of its line.
struct Means {
    const AnyRules &rules;
    const Exact *exact = nullptr;         // only if it can decide every position
    const AnyEndings *endings = nullptr;  // for full strength
    Valued valued = {};                   // for full strength: the value of each move, best first, if known
    // A budget of this many nodes and seconds, which the caller can also end.
    std::function<Budget(std::optional<std::uint64_t>, std::optional<double>)> budget;
    // The value of a position for the player to move by an opening book, in hundredths; for full strength.
    std::function<std::optional<int>(const Node &)> book = {};
    int threads = 1;  // for searches limited by time alone; all others must be reproducible
};

// The score of a match for points, in rounds that can be given up. White began this round.
struct MatchScore {
    int white = 0, black = 0, goal = 0;
};

// What a player has to consider besides the game itself.
struct Circumstances {
    std::optional<MatchScore> score;
    int swap = 0;  // the number of moves after which players may swap sides, if that is agreed and they have not yet swapped
};

struct Turn {
    enum Kind { Moves, GivesUp, Swaps } kind = Moves;
    Move move{};
};

// One turn of a level. The same seed gives the same move, except when full strength thinks by the clock.
class Choice {
  public:
    Choice(const Means &means, Line line, const Level &level, std::string_view seed)
        : means(means), rules(means.rules), line(std::move(line)), level(level), seed(hash(seed)), lot(this->seed) {}

    std::uint64_t nodes = 0;  // searched so far

    // The game must not be over. A level that overlooks nothing thinks for at most `seconds`; the others are interrupted then.
    Move choose(std::optional<double> seconds) {
        std::vector<Move> moves = candidates();
        for (std::size_t i = moves.size(); i-- > 1;) std::swap(moves[i], moves[std::size_t(lot.below(int(i) + 1))]);
        if (moves.size() == 1) return moves.front();
        return level.overlooks() ? weak(std::move(moves), seconds) : strong(moves, seconds.value_or(1.0));
    }

    // The same in a match. A player gives up the round if that wins the match and no move does; a level that overlooks things
    // must also see that the round is lost. Full strength plays moves that win the match.
    Turn choose(const Circumstances &around, std::optional<double> seconds) {
        const Swap stage = around.swap ? swap_stage(rules, *line, around.swap) : Swap::Past;
        if (stage == Swap::Begins) return {Turn::Moves, fair(seconds)};
        if (stage == Swap::Open && swaps(seconds)) return {Turn::Swaps};
        if (!around.score) return {Turn::Moves, choose(seconds)};
        Random chance(seed ^ 0x6d61746368ULL);
        const auto value = match_value(*around.score, chance);
        if (value && value->give_up && value->moves.empty() && line->move.size) return {Turn::GivesUp};
        const Move move = choose(seconds);
        if (!value || value->moves.empty() || level.overlooks()) return {Turn::Moves, move};
        if (std::find(value->moves.begin(), value->moves.end(), move) != value->moves.end()) return {Turn::Moves, move};
        return {Turn::Moves, value->moves[std::size_t(chance.below(int(value->moves.size())))]};
    }

  private:
    static constexpr std::uint64_t near_nodes = 4000;  // the limit of the search for near wins and losses
    static constexpr std::uint64_t least_truth = 20, most_truth = 1000;  // nodes spent on an exact value that may be overlooked
    static constexpr int further = 3;  // how many further moves a player with a style considers
    // The nodes of a closer look at them, and by how much their values may then differ, in hundredths of a unit.
    static constexpr std::uint64_t closer_nodes = 3000;
    static constexpr int closer_margin = 12;
    static constexpr int most_lines = 4;  // the most moves among which a level chooses
    // The plies in which full strength chooses among several moves, so that it does not play the same game twice.
    static constexpr int opening = 8;
    static constexpr std::size_t glance_megabytes = 1, megabytes = 64;

    using Values = std::vector<std::pair<Move, int>>;

    // FNV-1a: any text can be a seed, and hashes alike everywhere.
    static std::uint64_t hash(std::string_view text) {
        std::uint64_t hash = 0xcbf29ce484222325ULL;
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
        return hash;
    }
    static double real(Random &chance) { return double(chance.next() >> 11) * 0x1p-53; }

    std::vector<Move> legal() const {
        MoveList moves;
        rules.moves(*line, moves);
        return {moves.begin(), moves.end()};
    }

    bool early() const {
        int plies = 0;
        for (const Node *node = line.get(); node->before && plies < opening; node = node->before.get()) ++plies;
        return plies < opening;
    }

    // All legal moves; if values are known, the best one, or all that draw: only a search can find the draw that is hardest for
    // the opponent.
    std::vector<Move> candidates() {
        if (means.valued.empty()) return legal();
        const Verdict &best = means.valued.front().second;
        std::vector<Move> keepers;
        for (const auto &[move, after] : means.valued)
            if (after.winner == best.winner && (best.winner < 0 || after.plies == best.plies)) keepers.push_back(move);
        if (best.winner < 0) return keepers;
        return {keepers[early() ? std::size_t(lot.below(int(keepers.size()))) : 0]};
    }

    // A number for comparisons: estimates as they are, wins above all of them (sooner is higher), losses below.
    static int worth(const Score &score) {
        const Result result = result_of(score);
        if (!*result.result) return result.estimate;
        const int sure = result.plies < 0 ? known : win - result.plies;
        return *result.result == 'w' ? sure : *result.result == 'l' ? -sure : 0;
    }

    Answer analyse(HashTable &&table, Budget &&budget, int depth, int lines, const std::vector<Move> &candidates,
                   const AnyEndings *endings = nullptr) {
        const int threads = depth || budget.counts() ? 1 : means.threads;
        return analyse(line, table, budget, Question{depth, lines, threads, candidates}, endings);
    }
    Answer analyse(const Line &from, HashTable &table, Budget &budget, const Question &question, const AnyEndings *endings) {
        Shared shared(table, budget);
        shared.endings = endings;
        const Answer answer = rules.analyse(from, question, shared, {});
        nodes += answer.nodes;
        return answer;
    }

    // A random move; better ones are more likely.
    Move draw(const Values &values, double temperature) {
        const auto less = [](const auto &a, const auto &b) { return a.second < b.second; };
        const int best = std::max_element(values.begin(), values.end(), less)->second;
        double sum = 0;
        for (const auto &each : values) sum += std::exp((each.second - best) / temperature);
        double left = real(lot) * sum;
        for (const auto &each : values)
            if ((left -= std::exp((each.second - best) / temperature)) < 0) return each.first;
        return values.back().first;
    }

    // Takes a win that was seen.
    Move prefer(const Answer &answer, double temperature) {
        if (*result_of(answer.lines[0].score).result == 'w') return answer.lines[0].moves[0];
        Values values;
        for (const Variation &each : answer.lines) values.push_back({each.moves[0], worth(each.score)});
        return to_taste(values, temperature);
    }

    // --- styles ---

    // Draws a move as the plain player would, and a few more in the same way. Of those that a closer look finds just as good, it
    // takes the one most to the player's taste. So the strength stays the same.
    Move to_taste(const Values &values, double temperature) {
        const Move first = draw(values, temperature);
        if (level.style == Style::Plain || values.size() < 2) return first;
        std::vector<Move> moves{first};
        for (int i = 0; i < further; ++i) {
            const Move next = draw(values, temperature);
            if (std::find(moves.begin(), moves.end(), next) == moves.end()) moves.push_back(next);
        }
        if (moves.size() > 1) moves = as_good_as_first(moves);
        return moves.size() > 1 ? Taste(rules, line, level.style).best(moves) : first;
    }

    std::vector<Move> as_good_as_first(const std::vector<Move> &moves) {
        const Answer answer =
            analyse(HashTable::for_nodes(closer_nodes, megabytes), means.budget(closer_nodes, {}), 0, int(moves.size()), moves);
        const auto judged = [&](const Move &move) {
            const auto same = [&](const Variation &each) { return each.moves[0] == move; };
            return worth(std::find_if(answer.lines.begin(), answer.lines.end(), same)->score);
        };
        const auto winner = [&](const Move &move) {
            if (!means.exact) return -1;
            Budget budget = means.budget(closer_nodes, {});
            return means.exact->solve(rules, rules.play(line, move), budget).winner;
        };
        const int value = judged(moves.front()), wins = winner(moves.front());
        std::vector<Move> equal{moves.front()};
        for (std::size_t i = 1; i < moves.size(); ++i)
            if (std::abs(judged(moves[i]) - value) <= closer_margin && winner(moves[i]) == wins) equal.push_back(moves[i]);
        return equal;
    }

    // --- the swap rule ---

    // Whether to take over the first player's side: yes if it is better off, as far as this player can judge.
    bool swaps(std::optional<double> seconds) {
        if (level.overlooks()) return better_for_others(means.budget(level.nodes(), seconds), nullptr);
        const double half = seconds.value_or(1.0) / 2;
        if (means.exact) {
            Budget budget = means.budget({}, half);
            const Verdict verdict = means.exact->solve(rules, line, budget);
            if (verdict.known) return verdict.winner >= 0 && verdict.winner != int(rules.turn(*line));
        }
        return better_for_others(means.budget({}, half), means.endings);
    }

    bool better_for_others(Budget &&budget, const AnyEndings *endings) {
        const Answer answer = analyse(HashTable(level.overlooks() ? glance_megabytes : megabytes), std::move(budget), 0, 1, {}, endings);
        return real(lot) < 1 / (1 + std::exp(std::clamp(worth(answer.lines[0].score) / level.temperature(), -700.0, 700.0)));
    }

    // A move after which neither side looks better, since the opponent may take the better one.
    Move fair(std::optional<double> seconds) {
        const double half = seconds.value_or(1.0) / 2;
        Values values;
        std::vector<Move> open = legal();
        if (!level.overlooks() && means.exact) {
            const auto end = Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(std::chrono::duration<double>(half));
            const auto budget = [&]() -> std::optional<Budget> {
                const double left = std::chrono::duration<double>(end - Budget::Clock::now()).count();
                return left > 0 ? std::optional(means.budget({}, left)) : std::nullopt;
            };
            Proved proved;
            for (const auto &[move, after] : solve_moves(rules, *means.exact, line, proved, budget))
                if (after.known) {
                    values.push_back({move, after.winner < 0 ? 0 : -known});
                    std::erase(open, move);
                }
        }
        if (!open.empty()) {
            Budget budget = level.overlooks() ? means.budget(level.nodes(), seconds) : means.budget({}, half);
            const Answer answer = analyse(HashTable(megabytes), std::move(budget), 0, int(open.size()), open, means.endings);
            for (const Variation &each : answer.lines) values.push_back({each.moves[0], -std::abs(worth(each.score))});
        }
        return draw(values, level.temperature());
    }

    // --- levels that overlook ---

    Move weak(std::vector<Move> moves, std::optional<double> seconds) {
        moves = after_near(moves);
        if (moves.size() == 1) return moves.front();
        if (means.exact) {
            const std::vector<Move> rest = unclear(moves);
            if (rest.size() == 1) return rest.front();
            const Values seen = looks(rest);
            return to_taste(seen, level.temperature());
        }
        const Values seen = looks(moves);
        // The order at first glance is blurred like judgement: the first of these has the distribution of `draw` (Gumbel noise).
        std::vector<std::pair<double, Move>> ranked;
        for (const auto &[move, look] : seen)
            ranked.push_back({level.temperature() * std::log(-std::log(1 - real(lot))) - look, move});
        put_in_order(ranked.begin(), ranked.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        std::vector<Move> noticed;
        for (std::size_t place = 0; place < ranked.size(); ++place)
            if (real(lot) < level.notices(int(place), int(ranked.size()))) noticed.push_back(ranked[place].second);
        if (noticed.size() == 1) return noticed.front();
        const int lines = std::min(most_lines, int(noticed.size()));
        return prefer(analyse(HashTable::for_nodes(level.nodes(), megabytes), means.budget(level.nodes(), seconds), 0, lines, noticed),
                      level.temperature());
    }

    // How moves look at first glance, which sees no results, only estimates.
    Values looks(const std::vector<Move> &moves) {
        const Answer answer = analyse(HashTable(glance_megabytes), means.budget({}, {}), 1, int(moves.size()), moves);
        Values values;
        for (const Variation &each : answer.lines) values.push_back({each.moves[0], result_of(each.score).estimate});
        return values;
    }

    // The moves that remain after a look at near results; only one if the player sees a win.
    std::vector<Move> after_near(const std::vector<Move> &moves) {
        const double attention = real(lot);
        const Level::Near chances = level.near();
        const auto seen = [&](int plies) { return plies > 0 && attention < chances[std::size_t(plies) - 1]; };
        int furthest = Level::near_plies;
        while (furthest && !seen(furthest)) --furthest;
        if (!furthest) return moves;
        Budget budget(near_nodes, {}, nullptr, {});
        const std::vector<int> found = rules.near(line, furthest, budget);
        const std::vector<Move> all = legal();
        Values ends;
        for (const Move &move : moves) {
            const int end = found[std::size_t(std::find(all.begin(), all.end(), move) - all.begin())];
            ends.push_back({move, seen(std::abs(end)) ? end : 0});
        }
        return open(ends);
    }

    // The moves between which judgement decides, given the results that a player sees (n: wins in n plies, -n: loses): the
    // quickest win; if there is none, all moves that do not lose; otherwise the slowest loss.
    static std::vector<Move> open(const Values &ends) {
        std::vector<Move> rest;
        const std::pair<Move, int> *quickest = nullptr, *slowest = &ends.front();
        for (const auto &each : ends) {
            if (!each.second) rest.push_back(each.first);
            if (each.second > 0 && (!quickest || each.second < quickest->second)) quickest = &each;
            if (each.second < slowest->second) slowest = &each;
        }
        if (quickest) return {quickest->first};
        return rest.empty() ? std::vector<Move>{slowest->first} : rest;
    }

    // The same for results further away, by exact values.
    std::vector<Move> unclear(const std::vector<Move> &moves) {
        const Side turn = rules.turn(*line);
        Values ends;
        for (const Move &move : moves) {
            const double luck = real(lot);
            int plies = 0;
            // Nearer results have been dealt with, so a value that would be overlooked even at this distance is not needed.
            if (luck < level.sees(Level::near_plies + 1)) {
                Budget budget = means.budget(std::clamp(level.nodes(), least_truth, most_truth), {});
                const Verdict after = means.exact->solve(rules, rules.play(line, move), budget);
                if (after.known && after.winner >= 0 && after.plies >= Level::near_plies && luck < level.sees(after.plies + 1))
                    plies = after.winner == int(turn) ? after.plies + 1 : -after.plies - 1;
            }
            ends.push_back({move, plies});
        }
        return open(ends);
    }

    // The value of the match, if the player considers it: one that overlooks things must see that the round is lost.
    std::optional<MatchVerdict> match_value(const MatchScore &score, Random &chance) const {
        if (!means.exact) return {};
        if (level.overlooks()) {
            Budget budget = means.budget({}, {});
            const Verdict verdict = means.exact->solve(rules, line, budget);
            if (!verdict.known || verdict.winner == int(rules.turn(*line))) return {};
            if (real(chance) >= level.sees(std::max(0, verdict.plies))) return {};
        }
        return means.exact->match(line, score.white, score.black, score.goal);
    }

    // --- full strength ---

    Move strong(const std::vector<Move> &moves, double seconds) {
        if (const Values good = in_book(moves); !good.empty()) return to_taste(good, level.temperature());
        const auto begun = Budget::Clock::now();
        const bool early = this->early();
        const auto passed = [&] { return std::chrono::duration<double>(Budget::Clock::now() - begun).count(); };
        if (means.exact)
            if (const auto keepers = perfect(moves, early, seconds / 2); !keepers.empty())
                return level.style == Style::Plain ? keepers[std::size_t(lot.below(int(keepers.size())))]
                                                   : Taste(rules, line, level.style).best(keepers);
        const int lines = early ? std::min(most_lines, int(moves.size())) : 1;
        return prefer(analyse(HashTable(megabytes), means.budget({}, std::max(0.01, seconds - passed())), 0, lines, moves, means.endings),
                      level.temperature());
    }

    // The moves that are about as good as the best one, if the book has the position and every position that follows.
    Values in_book(const std::vector<Move> &moves) const {
        constexpr int slack = 6;
        if (!means.book || line->occurrences > 1 || !means.book(*line)) return {};
        Values values;
        for (const Move &move : moves) {
            const auto value = means.book(*rules.play(line, move));
            if (!value) return {};
            values.push_back({move, -*value});
        }
        const auto less = [](const auto &a, const auto &b) { return a.second < b.second; };
        const int best = std::max_element(values.begin(), values.end(), less)->second;
        std::erase_if(values, [&](const auto &each) { return each.second < best - slack; });
        return values;
    }

    // Moves that keep the position's exact value, if it is found in time; of draws, those that are hardest for the opponent.
    // Several moves in the opening.
    std::vector<Move> perfect(const std::vector<Move> &moves, bool early, double seconds) {
        Proved proved;
        Budget whole = means.budget({}, seconds), budget = means.budget({}, seconds);
        const Verdict verdict = means.exact->solve(rules, line, budget, proved);
        if (verdict.known && verdict.winner < 0)
            if (const auto hard = hardest(moves, early, whole, seconds / 8, proved); !hard.empty()) return hard;
        if (!verdict.known || verdict.line.empty()) return {};
        std::vector<Move> keepers{verdict.line.front()};
        for (const Move &move : moves) {
            if (!early || whole.spent(0)) break;
            Budget brief = means.budget({}, seconds / 8);
            const Verdict after = means.exact->solve(rules, rules.play(line, move), brief, proved);
            if (after.known && after.winner == verdict.winner && (verdict.winner < 0 || after.plies + 1 == verdict.plies))
                keepers.push_back(move);
        }
        return keepers;
    }

    // The drawing moves after which a hasty opponent is most likely to err, among those that are found within the budget `whole`,
    // with `brief` seconds for each.
    std::vector<Move> hardest(const std::vector<Move> &moves, bool early, Budget &whole, double brief, Proved &proved) {
        constexpr double slack = 0.05;  // in the opening
        const auto limit = [&] { return whole.spent(0) ? std::nullopt : std::optional(means.budget({}, brief)); };
        std::vector<Draw> found = draws(rules, *means.exact, line, moves, proved, limit);
        double most = 0;
        for (const Draw &each : found) most = std::max(most, each.chance);
        std::erase_if(found, [&](const Draw &each) { return each.chance < most - (early ? slack : 0); });
        std::vector<Move> hardest;
        for (const Draw &each : found) hardest.push_back(each.move);
        return hardest;
    }

    const Means &means;
    const AnyRules &rules;
    const Line line;
    const Level level;
    const std::uint64_t seed;
    Random lot;
};

// The computer's answer to a draw offer, the same at every level: "drawn", "worse" and "even" accept, "better" and "early"
// decline. `value` is for the computer: the sign of a result that is `proved`, or an estimate in hundredths.
inline const char *draw_answer(bool proved, int value, int plies) {
    constexpr int ahead = 30, long_game = 40;
    if (proved && !value) return "drawn";
    if (proved || std::abs(value) > ahead) return value > 0 ? "better" : "worse";
    return plies >= long_game ? "even" : "early";
}

}  // namespace dreierlei
