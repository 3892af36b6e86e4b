#pragma once

#include <pgm/core/limits.hpp>

#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The text of a file in UTF-8, without a byte-order mark.
///
/// The byte-order mark tells UTF-8 and UTF-16; otherwise `declared` is the encoding that the file
/// names itself, such as "ISO-8859-1" or "windows-1252", and UTF-8 if that is empty. Files with no
/// place for such a name are mostly in UTF-8 today and were in Latin-1 before: with
/// Fallback::latin1, a text that is not valid UTF-8 is read as Latin-1, and was_latin1() is true.
///
/// Throws ParseError for bytes that are not text in that encoding, with line and column, and for an
/// encoding that this machine does not know; TooLargeError beyond Limits::max_file_bytes.
class DecodedText {
public:
    enum class Fallback { none, latin1 };

    /// Messages call the text `name`.
    DecodedText(std::string_view bytes, std::string_view declared, const std::string& name,
                const Limits& limits, Fallback fallback = Fallback::none);
    DecodedText(const DecodedText&) = delete;
    DecodedText& operator=(const DecodedText&) = delete;

    std::string_view text() const { return text_; }
    bool was_latin1() const { return was_latin1_; }

private:
    void convert(std::string_view bytes, const std::string& encoding);
    void check(Fallback fallback);

    const std::string& name_;
    const Limits& limits_;
    std::string converted_;  ///< empty if the bytes are in UTF-8 already
    std::string_view text_;
    bool was_latin1_ = false;
};

}  // namespace pgm::io::detail
