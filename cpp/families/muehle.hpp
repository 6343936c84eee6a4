// Mühle: place, slide, jump; a closed mill takes a stone.
#pragma once

#include "../symmetry.hpp"

namespace dreierlei {

class Random;

// Spec: number `places` (at most 24), `stones` (per side), `quiet_plies` (0: no limit); tables `mills` and
// `neighbours` (a row per place).
//
// Targets: a place p to place, slide or jump (p), and a stone to take (places + p). So `d6` is {p}, `d6xb4` {p, take},
// `a1-a4` {from, to}, `a1-a4xd6` {from, to, take}.
class Muehle {
  public:
    static constexpr const char *family = "muehle";

    struct State {
        std::array<std::uint32_t, 2> stones{};
        std::array<std::uint8_t, 2> hand{};
        Side turn = White;
        std::uint16_t quiet = 0;  // sliding and jumping plies since the last mill; stays 0 without a limit

        friend bool operator==(const State &, const State &) = default;
    };

    explicit Muehle(const Spec &spec)
        : places(int(checked(spec).number("places"))),
          stones(int(spec.number("stones"))),
          quiet_limit(int(spec.number("quiet_plies"))),
          board((std::uint32_t(1) << places) - 1),
          symmetric(symmetries_of(spec, places)) {
        for (Bits mill : spec.masks("mills")) mills.push_back(std::uint32_t(mill));
        const auto neighbours = spec.masks("neighbours");
        for (int from = 0; from < places; ++from)
            for (Bits left = neighbours[from]; left;) edges.push_back({std::uint8_t(from), std::uint8_t(pop(left))});
        Spec::require(edges.size() <= 64, "the table \"neighbours\" must have at most 64 values");
        for (int third = 0; third < 3; ++third)
            for (std::uint32_t byte = 0; byte < 256; ++byte) {
                const std::uint32_t set = byte << 8 * third;
                for (std::size_t i = 0; i < mills.size(); ++i)
                    stones_on[third][byte] |= std::uint32_t(std::popcount(set & mills[i])) << 2 * i;
                for (std::size_t e = 0; e < edges.size(); ++e) {
                    if (set >> edges[e].from & 1) edges_from[third][byte] |= bit(int(e));
                    if (set >> edges[e].to & 1) edges_to[third][byte] |= bit(int(e));
                }
            }
        for (std::size_t place = 0; place < std::size_t(places); ++place) {
            const std::uint32_t set = std::uint32_t(1) << place;
            at.men[place] = set | std::uint64_t(counts(set)) << 32;
            at.from[place] = look_up(edges_from, set);
            at.to[place] = look_up(edges_to, set);
        }
        for (std::size_t e = 0; e < edges.size(); ++e) {
            along.men[e] = at.men[edges[e].to] - at.men[edges[e].from];
            along.from[e] = at.from[edges[e].to] ^ at.from[edges[e].from];
            along.to[e] = at.to[edges[e].to] ^ at.to[edges[e].from];
        }
        for (std::uint32_t mill : mills)
            for (Bits firsts = mill; firsts;)
                for (Bits first = bit(pop(firsts)), seconds = mill & ~first; seconds;) {
                    const int second = pop(seconds);
                    third[std::size_t(std::countr_zero(first))][std::size_t(second)] = std::uint32_t(mill & ~first & ~bit(second));
                }
        for (std::uint32_t n = 1; n < reciprocals.size(); ++n) reciprocals[n] = (1u << 16) / n + 1;
        for (std::uint32_t set = 0; set < 512; ++set)
            for (std::size_t i = 0; i < 8; ++i) {
                const std::size_t half = set >> 8;
                std::size_t mill = 0;
                while (mill < mills.size() && even_place(int(mill)) != int(8 * half + i)) ++mill;
                if (!(set >> i & 1) || mill == mills.size()) continue;
                mill_places[half][set & 255] |= mills[mill];
                for (std::size_t e = 0; e < edges.size(); ++e)
                    if (mills[mill] >> edges[e].to & 1 && !(mills[mill] >> edges[e].from & 1))
                        edges_into[half][set & 255] |= bit(int(e));
            }
    }

    State start() const {
        State s;
        s.hand = {std::uint8_t(stones), std::uint8_t(stones)};
        return s;
    }
    Side turn(const State &s) const { return s.turn; }

