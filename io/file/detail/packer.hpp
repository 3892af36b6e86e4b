#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace pgm::io::detail {

/// The number of bytes that are taken or given at a time, on the heap: a thread's stack may be
/// smaller.
inline constexpr std::size_t packed_piece = std::size_t{1} << 16;

/// Unpacks a file piece by piece, with all its parts one behind the other.
class Unpacker {
public:
    /// Gives the next packed bytes and returns their number, which is 0 only at the end.
    using Source = std::function<std::size_t(std::span<char>)>;

    /// Errors call the file `name`.
    Unpacker(Source packed, std::string name)
        : name_(std::move(name)), packed_(std::move(packed)), buffer_(packed_piece, '\0') {}
    virtual ~Unpacker() = default;

    /// Fills the front of `piece` and returns the number of bytes, which is 0 only at the end.
    /// Throws ParseError when the packed bytes are damaged, truncated or followed by something
    /// else.
    std::size_t read(std::span<char> piece);
    /// The number of packed bytes that have been taken from the source.
    std::size_t packed_bytes() const { return packed_bytes_; }

protected:
    /// Unpacks from the front of `rest_`, which it removes, and returns the number of bytes that it
    /// has put into the piece.
    virtual std::size_t step(std::span<char> piece) = 0;
    [[noreturn]] void fail(const std::string& what, const std::string& why) const;

    std::string name_;
    std::string_view rest_;  ///< packed bytes
    bool at_end_ = false;    ///< of the packed bytes
    bool between_parts_ = true;

private:
    Source packed_;
    std::string buffer_;
    std::size_t packed_bytes_ = 0;
};

/// Packs pieces into a file of one part. The same contents give the same bytes.
class Packer {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit Packer(Sink packed) : packed_(std::move(packed)), buffer_(packed_piece, '\0') {}
    virtual ~Packer() = default;

    virtual void write(std::string_view contents) = 0;
    /// Passes the rest to the sink. Nothing may be written afterwards.
    virtual void finish() = 0;

protected:
    Sink packed_;
    std::string buffer_;
};

}  // namespace pgm::io::detail
