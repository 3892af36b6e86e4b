#include <io/file/byte_source.hpp>
#include <pgm/core/random.hpp>
#include <pgm/core/text/characters.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/gzip_bytes.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <thread>
#include <utility>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

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
    const std::string packed = folder.write("packed.gz", gzipped(all_bytes()));
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

TEST_CASE("ByteSource: the limit of what may have no end is not that of other files", "[io]") {
    const TemporaryFolder folder;
    const std::string text(1'000'000, 'x');
    // A few bytes that become a thousand times as many, and text that is hardly packed.
    const std::string bomb = folder.write("bomb.gz", gzipped(text)),
                      plain = folder.write("t", text);
    Rng rng(1);
    std::string random;
    for (int i = 0; i < 10'000; ++i) random += static_cast<char>('a' + rng.below(26));
    const std::string packed = folder.write("packed.gz", gzipped(random));
    const auto bytes_of = [](const std::string& path) {
        ByteSource source(path, 10'000'000);
        source.set_max_endless_bytes(5000);
        return read_in_pieces(source, 1000).size();
    };
    CHECK(bytes_of(plain) == text.size());
    CHECK(bytes_of(packed) == random.size());
    CHECK_THROWS_WITH(bytes_of(bomb), Catch::Contains("more than 5000 bytes, the limit"));

    const std::string pipe = folder.file("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::signal(SIGPIPE, SIG_IGN);  // of the writer whose reader has had enough
    const auto read_pipe = [&](bool is_kept) {
        std::thread writer([&] {
            std::ofstream out(pipe, std::ios::binary);
            out << random;
        });
        std::size_t bytes = 0;
        std::string message;
        {
            ByteSource source(pipe, 10'000'000);
            source.set_max_endless_bytes(5000);
            if (!is_kept) source.never_restart();
            try {
                bytes = read_in_pieces(source, 1000).size();
            } catch (const TooLargeError& error) {
                message = error.what();
            }
        }
        writer.join();
        return std::pair(bytes, message);
    };
    CHECK(read_pipe(false).first == random.size());
    CHECK_THAT(read_pipe(true).second, Catch::Contains("more than 5000 bytes, the limit"));
    std::signal(SIGPIPE, SIG_DFL);
}
