#include <io/file/byte_source.hpp>
#include <io/file/detail/gzip.hpp>
#include <pgm/core/text/characters.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;
using namespace pgm::io::detail;

namespace {

/// All 255 bytes of Latin-1 but NUL, and the characters of those numbers in UTF-8.
std::string all_bytes() {
    std::string bytes;
    for (int byte = 1; byte < 256; ++byte) bytes += static_cast<char>(byte);
    return bytes;
}
std::string all_characters() {
    std::string text;
    for (char32_t c = 1; c < 256; ++c) append_code_point(text, c);
    return text;
}

std::string read_in_pieces(ByteSource& source, std::size_t bytes) {
    std::string all, piece(bytes, '\0');
    while (const std::size_t count = source.read(piece)) all.append(piece, 0, count);
    return all;
}

}  // namespace

TEST_CASE("ByteSource: Latin-1 is read as the characters it stands for, in pieces of any size",
          "[io]") {
    const TemporaryFolder folder;
    const std::string plain = folder.write("plain", all_bytes());
    const std::string packed = folder.write("packed.gz", gzip(all_bytes()));
    for (const std::string& path : {plain, packed}) {
        ByteSource source(path, 1000);
        for (const std::size_t bytes : {1, 2, 3, 5, 64, 255, 256, 1000}) {
            INFO(bytes);
            source.restart();
            source.set_encoding(Encoding::latin1);
            CHECK(read_in_pieces(source, bytes) == all_characters());
            source.restart();
            source.set_encoding(Encoding::utf8);
            CHECK(read_in_pieces(source, bytes) == all_bytes());
        }
    }
}
