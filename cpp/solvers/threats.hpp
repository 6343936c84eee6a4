// Threats in games of filling a line: what is still open to each side, and wins by one threat after another.
//
// Cells are bits, numbered as the declaration numbers the places; on a square board row by row from the top left:
//
//      0  1  2  3  4  5
//      6  7  8  9 10 11          a line is a set of cells, such as {0, 1, 6};
//     12 13 14 15 16 17          a side that holds all of them has won
//     18 19 20 21 22 23
//     24 25 26 27 28 29
//     30 31 32 33 34 35
//
// A line is open for a side while its opponent has no stone in it. All that matters of an open line is its rest: the
// cells that are still free. A rest of one cell is a threat to win; a rest of two can become one.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "../model.hpp"

namespace dreierlei {

inline constexpr bool single(Bits set) { return set && !(set & (set - 1)); }
inline constexpr bool several(Bits set) { return set & (set - 1); }

inline constexpr int max_lines = 128;

// The rests of one side's open lines, those of two cells first. A rest that contains a rest of two is left out: the smaller
// one is always filled first, so the larger one never decides anything.
struct OpenLines {
    int count = 0;
    int pairs = 0;
    std::array<Bits, max_lines + 1> rest;  // one spare entry, so that filtering needs no branch

    const Bits *begin() const { return rest.data(); }
    const Bits *end() const { return rest.data() + count; }
    Bits cells() const {
        Bits set = 0;
        for (Bits line : *this) set |= line;
        return set;
    }
};

// The lines of a game. A line that contains another is left out, for the same reason.
class LineSet {
  public:
    explicit LineSet(const std::vector<Bits> &all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            bool needed = true;
            for (std::size_t j = 0; j < all.size(); ++j)
                if (!(all[j] & ~all[i]) && (all[j] != all[i] || j < i)) needed = false;
            if (needed) lines.push_back(all[i]);
        }
        if (lines.size() > std::size_t(max_lines))
            throw std::invalid_argument("at most " + std::to_string(max_lines) + " lines can be solved, not " +
                                        std::to_string(lines.size()));
        for (Bits line : lines)
            for (Bits left = line; left;) through[pop(left)].push_back(line);
    }

    // The cells where `own` threatens to win: anywhere, or with the lines through `cell`.
    Bits threats(Bits own, Bits opponent) const { return threats(lines, own, opponent); }
    Bits threats(int cell, Bits own, Bits opponent) const { return threats(through[cell], own, opponent); }

    // The open lines of a side that can still place `stones` stones. There must be no threat on the board.
    void open(Bits own, Bits opponent, int stones, OpenLines &out) const {
        std::array<Bits, max_lines + 1> pair, larger;
        int pairs = 0, rests = 0;
        for (Bits line : lines) {
            const Bits rest = line & ~own;
            const int size = std::popcount(rest);
            const bool possible = !(line & opponent) & (size <= stones);
            pair[pairs] = larger[rests] = rest;
            pairs += possible & (size == 2);
            rests += possible & (size != 2);
        }
        int count = 0;
        Bits paired = 0;
        for (int i = 0; i < pairs; ++i) {
            bool first = true;
            for (int j = 0; j < count; ++j) first &= out.rest[j] != pair[i];
            out.rest[count] = pair[i];
            count += first;
            paired |= pair[i];
        }
        out.pairs = count;
        for (int i = 0; i < rests; ++i) {
            bool needed = true;
            if (several(larger[i] & paired))
                for (int j = 0; j < out.pairs; ++j) needed &= (out.rest[j] & ~larger[i]) != 0;
            out.rest[count] = larger[i];
            count += needed;
        }
        out.count = count;
    }

  private:
    static Bits threats(const std::vector<Bits> &lines, Bits own, Bits opponent) {
        Bits cells = 0;
        for (Bits line : lines)
            if (const Bits rest = line & ~own; !(line & opponent) && single(rest)) cells |= rest;
        return cells;
    }

    std::vector<Bits> lines;
    std::array<std::vector<Bits>, 64> through;
};

// A win by threats: the attacker places u, which threatens to win at v, the opponent has to answer at v, and so on
// until a stone makes two threats at once.
//
//     u1 (v1)  u2 (v2)  …  un, which threatens w and w'
//
// `cells` has all of them, `replies` the forced answers v1 … v(n-1).
struct ThreatSequence {
    Bits cells = 0;
    Bits replies = 0;

