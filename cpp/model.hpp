// The vocabulary that every rule family and every search shares.
//
// A game reaches the core as a Spec: tables that its Python declaration made from the board. A family turns a Spec
// into a class R that satisfies the concept Rules; searches are templates over R. Nothing here knows Python.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bits.hpp"

namespace dreierlei {

enum Side : std::uint8_t { White = 0, Black = 1 };

inline constexpr Side other(Side side) { return Side(side ^ 1); }
// One of a pair by side. Choosing between two values instead of indexing keeps a state in registers.
template <class T> constexpr T of_side(const std::array<T, 2> &pair, Side side) { return side ? pair[1] : pair[0]; }
template <class T> constexpr std::array<T, 2> by_side(Side side, T its, T others) {
    return {side ? others : its, side ? its : others};
}

// What stands on a place in a Setup.
enum Stone : std::uint8_t { Free = 0, WhiteStone = 1, BlackStone = 2, NeutralStone = 3 };

// A move is one to three targets. Targets are numbers below 256 that the declaration gives names to: the places come
// first, then whatever else a family lets a player point at (a stone to take, a corner, a ring, "pass").
// Invariant: no legal move of a position is the beginning of another.
struct Move {
    std::array<std::uint8_t, 3> target{};
    std::uint8_t size = 0;

    // Made and compared as one word: a move that was written byte by byte and is read at once makes a processor wait.
    static constexpr Move of(int a) { return from_code(std::uint32_t(a) | 1u << 24); }
    static constexpr Move of(int a, int b) { return from_code(std::uint32_t(a) | std::uint32_t(b) << 8 | 2u << 24); }
    static constexpr Move of(int a, int b, int c) {
        return from_code(std::uint32_t(a) | std::uint32_t(b) << 8 | std::uint32_t(c) << 16 | 3u << 24);
    }
    // This move and one target more.
    constexpr Move with(int next) const { return from_code((code() | std::uint32_t(next) << 8 * size) + (1u << 24)); }

    constexpr std::uint32_t code() const { return std::bit_cast<std::uint32_t>(*this); }
    static constexpr Move from_code(std::uint32_t code) { return std::bit_cast<Move>(code); }
    friend constexpr bool operator==(const Move &a, const Move &b) { return a.code() == b.code(); }
};

static_assert(std::endian::native == std::endian::little, "a move's code is its bytes, the first target lowest");

// The largest number of legal moves in any position that can be set up: nine Mühle stones with at most four ways to
// go, each closing a mill and taking one of nine, are 324.
inline constexpr int max_moves = 384;

// Moves on the stack: generating them allocates nothing.
class MoveList {
  public:
    MoveList() {}  // leaves the storage uninitialised on purpose
    void add(Move move) { list[count++] = move; }
    void clear() { count = 0; }
    int size() const { return count; }
    bool empty() const { return count == 0; }
    const Move &operator[](int i) const { return list[i]; }
    Move &operator[](int i) { return list[i]; }
    const Move *begin() const { return list; }
    const Move *end() const { return list + count; }

  private:
    union {
        Move list[max_moves];
    };
    int count = 0;
};

// How a game ended. `reason` indexes the family's reasons(); `winner` is 0, 1, or -1 for a draw; `points` is -1 where
// a game has none.
struct Outcome {
    bool over = false;
    std::int8_t winner = -1;
    std::uint8_t reason = 0;
    std::int8_t points = -1;

    static Outcome win(Side side, int reason, int points = -1) {
        return {true, std::int8_t(side), std::uint8_t(reason), std::int8_t(points)};
    }
    static Outcome draw(int reason) { return {true, -1, std::uint8_t(reason), -1}; }
    friend bool operator==(const Outcome &, const Outcome &) = default;
};

// A position as plain numbers, for reading and writing it as text. `fields` are the family's own, in the order in which
// the Python side names them.
struct Setup {
    std::vector<std::uint8_t> places;
    Side turn = White;
    std::vector<int> fields;
};

// The two sides' stones among `setup.places`, and the way back.
inline std::array<Bits, 2> sides_of(const Setup &setup) {
    std::array<Bits, 2> stones{};
    for (std::size_t place = 0; place < setup.places.size(); ++place) {
        if (setup.places[place] == WhiteStone) stones[White] |= bit(int(place));
        if (setup.places[place] == BlackStone) stones[Black] |= bit(int(place));
    }
    return stones;
}

inline std::vector<std::uint8_t> places_of(const std::array<Bits, 2> &stones, int count) {
    std::vector<std::uint8_t> places(count, Free);
    for (int place = 0; place < count; ++place) {
        if (stones[White] & bit(place)) places[place] = WhiteStone;
        if (stones[Black] & bit(place)) places[place] = BlackStone;
    }
    return places;
}

inline std::array<int, 2> count_of(const std::array<Bits, 2> &stones) {
    return {std::popcount(stones[White]), std::popcount(stones[Black])};
}

// A reason why a Setup cannot be a position of the game: the key of a message, and the numbers and sides that fill it.
struct Problem {
    std::string key;
    std::map<std::string, long> numbers = {};
    std::map<std::string, Side> sides = {};
};
// Every such reason.
using Problems = std::vector<Problem>;

// A bijection on 64 bits that spreads every input bit over the output (the finaliser of splitmix64): keys that are
// distinct stay distinct.
inline constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

// What `mix` made x of.
inline constexpr std::uint64_t unmix(std::uint64_t x) {
    x ^= x >> 31 ^ x >> 62;
    x *= 0x319642b2d24d8ec3ULL;
    x ^= x >> 27 ^ x >> 54;
    x *= 0x96de1b173f119089ULL;
    return x ^ x >> 30 ^ x >> 60;
}
static_assert(unmix(mix(0x0123456789abcdefULL)) == 0x0123456789abcdefULL);

// The tables of one variant of a game.
struct Spec {
    std::map<std::string, long> numbers;
    std::map<std::string, std::vector<std::vector<int>>> tables;
    std::map<std::string, std::vector<std::string>> words;

