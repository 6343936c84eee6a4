// Games on Katarenga tableaus: each new piece is placed en prise to the one that the opponent placed last.
#pragma once

#include <cmath>
#include <unordered_set>
#include <utility>

#include "katarenga_board.hpp"

namespace dreierlei {

// Spec: number `places` (a square board, row by row from the top left), number `pieces` (per side); table `colours` (one
// row: 0 red, 1 yellow, 2 green, 3 blue for each cell); table `threes` (winning triples; empty: the last placement wins);
// number `weiter` (1: play goes on after all pieces are placed).
//
// Targets: a cell to place on {to}; with `weiter`, once all pieces are placed, {from, to}.
class Katarenga : KatarengaBoard {
  public:
    static constexpr const char *family = "katarenga";

    struct State {
        std::array<Bits, 2> pieces{};
        std::int8_t last = -1;  // the cell of the piece that was placed last
        Side turn = White;
        bool won = false;  // by the player who just moved, with a three

        friend bool operator==(const State &, const State &) = default;
    };

    explicit Katarenga(const Spec &spec)
        : places(int(checked(spec).number("places"))),
          pieces(int(spec.number("pieces"))),
          weiter(spec.number("weiter") != 0),
          board(places == 64 ? ~Bits{0} : bit(places) - 1),
          colours(spec.table("colours").at(0)),
          threes(spec.masks("threes")),
          reach_of(places),
          thirds(places * places),
          symmetric(symmetries_of(colours, threes)) {
        const int width = width_of(places);
        for (int cell = 0; cell < places; ++cell) {
            reach_of[cell] = reach_table(cell, width, colours);
            cells_of[std::size_t(colours[cell])] |= bit(cell);
        }
        for (const auto &three : spec.table("threes"))
            for (int one : three)
                for (int two : three)
                    if (one != two) thirds[one * places + two] |= Spec::mask(three) & ~bit(one) & ~bit(two);
        for (int one = 0; one < places; ++one)
            for (int two = 0; two < places; ++two)
                if (thirds[one * places + two]) partners[one] |= bit(two);
    }

    State start() const { return {}; }
    Side turn(const State &s) const { return s.turn; }

    void moves(const State &s, MoveList &out) const {
        if (s.won) return;
        const Bits taken = s.pieces[0] | s.pieces[1];
        if (std::popcount(taken) == 2 * pieces) {
            if (weiter) add_lifts(s, out);
            return;
        }
        for (Bits left = candidates(s); left;) {
            const int cell = pop(left);
            if (threes.empty() || allowed(s, cell)) out.add(Move::of(cell));
        }
    }

    State play(const State &s, Move move) const {
        State next = s;
        int to = move.target[0];
        if (move.size == 2) {
            next.pieces[s.turn] &= ~bit(to);
            to = move.target[1];
        }
        next.pieces[s.turn] |= bit(to);
        next.won = makes_three(next.pieces[s.turn], to);
        next.last = std::int8_t(to);
        next.turn = other(s.turn);
        return next;
    }

    Motion motion(const State &s, Move move) const {
        if (move.size == 1) return {{Step::Placed, stone_of(s.turn), -1, move.target[0]}};
        return {{Step::Moved, stone_of(s.turn), move.target[0], move.target[1]}};
    }
    // See katarenga_refusals.hpp.
    Refusal why_not(const State &s, Move begun, int target) const;

    std::optional<Range> range(const State &s, Move begun) const {
        if (s.last < 0) return {};
        const Bits lifted = begun.size ? bit(begun.target[0]) : 0;
        return Range{s.last, reach(s.last, (s.pieces[0] | s.pieces[1]) & ~lifted) & ~lifted};
    }

    std::array<int, 2> hands(const State &s) const {
        const auto [white, black] = count_of(s.pieces);
        return {pieces - white, pieces - black};
    }

    Outcome outcome(const State &s) const {
        if (s.won) return Outcome::win(other(s.turn), Three);
        const int placed = std::popcount(s.pieces[0] | s.pieces[1]);
        if (threes.empty()) {
            if (placed < 2 * pieces && candidates(s)) return {};
            return Outcome::win(other(s.turn), LastPlacement, placed);
        }
        if (placed < 2 * pieces) return {};  // after legal play there is always a placement
        if (!weiter) return Outcome::draw(AllPlaced);
        return has_lift(s) ? Outcome{} : Outcome::draw(NoMove);
    }

    std::uint64_t key(const State &s) const {
        return mix(s.pieces[0] +
                   0x9e3779b97f4a7c15ULL * mix(s.pieces[1] + 0x632be59bd9b4e019ULL * (2 * (s.last + 1) + s.turn)));
    }
    bool repeats(const State &s) const { return weiter && std::popcount(s.pieces[0] | s.pieces[1]) == 2 * pieces; }
    int progress(const State &s) const { return std::popcount(s.pieces[0] | s.pieces[1]); }

    Bits pattern(const State &s) const {
        if (!s.won) return 0;
        Bits cells = 0;
        const Bits own = s.pieces[other(s.turn)];
        for (Bits three : threes)
            if ((own & three) == three) cells |= three;
        return cells;
    }

