// TRES: push a stone in at a corner, then turn a ring.
#pragma once

#include "../model.hpp"

namespace dreierlei {

// Places:   0 centre · 1–4 inner · 5–12 middle · 13–28 outer, each ring clockwise from the north-west.
// Targets:  the places, then 29–32 the corners NW NE SE SW, 33–35 the rings outer, middle, inner, 36 "pass".
//
// Spec: number `stones` (per side), table `diagonals` (a row per corner: the seven places from that corner to the
// opposite one), table `rings` (a row per ring, outer first, its places clockwise), table `directions` (one row: 1 for a
// ring that turns clockwise, -1 for the other way), table `rows` (the winning rows).
class Tres {
  public:
    static constexpr int places = 29, out = 29;  // `out`: where the neutral stone is once it has left
    static constexpr int first_corner = 29, first_ring = 33, pass = 36;

    struct State {
        std::array<std::uint32_t, 2> stones{};
        std::uint8_t neutral = 0;
        Side turn = White;
        std::int8_t won = -1;  // the side whose row stands in the centre

        friend bool operator==(const State &, const State &) = default;
    };

    explicit Tres(const Spec &spec) : stones(int(spec.number("stones"))) {
        for (Bits row : spec.masks("rows")) rows.push_back(std::uint32_t(row));
        const auto &directions = spec.table("directions").at(0);
        const auto &tables = spec.table("rings");
        for (std::size_t i = 0; i < tables.size(); ++i) {
            Ring ring;
            ring.first = tables[i].front();
            ring.size = int(tables[i].size());
            ring.step = directions[i] > 0 ? 1 : ring.size - 1;
            ring.mask = std::uint32_t(Spec::mask(tables[i]));
            rings.push_back(ring);
        }
        for (std::size_t corner = 0; corner < ways_in.size(); ++corner)
            ways_in[corner] = WayIn(spec.table("diagonals").at(corner));
    }

    State start() const { return {}; }
    Side turn(const State &s) const { return s.turn; }

    int hand(const State &s, Side side) const { return stones - std::popcount(s.stones[side]); }

    void moves(const State &s, MoveList &list) const {
        if (s.won >= 0) return;
        if (!hand(s, s.turn)) return list.add(Move::of(pass));
        const std::uint32_t taken = occupied(s);
        for (int corner = 0; corner < 4; ++corner) {
            const int run = ways_in[std::size_t(corner)].run_length(taken);
            if (run >= to_inner && push(s, corner).won >= 0) {
                list.add(Move::of(first_corner + corner));
                continue;
            }
            // A push takes the outer corner place and, by its run, places further in; it leaves no ring empty.
            for (int ring = 0; ring < 3; ++ring)
                if (run >= ring || taken & rings[ring].mask)
                    list.add(Move::of(first_corner + corner, first_ring + ring));
        }
    }

    State play(const State &s, Move move) const {
        State next = s;
        if (move.target[0] != pass) {
            next = push(s, move.target[0] - first_corner);
            if (move.size == 2) next = turned(next, rings[move.target[1] - first_ring]);
        }
        next.turn = other(s.turn);
        return next;
    }

    Outcome outcome(const State &s) const { return s.won >= 0 ? Outcome::win(Side(s.won), 0) : Outcome{}; }

    // 29 + 29 + 5 + 1 bits: different positions have different keys. The hands follow from the stones.
    std::uint64_t key(const State &s) const {
        return mix(std::uint64_t(s.stones[0]) | std::uint64_t(s.stones[1]) << 29 | std::uint64_t(s.neutral) << 58 |
                   std::uint64_t(s.turn) << 63);
    }
    bool repeats(const State &) const { return true; }
    // The places taken never become fewer: a push adds a stone or replaces one. The neutral stone never returns.
    int progress(const State &s) const { return 2 * std::popcount(occupied(s)) + (s.neutral == out); }

    Bits pattern(const State &s) const {
        Bits cells = 0;
        if (s.won >= 0)
            for (std::uint32_t row : rows)
                if ((s.stones[s.won] & row) == row) cells |= row;
        return cells;
    }

    State set_up(const Setup &setup, Problems &problems) const {
        State s;
        s.turn = setup.turn;
        const auto sides = sides_of(setup);
        s.stones = {std::uint32_t(sides[0]), std::uint32_t(sides[1])};
        s.neutral = out;
        int neutrals = 0;
        for (int place = 0; place < places; ++place)
            if (setup.places[place] == NeutralStone) {
                s.neutral = std::uint8_t(place);
                ++neutrals;
            }
        if (neutrals > 1)
            problems.push_back("there is one neutral stone, not " + std::to_string(neutrals));
        const auto [white, black] = count_of(sides);
        for (Side side : {White, Black})
            if (std::popcount(s.stones[side]) > stones)
                problems.push_back(std::string(name(side)) + " has " + std::to_string(std::popcount(s.stones[side])) +
                                   " stones on the board, at most " + std::to_string(stones) + " are possible");
        // A stone leaves only through a full diagonal of seven, and the number of stones on the board never falls.
        const int total = white + black + (neutrals > 0);
        if (total < diagonal) {
            if (!neutrals) problems.push_back("the neutral stone cannot have left before a diagonal was full");
            if (white - black != int(s.turn))
                problems.push_back("with " + std::to_string(white) + " white and " + std::to_string(black) +
                                   " black stones it cannot be " + name(s.turn) + "'s turn");
        }
        s.won = std::int8_t(row_owner(s));
        return s;
    }

