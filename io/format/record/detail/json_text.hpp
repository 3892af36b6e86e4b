#pragma once

#include <pgm/core/text/number_text.hpp>

#include <concepts>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io::detail {

// Pieces of JSON as text (RFC 8259). Who writes a file lays it out: one row of a table on a line.

/// A text in quotes, with control characters, quotes and backslashes escaped.
std::string json_quoted(std::string_view text);

inline std::string json_value(std::string_view text) {
    return json_quoted(text);
}
inline std::string json_value(const std::string& text) {
    return json_quoted(text);
}
inline std::string json_value(double number) {
    return to_text(number);
}
template <std::unsigned_integral Count>
std::string json_value(Count count) {
    return std::to_string(count);
}

/// Values in brackets, a comma and a blank between them.
template <class Values>
std::string json_array(const Values& values) {
    std::string text = "[";
    for (const auto& value : values)
        text.append(text.size() > 1 ? ", " : "").append(json_value(value));
    return text + "]";
}

/// Writes the members of an object, or the elements of an array, each on lines of its own: keeps
/// the indentation and puts the commas.
class JsonLines {
public:
    /// Begins a member or an element, on a new line.
    std::string& next();
    std::string& member(std::string_view name) {
        return next().append(json_quoted(name)).append(": ");
    }
    /// Begins and ends what is within brackets.
    void open(char bracket) {
        text_ += bracket;
        ++depth_;
        is_first_ = true;
    }
    void close(char bracket);

    std::string& text() { return text_; }

private:
    std::string text_;
    std::size_t depth_ = 0;
    bool is_first_ = true;
};

}  // namespace pgm::io::detail
