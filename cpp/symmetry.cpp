// Finding the symmetries of a board.
#include "symmetry.hpp"

#include "order.hpp"

namespace dreierlei {

// Chooses the images place by place, neighbours of chosen places first, and drops a choice as soon as a figure whose places all
// have images is not mapped to a figure. Each symmetry is found exactly once.
std::vector<std::vector<int>> symmetries_of(std::vector<Figure> figures, int places, std::size_t most) {
    put_in_order(figures.begin(), figures.end(), std::less());
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

}  // namespace dreierlei
