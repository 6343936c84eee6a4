// The line of positions that led here, as far as repetition needs it.
#pragma once

#include <vector>

#include "../model.hpp"

namespace dreierlei {

// The positions of a game or of a search path, newest last. Positions before the last step of progress can never come
// back, so looking for an earlier occurrence stops there.
template <Rules R> class History {
  public:
    explicit History(const R &rules) : rules(rules) {}

    void push(const typename R::State &s) { seen.push_back({rules.key(s), rules.progress(s), rules.repeats(s)}); }
    void pop() { seen.pop_back(); }
    void truncate(std::size_t size) { seen.resize(size); }
    std::size_t size() const { return seen.size(); }

    // How often the newest position has occurred, itself included; 0 where the game does not count.
    int occurrences() const {
        const Seen &now = seen.back();
        if (!now.counts) return 0;
        int found = 1;
        for (std::size_t i = seen.size() - 1; i-- > 0 && seen[i].progress == now.progress;)
            found += seen[i].key == now.key && seen[i].counts;
        return found;
    }

  private:
    struct Seen {
        std::uint64_t key;
        int progress;
        bool counts;
    };
    const R &rules;
    std::vector<Seen> seen;
};

}  // namespace dreierlei
