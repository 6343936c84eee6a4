// The C++ parts of the Python objects, shared by the files that bind them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <unordered_map>

#include "../solvers/verdict.hpp"
#include "../view.hpp"

namespace nb = nanobind;

namespace dreierlei {

class Exact;

// A move in Python: its notation and the names of its targets. There is one object per move and variant.
struct PyMove {
    Move move;
    std::string text;
    nb::tuple targets;
};

// A variant's rules with the names of its targets.
class PyRules {
  public:
    PyRules(const std::string &family, const Spec &spec, Lists lists, nb::handle bridge)
        : shown(std::move(lists)), rules(make_rules(family, spec)), script(bridge) {
        shown.check(*rules);
    }

    const Shown shown;

    const AnyRules &operator*() const { return *rules; }
    const AnyRules *operator->() const { return rules.get(); }
    // The Python rules behind these, which the script owns, or None.
    nb::handle bridge() const { return script; }

    // The target with that name; throws if there is none.
    int find(const std::string &name) const {
        const int target = shown.find(name);
        if (target < 0) throw nb::value_error(("there is no target " + name).c_str());
        return target;
    }

    // The solver for every position of the variant; null if the family has none.
    const Exact *exact() const;

    // The names of a move's targets.
    nb::tuple names(Move move) const {
        nb::list targets;
        for (int i = 0; i < move.size; ++i) targets.append(shown.target(move.target[std::size_t(i)]));
        return nb::tuple(targets);
    }

    // The Python object for a move.
    nb::handle intern(Move move) const {
        nb::object &slot = interned[move.code()];
        if (!slot.is_valid()) slot = nb::cast(PyMove{move, shown.text(move), names(move)});
        return slot;
    }

  private:
    std::unique_ptr<AnyRules> rules;
    nb::handle script;
    mutable std::optional<std::shared_ptr<const Exact>> decider;     // guarded by the GIL
    mutable std::unordered_map<std::uint32_t, nb::object> interned;  // guarded by the GIL
};

// The C++ base of dreierlei.Position.
struct PyPosition {
    nb::object variant;  // the Python declaration
    nb::object owner;    // keeps `rules` alive
    const PyRules *rules;
    Line line;
};

// A position of the same Python class as `like`.
inline nb::object sibling(nb::handle like, Line line) {
    const PyPosition &from = *nb::inst_ptr<PyPosition>(like);
    nb::object result = nb::inst_alloc(like.type());
    new (nb::inst_ptr<PyPosition>(result)) PyPosition{from.variant, from.owner, from.rules, std::move(line)};
    nb::inst_mark_ready(result);
    return result;
}

// Exact values of all positions reachable from one position, with the rules that they belong to.
struct PyGraph {
    nb::object owner;  // keeps `rules` alive
    const PyRules *rules;
    std::unique_ptr<AnyGraph> graph;
};

// The rules of a position, for a solver of one family.
template <Rules R> const OfFamily<R> &of_family(const PyRules &rules) {
    const auto *native = dynamic_cast<const OfFamily<R> *>(&*rules);
    if (!native) throw nb::value_error(("this solver is for games of the family " + std::string(R::family)).c_str());
    return *native;
}

// The budget of a search that runs without the GIL. Ctrl-C also ends the search.
inline Budget budget_of(std::optional<double> seconds, std::optional<std::uint64_t> nodes, const Stop *stop) {
    return Budget(nodes, seconds, stop, [] {
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals()) throw nb::python_error();
    });
}

inline nb::tuple as_tuple(const PyRules &rules, const std::vector<Move> &line) {
    nb::list moves;
    for (const Move &move : line) moves.append(rules.intern(move));
    return nb::tuple(moves);
}
// (known, winner or -1, plies or -1, line, nodes, seconds)
inline nb::tuple as_tuple(const PyRules &rules, const Verdict &verdict, const Budget &budget) {
    return nb::make_tuple(verdict.known, verdict.winner, verdict.plies, as_tuple(rules, verdict.line), budget.nodes,
                          budget.elapsed());
}

// The values of moves, best first: (move, winner or -1, plies after it or -1, line after it).
using PyValued = std::vector<std::tuple<const PyMove *, int, int, std::vector<const PyMove *>>>;
inline std::vector<std::pair<Move, Verdict>> valued_of(const PyValued &known) {
    std::vector<std::pair<Move, Verdict>> valued;
    for (const auto &[move, winner, plies, line] : known) {
        valued.push_back({move->move, {true, winner, plies}});
        for (const PyMove *each : line) valued.back().second.line.push_back(each->move);
    }
    return valued;
}

// The script that calls a dreierlei.rules.Bridge; null for None.
std::shared_ptr<const Script> script_of(nb::object bridge);

// The parts of the module.
void bind_engine(nb::module_ &m);
void bind_levels(nb::module_ &m);
void bind_scripted(nb::module_ &m);
void bind_batch(nb::module_ &m);
void bind_match(nb::module_ &m);
void bind_review(nb::module_ &m);
void bind_solve(nb::module_ &m);
void bind_solve_muehle(nb::module_ &m);
void bind_solve_katarenga(nb::module_ &m);

}  // namespace dreierlei
