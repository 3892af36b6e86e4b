#include <io/file/byte_source.hpp>

#include <io/file/detail/gzip.hpp>
#include <io/file/detail/joined_files.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/error.hpp>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
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

}  // namespace

ByteSource::ByteSource(const std::string& path, std::size_t max_bytes)
    : name_(path == "-" ? "stdin" : path), max_bytes_(max_bytes) {
    InputFile file = open_for_reading(path);
    is_pipe_ = file.size == 0 || ::lseek(file.descriptor.get(), 0, SEEK_CUR) != 0;
    file_ = std::move(file.descriptor);
    is_packed_ = is_packed_name(path) || begins_like_gzip();
    if (!is_pipe_ && !is_packed_) {
        check_file_size(name_, file.size, max_bytes);
        file_size_ = file.size;
    }
    restart();
}

ByteSource::ByteSource(std::string_view text, std::string name, std::size_t max_bytes)
    : name_(std::move(name)), max_bytes_(max_bytes), text_(text) {}

ByteSource::ByteSource(const std::vector<std::string>& paths, bool have_headers,
                       std::size_t max_bytes)
    : name_(paths.front()),
      max_bytes_(max_bytes),
      joined_(std::make_unique<JoinedFiles>(paths, have_headers, max_bytes)) {}

ByteSource::~ByteSource() = default;

void ByteSource::set_encoding(Encoding encoding) {
    if (joined_)
        joined_->set_encoding(encoding);
    else
        encoding_ = encoding;
}

Location ByteSource::place_of_line(std::uint32_t line) const {
    return joined_ ? joined_->place(line) : Location{.file = name_, .line = line};
}

bool ByteSource::begins_like_gzip() {
    char first[2] = {};
    std::size_t count = read_stored(first);
    if (count == 1) count += read_stored(std::span(first).subspan(1));
    return is_gzip({first, count});
}

/// Reads bytes as they are stored, packed or not.
std::size_t ByteSource::read_stored(std::span<char> piece) {
    if (file_.is_open() && !is_pipe_) return read_some(file_, piece, name_);
    const std::string_view stored = file_.is_open() ? std::string_view(kept_) : text_;
    std::size_t count =
        stored_read_ < stored.size() ? stored.copy(piece.data(), piece.size(), stored_read_) : 0;
    if (count == 0 && file_.is_open()) {
        count = read_some(file_, piece, name_);
        check_file_size(name_, stored_read_ + count, max_bytes_);
        if (may_restart_)
            kept_.append(piece.data(), count);
        else
            std::string().swap(kept_);
    }
    stored_read_ += count;
    return count;
}

std::size_t ByteSource::read_unpacked(std::span<char> piece) {
    const std::size_t count = joined_     ? joined_->read(piece)
                              : unpacker_ ? unpacker_->read(piece)
                                          : read_stored(piece);
    position_ += count;
    check_file_size(name_, position_, max_bytes_);
    return count;
}

std::size_t ByteSource::read(std::span<char> piece) {
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
    if (joined_) joined_->restart();
    if (file_.is_open() && !is_pipe_ && ::lseek(file_.get(), 0, SEEK_SET) != 0)
        throw IoError("cannot read it again: " + system_reason(errno), {.file = name_});
    if (is_packed_)
        unpacker_ = std::make_unique<GzipUnpacker>(
            [this](std::span<char> piece) { return read_stored(piece); }, name_);
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
    return joined_ ? joined_->size_hint() : file_.is_open() ? file_size_ : text_.size();
}

std::string read_text(ByteSource& source) {
    std::string text;
    append_pieces(
        text, [&source](std::span<char> piece) { return source.read(piece); }, is_never_binary,
        std::numeric_limits<std::size_t>::max(), source.name(), source.size_hint());
    return text;
}

}  // namespace pgm::io
