#pragma once

namespace pgm::io {

/// How the bytes of a text stand for characters.
enum class Encoding {
    utf8,    ///< Unicode, which includes ASCII
    latin1,  ///< ISO 8859-1: every byte is the character of that number; what older programs of western Europe write
};

}  // namespace pgm::io
