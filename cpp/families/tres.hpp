// TRES: push a stone in at a corner, then turn a ring.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "../random.hpp"
#include "../symmetry.hpp"

namespace dreierlei {

// Places:   0 centre · 1–4 inner · 5–12 middle · 13–28 outer, each ring clockwise from the north-west.
// Targets:  the places, then 29–32 the corners NW NE SE SW, 33–35 the rings outer, middle, inner, 36 "pass".
//
// Spec: number `stones` (per side), table `diagonals` (a row per corner: the seven places from that corner to the
// opposite one), table `rings` (a row per ring, outer first, its places clockwise), table `directions` (one row: 1 for a
// ring that turns clockwise, -1 for the other way), table `rows` (the winning rows).
class Tres {
  public:
    static constexpr const char *family = "tres";
    static constexpr int places = 29, out = 29;  // `out`: the neutral stone has left the board
    static constexpr int first_corner = 29, first_ring = 33, pass = 36;

    struct State {
        std::array<std::uint32_t, 2> stones{};
        std::uint8_t neutral = 0;
        Side turn = White;
        std::int8_t won = -1;  // the side with a row through the centre

        friend bool operator==(const State &, const State &) = default;
    };

    explicit Tres(const Spec &spec) : stones(int(checked(spec).number("stones"))), symmetric(quarter_turns(spec)) {
        for (Bits row : spec.masks("rows")) rows.push_back(std::uint32_t(row));
        for (std::uint32_t set = 0; set < 32; ++set)
            for (std::uint32_t row : rows)
                if ((set & row) == row) row_in |= at(int(set));
        const auto &directions = spec.table("directions").at(0);
        const auto &tables = spec.table("rings");
        for (std::size_t i = 0; i < tables.size(); ++i) {
            Ring &ring = rings.at(i);
            const int size = int(tables[i].size());
            ring.left = directions[i] > 0 ? 1 : size - 1;
            ring.right = size - ring.left;
            ring.mask = both(std::uint32_t(Spec::mask(tables[i])));
            for (int place = 0; place <= places; ++place) ring.next[std::size_t(place)] = std::uint8_t(place);
            for (int k = 0; k < size; ++k)
                ring.next[std::size_t(tables[i][std::size_t(k)])] = std::uint8_t(tables[i][std::size_t((k + ring.left) % size)]);
        }
        for (std::size_t corner = 0; corner < diagonals.size(); ++corner)
            diagonals[corner] = Diagonal(spec.table("diagonals").at(corner));
    }

    State start() const { return {}; }
    Side turn(const State &s) const { return s.turn; }

    std::array<int, 2> hands(const State &s) const { return {hand(s, White), hand(s, Black)}; }

    void moves(const State &s, MoveList &list) const {
        if (s.won >= 0) return;
        if (!hand(s, s.turn)) return list.add(Move::of(pass));
        for (int corner = 0; corner < 4; ++corner) {
            const Board pushed = push(board(s), corner, s.turn);
            if (has_row(pushed)) {
                list.add(Move::of(first_corner + corner));
                continue;
            }
            const Bits taken = pushed.taken();
            for (std::size_t ring = 0; ring < rings.size(); ++ring)
                if (taken & rings[ring].mask) list.add(Move::of(first_corner + corner, first_ring + int(ring)));
        }
    }

    // The number of moves without listing them.
    std::uint64_t count(const State &s) const {
        if (s.won >= 0) return 0;
        if (!hand(s, s.turn)) return 1;
        std::uint64_t sum = 0;
        for (int corner = 0; corner < 4; ++corner) {
            const Board pushed = push(board(s), corner, s.turn);
            const Bits taken = pushed.taken();
            std::uint64_t turns = 0;
            for (const Ring &ring : rings) turns += (taken & ring.mask) != 0;
            sum += has_row(pushed) ? 1 : turns;
        }
        return sum;
    }

    State play(State s, Move move) const {
        apply(s, move);
        return s;
    }

    // Plays in place.
    void apply(State &s, Move move) const {
        Board b = board(s);
        std::int8_t won = -1;
        if (move.target[0] != pass) {
            b = push(b, move.target[0] - first_corner, s.turn);
            if (move.size == 2)
                b = turned(b, std::size_t(move.target[1] - first_ring));
            else
                won = std::int8_t(row_owner(b.stones(White), b.stones(Black)));
        }
        // Two stores instead of five: copying a state right after storing its members one by one stalls the processor.
        const std::uint32_t rest = b.neutral | std::uint32_t(other(s.turn)) << 8 | std::uint32_t(std::uint8_t(won)) << 16;
        static_assert(offsetof(State, stones) == 0 && offsetof(State, neutral) == 8 && offsetof(State, turn) == 9 &&
                      offsetof(State, won) == 10 && sizeof(State) == 12);
        std::memcpy(static_cast<void *>(&s), &b.sets, 8);
        std::memcpy(reinterpret_cast<std::byte *>(&s) + 8, &rest, 4);
    }

