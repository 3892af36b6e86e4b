#include <io/arff/detail/arff_pieces.hpp>

#include <io/text/text_cursor.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr std::size_t arff_piece_bytes = std::size_t{1} << 18;

/// The length of the whole lines at the beginning of a text that goes on. A CR at its end may be
/// the first half of CR LF.
std::size_t whole_lines(std::string_view text) {
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    const std::size_t last = text.find_last_of("\r\n");
    return last == std::string_view::npos ? 0 : last + 1;
}

/// True if a text of whole lines has the line that ends the header.
bool has_whole_header(std::string_view text) {
    constexpr std::string_view keyword = "@data";
    while (!text.empty()) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\f\v\r\n"), text.size()));
        if (equals_ignoring_case(text.substr(0, keyword.size()), keyword)) return true;
        text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
    }
    return false;
}

}  // namespace

ArffPieces::ArffPieces(ByteSource& source, const DataOptions& options)
    : source_(source), options_(options) {
    source_.set_encoding(options.encoding);
    do {
        fill();
        take_lines();
    } while (!at_end_ && !has_whole_header(text_));
    text_ = prepare_text(text_, options_.name, options_.limits);
}

/// Reads at least a piece more after the text that is in the buffer, and at least as much as that.
void ArffPieces::fill() {
    std::size_t filled = buffer_.size();
    buffer_.resize(filled + std::max(source_.room_for_piece(arff_piece_bytes), filled));
    while (filled < buffer_.size() && !at_end_) {
        const std::size_t count = source_.read(std::span(buffer_).subspan(filled));
        at_end_ = count == 0;
        filled += count;
    }
    buffer_.resize(filled);
}

void ArffPieces::take_lines() {
    taken_ = at_end_ ? buffer_.size() : whole_lines(buffer_);
    text_ = std::string_view(buffer_).substr(0, taken_);
}

bool ArffPieces::next() {
    lines_before_ += TextCursor(text_, options_.name).locate(text_.size()).line - 1;
    buffer_.erase(0, taken_);
    take_lines();
    while (text_.empty() && !at_end_) {
        fill();
        take_lines();
    }
    refuse_nul();
    return !text_.empty();
}

void ArffPieces::refuse_nul() const {
    const std::size_t nul = text_.find('\0');
    if (nul == std::string_view::npos) return;
    Location location = TextCursor(text_, options_.name).locate(nul);
    location.line = saturated(lines_before_ + location.line);
    throw ParseError("a NUL byte: this is not a text file", std::move(location));
}

}  // namespace pgm::io::detail
