#pragma once

#include <io/format/record/detail/json_writer.hpp>

#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The text of JSON as it may stand in a script: without `<`, which could end it, and without
/// characters that are invisible or turn the direction of writing, which are codes, `\u202e`. What
/// is no UTF-8 becomes U+FFFD.
std::string script_text(std::string_view json);

/// A value as JSON for the inside of a script.
template <class T>
std::string script_json(const T& value) {
    JsonWriter writer = JsonWriter::compact();
    writer.write(value);
    return script_text(writer.text());
}

}  // namespace pgm::io::detail
