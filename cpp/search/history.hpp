// The positions that led to the current one, as far as the repetition rule needs them.
#pragma once

#include <vector>

#include "../model.hpp"

namespace dreierlei {

// The positions of a game or of a search path, newest last. Positions before the last step of progress can never recur, so
// the search for an earlier occurrence stops there.
template <Rules R> class History {
  public:
    struct Seen {
        std::uint64_t key;
        Bits filter;        // a bit for each counting position of this run: a key whose bit is missing is new
        std::uint32_t run;  // where the positions with the same progress begin
        int progress;
        bool counts;
        bool maybe_again;
    };

    explicit History(const R &r) : rules(&r) {}
    History(const R &r, std::vector<Seen> entries) : rules(&r), seen(std::move(entries)) {}

    const std::vector<Seen> &entries() const { return seen; }

    void push(const typename R::State &s) {
        const int progress = rules->progress(s);
        const bool counts = rules->repeats(s), goes_on = !seen.empty() && seen.back().progress == progress;
        const std::uint32_t run = goes_on ? seen.back().run : std::uint32_t(seen.size());
        const Bits before = goes_on ? seen.back().filter : 0;
        // Written in place, member by member: a copy right after separate stores would stall the processor.
        Seen &now = seen.emplace_back();
        now.key = rules->key(s);
        const Bits sign = counts ? bit(int(now.key >> 58)) : 0;
        now.filter = before | sign;
        now.run = run;
        now.progress = progress;
        now.counts = counts;
        now.maybe_again = before & sign;
    }
    void pop() { seen.pop_back(); }
    void truncate(std::size_t size) { seen.resize(size); }
    std::size_t size() const { return seen.size(); }

    // The keys of the positions that count for repetition and can still recur, including the newest one.
    std::vector<std::uint64_t> keys() const {
        std::vector<std::uint64_t> result;
        for (std::size_t i = seen.empty() ? 0 : seen.back().run; i < seen.size(); ++i)
            if (seen[i].counts) result.push_back(seen[i].key);
        return result;
    }

    // How often the newest position has occurred, including now; 0 if it does not count for repetition.
    int occurrences() const {
        const Seen &now = seen.back();
        if (!now.counts) return 0;
        int found = 1;
        if (now.maybe_again)
            for (std::size_t i = now.run; i < seen.size() - 1; ++i) found += seen[i].key == now.key && seen[i].counts;
        return found;
    }

    // Calls f(key, occurrences) once for each position before the newest one that can still recur.
    template <class F> void each_before(F f) const {
        for (std::size_t i = oldest(); i + 1 < seen.size(); ++i) {
            bool again = false;
            int times = 0;
            for (std::size_t j = oldest(); j + 1 < seen.size(); ++j) {
                times += seen[j].key == seen[i].key;
                again |= j < i && seen[j].key == seen[i].key;
            }
            if (seen[i].counts && !again) f(seen[i].key, times);
        }
    }

    // Equal for histories after which the same positions would be draws by repetition: those that have occurred twice.
    std::uint64_t salt() const {
        std::uint64_t sum = 0;
        for (std::size_t i = oldest(); i < seen.size(); ++i)
            for (std::size_t j = oldest(); j < i && seen[i].counts; ++j)
                if (seen[j].key == seen[i].key) sum += mix(seen[i].key);
        return sum;
    }

  private:
    std::size_t oldest() const {
        std::size_t i = seen.size() - 1;
        while (i > 0 && seen[i - 1].progress == seen.back().progress) --i;
        return i;
    }

    const R *rules;
    std::vector<Seen> seen;
};

}  // namespace dreierlei
