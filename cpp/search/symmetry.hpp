// The symmetries of a set of lines: all ways of renaming the cells that turn lines into lines.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "../model.hpp"

namespace dreierlei {

// Each symmetry as the images of cells 0, 1, 2 …; the identity is one of them. Where there are more than `most`, as with
// many cells in no line, the first ones found: whoever uses fewer symmetries only works more.
//
// The image of one cell after the other is chosen, neighbours of chosen cells first; a choice is given up when a line
// all of whose cells have images is not turned into a line. So each symmetry is found once.
inline std::vector<std::vector<int>> symmetries_of(std::vector<Bits> lines, int places, std::size_t most = 64) {
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());

    // What a symmetry cannot change about a cell: how many lines of each size pass through it.
    std::vector<std::array<int, 65>> sizes(places);
    for (Bits line : lines)
        for (Bits left = line; left;) ++sizes[pop(left)][std::popcount(line)];

    std::vector<int> order;
    Bits chosen = 0;
    while (int(order.size()) < places) {
        int best = -1, most = -1;
        for (int cell = 0; cell < places; ++cell) {
            if (chosen & bit(cell)) continue;
            int joined = 0;
            for (Bits line : lines)
                if (line & bit(cell)) joined += std::popcount(line & chosen);
            if (joined > most) most = joined, best = cell;
        }
        order.push_back(best);
        chosen |= bit(best);
    }
    // The lines that are complete with each cell of the order.
    std::vector<std::vector<Bits>> complete(places);
    for (Bits line : lines) {
        int last = 0;
        for (int i = 0; i < places; ++i)
            if (line & bit(order[i])) last = i;
        complete[last].push_back(line);
    }

    std::vector<std::vector<int>> found;
    std::vector<int> image(places, -1);
    const auto extend = [&](auto &&self, int depth, Bits used) -> void {
        if (depth == places) {
            found.push_back(image);
            return;
        }
        const int cell = order[depth];
        for (int to = 0; to < places && found.size() < most; ++to) {
            if (used & bit(to) || sizes[to] != sizes[cell]) continue;
            image[cell] = to;
            const bool fits = std::all_of(complete[depth].begin(), complete[depth].end(), [&](Bits line) {
                Bits turned = 0;
                for (Bits left = line; left;) turned |= bit(image[pop(left)]);
                return std::binary_search(lines.begin(), lines.end(), turned);
            });
            if (fits) self(self, depth + 1, used | bit(to));
        }
        image[cell] = -1;
    };
    extend(extend, 0, 0);
    return found;
}

// Symmetries to turn sets of cells with. Number 0 is the identity.
class Symmetries {
  public:
    Symmetries() = default;
    explicit Symmetries(std::vector<std::vector<int>> found) : images(std::move(found)) {
        const auto same = std::find_if(images.begin(), images.end(),
                                       [](const auto &image) { return std::is_sorted(image.begin(), image.end()); });
        if (same != images.end()) std::iter_swap(images.begin(), same);
    }

    int cell(int cell, int i) const { return images[std::size_t(i)][std::size_t(cell)]; }
    Bits turned(Bits set, int i) const {
        Bits result = 0;
        while (set) result |= bit(cell(pop(set), i));
        return result;
    }

    // The symmetry that makes the sets least, the first before the second: the same sets for all images of a position.
    // The identity where none makes less.
    int least(const std::array<Bits, 2> &sets) const {
        std::array<Bits, 2> best = sets;
        int least = 0;
        for (int i = 1; i < int(images.size()); ++i) {
            const Bits first = turned(sets[0], i);
            if (first > best[0]) continue;
            const Bits second = turned(sets[1], i);
            if (first < best[0] || second < best[1]) best = {first, second}, least = i;
        }
        return least;
    }

  private:
    std::vector<std::vector<int>> images;  // of each cell, by symmetry
};

}  // namespace dreierlei
