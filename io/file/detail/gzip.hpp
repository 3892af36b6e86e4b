#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct z_stream_s;

namespace pgm::io::detail {

/// Whether the bytes begin like a gzip file (RFC 1952): 1f 8b.
bool is_gzip(std::string_view bytes);

/// Unpacks a gzip file piece by piece, with all its members. It needs memory for one piece of
/// packed bytes and for the window of the format, 32 KiB.
class GzipUnpacker {
public:
    /// Gives the next packed bytes and returns their number, which is 0 only at the end.
    using Source = std::function<std::size_t(std::span<char>)>;

    /// Errors call the file `name`.
    GzipUnpacker(Source packed, std::string name);

    /// Fills the front of `piece` and returns the number of bytes, which is 0 only at the end.
    /// Throws ParseError when the packed bytes are damaged, truncated or followed by something
    /// else.
    std::size_t read(std::span<char> piece);

    std::size_t packed_bytes() const { return packed_bytes_; }

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

/// Packs pieces into a gzip file of one member, without name and time, so the same contents give
/// the same bytes.
class GzipPacker {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit GzipPacker(Sink packed);

    void write(std::string_view contents);
    /// Passes the rest to the sink. Nothing may be written afterwards.
    void finish();

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
