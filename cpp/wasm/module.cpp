// The core for a page: the only code that knows WebAssembly.
//
// Questions and answers are text. A caller writes a question to the address that `question` returns, calls one of the functions
// below with its length, and reads `answer_size` bytes of JSON at `answer`. A question has up to three lines: a position line,
// empty for the start of the game; moves from there; and what the function itself needs. Functions return whether there is an
// answer: if not, the question was invalid, and `answer` is a sentence for programmers.
//
// Searches call `tell` when they have a preliminary answer, and `stopped` about twenty times a second.
#include "../engine.hpp"
#include "answers.hpp"
#include "match.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define IMPORT(name) extern "C" __attribute__((import_module("page"), import_name(#name)))

using namespace dreierlei;

IMPORT(tell) void tell();
IMPORT(stopped) int stopped();

namespace {

std::string asked, answered;
std::vector<std::unique_ptr<Variant>> variants;
std::unique_ptr<HashTable> table;  // kept between searches, like that of an Engine
int threads = 1;                   // for searches limited by time alone
double helped = 0;                 // nodes that helpers visited in the last analysis

// A question about a position.
struct Asked {
    const Variant &variant;
    Line line;
    std::string_view rest;

    Asked(int index, int size) : variant(*variants.at(std::size_t(index))) {
        std::string_view text = std::string_view(asked).substr(0, std::size_t(size)), parts[3];
        for (std::string_view &part : parts) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            part = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        line = variant.reach(parts[0], parts[1]);
        rest = parts[2];
        if (!line) throw std::invalid_argument("there is no such position");
    }
    const AnyRules &rules() const { return *variant.rules; }
};

// Calls `work` for the answer. If it throws, the answer is the error message.
template <class Work> bool answer_with(Work work) {
    try {
        answered = work();
        return true;
    } catch (const std::exception &error) {
        answered = error.what();
        return false;
    }
}

// Lets the page stop the searches for one answer.
struct Ending {
    Stop stop;

    Budget budget(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
        return Budget(nodes, seconds, &stop, [this] { stop.flag = stop.flag || stopped(); });
    }
    // 0 means no limit.
    Budget limits(double seconds, double nodes) {
        return budget(nodes > 0 ? std::optional(std::uint64_t(nodes)) : std::nullopt, positive(seconds));
    }
    static std::optional<double> positive(double seconds) { return seconds > 0 ? std::optional(seconds) : std::nullopt; }
};

}  // namespace

// Where to write a question of `size` bytes.
EXPORT(question) char *question(int size) {
    asked.resize(std::size_t(size));
    return asked.data();
}
EXPORT(answer) const char *answer() { return answered.data(); }
EXPORT(answer_size) int answer_size() { return int(answered.size()); }

// The question is a declaration; the answer is the number that identifies the variant to the other functions.
EXPORT(declare) bool declare(int size) {
    return answer_with([&] {
        variants.push_back(std::make_unique<Variant>(Declaration(std::string_view(asked).substr(0, std::size_t(size)))));
        return std::to_string(variants.size() - 1);
    });
}

// The question is an opening book: a line for each position with its canonical text, a tab, and its value.
EXPORT(book) bool give_book(int variant, int size) {
    return answer_with([&] {
        auto &values = variants.at(std::size_t(variant))->book.values;
        for (std::string_view line : split(std::string_view(asked).substr(0, std::size_t(size)), "\n")) {
            const std::size_t end = line.find('\t');
            if (end == std::string_view::npos) throw std::invalid_argument("this is no line of a book");
            values[std::string(line.substr(0, end))] = int(whole_number(line.substr(end + 1)));
        }
        return std::string("null");
    });
}

// The answer is the solver's tables as bytes, empty if there are none, so that another core of the same variant need not compute
// them again: it receives them as the question of `take`.
EXPORT(tables) bool tables_of(int variant) {
    return answer_with([&] {
        const Exact *exact = variants.at(std::size_t(variant))->tables();
        const auto bytes = exact ? exact->tables() : std::span<const std::uint8_t>{};
        return std::string(bytes.begin(), bytes.end());
    });
}
EXPORT(take) bool take_tables(int variant, int size) {
    return answer_with([&] {
        const Exact *exact = variants.at(std::size_t(variant))->tables();
        if (exact) exact->take({reinterpret_cast<const std::uint8_t *>(asked.data()), std::size_t(size)});
        return std::string("null");
    });
}

EXPORT(view) bool view_of(int variant, int size) {
    return answer_with([&] {
        const Asked about(variant, size);
        return position_view(about.rules(), about.variant.shown, about.line);
    });
}