    // Rejects pieces that no order of placements explains, and a player without a legal placement. If a legal placement
    // remains, no earlier placement was illegal, so during the placing phase exactly the reachable positions are accepted.
    // Whether a position after that phase can be reached is not checked.
    State set_up(const Setup &setup, Problems &problems) const {
        State s;
        s.turn = setup.turn;
        s.pieces = sides_of(setup);
        s.last = std::int8_t(setup.fields[0]);
        const auto [white, black] = count_of(s.pieces);
        const Side mover = other(s.turn);
        const std::size_t before = problems.size();
        for (Side side : {White, Black})
            if (std::popcount(s.pieces[side]) > pieces)
                problems.push_back({"position.pieces",
                                    {{"count", std::popcount(s.pieces[side])}, {"most", pieces}},
                                    {{"side", side}}});
        const bool moving = weiter && white == pieces && black == pieces;
        if (!moving && white - black != int(s.turn))
            problems.push_back({"position.turn-by-pieces", {{"white", white}, {"black", black}}, {{"side", s.turn}}});
        if (s.last < 0 && white + black > 0)
            problems.push_back({"position.last-missing"});
        if (s.last >= 0 && !(s.pieces[mover] & bit(s.last)))
            problems.push_back({"position.last-owner", {}, {{"side", mover}}});
        if (has_three(s.pieces[s.turn]))
            problems.push_back({"position.already-won", {}, {{"side", s.turn}}});
        if (has_three(s.pieces[mover])) {
            s.won = true;
            if (s.last >= 0 && has_three(s.pieces[mover] & ~bit(s.last)))
                problems.push_back({"position.won-before", {}, {{"side", mover}}});
        }
        if (problems.size() == before && !moving && s.last >= 0 && !explained(s))
            problems.push_back({"position.no-order"});
        if (problems.size() == before && !outcome(s).over) {
            MoveList legal;
            moves(s, legal);
            if (legal.empty())
                problems.push_back({"position.last-forbidden"});
        }
        return s;
    }

    Setup describe(const State &s) const { return {places_of(s.pieces, places), s.turn, {s.last}}; }

    const std::vector<std::string> &reasons() const { return words; }

    const Symmetries &symmetries() const { return symmetric; }
    State turned(State s, int i) const {
        for (Bits &set : s.pieces) set = symmetric.turned(set, i);
        if (s.last >= 0) s.last = std::int8_t(symmetric.place(s.last, i));
        return s;
    }

    // For learners.
    bool can_repeat() const { return weiter; }
    std::vector<Form> forms() const {
        const Part cell{0, places, true};
        return weiter ? std::vector<Form>{{cell}, {cell, cell}} : std::vector<Form>{{cell}};
    }
    std::vector<Plane> planes() const {
        return {{"own"}, {"other"}, {"last"}, {"red"}, {"yellow"}, {"green"}, {"blue"}};
    }
    View<7, 0> view(const State &s, Side side) const {
        const auto &[red, yellow, green, blue] = cells_of;
        return {{s.pieces[side], s.pieces[other(side)], s.last < 0 ? 0 : bit(s.last), red, yellow, green, blue}, {}};
    }

    // The free cells that a piece on `cell` could capture on, by the colour of its cell.
    Bits reach(int cell, Bits taken) const {
        const Reach &r = reach_of[cell];
        Bits cells = r.steps;
        for (int i = 0; i < 2; ++i) {
            // Towards higher numbers the nearest piece is the lowest: every bit up to it, or every bit.
            const Bits rising = r.rising[i] & taken;
            cells |= r.rising[i] & (rising ^ (rising - 1));
            // Towards lower numbers the nearest is the highest: every bit from it on, or from bit 0 if there is none.
            const Bits falling = r.falling[i] & taken;
            cells |= r.falling[i] & ~Bits{0} << (63 - std::countl_zero(falling | 1));
        }
        return cells & ~taken;
    }

    // Free cells en prise to the opponent's last piece; any cell for the first piece.
    Bits candidates(const State &s) const {
        return s.last < 0 ? board : reach(s.last, s.pieces[0] | s.pieces[1]);
    }

    // The cells that make a three with `cell` and one of `own`, occupied or not.
    Bits completions(Bits own, int cell) const {
        const Bits *third = thirds.data() + cell * places;
        Bits cells = 0;
        for (Bits left = own & partners[cell]; left;) cells |= third[pop(left)];
        return cells;
    }

    int size() const { return places; }
    int total() const { return 2 * pieces; }             // pieces of both sides
    bool three_wins() const { return !threes.empty(); }  // otherwise the last placement
    bool goes_on() const { return weiter; }              // after all pieces are placed

