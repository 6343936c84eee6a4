// The table as the search of one position sees it: keys, images, distances, and which entries cause a cutoff.
#pragma once

#include <optional>

#include "../evaluation.hpp"
#include "history.hpp"
#include "shared.hpp"

namespace dreierlei {

// Positions that are images of each other share an entry, under the key of their canonical image. Entries number moves in
// the order in which the rules generate the moves of that image.
template <Rules R, class E> class Lookup {
    using State = typename R::State;

  public:
    Lookup(const R &rules, const E &evaluation, Shared &shared, const History<R> &past)
        : rules(rules), evaluation(evaluation), table(shared.table), salt(past.salt() ^ shared.salt),
          // Where a repetition from the game's past can end the game, a position and its image may differ in value.
          symmetric(shared.parts.symmetry && !past.salt()) {}

    std::uint64_t key(const State &s) const { return evaluation.key(s) ^ salt; }
    std::uint64_t key(const State &s, int turn) const { return key(turn ? rules.turned(s, turn) : s); }
    // The symmetry that maps a position to its canonical image.
    int orientation(const State &s) const { return symmetric ? evaluation.orientation(s) : 0; }

    void prefetch(std::uint64_t key) const { table.prefetch(key); }
    bool find(std::uint64_t key, HashEntry &entry) const { return table.find(key, entry); }
    void store(std::uint64_t key, const HashEntry &entry) const { table.store(key, entry); }

    // The score of an entry, if it is sufficient for this window. A proved bound holds at any depth. Where the window asks
    // how soon the game ends, only a proof counts: a shallower or reduced search may have missed a shorter win.
    static std::optional<Score> usable(const HashEntry &entry, int depth, int ply, int alpha, int beta, bool open) {
        const int value = from_table(entry.value, ply);
        const bool both = entry.at_least && entry.at_most;
        const bool deep = entry.depth >= depth && !decided(alpha) && !decided(beta);
        if (open && !both) return {};  // keeps the principal variation complete
        const Score score{std::int16_t(value), entry.at_least, entry.at_most};
        if (entry.bound & HashEntry::AtLeast && value >= beta && (entry.at_least || deep))
            return Score{score.value, entry.at_least, false};
        if (entry.bound & HashEntry::AtMost && value <= alpha && (entry.at_most || deep))
            return Score{score.value, false, entry.at_most};
        if (entry.bound == HashEntry::Exact && (both || deep)) return score;
        return {};
    }

    // Distances are counted from the root in the search, and from the position itself in the table.
    static int to_table(int value, int ply) {
        return value >= known ? value + ply : value <= -known ? value - ply : value;
    }
    static int from_table(int value, int ply) {
        return value >= known ? value - ply : value <= -known ? value + ply : value;
    }

    // The number of a move in the canonical image, and its inverse. They are seldom needed, and inlining them would double
    // the stack frames of the search.
    [[gnu::noinline]] int image_index(const State &s, int turn, Move move) const {
        MoveList moves;
        rules.moves(rules.turned(s, turn), moves);
        const auto found = std::find(moves.begin(), moves.end(), rules.symmetries().turned(move, turn));
        return found == moves.end() ? HashEntry::no_move : int(found - moves.begin());
    }
    int own_index(const State &s, int turn, int index, const MoveList &own) const {
        return turn && index != HashEntry::no_move ? turned_back(s, turn, index, own) : index;
    }

  private:
    [[gnu::noinline]] int turned_back(const State &s, int turn, int index, const MoveList &own) const {
        MoveList moves;
        rules.moves(rules.turned(s, turn), moves);
        for (int i = 0; i < own.size() && index < moves.size(); ++i)
            if (rules.symmetries().turned(own[i], turn) == moves[index]) return i;
        return HashEntry::no_move;
    }

    const R &rules;
    const E &evaluation;
    HashTable &table;
    std::uint64_t salt;
    bool symmetric;
};

}  // namespace dreierlei
