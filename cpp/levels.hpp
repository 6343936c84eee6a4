// Opponents for everybody: how a level finds its move. docs/levels.md says what a level is, `dreierlei.levels` has them.
#pragma once

#include <cmath>

#include "exact.hpp"
#include "level.hpp"
#include "match.hpp"
#include "results.hpp"

namespace dreierlei {

// What a choice may use. The rules must not be those of another line.
struct Means {
    const AnyRules &rules;
    const Exact *exact = nullptr;         // where it decides every position
    const AnyEndings *endings = nullptr;  // for full strength
    // A budget of so many nodes and seconds, which also ends when the caller wants it to.
    std::function<Budget(std::optional<std::uint64_t>, std::optional<double>)> budget;
    // What an opening book says that a position is worth to the player to move, in hundredths; for full strength.
    std::function<std::optional<int>(const Node &)> book = {};
};

// A match for points of rounds that can be given up. White began this round.
struct MatchScore {
    int white = 0, black = 0, goal = 0;
};

// What a player has to think of besides the game.
struct Circumstances {
    std::optional<MatchScore> score;
    int swap = 0;  // the moves after which players may swap sides, if they have agreed on that and have not yet swapped
};

struct Turn {
    enum Kind { Moves, GivesUp, Swaps } kind = Moves;
    Move move{};
};

// One turn of a level. The same seed gives the same move, except where full strength thinks by the clock.
class Choice {
  public:
    Choice(const Means &means, Line line, const Level &level, std::string_view seed)
        : means(means), rules(means.rules), line(std::move(line)), level(level), seed(hash(seed)), lot(this->seed) {}

    std::uint64_t nodes = 0;  // that judgement has searched

    // A move among these, or all legal ones if there are none; the game must not be over. A level that overlooks nothing
    // thinks for at most so many seconds, and the others are interrupted then.
    Move choose(std::vector<Move> moves, std::optional<double> seconds) {
        if (moves.empty()) moves = legal();
        for (std::size_t i = moves.size(); i-- > 1;) std::swap(moves[i], moves[std::size_t(lot.below(int(i) + 1))]);
        if (moves.size() == 1) return moves.front();
        return level.overlooks() ? weak(std::move(moves), seconds) : strong(moves, seconds.value_or(1.0));
    }

    // The same in a match. A player gives up the round if that wins the match and no move does, and a level that overlooks
    // things also has to see that the round is lost. Full strength plays moves that win the match.
    Turn choose(const Circumstances &around, std::vector<Move> moves, std::optional<double> seconds) {
        const Swap stage = around.swap ? swap_stage(rules, *line, around.swap) : Swap::Past;
        if (stage == Swap::Begins) return {Turn::Moves, fair(seconds)};
        if (stage == Swap::Open && swaps(seconds)) return {Turn::Swaps};
        if (!around.score) return {Turn::Moves, choose(std::move(moves), seconds)};
        Random chance(seed ^ 0x6d61746368ULL);
        const auto value = match_value(*around.score, chance);
        if (value && value->give_up && value->moves.empty() && line->move.size) return {Turn::GivesUp};
        const Move move = choose(std::move(moves), seconds);
        if (!value || value->moves.empty() || level.overlooks()) return {Turn::Moves, move};
        if (std::find(value->moves.begin(), value->moves.end(), move) != value->moves.end()) return {Turn::Moves, move};
        return {Turn::Moves, value->moves[std::size_t(chance.below(int(value->moves.size())))]};
    }

  private:
    static constexpr std::uint64_t near_nodes = 4000;  // the most in which near wins and losses are looked for
    static constexpr std::uint64_t least_truth = 20, most_truth = 1000;  // to search for a value that may be overlooked
    static constexpr int most_lines = 4;  // moves among which a level chooses
    // The plies in which full strength compares several moves, so that it does not play the same game twice.
    static constexpr int opening = 8;
    static constexpr std::size_t glance_megabytes = 1, megabytes = 64;

    using Values = std::vector<std::pair<Move, int>>;

    // FNV-1a: any text is a seed, and the same one everywhere.
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

