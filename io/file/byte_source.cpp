#include <io/file/byte_source.hpp>

#include <io/file/detail/kept_bytes.hpp>
#include <io/file/detail/packing.hpp>
#include <io/file/file_bytes.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

/// The two bytes of UTF-8 for a Latin-1 character that is not ASCII.
char first_byte_of(char c) {
    return static_cast<char>(0xC0 | (static_cast<unsigned char>(c) >> 6));
}
char second_byte_of(char c) {
    return static_cast<char>(0x80 | (static_cast<unsigned char>(c) & 0x3F));
}

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

/// The bytes of several files one after the other, as those of one table: the header line, which
/// all have, is that of the first, and a last line without an end gets one. A later file without
/// any bytes has no rows.
class JoinedFiles final : public TextStream {
public:
    /// `have_headers` says whether the first line that is not blank is a header. Throws IoError for
    /// a file that cannot be opened, and ArgumentError for a pipe, which cannot be read again.
    JoinedFiles(std::vector<std::string> paths, bool have_headers, std::size_t max_bytes);

    /// Throws ParseError where the header of a file is not that of the first.
    std::size_t read(std::span<char> piece) override;
    void restart() override;
    void set_encoding(Encoding encoding) override;
    Location place_of_line(std::uint32_t line) const override;
    std::size_t size_hint() const override { return size_hint_; }

private:
    /// The beginning of a file: a line of the whole, and which line of its own that is.
    struct FileStart {
        std::size_t line = 1;
        std::uint32_t own_line = 1;
    };

    void open(std::size_t number);
    void skip_header(std::size_t number);
    void count_lines(std::string_view text);

    std::vector<std::string> paths_;
    std::vector<FileStart> starts_;  ///< of the files that were opened
    std::string header_;         ///< empty where there are none
    std::size_t max_bytes_;
    std::size_t size_hint_ = 0;
    Encoding encoding_ = Encoding::utf8;
    std::size_t number_ = 0;  ///< of the file that is being read
    std::unique_ptr<ByteSource> file_;
    std::size_t line_ = 1;  ///< that the next byte is in
    char last_ = '\n';      ///< byte
};

