// The solver for every position of the family placement.
#include "../exact.hpp"

#include "../solvers/placement_solver.hpp"

using namespace dreierlei;

namespace {

class ExactPlacement final : public Exact {
  public:
    explicit ExactPlacement(const OfFamily<Placement> &rules) : rules(rules) {}

  protected:
    Verdict value(const Line &line, Budget &budget, Proved &proved, const Wanted &wanted) const override {
        if (!proved.table) proved.table.emplace();
        return PlacementSolver(rules.native(), *proved.table, budget).solve(rules.state(*line), wanted.shortest);
    }

  private:
    const OfFamily<Placement> &rules;
};

const Decides<Placement> decides{[](const OfFamily<Placement> &rules) -> std::unique_ptr<Exact> {
    return std::make_unique<ExactPlacement>(rules);
}};

}  // namespace
