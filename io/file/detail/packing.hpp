#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// A way to pack a file.
enum class Packing { gzip, zstd };

/// How files of a packing are recognised.
struct PackingMarks {
    Packing packing;
    std::string_view suffix;
    std::string_view first_bytes;
};

inline constexpr std::array packing_marks = {
    PackingMarks{Packing::gzip, ".gz", "\x1f\x8b"},
    PackingMarks{Packing::zstd, ".zst", "\x28\xb5\x2f\xfd"}};

/// The number of first bytes that tell.
inline constexpr std::size_t packing_bytes = 4;

/// That of a file that begins with these bytes, or of this name; null for one that is not packed.
std::optional<Packing> packing_of(std::string_view first_bytes, std::string_view path);

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

/// Errors call the file `name`.
std::unique_ptr<Unpacker> unpacker(Packing packing, Unpacker::Source packed, std::string name);
std::unique_ptr<Packer> packer(Packing packing, Packer::Sink packed);

}  // namespace pgm::io::detail
