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
std::vector<std::vector<int>> symmetries_of(std::vector<Figure> figures, int places, std::size_t most = 64);

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
