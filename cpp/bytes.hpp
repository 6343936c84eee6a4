// Serialises values as bytes, to be read again by the same build only.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace dreierlei {

struct BytesOut {
    std::string text;

    template <class T> void put(const T &value) {
        static_assert(std::is_trivially_copyable_v<T>);
        text.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    template <class T> void put(const std::vector<T> &values) {
        put(values.size());
        for (const T &value : values) put(value);
    }
};

// Throws std::invalid_argument if there are too few bytes, or if some are left over at the end.
struct BytesIn {
    std::string_view rest;

    template <class T> void get(T &value) {
        static_assert(std::is_trivially_copyable_v<T>);
        need(sizeof value);
        std::memcpy(static_cast<void *>(&value), rest.data(), sizeof value);
        rest.remove_prefix(sizeof value);
    }
    template <class T> std::vector<T> list() {
        std::size_t size = 0;
        get(size);
        if (size > rest.size() / sizeof(T)) need(rest.size() + 1);
        std::vector<T> values(size);
        for (T &value : values) get(value);
        return values;
    }
    void finish() const {
        if (!rest.empty()) throw std::invalid_argument("there are more bytes than these games need");
    }

  private:
    void need(std::size_t size) const {
        if (rest.size() < size) throw std::invalid_argument("there are fewer bytes than these games need");
    }
};

}  // namespace dreierlei