    Motion motion(const State &s, Move move) const {
        Motion steps;
        if (move.target[0] == pass) return steps;
        const auto before = describe(s).places;
        const auto &path = diagonals[std::size_t(move.target[0] - first_corner)].path;
        steps.push_back({Step::Placed, stone_of(s.turn), -1, path[0]});
        for (std::size_t i = 0; i < path.size() && before[std::size_t(path[i])] != Free; ++i)
            steps.push_back({Step::Pushed, before[std::size_t(path[i])], path[i], i + 1 < path.size() ? path[i + 1] : -1});
        if (move.size < 2) return steps;
        const auto pushed = describe(play(s, Move::of(move.target[0]))).places;
        const Ring &ring = rings[std::size_t(move.target[1] - first_ring)];
        for (Bits left = std::uint32_t(ring.mask); left;) {
            const std::size_t place = std::size_t(pop(left));
            if (pushed[place] != Free)
                steps.push_back({Step::Turned, pushed[place], int(place), ring.next[place], move.target[1]});
        }
        return steps;
    }

    Refusal why_not(const State &s, Move begun, int target) const {
        const int held = hand(s, s.turn);
        if (!begun.size) {
            if (!held) return {"refusal.must-pass"};
            if (target == pass) return {"refusal.no-pass", {}, {{"count", held}}};
            return {target < places ? "refusal.corners-only" : "refusal.push-first"};
        }
        if (begun.size > 1 || begun.target[0] == pass) return {};
        if (has_row(push(board(s), begun.target[0] - first_corner, s.turn))) return {"refusal.row-made"};
        if (target >= first_ring && target < pass) return {"refusal.ring-empty", {{"ring", target}}};
        return {target == 0 ? "refusal.centre-fixed" : "refusal.turn-now"};
    }

    // Random games to the end; see playouts.hpp.
    //
    // A corner and a ring are drawn until they form a legal move, so all moves are equally likely. A push that makes a row
    // is a complete move, which is accepted with the first ring only.
    template <class History, class Total>
    void random_games(const State &s, const History &history, Random &random, std::uint64_t games, Total &total) const {
        const auto past = history.keys();
        std::vector<std::uint64_t> seen(std::max<std::size_t>(64, 2 * past.size()));
        Total sum = total;
        Random lot = random;
        for (; games; --games) {
            Board b = board(s);
            std::uint64_t turn = s.turn;
            int progress = this->progress(s), winner = -1;
            Bits once = 0, twice = 0;  // which of 64 hash values at least one, or at least two, of the positions in `seen` have
            std::size_t count = 0;     // the number of positions in `seen`; all can still be repeated
            const auto note = [&](std::uint64_t key) {
                const Bits sign = bit(int(key >> 58));
                const bool maybe_third = twice & sign;
                twice |= once & sign;
                once |= sign;
                if (count == seen.size()) seen.resize(2 * count);
                seen[count++] = key;
                return maybe_third && std::count(seen.begin(), seen.begin() + std::ptrdiff_t(count), key) >= last_occurrence;
            };
            for (std::uint64_t key : past) note(key);
            for (;;) {
                if (std::popcount(b.stones(Side(turn))) < stones) [[likely]] {
                    const std::uint64_t bits = lot.next();
                    const std::size_t ring = (bits & 0xffffffff) * rings.size() >> 32;
                    const Board pushed = push(b, int(bits >> 62), Side(turn));
                    if (has_row(pushed)) [[unlikely]] {
                        if (ring) continue;
                        winner = row_owner(pushed.stones(White), pushed.stones(Black));
                        ++sum.plies;
                        break;
                    }
                    if (!(pushed.taken() & rings[ring].mask)) continue;
                    b = turned(pushed, ring);
                }
                turn ^= 1;
                ++sum.plies;
                if (const int now = b.progress(); now != progress) {
                    progress = now;
                    once = twice = count = 0;
                }
                if (note(b.key(Side(turn)))) break;
            }
            sum.add(winner);
        }
        total = sum;
        random = lot;
    }

    Outcome outcome(const State &s) const { return s.won >= 0 ? Outcome::win(Side(s.won), 0) : Outcome{}; }

