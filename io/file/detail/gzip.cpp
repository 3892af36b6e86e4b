#include <io/file/detail/packing.hpp>

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace pgm::io::detail {
namespace {

/// The largest window is 2^15 bytes; adding 16 selects the gzip format.
constexpr int window_bits = 15 + 16;

uInt as_much_as_fits(std::size_t bytes) {
    return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

/// zlib takes non-const input pointers but does not write to them.
Bytef* input(std::string_view bytes) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

class GzipUnpacker final : public Unpacker {
public:
    GzipUnpacker(Source packed, std::string name) : Unpacker(std::move(packed), std::move(name)) {
        if (inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
    }
    ~GzipUnpacker() override { inflateEnd(&stream_); }

private:
    std::size_t step(std::span<char> piece) override {
        if (between_parts_) inflateReset(&stream_);
        stream_.next_in = input(rest_);
        stream_.avail_in = as_much_as_fits(rest_.size());
        stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream_.avail_out = as_much_as_fits(piece.size());
        const uInt given = stream_.avail_in, room = stream_.avail_out;
        const int status = inflate(&stream_, Z_NO_FLUSH);
        rest_.remove_prefix(given - stream_.avail_in);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        if (status == Z_BUF_ERROR && at_end_)
            fail("the gzip data end before their end mark", "the file was cut short");
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
            fail("the gzip data are damaged", stream_.msg ? stream_.msg : "");
        between_parts_ = status == Z_STREAM_END;
        return room - stream_.avail_out;
    }

    z_stream stream_{};
};

class GzipPacker final : public Packer {
public:
    explicit GzipPacker(Sink packed) : Packer(std::move(packed)) {
        constexpr int memory_level = 8;  // zlib's own default
        if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, memory_level,
                         Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~GzipPacker() override { deflateEnd(&stream_); }

    void write(std::string_view contents) override {
        while (!contents.empty()) {
            stream_.next_in = input(contents);
            stream_.avail_in = as_much_as_fits(contents.size());
            contents.remove_prefix(stream_.avail_in);
            deflate_all(Z_NO_FLUSH);
        }
    }
    void finish() override { deflate_all(Z_FINISH); }

private:
    /// Packs all input of the stream. zlib is done when it leaves room in the buffer.
    void deflate_all(int flush) {
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
            stream_.avail_out = packed_piece;
            deflate(&stream_, flush);
            packed_(std::string_view(buffer_).substr(0, packed_piece - stream_.avail_out));
        } while (stream_.avail_out == 0);
    }

    z_stream stream_{};
};

}  // namespace

std::unique_ptr<Unpacker> gzip_unpacker(Unpacker::Source packed, std::string name) {
    return std::make_unique<GzipUnpacker>(std::move(packed), std::move(name));
}

std::unique_ptr<Packer> gzip_packer(Packer::Sink packed) {
    return std::make_unique<GzipPacker>(std::move(packed));
}

}  // namespace pgm::io::detail
