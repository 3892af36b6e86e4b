#include <io/file/detail/gzip.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace pgm::io::detail {
namespace {

/// The largest window is 2^15 bytes; adding 16 selects the gzip format.
constexpr int window_bits = 15 + 16;
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

uInt as_much_as_fits(std::size_t bytes) {
    return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

/// zlib takes non-const input pointers but does not write to them.
Bytef* input(std::string_view bytes) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

}  // namespace

void GzipUnpacker::End::operator()(z_stream_s* stream) const {
    inflateEnd(stream);
    std::default_delete<z_stream_s>{}(stream);
}

GzipUnpacker::GzipUnpacker(Source packed, std::string name)
    : packed_(std::move(packed)), name_(std::move(name)), buffer_(buffer_bytes, '\0') {
    auto stream = std::make_unique<z_stream>();
    if (inflateInit2(stream.get(), window_bits) != Z_OK) throw std::bad_alloc();
    stream_.reset(stream.release());
}

std::size_t GzipUnpacker::read(std::span<char> piece) {
    for (;;) {
        refill();
        if (between_members_ && rest_.empty() && packed_bytes_ > 0) return 0;
        if (const std::size_t filled = step(piece); filled > 0) return filled;
    }
}

void GzipUnpacker::refill() {
    if (!rest_.empty() || at_end_) return;
    const std::size_t count = packed_(buffer_);
    at_end_ = count == 0;
    packed_bytes_ += count;
    rest_ = std::string_view(buffer_).substr(0, count);
}

std::size_t GzipUnpacker::step(std::span<char> piece) {
    if (between_members_) inflateReset(stream_.get());
    stream_->next_in = input(rest_);
    stream_->avail_in = as_much_as_fits(rest_.size());
    stream_->next_out = reinterpret_cast<Bytef*>(piece.data());
    stream_->avail_out = as_much_as_fits(piece.size());
    const uInt given = stream_->avail_in, room = stream_->avail_out;
    const int status = inflate(stream_.get(), Z_NO_FLUSH);
    rest_.remove_prefix(given - stream_->avail_in);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_BUF_ERROR && at_end_)
        throw ParseError("the gzip data end before their end mark", {.file = name_},
                         "the file was cut short");
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
        throw ParseError("the gzip data are damaged", {.file = name_},
                         stream_->msg ? stream_->msg : "");
    between_members_ = status == Z_STREAM_END;
    return room - stream_->avail_out;
}

void GzipPacker::End::operator()(z_stream_s* stream) const {
    deflateEnd(stream);
    std::default_delete<z_stream_s>{}(stream);
}

GzipPacker::GzipPacker(Sink packed) : packed_(std::move(packed)), buffer_(buffer_bytes, '\0') {
    auto stream = std::make_unique<z_stream>();
    constexpr int memory_level = 8;  // zlib's own default
    if (deflateInit2(stream.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    stream_.reset(stream.release());
}

void GzipPacker::write(std::string_view contents) {
    while (!contents.empty()) {
        stream_->next_in = input(contents);
        stream_->avail_in = as_much_as_fits(contents.size());
        contents.remove_prefix(stream_->avail_in);
        deflate_all(Z_NO_FLUSH);
    }
}

void GzipPacker::finish() {
    deflate_all(Z_FINISH);
}

/// Packs all input of the stream. zlib is done when it leaves room in the buffer.
void GzipPacker::deflate_all(int flush) {
    do {
        stream_->next_out = reinterpret_cast<Bytef*>(buffer_.data());
        stream_->avail_out = buffer_bytes;
        deflate(stream_.get(), flush);
        packed_(std::string_view(buffer_).substr(0, buffer_bytes - stream_->avail_out));
    } while (stream_->avail_out == 0);
}

std::string gunzip(std::string_view bytes, std::size_t max_bytes, const std::string& name) {
    const auto source = [&bytes](std::span<char> piece) {
        const std::size_t count = bytes.copy(piece.data(), piece.size());
        bytes.remove_prefix(count);
        return count;
    };
    GzipUnpacker unpacker(source, name);
    std::string contents, piece(buffer_bytes, '\0');
    while (const std::size_t count = unpacker.read(piece)) {
        if (count > max_bytes - contents.size()) {
            throw TooLargeError(
                "the file unpacks to more than " + std::to_string(max_bytes) + " bytes, the limit",
                {.file = name}, "raise Limits::max_file_bytes");
        }
        contents.append(piece, 0, count);
    }
    return contents;
}

std::string gzip(std::string_view contents) {
    std::string packed;
    GzipPacker packer([&packed](std::string_view bytes) { packed += bytes; });
    packer.write(contents);
    packer.finish();
    return packed;
}

}  // namespace pgm::io::detail
