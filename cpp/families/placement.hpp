// Games of placing stones: the first to fill a pattern wins (Tic-Tac-Toe, Qango).
#pragma once

#include <algorithm>
#include <utility>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "../random.hpp"
#include "../symmetry.hpp"

namespace dreierlei {

// Spec: number `places`, number `stones` (per side), table `patterns` with the table `kinds` (one row: the kind of each
// pattern) and the words `kinds`; table `first` (one row: where White's first stone may go), and optionally the word
// `first` (the key of the message that says so).
//
// Patterns are tried in the order of the Spec, so if one stone fills several, the first kind counts.
class Placement {
  public:
    static constexpr const char *family = "placement";

    struct State {
        std::array<Bits, 2> stones{};
        Side turn = White;
        std::uint8_t won = 0;  // 0, or 1 + the kind of the pattern that the last move filled

        friend bool operator==(const State &, const State &) = default;
    };

    explicit Placement(const Spec &spec)
        : places(int(checked(spec).number("places"))),
          stones(int(spec.number("stones"))),
          board(places == 64 ? ~Bits{0} : bit(places) - 1),
          first(Spec::mask(spec.table("first").at(0))),
          patterns(spec.masks("patterns")),
          kinds(spec.table("kinds").at(0)),
          words(spec.names("kinds")),
          opening(spec.words.contains("first") ? spec.names("first").at(0) : "refusal.first"),
          symmetric(symmetries_of(places, patterns, kinds, first)) {
        std::vector<std::vector<int>> at(places);
        for (std::size_t i = 0; i < patterns.size(); ++i)
            for (Bits left = patterns[i]; left;) at[pop(left)].push_back(int(i));
        for (const auto &list : at)
            while (stride < list.size()) stride += block;
        through.assign(places * stride, ~Bits{0});
        for (int cell = 0; cell < places; ++cell)
            for (std::size_t i = 0; i < at[cell].size(); ++i) through[cell * stride + i] = patterns[at[cell][i]];
        int longest = 0;
        for (Bits line : patterns) {
            shortest = std::min(shortest, std::popcount(line));
            longest = std::max(longest, std::popcount(line));
        }
        if (patterns.size() <= 64 * words_of_set && longest <= PatternCounts::overflow) {
            patterns_at.resize(std::size_t(places));
            for (std::size_t i = 0; i < patterns.size(); ++i) {
                no_stones.begin(i, PatternCounts::overflow - std::popcount(patterns[i]));
                for (Bits left = patterns[i]; left;) patterns_at[std::size_t(pop(left))][i / 64] |= bit(int(i % 64));
            }
        }
        if (places <= small) {
            members = Members(places);
            for (Bits set = 0; set <= board; ++set) has_pattern.push_back(filled(set));
        }
        all_placed = int(words.size());
        words.push_back(2 * stones >= places ? "board full" : "all placed");
    }

    State start() const { return {}; }
    Side turn(const State &s) const { return s.turn; }

    // The cells where the player to move may place a stone.
    Bits targets(const State &s) const {
        if (s.won || full(s)) return 0;
        const Bits taken = s.stones[0] | s.stones[1];
        return (taken ? board : first) & ~taken;
    }

    void moves(const State &s, MoveList &out) const {
        for (Bits left = targets(s); left;) out.add(Move::of(pop(left)));
    }
    std::uint64_t count(const State &s) const { return std::uint64_t(std::popcount(targets(s))); }

    // Both sides are chosen, not indexed, so that the state stays in registers.
    State play(const State &s, Move move) const {
        const int cell = move.target[0];
        const Bits own = of_side(s.stones, s.turn) | bit(cell), their = of_side(s.stones, other(s.turn));
        return {{s.turn ? their : own, s.turn ? own : their}, other(s.turn), wins(own, cell) ? kind_filled(own) : std::uint8_t{0}};
    }

    Refusal why_not(const State &s, Move begun, int target) const {
        if (begun.size) return {};
        const bool occupied = (s.stones[0] | s.stones[1]) & bit(target);
        return {occupied ? "refusal.occupied" : opening, {{"place", target}}};
    }

    Motion motion(const State &s, Move move) const { return {{Step::Placed, stone_of(s.turn), -1, move.target[0]}}; }
    std::array<int, 2> hands(const State &s) const {
        const auto [white, black] = count_of(s.stones);
        return {stones - white, stones - black};
    }

