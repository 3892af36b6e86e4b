#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::apps {

/// Writes JSON from left to right into a string.
///
///     JsonText json;
///     json.begin_object().key("log_evidence").number(-1.23);
///     json.key("marginals").begin_object().end_object().end_object();
///
/// nlohmann::json, which reads JSON here, can only write a whole document at once: a joint of 2^26
/// cells would need its tree in memory, while this writer's text leaves in pieces (take()). Its
/// trees also sort keys or search them linearly, where answers come in the order of the request.
/// Numbers are the shortest decimals that read back as
/// the same double; what JSON has no number for, an infinity, becomes null. Strings are UTF-8,
/// bytes that are not become U+FFFD; what acts instead of being seen is escaped (see
/// is_invisible_control() of pgm/core/text/utf8.hpp), so that a document is one line for whoever
/// reads it and steers no terminal. Commas are set here, the nesting is the caller's.
class JsonText {
public:
    JsonText& begin_object() { return open('{'); }
    JsonText& end_object() { return close('}'); }
    JsonText& begin_array() { return open('['); }
    JsonText& end_array() { return close(']'); }

    JsonText& key(std::string_view name);
    JsonText& string(std::string_view text);
    JsonText& number(double value);
    /// A number that counts something: without exponent or fraction as long as it is exact in a
    /// double.
    JsonText& count(double value);
    JsonText& count(std::size_t value);
    JsonText& boolean(bool value);
    JsonText& null();

    /// What was written so far; the writer goes on after it. For pieces of a long document.
    std::string take();

private:
    JsonText& open(char bracket);
    JsonText& close(char bracket);
    JsonText& scalar(std::string_view text);
    void separate();
    void quote(std::string_view text);

    std::string text_;
    bool needs_comma_ = false;
};

}  // namespace pgm::apps
