#pragma once

namespace pgm::io {

/// How the bytes of a text stand for characters.
enum class Encoding {
    utf8,    ///< Unicode, which includes ASCII
    latin1,  ///< ISO 8859-1, of older programs in western Europe: a byte is the character it counts
};

/// What to do about a table that is not UTF-8.
inline constexpr const char* not_utf8_hint =
    "save the file as UTF-8, or read it with DataOptions::encoding = latin1";

}  // namespace pgm::io
