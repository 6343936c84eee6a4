// Subspaces of Mühle in memory, for a search to probe.
#pragma once

#include "../search/endings.hpp"
#include "muehle_index.hpp"
#include "retrograde.hpp"

namespace dreierlei {

class MuehleEndings : public Endings<Muehle> {
  public:
    using Values = std::span<const std::uint8_t>;

    MuehleEndings(const MuehleIndex &index, int limit) : index(index), limit(limit), coding(limit) {}

    // The values of a subspace, which must outlive this object.
    void add(int own, int their, Values values) { at(own, their) = values; }

    // Empty where a subspace has not been added.
    Values values(int own, int their) const {
        const bool fits = own <= index.stones() && their <= index.stones();
        return fits ? subspaces[std::size_t(own)][std::size_t(their)] : Values{};
    }

    std::optional<Known> find(const Muehle::State &s) const override {
        if (MuehleIndex::placing(s)) return {};
        const auto [own, their] = MuehleIndex::sets(s);
        const Values codes = values(std::popcount(own), std::popcount(their));
        if (codes.empty()) return {};
        const std::uint8_t code = codes[index.index(own, their)];
        const int plies = coding.plies(code);
        if (code == Coding::draw || (limit && s.quiet + plies > limit)) return Known{0, 0};
        return Known{Coding::is_win(code) ? 1 : -1, plies};
    }

  private:
    static constexpr int most_stones = 9;

    Values &at(int own, int their) { return subspaces.at(std::size_t(own)).at(std::size_t(their)); }

    const MuehleIndex &index;
    int limit;
    Coding coding;
    std::array<std::array<Values, most_stones + 1>, most_stones + 1> subspaces{};
};

}  // namespace dreierlei
