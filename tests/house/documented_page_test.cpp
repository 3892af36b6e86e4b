#include <tests/support/catch.hpp>
#include <tests/support/documented_page.hpp>

using namespace pgm::tests;

TEST_CASE("Documented pages: fenced and indented blocks, with their places") {
    const auto blocks = documented_blocks(
        "# Title\n\n```cpp pgm/a.hpp\nint a;\n\nint b;\n```\nText\n    of a paragraph.\n\n"
        "    $ pgm\n\n      more\n\n1. Item\n\n   ```diff\n   @@\n    x\n   ```\n");
    REQUIRE(blocks.size() == 3);
    CHECK(blocks[0].language == "cpp");
    CHECK(blocks[0].name == "pgm/a.hpp");
    CHECK(blocks[0].text == "int a;\n\nint b;\n");
    CHECK(blocks[0].line == 4);
    CHECK(blocks[1].language.empty());
    CHECK(blocks[1].text == "$ pgm\n\n  more\n");
    CHECK(blocks[1].line == 11);
    CHECK(blocks[2].text == "@@\n x\n");
    CHECK_THROWS_WITH(documented_blocks("a\n```\nb\n"), "the fence of line 2 is never closed");
}

TEST_CASE("Documented pages: a change is found by its lines, which must occur once") {
    const DocumentedBlock diff{.text =
                                   "--- a/f\n+++ b/f\n@@\n one\n-two\n+zwei\n@@\n three\n+four\n"};
    const auto changes = documented_changes(diff);
    REQUIRE(changes.size() == 2);
    CHECK(changes[0].file == "f");
    std::string text = "zero\none\ntwo\nthree\n";
    for (const DocumentedChange& change : changes) text = changed_text(text, change);
    CHECK(text == "zero\none\nzwei\nthree\nfour\n");
    CHECK_THROWS_WITH(changed_text("one\n", changes[0]),
                      "f does not have these lines:\none\ntwo\n");
    CHECK_THROWS_WITH(changed_text("everyone\ntwo\n", changes[0]),
                      "f does not have these lines:\none\ntwo\n");
    CHECK_THROWS_WITH(changed_text("one\ntwo\none\ntwo\n", changes[0]),
                      "f has these lines twice:\none\ntwo\n");
    CHECK_THROWS_WITH(documented_changes({.text = "@@\nno sign\n"}),
                      "no line of a diff: 'no sign'");
}
