#include <pgm/core/text/name_text.hpp>

#include <tests/support/catch.hpp>

#include <string>

namespace {

TEST_CASE("quoted_if_needed: plain words stay, everything else is quoted") {
    for (const char* word :
         {"smoke", "x.1", "20-30", "40.5+", "größe", "_a", "0", "-x", "v0:40.5-"})
        CHECK(pgm::quoted_if_needed(word) == word);
    CHECK(pgm::quoted_if_needed("") == "''");
    CHECK(pgm::quoted_if_needed("<5") == "'<5'");
    CHECK(pgm::quoted_if_needed("Or") == "'Or'");
    CHECK(pgm::quoted_if_needed("do") == "'do'");
    CHECK(pgm::quoted_if_needed("*") == "'*'");
    CHECK(pgm::quoted_if_needed("a b") == "'a b'");
    CHECK(pgm::quoted_if_needed("it's") == "\"it's\"");
    CHECK(pgm::quoted_if_needed("'\"'") == "'''\"'''");
}

TEST_CASE("printable: control characters become question marks, long names are cut") {
    CHECK(pgm::has_control_character("a\tb"));
    CHECK(pgm::has_control_character("\x7f"));
    CHECK_FALSE(pgm::has_control_character("größe <5"));
    CHECK(pgm::printable("a\nb") == "a?b");
    CHECK(pgm::printable(std::string(80, 'x')) == std::string(80, 'x'));
    CHECK(pgm::printable(std::string(100, 'x')) == std::string(79, 'x') + "…");
}

TEST_CASE("printable: a long name is cut between characters, and cannot turn the line around") {
    std::string umlauts;
    for (int i = 0; i < 100; ++i) umlauts += "ü";
    CHECK(pgm::printable(umlauts) == umlauts.substr(0, 79 * 2) + "…");
    CHECK(pgm::printable("a\xe2\x80\xae"
                         "b") == "a?b");
}

}  // namespace
