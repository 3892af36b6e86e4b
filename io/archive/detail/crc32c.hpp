#pragma once

#include <cstdint>
#include <string_view>

namespace pgm::io::detail {

/// CRC-32C (Castagnoli, polynomial 0x1EDC6F41, reflected; RFC 3720 appendix B.4) of the bytes,
/// continued from the checksum of what stood before them. Detects every error of one, two or three
/// bits and every burst of up to 32 bits in texts of the length of any model.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);

}  // namespace pgm::io::detail