    // The moves that can help the opponent if it is the opponent's turn before the sequence begins: any other loses to it.
    //
    // Let the opponent place x elsewhere. Then every stone of the sequence can be placed as before, and every threat has
    // to be answered as before, unless the opponent wins or threatens to win on the way with the help of x. That takes a
    // line through x of which the opponent's stones, x and the replies hold all cells but at most one. A cell x in no such
    // line, and not in the sequence, changes nothing. (The opponent does not win without x, because the search for the
    // sequence has considered that.)
    Bits zone(const OpenLines &opponent) const {
        Bits set = cells;
        for (Bits line : opponent) {
            const Bits rest = line & ~replies;
            if (!several(rest)) set |= line;               // x can be any of its cells
            else if (std::popcount(rest) == 2) set |= rest;  // x must be one of the two
        }
        return set;
    }
};

class ThreatSearch {
  public:
    explicit ThreatSearch(const LineSet &lines) : lines(lines), failed(1 << 14) {}
    ThreatSearch(const ThreatSearch &) = delete;

    // Looks for a win by threats for the side that holds `own` and is to move in a position without threats, with
    // `left` plies to the end of the game. Finding none does not prove that there is none.
    bool find(const OpenLines &open, Bits own, Bits opponent, int left, ThreatSequence &sequence) {
        if (!open.pairs) return false;
        // Short sequences first: they leave the opponent fewer replies.
        for (int stones : {1, 2, 3, 32}) {
            cut = false;
            const int count = stones == 1 ? open.pairs : open.count;
            if (extend(open.rest.data(), count, own, opponent, left, 0, stones, sequence)) return true;
            if (!cut) return false;
        }
        return false;
    }

  private:
    // `rest` are the attacker's open lines, `must` is where the opponent's last reply threatens to win, if anywhere.
    // The attacker may place `stones` stones before the one that wins, so lines with a longer rest are useless.
    bool extend(const Bits *rest, int count, Bits own, Bits opponent, int left, Bits must, int stones,
                ThreatSequence &sequence) {
        if (left < 3) return false;  // stone, answer, and the stone that wins
        Bits pairs[max_lines];
        int size = 0;
        Bits once = 0, twice = 0;
        for (int i = 0; i < count; ++i) {
            const Bits smaller = rest[i] & (rest[i] - 1);
            if (single(smaller)) {
                pairs[size++] = rest[i];
                twice |= once & rest[i];
                once |= rest[i];
            }
        }
        const auto partners = [&](int cell) {
            Bits set = 0;
            for (int i = 0; i < size; ++i)
                if (pairs[i] & bit(cell)) set |= pairs[i];
            return set & ~bit(cell);
        };
        if (must) {
            once &= must;
            twice &= must;
        }
        while (twice) {
            const int cell = pop(twice);
            Bits wins = partners(cell);
            if (!several(wins)) continue;  // two lines with the same rest are one threat
            sequence.cells |= bit(cell) | bit(pop(wins));
            sequence.cells |= bit(pop(wins));
            return true;
        }
        if (!once || left < 5) return false;
        if (stones == 1) {
            cut = true;
            return false;
        }

        const std::uint64_t limits = std::uint64_t(left * 64 + stones) * 0x632be59bd9b4e019ULL;
        const std::uint64_t key = mix(own + 0x9e3779b97f4a7c15ULL * mix(opponent + limits));
        // If two positions share a key, a win may be missed, which only costs time.
        std::uint64_t &slot = failed[key % failed.size()];
        if (slot == key) {
            cut = true;
            return false;
        }
        while (once) {
            const int cell = pop(once);
            const int reply = std::countr_zero(partners(cell));
            const Bits ours = own | bit(cell), theirs = opponent | bit(reply);
            const Bits answer = lines.threats(reply, theirs, ours);
            if (several(answer)) continue;
            Bits next[max_lines];
            int kept = 0;
            bool useful = must;  // a stone in no other line only answers a threat
            for (int i = 0; i < count; ++i) {
                if (rest[i] & bit(reply)) continue;
                next[kept] = rest[i] & ~bit(cell);
                if (std::popcount(next[kept]) <= stones) {
                    useful |= next[kept++] != rest[i];
                } else {
                    cut = true;
                }
            }
            if (!useful) continue;
            if (extend(next, kept, ours, theirs, left - 2, answer, stones - 1, sequence)) {
                sequence.cells |= bit(cell) | bit(reply);
                sequence.replies |= bit(reply);
                return true;
            }
        }
        slot = key;
        return false;
    }

    const LineSet &lines;
    bool cut = false;  // whether more stones might have helped
    std::vector<std::uint64_t> failed;  // keys of positions with no win by threats
};

}  // namespace dreierlei
