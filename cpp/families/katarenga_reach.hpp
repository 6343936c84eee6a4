// How a piece captures on a Katarenga tableau: by the colour of its cell.
#pragma once

#include <array>
#include <vector>

#include "../bits.hpp"

namespace dreierlei {

enum Colour { Red, Yellow, Green, Blue };

// Red cells move like a rook and yellow ones like a bishop: they slide along four rays, each cut off at the next cell of
// that colour; two rays run towards higher cell numbers and two towards lower ones. Green cells move like a knight and
// blue ones like a king: they step.
class Reach {
  public:
    Reach() = default;
    Reach(int cell, int width, const std::vector<int> &colours) {
        const int row = cell / width, column = cell % width;
        const auto inside = [&](int r, int c) { return r >= 0 && r < width && c >= 0 && c < width; };
        const int colour = colours[std::size_t(cell)];
        if (colour == Green || colour == Blue) {
            for (int dr = -2; dr <= 2; ++dr)
                for (int dc = -2; dc <= 2; ++dc) {
                    const int distance = dr * dr + dc * dc;  // 5 for a knight's move, 1 or 2 for a king's
                    const bool step = colour == Green ? distance == 5 : distance == 1 || distance == 2;
                    if (step && inside(row + dr, column + dc)) steps |= bit((row + dr) * width + column + dc);
                }
            return;
        }
        const auto ray = [&](int dr, int dc) {
            Bits cells = 0;
            for (int r = row + dr, c = column + dc; inside(r, c); r += dr, c += dc) {
                cells |= bit(r * width + c);
                if (colours[std::size_t(r * width + c)] == colour) break;
            }
            return cells;
        };
        if (colour == Red) {
            rising = {ray(0, 1), ray(1, 0)};
            falling = {ray(0, -1), ray(-1, 0)};
        } else {
            rising = {ray(1, 1), ray(1, -1)};
            falling = {ray(-1, -1), ray(-1, 1)};
        }
    }

    // The free cells that a piece here could capture on.
    Bits cells(Bits taken) const {
        Bits reached = steps;
        for (std::size_t i = 0; i < 2; ++i) {
            // Towards higher numbers the nearest piece is the lowest: every bit up to it, or every bit.
            const Bits up = rising[i] & taken;
            reached |= rising[i] & (up ^ (up - 1));
            // Towards lower numbers the nearest is the highest: every bit from it on, or from bit 0 if there is none.
            const Bits down = falling[i] & taken;
            reached |= falling[i] & ~Bits{0} << (63 - std::countl_zero(down | 1));
        }
        return reached & ~taken;
    }

  private:
    Bits steps = 0;
    std::array<Bits, 2> rising{}, falling{};
};

}  // namespace dreierlei
