#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The envelope of the contents of a native file, so that damage is found before anything
/// interprets a byte of them.
///
///     bytes  0 ..  7   magic: 89 "PGM" 0D 0A 1A 0A, which no text has and which a transfer in
///                      text mode spoils
///     bytes  8 ..  9   version of the contents, little-endian
///     bytes 10 .. 11   kind of the contents, likewise
///     bytes 12 .. 15   01020304 in the byte order of the contents
///     bytes 16 .. 23   length of the contents, little-endian
///     bytes 24 .. 27   CRC-32C of bytes 0 to 23 and of the contents, little-endian
///     bytes 28 ..      the contents
enum class EnvelopeKind : std::uint16_t {
    network = 0,
    classifier = 1,
    statistics = 2,
    table = 3,
    checkpoint = 4,
};

struct Envelope {
    std::uint32_t version = 0;  ///< of its kind
    EnvelopeKind kind = EnvelopeKind::network;
    std::string_view contents;
};

/// True if the bytes begin with the magic.
bool is_envelope(std::string_view bytes);

/// The kind of contents that the bytes declare; `network` when they are too few to say. Nothing has
/// been checked yet.
EnvelopeKind kind_of(std::string_view bytes);

inline constexpr std::size_t header_bytes = 28;

/// The length of the contents that a header announces, which has not been checked.
std::uint64_t announced_length(std::string_view header);

/// Puts the header before the contents, which need no other memory if there is room for it.
void seal(std::string& contents, std::uint32_t version, EnvelopeKind kind = EnvelopeKind::network);

/// The contents, once all of the above has been checked. Throws ParseError that says what is wrong:
/// not such a file, written by a newer program (a version above `newest_version`, of whatever kind,
/// or an unknown kind), for a machine of another byte order, cut short, too long, or damaged.
/// `name` is what errors call the file.
Envelope opened(std::string_view bytes, std::uint32_t newest_version, const std::string& name);

}  // namespace pgm::io::detail
