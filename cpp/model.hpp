// The types that all rule families and searches share.
//
// A game reaches the core as a Spec: tables that its Python declaration made from the board. A family turns a Spec
// into a class R that satisfies the concept Rules; searches are templates over R. Nothing here depends on Python.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bits.hpp"

namespace dreierlei {

enum Side : std::uint8_t { White = 0, Black = 1 };

inline constexpr Side other(Side side) { return Side(side ^ 1); }
// The element of a pair that belongs to a side. Choosing between two values instead of indexing keeps a state in registers.
template <class T> constexpr T of_side(const std::array<T, 2> &pair, Side side) { return side ? pair[1] : pair[0]; }

// The content of a place in a Setup.
enum Stone : std::uint8_t { Free = 0, WhiteStone = 1, BlackStone = 2, NeutralStone = 3 };
inline constexpr Stone stone_of(Side side) { return side ? BlackStone : WhiteStone; }

// A move is one to three targets. Targets are numbers below 256 that the declaration gives names to: the places come
// first, then anything else that a player of the family can choose (a stone to take, a corner, a ring, "pass").
// Invariant: no legal move of a position is a prefix of another.
struct Move {
    std::array<std::uint8_t, 3> target{};
    std::uint8_t size = 0;

    // Built and compared as one word: reading a word right after writing its bytes stalls the processor.
    static constexpr Move of(int a) { return from_code(std::uint32_t(a) | 1u << 24); }
    static constexpr Move of(int a, int b) { return from_code(std::uint32_t(a) | std::uint32_t(b) << 8 | 2u << 24); }
    static constexpr Move of(int a, int b, int c) {
        return from_code(std::uint32_t(a) | std::uint32_t(b) << 8 | std::uint32_t(c) << 16 | 3u << 24);
    }
    // This move with one more target.
    constexpr Move with(int next) const { return from_code((code() | std::uint32_t(next) << 8 * size) + (1u << 24)); }

    constexpr std::uint32_t code() const { return std::bit_cast<std::uint32_t>(*this); }
    static constexpr Move from_code(std::uint32_t code) { return std::bit_cast<Move>(code); }
    friend constexpr bool operator==(const Move &a, const Move &b) { return a.code() == b.code(); }
};

static_assert(std::endian::native == std::endian::little, "a move's code is its bytes, the first target lowest");

// More than the legal moves of any position that can be set up: nine Mühle stones with at most four destinations each,
// where every move closes a mill and takes one of nine stones, have 324.
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

// What happens to one stone in a move, as players see it. First stones are placed, moved, pushed and taken, all at the
// same time; then a ring turns with all the stones on it.
struct Step {
    enum Kind : std::uint8_t { Placed, Moved, Pushed, Taken, Turned };
    Kind kind;
    Stone stone;
    int start = -1;  // a place; -1: the hand of the stone's owner
    int end = -1;    // a place; -1: it leaves the board. A stone that is pushed out returns to its owner's hand
    int ring = -1;   // the target of the ring that turns
};
using Motion = std::vector<Step>;

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
    std::vector<Stone> places;
    Side turn = White;
    std::vector<int> fields;
};

// The two sides' stones in `setup.places`; `places_of` is the inverse.
inline std::array<Bits, 2> sides_of(const Setup &setup) {
    std::array<Bits, 2> stones{};
    for (std::size_t place = 0; place < setup.places.size(); ++place) {
        if (setup.places[place] == WhiteStone) stones[White] |= bit(int(place));
        if (setup.places[place] == BlackStone) stones[Black] |= bit(int(place));
    }
    return stones;
}

inline std::vector<Stone> places_of(const std::array<Bits, 2> &stones, int count) {
    std::vector<Stone> places(count, Free);
    for (int place = 0; place < count; ++place) {
        if (stones[White] & bit(place)) places[place] = WhiteStone;
        if (stones[Black] & bit(place)) places[place] = BlackStone;
    }
    return places;
}

inline std::array<int, 2> count_of(const std::array<Bits, 2> &stones) {
    return {std::popcount(stones[White]), std::popcount(stones[Black])};
}

// A reason why a Setup is not a valid position: the key of a message, with the numbers and sides that it mentions.
struct Problem {
    std::string key;
    std::map<std::string, long> numbers = {};
    std::map<std::string, Side> sides = {};
};
using Problems = std::vector<Problem>;

// A reason why a target cannot come next in a move: the key of a message, with the numbers and targets that it mentions.
struct Refusal {
    std::string key = {};  // empty: the family has no reason to give
    std::map<std::string, int> targets = {};
    std::map<std::string, long> numbers = {};
};

// A piece that limits where the next one may go, and the places that it reaches.
struct Range {
    int from;
    Bits places;
};

// A bijection on 64 bits that spreads every input bit over the output (the finaliser of splitmix64), so distinct keys
// stay distinct.
inline constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

// The inverse of `mix`.
inline constexpr std::uint64_t unmix(std::uint64_t x) {
    x ^= x >> 31 ^ x >> 62;
    x *= 0x319642b2d24d8ec3ULL;
    x ^= x >> 27 ^ x >> 54;
    x *= 0x96de1b173f119089ULL;
    return x ^ x >> 30 ^ x >> 60;
}
static_assert(unmix(mix(0x0123456789abcdefULL)) == 0x0123456789abcdefULL);

class Script;  // rules that are written in another language (families/scripted.hpp)

// The tables of one variant of a game.
//
// A family checks its tables before it uses them, with the functions of the second group. They throw
// std::invalid_argument with a sentence that the author of the declaration can act on.
struct Spec {
    std::map<std::string, long> numbers;
    std::map<std::string, std::vector<std::vector<int>>> tables;
    std::map<std::string, std::vector<std::string>> words;
    std::shared_ptr<const Script> script = nullptr;

