// Exact values for the family muehle without a database: its smallest endings, which take less than a second to solve.
#include "../exact.hpp"

#include "../solvers/muehle_endings.hpp"
#include "muehle_values.hpp"

using namespace dreierlei;

namespace {

// The subspaces with three stones against three or four. Others are built on them, and take minutes.
constexpr int fewest = MuehleIndex::fewest, most = fewest + 1;
constexpr std::array<std::pair<int, int>, 3> parts{{{fewest, fewest}, {most, fewest}, {fewest, most}}};

class ExactEndings final : public Exact {
    auto probe() const {
        const auto codes = [this](const MuehleSubspace &part, auto at) -> std::optional<std::uint8_t> {
            const auto bytes = part.ply < 0 ? known.values(part.first, part.second) : MuehleEndings::Values{};
            return bytes.empty() ? std::nullopt : std::optional(bytes[at()]);
        };
        return MuehleValues(rules, index, codes);
    }

  public:
    explicit ExactEndings(const OfFamily<Muehle> &rules)
        : rules(rules), limit(rules.native().quiet_plies()), index(rules.native(), most), known(index, limit) {}

    bool complete() const override { return false; }

    Valued moves(const Line &line) const override {
        constexpr std::size_t shown = 9;  // plies of best play
        if (!near(*line, 0)) return {};
        solved();
        Valued all;
        for (const auto &[move, value] : probe().moves(line)) {
            const bool ends = value.plies == 1 && rules.outcome(*rules.play(line, move)).over;
            all.push_back({move, {true, value.winner, ends ? 0 : -1}});
        }
        std::uint64_t probed = 0;
        if (!all.empty()) all[0].second.line = probe().best_play(rules.play(line, all[0].first), shown, probed);
        return all;
    }

    const AnyEndings *endings(const Node &node) const override {
        constexpr int captures = 6;  // a search seldom sees more
        if (!near(node, captures)) return nullptr;
        solved();
        return &known;
    }

    std::span<const std::uint8_t> tables() const override { return values; }
    void take(std::span<const std::uint8_t> given) const override {
        if (given.size() != size()) throw std::invalid_argument("these are the tables of another game");
        const Lock lock(making);
        if (values.empty()) values.assign(given.begin(), given.end()), publish();
    }

  protected:
    Verdict value(const Line &line, Budget &budget, Proved &, const Wanted &) const override {
        if (!near(*line, 0)) return {};
        solved();
        const auto found = probe().value(line);
        if (!found) return {};
        return {true, found->winner, -1, probe().best_play(line, ~std::size_t{0}, budget.nodes)};
    }

  private:
    // Whether this many captures can lead to one of the subspaces, or to an end beyond them.
    bool near(const Node &node, int captures) const {
        const Muehle::State s = rules.state(node);
        return !MuehleIndex::placing(s) && std::popcount(s.stones[0]) + std::popcount(s.stones[1]) <= fewest + most + captures;
    }

    std::size_t size() const {
        std::size_t sum = 0;
        for (const auto &[own, their] : parts) sum += index.size(own, their);
        return sum;
    }

    // Solves the subspaces, once.
    void solved() const {
        const Lock lock(making);
        if (!values.empty()) return;
        values.assign(size(), Coding::draw);
        Workers alone(1, [](double) { return true; });
        const auto part = divided(values);
        PairOfSubspaces<MuehleIndex>(index, fewest, fewest, {part[0], {}}, {}, limit).solve(alone);
        PairOfSubspaces<MuehleIndex>(index, most, fewest, {part[1], part[2]}, {{{}, part[0]}}, limit).solve(alone);
        publish();
    }
    void publish() const {
        const auto part = divided(values);
        for (std::size_t i = 0; i < parts.size(); ++i) known.add(parts[i].first, parts[i].second, part[i]);
    }
    std::array<std::span<std::uint8_t>, parts.size()> divided(std::span<std::uint8_t> all) const {
        std::array<std::span<std::uint8_t>, parts.size()> spans;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            spans[i] = all.first(index.size(parts[i].first, parts[i].second));
            all = all.subspan(spans[i].size());
        }
        return spans;
    }

    const OfFamily<Muehle> &rules;
    const int limit;
    const MuehleIndex index;
    mutable Mutex making;
    mutable std::vector<std::uint8_t> values;  // of all parts, one after the other; empty until they are solved
    mutable MuehleEndings known;
};

const Decides<Muehle> decides{[](const OfFamily<Muehle> &rules) -> std::unique_ptr<Exact> {
    return std::make_unique<ExactEndings>(rules);
}};

}  // namespace