    std::uint64_t key(const State &s) const { return board(s).key(s.turn); }
    bool repeats(const State &) const { return true; }
    int progress(const State &s) const { return board(s).progress(); }

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
            problems.push_back({"position.neutrals", {{"count", neutrals}}});
        const auto [white, black] = count_of(sides);
        for (Side side : {White, Black})
            if (std::popcount(s.stones[side]) > stones)
                problems.push_back({"position.stones",
                                    {{"count", std::popcount(s.stones[side])}, {"most", stones}},
                                    {{"side", side}}});
        // A stone leaves the board only from a full diagonal, and the number of stones on the board never falls.
        const int total = white + black + (neutrals > 0);
        if (total < Diagonal::length) {
            if (!neutrals) problems.push_back({"position.neutral-gone"});
            if (white - black != int(s.turn))
                problems.push_back({"position.turn-by-stones", {{"white", white}, {"black", black}}, {{"side", s.turn}}});
        }
        s.won = std::int8_t(row_owner(s.stones[White], s.stones[Black]));
        return s;
    }

    Setup describe(const State &s) const {
        Setup setup{places_of({s.stones[0], s.stones[1]}, places), s.turn, {}};
        if (s.neutral != out) setup.places[s.neutral] = NeutralStone;
        return setup;
    }

    const std::vector<std::string> &reasons() const { return words; }

    const Symmetries &symmetries() const { return symmetric; }
    State turned(State s, int i) const {
        for (std::uint32_t &set : s.stones) set = std::uint32_t(symmetric.turned(set, i));
        if (s.neutral != out) s.neutral = std::uint8_t(symmetric.place(s.neutral, i));
        return s;
    }

    // For learning agents. The hands follow from the stones.
    bool can_repeat() const { return true; }
    std::vector<Form> forms() const {
        const Part corner{first_corner, 4}, ring{first_ring, 3};
        return {{corner}, {corner, ring}, {{pass, 1}}};
    }
    std::vector<Plane> planes() const { return {{"own"}, {"other"}, {"neutral"}}; }
    View<3, 0> view(const State &s, Side side) const {
        return {{s.stones[side], s.stones[other(side)], s.neutral == out ? 0 : bit(s.neutral)}, {}};
    }

  private:
    int hand(const State &s, Side side) const { return stones - std::popcount(s.stones[side]); }

