// Exact values of games of filling a line, by proof-number search.
//
// Each search answers one question: can the attacker force a win, or can the defender prevent it? A win of the defender
// and a draw are the same answer. Two questions, with each side as the attacker, give the value of a position; with a
// limit on the plies they give the length of the shortest win, because a game that ends in a draw after `left` plies is
// a game of the same kind.
//
// Everything below rests on one fact: an additional stone never harms its owner. (The owner plays as if it were not there,
// and places any other stone instead of placing it later.) So passing is never better than every move, and a cell in no
// open line of either side is as good as a pass and never needed.
#pragma once

#include "../search/budget.hpp"
#include "proof_table.hpp"
#include "spoiling.hpp"

namespace dreierlei {

// Answers such questions. One object serves one thread; its results stay in the table for the next question.
class Prover {
  public:
    // The budget counts the positions that are judged. When it is spent, every answer is Open.
    Prover(const std::vector<Bits> &all, ProofTable &table, Budget &budget)
        : lines(all), sequences(lines), table(table), budget(budget) {}

    // Judges at most about `effort` more positions. `moves` restricts the first move, for a board without stones.
    Proof ask(Duel duel, std::uint64_t effort, Bits moves = 0) {
        if (budget.over()) return Proof::Open;
        goal = effort < budget.most_nodes - std::min(budget.nodes, budget.most_nodes) ? budget.nodes + effort
                                                                                     : budget.most_nodes;
        Node root;
        if (moves) {
            root.candidates = moves;
        } else {
            if (const Proof answer = quieten(duel); answer != Proof::Open) return answer;
            root = judged(duel);
        }
        while (root.numbers.answer() == Proof::Open && !interrupted())
            search(duel, root, {Numbers::infinite, Numbers::infinite});
        return root.numbers.answer();
    }

    Bits threats(Bits own, Bits opponent) const { return lines.threats(own, opponent); }

  private:
    struct Node {
        ProofTable::Key key;
        Bits candidates = 0;
        Numbers numbers;
    };
    struct Child {
        Duel duel;
        ProofTable::Key key;
        Numbers numbers;
    };

    // --- threats ---------------------------------------------------------------------------------------------------

    // Places a stone in a position without threats, or on the only cell where the opponent threatens to win, and then every
    // forced answer, until there is no threat or the question is answered. No line is completed here: a side that could
    // complete one would already have won.
    Proof place(Duel &duel, int cell) const {
        for (;;) {
            const int mover = duel.turn;
            duel.stones[mover] |= bit(cell);
            duel.turn ^= 1;
            if (--duel.left == 0) return Proof::No;
            const Bits wins = lines.threats(cell, duel.stones[mover], duel.stones[mover ^ 1]);
            if (!wins) return Proof::Open;
            if (duel.left == 1) return Proof::No;  // there is only time for the answer
            if (several(wins)) return mover == Duel::Attacker ? Proof::Yes : Proof::No;
            cell = std::countr_zero(wins);
        }
    }

    // The same for any position.
    Proof quieten(Duel &duel) const {
        if (duel.left <= 0) return Proof::No;
        const auto &[attacker, defender] = duel.stones;
        const Bits ours = lines.threats(attacker, defender), theirs = lines.threats(defender, attacker);
        const bool attacker_moves = duel.turn == Duel::Attacker;
        if (attacker_moves ? ours : theirs) return attacker_moves ? Proof::Yes : Proof::No;
        const Bits wins = attacker_moves ? theirs : ours;
        if (!wins) return Proof::Open;
        if (several(wins)) return !attacker_moves && duel.left >= 2 ? Proof::Yes : Proof::No;
        return place(duel, std::countr_zero(wins));
    }

    // --- judging a position ----------------------------------------------------------------------------------------

    Node judged(const Duel &duel) {
        OpenLines attacker, defender;
        open(duel, Duel::Attacker, attacker);
        Node node;
        if (!attacker.count) {
            node.numbers = Numbers::decided(Proof::No);
            return node;
        }
        open(duel, Duel::Defender, defender);
        node.key = ProofTable::key(attacker, defender, duel);
        if (const auto *entry = table.find(node.key)) {
            node.candidates = entry->candidates;
            node.numbers = entry->numbers;
            return node;
        }
        ++budget.nodes;
        judge(duel, attacker, defender, node);
        table.store(node.key, node.candidates, node.numbers, 1);
        return node;
    }

    // A line that needs more stones than a side has left is not open.
    void open(const Duel &duel, int role, OpenLines &out) const {
        const int stones = (duel.left + (duel.turn == role)) / 2;
        lines.open(duel.stones[role], duel.stones[role ^ 1], duel.limited ? stones : 64, out);
    }

    void judge(const Duel &duel, const OpenLines &attacker, const OpenLines &defender, Node &node) {
        const bool attacker_moves = duel.turn == Duel::Attacker;
        const OpenLines &own = attacker_moves ? attacker : defender, &opposing = attacker_moves ? defender : attacker;
        const Bits ours = duel.stones[duel.turn], theirs = duel.stones[duel.turn ^ 1];
        const Proof good = attacker_moves ? Proof::Yes : Proof::No, bad = attacker_moves ? Proof::No : Proof::Yes;

        if (bound.holds(attacker, attacker_moves)) {
            node.numbers = Numbers::decided(Proof::No);
            return;
        }
        ThreatSequence won, lost;
        if (sequences.find(own, ours, theirs, duel.left, won)) {
            node.numbers = Numbers::decided(good);
            return;
        }
        node.candidates = attacker.cells() | defender.cells();
        if (sequences.find(opposing, theirs, ours, duel.left - 1, lost)) node.candidates &= lost.zone(own);
        node.candidates &= ~dominated(attacker, defender);

        // The side that needs one good move has one position to decide, the other side all of them.
        const auto moves = std::uint32_t(std::popcount(node.candidates));
        if (!moves) node.numbers = Numbers::decided(bad);
        else node.numbers = attacker_moves ? Numbers{1, moves} : Numbers{moves, 1};
    }

