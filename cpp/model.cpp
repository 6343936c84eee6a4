// Reading and checking the tables of a variant.
#include "model.hpp"

namespace dreierlei {

namespace {

template <class Map> const typename Map::mapped_type &find(const Map &map, const std::string &key) {
    const auto entry = map.find(key);
    if (entry == map.end()) throw std::invalid_argument("the game's tables lack \"" + key + "\"");
    return entry->second;
}

}  // namespace

long Spec::number(const std::string &key) const { return find(numbers, key); }
const std::vector<std::vector<int>> &Spec::table(const std::string &key) const { return find(tables, key); }
const std::vector<std::string> &Spec::names(const std::string &key) const { return find(words, key); }

std::uint64_t Spec::fingerprint() const {
    std::uint64_t sum = 0;
    for (const auto &[key, value] : numbers) sum = mix(sum + std::uint64_t(value) + 1);
    for (const auto &[key, rows] : tables)
        for (const auto &row : rows) {
            sum = mix(sum + row.size());
            for (int value : row) sum = mix(sum + std::uint64_t(value) + 1);
        }
    return sum;
}

std::vector<Bits> Spec::masks(const std::string &key) const {
    std::vector<Bits> result;
    for (const auto &row : table(key)) result.push_back(mask(row));
    return result;
}

std::string Spec::Range::text() const {
    return least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
}

void Spec::check_number(const std::string &key, Range range) const {
    require(range.contains(number(key)),
            "the number \"" + key + "\" must be " + range.text() + ", not " + std::to_string(number(key)));
}

void Spec::check_table(const std::string &key, Range rows, Range sizes, Range values) const {
    const auto &all = table(key);
    const std::string named = "the table \"" + key + "\"";
    require(rows.contains(long(all.size())), named + " must have " + rows.text() + " rows, not " + std::to_string(all.size()));
    for (const auto &row : all) {
        require(sizes.contains(long(row.size())),
                "a row of " + named + " must have " + sizes.text() + " values, not " + std::to_string(row.size()));
        for (int value : row)
            require(values.contains(value),
                    "the values of " + named + " must be " + values.text() + ", not " + std::to_string(value));
    }
}

}  // namespace dreierlei