    // A number for comparing: estimates as they are, wins above all of them (sooner is more), losses below.
    static int worth(const Score &score) {
        const Result result = result_of(score);
        if (!*result.result) return result.estimate;
        const int sure = result.plies < 0 ? known : win - result.plies;
        return *result.result == 'w' ? sure : *result.result == 'l' ? -sure : 0;
    }

    Answer analyse(HashTable &&table, Budget &&budget, int depth, int lines, const std::vector<Move> &candidates,
                   const AnyEndings *endings = nullptr) {
        return analyse(line, table, budget, Question{depth, lines, 1, candidates}, endings);
    }
    Answer analyse(const Line &from, HashTable &table, Budget &budget, const Question &question, const AnyEndings *endings) {
        Shared shared(table, budget);
        shared.endings = endings;
        const Answer answer = rules.analyse(from, question, shared, {});
        nodes += answer.nodes;
        return answer;
    }

    // One at random, better ones more likely.
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

    // A win that was seen is taken.
    Move prefer(const Answer &answer, double temperature) {
        if (*result_of(answer.lines[0].score).result == 'w') return answer.lines[0].moves[0];
        Values values;
        for (const Variation &each : answer.lines) values.push_back({each.moves[0], worth(each.score)});
        return to_taste(draw(values, temperature), values);
    }

    // --- styles ---

    // Of the moves that are judged about as good as the one drawn, the one that appeals most. So the strength stays the same.
    Move to_taste(const Move &drawn, const Values &values) {
        if (level.style == Style::Plain) return drawn;
        const auto is_drawn = [&](const auto &each) { return each.first == drawn; };
        const int value = std::find_if(values.begin(), values.end(), is_drawn)->second;
        if (std::abs(value) >= known) return drawn;
        std::vector<Move> equal;
        for (const auto &[move, worth] : values)
            if (std::abs(worth - value) <= level.margin()) equal.push_back(move);
        return most_appealing(equal);
    }

    Move most_appealing(const std::vector<Move> &moves) {
        const Move *liked = &moves.front();
        double most = -std::numeric_limits<double>::infinity();
        for (const Move &move : moves)
            if (const double appeal = moves.size() > 1 ? this->appeal(rules.play(line, move)) : 0; appeal > most)
                liked = &move, most = appeal;
        return *liked;
    }

    // How much a style likes the position after a move, by what a careless move would cost there: the opponent now, and the
    // player after the opponent's best reply. A solid player likes it if the own next move matters little, a daring one if
    // both matter much, a tricky one if the opponent's matters much and the own little.
    double appeal(const Line &after) {
        if (rules.outcome(*after).over) return 0;
        const auto [reply, theirs] = carelessness(after);
        const Line then = rules.play(after, reply);
        const double own = rules.outcome(*then).over ? 0 : carelessness(then).second;
        return level.style == Style::Solid ? -own : level.style == Style::Daring ? theirs + own : theirs - own;
    }

    // The move that looks best at first glance, and by how much a random move looks worse.
    std::pair<Move, double> carelessness(const Line &at) {
        constexpr int most = 300;  // a result counts as much
        MoveList moves;
        rules.moves(*at, moves);
        HashTable table(glance_megabytes);
        Budget budget = means.budget({}, {});
        const Answer answer = analyse(at, table, budget, Question{1, moves.size(), 1, {}}, nullptr);
        const auto look = [&](const Variation &each) { return std::clamp(worth(each.score), -most, most); };
        const int best = look(answer.lines.front());
        double sum = 0;
        for (const Variation &each : answer.lines) sum += best - look(each);
        return {answer.lines.front().moves[0], sum / double(answer.lines.size())};
    }

    // --- the swap rule ---