    // The cells for which there is a better one, or an equal one with a lower number.
    //
    // Let every open line through c, of either side, also pass through d. Then d is at least as good a move as c. After
    // placing d, play as if c and d were exchanged, and compare. If c is still free, lines through both need one more stone
    // in either case and are closed to the opponent; lines through d alone are one stone shorter, and closed to the
    // opponent instead of open. If the opponent takes c, lines through c also pass through d and are closed to both sides;
    // those through d alone are ours instead of the opponent's.
    //
    // A dominated cell may be left out even where d is not in the zone: d then loses, and so does c.
    static Bits dominated(const OpenLines &attacker, const OpenLines &defender) {
        Bits shared[64];  // the cells that all lines through a cell have in common
        const Bits cells = attacker.cells() | defender.cells();
        for (Bits left = cells; left;) shared[pop(left)] = ~Bits{0};
        for (const OpenLines *side : {&attacker, &defender})
            for (Bits line : *side)
                for (Bits left = line; left;) shared[pop(left)] &= line;
        Bits worse = 0;
        for (Bits left = cells; left;) {
            const int c = pop(left);
            for (Bits others = shared[c] & ~bit(c); others;) {
                const int d = pop(others);
                if (d < c || !(shared[d] & bit(c))) worse |= bit(c);
            }
        }
        return worse;
    }

    // --- proof-number search ---------------------------------------------------------------------------------------

    // Depth first (Nagai): expands the most promising move until the numbers of `node` reach the thresholds.
    //
    // One function serves both roles: `need` is the number of the answer that the player to move wants, for which one good
    // move is enough; `avoid` is the other, which takes all moves. Moves often lead to the same positions, which a plain
    // sum would count many times; instead, the largest number is counted, plus one for each further move. Zero and
    // infinity stay exact.
    void search(const Duel &duel, Node &node, Numbers threshold) {
        const std::uint64_t before = budget.nodes;
        const bool attacker_moves = duel.turn == Duel::Attacker;
        const auto need = attacker_moves ? &Numbers::yes : &Numbers::no;
        const auto avoid = attacker_moves ? &Numbers::no : &Numbers::yes;

        Child children[64];
        int count = 0;
        for (Bits left = node.candidates; left;) {
            Child &child = children[count++];
            child.duel = duel;
            if (const Proof answer = place(child.duel, pop(left)); answer != Proof::Open) {
                child.numbers = Numbers::decided(answer);
            } else {
                const Node fresh = judged(child.duel);
                child.key = fresh.key;
                child.numbers = fresh.numbers;
            }
            if (!(child.numbers.*need)) {
                node.numbers = child.numbers;
                table.store(node.key, node.candidates, node.numbers, budget.nodes - before);
                return;
            }
        }
        for (;;) {
            Child *best = children;
            std::uint32_t second = Numbers::infinite, largest = 0, open = 0;
            for (Child *child = children; child < children + count; ++child) {
                const std::uint32_t needed = child->numbers.*need, avoided = child->numbers.*avoid;
                largest = std::max(largest, avoided);
                open += avoided > 0;
                if (child == best) continue;
                const std::uint32_t least = best->numbers.*need;
                if (needed < least || (needed == least && avoided < best->numbers.*avoid)) {
                    second = least;
                    best = child;
                } else {
                    second = std::min(second, needed);
                }
            }
            node.numbers.*need = best->numbers.*need;
            node.numbers.*avoid = largest == Numbers::infinite ? largest : open ? largest + open - 1 : 0;
            if (node.numbers.answer() != Proof::Open || node.numbers.yes >= threshold.yes ||
                node.numbers.no >= threshold.no || interrupted())
                break;

            // A quarter more than the second best needs, because switching between moves has a cost.
            Numbers until;
            until.*need = std::min(threshold.*need, second + std::max(1u, second / 4));
            until.*avoid = threshold.*avoid - (open - 1);
            Node next;
            if (const auto *entry = table.find(best->key)) next = {best->key, entry->candidates, entry->numbers};
            else next = judged(best->duel);
            if (next.numbers.answer() == Proof::Open && next.numbers.yes < until.yes && next.numbers.no < until.no)
                search(best->duel, next, until);
            best->numbers = next.numbers;
        }
        table.store(node.key, node.candidates, node.numbers, budget.nodes - before);
    }

    bool interrupted() {
        if (budget.over() || ((++calls % 64 == 0 || budget.nodes >= budget.most_nodes) && budget.spent(budget.nodes)))
            return true;
        return budget.nodes >= goal;
    }

    LineSet lines;
    ThreatSearch sequences;
    SpoilingBound bound;
    ProofTable &table;
    Budget &budget;
    std::uint64_t goal = 0;
    std::uint64_t calls = 0;
};

}  // namespace dreierlei
