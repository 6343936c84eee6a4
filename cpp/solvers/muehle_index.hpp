// Indices of Mühle positions, for databases.
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "../families/muehle.hpp"

namespace dreierlei {

// A subspace is all placements of `own` stones of the player to move and `their` stones of the other. Whether White or
// Black moves makes no difference to a value, nor do the board's 16 symmetries (8 of the square, times
// exchanging the outer and the inner ring). A position has an index:
//
//   own stones    a symmetry g maps them to the smallest of their images; the row is the rank of this image among all
//                 smallest images of its size
//   their stones  mapped by the same g, numbered on the places that the image leaves free (lowest place first); the
//                 column is their rank among all sets of their size, ordered as numbers
//
//   index = row × columns + column
//
// Where several g give the same image, the position has several indices. All of them hold its value; `index` returns one.
// A row has C(places - own, their) columns, each for exactly one placement of the stones.
//
// The same rows serve a second layout, in which the stones that form the row belong to the waiting player. The functions
// for rows apply to both.
class MuehleIndex {
  public:
    using Set = std::uint32_t;
    static constexpr int most_mills = 16;

    // For up to `most` stones of a side.
    MuehleIndex(const Muehle &rules, int most)
        : place_count(rules.place_count()),
          stone_count(most),
          board((Set(1) << place_count) - 1),
          mills(rules.mill_sets()),
          joined(rules.neighbour_sets()) {
        tabulate(rules.symmetries());
        number_subsets();
        for (int size = 0; size <= stone_count; ++size) number_orbits(size);
    }

    int places() const { return place_count; }
    int stones() const { return stone_count; }
    int symmetries() const { return int(images.size()); }

    static constexpr int fewest = 3;  // with fewer stones the game is lost
    static bool jumps(int stones) { return stones == fewest; }

    std::uint64_t rows(int size) const { return orbits[size].representative.size(); }
    std::uint64_t columns(int fixed, int size) const { return choose[place_count - fixed][size]; }
    std::uint64_t size(int own, int their) const { return rows(own) * columns(own, their); }

    // The stones that form a row, and the number of their images, including themselves.
    Set row_set(int size, std::uint64_t row) const { return orbits[size].representative[row]; }
    int row_weight(int size, std::uint64_t row) const {
        return symmetries() / std::popcount(std::uint32_t(orbits[size].stabiliser[row]));
    }

    // The rank of a set among all sets of its size, ordered as numbers; `ordered` is the inverse. A loop that writes bytes
    // keeps a Ranks of its own, because the compiler must assume that writing a byte can change anything in memory.
    class Ranks {
      public:
        std::uint32_t operator()(Set set) const { return high[set >> half_bits] + low[set & (half_size - 1)]; }

      private:
        friend MuehleIndex;
        const std::uint32_t *high, *low;
    };
    Ranks ranks(int size) const {
        Ranks result;
        result.high = rank_high[size].data(), result.low = rank_low.data();
        return result;
    }
    std::uint32_t rank(Set set, int size) const { return ranks(size)(set); }
    const Set *ordered(int size) const { return subsets[size].data(); }
    // Maps a set on the small board, which consists of the places that `fixed` leaves free, to the whole board.
    Set expand(Set set, Set fixed) const { return deposit(set, board & ~fixed); }

    std::uint64_t index(Set own, Set their) const {
        const int n = std::popcount(own), m = std::popcount(their);
        const auto [row, g] = orbit(own, n);
        return row * columns(n, m) + rank(extract(turn(g, their), board & ~orbits[n].representative[row]), m);
    }
    std::pair<Set, Set> unindex(int own, int their, std::uint64_t index) const {
        const Set first = row_set(own, index / columns(own, their));
        const Set second = subsets[their][index % columns(own, their)];
        return {first, expand(second, first)};
    }

    // A position of a subspace with White to move; the mover's and the opponent's stones of any position.
    static Muehle::State state(Set own, Set their) {
        Muehle::State s;
        s.stones = {own, their};
        return s;
    }
    static std::pair<Set, Set> sets(const Muehle::State &s) { return {s.stones[s.turn], s.stones[other(s.turn)]}; }
    static bool placing(const Muehle::State &s) { return s.hand[0] || s.hand[1]; }

    // Calls `visit` with every index of a position. There are several if the own stones are symmetric.
    template <class Visit> void each_index(Set own, Set their, Visit visit) const {
        const int n = std::popcount(own), m = std::popcount(their);
        const auto [row, g] = orbit(own, n);
        const Set free = board & ~orbits[n].representative[row];
        const std::uint64_t first = row * columns(n, m);
        const Set turned = turn(g, their);
        std::uint32_t fixing = orbits[n].stabiliser[row];
        if (fixing == 1) return visit(first + rank(extract(turned, free), m));
        for (; fixing; fixing &= fixing - 1)
            visit(first + rank(extract(turn(std::countr_zero(fixing), turned), free), m));
    }