    void moves(const State &s, MoveList &out) const {
        if (too_few(s) || quiet_end(s)) return;
        const MoveSets sets = move_sets(s);
        for (Bits left = sets.plain; left;) out.add(sets.move(edges, pop(left)));
        for (Bits left = sets.closing; left;) {
            const Move move = sets.move(edges, pop(left));
            for (Bits prey = sets.prey; prey;) out.add(move.with(places + pop(prey)));
        }
        if (sets.jumps) add_jumps(s, sets, out);
    }

    // The number of moves without listing them.
    std::uint64_t count(const State &s) const {
        if (too_few(s) || quiet_end(s)) return 0;
        const MoveSets sets = move_sets(s);
        if (sets.jumps) return count_jumps(s, sets);
        return std::uint64_t(std::popcount(sets.plain) + std::popcount(sets.closing) * std::popcount(sets.prey));
    }

    // Random games to the end; see muehle_playout.hpp.
    template <class History, class Total>
    void random_games(const State &start, const History &history, Random &random, std::uint64_t games, Total &total) const;

    State play(State s, Move move) const {
        apply(s, move);
        return s;
    }

    // Plays in place, field by field: copying a state right after writing its parts stalls the processor.
    void apply(State &s, Move move) const {
        const bool placing = of_side(s.hand, s.turn) > 0;
        const int used = placing ? 1 : 2;
        const bool takes = move.size > used;
        const std::uint32_t second = placing ? 0 : std::uint32_t(1) << move.target[1];
        const std::uint32_t taken = takes ? std::uint32_t(1) << (move.target[used] - places) : 0;
        const std::uint32_t changed = std::uint32_t(1) << move.target[0] | second;
        s.stones[0] ^= s.turn ? taken : changed;
        s.stones[1] ^= s.turn ? changed : taken;
        s.hand[0] = std::uint8_t(s.hand[0] - (placing && !s.turn));
        s.hand[1] = std::uint8_t(s.hand[1] - (placing && s.turn));
        s.turn = other(s.turn);
        s.quiet = takes || placing || !quiet_limit ? 0 : std::uint16_t(s.quiet + 1);
    }

    Motion motion(const State &s, Move move) const {
        const bool placing = s.hand[s.turn] > 0;
        Motion steps;
        if (placing)
            steps.push_back({Step::Placed, stone_of(s.turn), -1, move.target[0]});
        else
            steps.push_back({Step::Moved, stone_of(s.turn), move.target[0], move.target[1]});
        if (const int taken = move.target[move.size - 1] - places; taken >= 0)
            steps.push_back({Step::Taken, stone_of(other(s.turn)), taken});
        return steps;
    }
    // See muehle_refusals.hpp.
    Refusal why_not(const State &s, Move begun, int target) const;

    std::array<int, 2> hands(const State &s) const { return {s.hand[White], s.hand[Black]}; }

    // A loss takes precedence over a draw; only the player to move can have lost.
    Outcome outcome(const State &s) const {
        if (too_few(s)) return Outcome::win(other(s.turn), TooFewStones);
        if (blocked(s)) return Outcome::win(other(s.turn), Blocked);
        if (quiet_end(s)) return Outcome::draw(Quiet);
        return {};
    }

    // 24 + 24 + 4 + 4 + 1 bits, so different positions have different keys. The quiet count is not part of a position.
    std::uint64_t key(const State &s) const {
        return mix(std::uint64_t(s.stones[0]) | std::uint64_t(s.stones[1]) << 24 | std::uint64_t(s.hand[0]) << 48 |
                   std::uint64_t(s.hand[1]) << 52 | std::uint64_t(s.turn) << 56);
    }
    bool repeats(const State &s) const { return !s.hand[0] && !s.hand[1]; }
    // The number of stones placed and of stones taken. Both only grow.
    int progress(const State &s) const {
        return 4 * stones - 2 * (s.hand[0] + s.hand[1]) - std::popcount(s.stones[0]) - std::popcount(s.stones[1]);
    }

    Bits pattern(const State &s) const {
        if (too_few(s)) return s.stones[s.turn];
        return blocked(s) ? s.stones[s.turn] : 0;
    }

