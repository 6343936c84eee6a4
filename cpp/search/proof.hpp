// Exact values of games of filling a line, by proof-number search.
//
// One question is asked at a time: can the attacker force a win, or can the defender prevent it? A win of the defender
// and a draw are the same answer. Two questions, one for each side as attacker, give the value of a position; with a
// limit on the plies they give the length of the shortest win, because a game that ends in a draw after `left` plies is
// again such a game.
//
// Everything below rests on one fact: an additional stone never harms its owner. (He plays as if it were not there;
// where he would have placed it later, he places any other.) So there is no position in which passing would be better
// than every move, and a cell that is in nobody's open line is as good as a pass, and never needed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "../families/placement.hpp"
#include "spoiling.hpp"
#include "threats.hpp"

namespace dreierlei {

struct ProofLimits {
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // positions judged, over the whole of a solution
    std::function<bool()> interrupted;                                // asked about twenty times a second
};

// A position as the question sees it.
struct Duel {
    enum Role : int { Attacker = 0, Defender = 1 };
    std::array<Bits, 2> stones{};
    int turn = Attacker;
    int left = 0;          // plies to the end of the game
    bool limited = false;  // whether the game can end while cells are free
};

enum class Proof { Open, Yes, No };

// Proof numbers: how many positions have at least to be decided to answer the question with yes, or with no.
struct Numbers {
    static constexpr std::uint32_t infinite = 1u << 27;

    std::uint32_t yes = 1, no = 1;

    static constexpr Numbers decided(Proof answer) {
        return answer == Proof::Yes ? Numbers{0, infinite} : Numbers{infinite, 0};
    }
    Proof answer() const { return !yes ? Proof::Yes : !no ? Proof::No : Proof::Open; }
};

// Positions that have been judged. Two positions with the same rests of both sides are the same: dead cells, and which
// stones lie in a line besides its rest, play no part. The key is a hash of the rests, 96 bits of which are compared.
class ProofTable {
  public:
    struct Key {
        std::uint64_t check = 0;  // 0: no key
        std::uint32_t place = 0;
    };
    struct Entry {
        std::uint64_t check = 0;
        Bits candidates = 0;
        Numbers numbers;
        std::uint32_t work = 0;  // positions judged below this one
        std::uint32_t place = 0;
    };
    static_assert(sizeof(Entry) == 32);

    // Grows from 128 KB to `megabytes`, a power of two; while it grows there is also one of half the size.
    explicit ProofTable(std::size_t megabytes = 32) : entries(1 << 12), most(megabytes << 15) {}

    static Key key(const OpenLines &attacker, const OpenLines &defender, const Duel &duel) {
        std::uint64_t a = 0, b = 0;
        const auto add = [&](Bits rest, std::uint64_t salt) {
            std::uint64_t x = (rest + salt) * 0x9e3779b97f4a7c15ULL;
            x ^= x >> 32;
            a += x * 0xbf58476d1ce4e5b9ULL;
            b += x * 0x94d049bb133111ebULL ^ x >> 29;
        };
        for (Bits rest : attacker) add(rest, 0);
        for (Bits rest : defender) add(rest, 0x632be59bd9b4e019ULL);
        const std::uint64_t rules = std::uint64_t(duel.turn) + (duel.limited ? 2 * std::uint64_t(duel.left) : 0);
        return {mix(a + rules * 0xd6e8feb86659fd93ULL) | 1, std::uint32_t(mix(b ^ rules) >> 32)};
    }

    const Entry *find(Key key) const {
        const Entry *bucket = &entries[start(key.place)];
        for (int i = 0; i < ways; ++i)
            if (bucket[i].check == key.check && bucket[i].place == key.place) return bucket + i;
        return nullptr;
    }

    // Replaces what took the least work.
    void store(Key key, Bits candidates, Numbers numbers, std::uint64_t work) {
        if (!key.check) return;
        Entry *bucket = &entries[start(key.place)];
        Entry *slot = bucket;
        for (int i = 0; i < ways; ++i) {
            if (bucket[i].check == key.check && bucket[i].place == key.place) {
                slot = bucket + i;
                work += slot->work;
                break;
            }
            if (bucket[i].work < slot->work) slot = bucket + i;
        }
        const bool fresh = !slot->check;
        *slot = {key.check, candidates, numbers, std::uint32_t(std::min<std::uint64_t>(work, 1u << 30)), key.place};
        if (fresh && ++used > entries.size() / 2 && entries.size() < most) grow();
    }

  private:
    static constexpr int ways = 4;

    std::size_t start(std::uint32_t place) const { return place & (entries.size() - 1) & ~std::size_t(ways - 1); }

    void grow() {
        std::vector<Entry> old(entries.size() * 2);
        old.swap(entries);
        used = 0;
        for (const Entry &entry : old)
            if (entry.check)
                for (Entry *slot = &entries[start(entry.place)], *end = slot + ways; slot < end; ++slot)
                    if (!slot->check) {
                        *slot = entry;
                        ++used;
                        break;
                    }
    }

