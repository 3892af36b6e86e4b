#include <io/file/detail/joined_files.hpp>

#include <io/text/text_cursor.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::size_t longest_header = std::size_t{1} << 20;

constexpr bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// The first line that is not blank.
struct FirstLine {
    std::string_view text;
    std::size_t end = 0;      ///< behind its line end
    std::uint32_t lines = 0;  ///< up to there
};

FirstLine first_line(std::string_view bytes) {
    std::string_view rest = without_byte_order_mark(bytes);
    FirstLine line;
    while (!rest.empty()) {
        const std::size_t length = std::min(rest.find_first_of("\r\n"), rest.size());
        line.text = rest.substr(0, length);
        rest.remove_prefix(length);
        if (!rest.empty()) rest.remove_prefix(rest.starts_with("\r\n") ? 2 : 1);
        ++line.lines;
        if (line.text.find_first_not_of(" \t") != std::string_view::npos) break;
    }
    line.end = bytes.size() - rest.size();
    return line;
}

}  // namespace

JoinedFiles::JoinedFiles(std::vector<std::string> paths, bool have_headers, std::size_t max_bytes)
    : paths_(std::move(paths)), max_bytes_(max_bytes) {
    for (const std::string& path : paths_) {
        ByteSource file(path, max_bytes);
        if (!file.can_be_read_again())
            throw ArgumentError("'" + path + "' is one of several files and a pipe",
                                "only files that can be read twice are read together");
        size_hint_ += file.size_hint();
        if (have_headers && header_.empty())
            header_ = first_line(file.first_bytes(longest_header)).text;
    }
    restart();
}

void JoinedFiles::restart() {
    starts_.clear();
    line_ = 1;
    last_ = '\n';
    open(0);
}

void JoinedFiles::set_encoding(Encoding encoding) {
    encoding_ = encoding;
    file_->set_encoding(encoding);
}

void JoinedFiles::open(std::size_t number) {
    number_ = number;
    file_ = std::make_unique<ByteSource>(paths_[number], max_bytes_);
    starts_.push_back({line_, 1});
    if (number > 0 && !header_.empty()) skip_header(number);
    // The headers are compared as they are stored.
    file_->set_encoding(encoding_);
}

void JoinedFiles::skip_header(std::size_t number) {
    const std::string bytes = file_->first_bytes(longest_header);
    const FirstLine line = first_line(bytes);
    if (!line.text.empty() && line.text != header_)
        throw ParseError(
            "the first line is not that of " + shown(paths_.front()) + ", " + shown(header_),
            {.file = paths_[number], .line = line.lines},
            "files that are read together have the same columns in the same order");
    starts_.back().own_line = line.lines + 1;
    std::string skipped(line.end, '\0');
    for (std::span<char> rest(skipped); !rest.empty();) {
        const std::size_t count = file_->read(rest);
        if (count == 0) throw IoError("the file has changed", {.file = paths_[number]});
        rest = rest.subspan(count);
    }
}

std::size_t JoinedFiles::read(std::span<char> piece) {
    for (;;) {
        const std::size_t count = file_->read(piece);
        if (count > 0) {
            count_lines({piece.data(), count});
            return count;
        }
        if (number_ + 1 == paths_.size()) return 0;
        if (!is_line_end(last_)) {
            piece.front() = '\n';
            count_lines("\n");
            return 1;
        }
        open(number_ + 1);
    }
}

/// "\r\n" is one line end, wherever a piece ends.
void JoinedFiles::count_lines(std::string_view text) {
    const auto count = [&](char c) {
        return static_cast<std::size_t>(std::ranges::count(text, c));
    };
    line_ += count('\n');
    if (const bool continues = last_ == '\r' && text.front() == '\n'; continues) --line_;
    last_ = text.back();
    if (text.find('\r') == std::string_view::npos) return;
    line_ += count('\r');
    for (std::size_t at = text.find("\r\n"); at != std::string_view::npos;
         at = text.find("\r\n", at + 2))
        --line_;
}

Location JoinedFiles::place(std::uint32_t line) const {
    std::size_t number = starts_.size() - 1;
    while (number > 0 && starts_[number].line > line) --number;
    const Start& start = starts_[number];
    const auto after_start = line - static_cast<std::uint32_t>(start.line);
    return {.file = paths_[number], .line = start.own_line + after_start};
}

}  // namespace pgm::io::detail