    State set_up(const Setup &setup, Problems &problems) const {
        State s;
        s.turn = setup.turn;
        const auto sides = sides_of(setup);
        s.stones = {std::uint32_t(sides[0]), std::uint32_t(sides[1])};
        const int hand[2] = {setup.fields[0], setup.fields[1]}, quiet = setup.fields[2];
        const auto board_count = count_of(sides);
        for (Side side : {White, Black}) {
            if (hand[side] < 0 || hand[side] > stones) {
                problems.push_back({"position.hand", {{"most", stones}, {"count", hand[side]}}, {{"side", side}}});
                continue;
            }
            if (board_count[side] + hand[side] > stones)
                problems.push_back({"position.stones-and-hand",
                                    {{"most", stones}, {"count", board_count[side] + hand[side]}},
                                    {{"side", side}}});
            // While stones are being placed, each placement takes at most one stone and the first two take none.
            const int taken = stones - hand[side] - board_count[side];
            const int chances = std::max(0, stones - hand[other(side)] - 2);
            if (hand[side] + hand[other(side)] > 0 && taken > chances)
                problems.push_back({"position.taken",
                                    {{"count", taken}, {"most", chances}},
                                    {{"side", side}, {"other", other(side)}}});
            s.hand[side] = std::uint8_t(hand[side]);
        }
        const int ahead = hand[Black] - hand[White];
        if (ahead != int(s.turn) && (hand[White] || hand[Black]))
            problems.push_back({"position.turn-by-hands",
                                {{"white", hand[White]}, {"black", hand[Black]}},
                                {{"side", s.turn}}});
        const Side mover = other(s.turn);
        if (board_count[mover] + hand[mover] < 3)
            problems.push_back({"position.lost-and-waiting", {}, {{"side", mover}}});
        // The game ends when a player has two stones, so nobody has fewer.
        if (board_count[s.turn] + hand[s.turn] < 2)
            problems.push_back({"position.below-two", {}, {{"side", s.turn}}});
        if (quiet < 0 || (quiet_limit ? quiet > quiet_limit : quiet != 0))
            problems.push_back({"position.quiet", {{"most", quiet_limit}, {"count", quiet}}});
        else if (quiet && (hand[White] || hand[Black]))
            problems.push_back({"position.quiet-in-hand"});
        else if (quiet_limit && !hand[White] && !hand[Black] && board_count[White] == stones &&
                 board_count[Black] == stones && quiet % 2 != int(s.turn))
            problems.push_back({"position.turn-by-quiet", {{"count", quiet}}, {{"side", s.turn}}});
        s.quiet = std::uint16_t(std::max(0, quiet));
        return s;
    }

    Setup describe(const State &s) const {
        return {places_of({s.stones[0], s.stones[1]}, places), s.turn, {s.hand[0], s.hand[1], s.quiet}};
    }

    const std::vector<std::string> &reasons() const { return words; }

    const Symmetries &symmetries() const { return symmetric; }
    State turned(State s, int i) const {
        for (std::uint32_t &set : s.stones) set = std::uint32_t(symmetric.turned(set, i));
        return s;
    }

    // For databases; neighbours as a set for each place.
    int place_count() const { return places; }
    int stone_count() const { return stones; }
    int quiet_plies() const { return quiet_limit; }
    const std::vector<std::uint32_t> &mill_sets() const { return mills; }
    std::vector<std::uint32_t> neighbour_sets() const {
        std::vector<std::uint32_t> sets(std::size_t(places), 0);
        for (const Edge &edge : edges) sets[edge.from] |= std::uint32_t(1) << edge.to;
        return sets;
    }

    // For learners. The plies left until the quiet draw are capped at 255, which also means no limit.
    bool can_repeat() const { return true; }
    std::vector<Form> forms() const {
        const Part place{0, places, true}, take{places, places, true};
        return {{place}, {place, take}, {place, place}, {place, place, take}};
    }
    std::vector<Plane> planes() const {
        return {{"own"}, {"other"}, {"own hand", stones}, {"other hand", stones}, {"quiet left", quiet_left(0)}};
    }
    View<2, 3> view(const State &s, Side side) const {
        return {{s.stones[side], s.stones[other(side)]},
                {s.hand[side], s.hand[other(side)], std::uint8_t(quiet_left(s.quiet))}};
    }