    Setup describe(const State &s) const {
        Setup setup{places_of({s.stones[0], s.stones[1]}, places), s.turn, {}};
        if (s.neutral != out) setup.places[s.neutral] = NeutralStone;
        return setup;
    }

    const std::vector<std::string> &reasons() const { return words; }

  private:
    struct Ring {
        int first = 0, size = 0, step = 0;
        std::uint32_t mask = 0;

        std::uint32_t turned(std::uint32_t set) const {
            const std::uint32_t part = (set & mask) >> first;
            const std::uint32_t moved = (part << step | part >> (size - step)) << first & mask;
            return (set & ~mask) | moved;
        }
        int turned_place(int place) const {
            return place < first || place >= first + size ? place : first + (place - first + step) % size;
        }
    };

    static constexpr int diagonal = 7;  // the places of a diagonal
    static constexpr int to_inner = 2;  // the shortest run whose push reaches the inner ring, and so can make a row

    static std::uint32_t at(int place) { return std::uint32_t(1) << place; }

    std::uint32_t occupied(const State &s) const {
        return s.stones[0] | s.stones[1] | (s.neutral == out ? 0 : at(s.neutral));
    }

    int row_owner(const State &s) const {
        for (std::uint32_t row : rows)
            for (int side = 0; side < 2; ++side)
                if ((s.stones[side] & row) == row) return side;
        return -1;
    }

    // What a push at one corner does to the seven places of its diagonal, for every way they can be taken. The places
    // are packed into seven bits in the order of their numbers.
    struct WayIn {
        static constexpr int length = diagonal;
        std::uint32_t mask = 0, entrance = 0;
        std::array<std::uint8_t, 1 << length> run{};  // by the places taken: how many stones the push moves
        std::array<std::array<std::uint8_t, 1 << length>, length + 1> moved{};  // by run: where a set of them goes
        std::array<std::array<std::uint8_t, places + 1>, length + 1> neutral{};  // by run: where the neutral stone goes

        WayIn() = default;

        int run_length(std::uint32_t taken) const { return run[extract(taken, mask)]; }

        // The unbroken run of stones from the corner moves on by one; a gap stops it; a stone that passes the opposite
        // corner leaves the board, which puts it back into its owner's hand.
        explicit WayIn(const std::vector<int> &path) : mask(std::uint32_t(Spec::mask(path))), entrance(at(path[0])) {
            const auto packed = [&](int i) { return int(extract(bit(path[std::size_t(i)]), mask)); };
            for (int set = 0; set < 1 << length; ++set) {
                while (run[set] < length && set & packed(run[set])) ++run[set];
                for (int count = 0; count <= length; ++count)
                    for (int i = 0; i < length; ++i) {
                        const int to = i < count ? i + 1 : i;
                        if (set & packed(i) && to < length) moved[count][set] |= std::uint8_t(packed(to));
                    }
            }
            for (int count = 0; count <= length; ++count) {
                for (int place = 0; place <= places; ++place) neutral[count][place] = std::uint8_t(place);
                for (int i = 0; i < count; ++i)
                    neutral[count][path[i]] = std::uint8_t(i + 1 < length ? path[std::size_t(i + 1)] : out);
            }
        }
    };

    State push(const State &s, int corner) const {
        const WayIn &way = ways_in[std::size_t(corner)];
        const int run = way.run_length(occupied(s));
        State next = s;
        for (auto &side : next.stones)
            side = (side & ~way.mask) | std::uint32_t(deposit(way.moved[run][extract(side, way.mask)], way.mask));
        next.neutral = way.neutral[run][s.neutral];
        next.stones[s.turn] |= way.entrance;
        if (run >= to_inner) next.won = std::int8_t(row_owner(next));
        return next;
    }

    State turned(State s, const Ring &ring) const {
        for (auto &side : s.stones) side = ring.turned(side);
        if (s.neutral != out) s.neutral = std::uint8_t(ring.turned_place(s.neutral));
        return s;
    }

    int stones;
    std::array<WayIn, 4> ways_in;
    std::vector<std::uint32_t> rows;
    std::vector<Ring> rings;
    std::vector<std::string> words{"row"};
};

static_assert(Rules<Tres>);

}  // namespace dreierlei
