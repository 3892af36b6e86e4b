#include <io/arc_confidence_file.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

const std::vector<std::string> arc_ends = {"smoke", "lung", "a, \"b\"", " dysp"};

Arc arc_between(std::size_t parent, std::size_t child) {
    return {VariableId(parent), VariableId(child)};
}

std::vector<SureArc> arcs_in(const std::string& text) {
    return parse_arc_confidence(text, "C.csv", arc_ends);
}

}  // namespace

TEST_CASE("A table of arcs has a header and an arc with its confidence a line") {
    const std::vector<SureArc> expected = {{arc_between(0, 1), 0.96}, {arc_between(1, 0), 0.04}};
    CHECK(arcs_in("from,to,confidence\nsmoke,lung,0.96\nlung,smoke,0.04\n") == expected);
    CHECK(arcs_in("from;to;confidence\r\n\r\n smoke ; lung;.96\r\nlung;smoke;4e-2") == expected);
    CHECK(arcs_in("from,to,confidence").empty());
}

TEST_CASE("A table of arcs is read as it was written, whatever the names and numbers") {
    const std::vector<SureArc> arcs = {
        {arc_between(2, 3), 1.0 / 3}, {arc_between(3, 0), 0}, {arc_between(0, 3), 1}};
    CHECK(arcs_in(arc_confidence_text(arcs, arc_ends)) == arcs);
    const TemporaryFolder folder;
    const std::string path = folder.write("arcs.csv", arc_confidence_text(arcs, arc_ends));
    CHECK(read_arc_confidence(path, arc_ends) == arcs);
}

TEST_CASE("A table of arcs may be longer than the pieces in which files are read") {
    std::vector<std::string> names;
    std::vector<SureArc> arcs;
    for (std::size_t i = 0; i < 300; ++i) names.push_back("variable " + std::to_string(i));
    for (std::size_t i = 0; i < 300; ++i)
        for (std::size_t j = 0; j < i; ++j) arcs.push_back({arc_between(i, j), 1.0 / 7});
    const std::string text = arc_confidence_text(arcs, names);
    REQUIRE(text.size() > (std::size_t{3} << 19));
    CHECK(parse_arc_confidence(text, "C.csv", names) == arcs);
}

TEST_CASE("What is wrong with a table of arcs is told with its place") {
    const std::string head = "from,to,confidence\n";
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "C.csv:1:1: a table of arcs is empty (the first line is from,to,confidence)"},
        {"from,confidence\n",
         "C.csv:1:6: the header of a table of arcs has 'confidence' in place of 'to' (the first "
         "line is from,to,confidence)"},
        {"from,to\n", "C.csv:1:8: a line of a table of arcs has 2 cells (from,to,confidence)"},
        {head + "smok,lung,1\n", "C.csv:2:1: there is no variable 'smok' (did you mean 'smoke'?)"},
        {head + "smoke,lunge,1\n",
         "C.csv:2:7: there is no variable 'lunge' (did you mean 'lung'?)"},
        {head + "smoke,smoke,1\n",
         "C.csv:2:7: an arc leads from 'smoke' to itself (arcs join two variables)"},
        {head + "smoke,lung\n",
         "C.csv:2:11: a line of a table of arcs has 2 cells (from,to,confidence)"},
        {head + "smoke\n", "C.csv:2:6: a line of a table of arcs has 1 cell (from,to,confidence)"},
        {head + "smoke,lung,1,2\n",
         "C.csv:2:14: a line of a table of arcs has more than three cells (from,to,confidence)"},
        {head + "smoke,lung,1\n\nsmoke,lung,1\n",
         "C.csv:4:7: the arc from 'smoke' to 'lung' is in a table of arcs twice (first in line 2)"},
        {head + "smoke,lung,0.7\nlung,smoke,0.4\n",
         "C.csv:3:12: the two directions of an edge have a confidence of 1.1 together (at most 1; "
         "the other direction is in line 2)"},
        {head + "sm\xffoke,lung,1\n", "C.csv:2:1: 'sm\xef\xbf\xbdoke' is not UTF-8"},
    };
    for (const auto& [text, message] : mistakes)
        CHECK_THROWS_WITH(arcs_in(text), Catch::StartsWith(message));
    for (const char* const number : {"-0.1", "1.0001", "nan", "inf", "1e999", "x", "", "0x1", "?"})
        CHECK_THROWS_WITH(arcs_in(head + "smoke,lung," + number + "\n"),
                          Catch::StartsWith("C.csv:2:12: ") &&
                              Catch::EndsWith("' is no confidence (a number from 0 to 1)"));
}

TEST_CASE("The directions of an edge may exceed 1 together by what rounding adds") {
    CHECK(arcs_in("from,to,confidence\nsmoke,lung,0.667\nlung,smoke,0.334\n").size() == 2);
}
