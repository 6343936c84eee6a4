// The geometry of a square of coloured cells: where a piece on each cell can go, and the symmetries that preserve that.
#pragma once

#include <algorithm>
#include <utility>

#include "../symmetry.hpp"

namespace dreierlei {

struct KatarengaBoard {
    enum Colour { Red, Yellow, Green, Blue };

    // Red and yellow cells slide along four rays, each cut off at the next cell of that colour; two rays run towards
    // higher cell numbers and two towards lower ones. Green and blue cells step.
    struct Reach {
        Bits steps = 0;
        std::array<Bits, 2> rising{}, falling{};
    };

    static const Spec &checked(const Spec &spec) {
        spec.check_number("places", {1, 64});
        const long places = spec.number("places"), width = width_of(int(places));
        Spec::require(width * width == places, "the number \"places\" must be a square, not " + std::to_string(places));
        spec.check_number("weiter", {0, 1});
        // A lift has at most 14 destinations, and a list holds `max_moves`.
        spec.check_number("pieces", {1, spec.number("weiter") ? std::min(places / 2, 27L) : std::max(1L, places / 2)});
        spec.check_table("colours", {1, 1}, {places, places}, {0, 3});
        spec.check_table("threes", {0, 10'000}, {3, 3}, {0, places - 1});
        return spec;
    }

    static int width_of(int places) {
        int width = 1;
        while (width * width < places) ++width;
        return width;
    }

    // The rotations and reflections of the square that preserve colours and threes.
    static Symmetries symmetries_of(const std::vector<int> &colours, const std::vector<Bits> &threes) {
        const int places = int(colours.size()), width = width_of(places);
        std::vector<std::vector<int>> images;
        for (int kind = 0; kind < 8; ++kind) {
            std::vector<int> image;
            bool keeps = true;
            for (int cell = 0; cell < places; ++cell) {
                int row = cell / width, column = cell % width;
                if (kind & 1) column = width - 1 - column;
                if (kind & 2) row = width - 1 - row;
                if (kind & 4) std::swap(row, column);
                image.push_back(row * width + column);
                keeps = keeps && colours[std::size_t(image.back())] == colours[std::size_t(cell)];
            }
            keeps = keeps && std::all_of(threes.begin(), threes.end(), [&](Bits three) {
                Bits turned = 0;
                while (three) turned |= bit(image[std::size_t(pop(three))]);
                return !kind || std::find(threes.begin(), threes.end(), turned) != threes.end();
            });
            if (keeps) images.push_back(std::move(image));
        }
        return Symmetries(std::move(images));
    }

    static Reach reach_table(int cell, int width, const std::vector<int> &colours) {
        Reach reach;
        const int row = cell / width, column = cell % width;
        const auto inside = [&](int r, int c) { return r >= 0 && r < width && c >= 0 && c < width; };
        if (colours[cell] == Green || colours[cell] == Blue) {
            for (int dr = -2; dr <= 2; ++dr)
                for (int dc = -2; dc <= 2; ++dc) {
                    const int distance = dr * dr + dc * dc;  // 5 for a knight's move, 1 or 2 for a king's
                    const bool step = colours[cell] == Green ? distance == 5 : distance == 1 || distance == 2;
                    if (step && inside(row + dr, column + dc)) reach.steps |= bit((row + dr) * width + column + dc);
                }
            return reach;
        }
        const auto ray = [&](int dr, int dc) {
            Bits cells = 0;
            for (int r = row + dr, c = column + dc; inside(r, c); r += dr, c += dc) {
                cells |= bit(r * width + c);
                if (colours[r * width + c] == colours[cell]) break;
            }
            return cells;
        };
        if (colours[cell] == Red) {
            reach.rising = {ray(0, 1), ray(1, 0)};
            reach.falling = {ray(0, -1), ray(-1, 0)};
        } else {
            reach.rising = {ray(1, 1), ray(1, -1)};
            reach.falling = {ray(-1, -1), ray(-1, 1)};
        }
        return reach;
    }
};

}  // namespace dreierlei