    // Random games to the end; see playouts.hpp.
    template <class History, class Total>
    void random_games(const State &s, const History &, Random &random, std::uint64_t games, Total &total) const {
        const Bits taken = s.stones[0] | s.stones[1];
        const int most = std::min(std::popcount(board & ~taken), 2 * stones - std::popcount(taken));
        // Games are counted by the ply that won them, and added up afterwards. Who wins is as good as random: a branch on it
        // in each game would be mispredicted, and the next game could not begin before this one ends.
        Ended ended{};
        Random lot = random;  // a local copy can live in a register
        if (!has_pattern.empty())
            play_small(s, most, lot, games, ended);
        else if (!patterns_at.empty())
            play_large(s, most, lot, games, ended);
        else
            for (std::uint64_t i = 0; i < games; ++i) ++ended[std::size_t(until_won(s, most, lot))];
        random = lot;
        for (int last = 0; last <= most; ++last) {
            const std::uint64_t count = ended[std::size_t(last)];
            total.add(last < most ? s.turn ^ (last & 1) : -1, count);
            total.plies += count * std::uint64_t(std::min(last + 1, most));
        }
    }

    Outcome outcome(const State &s) const {
        if (s.won) return Outcome::win(other(s.turn), s.won - 1);
        if (full(s)) return Outcome::draw(all_placed);
        return {};
    }

    std::uint64_t key(const State &s) const {
        return mix(s.stones[0] + 0x9e3779b97f4a7c15ULL * mix(s.stones[1] + s.turn * 0x632be59bd9b4e019ULL));
    }
    bool repeats(const State &) const { return false; }
    int progress(const State &s) const { return std::popcount(s.stones[0] | s.stones[1]); }

    Bits pattern(const State &s) const {
        Bits cells = 0;
        if (s.won) {
            const Bits own = s.stones[other(s.turn)];
            for (Bits line : patterns)
                if ((own & line) == line) cells |= line;
        }
        return cells;
    }

    // Accepts exactly the reachable positions: the last stone can be any that all filled patterns share, and White's first
    // stone any other that the opening rule allows.
    State set_up(const Setup &setup, Problems &problems) const {
        State s;
        s.turn = setup.turn;
        s.stones = sides_of(setup);
        const auto [white, black] = count_of(s.stones);
        for (Side side : {White, Black})
            if (std::popcount(s.stones[side]) > stones)
                problems.push_back({"position.stones",
                                    {{"count", std::popcount(s.stones[side])}, {"most", stones}},
                                    {{"side", side}}});
        if (white - black != int(s.turn))
            problems.push_back({"position.turn-by-stones", {{"white", white}, {"black", black}}, {{"side", s.turn}}});
        if (filled(s.stones[s.turn]))
            problems.push_back({"position.already-won", {}, {{"side", s.turn}}});
        const Side mover = other(s.turn);
        Bits last = s.stones[mover];
        for (std::size_t i = patterns.size(); i-- > 0;)
            if ((s.stones[mover] & patterns[i]) == patterns[i]) {
                last &= patterns[i];
                s.won = std::uint8_t(1 + kinds[i]);
            }
        if (s.won && !last)
            problems.push_back({"position.won-twice", {}, {{"side", mover}}});
        if (white) {
            // White's first stone obeys the opening rule, and is not the winning stone unless it is the only one.
            Bits opening = s.stones[White] & first;
            if (s.won && mover == White && white > 1 && std::popcount(last) == 1) opening &= ~last;
            if (!opening) problems.push_back({"position.opening"});
        }
        return s;
    }

    Setup describe(const State &s) const { return {places_of(s.stones, places), s.turn, {}}; }

    const std::vector<std::string> &reasons() const { return words; }

    const Symmetries &symmetries() const { return symmetric; }
    State turned(State s, int i) const {
        for (Bits &set : s.stones) set = symmetric.turned(set, i);
        return s;
    }

    // For learners.
    bool can_repeat() const { return false; }
    std::vector<Form> forms() const { return {{{0, places, true}}}; }
    std::vector<Plane> planes() const { return {{"own"}, {"other"}}; }
    View<2, 0> view(const State &s, Side side) const { return {{s.stones[side], s.stones[other(side)]}, {}}; }

    // For solvers: the patterns, and the number of stones that can still be placed if neither side wins.
    const std::vector<Bits> &lines() const { return patterns; }
    int place_count() const { return places; }
    int plies_left(const State &s) const {
        const int taken = std::popcount(s.stones[0] | s.stones[1]);
        return s.won ? 0 : std::min(places, 2 * stones) - taken;
    }
    // Whether a game can end in a draw while cells are free.
    bool short_of_stones() const { return 2 * stones < places; }

