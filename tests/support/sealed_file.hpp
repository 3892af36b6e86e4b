#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pgm::tests {

/// The kinds of contents that files of pgm itself declare.
enum class SealedKind : std::uint16_t { network, classifier, statistics, table, checkpoint };

/// A file of pgm itself: 28 bytes of magic, version, kind, byte order, length and CRC-32C, and the
/// contents. It is written here a second time, from its description in
/// io/format/record/detail/envelope.hpp, so that tests can forge contents under a right checksum.
struct SealedFile {
    std::uint32_t version = 1;
    SealedKind kind = SealedKind::network;
    std::string contents;
};

/// The parts of a file, of which nothing is checked.
SealedFile unsealed(std::string_view file);

std::string sealed_file(const SealedFile& file);
inline std::string sealed_file(std::uint32_t version, std::string_view contents,
                               SealedKind kind = SealedKind::network) {
    return sealed_file({version, kind, std::string(contents)});
}

}  // namespace pgm::tests