// The question is that of match.hpp. The clock is read at the time `at`, in milliseconds since 1970.
EXPORT(match) bool match_of(int variant, int size, double at) {
    return answer_with([&] {
        return MatchLog(*variants.at(std::size_t(variant)), std::string_view(asked).substr(0, std::size_t(size))).view(Time(at));
    });
}

// Two lines with the players' names come before the question. The answer is text: our records, or SGF.
EXPORT(record) bool record_of(int variant, int size, int sgf) {
    return answer_with([&] {
        std::string_view text = std::string_view(asked).substr(0, std::size_t(size)), names[2];
        for (std::string_view &name : names) {
            name = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(name.size() + 1, text.size()));
        }
        return MatchLog(*variants.at(std::size_t(variant)), text).records(names[0], names[1], sgf);
    });
}

// The last line of the question has the texts of targets, separated by spaces.
EXPORT(why_not) bool why_not(int variant, int size) {
    return answer_with([&] {
        const Asked about(variant, size);
        std::vector<int> targets;
        for (std::string_view text : split(about.rest, " ")) {
            targets.push_back(about.variant.shown.find(text));
            if (targets.back() < 0) throw std::invalid_argument("there is no target " + std::string(text));
        }
        return refusal_view(about.rules(), about.variant.shown, *about.line, targets);
    });
}

// The action numbers of the legal moves, and the size of the action space.
EXPORT(actions) bool actions(int variant, int size) {
    return answer_with([&] {
        const Asked about(variant, size);
        MoveList moves;
        about.rules().moves(*about.line, moves);
        Json json;
        json.open('{').name("size").value(about.rules().actions().size()).name("legal").open('[');
        for (const Move &move : moves) json.value(about.rules().actions().number(move));
        json.close(']').close('}');
        return std::move(json.text);
    });
}

EXPORT(perft) bool perft_of(int variant, int size, int depth) {
    return answer_with([&] {
        const Asked about(variant, size);
        if (depth < 0 || depth > most_perft_plies) throw std::invalid_argument("there is no such depth");
        Budget budget;
        return std::to_string(about.rules().perft(about.line, depth, budget));
    });
}

// Random games: white wins, draws, black wins, plies.
EXPORT(playouts) bool playouts_of(int variant, int size, double games, double seed) {
    return answer_with([&] {
        const Asked about(variant, size);
        const Playouts total = about.rules().playouts(about.line, std::uint64_t(games), std::uint64_t(seed), false);
        Json json;
        json.open('[').value(total.white).value(total.draws).value(total.black).value(total.plies).close(']');
        return std::move(json.text);
    });
}

// The last line of the question has the moves to choose from; all if it is empty. 0 means no limit. If `megabytes` is 0, the
// table of the last search that set a size is reused. With a limit on depth or nodes, only the search is used; otherwise proved
// draws are sorted by how hard they are for the opponent.
EXPORT(analyse) bool analyse_position(int variant, int size, double seconds, int depth, double nodes, int lines, int megabytes) {
    return answer_with([&] {
        const Asked about(variant, size);
        const Shown &shown = about.variant.shown;
        if (about.rules().outcome(*about.line).over) throw std::invalid_argument("the game is over");
        MoveList legal;
        about.rules().moves(*about.line, legal);
        const bool same_always = depth || nodes > 0;
        Question question{depth, std::clamp(lines, 1, legal.size()), same_always ? 1 : threads, {}};
        for (std::string_view text : split(about.rest, " ")) {
            const auto move = about.variant.find(*about.line, text);
            if (!move) throw std::invalid_argument("there is no legal move " + std::string(text));
            question.candidates.push_back(*move);
        }
        if (megabytes > 0 || !table) {
            table.reset();
            const std::size_t most = std::size_t(std::max(1, megabytes));
            table = std::make_unique<HashTable>(nodes > 0 ? HashTable::for_nodes(std::uint64_t(nodes), most) : HashTable(most));
        }
        Ending ending;
        Budget budget = ending.limits(seconds, nodes);
        Shared shared(*table, budget);
        Valued valued;
        const Exact *known = same_always ? nullptr : about.variant.tables();
        if (known) shared.endings = known->endings(*about.line);
        if (known && question.candidates.empty()) valued = known->moves(about.line);
        Answer found = analyse(about.rules(), about.line, question, shared, valued, [&](const Answer &so_far) {
            answered = analysis_view(shown, so_far);
            helped = double(shared.helpers_nodes);
            tell();
        });
        helped = double(shared.helpers_nodes);
        const Exact *exact = about.variant.exact();
        const bool drawn = found.exact && std::string_view(result_of(found.lines.at(0).score).result) == "draw";
        if (!exact || !drawn || same_always || !question.candidates.empty()) return analysis_view(shown, found);
        constexpr double brief = 0.3;
        Budget whole = ending.limits(brief, 0);
        const auto limit = [&] { return whole.spent(0) ? std::nullopt : std::optional(ending.limits(brief, 0)); };
        const std::vector<Move> hard = hardest_first(about.rules(), *exact, about.line, found, limit);
        return analysis_view(shown, found, hard, 1 - about.rules().turn(*about.line));
    });
}

