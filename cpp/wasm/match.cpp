// A match as a page shows it.
#include "answers.hpp"
#include "match.hpp"

namespace dreierlei {

namespace {

void add(Json &json, const char *name, int number, bool known) {
    json.name(name);
    known ? json.value(number) : json.null();
}

// Thousandths as a decimal number.
std::string thousandths(Time value) {
    std::string rest = std::to_string(value % 1000);
    return std::to_string(value / 1000) + "." + std::string(3 - rest.size(), '0') + rest;
}

std::string tag(std::string_view name, std::string_view value) {
    std::string text = "[" + std::string(name) + " \"";
    for (char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + "\"]\n";
}

// A name with single spaces between its words.
std::string plain(std::string_view name) {
    std::string text;
    for (std::string_view word : split(name, " \t")) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

// The maximum width of a line of moves.
constexpr std::size_t width = 80;

}  // namespace

std::string MatchLog::view(Time at) const {
    Json json;
    json.open('{').name("number").value(entries).name("white").value(white()).name("round").value(round);
    json.name("score").open('[');
    for (int half : now.halves) json.raw(std::to_string(half / 2) + (half % 2 ? ".5" : ""));
    json.close(']');
    add(json, "turn", turn(), turn() >= 0);
    json.name("position").raw(position_view(*variant.rules, variant.shown, line)).name("line").open('[');
    const auto played = nodes(line);
    for (std::size_t i = 1; i < played.size(); ++i) json.value(variant.shown.text(played[i]->move));
    json.close(']').name("start").value(variant.shown.line(*variant.rules, *played.front()));
    add_games(json);
    add_end(json);
    json.name("swap");
    if (swap_moves)
        json.value(swapped ? "taken" : stage() == Swap::Begins ? "begins" : may_swap() ? "open" : "past");
    else
        json.null();
    add(json, "stake", may_give_up() ? worth(*variant.rules, *line) : 0, may_give_up());
    json.name("over").value(over());
    add(json, "winner", winner(), winner() >= 0);
    add_clock(json, at);
    json.name("thinking").value(turn() >= 0 && turn() == computer).name("offers").open('[');
    if (offered >= 0) json.open('{').name("kind").value("draw").name("by").value(offered).close('}');
    json.close(']').name("answer");
    if (answer.empty())
        json.null();
    else
        message(json, "draw." + answer).close('}').close('}');
    const int plies = int(plies_back(computer == 0 ? 1 : 0));
    add(json, "back", plies, plies > 0);
    json.name("next_white").value(now.whites.back()).close('}');
    return std::move(json.text);
}

void MatchLog::add_games(Json &json) const {
    json.name("games").open('[');
    for (std::size_t i = 0; i < games.size(); ++i) {
        const Ended &game = games[i];
        json.open('{').name("round").value(int(i) + 1).name("white").value(now.whites[i]);
        json.name("result").value(result_of(game)).name("reason").value(game.reason);
        add(json, "points", game.played.points, game.points);
        json.name("swapped").value(game.played.swapped);
        json.name("plies").value(int(nodes(game.line).size()) - 1).close('}');
    }
    json.close(']');
}

std::string MatchLog::records(std::string_view first, std::string_view second, bool as_sgf) const {
    if (as_sgf && variant.sgf.empty()) refuse("the game has no number in SGF");
    std::array<std::string, 2> names{plain(first), plain(second)};
    if (names[0].empty()) names[0] = "Player 1";
    if (names[1].empty()) names[1] = "Player 2";
    if (names[0] == names[1]) names[1] += " (2)";
    std::string text;
    for (std::size_t i = 0; i < std::size_t(round); ++i) {
        const Ended *game = i < games.size() ? &games[i] : nullptr;
        text += (i ? "\n" : "") + (as_sgf ? sgf(i, game, names) : record(i, game, names));
    }
    return text;
}

std::string MatchLog::length_text() const {
    const std::string count = std::to_string(length);
    return rule.points ? count + (length == 1 ? " point" : " points") : "best of " + count;
}

std::string MatchLog::record(std::size_t index, const Ended *game, const std::array<std::string, 2> &names) const {
    const auto played = nodes(game ? game->line : line);
    const AnyRules &rules = *variant.rules;
    const std::string &id = variant.shown.id(), start = variant.shown.line(rules, *played.front());
    std::string text = tag("Game", id.substr(0, id.find(':')));
    for (std::size_t i = 0; i + 1 < variant.tags.size(); i += 2) text += tag(variant.tags[i], variant.tags[i + 1]);
    if (start != variant.shown.line(rules, *rules.start())) text += tag("Position", start);
    text += tag("Round", std::to_string(index + 1));
    const std::size_t white = std::size_t(game ? now.whites[index] : this->white());
    text += tag("White", names[white]) + tag("Black", names[1 - white]);
    text += tag("Match", length_text());
    if (swap_moves) text += tag("Swap", swap_text(game));
    const std::string result = game ? result_of(*game) : "*";
    text += tag("Result", result) + tag("Termination", game ? game->reason : "unfinished");
    if (game && game->points) text += tag("Points", std::to_string(game->played.points));
    text += "\n";
    std::size_t column = 0;
    const auto add_word = [&](const std::string &word) {
        const bool fits = column + 1 + word.size() <= width;
        if (column) text += fits ? ' ' : '\n';
        column = column && fits ? column + 1 + word.size() : word.size();
        text += word;
    };
    const std::size_t offset = rules.turn(*played.front()) == Black;
    for (std::size_t ply = 0; ply + 1 < played.size(); ++ply) {
        const std::size_t half = ply + offset;
        const std::string move = variant.shown.text(played[ply + 1]->move), number = std::to_string(half / 2 + 1);
        add_word(half % 2 == 0 ? number + ". " + move : ply == 0 ? number + "... " + move : move);
    }
    add_word(result);
    return text + "\n";
}

// As `dreierlei.sgf` writes it.
std::string MatchLog::sgf(std::size_t index, const Ended *game, const std::array<std::string, 2> &names) const {
    const auto played = nodes(game ? game->line : line);
    const AnyRules &rules = *variant.rules;
    const std::string start = variant.shown.line(rules, *played.front());
    const std::size_t white = std::size_t(game ? now.whites[index] : this->white());
    const auto value = [](std::string_view text) {
        std::string written = "[";
        for (char c : text) {
            if (c == ']' || c == '\\') written += '\\';
            written += c;
        }
        return written + "]";
    };
    std::string text = "(;FF[4]CA[UTF-8]AP" + value(variant.sgf.at(1)) + "GM" + value(variant.sgf.at(0));
    if (rules.turn(*played.front()) == Black) text += "PL[B]";
    text += "RO" + value(std::to_string(index + 1)) + "PW" + value(names[white]) + "PB" + value(names[1 - white]);
    const std::string reason = game ? game->reason : "unfinished";
    const std::string ending = reason == "resignation" ? "Resign" : reason == "time" ? "Time" : "";
    const int winner = game ? game->played.winner : -1;
    const std::string points = game && game->points ? std::to_string(game->played.points) : "";
    text += "RE[" + (!game ? "?" : winner < 0 ? "Draw" : (winner ? "B+" : "W+") + (ending.empty() ? points : ending)) + "]DR";
    if (!variant.tags.empty() || start != variant.shown.line(rules, *rules.start())) text += value("start:" + start);
    text += value("tag:Match:" + length_text());
    if (swap_moves) text += value("tag:Swap:" + swap_text(game));
    if (game && ending.empty() && !rules.outcome(*played.back()).over) text += value("reason:" + reason);
    for (std::size_t ply = 0; ply + 1 < played.size(); ++ply)
        text += (rules.turn(*played[ply]) ? "\n;B" : "\n;W") + value(variant.shown.text(played[ply + 1]->move));
    return text + ")\n";
}

// How the current game ended, as a fact and in words for the reader.
void MatchLog::add_end(Json &json) const {
    if (!game_over()) {
        json.name("outcome").null().name("result").null();
        return;
    }
    const auto &[played, reason, points, line] = games.back();
    const int winner = played.winner;
    json.name("outcome").open('{').name("winner");
    winner < 0 ? json.null() : json.value(view::side(winner));
    json.name("reason").value(reason);
    add(json, "points", played.points, points);
    json.close('}').name("result");
    const bool yours = winner >= 0 && reader >= 0 && player(winner) == reader;
    std::string key = winner < 0 ? "result.drawn-game" : yours ? "result.you-won" : "result.won";
    message(json, winner >= 0 && points ? key + "-points" : key);
    if (winner >= 0 && !yours) message(json.name("name"), view::side(winner)).close('}').close('}');
    if (winner >= 0 && points) {
        message(json.name("points"), played.points == 1 ? "result.one-point" : "result.points");
        if (played.points != 1) json.name("count").value(played.points);
        json.close('}').close('}');
    }
    std::string why = "reason." + reason;
    std::replace(why.begin(), why.end(), ' ', '-');
    message(json.name("reason"), variant.shown.key("reasons", why, reason)).close('}').close('}');
    json.close('}').close('}');
}

void MatchLog::add_clock(Json &json, Time at) const {
    json.name("clock").open('{').name("left");
    if (clock.kind == MatchClock::None) {
        json.null();
    } else {
        json.open('[');
        for (Time left : MatchClock::stopped(times, at).left) json.raw(thousandths(left));
        json.close(']');
    }
    add(json, "running", times.running, times.running >= 0);
    json.close('}');
}

}  // namespace dreierlei
