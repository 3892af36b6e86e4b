#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Converts byte offsets to lines and columns on demand.
///
/// A line ends at LF, CR LF or a lone CR. Lines and columns count from 1, columns in bytes. A call
/// scans from the offset of the previous call, or at most 4096 bytes: the first call for a region
/// stores a mark for every 4096 bytes.
class LineIndex {
public:
    explicit LineIndex(std::string_view text)
        : text_(text), has_returns_(text.find('\r') != std::string_view::npos) {}

    struct Position {
        std::uint32_t line = 1;
        std::uint32_t column = 1;
    };
    Position position(std::size_t offset);

private:
    struct Mark {
        std::size_t line = 1;
        std::size_t line_start = 0;
    };
    Mark advance(Mark mark, std::size_t from, std::size_t to) const;

    std::string_view text_;
    bool has_returns_;
    std::vector<Mark> marks_;  ///< marks_[i] holds for offset i * stride
    std::size_t last_offset_ = 0;
    Mark last_;  ///< holds for last_offset_
};

/// A position in a text that is being read. The readers of all text formats use it.
///
/// It moves by bytes and depends on no format. The position is a plain pointer, which has no cost
/// in the inner loops of the readers; lines and columns are computed only for errors.
/// prepare_text() makes sure that a text has no NUL byte, so peek() can return NUL at the end.
class TextCursor {
public:
    /// Errors call the text `name`, usually its path. Text and name must outlive the cursor.
    TextCursor(std::string_view text, std::string_view name)
        : begin_(text.data()), end_(begin_ + text.size()), at_(begin_), name_(name), lines_(text) {}

    const char* at() const { return at_; }
    const char* end() const { return end_; }
    std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }

    char peek() const { return at_ == end_ ? '\0' : *at_; }
    char peek(std::size_t ahead) const { return ahead < left() ? at_[ahead] : '\0'; }
    void skip(std::size_t bytes = 1) { at_ += bytes; }
    void move_to(const char* at) { at_ = at; }
    void seek(std::size_t offset) { at_ = begin_ + offset; }

    /// The location of a byte: file, line and column.
    Location locate(std::size_t offset);

    /// Throws ParseError at that byte.
    [[noreturn]] void fail(std::size_t offset, std::string message, std::string hint = {});

private:
    const char* begin_;
    const char* end_;
    const char* at_;
    std::string_view name_;
    LineIndex lines_;
};

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  ///< of UTF-8

/// Removes the UTF-8 byte-order mark from the beginning of a text.
inline std::string_view without_byte_order_mark(std::string_view text) {
    return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

/// True if a text begins with a byte-order mark of UTF-16.
inline bool is_utf16(std::string_view text) {
    return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

/// The text without its UTF-8 byte-order mark. Throws TooLargeError beyond limits.max_file_bytes,
/// and ParseError for UTF-16 and NUL bytes.
std::string_view prepare_text(std::string_view text, const std::string& name, const Limits& limits);

/// A piece of a text for an error message: in quotes, at most 40 columns, without control
/// characters.
std::string shown(std::string_view piece);

}  // namespace pgm::io