  private:
    static const Spec &checked(const Spec &spec) {
        spec.check_number("places", {1, 64});
        spec.check_number("stones", {1, 64});
        const long last = spec.number("places") - 1, patterns = long(spec.table("patterns").size());
        spec.check_table("patterns", {0, 10'000}, {1, last + 1}, {0, last});
        spec.check_table("kinds", {1, 1}, {patterns, patterns}, {0, long(spec.names("kinds").size()) - 1});
        spec.check_table("first", {1, 1}, {1, last + 1}, {0, last});
        Spec::require(spec.names("kinds").size() < 250, "there are too many kinds of patterns");
        return spec;
    }

    // The permutations that preserve the patterns, their kinds and the cells of the first stone.
    static Symmetries symmetries_of(int places, const std::vector<Bits> &patterns, const std::vector<int> &kinds, Bits first) {
        std::vector<Figure> figures;
        for (std::size_t i = 0; i < patterns.size(); ++i) figures.push_back({patterns[i], kinds[i]});
        auto images = dreierlei::symmetries_of(figures, places);
        std::erase_if(images, [&](const std::vector<int> &image) {
            Bits turned = 0;
            for (Bits left = first; left;) turned |= bit(image[std::size_t(pop(left))]);
            return turned != first;
        });
        return Symmetries(std::move(images));
    }

    static constexpr int small = Members::most_places;  // boards of up to this many places have a table of all sets

    // The ply, counted from 0, that wins a random game; `most` if none does.
    int until_won(const State &s, int most, Random &random) const {
        Bits own = s.stones[s.turn], their = s.stones[other(s.turn)];
        Bits placed = random.among(targets(s));  // the opening rule restricts the first stone
        Bits free = board & ~(own | their | placed);
        int count = std::popcount(free);
        for (int ply = 0;; placed = random.among(free, count), free ^= placed, --count) {
            own |= placed;
            if (fills(own, std::countr_zero(placed))) return ply;
            if (++ply == most) return most;
            std::swap(own, their);
        }
    }

    // A set of patterns, for games that have at most 64 * words_of_set.
    static constexpr std::size_t words_of_set = 2;
    using PatternSet = std::array<Bits, words_of_set>;

    // The stones of a player in each pattern, for all patterns at once: sets of patterns that hold the binary digits of the
    // counts. A count begins so high that it overflows when the pattern is full.
    class PatternCounts {
      public:
        static constexpr int overflow = 8;

        void begin(std::size_t pattern, int count) {
            for (std::size_t i = 0; i < digits.size(); ++i)
                if (count >> i & 1) digits[i][pattern / 64] |= bit(int(pattern % 64));
        }
        // Adds one to the patterns of a set. Returns whether one is full now.
        bool add(const PatternSet &set) {
            Bits full = 0;
            for (std::size_t w = 0; w < words_of_set; ++w) {
                Bits carry = set[w];
                for (PatternSet &digit : digits) {
                    const Bits next = digit[w] & carry;
                    digit[w] ^= carry;
                    carry = next;
                }
                full |= carry;
            }
            return full != 0;
        }

      private:
        std::array<PatternSet, 3> digits{};
    };

    using Ended = std::array<std::uint64_t, 65>;  // by ply: the games won at that ply; at the last: those that nobody won

    // Random games on a board with few patterns, many times faster. A game draws one cell after the other from a list of the free
    // cells; the next game may start with the order in which the last one left them. Each half of a random number draws a cell.
    void play_large(const State &s, int most, Random &random, std::uint64_t games, Ended &ended) const {
        const Bits free = board & ~(s.stones[0] | s.stones[1]), allowed = targets(s);
        std::array<std::uint8_t, 64> cells{};
        int count = 0;
        for (Bits left = free; left;) cells[std::size_t(count++)] = std::uint8_t(pop(left));
        std::array<PatternCounts, 2> begun{no_stones, no_stones};
        for (std::size_t i = 0; i < 2; ++i)
            for (Bits left = of_side(s.stones, i ? other(s.turn) : s.turn); left;) begun[i].add(patterns_at[std::size_t(pop(left))]);
        const PatternSet *through_cell = patterns_at.data();
        for (; games; --games) {
            PatternCounts own = begun[0], their = begun[1];
            int left = count, ply = 0;
            // Moves a cell to the end of those that are left, and returns the patterns through it.
            const auto take = [&](std::size_t drawn) -> const PatternSet & {
                const std::uint8_t cell = cells[drawn];
                cells[drawn] = std::exchange(cells[std::size_t(--left)], cell);
                return through_cell[cell];
            };
            const auto draw = [&](std::uint64_t bits) { return std::size_t(Random::below(left, std::uint32_t(bits))); };
            std::uint64_t bits = random.next();
            std::size_t drawn = draw(bits >> 32);
            if (allowed != free) {  // the opening rule restricts the first stone
                const int cell = nth(allowed, Random::below(std::popcount(allowed), std::uint32_t(bits >> 32)));
                drawn = std::size_t(std::find(cells.begin(), cells.begin() + count, cell) - cells.begin());
            }
            for (;;) {
                if (own.add(take(drawn)) || ++ply == most) break;
                if (their.add(take(draw(bits))) || ++ply == most) break;
                bits = random.next();
                drawn = draw(bits >> 32);
            }
            ++ended[std::size_t(ply)];
        }
    }

    // The same on a small board, without branches: a game fills the board and determines afterwards which win came first. One
    // random number is enough: each draw uses the integer part of a product and leaves the fraction. The bias is below
    // small! / 2^60.
    void play_small(const State &s, int most, Random &random, std::uint64_t games, Ended &ended) const {
        using Set = Members::Set;
        const Set begun = Set(of_side(s.stones, s.turn)), answered = Set(of_side(s.stones, other(s.turn)));
        const Set all = Set(board) & ~(begun | answered), allowed = Set(targets(s));
        const int size = std::popcount(all), choices = std::popcount(allowed);
        const std::uint8_t *has = has_pattern.data();
        constexpr int point = 60;  // the bits of a fraction; those above it hold the integer part
        static_assert(small < 1 << (64 - point));
        for (; games; --games) {
            std::uint64_t fraction = random.next() >> (64 - point);
            const auto draw = [&](int count) {
                const std::uint64_t product = fraction * std::uint64_t(count);
                fraction = product & (bit(point) - 1);
                return int(product >> point);
            };
            Set own = begun, their = answered, placed = members.nth(allowed, draw(choices)), free = all ^ placed, won = Set{1} << most;
            const auto place = [&](Set &stones, int ply) {
                stones |= placed;
                won |= Set{has[stones]} << ply;
            };
            const auto choose = [&](int ply) {
                placed = members.nth(free, draw(size - ply));
                free ^= placed;
            };
            for (int ply = 0;;) {
                place(own, ply);
                if (++ply == most) break;
                choose(ply);
                place(their, ply);
                if (++ply == most) break;
                choose(ply);
            }
            ++ended[std::size_t(std::countr_zero(won))];
        }
    }

    // Whether `own`, which contains `cell`, contains a pattern through it, and none that was there before.
    bool wins(Bits own, int cell) const {
        if (std::popcount(own) < shortest) return false;
        return has_pattern.empty() ? fills(own, cell) : has_pattern[own] != 0;
    }

    static constexpr std::size_t block = 4;  // patterns tested at once

    // Whether `own`, which contains `cell`, contains a pattern through it. Filled patterns are rare, so testing all without
    // branches is faster than stopping at the first.
    bool fills(Bits own, int cell) const {
        const Bits *lines = through.data() + cell * stride;
#ifdef __AVX2__
        const __m256i outside = _mm256_set1_epi64x(static_cast<long long>(~own));
        __m256i filled = _mm256_setzero_si256();
        for (std::size_t i = 0; i < stride; i += block) {
            const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(lines + i));
            const __m256i missing = _mm256_and_si256(four, outside);
            filled = _mm256_or_si256(filled, _mm256_cmpeq_epi64(missing, _mm256_setzero_si256()));
        }
        return _mm256_movemask_epi8(filled) != 0;
#else
        for (std::size_t i = 0; i < stride; ++i)
            if (!(lines[i] & ~own)) return true;
        return false;
#endif
    }
    // 1 + the kind of the first pattern in `own`; there must be one.
    std::uint8_t kind_filled(Bits own) const {
        std::size_t i = 0;
        while (patterns[i] & ~own) ++i;
        return std::uint8_t(1 + kinds[i]);
    }

    bool full(const State &s) const {
        const Bits taken = s.stones[0] | s.stones[1];
        return taken == board || std::popcount(taken) == 2 * stones;
    }
    bool filled(Bits own) const {
        return std::any_of(patterns.begin(), patterns.end(), [&](Bits line) { return (own & line) == line; });
    }

    int places;
    int stones;
    Bits board;
    Bits first;
    std::vector<Bits> patterns;
    std::vector<int> kinds;
    std::vector<std::string> words;
    std::string opening;
    int shortest = 64;          // the stones of the smallest pattern
    std::size_t stride = 0;     // the number of entries of `through` for each cell
    std::vector<Bits> through;  // the patterns through each cell, padded with ~0, which is never filled
    PatternCounts no_stones;
    std::vector<PatternSet> patterns_at;  // through each cell, if all patterns fit into such sets
    std::vector<std::uint8_t> has_pattern;  // by set of places, on a small board
    Members members;                        // on a small board
    int all_placed;
    Symmetries symmetric;
};

static_assert(Rules<Placement>);

}  // namespace dreierlei