    // The board with some stones fixed. The places they leave free are renumbered, lowest first: a column's subset is the
    // mover's stones in these numbers. Everything about one row happens on this smaller board, without symmetries: while one
    // player moves, the other's stones stay where they are.
    class Row {
      public:
        Row(const MuehleIndex &index, Set fixed) : fixed(fixed) {
            const Set free = index.board & ~fixed;
            all = (Set(1) << std::popcount(free)) - 1;
            int here = 0;
            for (Bits left = free; left; ++here) {
                const int place = pop(left);
                next[here] = extract(index.joined[place], free);
                int count = 0;
                for (Set mill : index.mills)
                    if (mill >> place & 1 && !(mill & fixed))
                        partners[here][count++] = extract(mill & ~(Set(1) << place), free);
                // Missing mills are represented by a set that no stones fill.
                while (count < 2) partners[here][count++] = ~Set(0);
            }
            for (Set mill : index.mills)
                if (!(mill & fixed)) mills[mill_count++] = extract(mill, free);
        }

        // Calls `visit` with the sets from which a move that closes no mill leads to `stones`.
        template <class Visit> void quiet_before(Set stones, bool jumps, Visit visit) const {
            for (Bits left = stones; left;) {
                const int to = pop(left);
                if (closes(stones, to)) continue;
                const Set rest = stones & ~(Set(1) << to);
                for (Bits froms = (jumps ? all : next[to]) & ~stones; froms;) visit(rest | Set(1) << pop(froms));
            }
        }

        int moves(Set stones, bool jumps) const {
            if (jumps) return std::popcount(stones) * std::popcount(all & ~stones);
            int count = 0;
            for (Bits left = stones; left;) count += std::popcount(next[pop(left)] & ~stones);
            return count;
        }

        // Calls `closed` with the stones after each move that closes a mill, until it returns true. No move closes two: a
        // slide moves along one of the two lines through its target, and a player who jumps has too few stones.
        template <class Closed> void closing(Set stones, bool jumps, Closed closed) const {
            for (int i = 0; i < mill_count; ++i) {
                const Set to = mills[i] & ~stones;
                if (!std::has_single_bit(to)) continue;
                const Set near = jumps ? all : next[std::countr_zero(to)];
                for (Set froms = near & stones & ~mills[i]; froms; froms &= froms - 1)
                    if (closed((stones ^ (froms & -froms)) | to)) return;
            }
        }

        bool closes(Set stones, int to) const {
            return (stones & partners[to][0]) == partners[to][0] || (stones & partners[to][1]) == partners[to][1];
        }
        Set takeable(Set stones) const {
            return MuehleIndex::takeable(stones, std::span(mills).first(std::size_t(mill_count)));
        }

        Set fixed;
        Set all;

      private:
        std::array<Set, 24> next{};
        std::array<Set, most_mills> mills{};  // those without a fixed stone
        int mill_count = 0;
        std::array<std::array<Set, 2>, 24> partners{};
    };

    // How a row is indexed after the fixed stones have changed: `row` is its new row, and `column` maps a set on the old
    // small board, without new fixed stones, to the new one.
    class Changed {
      public:
        Changed(const MuehleIndex &index, Set before, Set after) {
            const int size = std::popcount(after);
            int g;
            std::tie(row, g) = index.orbit(after, size);
            const Set free = index.board & ~index.row_set(size, row);
            int here = 0;
            std::array<Set, 24> image{};
            for (Bits left = index.board & ~before; left; ++here)
                image[here] = extract(index.turn(g, Set(1) << pop(left)), free);
            for (int part = 0; part < parts; ++part) {
                const int bits = std::clamp(here - part * part_bits, 0, part_bits);
                table[part][0] = 0;
                for (Set set = 1; set < Set(1) << bits; ++set)
                    table[part][set] = table[part][set & (set - 1)] | image[part * part_bits + std::countr_zero(set)];
            }
        }
        Set column(Set stones) const {
            return table[0][stones & (part_size - 1)] | table[1][stones >> part_bits & (part_size - 1)] |
                   table[2][stones >> 2 * part_bits];
        }
        std::uint64_t row;

      private:
        static constexpr int part_bits = 8, part_size = 1 << part_bits, parts = 3;
        std::array<std::array<Set, part_size>, parts> table;  // filled up to the size of the small board
    };

    // The result of placing a stone of the row on each free place, lowest first: whether it closes a mill, and how the row
    // is indexed afterwards.
    struct Placement {
        bool closes;
        Changed changed;
    };
    std::vector<Placement> after_placing(Set fixed) const {
        std::vector<Placement> result;
        for (Bits left = board & ~fixed; left;) {
            const Set after = fixed | Set(1) << pop(left), added = after & ~fixed;
            const bool closes = std::any_of(mills.begin(), mills.end(), [&](Set mill) {
                return mill & added && (after & mill) == mill;
            });
            result.push_back({closes, Changed(*this, fixed, after)});
        }
        return result;
    }

