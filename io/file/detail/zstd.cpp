#include <io/file/detail/zstd.hpp>

#include <pgm/core/error.hpp>

#include <zstd.h>

#include <new>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::size_t packed_piece = std::size_t{1} << 16;

}  // namespace

void ZstdUnpacker::End::operator()(ZSTD_DCtx_s* context) const {
    ZSTD_freeDCtx(context);
}

ZstdUnpacker::ZstdUnpacker(Source packed, std::string name)
    : packed_(std::move(packed)),
      name_(std::move(name)),
      context_(ZSTD_createDCtx()),
      buffer_(packed_piece, '\0') {
    if (!context_) throw std::bad_alloc();
}

std::size_t ZstdUnpacker::read(std::span<char> piece) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    while (out.pos == 0) {
        if (rest_.empty() && !at_end_) {
            const std::size_t count = packed_(buffer_);
            at_end_ = count == 0;
            packed_bytes_ += count;
            rest_ = std::string_view(buffer_).substr(0, count);
        }
        if (rest_.empty() && between_frames_ && packed_bytes_ > 0) return 0;
        ZSTD_inBuffer in{rest_.data(), rest_.size(), 0};
        const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(status))
            throw ParseError("the zstd data are damaged", {.file = name_},
                             ZSTD_getErrorName(status));
        rest_.remove_prefix(in.pos);
        between_frames_ = status == 0;
        if (at_end_ && rest_.empty() && out.pos == 0 && !between_frames_)
            throw ParseError("the zstd data end before their end mark", {.file = name_},
                             "the file was cut short");
    }
    return out.pos;
}

void ZstdPacker::End::operator()(ZSTD_CCtx_s* context) const {
    ZSTD_freeCCtx(context);
}

ZstdPacker::ZstdPacker(Sink packed)
    : packed_(std::move(packed)), context_(ZSTD_createCCtx()), buffer_(packed_piece, '\0') {
    if (!context_ || ZSTD_isError(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1)))
        throw std::bad_alloc();
}

void ZstdPacker::write(std::string_view contents) {
    compress(contents, false);
}

void ZstdPacker::finish() {
    compress({}, true);
}

/// Compresses until all input is taken and, for the last one, all output is passed on.
void ZstdPacker::compress(std::string_view contents, bool is_last) {
    ZSTD_inBuffer in{contents.data(), contents.size(), 0};
    for (bool done = false; !done;) {
        ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
        const std::size_t left =
            ZSTD_compressStream2(context_.get(), &out, &in, is_last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) throw std::bad_alloc();
        if (out.pos > 0) packed_(std::string_view(buffer_).substr(0, out.pos));
        done = is_last ? left == 0 : in.pos == in.size;
    }
}

}  // namespace pgm::io::detail