EXPORT(solve) bool solve_position(int variant, int size, double seconds, double nodes) {
    return answer_with([&] {
        const Asked about(variant, size);
        Ending ending;
        Budget budget = ending.limits(seconds, nodes);
        const Exact *exact = about.variant.exact();
        const Verdict verdict = exact ? exact->solve(about.rules(), about.line, budget) : Verdict{};
        Json json;
        json.open('{').name("known").value(verdict.known).name("winner");
        verdict.known && verdict.winner >= 0 ? json.value(view::side(verdict.winner)) : json.null();
        add_optional(json, "plies", verdict.plies, verdict.plies >= 0);
        add_moves(json, "line", about.variant.shown, verdict.line);
        json.name("nodes").value(budget.nodes).close('}');
        return std::move(json.text);
    });
}

// The ValuesView of the wire format: the values of the position and of each move, each within a limit, and all within `seconds`.
// Null if the family has no solver.
EXPORT(values) bool values_of(int variant, int size, double seconds, double move_seconds, double move_nodes) {
    return answer_with([&] {
        const Asked about(variant, size);
        Json json;
        const Exact *exact = about.variant.exact();
        if (!exact) return std::move(json.null().text);
        Ending ending;
        Proved proved;
        Budget whole = ending.limits(seconds, 0), budget = ending.limits(move_seconds, move_nodes);
        json.open('{').name("value").open('{');
        add_value(json, exact->solve(about.rules(), about.line, budget, proved));
        json.close('}');
        json.name("moves").open('{');
        const auto next = [&]() -> std::optional<Budget> {
            return whole.spent(0) ? std::nullopt : std::optional(ending.limits(move_seconds, move_nodes));
        };
        for (const auto &[move, verdict] : solve_moves(about.rules(), *exact, about.line, proved, next))
            if (verdict.known) {
                add_value(json.name(about.variant.shown.text(move)).open('{'), verdict);
                json.close('}');
            }
        json.close('}').close('}');
        return std::move(json.text);
    });
}

// Reviews the game that led to a position. It tells the JudgementView of each position from the last to the first, each followed
// by a VerdictView if the move changed the result, and then the MomentViews. The limits apply to each position, once for a proof
// and again for a search; with a limit on nodes, tables are not used. The answer is null.
EXPORT(review) bool review_of(int variant, int size, double seconds, double nodes) {
    return answer_with([&] {
        const Asked about(variant, size);
        const Shown &shown = about.variant.shown;
        const auto news = [](std::string view) {
            answered = std::move(view);
            tell();
        };
        Ending ending;
        HashTable memory(review_megabytes);
        const Exact *exact = nodes > 0 ? about.variant.decider() : about.variant.exact();
        std::vector<Judgement> course;
        for (Line line = about.line; line; line = line->before) {
            course.push_back(judge(about.rules(), exact, line, memory, [&] { return ending.limits(seconds, nodes); }, threads));
            news(judgement_view(shown, course.back()));
            if (course.size() == 1) continue;
            const std::string changed = verdict_view(about.rules(), course.back(), course[course.size() - 2]);
            if (!changed.empty()) news(changed);
        }
        std::reverse(course.begin(), course.end());
        for (const Moment &moment : moments(about.rules(), course)) news(moment_view(about.rules(), shown, course, moment));
        return std::string("null");
    });
}

// Judges the moves in the last line of the question, tried in a position that the player to move wins in `plies` plies, and
// replies to each. The answer is an AttemptView; with `hint`, the MoveView of the move that wins after them, or null.
EXPORT(attempt) bool attempt_at(int variant, int size, int plies, int hint) {
    return answer_with([&] {
        const Asked about(variant, size);
        Puzzle puzzle(about.rules(), about.variant.decider(), about.line, plies, {});
        for (std::string_view text : split(about.rest, " ")) {
            const auto move = about.variant.find(*puzzle.line, text);
            if (!move) throw std::invalid_argument("there is no legal move " + std::string(text));
            puzzle.attempt(*move);
            if (std::string_view(puzzle.state) != "open") break;
        }
        if (!hint) return attempt_view(about.rules(), about.variant.shown, about.line, puzzle);
        Json json;
        if (const auto move = puzzle.solution()) {
            view::add_move(json.open('{'), about.variant.shown, *move);
            json.close('}');
        } else {
            json.null();
        }
        return std::move(json.text);
    });
}