    std::vector<Entry> entries;
    std::size_t most;
    std::size_t used = 0;
};

// Answers questions. One object serves one thread; what it has learned it keeps for the next question.
class Prover {
  public:
    explicit Prover(const std::vector<Bits> &all) : lines(all), sequences(lines) {}

    std::uint64_t nodes = 0;
    bool exhausted = false;  // set when a limit has been reached: answers are Open from then on

    void limit(ProofLimits given) {
        limits = std::move(given);
        begun = asked = std::chrono::steady_clock::now();
        nodes = 0;
        exhausted = limits.nodes == 0 || limits.seconds <= 0;
    }

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); }

    // Judges at most about `effort` more positions. `moves` restricts the first move, for a board without stones.
    Proof ask(Duel duel, std::uint64_t effort, Bits moves = 0) {
        if (exhausted) return Proof::Open;
        goal = effort < limits.nodes - std::min(nodes, limits.nodes) ? nodes + effort : limits.nodes;
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

    // Places a stone in a position without threats, or on the only cell where the opponent threatens to win, and then
    // every forced answer, so that again there is no threat, or the question is answered.
    // Nobody completes a line here: whoever could have would not have been left a position to move in.
    Proof place(Duel &duel, int cell) const {
        for (;;) {
            const int mover = duel.turn;
            duel.stones[mover] |= bit(cell);
            duel.turn ^= 1;
            if (--duel.left == 0) return Proof::No;
            const Bits wins = lines.threats(cell, duel.stones[mover], duel.stones[mover ^ 1]);
            if (!wins) return Proof::Open;
            if (duel.left == 1) return Proof::No;  // only the answer is left
            if (several(wins)) return mover == Duel::Attacker ? Proof::Yes : Proof::No;
            cell = std::countr_zero(wins);
        }
    }

    // The same for a position as it comes.
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
        ++nodes;
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
    // Let every open line through c, of either side, also pass through d. Then d is at least as good a move as c.
    // Whoever has placed d goes on as if d and c had changed places; compare what each side then has. With c still
    // free: lines through both need one more stone of his in either case, and are closed to the opponent; lines through
    // d alone are one stone shorter for him, and closed to the opponent instead of open. With c taken by the opponent:
    // lines through c also pass through d and are closed to both; those through d alone are his, instead of the
    // opponent's.
    //
    // A dominated cell may be left out even where d is not in the zone: d then loses, and so does c.
    static Bits dominated(const OpenLines &attacker, const OpenLines &defender) {
        Bits shared[64];  // the cells that all lines through a cell have in common
        const Bits cells = attacker.cells() | defender.cells();
        for (Bits left = cells; left;) shared[pop(left)] = ~Bits{0};
        for (const OpenLines *side : {&attacker, &defender})
            for (Bits line : *side)
                for (Bits left = line; left;) shared[pop(left)] &= line;
        Bits found = 0;
        for (Bits left = cells; left;) {
            const int c = pop(left);
            for (Bits others = shared[c] & ~bit(c); others;) {
                const int d = pop(others);
                if (d < c || !(shared[d] & bit(c))) found |= bit(c);
            }
        }
        return found;
    }

    // --- proof-number search ---------------------------------------------------------------------------------------

    // Depth first (Nagai): works on the move that needs least, until the numbers of `node` reach the thresholds.
    //
    // Both roles are one code: `need` is the number of what the player to move wants, which one good move gives,
    // `avoid` the other, which takes all moves. There, moves often lead to the same positions, and a plain sum would
    // count those many times over; the largest, and one for each further move, is counted instead. Zero and infinity
    // stay exact.
    void search(const Duel &duel, Node &node, Numbers threshold) {
        const std::uint64_t before = nodes;
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
                table.store(node.key, node.candidates, node.numbers, nodes - before);
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

            // A quarter more than the second best needs: changing from move to move has its price, too.
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
        table.store(node.key, node.candidates, node.numbers, nodes - before);
    }

    bool interrupted() {
        if (nodes >= limits.nodes) exhausted = true;
        if (exhausted || nodes >= goal) return true;
        if (++calls % 64) return false;
        const auto now = std::chrono::steady_clock::now();
        if (std::chrono::duration<double>(now - begun).count() >= limits.seconds) exhausted = true;
        if (limits.interrupted && now - asked > std::chrono::milliseconds(50)) {
            asked = now;
            if (limits.interrupted()) exhausted = true;
        }
        return exhausted;
    }

    LineSet lines;
    ThreatSearch sequences;
    SpoilingBound bound;
    ProofTable table;
    ProofLimits limits;
    std::uint64_t goal = 0;
    std::uint64_t calls = 0;
    std::chrono::steady_clock::time_point begun{}, asked{};
};

