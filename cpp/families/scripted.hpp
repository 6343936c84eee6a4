// Games whose rules are written in another language: slow, but with everything that a family offers.
#pragma once

#include <algorithm>
#include <limits>
#include <mutex>
#include <unordered_map>

#include "../evaluation.hpp"
#include "../symmetry.hpp"

namespace dreierlei {

// What a script says about one position.
struct Glance {
    std::vector<Move> moves;  // none if and only if outcome.over
    Outcome outcome;
    Bits pattern = 0;  // the places that decided the game
};

// The rules in the other language. A position is a Setup, which holds exactly what a position line writes. All functions may
// be called from several threads, and may throw.
class Script {
  public:
    virtual ~Script() = default;
    virtual Setup start() const = 0;
    virtual Glance look(const Setup &setup) const = 0;
    virtual Setup play(const Setup &setup, Move move) const = 0;
    virtual Motion motion(const Setup &setup, Move move) const = 0;
    virtual int evaluate(const Setup &setup) const = 0;
};

// Spec: the script; number `places`; number `repetition` (1: the third occurrence of a position ends the game); table
// `forms` (a row for each form of move: first target, number of targets and 1 for places, for each part); table `hands`
// (one row: the fields with White's and Black's stones in hand, or none); words `fields` (the kind of each field: a hand, a
// number or a place), `reasons`.
//
// What the script says about a position is cached, since searches ask for moves, outcome and successors separately.
class Scripted {
  public:
    static constexpr const char *family = "python";
    static constexpr std::size_t most_fields = 6;

    struct State {
        std::array<Bits, 2> stones{};  // a neutral stone is in both sets
        std::array<std::int16_t, most_fields> fields{};
        Side turn = White;

        friend bool operator==(const State &, const State &) = default;
    };

    explicit Scripted(const Spec &spec)
        : script(checked(spec).script),
          places(int(spec.number("places"))),
          counts(spec.number("repetition") != 0),
          hand_fields(spec.table("hands").at(0)),
          kinds(spec.names("fields")),
          words(spec.names("reasons")),
          symmetric({identity(places)}),
          cache(std::make_shared<Cache>()) {
        for (const auto &row : spec.table("forms")) {
            Form form;
            for (std::size_t i = 0; i + 2 < row.size(); i += 3) form.push_back({row[i], row[i + 1], row[i + 2] != 0});
            all_forms.push_back(form);
        }
        first = pack(script->start());
        has_neutral = (first.stones[0] & first.stones[1]) != 0;
    }

    State start() const { return first; }
    Side turn(const State &s) const { return s.turn; }
    void moves(const State &s, MoveList &out) const {
        for (const Move &move : look(s)->moves) out.add(move);
    }
    Outcome outcome(const State &s) const { return look(s)->outcome; }
    Bits pattern(const State &s) const { return look(s)->pattern; }
    State play(const State &s, Move move) const { return pack(script->play(describe(s), move)); }
    Motion motion(const State &s, Move move) const { return script->motion(describe(s), move); }
    int evaluate(const State &s) const { return script->evaluate(describe(s)); }

    std::array<int, 2> hands(const State &s) const {
        if (hand_fields.empty()) return {0, 0};
        return {s.fields[std::size_t(hand_fields[0])], s.fields[std::size_t(hand_fields[1])]};
    }
    const std::vector<std::string> &reasons() const { return words; }

    // The turn is multiplied, since otherwise it would count as a stone on the first place.
    std::uint64_t key(const State &s) const {
        std::uint64_t sum = mix(s.stones[0] + 0x9e3779b97f4a7c15ULL * mix(s.stones[1] + s.turn * 0x632be59bd9b4e019ULL));
        for (std::int16_t field : s.fields) sum = mix(sum + std::uint16_t(field) + 1);
        return sum;
    }
    bool repeats(const State &) const { return counts; }
    bool can_repeat() const { return counts; }
    int progress(const State &) const { return 0; }

    // The script itself judges whether a position can occur; this only checks that it can be stored.
    State set_up(const Setup &setup, Problems &problems) const {
        for (int field : setup.fields)
            if (!Spec::Range{smallest, largest}.contains(field)) problems.push_back({"position.field", {{"most", largest}}});
        return problems.empty() ? pack(setup) : State{};
    }
    Setup describe(const State &s) const {
        Setup setup{places_of(s.stones, places), s.turn, {}};
        for (int place = 0; place < places; ++place)
            if (s.stones[0] & s.stones[1] & bit(place)) setup.places[std::size_t(place)] = NeutralStone;
        setup.fields.assign(s.fields.begin(), s.fields.begin() + long(kinds.size()));
        return setup;
    }