    // A random game from `s` to the end of the placing phase; see playouts.hpp.
    //
    // Whether a placement is legal depends on what can follow, so it is not tested beforehand: when a line gets stuck, the
    // last placement was illegal, and another one is drawn in its place. Which placements are legal does not depend on the
    // draws, so all legal ones are equally likely.
    template <class Random> State run(State s, Random &random, std::uint64_t &plies) const {
        const int placed = std::popcount(s.pieces[0] | s.pieces[1]);
        const int most = 2 * pieces - placed;
        if (s.won || !most) return s;
        struct Step {
            Bits left;  // candidates not yet tried
            Bits cell;  // the one being tried
        };
        std::array<Step, 65> steps;
        Bits own = s.pieces[s.turn], their = s.pieces[other(s.turn)];
        int depth = 0;
        bool won = false;
        steps[0].left = candidates(s);
        for (;;) {
            Step &step = steps[depth];
            if (!step.left) {
                if (!depth || threes.empty()) break;
                --depth;
                std::swap(own, their);
                own ^= steps[depth].cell;
                continue;
            }
            step.cell = random.among(step.left);
            step.left ^= step.cell;
            const int cell = std::countr_zero(step.cell);
            own |= step.cell;
            ++depth;
            std::swap(own, their);
            won = makes_three(their, cell);
            if (won || depth == most) break;
            steps[depth].left = reach(cell, own | their);
        }
        if (!depth) return s;
        plies += std::uint64_t(depth);
        const Side turn = depth % 2 ? other(s.turn) : s.turn;
        s.pieces[turn] = own;
        s.pieces[other(turn)] = their;
        s.last = std::int8_t(std::countr_zero(steps[depth - 1].cell));
        s.turn = turn;
        s.won = won;
        return s;
    }

  private:
    enum Reason { Three, LastPlacement, AllPlaced, NoMove };

    Refusal out_of_reach(int last, Bits taken, int target) const;

    bool makes_three(Bits own, int cell) const {
        const Bits *third = thirds.data() + cell * places;
        for (Bits left = own & partners[cell]; left;)
            if (third[pop(left)] & own) return true;
        return false;
    }
    bool has_three(Bits own) const {
        for (Bits three : threes)
            if ((own & three) == three) return true;
        return false;
    }

    // A placement must leave the opponent a legal placement, legal in this same sense, unless it wins or is the last
    // piece of all.
    bool allowed(const State &s, int cell) const {
        const Bits own = s.pieces[s.turn], their = s.pieces[other(s.turn)];
        return allowed(own, their, cell, 2 * pieces - std::popcount(own | their));
    }
    // The same with `left` pieces to come, the one on `cell` included.
    bool allowed(Bits own, Bits their, int cell, int left) const {
        if (left == 1) return true;
        own |= bit(cell);
        if (makes_three(own, cell)) return true;
        for (Bits replies = reach(cell, own | their); replies;)
            if (allowed(their, own, pop(replies), left - 1)) return true;
        return false;
    }

    // Calls f(move) for every lift of an own piece to another cell that is en prise after lifting, until f returns true.
    template <class F> bool each_lift(const State &s, F f) const {
        const Bits taken = s.pieces[0] | s.pieces[1];
        for (Bits own = s.pieces[s.turn]; own;) {
            const int from = pop(own);
            for (Bits to = reach(s.last, taken & ~bit(from)) & ~bit(from); to;)
                if (f(Move::of(from, pop(to)))) return true;
        }
        return false;
    }
    bool leaves_a_lift(const State &s, Move move) const {
        const State next = play(s, move);
        // A cell within reach before lifting is within reach whatever is lifted.
        return next.won || reach(next.last, next.pieces[0] | next.pieces[1]) ||
               each_lift(next, [](Move) { return true; });
    }
    void add_lifts(const State &s, MoveList &out) const {
        each_lift(s, [&](Move move) {
            if (leaves_a_lift(s, move)) out.add(move);
            return false;
        });
    }
    bool has_lift(const State &s) const {
        return each_lift(s, [&](Move move) { return leaves_a_lift(s, move); });
    }

    // Whether the pieces can have been placed in turn, each en prise to the one before: searches backwards from the last
    // one and remembers dead ends.
    bool explained(const State &s) const {
        std::unordered_set<std::uint64_t> dead;
        return explained(s, dead);
    }
    bool explained(const State &s, std::unordered_set<std::uint64_t> &dead) const {
        State earlier = s;
        earlier.turn = other(s.turn);
        earlier.pieces[earlier.turn] &= ~bit(s.last);
        const Bits taken = earlier.pieces[0] | earlier.pieces[1];
        if (!taken) return true;
        if (!dead.insert(key(s)).second) return false;
        for (Bits before = earlier.pieces[s.turn]; before;) {
            const int cell = pop(before);
            if (!(reach(cell, taken) & bit(s.last))) continue;
            earlier.last = std::int8_t(cell);
            if (explained(earlier, dead)) return true;
        }
        return false;
    }

    int places;
    int pieces;
    bool weiter;
    Bits board;
    std::vector<int> colours;
    std::vector<Bits> threes;
    std::vector<Reach> reach_of;
    std::array<Bits, 4> cells_of{};   // of each colour
    std::vector<Bits> thirds;         // for two cells (one * places + two) the cells that make a three with them
    std::array<Bits, 64> partners{};  // for each cell those that share a three with it
    std::vector<std::string> words{"three", "last placement", "all placed", "no move"};
    Symmetries symmetric;
};

static_assert(Rules<Katarenga>);

}  // namespace dreierlei
