#include <io/format/record/detail/envelope.hpp>

#include <io/format/record/detail/checksum.hpp>
#include <pgm/core/error.hpp>

#include <cstring>

namespace pgm::io::detail {
namespace {

constexpr std::string_view magic("\x89PGM\r\n\x1a\n", 8);
constexpr std::size_t version_at = 8;
constexpr std::size_t kind_at = 10;
constexpr std::size_t byte_order_at = 12;
constexpr std::size_t length_at = 16;
constexpr std::size_t checksum_at = 24;

template <class Integer>
std::string little_endian(Integer value) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof value; ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
    return bytes;
}

template <class Integer>
Integer little_endian_at(std::string_view bytes, std::size_t at) {
    Integer value = 0;
    for (std::size_t i = sizeof value; i-- > 0;)
        value = static_cast<Integer>(value << 8) | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// 01020304 as this machine stores it.
std::string endianness_mark() {
    constexpr std::uint32_t mark = 0x01020304;
    std::string bytes(sizeof mark, '\0');
    std::memcpy(bytes.data(), &mark, sizeof mark);
    return bytes;
}

std::uint32_t checksum(std::string_view header, std::string_view contents) {
    return crc32c(contents, crc32c(header.substr(0, checksum_at)));
}

}  // namespace

bool is_envelope(std::string_view bytes) {
    return bytes.starts_with(magic);
}

EnvelopeKind kind_of(std::string_view bytes) {
    if (!is_envelope(bytes) || bytes.size() < header_bytes) return EnvelopeKind::network;
    return EnvelopeKind{little_endian_at<std::uint16_t>(bytes, kind_at)};
}

std::uint64_t announced_length(std::string_view header) {
    return little_endian_at<std::uint64_t>(header, length_at);
}

void seal(std::string& contents, std::uint32_t version, EnvelopeKind kind) {
    std::string bytes(magic);
    bytes += little_endian(static_cast<std::uint16_t>(version));
    bytes += little_endian(static_cast<std::uint16_t>(kind));
    bytes += endianness_mark();
    bytes += little_endian(static_cast<std::uint64_t>(contents.size()));
    bytes += little_endian(checksum(bytes, contents));
    contents.insert(0, bytes);
}

Envelope opened(std::string_view bytes, std::uint32_t newest_version, const std::string& name) {
    const auto fail = [&](const std::string& message, const std::string& hint = {}) {
        throw ParseError(message, {.file = name}, hint);
    };
    if (!is_envelope(bytes))
        fail("not a native model file", magic.starts_with(bytes)
                                            ? "it was cut short"
                                            : "it does not begin with the mark of one");
    if (bytes.size() < header_bytes) fail("the native model file is damaged", "it was cut short");
    const EnvelopeKind kind = kind_of(bytes);
    const std::uint32_t version = little_endian_at<std::uint16_t>(bytes, version_at);
    if (kind > EnvelopeKind::checkpoint) {
        fail("the native model file holds neither a network nor a classifier nor statistics",
             "it was written by a newer program, or is damaged");
    }
    if (version > newest_version) {
        fail("the native model file has version " + std::to_string(version) +
                 ", this program reads versions up to " + std::to_string(newest_version),
             "it was written by a newer program, or is damaged");
    }
    const std::uint64_t length = announced_length(bytes);
    const std::string_view contents = bytes.substr(header_bytes);
    const std::string of_announced =
        std::to_string(contents.size()) + " of " + std::to_string(length) + " bytes are there";
    if (contents.size() < length)
        fail("the native model file is damaged", "it was cut short: " + of_announced);
    if (contents.size() > length)
        fail("the native model file is damaged", "it is too long: " + of_announced);
    if (little_endian_at<std::uint32_t>(bytes, checksum_at) != checksum(bytes, contents))
        fail("the native model file is damaged", "its checksum is wrong");
    if (bytes.substr(byte_order_at, 4) != endianness_mark()) {
        fail("the native model file was written by a machine of another byte order",
             "convert it to .bif there");
    }
    if (version == 0) fail("the native model file has version 0, which does not exist");
    return {version, kind, contents};
}

}  // namespace pgm::io::detail
