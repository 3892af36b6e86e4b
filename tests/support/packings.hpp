#pragma once

#include <io/file/detail/packing.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

namespace pgm::tests {

/// Contents packed in two pieces.
inline std::string packed(io::detail::Packing packing, std::string_view contents) {
    std::string bytes;
    const auto packer =
        io::detail::packer(packing, [&](std::string_view piece) { bytes += piece; });
    packer->write(contents.substr(0, contents.size() / 3));
    packer->write(contents.substr(contents.size() / 3));
    packer->finish();
    return bytes;
}

/// The contents of a file "f" again, of which the unpacker is given a few bytes at a time and asked
/// for so many. Throws its errors, and TooLargeError for more than `most` bytes.
inline std::string unpacked(io::detail::Packing packing, std::string_view packed,
                            std::size_t piece_bytes = 1000,
                            std::size_t most = std::numeric_limits<std::size_t>::max()) {
    const auto source = [&](std::span<char> piece) {
        const std::size_t count = packed.copy(piece.data(), std::min<std::size_t>(piece.size(), 7));
        packed.remove_prefix(count);
        return count;
    };
    const auto unpacker = io::detail::unpacker(packing, source, "f");
    std::string contents, piece(piece_bytes, '\0');
    while (const std::size_t count = unpacker->read(piece)) {
        contents.append(piece, 0, count);
        if (contents.size() > most) throw TooLargeError("too long");
    }
    return contents;
}

}  // namespace pgm::tests