// In how many plies the player to move wins, if that can be proved quickly and makes a short enough puzzle; otherwise null.
EXPORT(won_in) bool won_in(int variant, int size) {
    return answer_with([&] {
        const Asked about(variant, size);
        Json json;
        const auto plies = Puzzle::won_in(about.rules(), about.variant.decider(), about.line, {});
        plies ? json.value(*plies) : json.null();
        return std::move(json.text);
    });
}

// The move of a level, in notation. The last line of the question is the seed, any text. `seconds` limits the thinking time; 0
// leaves only the level's own limit. In a match of rounds that can be given up, `goal` is the points that win it, and White began
// this round; the answer is null if the player gives it up. Otherwise `goal` is 0. `swap` is the number of moves after which
// players may swap sides, or 0; the answer is "swap" if the player does. `style` is the number of a Style.
EXPORT(choose) bool choose_move(int variant, int size, int number, double seconds, int white, int black, int goal, int swap, int style) {
    return answer_with([&] {
        const Asked about(variant, size);
        if (about.rules().outcome(*about.line).over) throw std::invalid_argument("the game is over");
        if (goal < 0 || (goal && (white < 0 || black < 0 || white >= goal || black >= goal || goal > 1000)))
            throw std::invalid_argument("a match cannot have this score");
        Ending ending;
        const Variant &known = about.variant;
        Means means{about.rules(), known.decider(), nullptr, {}, [&](auto nodes, auto limit) { return ending.budget(nodes, limit); }};
        means.threads = threads;
        if (!known.book.values.empty())
            means.book = [&](const Node &node) { return known.book.value(about.rules(), known.shown, node); };
        Level level = known.level(number);
        level.style = Style(std::clamp(style, 0, int(Style::Tricky)));
        Choice choice(means, about.line, level, about.rest);
        if (const Exact *tables = level.overlooks() ? nullptr : known.tables()) {
            means.endings = tables->endings(*about.line);
            means.valued = tables->moves(about.line);
        }
        const auto limit = Ending::positive(seconds);
        Circumstances around{{}, swap};
        if (goal) around.score = MatchScore{white, black, goal};
        const Turn turn = choice.choose(around, limit);
        Json json;
        if (turn.kind == Turn::GivesUp)
            json.null();
        else
            json.value(turn.kind == Turn::Swaps ? "swap" : about.variant.shown.text(turn.move));
        return std::move(json.text);
    });
}

// The computer's answer to a draw offer after `plies` plies, when it plays `side`: by the exact value, or else by a search. Each
// may take `seconds`.
EXPORT(answer_draw) bool answer_draw(int variant, int size, int side, double seconds, int plies) {
    return answer_with([&] {
        const Asked about(variant, size);
        if (about.rules().outcome(*about.line).over) throw std::invalid_argument("the game is over");
        Ending ending;
        Budget proving = ending.limits(seconds, 0);
        const Exact *exact = about.variant.exact();
        const Verdict verdict = exact ? exact->solve(about.rules(), about.line, proving) : Verdict{};
        Json json;
        if (verdict.known) {
            const int value = verdict.winner < 0 ? 0 : verdict.winner == side ? 1 : -1;
            return std::move(json.value(draw_answer(true, value, plies)).text);
        }
        Budget searching = ending.limits(seconds, 0);
        HashTable memory(std::size_t(16));
        Shared shared(memory, searching);
        shared.endings = exact ? exact->endings(*about.line) : nullptr;
        const Answer found = about.rules().analyse(about.line, Question{0, 1, 1, {}}, shared, [](const Answer &) {});
        const Score &score = found.lines.at(0).score;
        const int value = about.rules().turn(*about.line) == side ? score.value : -score.value;
        return std::move(json.value(draw_answer(std::string_view(result_of(score).result) == "draw", value, plies)).text);
    });
}

#ifdef DREIERLEI_WORKERS
// Sets how many threads a search may use, including this one. Searches with a limit on depth or nodes use one.
EXPORT(use_threads) void use_threads(int count) { threads = std::clamp(count, 1, Offers::most + 1); }
// How many threads are searching.
EXPORT(threads_at_work) int threads_at_work() { return 1 + offers.busy(); }
EXPORT(nodes_of_helpers) double nodes_of_helpers() { return helped; }
#endif
