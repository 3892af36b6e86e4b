#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace pgm::io::detail {

/// Unpacks a file piece by piece, with all its parts one behind the other.
class Unpacker {
public:
    /// Gives the next packed bytes and returns their number, which is 0 only at the end.
    using Source = std::function<std::size_t(std::span<char>)>;

    virtual ~Unpacker() = default;

    /// Fills the front of `piece` and returns the number of bytes, which is 0 only at the end.
    /// Throws ParseError when the packed bytes are damaged, truncated or followed by something
    /// else.
    virtual std::size_t read(std::span<char> piece) = 0;
    virtual std::size_t packed_bytes() const = 0;
};

/// Packs pieces into a file of one part. The same contents give the same bytes.
class Packer {
public:
    using Sink = std::function<void(std::string_view)>;

    virtual ~Packer() = default;

    virtual void write(std::string_view contents) = 0;
    /// Passes the rest to the sink. Nothing may be written afterwards.
    virtual void finish() = 0;
};

}  // namespace pgm::io::detail
