#include <apps/pgm/render/render.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using namespace pgm::apps;

namespace {

std::string markdown_of(const Report& report) {
    std::string text;
    render_markdown(report, [&text](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace

TEST_CASE("a report in Markdown: headings, paragraphs, tables, and titles of pictures") {
    const Report row{Shown{"column", "age"}, Shown{"mean", "41.5", Align::right}};
    const Report report{Heading{"Page", 1},
                        Sentence{},
                        Sentence{"  Some words."},
                        Shown{"seed", "1"},
                        Shown{"rows", "7"},
                        Section{"Means", std::vector{row, row}},
                        Figure{"The network", {}},
                        Heading{"Part"}};
    CHECK(markdown_of(report) ==
          "# Page\n\nSome words.\n\n"
          "| | |\n|---|---|\n| seed | 1 |\n| rows | 7 |\n\n"
          "**Means**\n\n"
          "| column | mean |\n|---|---:|\n| age | 41.5 |\n| age | 41.5 |\n\n"
          "*The network: a picture of the page in HTML.*\n\n## Part\n");
    CHECK(markdown_of({}).empty());
}

TEST_CASE("Markdown escapes what would be more than text") {
    CHECK(markdown_of({Sentence{"a|b `c` *d* _e_ <f> & [g](h) #i \\ ~j~"}}) ==
          "a\\|b \\`c\\` \\*d\\* \\_e\\_ &lt;f\\> &amp; \\[g\\](h) \\#i \\\\ \\~j\\~\n");
    CHECK(markdown_of({Section{"", std::vector{Report{Shown{"a|b", "1\n2"}}}}}) ==
          "| a\\|b |\n|---|\n| 1\\\\n2 |\n");
}

TEST_CASE("text for a terminal has the headings and tables of a page, and no pictures") {
    const Report report{Heading{"Part"}, Figure{"The network", {}}, Sentence{"words"}};
    std::string text;
    render_text(report, [&text](std::string_view piece) { text += piece; });
    CHECK(text == "\nPart\n\nwords\n");
}
