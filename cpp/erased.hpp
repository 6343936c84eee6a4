// Type erasure for the families: the Rules concept behind virtual functions, for callers that choose the game at run time.
// No family is included here: each has its own file in erased/, so that a change to one family recompiles only that file.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

#include "actions.hpp"
#include "evaluation.hpp"
#include "planes.hpp"
#include "search/analysis.hpp"
#ifndef DREIERLEI_PAGE
#include "search/batch.hpp"
#include "search/samples.hpp"
#endif
#include "search/perft.hpp"
#include "search/playouts.hpp"
#include "solvers/forced.hpp"
#include "solvers/graph.hpp"
#include "symmetry.hpp"

namespace dreierlei {

#ifndef DREIERLEI_PAGE
// A position from inside a search, without its history, with its value or a bound of it.
struct AnySample {
    std::shared_ptr<const struct Node> position;
    int value;
    HashEntry::Bound bound;
};
#endif

// Storage for any family's State.
struct AnyState {
    alignas(8) std::array<std::byte, most_state_bytes> bytes{};
};

// A position in a line of play. It is immutable and keeps the earlier positions of the line alive.
struct Node {
    AnyState state;
    std::uint64_t key = 0;
    int progress = 0;
    bool counts = false;
    int occurrences = 1;  // how often this position has occurred in the line, itself included
    Move move;            // the move that led here; size 0 at the start
    std::shared_ptr<const Node> before;

    Node() = default;
    Node(const Node &) = default;
    Node &operator=(const Node &) = default;
    // Releases a long line in a loop: recursion could overflow the stack.
    ~Node() {
        while (before && before.use_count() == 1) {
            std::shared_ptr<const Node> further = before->before;
            const_cast<Node &>(*before).before.reset();
            before = std::move(further);
        }
    }
};

using Line = std::shared_ptr<const Node>;

// A position with its rules, from which the games of a batch begin.
struct Beginning {
    const class AnyRules *rules;
    Line line;
};

// A variant's rules. All functions are const and may run in several threads.
class AnyRules {
  public:
    virtual ~AnyRules() = default;

    virtual const char *family() const = 0;  // its name in declarations
    virtual Line start() const = 0;
    // Null, with the reasons in `problems`, if the position is not valid.
    virtual Line set_up(const Setup &setup, int occurrences, Problems &problems) const = 0;
    virtual Setup describe(const Node &node) const = 0;
    virtual Side turn(const Node &node) const = 0;
    virtual void moves(const Node &node, MoveList &out) const = 0;
    virtual Line play(const Line &line, Move move) const = 0;  // unchecked
    virtual Motion motion(const Node &node, Move move) const = 0;
    // Why no legal move begins with these targets: the reason against the first target that does not fit. Nothing if a legal
    // move does.
    virtual std::optional<Refusal> why_not(const Node &node, const std::vector<int> &targets) const = 0;
    // The piece within whose reach a move with this beginning must end, if there is one.
    virtual std::optional<Range> range(const Node &node, Move begun) const = 0;
    virtual std::array<int, 2> hands(const Node &node) const = 0;
    virtual Outcome outcome(const Node &node) const = 0;  // repetition included
    virtual const std::string &reason(const Outcome &outcome) const = 0;
    virtual Bits pattern(const Node &node) const = 0;
    virtual bool equal(const Node &a, const Node &b) const = 0;
    virtual const Symmetries &symmetries() const = 0;
    virtual Line turned(const Node &node, int symmetry) const = 0;  // the image of a position, without its history
    virtual std::uint64_t perft(const Line &line, int depth, Budget &budget) const = 0;  // throws OutOfBudget
    virtual Playouts playouts(const Line &line, std::uint64_t games, std::uint64_t seed, bool plain) const = 0;
    virtual Answer analyse(const Line &line, const Question &question, Shared &shared,
                           const std::function<void(const Answer &)> &tell) const = 0;
    // Forced wins and losses of each move within a few plies; see solvers/forced.hpp.
    virtual std::vector<int> near(const Line &line, int most, Budget &budget) const = 0;
    virtual const Actions &actions() const = 0;

#ifndef DREIERLEI_PAGE  // a page has to load every byte, and has no learners, tuners or scripted games
    // The weights of the evaluation, the shape of its network if it is one, and its terms for a position: indices of weights or
    // inputs, and how often each counts.
    virtual std::vector<int> weights() const = 0;
    virtual std::optional<NetworkShape> network() const = 0;
    virtual std::vector<std::pair<int, int>> terms(const Node &node) const = 0;
    // A search by one thread, and positions drawn from inside it.
    virtual Answer sample(const Line &line, Shared &shared, const Drawing &drawing, std::vector<AnySample> &out) const = 0;

