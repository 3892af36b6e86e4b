#include <tests/support/sealed_file.hpp>

#include <array>
#include <cstring>

namespace pgm::tests {
namespace {

constexpr std::size_t bytes_before_checksum = 24, bytes_of_header = 28;

/// The table of CRC-32C (Castagnoli), whose reversed polynomial is 82F63B78.
constexpr std::array<std::uint32_t, 256> crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0x82F63B78u : 0u);
        table[byte] = rest;
    }
    return table;
}();

std::uint32_t crc_of(std::string_view head, std::string_view contents) {
    std::uint32_t rest = ~std::uint32_t{0};
    for (const std::string_view part : {head, contents})
        for (const char c : part)
            rest = rest >> 8 ^ crc_table[(rest ^ static_cast<unsigned char>(c)) & 0xFF];
    return ~rest;
}

void append_little_endian(std::string& bytes, std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i & 0xFF);
}

std::uint16_t two_bytes(std::string_view file, std::size_t at) {
    return static_cast<std::uint16_t>(static_cast<unsigned char>(file[at]) |
                                      static_cast<unsigned char>(file[at + 1]) << 8);
}

}  // namespace

SealedFile unsealed(std::string_view file) {
    return {two_bytes(file, 8), static_cast<SealedKind>(two_bytes(file, 10)),
            std::string(file.substr(bytes_of_header))};
}

std::string sealed_file(const SealedFile& file) {
    std::string bytes = "\x89PGM\r\n\x1A\n";
    append_little_endian(bytes, file.version, 2);
    append_little_endian(bytes, static_cast<std::uint64_t>(file.kind), 2);
    const std::uint32_t order = 0x01020304;
    bytes.append(reinterpret_cast<const char*>(&order), sizeof order);
    append_little_endian(bytes, file.contents.size(), 8);
    const std::uint32_t checksum =
        crc_of(std::string_view(bytes).substr(0, bytes_before_checksum), file.contents);
    append_little_endian(bytes, checksum, 4);
    return bytes + file.contents;
}

}  // namespace pgm::tests
