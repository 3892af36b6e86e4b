#include <learners/words/word_table.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

namespace {

struct Circle {
    double radius = 1;
    friend bool operator==(const Circle&, const Circle&) = default;
};

struct Square {
    std::size_t side = 3;
    friend bool operator==(const Square&, const Square&) = default;
};

struct Point {};

using Shape = std::variant<Point, Circle, Square>;

const WordTable<Shape>& shapes() {
    static const auto words =
        WordTable<Shape>("shape")
            .alternative<Point>("point", "of no extent")
            .number("circle:R", &Circle::radius, {0, 10, "a radius from 0 to 10", "circle:2"},
                    "of radius R")
            .word("circle", Circle{})
            .number("square:A", &Square::side, {1, 4, "a whole side from 1 to 4", "square:2"},
                    "of side A")
            .example("'a -> b'", "an arrow");
    return words;
}

struct Style {
    bool bold = false;
    double width = 1;
};

const WordTable<Style>& styles() {
    static const auto words =
        WordTable<Style>("style", '=')
            .flag(
                "bold",
                [](Style& style) {
                    style.bold = true;
                    style.width = 2;
                },
                [](const Style& style) { return style.bold; }, "thick")
            .amount(
                "width=W", {0, 9, "a number from 0 to 9", "width=2"},
                [](Style& style, double width) { style.width = width; },
                [](const Style& style) {
                    return style.width == 1 ? std::nullopt : std::optional(style.width);
                },
                "as wide");
    return words;
}

}  // namespace

TEST_CASE("A table of words reads and writes every value", "[learners]") {
    for (const char* words : {"point", "circle:2", "circle:0.5", "circle:1/3", "square:4"})
        CHECK(shapes().format(shapes().parse(words)) == words);
    CHECK(shapes().format(shapes().parse(" circle : 6/2 ")) == "circle:3");
    CHECK(std::get<Circle>(shapes().parse("circle")) == Circle{1});
    CHECK(shapes().format(Circle{1}) == "circle:1");
    CHECK(std::get<Square>(shapes().parse("square:2")) == Square{2});
    CHECK(shapes().has("square"));
    CHECK_FALSE(shapes().has("square:A"));
}

TEST_CASE("A word that is none says which there are, and which numbers", "[learners]") {
    CHECK_THROWS_WITH(shapes().parse("cirle:2"),
                      "there is no shape 'cirle:2' (did you mean 'circle:R'? known: point, "
                      "circle:R, square:A, 'a -> b')");
    for (const char* words : {"", "point:1", "square", "'a -> b'"})
        CHECK_THROWS_WITH(shapes().parse(words), Catch::StartsWith("there is no shape"));
    CHECK_THROWS_WITH(shapes().parse("square:2.5"),
                      "square needs a whole side from 1 to 4, as in square:2, not '2.5'");
    for (const char* words : {"circle:", "circle:11", "circle:nan", "circle:1/0", "circle:x"})
        CHECK_THROWS_WITH(shapes().parse(words), Catch::StartsWith("circle needs a radius"));
}

TEST_CASE("A list of choices is read in the order of its table", "[learners]") {
    for (const char* words : {"bold,width=3", "width=3,bold"}) {
        const Style style = styles().parse_list(words, ',');
        CHECK(style.bold);
        CHECK(style.width == 3);
        CHECK(styles().format_list(style, ',') == "bold,width=3");
    }
    CHECK(styles().parse_list("bold", ',').width == 2);
    CHECK(styles().format_list(styles().parse_list("", ','), ',').empty());
    CHECK_THROWS_WITH(styles().parse_list("bold,widht=3", ','),
                      Catch::StartsWith("there is no style 'widht=3' (did you mean 'width=W'?"));
    CHECK_THROWS_AS(styles().parse_list("bold=1", ','), ArgumentError);
}

TEST_CASE("The words of a table are listed below each other", "[learners]") {
    CHECK(help_lines(shapes().help()) ==
          "  point      of no extent\n"
          "  circle:R   of radius R\n"
          "  square:A   of side A\n"
          "  'a -> b'   an arrow\n");
}
