#include <io/file/byte_source.hpp>

#include <io/file/file_bytes.hpp>
#include <io/file/gzip.hpp>
#include <pgm/core/error.hpp>

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>

namespace pgm::io {
namespace {

bool begins_like_gzip(const FileDescriptor& file) {
    char first[2] = {};
    return ::pread(file.get(), first, 2, 0) == 2 && is_gzip({first, 2});
}

}  // namespace

/// Unpacks gzip data, member after member, as much as is asked for.
class ByteSource::Inflater {
public:
    Inflater(std::string_view packed, const std::string& name) : rest_(packed), name_(name) {
        if (inflateInit2(&stream_, gzip_window_bits) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    std::size_t read(std::span<char> piece) {
        std::size_t filled = 0;
        while (filled == 0 && !(between_members_ && rest_.empty() && started_)) {
            started_ = true;
            filled = step(piece);
        }
        return filled;
    }

private:
    static uInt as_much_as_fits(std::size_t bytes) { return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max())); }

    std::size_t step(std::span<char> piece) {
        if (between_members_) inflateReset(&stream_);
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));  // zlib does not write to its input
        stream_.avail_in = as_much_as_fits(rest_.size());
        stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream_.avail_out = as_much_as_fits(piece.size());
        const uInt given = stream_.avail_in, room = stream_.avail_out;
        const int status = inflate(&stream_, Z_NO_FLUSH);
        rest_.remove_prefix(given - stream_.avail_in);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        if (status == Z_BUF_ERROR) throw ParseError("the gzip data end before their end mark", {.file = name_}, "the file was cut short");
        if (status != Z_OK && status != Z_STREAM_END) throw ParseError("the gzip data are damaged", {.file = name_}, stream_.msg ? stream_.msg : "");
        between_members_ = status == Z_STREAM_END;
        return room - stream_.avail_out;
    }

    z_stream stream_{};
    std::string_view rest_;
    const std::string& name_;
    bool between_members_ = true;
    bool started_ = false;
};

ByteSource::ByteSource(const std::string& path, std::size_t max_bytes) : name_(path == "-" ? "stdin" : path), max_bytes_(max_bytes) {
    InputFile file = open_for_reading(path);
    const bool packed = file.size > 0 ? begins_like_gzip(file.descriptor) : false;
    const bool at_start = file.size > 0 && ::lseek(file.descriptor.get(), 0, SEEK_CUR) == 0;
    if (at_start && !packed && !path.ends_with(".gz")) {
        if (file.size > max_bytes) {
            throw TooLargeError("the file has more than " + std::to_string(max_bytes) + " bytes, the limit", {.file = name_},
                                "raise Limits::max_file_bytes");
        }
        file_size_ = file.size;
        file_ = std::move(file.descriptor);
        return;
    }
    kept_ = read_all(file, max_bytes, name_);
    text_ = kept_;
    if (is_gzip(kept_) || path.ends_with(".gz")) inflater_ = std::make_unique<Inflater>(text_, name_);
}

ByteSource::ByteSource(std::string_view text, std::string name, std::size_t max_bytes) : name_(std::move(name)), max_bytes_(max_bytes), text_(text) {}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(std::span<char> piece) {
    std::size_t count = 0;
    if (file_.is_open()) {
        ssize_t got = 0;
        do got = ::read(file_.get(), piece.data(), std::min(piece.size(), std::size_t{1} << 30));
        while (got < 0 && errno == EINTR);
        if (got < 0) throw IoError("cannot read: " + system_reason(errno), {.file = name_});
        count = static_cast<std::size_t>(got);
    } else if (inflater_) {
        count = inflater_->read(piece);
    } else {
        count = text_.copy(piece.data(), piece.size(), std::min(position_, text_.size()));
    }
    position_ += count;
    if (position_ > max_bytes_) {
        throw TooLargeError("the file has more than " + std::to_string(max_bytes_) + " bytes, the limit", {.file = name_},
                            "raise Limits::max_file_bytes");
    }
    return count;
}

void ByteSource::restart() {
    position_ = 0;
    if (file_.is_open() && ::lseek(file_.get(), 0, SEEK_SET) != 0) throw IoError("cannot read it again: " + system_reason(errno), {.file = name_});
    if (inflater_) inflater_ = std::make_unique<Inflater>(text_, name_);
}

std::size_t ByteSource::size_hint() const {
    if (file_.is_open()) return file_size_;
    return inflater_ ? 0 : text_.size();
}

}  // namespace pgm::io