    long number(const std::string &key) const;
    const std::vector<std::vector<int>> &table(const std::string &key) const;
    const std::vector<std::string> &names(const std::string &key) const;

    // A number that differs between variants, and is the same in every run.
    std::uint64_t fingerprint() const;

    std::vector<Bits> masks(const std::string &key) const;
    static Bits mask(const std::vector<int> &places) {
        Bits set = 0;
        for (int place : places) set |= bit(place);
        return set;
    }

    struct Range {
        long least, most;
        bool contains(long value) const { return least <= value && value <= most; }
        std::string text() const;
    };

    static void require(bool holds, const std::string &sentence) {
        if (!holds) throw std::invalid_argument(sentence);
    }
    void check_number(const std::string &key, Range range) const;
    // The number of rows, the number of values in each row, and the values.
    void check_table(const std::string &key, Range rows, Range sizes, Range values) const;
};

// The forms of a family's moves, for numbering them. The targets of a part are consecutive; with `places` they correspond
// to the places in order, so that a `take` target and its place exclude each other.
struct Part {
    int first, count;
    bool places = false;
};
using Form = std::vector<Part>;

// A plane of an observation: its name, and the largest number that it can hold.
struct Plane {
    std::string name;
    int most = 1;
};

// A learner's view of a position: sets of places, and numbers for the whole board.
template <std::size_t Sets, std::size_t Numbers> struct View {
    std::array<Bits, Sets> sets;
    std::array<std::uint8_t, Numbers> numbers;
};

// The maximum size of a family's State.
inline constexpr std::size_t most_state_bytes = 32;

// The requirements for a family R, which is built from a Spec. Only construction may throw. A family that lacks something
// does not compile, and the error names the requirement.
//
//   State               a small plain value: trivially copyable, at most `most_state_bytes`, comparable by ==
//   family              its name in declarations
//   start(), turn(s)    the state before the first move; the side to move, or that would move if the game were not over
//   moves(s, out)       appends the legal moves; none if and only if outcome(s).over
//   play(s, m)          the state after a legal move, unchecked
//   motion(s, m)        what a legal move does to the stones, step by step
//   hands(s)            the stones that each side can still place
//   outcome(s)          the end by the rules of a single position; repetition is decided by the owner of the history
//   reasons()           the names of the reasons that outcomes give by number
//   pattern(s)          the places that decided the game, for drawings
//   key(s)              equal for positions that count as the same for repetition
//   repeats(s)          whether this position counts for the third-occurrence rule
//   can_repeat()        whether repeats() holds for any position of this variant
//   progress(s)         never decreases along a game and is equal for equal keys, so that a search for an earlier
//                       occurrence may stop where it differs
//   set_up(setup, p)    the state, or every reason against it in p
//   describe(s)         the inverse of set_up
//   symmetries()        the permutations of the targets that preserve the rules (symmetry.hpp)
//   turned(s, i)        the image of a state under symmetry number i; the games that follow are images of each other
//   forms()             the forms of moves; those of one length end in different targets
//   planes(), view(s, side)   the observation planes and their contents, those of `side` first
//
// Optional:
//
//   count(s)            the number of legal moves without listing them (perft.hpp)
//   apply(s, move)      plays in place, where that is faster than `play` (perft.hpp)
//   run(s, random, plies), random_games(s, history, random, games, total)
//                       random play that is faster because it does not list moves (playouts.hpp)
//   why_not(s, begun, target)   why `target` cannot follow `begun`, which is a legal move or the beginning of one; the
//                       game is not over
//   range(s, begun)     the piece within whose reach the move must end, if there is one
//   Evaluation<R>       a specialisation for searches (evaluation.hpp)
template <class R>
concept Rules = std::constructible_from<R, const Spec &> &&
                requires(const R &r, const typename R::State &s, MoveList &out, Move m, const Setup &setup, Problems &p) {
                    requires std::is_trivially_copyable_v<typename R::State>;
                    requires std::equality_comparable<typename R::State>;
                    requires sizeof(typename R::State) <= most_state_bytes;
                    { R::family } -> std::convertible_to<std::string>;
                    { r.start() } -> std::same_as<typename R::State>;
                    { r.turn(s) } -> std::same_as<Side>;
                    r.moves(s, out);
                    { r.play(s, m) } -> std::same_as<typename R::State>;
                    { r.motion(s, m) } -> std::same_as<Motion>;
                    { r.hands(s) } -> std::same_as<std::array<int, 2>>;
                    { r.outcome(s) } -> std::same_as<Outcome>;
                    { r.key(s) } -> std::same_as<std::uint64_t>;
                    { r.repeats(s) } -> std::same_as<bool>;
                    { r.progress(s) } -> std::convertible_to<int>;
                    { r.set_up(setup, p) } -> std::same_as<typename R::State>;
                    { r.describe(s) } -> std::same_as<Setup>;
                    { r.pattern(s) } -> std::same_as<Bits>;
                    { r.can_repeat() } -> std::same_as<bool>;
                    { r.symmetries().turned(m, 0) } -> std::same_as<Move>;
                    { r.turned(s, 0) } -> std::same_as<typename R::State>;
                    { r.forms() } -> std::same_as<std::vector<Form>>;
                    { r.planes() } -> std::same_as<std::vector<Plane>>;
                    r.view(s, White).sets;
                    r.view(s, White).numbers;
                    { r.reasons() } -> std::same_as<const std::vector<std::string> &>;
                };

// The occurrence of a repeated position that ends the game.
inline constexpr int last_occurrence = 3;

}  // namespace dreierlei
