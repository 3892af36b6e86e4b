#pragma once

#include <io/file/detail/packer.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
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

/// The marks of a file whose name ends so, letter case aside; null for another.
const PackingMarks* marks_of_name(std::string_view path);

/// The number of first bytes that are enough.
inline constexpr std::size_t packing_bytes = 4;

/// That of a file that begins with these bytes, or of this name; null for one that is not packed.
std::optional<Packing> packing_of(std::string_view first_bytes, std::string_view path);

/// Unpacks a gzip file (RFC 1952) with all its members. It needs memory for one piece of packed
/// bytes and for the window of the format, 32 KiB.
std::unique_ptr<Unpacker> gzip_unpacker(Unpacker::Source packed, std::string name);
/// Packs pieces into a gzip file of one member, without name and time.
std::unique_ptr<Packer> gzip_packer(Packer::Sink packed);

/// Unpacks a file of Zstandard (RFC 8878) with all its frames. It needs memory for the window that
/// a frame asks for, 128 MiB at most.
std::unique_ptr<Unpacker> zstd_unpacker(Unpacker::Source packed, std::string name);
/// Packs pieces into a file of Zstandard of one frame, with a checksum.
std::unique_ptr<Packer> zstd_packer(Packer::Sink packed);

/// Errors call the file `name`.
std::unique_ptr<Unpacker> unpacker(Packing packing, Unpacker::Source packed, std::string name);
std::unique_ptr<Packer> packer(Packing packing, Packer::Sink packed);

}  // namespace pgm::io::detail
