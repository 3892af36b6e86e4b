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

/// Unpacks a gzip file piece by piece, all its members one after the other. In memory are one piece
/// of packed bytes and the window of the format, 32 KiB.
class GzipUnpacker {
public:
    /// Gives the next packed bytes; 0 only at the end.
    using Source = std::function<std::size_t(std::span<char>)>;

    /// `name` is what errors call the file.
    GzipUnpacker(Source packed, std::string name);

    /// Fills the front of `piece` and tells how much; 0 only at the end. Throws ParseError when the
    /// bytes are damaged, cut short or followed by something else.
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
    std::size_t packed_bytes_ = 0;  ///< had so far
    bool at_end_ = false;           ///< of the packed bytes
    bool between_members_ = true;
};

/// Packs piece by piece to a gzip file of one member, without name and time: the same contents give
/// the same bytes.
class GzipPacker {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit GzipPacker(Sink packed);

    void write(std::string_view contents);
    /// Hands the rest to the sink; nothing is written after it.
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

/// The contents of a gzip file in memory. Throws as GzipUnpacker does, and TooLargeError once the
/// contents pass `max_bytes`.
std::string gunzip(std::string_view bytes, std::size_t max_bytes, const std::string& name);

/// A gzip file in memory.
std::string gzip(std::string_view contents);

}  // namespace pgm::io::detail
