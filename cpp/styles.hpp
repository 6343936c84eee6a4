// Which of several roughly equal moves a style prefers.
#pragma once

#include <functional>

#include "erased.hpp"
#include "level.hpp"
#include "search/score.hpp"

namespace dreierlei {

// The taste of a style in one position.
//
// A style considers what a hasty move would cost after its own move: the opponent now, and the player after the opponent's best
// reply. A solid player prefers positions in which its own next move can spoil little, a daring one those in which both sides'
// moves can spoil much, a tricky one those in which the opponent's can spoil much and its own little. What a move can *gain* does
// not matter: a player with a threat has a move that gains, and a style that avoided or sought threats would be weaker or
// stronger than another.
class Taste {
  public:
    Taste(const AnyRules &rules, const Line &line, Style style) : rules(rules), line(line), style(style) {}

    // The move that appeals most. What the player overlooked when choosing the first move stays overlooked: a move replaces it
    // only if the same result is near.
    Move best(const std::vector<Move> &moves) const {
        const Glance now = glance(line, moves);
        const auto looks = [&](const Move &move) {
            return now.looks[std::size_t(std::find(now.moves.begin(), now.moves.end(), move) - now.moves.begin())];
        };
        const Move *liked = &moves.front();
        const Prospect usual = prospect(*liked, looks(*liked));
        double most = usual.appeal;
        for (const Move &move : moves) {
            const Prospect other = prospect(move, looks(move));
            if (other.result == usual.result && other.appeal > most) liked = &move, most = other.appeal;
        }
        return *liked;
    }

  private:
    static constexpr int cap = 300;  // the value of a win, and the limit of estimates

    // How moves look at first glance, best first.
    struct Glance {
        std::vector<Move> moves;
        std::vector<int> looks;

        // The average cost of a hasty move to the player for whom the position is worth `standing`.
        double spoils(int standing) const {
            double sum = 0;
            for (const int look : looks) sum += std::max(0, standing - look);
            return sum / double(looks.size());
        }
    };

    struct Prospect {
        int result = 0;  // after the best reply: 1 the player has won, -1 the opponent has
        double appeal = 0;
    };

    Glance glance(const Line &at, const std::vector<Move> &candidates) const {
        int count = int(candidates.size());
        if (!count) {
            MoveList moves;
            rules.moves(*at, moves);
            count = moves.size();
        }
        HashTable table(std::size_t(1));
        Budget budget;
        Shared shared(table, budget);
        Glance found;
        for (const Variation &each : rules.analyse(at, Question{1, count, 1, candidates}, shared, {}).lines) {
            found.moves.push_back(each.moves[0]);
            found.looks.push_back(std::clamp<int>(each.score.value, -cap, cap));
        }
        return found;
    }

    Prospect prospect(const Move &move, int look) const {
        const Line after = rules.play(line, move);
        if (rules.outcome(*after).over) return {1, 0};
        const Glance replies = glance(after, {});
        const Line then = rules.play(after, replies.moves[0]);
        if (rules.outcome(*then).over) return {-1, 0};
        const double theirs = replies.spoils(-look), own = glance(then, {}).spoils(-replies.looks[0]);
        return {0, style == Style::Solid ? -own : style == Style::Daring ? theirs + own : theirs - own};
    }

    const AnyRules &rules;
    const Line &line;
    const Style style;
};

}  // namespace dreierlei
