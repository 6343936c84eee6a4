// A match in the page: what follows from everything that has happened in it.
//
// A question has one line for the position that the first game begins from, empty for the start of the game; one line for the
// terms; and one line for each thing that happened, which is an entry of the server's log:
//
//   terms   length, whether it is one game from that position, the computer's seat, the reader's seat (-1: none, or both),
//           kind of clock, its two numbers, when the match began, and the number of moves after which players may swap
//           sides (0: they may not); times are in milliseconds since 1970
//   entry   when, kind, player, and a text that depends on the kind: the move, what is offered or declined with the
//           computer's answer, the number of plies taken back
//
// The words of a line are separated by spaces.
#pragma once

#include "variant.hpp"

namespace dreierlei {

using Time = long long;

// The time that each player had left at the moment `since`, and whose clock has been running since then.
struct Times {
    std::array<Time, 2> left{};
    int running = -1;
    Time since = 0;
};

struct MatchClock {
    enum Kind { None, Fischer, Days } kind = None;
    Time initial = 0, increment = 0;

    // The plies at the start of a game during which a clock by seconds does not run, so that both players can arrive.
    static constexpr int free_plies = 2;

    Times wound() const { return {{initial, initial}, -1, 0}; }
    static Times stopped(Times times, Time at) {
        if (times.running >= 0) {
            Time &left = times.left[std::size_t(times.running)];
            left = std::max(Time(0), left - std::max(Time(0), at - times.since));
        }
        return {times.left, -1, at};
    }
    Times started(const Times &times, int turn, std::size_t plies, Time at) const {
        const bool still = kind == None || (kind == Fischer && plies < free_plies);
        return {times.left, still ? -1 : turn, at};
    }
    Times pressed(const Times &times, int player, Time at) const {
        Times after = stopped(times, at);
        if (kind == Fischer && times.running == player) after.left[std::size_t(player)] += increment;
        if (kind == Days) after.left[std::size_t(player)] = initial;
        return after;
    }
};

class MatchLog {
  public:
    MatchLog(const Variant &variant, std::string_view text) : variant(variant), rule(variant.match) {
        const std::string_view from = next_line(text);
        begin(next_line(text));
        line = variant.reach(from, "");
        if (!line || variant.rules->outcome(*line).over) refuse("there is no such start");
        now = standing(rule, length, {});
        times = clock.started(clock.wound(), turn(), 0, founded);
        while (!text.empty()) follow(next_line(text));
    }

    // The match's part of a MatchView of the wire format, and what its actions need: the number of plies that a takeback takes
    // back (null if none), and who is White in the next game.
    std::string view(Time at) const;

    // All games as text, the unfinished one last, exactly as Python writes records; as SGF on request.
    std::string records(std::string_view first, std::string_view second, bool sgf) const;

  private:
    // The state of a game before a move or a swap.
    struct Before {
        Line line;
        Times times;
        bool swapped;
    };
    struct Ended {
        Played played;
        std::string reason;
        bool points = false;
        Line line;
    };

    [[noreturn]] static void refuse(const char *why) { throw std::invalid_argument(why); }
    static std::string_view next_line(std::string_view &text) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        return line;
    }
    static Time number(std::string_view word) { return whole_number(word); }

    void begin(std::string_view text) {
        const auto words = split(text, " ");
        if (words.size() != 9) refuse("these are no terms of a match");
        length = small_number(words[0]);
        single = words[1] == "1";
        computer = int(number(words[2]));
        reader = int(number(words[3]));
        clock.kind = words[4] == "fischer" ? MatchClock::Fischer : words[4] == "days" ? MatchClock::Days : MatchClock::None;
        clock.initial = number(words[5]);
        clock.increment = number(words[6]);
        founded = number(words[7]);
        swap_moves = small_number(words[8]);
        if (length < 1) refuse("a match has at least one game");
    }

    int white() const { return now.whites.at(std::size_t(round) - 1) ^ int(swapped && !game_over()); }
    bool game_over() const { return games.size() == std::size_t(round); }
    int player(int side) const { return side ? 1 - white() : white(); }
    int side(int player) const { return player == white() ? White : Black; }
    int turn() const { return game_over() ? -1 : mover(line, swapped); }
    // Who is to move at a position of the current game; under the swap rule one player makes the first moves for both.
    int mover(const Line &at, bool swapped_then) const {
        const bool begins = swap_moves && swap_stage(*variant.rules, *at, swap_moves) == Swap::Begins;
        return player(variant.rules->turn(begins ? *nodes(at).front() : *at)) ^ int(swapped_then != swapped);
    }
    bool over() const { return now.over || (single && game_over()); }
    int winner() const {
        if (!over() || now.halves[0] == now.halves[1]) return -1;
        return now.halves[0] > now.halves[1] ? 0 : 1;
    }
    Swap stage() const { return swap_moves && !swapped ? swap_stage(*variant.rules, *line, swap_moves) : Swap::Past; }
    bool may_swap() const { return !game_over() && stage() == Swap::Open; }
    bool may_give_up() const { return rule.give_up && !game_over() && !before.empty() && stage() != Swap::Begins; }
    // The positions of a game, from its start.
    static std::vector<const Node *> nodes(const Line &line) {
        std::vector<const Node *> found;
        for (const Node *node = line.get(); node; node = node->before.get()) found.push_back(node);
        std::reverse(found.begin(), found.end());
        return found;
    }

