#include <io/format/block/detail/bif_name.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::io;
using namespace pgm::io::detail;

TEST_CASE("BIF names: words are written as they are, everything else in quotes", "[io][bif]") {
    for (const char* word : {"a", "<5", "20-30", "größe", "a/b", "\\", "'", "#"})
        CHECK(bif_spelling(word) == word);
    CHECK(bif_spelling("") == "\"\"");
    for (const char* word : {"[18_35]", "_35_55]", "x[0]"}) {
        CHECK(is_bif_word(word));
        CHECK(bif_spelling(word) == bif_quoted(word));
    }
    CHECK(bif_spelling("a b") == "\"a b\"");
    CHECK(bif_spelling("a//b") == "\"a//b\"");
    CHECK(bif_spelling("/*") == "\"/*\"");
    CHECK(bif_spelling("say \"no\\yes\"") == R"("say \"no\\yes\"")");
    CHECK(bif_spelling("two\nlines\x7F") == R"("two\x0alines\x7f")");
}

TEST_CASE("BIF names: quoting and its inverse leave every byte as it was", "[io][bif]") {
    for (int a = 1; a < 256; ++a) {
        for (int b = 1; b < 256; ++b) {
            const std::string text = {'\\', static_cast<char>(a), static_cast<char>(b), 'x', '4'};
            const std::string quoted = bif_quoted(text);
            REQUIRE(bif_unescaped(std::string_view(quoted).substr(1, quoted.size() - 2)) == text);
        }
    }
}

TEST_CASE("BIF names: a backslash that begins no escape is a backslash", "[io][bif]") {
    CHECK(bif_unescaped(R"(C:\new\x4)") == R"(C:\new\x4)");
    CHECK(bif_unescaped(R"(\xZZ\)") == R"(\xZZ\)");
    CHECK(bif_unescaped(R"(\x41)") == "A");
}
