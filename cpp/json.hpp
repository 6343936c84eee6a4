// Writes JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dreierlei {

// Appends values and the commas between them. Strings must be UTF-8.
//
//   Json json;
//   json.open('{').name("moves").open('[').value("c3").close(']').close('}');   // {"moves":["c3"]}
class Json {
  public:
    Json &open(char bracket) {
        separate();
        text += bracket;
        first = true;
        return *this;
    }
    Json &close(char bracket) {
        text += bracket;
        first = false;
        return *this;
    }
    Json &name(std::string_view name) {
        value(name);
        text += ':';
        first = true;
        return *this;
    }
    Json &value(std::string_view string) {
        separate();
        text += '"';
        for (char c : string) {
            if (c == '"' || c == '\\') text += '\\';
            if (static_cast<unsigned char>(c) < ' ') c = ' ';
            text += c;
        }
        text += '"';
        return *this;
    }
    Json &value(const char *string) { return value(std::string_view(string)); }
    Json &value(const std::string &string) { return value(std::string_view(string)); }
    Json &value(bool yes) { return raw(yes ? "true" : "false"); }
    Json &value(int number) { return raw(std::to_string(number)); }
    Json &value(long number) { return raw(std::to_string(number)); }
    Json &value(std::uint64_t number) { return raw(std::to_string(number)); }
    Json &null() { return raw("null"); }
    // Text that is already JSON.
    Json &raw(std::string_view json) {
        separate();
        text += json;
        return *this;
    }

    std::string text;

  private:
    void separate() {
        if (!first) text += ',';
        first = false;
    }

    bool first = true;
};

}  // namespace dreierlei