    // How many plies to take back until the player is to move again; with two players at one screen the last move, whoever made
    // it. 0: none.
    std::size_t plies_back(int player) const {
        if (game_over() && !variant.rules->outcome(*line).over) return 0;
        if (computer < 0) return before.empty() ? 0 : 1;
        for (std::size_t plies = 1; plies <= before.size(); ++plies) {
            const Before &then = before[before.size() - plies];
            if (mover(then.line, then.swapped) == player) return plies;
        }
        return 0;
    }

    void in_play() const {
        if (over() || game_over()) refuse("the game is over");
    }
    void stand() {
        std::vector<Played> played;
        for (const Ended &game : games) played.push_back(game.played);
        now = standing(rule, length, played);
    }
    // Ends the current game other than by a move; a winner of -1 is a draw.
    void end(int winner, const char *reason, Time at) {
        const bool counts = rule.give_up && winner >= 0;
        games.push_back({{winner, counts ? worth(*variant.rules, *line) : 0, swapped}, reason, counts, line});
        offered = -1;
        times = MatchClock::stopped(times, at);
        stand();
    }

    void follow(std::string_view text) {
        const auto words = split(text, " ");
        if (words.size() < 3) refuse("this is no entry");
        const Time at = number(words[0]);
        const std::string_view kind = words[1];
        const int by = int(number(words[2])), to_move = variant.rules->turn(*line);
        const auto word = [&](std::size_t index) { return index < words.size() ? words[index] : std::string_view(); };
        ++entries;
        answer.clear();
        if (kind == "move") {
            play(word(3), at);
        } else if (kind == "swap") {
            swap(at);
        } else if (kind == "takeback") {
            take_back(std::size_t(std::max(0, small_number(word(3)))), at);
        } else if (kind == "offer") {
            in_play();
            if (offered >= 0 || word(3) != "draw") refuse("this cannot be offered");
            offered = by;
        } else if (kind == "decline") {
            offered = -1;
            answer = word(4);
        } else if (kind == "draw") {
            in_play();
            end(-1, "agreed draw", at);
            answer = word(3);
        } else if (kind == "resign" && !rule.give_up) {
            in_play();
            end(1 - side(by), "resignation", at);
        } else if (kind == "give_up" || kind == "resign") {
            in_play();
            if (!may_give_up() || by != turn()) refuse("the round cannot be given up now");
            end(1 - to_move, "gave up", at);
        } else if (kind == "flag") {
            in_play();
            end(1 - side(turn()), "time", at);
        } else if (kind == "next") {
            if (over() || !game_over()) refuse("there is no next game");
            ++round;
            line = variant.rules->start();
            before.clear();
            swapped = false;
            offered = -1;
            times = clock.started(clock.wound(), turn(), 0, at);
        } else {
            refuse("there is no such entry");
        }
    }

    void play(std::string_view text, Time at) {
        in_play();
        const int mover = turn();
        const auto move = variant.find(*line, text);
        if (!move) refuse("there is no such move");
        before.push_back({line, times, swapped});
        line = variant.rules->play(line, *move);
        offered = -1;
        if (const Outcome end = variant.rules->outcome(*line); end.over) {
            const Played played{end.winner, std::max(0, int(end.points)), swapped};
            games.push_back({played, variant.rules->reason(end), end.points >= 0, line});
            stand();
        }
        times = clock.started(clock.pressed(times, mover, at), turn(), before.size(), at);
    }

    void swap(Time at) {
        if (!may_swap()) refuse("the sides cannot be swapped now");
        const int swapper = turn();
        before.push_back({line, times, false});
        swapped = true;
        offered = -1;
        times = clock.started(clock.pressed(times, swapper, at), turn(), before.size(), at);
    }

    void take_back(std::size_t plies, Time at) {
        if (!plies || plies > before.size()) refuse("there is no move to take back");
        const Before then = before[before.size() - plies];
        before.resize(before.size() - plies);
        games.resize(std::min(games.size(), std::size_t(round) - 1));
        line = then.line;
        swapped = then.swapped;
        offered = -1;
        stand();
        times = clock.started(then.times, turn(), before.size(), at);
    }

    std::string record(std::size_t round, const Ended *game, const std::array<std::string, 2> &names) const;
    std::string sgf(std::size_t round, const Ended *game, const std::array<std::string, 2> &names) const;
    std::string length_text() const;
    std::string swap_text(const Ended *game) const {
        return "after move " + std::to_string(swap_moves) + ((game ? game->played.swapped : swapped) ? ", taken" : "");
    }
    void add_games(Json &json) const;
    void add_end(Json &json) const;
    void add_clock(Json &json, Time at) const;
    std::string result_of(const Ended &game) const { return game.played.winner < 0 ? "1/2-1/2" : game.played.winner ? "0-1" : "1-0"; }

    const Variant &variant;
    const MatchRule rule;
    MatchClock clock;
    int length = 1, computer = -1, reader = -1, round = 1, entries = 0, offered = -1;
    int swap_moves = 0;
    bool single = false, swapped = false;
    Time founded = 0;
    Times times;
    Line line;
    std::vector<Before> before;
    std::vector<Ended> games;
    Standing now;
    std::string answer;
};

}  // namespace dreierlei