// The value of a position. `plies` counts to the end of the game, when the winner hurries and the loser resists; it is
// -1 where the limits did not allow to find it, and the line, which is played by the same rule, is then cut short.
struct Verdict {
    bool known = false;
    std::int8_t winner = -1;  // as in Outcome
    int plies = -1;
    std::vector<Move> line;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

class PlacementSolver {
    using State = Placement::State;

  public:
    explicit PlacementSolver(const Placement &rules) : rules(rules), prover(rules.lines()) {}

    // Without `shortest`, plies and line of a won game are not looked for.
    Verdict solve(const State &s, const ProofLimits &limits, bool shortest = true) {
        prover.limit(limits);
        Verdict verdict;
        if (const Outcome end = rules.outcome(s); end.over) {
            verdict.known = true;
            verdict.winner = end.winner;
            verdict.plies = 0;
        } else {
            value(s, verdict);
            if (verdict.known && verdict.winner < 0) verdict.plies = rules.plies_left(s);
            if (verdict.known && verdict.winner >= 0 && shortest) verdict.plies = distance(s, Side(verdict.winner));
            if (verdict.plies >= 0 && shortest) line(s, verdict);
        }
        verdict.nodes = prover.nodes;
        verdict.seconds = prover.seconds();
        return verdict;
    }

  private:
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    // Can `attacker` win, within `plies` if that is less than the rest of the game?
    Proof ask(const State &s, Side attacker, int plies, std::uint64_t effort) {
        if (s.won) return other(s.turn) == attacker ? Proof::Yes : Proof::No;
        const int left = rules.plies_left(s);
        Duel duel;
        duel.stones = {s.stones[attacker], s.stones[other(attacker)]};
        duel.turn = s.turn == attacker ? Duel::Attacker : Duel::Defender;
        duel.left = std::min(left, plies);
        duel.limited = rules.short_of_stones() || plies < left;
        const bool empty = !(s.stones[0] | s.stones[1]);
        return duel.left <= 0 ? Proof::No : prover.ask(duel, effort, empty ? first_moves(s) : 0);
    }

    // On the empty board one of the moves that symmetries turn into each other is enough.
    Bits first_moves(const State &s) const {
        Bits moves = 0, seen = 0;
        for (Bits left = rules.targets(s); left;) {
            const int cell = pop(left);
            if (seen & bit(cell)) continue;
            moves |= bit(cell);
            for (int i = 0; i < rules.symmetries().size(); ++i) seen |= bit(rules.symmetries().place(cell, i));
        }
        return moves;
    }

    // Both questions in turn, with growing effort, since one Yes makes the other superfluous.
    void value(const State &s, Verdict &verdict) {
        Proof answer[2] = {Proof::Open, Proof::Open};
        for (std::uint64_t effort = 256; !prover.exhausted; effort *= 2) {
            for (Side attacker : {s.turn, other(s.turn)}) {
                if (answer[attacker] == Proof::Open) answer[attacker] = ask(s, attacker, 64, effort);
                if (answer[attacker] != Proof::Yes) continue;
                verdict.known = true;
                verdict.winner = std::int8_t(attacker);
                return;
            }
            if (answer[0] == Proof::No && answer[1] == Proof::No) {
                verdict.known = true;
                return;
            }
        }
    }

    int distance(const State &s, Side winner) {
        for (int plies = s.turn == winner ? 1 : 2;; plies += 2)
            switch (ask(s, winner, plies, unlimited)) {
            case Proof::Yes: return plies;
            case Proof::No: break;
            case Proof::Open: return -1;
            }
    }

    void line(State s, Verdict &verdict) {
        for (int plies = verdict.plies; plies > 0; --plies) {
            const int cell = best(s, verdict.winner, plies);
            if (cell < 0) return;
            verdict.line.push_back(Move::of(cell));
            s = rules.play(s, verdict.line.back());
        }
    }

    // A move that keeps what the position is worth: the winner's wins in time, the loser's does not lose sooner, and in
    // a draw each prevents the other's win. All moves are tried with little effort before any is tried with more; those
    // that stop a threat come first, for a line that looks like play even where all is lost.
    int best(const State &s, int winner, int plies) {
        const Side attacker = winner < 0 ? other(s.turn) : Side(winner);
        const Proof wanted = winner == int(s.turn) ? Proof::Yes : Proof::No;
        const int within = winner < 0 ? 64 : winner == int(s.turn) ? plies - 1 : plies - 3;
        const Bits urgent = prover.threats(s.stones[other(s.turn)], s.stones[s.turn]);
        Bits open = rules.targets(s);
        for (std::uint64_t effort = 64; open && !prover.exhausted; effort *= 8)
            for (Bits left = open; left;) {
                const int cell = std::countr_zero(left & urgent ? left & urgent : left);
                left &= ~bit(cell);
                const Proof answer = ask(rules.play(s, Move::of(cell)), attacker, within, effort);
                if (answer == wanted) return cell;
                if (answer != Proof::Open) open &= ~bit(cell);
            }
        return -1;
    }

    const Placement &rules;
    Prover prover;
};

}  // namespace dreierlei
