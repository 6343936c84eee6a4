// Parts of Mühle's database that are held in memory while a search runs.
#pragma once

#include "../search/endings.hpp"
#include "muehle_index.hpp"
#include "retrograde.hpp"

namespace dreierlei {

class MuehleEndings : public Endings<Muehle> {
  public:
    // The limit of quiet plies, 0 for none. `index` must outlive this.
    MuehleEndings(const MuehleIndex &index, int limit) : index(index), coding(limit), limit(limit) {}

    // The values of a subspace, which must outlive this.
    void add(int own, int their, std::span<const std::uint8_t> values) {
        if (values.size() != index.size(own, their)) throw std::invalid_argument("the values are too many or too few");
        parts[own][their] = values;
    }

    std::optional<Known> find(const Muehle::State &s) const override {
        if (MuehleIndex::placing(s)) return {};
        const auto [own, their] = MuehleIndex::sets(s);
        const auto &values = parts[std::popcount(own)][std::popcount(their)];
        if (values.empty()) return {};
        const std::uint8_t code = values[index.index(own, their)];
        const int plies = coding.plies(code);
        if (code == Coding::draw || (limit && s.quiet + plies > limit)) return Known{0, 0};
        return Known{Coding::is_win(code) ? 1 : -1, plies};
    }

  private:
    static constexpr int most_stones = 12;

    const MuehleIndex &index;
    Coding coding;
    int limit;
    std::array<std::array<std::span<const std::uint8_t>, most_stones + 1>, most_stones + 1> parts{};
};

}  // namespace dreierlei
