#include <io/file/detail/packing.hpp>

#include <io/data_file.hpp>
#include <io/file/output_file.hpp>
#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/packings.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;
using namespace pgm::tests;
using Catch::Contains;

namespace {

std::string some_text(int lines) {
    std::string text;
    for (int i = 0; i < lines; ++i) text += std::to_string(i * i % 1009) + ",line\n";
    return text;
}

std::string packed_by_zstd(std::string_view text) {
    return packed(Packing::zstd, text);
}

std::string unpacked(std::string_view packed, std::size_t piece_bytes = 1000) {
    return tests::unpacked(Packing::zstd, packed, piece_bytes);
}

}  // namespace

TEST_CASE("zstd: what is packed unpacks to the same bytes, in pieces of any size", "[io]") {
    for (const std::string& text : {std::string(), std::string("a"), some_text(40'000)}) {
        const std::string packed = packed_by_zstd(text);
        CHECK(packing_of(packed, "f") == Packing::zstd);
        CHECK(packed_by_zstd(text) == packed);
        for (const std::size_t bytes : {1, 17, 1 << 20})
            if (bytes > 1 || text.size() < 10) CHECK(unpacked(packed, bytes) == text);
    }
}

TEST_CASE("zstd: a file made by the zstd program is read", "[io]") {
    // printf 'hello\n' | zstd | xxd -i
    constexpr unsigned char bytes[] = {0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x31, 0x00, 0x00, 0x68,
                                       0x65, 0x6c, 0x6c, 0x6f, 0x0a, 0x53, 0x88, 0xbd, 0x91};
    CHECK(unpacked({reinterpret_cast<const char*>(bytes), sizeof bytes}) == "hello\n");
}

TEST_CASE("zstd: a file may have several frames, and nothing else behind them", "[io]") {
    CHECK(unpacked(packed_by_zstd("one ") + packed_by_zstd("") + packed_by_zstd("two")) ==
          "one two");
    CHECK_THROWS_WITH(unpacked(packed_by_zstd("x") + "plain"),
                      Contains("f: the zstd data are damaged"));
    CHECK_THROWS_WITH(unpacked("plain text"), Contains("f: the zstd data are damaged"));
}

TEST_CASE("zstd: a file cut anywhere is an error, and so is a flipped bit that changes the text",
          "[io]") {
    const std::string text = some_text(300), packed = packed_by_zstd(text);
    for (std::size_t bytes = 0; bytes < packed.size(); ++bytes) {
        INFO(bytes);
        CHECK_THROWS_AS(unpacked(packed.substr(0, bytes)), ParseError);
    }
    CHECK_THROWS_WITH(unpacked(packed.substr(0, packed.size() / 2)),
                      "f: the zstd data end before their end mark (the file was cut short)");
    for (std::size_t i = 0; i < packed.size() * 8; ++i) {
        std::string damaged = packed;
        damaged[i / 8] = static_cast<char>(damaged[i / 8] ^ (1 << i % 8));
        try {
            const std::string found = unpacked(damaged);
            CHECK(found == text);
        } catch (const ParseError&) {
            // Noticed.
        }
    }
}

TEST_CASE("zstd: tables and networks are read and written by the names of their files", "[io]") {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.csv.zst"), model = folder.file("asia.bif.zst");
    save_atomically(table, "a,b\nx,1\ny,2\n");
    CHECK(packing_of(read_file(table), "f") == Packing::zstd);
    CHECK(read_data(table).rows() == 2);
    const BayesianNetwork network = read_network(source_file("examples/data/asia.bif")).network;
    write_network(network, model);
    CHECK(read_network(model).network == network);
    const std::string unnamed = folder.write("t.csv", read_file(table));
    CHECK(read_data(unnamed).rows() == 2);
}
