// Move ordering.
#pragma once

#include <algorithm>
#include <cstring>

#include "../model.hpp"

namespace dreierlei {

// What one thread remembers about moves, whatever the position: how often each caused a cutoff (history), and the last
// two that did so at each ply (killers).
class Memory {
  public:
    static constexpr int plies = 128;

    Memory() { clear(); }
    void clear() {
        std::memset(counts, 0, sizeof counts);
        std::memset(killers, 0, sizeof killers);
    }

    // Called between iterations, so that recent cutoffs count more.
    void fade() {
        for (auto &side : counts)
            for (int &count : side) count /= 2;
    }

    int history(Side side, Move move) const { return counts[side][slot(move)]; }
    bool killer(int ply, Move move) const { return killers[ply][0] == move.code() || killers[ply][1] == move.code(); }

    // `tried` are the earlier moves, which caused no cutoff.
    void cutoff(Side side, int ply, int depth, Move move, const Move *tried, int tried_count) {
        if (killers[ply][0] != move.code()) {
            killers[ply][1] = killers[ply][0];
            killers[ply][0] = move.code();
        }
        const int bonus = std::min(depth * depth, 400);
        reward(counts[side][slot(move)], bonus);
        for (int i = 0; i < tried_count; ++i) reward(counts[side][slot(tried[i])], -bonus);
    }

  private:
    static constexpr int size = 1 << 12, most = 1 << 14;

    // Moves may share a slot, which only makes the ordering worse.
    static int slot(Move move) {
        return int((move.target[0] + std::uint32_t(move.target[1]) * 64 + std::uint32_t(move.target[2]) * 40503) &
                   (size - 1));
    }
    // Converges to ±most, so that nothing overflows.
    static void reward(int &count, int bonus) { count += bonus * 16 - count * std::abs(bonus * 16) / most; }

    int counts[2][size];
    std::uint32_t killers[plies][2];
};

// Yields moves, best first, and sorts only as many as are requested.
class Picker {
  public:
    Picker() {}
    MoveList moves;
    int rank[max_moves];
    std::uint16_t index[max_moves];  // the index of each move in the generated order

    void begin() {
        for (int i = 0; i < moves.size(); ++i) index[i] = std::uint16_t(i);
    }
    const Move &pick(int i) {
        int best = i;
        for (int j = i + 1; j < moves.size(); ++j)
            if (rank[j] > rank[best]) best = j;
        if (best != i) {
            // The others keep their order, so that moves of equal rank are tried as generated.
            const Move move = moves[best];
            const int its_rank = rank[best];
            const std::uint16_t its_index = index[best];
            for (int j = best; j > i; --j) moves[j] = moves[j - 1], rank[j] = rank[j - 1], index[j] = index[j - 1];
            moves[i] = move;
            rank[i] = its_rank;
            index[i] = its_index;
        }
        return moves[i];
    }
};

}  // namespace dreierlei