    static const Spec &checked(const Spec &spec) {
        spec.check_number("places", {places, places});
        spec.check_number("stones", {1, places - 1});
        spec.check_table("diagonals", {4, 4}, {7, 7}, {0, places - 1});
        spec.check_table("rings", {3, 3}, {4, 16}, {0, places - 1});
        spec.check_table("directions", {1, 1}, {3, 3}, {-1, 1});
        spec.check_table("rows", {1, 1'000}, {3, 3}, {0, 4});
        Bits turning = 0;
        for (const auto &ring : spec.table("rings"))
            for (int place : ring) {
                Spec::require(!(turning & bit(place)), "a place of the table \"rings\" must be in one ring, and only once");
                turning |= bit(place);
            }
        for (const auto &diagonal : spec.table("diagonals"))
            Spec::require(std::popcount(Spec::mask(diagonal)) == 7, "the places of a row of \"diagonals\" must differ");
        return spec;
    }

    // Rotating the board preserves everything; a reflection would reverse the directions of the rings. Symmetry number i
    // turns by i quarters.
    static Symmetries quarter_turns(const Spec &spec) {
        std::vector<std::vector<int>> turns(4, std::vector<int>(first_ring));
        for (int quarters = 0; quarters < 4; ++quarters) {
            std::vector<int> &image = turns[std::size_t(quarters)];
            for (const auto &ring : spec.table("rings"))
                for (std::size_t k = 0; k < ring.size(); ++k)
                    image[std::size_t(ring[k])] = ring[(k + std::size_t(quarters) * ring.size() / 4) % ring.size()];
            for (int corner = 0; corner < 4; ++corner)
                image[std::size_t(first_corner + corner)] = first_corner + (corner + quarters) % 4;
        }
        return Symmetries(std::move(turns));
    }

    // The stones as one word, White's in the lower half, so that one operation moves them all.
    struct Board {
        Bits sets;
        std::uint32_t neutral;

        std::uint32_t stones(Side side) const { return std::uint32_t(sets >> 32 * side); }
        std::uint32_t taken() const {
            return (std::uint32_t(sets) | std::uint32_t(sets >> 32) | at(int(neutral))) & (at(places) - 1);
        }
        // 29 + 29 + 5 + 1 bits: different positions have different keys. The hands follow from the stones.
        std::uint64_t key(Side turn) const {
            return mix(stones(White) | std::uint64_t(stones(Black)) << 29 | std::uint64_t(neutral) << 58 |
                       std::uint64_t(turn) << 63);
        }
        // The places taken never become fewer: a push adds a stone or replaces one. The neutral stone never returns.
        int progress() const { return 2 * std::popcount(taken()) + (neutral == out); }
    };
    static Board board(const State &s) { return {both(s.stones[White], s.stones[Black]), s.neutral}; }
    static constexpr Bits both(std::uint32_t white, std::uint32_t black) { return white | Bits(black) << 32; }
    static constexpr Bits both(std::uint32_t set) { return both(set, set); }

    // The places of a ring have consecutive numbers, so turning it rotates its bits.
    struct Ring {
        int left = 0, right = 0;  // the shift of the bits, and the shift back of those that leave the ring
        Bits mask = 0;
        std::array<std::uint8_t, places + 1> next{};  // the next place of a stone on each place; `out` stays
    };

    // Bits shifted past either end of the ring land outside its places in both halves, where `mask` removes them.
    Board turned(const Board &b, std::size_t index) const {
        const Ring &ring = rings[index];
        const Bits part = b.sets & ring.mask;
        return {(b.sets ^ part) | ((part << ring.left | part >> ring.right) & ring.mask), ring.next[b.neutral]};
    }

    static constexpr std::uint32_t at(int place) { return std::uint32_t(1) << place; }

    // All rows lie in the first five places, the centre and the inner ring.
    bool has_row(const Board &b) const { return (row_in >> (b.sets & 31) | row_in >> (b.sets >> 32 & 31)) & 1; }
    int row_owner(std::uint32_t white, std::uint32_t black) const {
        for (std::uint32_t row : rows) {
            if ((white & row) == row) return White;
            if ((black & row) == row) return Black;
        }
        return -1;
    }

    // What a push at one corner does to the seven places of its diagonal, for every set of them.
    struct Diagonal {
        static constexpr int length = 7;
        std::vector<int> path;  // from the corner to the opposite one
        Numbering cells;
        std::uint32_t entrance = 0;
        std::array<std::uint8_t, 1 << length> run{};  // by the number of the occupied places: how many stones the push moves
        std::array<std::array<std::uint32_t, 1 << length>, length + 1> moved{};  // by run and the number of a set: its image
        std::array<std::array<std::uint8_t, places + 1>, length + 1> neutral{};  // by run: the image of the neutral stone

        Diagonal() = default;

        // The unbroken run of stones from the corner moves on by one. A stone pushed past the opposite corner leaves the
        // board and returns to its owner's hand.
        explicit Diagonal(std::vector<int> way)
            : path(std::move(way)), cells(std::uint32_t(Spec::mask(path))), entrance(at(path[0])) {
            for (Bits steps = 0; steps < 1 << length; ++steps) {
                std::uint32_t set = 0;
                for (Bits left = steps; left;) set |= at(path[std::size_t(pop(left))]);
                const std::size_t number = cells.of(set);
                run[number] = std::uint8_t(std::countr_one(steps));
                for (int count = 0; count <= length; ++count)
                    for (Bits left = steps; left;) {
                        const int i = pop(left), to = i < count ? i + 1 : i;
                        if (to < length) moved[std::size_t(count)][number] |= at(path[std::size_t(to)]);
                    }
            }
            for (int count = 0; count <= length; ++count) {
                for (int place = 0; place <= places; ++place) neutral[count][place] = std::uint8_t(place);
                for (int i = 0; i < count; ++i)
                    neutral[count][path[i]] = std::uint8_t(i + 1 < length ? path[std::size_t(i + 1)] : out);
            }
        }
    };

    Board push(const Board &b, int corner, Side side) const {
        const Diagonal &way = diagonals[std::size_t(corner)];
        const std::size_t run = way.run[way.cells.of(b.taken())];
        const Bits numbers = way.cells.of_both(b.sets);
        const auto &moved = way.moved[run];
        const Bits after = both(moved[numbers & (moved.size() - 1)], moved[numbers >> Diagonal::length]);
        return {(b.sets & ~way.cells.both) | after | Bits(way.entrance) << 32 * side,
                way.neutral[run][b.neutral]};
    }

    int stones;
    std::array<Diagonal, 4> diagonals;
    std::vector<std::uint32_t> rows;
    std::array<Ring, 3> rings;
    std::uint32_t row_in = 0;  // for each set of the first five places, whether it contains a row
    std::vector<std::string> words{"row"};
    Symmetries symmetric;
};

static_assert(Rules<Tres>);

}  // namespace dreierlei
