// The transposition table of the proof-number search.
#pragma once

#include "threats.hpp"

namespace dreierlei {

// A position with its roles: can the attacker win, or can the defender prevent it?
struct Duel {
    enum Role : int { Attacker = 0, Defender = 1 };
    std::array<Bits, 2> stones{};
    int turn = Attacker;
    int left = 0;          // plies to the end of the game
    bool limited = false;  // whether the game can end while cells are free
};

enum class Proof { Open, Yes, No };

// Proof and disproof numbers: how many positions must at least be decided to answer yes, or no.
struct Numbers {
    static constexpr std::uint32_t infinite = 1u << 27;

    std::uint32_t yes = 1, no = 1;

    static constexpr Numbers decided(Proof answer) {
        return answer == Proof::Yes ? Numbers{0, infinite} : Numbers{infinite, 0};
    }
    Proof answer() const { return !yes ? Proof::Yes : !no ? Proof::No : Proof::Open; }
};

// Evaluated positions. Positions in which both sides have the same rests are equivalent: dead cells, and the stones that
// are already in a line, do not matter. The key is a hash of the rests, of which 96 bits are compared.
class ProofTable {
  public:
    struct Key {
        std::uint64_t check = 0;  // 0: no key
        std::uint32_t place = 0;
    };
    struct Entry {
        std::uint64_t check = 0;
        Bits candidates = 0;
        Numbers numbers;
        std::uint32_t work = 0;  // positions evaluated below this one
        std::uint32_t place = 0;
    };
    static_assert(sizeof(Entry) == 32);

    // Grows from 128 KB to `megabytes`, a power of two; while it grows, the old table of half the size exists as well.
    explicit ProofTable(std::size_t megabytes = 32) : entries(1 << 12), most(megabytes << 15) {}

    static Key key(const OpenLines &attacker, const OpenLines &defender, const Duel &duel) {
        std::uint64_t a = 0, b = 0;
        const auto add = [&](Bits rest, std::uint64_t salt) {
            std::uint64_t x = (rest + salt) * 0x9e3779b97f4a7c15ULL;
            x ^= x >> 32;
            a += x * 0xbf58476d1ce4e5b9ULL;
            b += x * 0x94d049bb133111ebULL ^ x >> 29;
        };
        for (Bits rest : attacker) add(rest, 0);
        for (Bits rest : defender) add(rest, 0x632be59bd9b4e019ULL);
        const std::uint64_t rules = std::uint64_t(duel.turn) + (duel.limited ? 2 * std::uint64_t(duel.left) : 0);
        return {mix(a + rules * 0xd6e8feb86659fd93ULL) | 1, std::uint32_t(mix(b ^ rules) >> 32)};
    }

    const Entry *find(Key key) const {
        const Entry *bucket = &entries[start(key.place)];
        for (int i = 0; i < ways; ++i)
            if (bucket[i].check == key.check && bucket[i].place == key.place) return bucket + i;
        return nullptr;
    }

    // Replaces the entry that took the least work.
    void store(Key key, Bits candidates, Numbers numbers, std::uint64_t work) {
        if (!key.check) return;
        Entry *bucket = &entries[start(key.place)];
        Entry *slot = bucket;
        for (int i = 0; i < ways; ++i) {
            if (bucket[i].check == key.check && bucket[i].place == key.place) {
                slot = bucket + i;
                work += slot->work;
                break;
            }
            if (bucket[i].work < slot->work) slot = bucket + i;
        }
        const bool fresh = !slot->check;
        *slot = {key.check, candidates, numbers, std::uint32_t(std::min<std::uint64_t>(work, 1u << 30)), key.place};
        if (fresh && ++used > entries.size() / 2 && entries.size() < most) grow();
    }

  private:
    static constexpr int ways = 4;

    std::size_t start(std::uint32_t place) const { return place & (entries.size() - 1) & ~std::size_t(ways - 1); }

    void grow() {
        std::vector<Entry> old(entries.size() * 2);
        old.swap(entries);
        used = 0;
        for (const Entry &entry : old)
            if (entry.check)
                for (Entry *slot = &entries[start(entry.place)], *end = slot + ways; slot < end; ++slot)
                    if (!slot->check) {
                        *slot = entry;
                        ++used;
                        break;
                    }
    }

    std::vector<Entry> entries;
    std::size_t most;
    std::size_t used = 0;
};

}  // namespace dreierlei
