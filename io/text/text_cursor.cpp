#include <io/text/text_cursor.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <limits>

namespace pgm::io {
namespace {

constexpr std::size_t stride = 4096;

}  // namespace

LineIndex::Mark LineIndex::advance(Mark mark, std::size_t from, std::size_t to) const {
    const std::string_view before = text_.substr(0, to);
    for (std::size_t i = from;
         !has_returns_ && (i = before.find('\n', i)) != std::string_view::npos; ++i)
        mark = {mark.line + 1, i + 1};
    for (std::size_t i = from;
         has_returns_ && (i = before.find_first_of("\r\n", i)) != std::string_view::npos; ++i) {
        const bool half = text_[i] == '\r' && text_.substr(i + 1).starts_with('\n');
        if (!half) mark = {mark.line + 1, i + 1};
    }
    return mark;
}

LineIndex::Position LineIndex::position(std::size_t offset) {
    offset = std::min(offset, text_.size());
    if (marks_.empty()) marks_.push_back({});
    while (marks_.size() * stride <= offset)
        marks_.push_back(
            advance(marks_.back(), (marks_.size() - 1) * stride, marks_.size() * stride));
    const std::size_t i = offset / stride;
    const bool onwards = last_offset_ / stride == i && last_offset_ <= offset;
    last_ = onwards ? advance(last_, last_offset_, offset) : advance(marks_[i], i * stride, offset);
    last_offset_ = offset;
    return {saturated(last_.line), saturated(offset - last_.line_start + 1)};
}

Location TextCursor::locate(std::size_t offset) {
    const LineIndex::Position position = lines_.position(offset);
    return {.file = std::string(name_), .line = position.line, .column = position.column};
}

void TextCursor::fail(std::size_t offset, std::string message, std::string hint) {
    throw ParseError(std::move(message), locate(offset), std::move(hint));
}

std::string_view prepare_text(std::string_view text, const std::string& name,
                              const Limits& limits) {
    if (text.size() > limits.max_file_bytes) {
        throw TooLargeError("the text has " + std::to_string(text.size()) +
                                " bytes, more than the limit of " +
                                std::to_string(limits.max_file_bytes),
                            {.file = name}, "raise Limits::max_file_bytes");
    }
    if (is_utf16(text)) {
        throw ParseError("the text is UTF-16", {.file = name, .line = 1, .column = 1},
                         "save it as UTF-8");
    }
    text = without_byte_order_mark(text);
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        TextCursor(text, name).fail(nul, "a NUL byte: this is not a text file");
    }
    return text;
}

std::string shown(std::string_view piece) {
    constexpr std::size_t columns = 40;
    return "'" + without_controls(shortened(piece, columns)) + "'";
}

}  // namespace pgm::io
