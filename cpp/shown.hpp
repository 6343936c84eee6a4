// How a variant is shown to people and pages: the names of its targets, the notation of its moves, positions as lines of text.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "erased.hpp"

namespace dreierlei {

// From the declaration, as lists of words:
//
//   id, game     the variant's id and its game's
//   targets      their texts, the places first; `kinds` has the kind of each, `at` the place that it is on, or nothing;
//                `named`, and for each place `grounds`, what people call it, as JSON to be inserted into messages
//   rows         the indices of the places in each row of a position's line
//   fields       the kinds of the fields that follow the turn in a position's line
//   hands        "shown" if players see the stones in hand
//   prompts, reasons, refusals, teaching   those for which the game has its own words
using Lists = std::map<std::string, std::vector<std::string>>;

inline std::vector<std::string_view> split(std::string_view text, std::string_view at) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(at), text.size());
        if (end) parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

// A number from 0 to 999 999; -1 if the text is not one.
inline int small_number(std::string_view text) {
    int number = text.empty() || text.size() > 6 ? -1 : 0;
    for (char digit : text) number = number < 0 || digit < '0' || digit > '9' ? -1 : 10 * number + (digit - '0');
    return number;
}

class Shown {
  public:
    explicit Shown(Lists given) : lists(std::move(given)), targets(list("targets")), kinds(list("kinds")), at(list("at")) {
        places = int(std::count_if(kinds.begin(), kinds.end(), [](const std::string &kind) { return kind == "place"; }));
        for (const std::string &row : list("rows")) {
            rows.emplace_back();
            for (std::string_view place : split(row, " ")) rows.back().push_back(small_number(place));
        }
        Spec::require(targets.size() == kinds.size() && targets.size() == at.size(), "each target needs a kind and a place");
        for (const auto &row : rows)
            for (int place : row) Spec::require(place >= 0 && place < places, "a row has a place that does not exist");
    }

    // Throws if a move has a target without a name.
    void check(const AnyRules &rules) const {
        for (int action = 0; action < rules.actions().size(); ++action) {
            const Move move = rules.actions().move(action);
            for (int i = 0; i < move.size; ++i)
                Spec::require(move.target[std::size_t(i)] < targets.size(),
                              "there are moves with more targets than the " + std::to_string(targets.size()) + " that are declared");
        }
    }

    const std::string &target(int index) const { return targets.at(std::size_t(index)); }
    const std::string &kind(int index) const { return kinds.at(std::size_t(index)); }
    // The name of the place that a target is on; empty if there is none.
    const std::string &place(int index) const { return at.at(std::size_t(index)); }
    int place_count() const { return places; }

    // The target with this text; -1 if there is none.
    int find(std::string_view text) const {
        const auto found = std::find(targets.begin(), targets.end(), text);
        return found == targets.end() ? -1 : int(found - targets.begin());
    }

    // The notation: two places in a row are joined by a hyphen; every other target follows directly.
    std::string text(Move move) const {
        std::string written;
        for (int i = 0; i < move.size; ++i) {
            if (i && move.target[i - 1] < places && move.target[i] < places) written += "-";
            written += target(move.target[i]);
        }
        return written;
    }

    // The key of a message; the game's own key if the list `kind` says that the game has its own words for `name`.
    std::string key(const std::string &kind, std::string key, const std::string &name) const {
        const auto &own = list(kind);
        return std::find(own.begin(), own.end(), name) == own.end() ? key : list("game").at(0) + "." + key;
    }

    const std::string &id() const { return list("id").at(0); }
    const std::string &named(int target) const { return list("named").at(std::size_t(target)); }
    const std::string &ground(int place) const { return list("grounds").at(std::size_t(place)); }
    bool hands() const { return !list("hands").empty(); }

    // A letter for each place.
    static std::string stones(const std::vector<Stone> &setup) {
        std::string letters;
        for (Stone stone : setup) letters += letters_of_stones[stone];
        return letters;
    }

    // The position in one line, which `read` reads.
    std::string line(const AnyRules &rules, const Node &node) const {
        const Setup setup = rules.describe(node);
        std::string line = id() + " ";
        for (const auto &row : rows) {
            if (&row != &rows.front()) line += "/";
            for (int place : row) line += letters_of_stones[setup.places.at(std::size_t(place))];
        }
        line += setup.turn ? " b" : " w";
        for (std::size_t i = 0; i < setup.fields.size(); ++i) {
            const int value = setup.fields[i];
            line += ' ';
            line += list("fields").at(i) != "place" ? std::to_string(value) : value < 0 ? "-" : place(value);
        }
        if (node.occurrences > 1) line.append(" x").append(std::to_string(node.occurrences));
        return line;
    }

    // One text for a position and all its symmetric images: the first in alphabetical order, without variant and history.
    std::string canonical(const AnyRules &rules, const Node &node) const {
        std::string first;
        for (int i = 0; i < rules.symmetries().size(); ++i) {
            std::string text = line(rules, *rules.turned(node, i));
            text.erase(0, text.find(' ') + 1);
            if (first.empty() || text < first) first = std::move(text);
        }
        return first;
    }

    // Null if the text is not a valid position of this variant, written exactly as `line` writes it.
    Line read(const AnyRules &rules, std::string_view text) const {
        const auto words = split(text, " ");
        const auto &fields = list("fields");
        const std::size_t shortest = 3 + fields.size();
        if (words.size() != shortest && words.size() != shortest + 1) return nullptr;
        Setup setup;
        setup.places.resize(std::size_t(places), Free);
        const auto written = split(words[1], "/");
        if (words[0] != id() || written.size() != rows.size() || (words[2] != "w" && words[2] != "b")) return nullptr;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (written[i].size() != rows[i].size()) return nullptr;
            for (std::size_t j = 0; j < rows[i].size(); ++j) {
                const std::size_t stone = letters_of_stones.find(written[i][j]);
                if (stone == std::string_view::npos) return nullptr;
                setup.places[std::size_t(rows[i][j])] = Stone(stone);
            }
        }
        setup.turn = words[2] == "b" ? Black : White;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::string_view word = words[3 + i];
            const bool none = fields[i] == "place" && word == "-";
            const int value = none ? -1 : fields[i] == "place" ? find(word) : small_number(word);
            if (value < 0 && !none) return nullptr;
            setup.fields.push_back(value);
        }
        int occurrences = 1;
        if (words.size() > shortest) occurrences = words.back()[0] == 'x' ? small_number(words.back().substr(1)) : 0;
        Problems problems;
        return rules.set_up(setup, occurrences, problems);
    }

  private:
    static constexpr std::string_view letters_of_stones = ".wbn";

    const std::vector<std::string> &list(const std::string &name) const {
        const auto found = lists.find(name);
        Spec::require(found != lists.end(), "the declaration lacks \"" + name + "\"");
        return found->second;
    }

    Lists lists;
    const std::vector<std::string> &targets, &kinds, &at;
    int places;
    std::vector<std::vector<int>> rows;
};

}  // namespace dreierlei
