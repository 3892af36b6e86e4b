#include <io/scene/page_setting.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <string>

using namespace pgm::io;

namespace {

/// The texts of a page in their order.
std::vector<TextMark> texts_of(const Scene& page) {
    std::vector<TextMark> texts;
    for (const Mark& mark : page.marks)
        if (const auto* const text = std::get_if<TextMark>(&mark.shape)) texts.push_back(*text);
    return texts;
}

std::vector<Scene> pages_of(const std::vector<PageBlock>& blocks) {
    return set_on_pages(blocks, "Title");
}

/// A table of so many rows of two columns.
TableBlock long_table(std::size_t rows) {
    TableBlock table{
        .title = "numbers", .headings = {"name", "number"}, .sides = {Anchor::start, Anchor::end}};
    for (std::size_t i = 0; i < rows; ++i)
        table.rows.push_back({"row " + std::to_string(i), std::to_string(i)});
    return table;
}

}  // namespace

TEST_CASE("A text breaks at blanks, and no line is wider than the page") {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "word" + std::to_string(i) + " ";
    const auto pages = pages_of({ParagraphBlock{text}});
    REQUIRE(pages.size() == 1);
    std::string joined;
    const auto lines = texts_of(pages[0]);
    CHECK(lines.size() > 5);
    for (const TextMark& line : lines) {
        CHECK(line.text.starts_with("word"));
        CHECK(line.text.size() < 110);
        joined += line.text + " ";
    }
    CHECK(joined == text);
    CHECK(std::ranges::is_sorted(lines, {}, [](const TextMark& line) { return line.at.y; }));
}

TEST_CASE("A word that is too long breaks, and loses nothing") {
    const std::string word(1000, 'm');
    std::string joined;
    const auto pages = pages_of({ParagraphBlock{"a " + word + " b"}});
    for (const TextMark& line : texts_of(pages.at(0))) {
        CHECK(static_cast<double>(line.text.size()) * 8.33 <=
              493 + 1);  // an m of Helvetica has 0.833 of its size
        joined += line.text;
    }
    CHECK(joined == "a" + word + " b");
}

TEST_CASE("Rows stay whole, headings come again on every page, and pages are numbered") {
    const auto pages = pages_of({HeadingBlock{"Numbers", 1}, long_table(200)});
    REQUIRE(pages.size() > 2);
    std::size_t rows = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const auto texts = texts_of(pages[i]);
        CHECK(std::ranges::count(texts, "number", &TextMark::text) == 1);
        CHECK(texts.back().text == std::to_string(i + 1) + " / " + std::to_string(pages.size()));
        for (const TextMark& text : texts) {
            rows += text.text.starts_with("row ");
            CHECK(text.at.y < pages[i].size.y - 20);
        }
    }
    CHECK(rows == 200);
    CHECK(pages.front().title == "Title");
    CHECK(pages_of({long_table(3)}).size() == 1);
    CHECK(std::ranges::count(texts_of(pages_of({long_table(3)})[0]), "1 / 1", &TextMark::text) ==
          0);
}

TEST_CASE("Columns share the page where their texts are wider than it") {
    TableBlock table{.rows = {{"name", std::string(200, 'x') + " " + std::string(200, 'y')}}};
    const auto texts = texts_of(pages_of({table}).at(0));
    CHECK(texts.size() > 2);
    std::string joined;
    for (const TextMark& text : texts) {
        CHECK(text.at.x + static_cast<double>(text.text.size()) * text.size * 0.5 <= 595 - 50);
        joined += text.text;
    }
    CHECK(joined == "name" + std::string(200, 'x') + std::string(200, 'y'));
    // As many columns as a matrix of classes has.
    TableBlock wide;
    for (int i = 0; i < 40; ++i) wide.headings.push_back("class " + std::to_string(i));
    wide.rows.push_back(std::vector<std::string>(40, "1"));
    for (const TextMark& text : texts_of(pages_of({wide}).at(0))) CHECK(text.at.x <= 595 - 50);
}

TEST_CASE("A picture that is too large is scaled, one that does not fit comes on the next page") {
    Scene scene{.size = {986, 600}};
    scene.marks.push_back({TextMark{{0, 0}, "inside", 12}});
    std::vector<PageBlock> blocks(3, PictureBlock{scene, "caption"});
    blocks.push_back(PictureBlock{{.size = {100, 50}}, "small"});
    const auto pages = pages_of(blocks);
    REQUIRE(pages.size() == 2);
    const auto& group = std::get<MarkGroup>(pages[0].marks.at(0).shape);
    CHECK(group.scale == Approx(0.5));
    REQUIRE(group.shift);
    CHECK(group.shift->x == Approx(51));
    CHECK(texts_of(pages[1]).at(0).text == "caption");
}

TEST_CASE("Nothing makes an empty page") {
    const auto pages = pages_of({});
    REQUIRE(pages.size() == 1);
    CHECK(pages[0].marks.empty());
    CHECK(pages_of({TableBlock{}, ParagraphBlock{}}).size() == 1);
    const std::string bytes = pdf_document(pages_of({long_table(200)})).bytes;
    CHECK(bytes.find("/Count 4") != std::string::npos);
}