    long number(const std::string &key) const { return find(numbers, key); }
    const std::vector<std::vector<int>> &table(const std::string &key) const { return find(tables, key); }
    const std::vector<std::string> &names(const std::string &key) const { return find(words, key); }

    // A number that differs between variants, and is the same in every run.
    std::uint64_t fingerprint() const {
        std::uint64_t sum = 0;
        for (const auto &[key, value] : numbers) sum = mix(sum + std::uint64_t(value) + 1);
        for (const auto &[key, rows] : tables)
            for (const auto &row : rows) {
                sum = mix(sum + row.size());
                for (int value : row) sum = mix(sum + std::uint64_t(value) + 1);
            }
        return sum;
    }

    std::vector<Bits> masks(const std::string &key) const {
        std::vector<Bits> result;
        for (const auto &row : table(key)) result.push_back(mask(row));
        return result;
    }
    static Bits mask(const std::vector<int> &places) {
        Bits set = 0;
        for (int place : places) set |= bit(place);
        return set;
    }

  private:
    template <class Map> static const typename Map::mapped_type &find(const Map &map, const std::string &key) {
        const auto found = map.find(key);
        if (found == map.end()) throw std::invalid_argument("the game's tables lack \"" + key + "\"");
        return found->second;
    }
};

// The forms that moves can have, for numbering them: targets of a part are consecutive, and with `places` they stand for
// the places in their order, so that `take` targets know which place they mean.
struct Part {
    int first, count;
    bool places = false;
};
using Form = std::vector<Part>;

// What a learner sees of a position: sets of places, and numbers that concern the whole board.
template <std::size_t Sets, std::size_t Numbers> struct View {
    std::array<Bits, Sets> sets;
    std::array<std::uint8_t, Numbers> numbers;
};

// What a family must offer. `State` is a small plain value; nothing throws except construction.
//
//   moves(s, out)       appends the legal moves; none if and only if outcome(s).over
//   play(s, m)          the state after a legal move, unchecked
//   outcome(s)          the end by the rules of a single position; repetition is decided by whoever holds the history
//   key(s)              equal for positions that count as the same for repetition
//   repeats(s)          whether this position counts for the third-occurrence rule
//   progress(s)         never decreases along a game and is equal for equal keys, so that a search for an earlier
//                       occurrence may stop where it differs
//   set_up(setup, p)    the state, or every reason against it in p
//   describe(s)         the inverse of set_up
//   pattern(s)          the places that decided the game, for drawing
//   can_repeat()        whether repeats() holds for any position of this variant
//   forms()             the forms of moves; those of one length end in different targets
//   planes(), view(s, side)   names and contents of what a learner sees, its own things first
template <class R>
concept Rules = std::constructible_from<R, const Spec &> &&
                requires(const R &r, const typename R::State &s, MoveList &out, Move m, const Setup &setup, Problems &p) {
                    requires std::is_trivially_copyable_v<typename R::State>;
                    { r.start() } -> std::same_as<typename R::State>;
                    { r.turn(s) } -> std::same_as<Side>;
                    r.moves(s, out);
                    { r.play(s, m) } -> std::same_as<typename R::State>;
                    { r.outcome(s) } -> std::same_as<Outcome>;
                    { r.key(s) } -> std::same_as<std::uint64_t>;
                    { r.repeats(s) } -> std::same_as<bool>;
                    { r.progress(s) } -> std::convertible_to<int>;
                    { r.set_up(setup, p) } -> std::same_as<typename R::State>;
                    { r.describe(s) } -> std::same_as<Setup>;
                    { r.pattern(s) } -> std::same_as<Bits>;
                    { r.can_repeat() } -> std::same_as<bool>;
                    { r.forms() } -> std::same_as<std::vector<Form>>;
                    { r.planes() } -> std::same_as<std::vector<std::string>>;
                    r.view(s, White).sets;
                    r.view(s, White).numbers;
                    { r.reasons() } -> std::same_as<const std::vector<std::string> &>;
                };

// The occurrence of a position that ends a game where positions repeat.
inline constexpr int last_occurrence = 3;

}  // namespace dreierlei
