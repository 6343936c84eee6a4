// The symmetries of a board: the permutations of its places that preserve the rules.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "model.hpp"

namespace dreierlei {

// A set of places that a symmetry must map to a set of the same kind: a winning pattern, a pair of neighbours.
struct Figure {
    Bits places;
    int kind = 0;
    friend auto operator<=>(const Figure &, const Figure &) = default;
};

// The symmetries of the figures, each as the images of places 0, 1, 2 …; the identity is one of them. At most `most` are
// returned, for boards with many places outside all figures: using fewer symmetries only costs work.
//
// The images are chosen place by place, neighbours of chosen places first. A choice is dropped as soon as a figure all of
// whose places have images is not mapped to a figure. Each symmetry is found exactly once.
inline std::vector<std::vector<int>> symmetries_of(std::vector<Figure> figures, int places, std::size_t most = 64) {
    std::sort(figures.begin(), figures.end());
    figures.erase(std::unique(figures.begin(), figures.end()), figures.end());

    // An invariant of each place: how many figures of each size contain it.
    std::vector<std::array<int, 65>> sizes(places);
    for (const Figure &figure : figures)
        for (Bits left = figure.places; left;) ++sizes[pop(left)][std::popcount(figure.places)];

    std::vector<int> order;
    Bits chosen = 0;
    while (int(order.size()) < places) {
        int best = -1, most_joined = -1;
        for (int place = 0; place < places; ++place) {
            if (chosen & bit(place)) continue;
            int joined = 0;
            for (const Figure &figure : figures)
                if (figure.places & bit(place)) joined += std::popcount(figure.places & chosen);
            if (joined > most_joined) most_joined = joined, best = place;
        }
        order.push_back(best);
        chosen |= bit(best);
    }
    // For each place in this order, the figures whose last place it is.
    std::vector<std::vector<Figure>> complete(places);
    for (const Figure &figure : figures) {
        int last = 0;
        for (int i = 0; i < places; ++i)
            if (figure.places & bit(order[i])) last = i;
        complete[last].push_back(figure);
    }

    std::vector<std::vector<int>> symmetries;
    std::vector<int> image(places, -1);
    const auto extend = [&](auto &&self, int depth, Bits used) -> void {
        if (depth == places) {
            symmetries.push_back(image);
            return;
        }
        const int place = order[depth];
        for (int to = 0; to < places && symmetries.size() < most; ++to) {
            if (used & bit(to) || sizes[to] != sizes[place]) continue;
            image[place] = to;
            const bool fits = std::all_of(complete[depth].begin(), complete[depth].end(), [&](const Figure &figure) {
                Figure turned{0, figure.kind};
                for (Bits left = figure.places; left;) turned.places |= bit(image[pop(left)]);
                return std::binary_search(figures.begin(), figures.end(), turned);
            });
            if (fits) self(self, depth + 1, used | bit(to));
        }
        image[place] = -1;
    };
    extend(extend, 0, 0);
    return symmetries;
}

// The symmetries of a variant as permutations of its targets. Number 0 is the identity.
class Symmetries {
  public:
    // Targets beyond the given images are mapped to themselves.
    explicit Symmetries(std::vector<std::vector<int>> permutations) : images(std::move(permutations)) {
        const auto identity = std::find_if(images.begin(), images.end(), [](const auto &image) {
            return std::is_sorted(image.begin(), image.end());
        });
        std::iter_swap(images.begin(), identity);
    }

    int size() const { return int(images.size()); }
    int target(int target, int i) const {
        const auto &image = images[std::size_t(i)];
        return std::size_t(target) < image.size() ? image[std::size_t(target)] : target;
    }
    int place(int place, int i) const { return images[std::size_t(i)][std::size_t(place)]; }
    Bits turned(Bits set, int i) const {
        Bits result = 0;
        while (set) result |= bit(place(pop(set), i));
        return result;
    }
    Move turned(Move move, int i) const {
        Move image;
        for (int k = 0; k < move.size; ++k) image = image.with(target(move.target[k], i));
        return image;
    }

    // The symmetry that minimises the sets, in lexicographic order: all images of a position have the same minimum. The
    // identity if the sets are already minimal.
    int least(const std::array<Bits, 2> &sets) const {
        std::array<Bits, 2> best = sets;
        int least = 0;
        for (int i = 1; i < size(); ++i) {
            const Bits first = turned(sets[0], i);
            if (first > best[0]) continue;
            const Bits second = turned(sets[1], i);
            if (first < best[0] || second < best[1]) best = {first, second}, least = i;
        }
        return least;
    }

  private:
    std::vector<std::vector<int>> images;  // of each target, by symmetry
};

}  // namespace dreierlei
