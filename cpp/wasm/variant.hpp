// A variant in the page, read from its declaration.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "../book.hpp"
#include "../levels.hpp"
#include "../match.hpp"
#include "../view.hpp"

namespace dreierlei {

// A whole number with an optional minus sign, up to the first character that is not a digit.
inline long long whole_number(std::string_view text) {
    const bool negative = text.starts_with('-');
    long long number = 0;
    for (char digit : text.substr(negative)) {
        if (digit < '0' || digit > '9' || number > std::numeric_limits<long long>::max() / 10 - 1) break;
        number = 10 * number + (digit - '0');
    }
    return negative ? -number : number;
}

// One line for each number, table and list: its kind, its name and its values, all separated by tabs. The values within a row
// of a table are separated by spaces. `dreierlei.levels.declared` writes it.
//
//   family  placement
//   number  places  9
//   table   lines   0 1 2   3 4 5   …
//   shown   targets a3  b3  c3  …
//   level   1       0.0
struct Declaration {
    std::string family;
    Spec spec;
    Lists shown;
    std::vector<Level> levels;  // the number and the sight of each, weakest first

    explicit Declaration(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::vector<std::string> words = cells(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            Spec::require(words.size() > 1, "a line of the declaration has no name");
            const std::string kind = words[0], name = words[1];
            words.erase(words.begin(), words.begin() + 2);
            if (kind == "family")
                family = name;
            else if (kind == "number")
                spec.numbers[name] = long(whole_number(words.at(0)));
            else if (kind == "table")
                for (auto &rows = spec.tables[name]; const std::string &row : words) rows.push_back(numbers(row));
            else if (kind == "words")
                spec.words[name] = std::move(words);
            else if (kind == "shown")
                shown[name] = std::move(words);
            else if (kind == "level")
                levels.push_back({int(whole_number(name)), decimal(words.at(0))});
        }
    }

    // The line `words match`: what is scored, who begins, whether rounds can be given up.
    MatchRule match() const {
        const auto &words = spec.words.at("match");
        return {words.at(0) == "points", words.at(1) == "loser", words.at(2) == "give_up"};
    }

  private:
    // Unlike `split`, this keeps empty words.
    static std::vector<std::string> cells(std::string_view line) {
        std::vector<std::string> words;
        for (std::size_t begin = 0; begin <= line.size();) {
            const std::size_t end = std::min(line.find('\t', begin), line.size());
            words.emplace_back(line.substr(begin, end - begin));
            begin = end + 1;
        }
        return words;
    }
    // A number such as -1.25 or inf, rounded correctly: both parts of the quotient are exact. The library's parser reads numbers
    // of any length in any notation, and is larger than a family of games.
    static double decimal(const std::string &text) {
        if (text == "inf") return std::numeric_limits<double>::infinity();
        const std::size_t point = std::min(text.find('.'), text.size());
        const std::string digits = text.substr(0, point) + text.substr(std::min(point + 1, text.size()));
        Spec::require(digits.size() <= 15, "a number of the declaration has too many digits");
        double divisor = 1;
        for (std::size_t i = point + 1; i < text.size(); ++i) divisor *= 10;
        return double(whole_number(digits)) / divisor;
    }
    static std::vector<int> numbers(const std::string &row) {
        std::vector<int> values;
        for (std::string_view word : split(row, " ")) values.push_back(int(whole_number(word)));
        return values;
    }
};

struct Variant {
    explicit Variant(const Declaration &declared)
        : shown(declared.shown), levels(declared.levels), match(declared.match()), tags(declared.spec.words.at("tags")), sgf(declared.spec.words.at("sgf")),
          rules(make_rules(declared.family, declared.spec)) {
        shown.check(*rules);
    }

    const Shown shown;
    const std::vector<Level> levels;
    const MatchRule match;
    const std::vector<std::string> tags;  // of a record, for options that differ from the default: alternating name and value
    const std::vector<std::string> sgf;   // the game's number in SGF and this program; empty if it has no number
    const std::unique_ptr<AnyRules> rules;
    Book book;  // empty until there is one

    // The solver; null if the family has none. It is made when it is first needed.
    const Exact *exact() const {
        if (!solver) solver.emplace(exact_of(*rules));
        return solver->get();
    }
    // The solver if it can decide every position.
    const Exact *decider() const { return exact() && exact()->complete() ? exact() : nullptr; }
    // The solver if it cannot, but has tables to probe.
    const Exact *tables() const { return exact() && !exact()->complete() ? exact() : nullptr; }

    // The highest level up to this number; full strength if none is declared.
    Level level(int number) const {
        Level found = levels.empty() ? Level{} : levels.front();
        for (const Level &each : levels)
            if (each.number <= number) found = each;
        return found;
    }

    // The legal move with this notation.
    std::optional<Move> find(const Node &node, std::string_view text) const {
        MoveList moves;
        rules->moves(node, moves);
        for (const Move &move : moves)
            if (shown.text(move) == text) return move;
        return {};
    }

    // The position after `moves` from a position line, or from the start if that is empty; null if there is no such position.
    Line reach(std::string_view from, std::string_view moves) const {
        Line line = from.empty() ? rules->start() : shown.read(*rules, from);
        for (std::string_view text : split(moves, " ,")) {
            const auto move = line ? find(*line, text) : std::nullopt;
            line = move ? rules->play(line, *move) : nullptr;
        }
        return line;
    }

  private:
    mutable std::optional<std::unique_ptr<Exact>> solver;
};

}  // namespace dreierlei