JoinedFiles::JoinedFiles(std::vector<std::string> paths, bool have_headers, std::size_t max_bytes)
    : paths_(std::move(paths)), max_bytes_(max_bytes) {
    for (const std::string& path : paths_) {
        ByteSource file(path, max_bytes);
        std::error_code none;
        if (is_standard_stream(path) || !std::filesystem::is_regular_file(path, none))
            throw ArgumentError("'" + path + "' is one of several files and no regular one",
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
    file_->set_max_endless_bytes(Limits{}.max_file_bytes);
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
    // The search for a byte is faster than looking at each, for lines are long.
    const auto count = [&](char c) {
        std::size_t found = 0;
        for (std::size_t at = text.find(c); at != std::string_view::npos; at = text.find(c, at + 1))
            ++found;
        return found;
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

Location JoinedFiles::place_of_line(std::uint32_t line) const {
    std::size_t number = starts_.size() - 1;
    while (number > 0 && starts_[number].line > line) --number;
    const FileStart& start = starts_[number];
    const auto after_start = line - static_cast<std::uint32_t>(start.line);
    return {.file = paths_[number], .line = start.own_line + after_start};
}

}  // namespace

ByteSource::ByteSource(const std::string& path, std::size_t max_bytes)
    : name_(source_name(path)), max_bytes_(max_bytes) {
    InputFile file = open_for_reading(path);
    is_pipe_ = file.size == 0 || ::lseek(file.descriptor.get(), 0, SEEK_CUR) != 0;
    file_ = std::move(file.descriptor);
    if (is_pipe_) kept_ = std::make_unique<KeptBytes>(name_);
    packing_ = packing_of(first_stored_bytes(), path);
    if (!is_pipe_ && !packing_) {
        check_file_size(name_, file.size, max_bytes);
        file_size_ = file.size;
    }
    restart();
}

ByteSource::ByteSource(std::string_view text, std::string name, std::size_t max_bytes)
    : name_(std::move(name)), max_bytes_(max_bytes), text_(text) {}

ByteSource::ByteSource(const std::vector<std::string>& paths, bool have_headers,
                       std::size_t max_bytes)
    : ByteSource(std::make_unique<JoinedFiles>(paths, have_headers, max_bytes), paths.front(),
                 max_bytes) {}

ByteSource::ByteSource(std::unique_ptr<TextStream> stream, std::string name, std::size_t max_bytes)
    : name_(std::move(name)), max_bytes_(max_bytes), stream_(std::move(stream)) {}

ByteSource::~ByteSource() = default;

void ByteSource::set_max_bytes(std::size_t max_bytes) {
    check_file_size(name_, file_size_, max_bytes);
    max_bytes_ = max_bytes;
}

void ByteSource::set_encoding(Encoding encoding) {
    if (stream_)
        stream_->set_encoding(encoding);
    else
        encoding_ = encoding;
}

Location ByteSource::place_of_line(std::uint32_t line) const {
    return stream_ ? stream_->place_of_line(line) : Location{.file = name_, .line = line};
}

std::string ByteSource::first_stored_bytes() {
    std::string first(packing_bytes, '\0');
    std::size_t filled = 0;
    for (std::size_t count = 1; count > 0 && filled < first.size(); filled += count)
        count = read_stored(std::span(first).subspan(filled));
    first.resize(filled);
    return first;
}

/// Reads bytes as they are stored, packed or not.
std::size_t ByteSource::read_stored(std::span<char> piece) {
    if (file_.is_open() && !is_pipe_) return read_some(file_, piece, name_);
    std::size_t count = 0;
    if (!file_.is_open()) {
        count = text_.copy(piece.data(), piece.size(), std::min(stored_read_, text_.size()));
    } else if (stored_read_ < kept_->size()) {
        count = kept_->read(stored_read_, piece);
    } else {
        count = read_some(file_, piece, name_);
        check_file_size(name_, stored_read_ + count,
                        may_restart_ ? std::min(max_bytes_, max_endless_bytes_) : max_bytes_);
        if (may_restart_)
            kept_->append({piece.data(), count});
        else
            kept_->clear();
    }
    stored_read_ += count;
    return count;
}

std::size_t ByteSource::read_unpacked(std::span<char> piece) {
    const std::size_t count = stream_     ? stream_->read(piece)
                              : unpacker_ ? unpacker_->read(piece)
                                          : read_stored(piece);
    position_ += count;
    check_file_size(name_, position_, max_bytes_);
    if (unpacker_ && position_ / most_unpacked_ratio > unpacker_->packed_bytes())
        check_file_size(name_, position_, max_endless_bytes_);
    return count;
}

std::size_t ByteSource::read(std::span<char> piece) {
    stop_.check();
    return encoding_ == Encoding::latin1 ? read_latin1(piece) : read_unpacked(piece);
}

/// Reads into the second half of the piece and writes to the front. A character takes at most two
/// bytes, so writing never overtakes reading.
std::size_t ByteSource::read_latin1(std::span<char> piece) {
    if (pending_) {
        piece.front() = *std::exchange(pending_, std::nullopt);
        return 1;
    }
    if (piece.size() == 1) {
        char two[2];
        const std::size_t count = read_latin1(two);
        if (count > 0) piece.front() = two[0];
        if (count == 2) pending_ = two[1];
        return std::min<std::size_t>(count, 1);
    }
    const std::span<char> back = piece.last(piece.size() / 2);
    const std::size_t count = read_unpacked(back);
    char* out = piece.data();
    for (const char c : back.first(count)) {
        if (is_ascii(c)) {
            *out++ = c;
        } else {
            *out++ = first_byte_of(c);
            *out++ = second_byte_of(c);
        }
    }
    return static_cast<std::size_t>(out - piece.data());
}

void ByteSource::restart() {
    position_ = stored_read_ = 0;
    pending_.reset();
    if (stream_) stream_->restart();
    if (file_.is_open() && !is_pipe_ && ::lseek(file_.get(), 0, SEEK_SET) != 0)
        throw IoError("cannot read it again: " + system_reason(errno), {.file = name_});
    if (packing_)
        unpacker_ = unpacker(
            *packing_, [this](std::span<char> piece) { return read_stored(piece); }, name_);
}

std::string ByteSource::first_bytes(std::size_t most) {
    std::string bytes(most, '\0');
    std::size_t filled = 0;
    for (std::size_t count = 1; count > 0 && filled < most; filled += count)
        count = read(std::span(bytes).subspan(filled));
    bytes.resize(filled);
    restart();
    return bytes;
}

std::size_t ByteSource::stored_bytes_read() const {
    return unpacker_ ? unpacker_->packed_bytes() : position_;
}

std::size_t ByteSource::size_hint() const {
    return stream_ ? stream_->size_hint() : file_.is_open() ? file_size_ : text_.size();
}

std::size_t ByteSource::room_for_piece(std::size_t most) const {
    const std::size_t stored = size_hint();
    return stored > 0 && stored < most / 2 ? 2 * stored + 1 : most;
}

std::string read_text(ByteSource& source) {
    std::string text;
    append_pieces(
        text, [&source](std::span<char> piece) { return source.read(piece); }, nullptr,
        std::numeric_limits<std::size_t>::max(), source.name(), source.size_hint());
    return text;
}

}  // namespace pgm::io
