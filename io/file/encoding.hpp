#pragma once

namespace pgm::io {

/// The character encoding of a text.
enum class Encoding {
    utf8,    ///< Unicode, which includes ASCII
    latin1,  ///< ISO 8859-1, which older programs write: each byte is one character
};

/// The hint of errors about a table that is not UTF-8.
inline constexpr const char* not_utf8_hint =
    "save the file as UTF-8, or read it with DataOptions::encoding = latin1";

}  // namespace pgm::io
