#pragma once

#include <cstdint>
#include <string_view>

namespace pgm::io {

/// What a file holds, as its suffix says.
enum class FileKind : std::uint8_t {
    model,        ///< a network or a classifier
    data,         ///< a table
    picture,      ///< only written
    unsupported,  ///< a network in a format that users will look for and that is not there
};

/// A suffix that means something: one row of the table in suffix.cpp, which every reader and writer
/// asks. Letter case does not matter, and each suffix may be followed by .gz.
struct Suffix {
    std::string_view text;  ///< ".bif", in small letters
    FileKind kind;
};

/// What the name of a file ends in; null where that means nothing.
const Suffix* suffix_of(std::string_view path);

/// Whether it ends in `suffix`, one of the table.
bool has_suffix(std::string_view path, std::string_view suffix);

/// Whether the name of a file says that it is packed: it ends in .gz.
bool is_packed_name(std::string_view path);

}  // namespace pgm::io