    const Symmetries &symmetries() const { return symmetric; }
    State turned(const State &s, int) const { return s; }

    std::vector<Form> forms() const { return all_forms; }
    std::vector<Plane> planes() const {
        constexpr int any = 255;  // a script does not say how large its numbers become
        std::vector<Plane> planes{{"own"}, {"other"}};
        if (has_neutral) planes.push_back({"neutral"});
        for (const std::string &kind : kinds)
            if (kind == "place") planes.push_back({"place"});
        if (!hand_fields.empty()) planes.insert(planes.end(), {{"own hand", any}, {"other hand", any}});
        for (const std::string &kind : kinds)
            if (kind == "number") planes.push_back({"number", any});
        return planes;
    }
    struct PlanesOf {
        std::vector<Bits> sets;
        std::vector<std::uint8_t> numbers;
    };
    PlanesOf view(const State &s, Side side) const {
        const Bits neutral = s.stones[0] & s.stones[1];
        PlanesOf view{{s.stones[side] & ~neutral, s.stones[other(side)] & ~neutral}, {}};
        if (has_neutral) view.sets.push_back(neutral);
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (kinds[i] == "place") view.sets.push_back(s.fields[i] < 0 ? 0 : bit(s.fields[i]));
        if (!hand_fields.empty()) {
            const auto both = hands(s);
            view.numbers = {byte(both[side]), byte(both[other(side)])};
        }
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (kinds[i] == "number") view.numbers.push_back(byte(s.fields[i]));
        return view;
    }

  private:
    static constexpr long smallest = std::numeric_limits<std::int16_t>::min(), largest = std::numeric_limits<std::int16_t>::max();
    static constexpr std::size_t most_kept = 1 << 16;

    // By key; of two states with the same key only the later one is kept.
    struct Cache {
        std::mutex guard;
        std::unordered_map<std::uint64_t, std::pair<State, std::shared_ptr<const Glance>>> glances;
    };

    static const Spec &checked(const Spec &spec) {
        Spec::require(spec.script != nullptr, "the family \"python\" needs rules that are written in Python");
        spec.check_number("places", {1, 64});
        spec.check_number("repetition", {0, 1});
        spec.check_table("hands", {1, 1}, {0, 2}, {0, long(most_fields) - 1});
        spec.check_table("forms", {1, 100}, {3, 9}, {0, 256});
        Spec::require(spec.names("fields").size() <= most_fields, "a position line can have at most 6 fields");
        Spec::require(spec.names("reasons").size() < 250, "there are too many reasons of outcomes");
        return spec;
    }
    static std::vector<int> identity(int places) {
        std::vector<int> image;
        for (int place = 0; place < places; ++place) image.push_back(place);
        return image;
    }
    static std::uint8_t byte(int number) { return std::uint8_t(std::min(std::max(number, 0), 255)); }

    State pack(const Setup &setup) const {
        State s;
        s.turn = setup.turn;
        s.stones = sides_of(setup);
        for (std::size_t place = 0; place < setup.places.size(); ++place)
            if (setup.places[place] == NeutralStone)
                for (Bits &set : s.stones) set |= bit(int(place));
        Spec::require(setup.fields.size() == kinds.size(), "a position has the wrong number of fields");
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            Spec::require(Spec::Range{smallest, largest}.contains(setup.fields[i]), "a field of a position is too large");
            s.fields[i] = std::int16_t(setup.fields[i]);
        }
        return s;
    }

    // The script is never called with the lock held: it may wait for a thread that waits for the lock.
    std::shared_ptr<const Glance> look(const State &s) const {
        const std::uint64_t k = key(s);
        {
            const std::lock_guard lock(cache->guard);
            const auto found = cache->glances.find(k);
            if (found != cache->glances.end() && found->second.first == s) return found->second.second;
        }
        const auto glance = std::make_shared<const Glance>(script->look(describe(s)));
        const std::lock_guard lock(cache->guard);
        if (cache->glances.size() >= most_kept) cache->glances.clear();
        cache->glances[k] = {s, glance};
        return glance;
    }

    std::shared_ptr<const Script> script;
    int places;
    bool counts;
    std::vector<int> hand_fields;
    std::vector<std::string> kinds, words;
    std::vector<Form> all_forms;
    Symmetries symmetric;
    std::shared_ptr<Cache> cache;
    State first;
    bool has_neutral = false;
};

static_assert(Rules<Scripted>);

// The script's own evaluation.
template <> class Evaluation<Scripted> : public BaseEvaluation<Scripted> {
  public:
    using BaseEvaluation::BaseEvaluation;
    int evaluate(const Scripted::State &s) const { return rules.evaluate(s); }
};

}  // namespace dreierlei
