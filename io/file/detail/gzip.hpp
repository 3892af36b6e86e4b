#pragma once

#include <io/file/detail/packer.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct z_stream_s;

namespace pgm::io::detail {

/// Unpacks a gzip file (RFC 1952) with all its members. It needs memory for one piece of packed
/// bytes and for the window of the format, 32 KiB.
class GzipUnpacker final : public Unpacker {
public:
    GzipUnpacker(Source packed, std::string name);

    std::size_t read(std::span<char> piece) override;
    std::size_t packed_bytes() const override { return packed_bytes_; }

private:
    struct End {
        void operator()(z_stream_s* stream) const;
    };
    void refill();
    std::size_t step(std::span<char> piece);

    Source packed_;
    std::string name_;
    std::unique_ptr<z_stream_s, End> stream_;
    std::string buffer_;  ///< packed bytes
    std::string_view rest_;
    std::size_t packed_bytes_ = 0;  ///< number read so far
    bool at_end_ = false;           ///< of the packed bytes
    bool between_members_ = true;
};

/// Packs pieces into a gzip file of one member, without name and time.
class GzipPacker final : public Packer {
public:
    explicit GzipPacker(Sink packed);

    void write(std::string_view contents) override;
    void finish() override;

private:
    struct End {
        void operator()(z_stream_s* stream) const;
    };
    void deflate_all(int flush);

    Sink packed_;
    std::unique_ptr<z_stream_s, End> stream_;
    std::string buffer_;  ///< on the heap: a thread's stack may be smaller than it
};

/// Unpacks a gzip file in memory. Throws the errors of GzipUnpacker, and TooLargeError beyond
/// `max_bytes`.
std::string gunzip(std::string_view bytes, std::size_t max_bytes, const std::string& name);

/// Packs contents in memory.
std::string gzip(std::string_view contents);

}  // namespace pgm::io::detail
