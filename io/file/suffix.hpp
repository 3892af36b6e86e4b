#pragma once

#include <cstdint>
#include <string_view>

namespace pgm::io {

/// The contents of a file according to its suffix.
enum class FileKind : std::uint8_t {
    model,        ///< a network or a classifier
    data,         ///< a table
    picture,      ///< only written
    unsupported,  ///< a network in a known format that is not supported
};

/// A known suffix: one row of the table in suffix.cpp, which all readers and writers use. Letter
/// case does not matter, and each suffix may be followed by .gz or .zst.
struct Suffix {
    std::string_view text;  ///< ".bif", in small letters
    FileKind kind;
};

/// The known suffix of a file name, or null.
const Suffix* suffix_of(std::string_view path);

/// True if a path has this suffix, in small letters, whether it is known or not.
bool has_suffix(std::string_view path, std::string_view suffix);

/// "a.csv" of "a.csv.gz", of "a.csv.zst" and of "a.csv".
std::string_view without_packing(std::string_view path);

}  // namespace pgm::io