    // The observation for learners.
    virtual const std::vector<Plane> &planes() const = 0;
    virtual void observe(const Node &node, Side seen_by, std::uint8_t *out) const = 0;
    // Many games at once. `reset` starts each from one of the given positions, drawn at random. Their rules may differ as long
    // as actions and planes are the same, and must outlive the games.
    virtual std::unique_ptr<AnyBatch> batch(const std::vector<Beginning> &starts, std::size_t games, int threads,
                                            int most_plies, const Arrays &out) const = 0;

    // The exact values of all positions that this one leads to. Throws OutOfBudget.
    virtual std::unique_ptr<AnyGraph> graph(const Line &line, Budget &budget) const = 0;
    // The entry for a position in a graph of these rules; null if there is none.
    virtual const GraphValue *probe(const AnyGraph &graph, const Node &node) const = 0;
#endif
};

// The part of the erased rules that the solvers of one family use.
template <Rules R> class OfFamily : public AnyRules {
  public:
    using State = typename R::State;

    explicit OfFamily(const Spec &spec) : rules(spec) {}

    const char *family() const final { return R::family; }

    const R &native() const { return rules; }

    static State state(const Node &n) {
        State s;
        std::memcpy(&s, n.state.bytes.data(), sizeof s);
        return s;
    }

    // The line as a search needs it: oldest first; a position that was set up as occurring N times appears N times.
    History<R> history(const Line &line) const {
        std::vector<const Node *> nodes;
        for (const Node *n = line.get(); n && n->progress == line->progress; n = n->before.get()) nodes.push_back(n);
        History<R> past(rules);
        for (auto n = nodes.rbegin(); n != nodes.rend(); ++n)
            for (int i = (*n)->before ? 1 : (*n)->occurrences; i > 0; --i) past.push(state(**n));
        return past;
    }

  protected:
    const R rules;
};

template <Rules R> class Erased final : public OfFamily<R> {
    using typename OfFamily<R>::State;
    using OfFamily<R>::state, OfFamily<R>::history, OfFamily<R>::rules;

  public:
    explicit Erased(const Spec &spec)
        : OfFamily<R>(spec), evaluation(rules, spec), salt(spec.fingerprint()), numbers(rules.forms())
#ifndef DREIERLEI_PAGE
          ,
          places(int(spec.number("places"))), shown(planes_of(rules))
#endif
    {
    }

    Line start() const override { return node(rules.start(), nullptr, {}); }

    Line set_up(const Setup &setup, int occurrences, Problems &problems) const override {
        const State state = rules.set_up(setup, problems);
        if (occurrences < 1 || occurrences > last_occurrence)
            problems.push_back({"position.occurrences", {{"most", last_occurrence}, {"count", occurrences}}});
        else if (occurrences > 1 && problems.empty() && !rules.repeats(state))
            problems.push_back({"position.not-repeatable", {{"count", occurrences}}});
        if (!problems.empty()) return nullptr;
        auto line = std::make_shared<Node>(*node(state, nullptr, {}));
        line->occurrences = occurrences;
        return line;
    }

    Setup describe(const Node &n) const override { return rules.describe(state(n)); }
    Side turn(const Node &n) const override { return rules.turn(state(n)); }

    void moves(const Node &n, MoveList &out) const override {
        if (!repeated(n)) rules.moves(state(n), out);
    }

    Line play(const Line &line, Move move) const override { return node(rules.play(state(*line), move), line, move); }

    Motion motion(const Node &n, Move move) const override { return rules.motion(state(n), move); }

    std::optional<Refusal> why_not(const Node &n, const std::vector<int> &targets) const override {
        MoveList legal;
        moves(n, legal);
        if (legal.empty()) return Refusal{"refusal.over"};
        Move begun;
        for (int target : targets) {
            bool fits = false, whole = false;
            for (const Move &move : legal) {
                whole = whole || move == begun;
                fits = fits || (begun.size < move.size && begins(move, begun) && move.target[begun.size] == target);
            }
            if (!fits) {
                Refusal reason;
                if constexpr (requires(const State &s) { rules.why_not(s, begun, target); })
                    reason = rules.why_not(state(n), begun, target);
                if (!reason.key.empty()) return reason;
                return Refusal{whole ? "refusal.complete" : "refusal.not-possible", {{"target", target}}};
            }
            begun = begun.with(target);
        }
        return {};
    }

    std::optional<Range> range(const Node &n, Move begun) const override {
        if constexpr (requires(const State &s) { rules.range(s, begun); })
            if (!outcome(n).over) return rules.range(state(n), begun);
        return {};
    }

    std::array<int, 2> hands(const Node &n) const override { return rules.hands(state(n)); }

    Outcome outcome(const Node &n) const override {
        const Outcome result = rules.outcome(state(n));
        return !result.over && repeated(n) ? Outcome::draw(repetition) : result;
    }
    const std::string &reason(const Outcome &outcome) const override {
        static const std::string repetition_name = "repetition";
        return outcome.reason == repetition ? repetition_name : rules.reasons()[outcome.reason];
    }
    Bits pattern(const Node &n) const override { return rules.pattern(state(n)); }
    bool equal(const Node &a, const Node &b) const override {
        return state(a) == state(b) && a.occurrences == b.occurrences;
    }

    const Symmetries &symmetries() const override { return rules.symmetries(); }
    Line turned(const Node &n, int symmetry) const override { return node(rules.turned(state(n), symmetry), nullptr, {}); }

    std::uint64_t perft(const Line &line, int depth, Budget &budget) const override {
        History<R> past = history(line);
        return dreierlei::perft(rules, state(*line), depth, past, budget);
    }

    Playouts playouts(const Line &line, std::uint64_t games, std::uint64_t seed, bool plain) const override {
        if (const Outcome end = outcome(*line); end.over) {
            Playouts total;
            total.add(end.winner, games);
            return total;
        }
        return dreierlei::playouts(rules, state(*line), history(line), games, seed, plain);
    }

    Answer analyse(const Line &line, const Question &question, Shared &shared,
                   const std::function<void(const Answer &)> &tell) const override {
        if (repeated(*line)) return {};
        shared.salt = salt;
        return dreierlei::analyse(rules, evaluation, state(*line), history(line), question, shared, tell);
    }

    std::vector<int> near(const Line &line, int most, Budget &budget) const override {
        if (repeated(*line)) return {};
        return dreierlei::near(rules, state(*line), history(line), most, budget);
    }
    const Actions &actions() const override { return numbers; }

#ifndef DREIERLEI_PAGE
    std::vector<int> weights() const override {
        const auto all = evaluation.weights();
        return {all.begin(), all.end()};
    }
    std::optional<NetworkShape> network() const override { return evaluation.network(); }
    std::vector<std::pair<int, int>> terms(const Node &n) const override {
        std::vector<std::pair<int, int>> found;
        evaluation.each_term(state(n), [&](int weight, int count) {
            if (count) found.push_back({weight, count});
        });
        return found;
    }
    Answer sample(const Line &line, Shared &shared, const Drawing &drawing, std::vector<AnySample> &out) const override {
        if (repeated(*line)) return {};
        Samples<R> samples(rules, drawing);
        const Sampling<R> heard(evaluation, samples);
        shared.salt = salt;
        const Answer answer = dreierlei::analyse(rules, heard, state(*line), history(line), {}, shared, {});
        for (const Sample<R> &each : samples.kept) out.push_back({node(each.state, nullptr, {}), each.value, each.bound});
        return answer;
    }

    const std::vector<Plane> &planes() const override { return shown; }
    void observe(const Node &n, Side seen_by, std::uint8_t *out) const override {
        dreierlei::observe(rules, state(n), seen_by, n.occurrences - 1, places, out);
    }
    std::unique_ptr<AnyBatch> batch(const std::vector<Beginning> &starts, std::size_t games, int threads, int most_plies,
                                    const Arrays &out) const override {
        std::vector<Start<R>> native;
        for (const auto &[given, line] : starts) {
            const auto *alike = dynamic_cast<const Erased *>(given);
            if (!alike || alike->numbers.size() != numbers.size() || alike->shown.size() != shown.size())
                throw std::invalid_argument("games of one batch must have the same actions and planes");
            const R &its = alike->rules;
            const State s = state(*line);
            native.push_back({&its, s, its.repeats(s) ? alike->history(line) : History<R>(its)});
        }
        return std::make_unique<Batch<R>>(std::move(native), numbers, places, int(shown.size()), games, threads,
                                          most_plies, out);
    }

    std::unique_ptr<AnyGraph> graph(const Line &line, Budget &budget) const override {
        std::unordered_set<std::uint64_t> twice;
        for (const Node *n = line.get(); n && n->progress == line->progress; n = n->before.get())
            if (n->counts && n->occurrences > 1) twice.insert(n->key);
        return std::make_unique<Graph<R>>(rules, state(*line), twice, budget);
    }
    const GraphValue *probe(const AnyGraph &graph, const Node &n) const override {
        return static_cast<const Graph<R> &>(graph).find(state(n));
    }
#endif

  private:
    static constexpr std::uint8_t repetition = 255;

    static bool begins(const Move &move, const Move &begun) {
        return std::equal(begun.target.begin(), begun.target.begin() + begun.size, move.target.begin());
    }

    static bool repeated(const Node &n) { return n.counts && n.occurrences >= last_occurrence; }

    Line node(const State &s, Line before, Move move) const {
        auto n = std::make_shared<Node>();
        std::memcpy(n->state.bytes.data(), &s, sizeof s);
        n->key = rules.key(s);
        n->progress = rules.progress(s);
        n->counts = rules.repeats(s);
        n->move = move;
        if (n->counts)
            for (const Node *past = before.get(); past && past->progress == n->progress; past = past->before.get())
                if (past->counts && past->key == n->key) {
                    n->occurrences = past->occurrences + 1;
                    break;
                }
        n->before = std::move(before);
        return n;
    }

    Evaluation<R> evaluation;
    std::uint64_t salt;
    Actions numbers;
#ifndef DREIERLEI_PAGE
    int places;
    std::vector<Plane> shown;
#endif
};

// The families by name. A file in erased/ registers its own with a `const Registered<R>`, so there is no list to maintain.
using MakeRules = std::unique_ptr<AnyRules> (*)(const Spec &spec);
inline std::map<std::string, MakeRules> &families() {
    static std::map<std::string, MakeRules> makers;
    return makers;
}

template <Rules R> struct Registered {
    Registered() {
        families()[R::family] = [](const Spec &spec) -> std::unique_ptr<AnyRules> { return std::make_unique<Erased<R>>(spec); };
    }
};

inline std::unique_ptr<AnyRules> make_rules(const std::string &family, const Spec &spec) {
    if (const auto found = families().find(family); found != families().end()) return found->second(spec);
    std::string names;
    for (const auto &[name, make] : families()) names += (names.empty() ? "" : ", ") + name;
    throw std::invalid_argument("there is no rule family \"" + family + "\": expected one of " + names);
}

}  // namespace dreierlei