    // The result of taking each stone of the row that may be taken.
    std::vector<Changed> after_taking(Set fixed) const {
        std::vector<Changed> result;
        Set left = takeable(fixed, mills);
        for (result.reserve(std::size_t(std::popcount(left))); left; left &= left - 1)
            result.emplace_back(*this, fixed, fixed & ~(left & -left));
        return result;
    }

  private:
    // The stones that may be taken: those outside mills, or all if every stone is in a mill.
    static Set takeable(Set stones, std::span<const Set> mills) {
        Set safe = 0;
        for (Set mill : mills)
            if ((stones & mill) == mill) safe |= mill;
        return stones & ~safe ? stones & ~safe : stones;
    }

    static constexpr int half_bits = 12;
    static constexpr Set half_size = 1 << half_bits;
    static constexpr int most_symmetries = 16;

    struct Orbits {
        std::vector<std::uint32_t> of_rank;     // orbit × 16 + the symmetry that leads to the representative
        std::vector<Set> representative;        // ascending
        std::vector<std::uint16_t> stabiliser;  // the symmetries that keep the representative, as bits; bit 0 is set
    };

    std::pair<std::uint64_t, int> orbit(Set set, int size) const {
        const std::uint32_t packed = orbits[size].of_rank[rank(set, size)];
        return {packed >> 4, int(packed & 15)};
    }

    Set turn(int g, Set set) const {
        const auto &image = images[g];
        return image[0][set & 255] | image[1][set >> 8 & 255] | image[2][set >> 16];
    }

    // The board's symmetries as tables, the identity first. Their order decides which index `index` returns for a position
    // that has several.
    void tabulate(const Symmetries &symmetries) {
        if (place_count > 24 || mills.size() > most_mills || symmetries.size() > most_symmetries)
            throw std::invalid_argument("a database needs a board of at most 24 places, 16 mills and 16 symmetries");
        for (int i = 0; i < symmetries.size(); ++i) {
            auto &image = images.emplace_back();
            for (int place = 0; place < place_count; ++place)
                for (Set byte = 0; byte < 256; ++byte)
                    if (byte >> place % 8 & 1) image[place / 8][byte] |= Set(1) << symmetries.place(place, i);
        }
    }

    void number_subsets() {
        for (int n = 0; n <= 24; ++n) {
            choose[n][0] = 1;
            for (int k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
        }
        std::array<std::uint32_t, half_bits + 1> seen{};
        for (Set low = 0; low < half_size; ++low) rank_low[low] = seen[std::popcount(low)]++;
        rank_high.resize(stone_count + 1);
        subsets.resize(stone_count + 1);
        for (int size = 0; size <= stone_count; ++size) {
            std::uint32_t before = 0;
            rank_high[size].resize(half_size);
            for (Set high = 0; high < half_size; ++high) {
                rank_high[size][high] = before;
                const int rest = size - std::popcount(high);
                if (rest >= 0 && rest <= half_bits) before += std::uint32_t(choose[half_bits][rest]);
            }
            subsets[size].reserve(choose[place_count][size]);
            const Set end = Set(1) << place_count;
            // The next number with the same number of bits: the top bit of the lowest run moves up, the rest to the bottom.
            for (Set set = (Set(1) << size) - 1; set < end;) {
                subsets[size].push_back(set);
                if (!set) break;
                const Set lowest = set & -set, carried = set + lowest;
                set = carried | ((set ^ carried) / lowest) >> 2;
            }
        }
    }

    void number_orbits(int size) {
        if (int(orbits.size()) <= size) orbits.resize(size + 1);
        Orbits &result = orbits[size];
        result.of_rank.resize(subsets[size].size());
        for (std::uint32_t at = 0; at < subsets[size].size(); ++at) {
            const Set set = subsets[size][at];
            Set smallest = set;
            int by = 0;
            std::uint16_t fixing = 0;
            for (int g = 0; g < symmetries(); ++g) {
                const Set image = turn(g, set);
                if (image == set) fixing |= std::uint16_t(1 << g);
                if (image < smallest) smallest = image, by = g;
            }
            // Sets are visited in ascending order, so the smallest image already has its number.
            std::uint32_t number = std::uint32_t(result.representative.size());
            if (smallest == set) {
                result.representative.push_back(set);
                result.stabiliser.push_back(fixing);
            } else {
                number = result.of_rank[rank(smallest, size)] >> 4;
            }
            result.of_rank[at] = number << 4 | std::uint32_t(by);
        }
    }

    int place_count;
    int stone_count;
    Set board;
    std::vector<Set> mills;
    std::vector<Set> joined;
    std::vector<std::array<std::array<Set, 256>, 3>> images;  // for each symmetry, the image of each byte of a set
    std::array<std::array<std::uint64_t, 25>, 25> choose{};
    std::array<std::uint32_t, half_size> rank_low{};
    std::vector<std::vector<std::uint32_t>> rank_high;
    std::vector<std::vector<Set>> subsets;
    std::vector<Orbits> orbits;
};

}  // namespace dreierlei
