#include <io/text/text_cursor.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("LineIndex: lines end at LF, CR LF and a lone CR", "[io]") {
    const std::string text = "ab\ncd\r\nef\rg";
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {
        {1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {2, 3},
        {2, 4}, {3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 2}};
    LineIndex index(text);
    for (const bool backwards : {false, true}) {
        for (std::size_t i = 0; i <= text.size(); ++i) {
            const std::size_t offset = backwards ? text.size() - i : i;
            const LineIndex::Position position = index.position(offset);
            INFO(offset);
            CHECK(position.line == expected[offset].first);
            CHECK(position.column == expected[offset].second);
        }
    }
}

TEST_CASE("LineIndex: the order of the questions does not matter", "[io]") {
    Rng rng(3);
    for (const std::string_view ends : {"\n", "\r\n", "\r"}) {
        std::string text;
        std::vector<LineIndex::Position> positions;
        std::uint32_t line = 1, column = 1;
        while (text.size() < 30'000) {
            // Counted by the definition, byte by byte.
            const bool end = rng.below(40) == 0;
            for (const char c : end ? ends : std::string_view("x")) {
                positions.push_back({line, column++});
                text += c;
            }
            if (end) {
                ++line;
                column = 1;
            }
        }
        LineIndex index(text);
        for (int i = 0; i < 2'000; ++i) {
            const std::size_t offset = rng.below(text.size());
            const LineIndex::Position position = index.position(offset);
            REQUIRE(position.line == positions[offset].line);
            REQUIRE(position.column == positions[offset].column);
        }
    }
}

TEST_CASE("prepare_text: a byte-order mark is dropped, what is not text is refused", "[io]") {
    CHECK(prepare_text("\xEF\xBB\xBFx", "f", {}) == "x");
    CHECK(prepare_text("", "f", {}).empty());
    CHECK_THROWS_WITH(prepare_text("\xFF\xFEn", "f", {}),
                      "f:1:1: the text is UTF-16 (save it as UTF-8)");
    CHECK_THROWS_WITH(prepare_text(std::string_view("a\nb\0c", 5), "f", {}),
                      "f:2:2: a NUL byte: this is not a text file");
    CHECK_THROWS_WITH(
        prepare_text("12345", "f", {.max_file_bytes = 4}),
        "f: the text has 5 bytes, more than the limit of 4 (raise Limits::max_file_bytes)");
}

TEST_CASE("shown: pieces of a text are cut and made printable", "[io]") {
    CHECK(shown("x") == "'x'");
    CHECK(shown("a\nb\x7F") == "'a?b?'");
    CHECK(shown("\xFF") == "'\xEF\xBF\xBD'");
    CHECK(shown(std::string(50, 'x')) == "'" + std::string(39, 'x') + "\xE2\x80\xA6'");
}