  private:
    class Playout;  // many random games

    enum Reason { TooFewStones, Blocked, Quiet };

    struct Edge {
        std::uint8_t from, to;
    };

    static const Spec &checked(const Spec &spec) {
        spec.check_number("places", {3, 24});
        spec.check_number("stones", {3, 9});
        spec.check_number("quiet_plies", {0, 60'000});
        const long places = spec.number("places");
        spec.check_table("mills", {0, 16}, {3, 3}, {0, places - 1});
        spec.check_table("neighbours", {places, places}, {0, places - 1}, {0, places - 1});
        return spec;
    }

    // The permutations that preserve mills and neighbours; a stone to take moves with its place.
    static Symmetries symmetries_of(const Spec &spec, int places) {
        std::vector<Figure> figures;
        for (Bits mill : spec.masks("mills")) figures.push_back({mill});
        const auto neighbours = spec.masks("neighbours");
        for (int place = 0; place < places; ++place)
            for (Bits left = neighbours[place]; left;) figures.push_back({bit(place) | bit(pop(left))});
        auto images = dreierlei::symmetries_of(figures, places);
        for (auto &image : images)
            for (int place = 0; place < places; ++place) image.push_back(places + image[place]);
        return Symmetries(std::move(images));
    }

    // The moves of a position as sets: of places while stones are placed, of edges when stones slide. A member of `closing`
    // is combined with each stone of `prey`. With `jumps` any own stone can go to any free place, and the sets are empty.
    struct MoveSets {
        Bits plain = 0, closing = 0;
        std::uint32_t prey = 0;
        bool placing = false, jumps = false;

        Move move(const std::vector<Edge> &all, int member) const {
            return placing ? Move::of(member) : Move::of(all[std::size_t(member)].from, all[std::size_t(member)].to);
        }
    };

    template <class T> static T look_up(const std::array<std::array<T, 256>, 3> &table, std::uint32_t set) {
        // The parts are disjoint, so `+` adds counts and joins sets of edges alike.
        return table[0][set & 255] + table[1][set >> 8 & 255] + table[2][set >> 16];
    }

    // Two bits for each mill: the number of its three places in the set.
    std::uint32_t counts(std::uint32_t set) const { return look_up(stones_on, set); }
    static constexpr std::uint32_t low = 0x55555555;  // the lower of each two bits

    // The edges from an own stone to a free place.
    Bits slides(std::uint32_t own, std::uint32_t free) const { return look_up(edges_from, own) & look_up(edges_to, free); }

    Bits edges_into_free(std::uint32_t taken) const { return look_up(edges_to, board & ~taken); }

    // The mills whose lower bit is set in `flags`, as sixteen bits in the order of `even_place`.
    static std::uint32_t mills_with(std::uint32_t flags) { return even_places(flags); }

    // The mills with two own stones and a free place, from the counts of both sides.
    static std::uint32_t ready_mills(std::uint32_t ours, std::uint32_t theirs) {
        return mills_with(ours >> 1 & ~(ours | theirs | theirs >> 1));
    }

    MoveSets move_sets(const State &s) const {
        MoveSets sets;
        const std::uint32_t own = of_side(s.stones, s.turn), theirs = of_side(s.stones, other(s.turn));
        const std::uint32_t free = board & ~(own | theirs);
        sets.placing = of_side(s.hand, s.turn) > 0;
        if (!sets.placing && std::popcount(own) == 3) {
            sets.jumps = true;
            sets.prey = takeable(theirs);
            return sets;
        }
        // A mill with two own stones and a free place is closed by placing there or by sliding there from outside the mill:
        // a stone that slides within it leaves it open. Such a mill has only one free place, so an edge into it that ends
        // on a free place ends there.
        const std::uint32_t ready = ready_mills(counts(own), counts(theirs));
        if (sets.placing) {
            sets.plain = free;
            sets.closing = (mill_places[0][ready & 255] | mill_places[1][ready >> 8]) & free;
        } else {
            sets.plain = slides(own, free);
            sets.closing = (edges_into[0][ready & 255] | edges_into[1][ready >> 8]) & sets.plain;
        }
        if (sets.closing) {
            sets.prey = takeable(theirs);
            if (!sets.prey) sets.closing = 0;
            sets.plain &= ~sets.closing;
        }
        return sets;
    }

    // The stones outside mills, or all if there are none. One stone is taken, however many mills a move closes.
    std::uint32_t takeable(std::uint32_t theirs) const { return takeable(theirs, counts(theirs)); }
    std::uint32_t takeable(std::uint32_t theirs, std::uint32_t held) const {
        const std::uint32_t full = mills_with(held & held >> 1);
        const std::uint32_t loose = theirs & ~(mill_places[0][full & 255] | mill_places[1][full >> 8]);
        return loose ? loose : theirs;
    }

    // The place where a jump of `from` closes a mill with the other two stones; there is at most one.
    std::uint32_t jump_closer(std::uint32_t own, int from, std::uint32_t free) const {
        const std::uint32_t two = counts(own & ~(std::uint32_t(1) << from)) >> 1 & low;
        return two ? mills[std::size_t(std::countr_zero(two)) / 2] & free : 0;
    }

    void add_jumps(const State &s, const MoveSets &sets, MoveList &out) const {
        const std::uint32_t own = of_side(s.stones, s.turn), free = board & ~(s.stones[0] | s.stones[1]);
        for (Bits froms = own; froms;) {
            const int from = pop(froms);
            const std::uint32_t closer = jump_closer(own, from, free);
            for (Bits left = free & ~closer; left;) out.add(Move::of(from, pop(left)));
            if (closer)
                for (Bits prey = sets.prey; prey;)
                    out.add(Move::of(from, std::countr_zero(closer), places + pop(prey)));
        }
    }

    std::uint64_t count_jumps(const State &s, const MoveSets &sets) const {
        const std::uint32_t own = of_side(s.stones, s.turn), free = board & ~(s.stones[0] | s.stones[1]);
        int jumps = 0;
        for (Bits froms = own; froms;) {
            const std::uint32_t closer = jump_closer(own, pop(froms), free);
            jumps += std::popcount(free & ~closer) + (closer ? std::popcount(sets.prey) : 0);
        }
        return std::uint64_t(jumps);
    }

    bool too_few(const State &s) const {
        return std::popcount(of_side(s.stones, s.turn)) + of_side(s.hand, s.turn) < 3;
    }
    bool blocked(const State &s) const {
        if (of_side(s.hand, s.turn)) return false;
        const std::uint32_t own = of_side(s.stones, s.turn), free = board & ~(s.stones[0] | s.stones[1]);
        return std::popcount(own) == 3 ? !free : !slides(own, free);
    }
    // The plies until a draw if no mill is closed, capped so that they fit into a byte.
    int quiet_left(int quiet) const { return quiet_limit ? std::min(quiet_limit - quiet, 255) : 255; }
    bool quiet_end(const State &s) const { return quiet_limit && s.quiet >= quiet_limit; }

    int places;
    int stones;
    int quiet_limit;
    std::uint32_t board;
    std::vector<std::uint32_t> mills;
    std::vector<Edge> edges;  // each pair of neighbours, in both directions
    // Tables by the two bytes of a set of mills: their places, and the edges that lead into one of them from outside.
    std::array<std::array<std::uint32_t, 256>, 2> mill_places{};
    std::array<std::array<Bits, 256>, 2> edges_into{};
    // Tables by the three bytes of a set of places: stones on each mill, edges that begin and that end in the set.
    std::array<std::array<std::uint32_t, 256>, 3> stones_on{};
    std::array<std::array<Bits, 256>, 3> edges_from{}, edges_to{};
    // What a stone changes, and what a slide along an edge changes: `men` is a set of places and, from bit 32 on, the number
    // of stones on each mill. The entry after the last place changes nothing.
    template <std::size_t N> struct Changes {
        std::array<std::uint64_t, N> men{};
        std::array<Bits, N> from{}, to{};
    };
    Changes<25> at;
    Changes<64> along;
    std::array<std::array<std::uint32_t, 24>, 24> third{};  // the place that completes a mill with two places, if any
    // For dividing by n: x / n = x * reciprocals[n] >> 16 as long as x * n < 2^16.
    std::array<std::uint32_t, 25> reciprocals{};
    std::vector<std::string> words{"too few stones", "blocked", "quiet"};
    Symmetries symmetric;
};

static_assert(Rules<Muehle>);

}  // namespace dreierlei
