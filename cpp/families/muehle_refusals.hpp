// Why a target cannot come next in a move of Mühle.
#pragma once

#include "muehle.hpp"

namespace dreierlei {

// A player may name a stone to take by its place or by its take target: both are the same spot on the board.
inline Refusal Muehle::why_not(const State &s, Move begun, int target) const {
    const bool placing = s.hand[s.turn] > 0, takes = target >= places;
    const int used = placing ? 1 : 2, place = target % places;
    const auto at = [](int p) { return std::uint32_t(1) << p; };
    const std::uint32_t own = s.stones[s.turn], theirs = s.stones[other(s.turn)], free = board & ~(own | theirs);
    const auto refuse = [&](const char *key) { return Refusal{key, {{"place", place}}}; };

    if (begun.size == used) {
        const int to = begun.target[used - 1];
        const std::uint32_t after = (placing ? own : own & ~at(begun.target[0])) | at(to);
        bool closed = false;
        for (std::uint32_t mill : mills) closed = closed || (mill & at(to) && (after & mill) == mill);
        if (!closed) return takes ? refuse("refusal.no-mill") : Refusal{};
        if (after & at(place)) return refuse("refusal.take-own");
        if (!(theirs & at(place))) return refuse("refusal.take-nothing");
        return refuse(takeable(theirs) & at(place) ? "refusal.take-unmarked" : "refusal.protected");
    }
    if (begun.size > used) return {};
    if (takes) return refuse("refusal.no-mill");
    if (placing)
        return theirs & at(place) ? refuse("refusal.occupied")
                                  : Refusal{"refusal.still-placing", {{"place", place}}, {{"count", s.hand[s.turn]}}};
    if (begun.size == 0) {
        if (free & at(place)) return refuse("refusal.choose-stone");
        return refuse(theirs & at(place) ? "refusal.opponents-stone" : "refusal.shut-in");
    }
    if (place == begun.target[0]) return refuse("refusal.same-place");
    if (!(free & at(place))) return refuse("refusal.occupied");
    return {"refusal.not-next", {{"place", place}, {"from", begun.target[0]}}, {{"count", std::popcount(own)}}};
}

}  // namespace dreierlei
