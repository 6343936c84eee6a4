// Why a cell cannot be chosen in a game on Katarenga tableaus.
#pragma once

#include <cstdlib>

#include "katarenga.hpp"

namespace dreierlei {

inline Refusal Katarenga::why_not(const State &s, Move begun, int target) const {
    const Bits taken = s.pieces[0] | s.pieces[1], at = bit(target);
    const bool lifting = std::popcount(taken) == 2 * pieces;
    if (begun.size > int(lifting)) return {};
    if (lifting && !begun.size) {
        if (!(taken & at)) return {"refusal.choose-piece"};
        if (!(s.pieces[s.turn] & at)) return {"refusal.opponents-piece", {{"place", target}}};
        const bool reaches = reach(s.last, taken & ~at) & ~at;
        return {reaches ? "refusal.lift-forbidden" : "refusal.lift-useless", {{"place", target}, {"last", s.last}}};
    }
    const Bits lifted = begun.size ? bit(begun.target[0]) : 0, standing = taken & ~lifted;
    if (at & lifted) return {"refusal.same-place", {{"place", target}}};
    if (at & taken) return {"refusal.occupied", {{"place", target}}};
    if (s.last >= 0 && !(reach(s.last, standing) & at)) return out_of_reach(s.last, standing, target);
    // The rule looks ahead: the opponent's cells within reach may all be forbidden for the same reason.
    const bool answers = !lifting && reach(target, standing | at);
    return {answers ? "refusal.no-legal-answer" : "refusal.no-answer", {{"place", target}}};
}

// A rook or bishop that would get there on an empty board is blocked; otherwise its line ends earlier or does not lead there.
inline Refusal Katarenga::out_of_reach(int last, Bits taken, int target) const {
    static constexpr const char *ways[] = {"refusal.rook", "refusal.bishop", "refusal.knight", "refusal.king"};
    static constexpr const char *stops[] = {"refusal.rook-stops", "refusal.bishop-stops"};
    const int colour = colours[std::size_t(last)], width = width_of(places);
    const int rows = target / width - last / width, columns = target % width - last % width;
    const bool aligned = colour == Red ? !rows || !columns : colour == Yellow && std::abs(rows) == std::abs(columns);
    Refusal refusal{ways[colour], {{"place", target}, {"last", last}}};
    if (!aligned) return refusal;
    const auto sign = [](int n) { return (n > 0) - (n < 0); };
    const int step = sign(rows) * width + sign(columns);
    int blocker = -1;
    for (int cell = last + step; cell != target; cell += step) {
        if (colours[std::size_t(cell)] == colour) {
            refusal.key = stops[colour];
            refusal.targets["stop"] = cell;
            return refusal;
        }
        if (blocker < 0 && taken & bit(cell)) blocker = cell;
    }
    refusal.key = "refusal.blocked";
    refusal.targets["by"] = blocker;
    return refusal;
}

}  // namespace dreierlei
