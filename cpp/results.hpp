// What a score says: a proved result or an estimate, and the key of the message that puts it into words.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "search/score.hpp"

namespace dreierlei {

struct Result {
    const char *result = "";  // "win", "draw" or "loss"; empty if there is only an estimate
    int plies = -1;           // to the end of the game: the exact number if `exact`, otherwise the most; -1: not known
    int estimate = 0;
    bool exact = false;  // result and plies are proved
};

// A lower bound suffices to prove a win, an upper bound to prove a loss; exact plies need both.
inline Result result_of(const Score &score) {
    const int value = score.value;
    if (value >= decisive) return {"win", win - value, 0, score.proved()};
    if (value <= -decisive) return {"loss", win + value, 0, score.proved()};
    if (value >= known && score.at_least) return {"win"};
    if (value <= -known && score.at_most) return {"loss"};
    if (value == 0 && score.proved()) return {"draw", -1, 0, true};
    return {"", -1, value};
}

// The key of the message, which mentions `plies`, or the `value` of an estimate.
inline std::string message_key(const Result &result) {
    const std::string_view name = result.result;
    if (name.empty()) return "result.estimate";
    if (name == "draw") return "result.draw";
    if (result.plies < 0) return name == "win" ? "result.win" : "result.loss";
    if (result.exact) return name == "win" ? "result.win-in" : "result.loss-in";
    return name == "win" ? "result.win-within" : "result.loss-within";
}

// The key of the message that says who wins a position (`name`) and how soon (`plies`).
inline std::string solution_key(bool known, bool won, int plies) {
    if (!known) return "result.unknown";
    if (!won) return "result.drawn";
    return plies < 0 ? "result.wins" : plies ? "result.wins-in" : "result.has-won";
}

// An estimate in whole units: +0.35.
inline std::string estimate_text(int hundredths) {
    const int size = std::abs(hundredths);
    std::string text(1, hundredths < 0 ? '-' : '+');
    text += std::to_string(size / 100);
    text += '.';
    text += char('0' + size / 10 % 10);
    text += char('0' + size % 10);
    return text;
}

}  // namespace dreierlei