    // Whether to take over the side of the first player: if it is better off, as far as the player can judge.
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
            return to_taste(draw(seen, level.temperature()), seen);
        }
        const Values seen = looks(moves);
        // The order of a glance is blurred like judgement: the first of these is chosen as `draw` would choose it.
        std::vector<std::pair<double, Move>> ranked;
        for (const auto &[move, look] : seen)
            ranked.push_back({level.temperature() * std::log(-std::log(1 - real(lot))) - look, move});
        std::stable_sort(ranked.begin(), ranked.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        std::vector<Move> noticed;
        for (std::size_t place = 0; place < ranked.size(); ++place)
            if (real(lot) < level.notices(int(place), int(ranked.size()))) noticed.push_back(ranked[place].second);
        if (noticed.size() == 1) return noticed.front();
        const int lines = std::min(most_lines, int(noticed.size()));
        return prefer(analyse(HashTable::for_nodes(level.nodes(), megabytes), means.budget(level.nodes(), seconds), 0, lines, noticed),
                      level.temperature());
    }

    // How moves look at first glance, which sees no results.
    Values looks(const std::vector<Move> &moves) {
        const Answer answer = analyse(HashTable(glance_megabytes), means.budget({}, {}), 1, int(moves.size()), moves);
        Values values;
        for (const Variation &each : answer.lines) values.push_back({each.moves[0], result_of(each.score).estimate});
        return values;
    }

    // The moves that remain after a look at what is near; only one where the player sees a win.
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

    // The moves between which judgement decides, given the ends that a player sees (n: wins in n plies, -n: loses): the
    // quickest win or, if there is none, all that do not lose, or else the slowest loss.
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

    // The same for what is further away, by exact values.
    std::vector<Move> unclear(const std::vector<Move> &moves) {
        const Side turn = rules.turn(*line);
        Values ends;
        for (const Move &move : moves) {
            const double luck = real(lot);
            int plies = 0;
            // What ends sooner was seen at once or not: a value that would be overlooked even so near is not needed.
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

    // The value of the match, if the player thinks of it: one that overlooks things must see that the round is lost.
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
        if (const Values good = in_book(moves); !good.empty()) return to_taste(draw(good, level.temperature()), good);
        const auto begun = Budget::Clock::now();
        int plies = 0;
        for (const Node *node = line.get(); node->before && plies < opening; node = node->before.get()) ++plies;
        const bool early = plies < opening;
        const auto passed = [&] { return std::chrono::duration<double>(Budget::Clock::now() - begun).count(); };
        if (means.exact)
            if (const auto keepers = perfect(moves, early, seconds / 2, passed); !keepers.empty())
                return level.style == Style::Plain ? keepers[std::size_t(lot.below(int(keepers.size())))] : most_appealing(keepers);
        const int lines = early ? std::min(most_lines, int(moves.size())) : 1;
        return prefer(analyse(HashTable(megabytes), means.budget({}, std::max(0.01, seconds - passed())), 0, lines, moves, means.endings),
                      level.temperature());
    }

    // The moves that are about as good as the best one, if the book knows the position and what every move leads to.
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

    // Moves that keep the position's exact value, if it is found in time; several in the opening.
    template <class Passed> std::vector<Move> perfect(const std::vector<Move> &moves, bool early, double seconds, Passed passed) {
        Budget budget = means.budget({}, seconds);
        const Verdict verdict = means.exact->solve(rules, line, budget);
        if (!verdict.known || verdict.line.empty()) return {};
        std::vector<Move> keepers{verdict.line.front()};
        for (const Move &move : moves) {
            if (!early || passed() > seconds) break;
            Budget brief = means.budget({}, seconds / 8);
            const Verdict after = means.exact->solve(rules, rules.play(line, move), brief);
            if (after.known && after.winner == verdict.winner && (verdict.winner < 0 || after.plies + 1 == verdict.plies))
                keepers.push_back(move);
        }
        return keepers;
    }

    const Means &means;
    const AnyRules &rules;
    const Line line;
    const Level level;
    const std::uint64_t seed;
    Random lot;
};

// What the computer says to an offer of a draw, the same at every level: "drawn", "worse" and "even" accept, "better" and
// "early" do not. `value` is what the game is worth to it: the sign of a result that is `proved`, or an estimate in hundredths.
inline const char *draw_answer(bool proved, int value, int plies) {
    constexpr int ahead = 30, long_game = 40;
    if (proved && !value) return "drawn";
    if (proved || std::abs(value) > ahead) return value > 0 ? "better" : "worse";
    return plies >= long_game ? "even" : "early";
}

}  // namespace dreierlei
