#include <io/format/record/detail/checksum.hpp>

#include <array>
#include <cstddef>

namespace pgm::io::detail {
namespace {

/// tables[0][b] is the remainder of the byte b, tables[k][b] that of b followed by k zero bytes
/// (Kounavis and Berry 2005, "slicing by 8").
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
    constexpr std::uint32_t reflected_polynomial = 0x82F63B78;
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit)
            remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? reflected_polynomial : 0);
        tables[0][byte] = remainder;
    }
    for (std::size_t k = 1; k < 8; ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xFF];
    }
    return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t before) {
    std::uint32_t crc = ~before;
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
    };
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
        crc ^= byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
        crc = tables[7][crc & 0xFF] ^ tables[6][(crc >> 8) & 0xFF] ^ tables[5][(crc >> 16) & 0xFF] ^
              tables[4][crc >> 24] ^ tables[3][byte(4)] ^ tables[2][byte(5)] ^ tables[1][byte(6)] ^
              tables[0][byte(7)];
    }
    for (; !bytes.empty(); bytes.remove_prefix(1))
        crc = (crc >> 8) ^ tables[0][(crc ^ byte(0)) & 0xFF];
    return ~crc;
}

}  // namespace pgm::io::detail
