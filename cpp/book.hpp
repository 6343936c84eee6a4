// An opening book: searched positions by their canonical text, with their values for the player to move.
#pragma once

#include "shown.hpp"

namespace dreierlei {

struct Book {
    std::map<std::string, long> values;  // in hundredths, after minimax

    std::optional<int> value(const AnyRules &rules, const Shown &shown, const Node &node) const {
        const auto found = values.find(shown.canonical(rules, node));
        return found == values.end() ? std::nullopt : std::optional(int(found->second));
    }
};

}  // namespace dreierlei
