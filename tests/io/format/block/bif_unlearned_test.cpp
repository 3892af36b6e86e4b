#include <io/format/block/bif.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

const std::string two_variables =
    "variable A { type discrete [ 2 ] { x, y }; }\nvariable B { type discrete [ 2 ] { x, y }; }\n";

std::string tables_of(const std::string& a, const std::string& b) {
    return two_variables + "probability ( A ) { " + a + " }\nprobability ( B | A ) { " + b + " }\n";
}

io::ReadResult accepted(const std::string& text) {
    return io::read_bif(text, {.name = "x.bif", .tables_to_learn = io::TablesToLearn::accept});
}

std::vector<std::string> names_to_learn(const io::ReadResult& result) {
    std::vector<std::string> names;
    for (const io::TableToLearn& table : result.tables_to_learn)
        names.push_back(result.network.variable(table.variable).name() + " " +
                        to_string(table.location));
    return names;
}

std::vector<std::string> checked(const std::string& text) {
    std::vector<std::string> lines;
    for (const Problem& problem : io::check_bif(text, {.name = "x.bif"})) {
        const bool warning = problem.severity == Problem::Severity::warning;
        lines.push_back((warning ? "warning " : "") + to_string(problem));
    }
    return lines;
}

const std::string what_to_do =
    " ('pgm fit DATA --class COLUMN --structure FILE' learns tables from data; the arcs alone can "
    "be compared, drawn and asked about)";
const std::string fair = "table 0.5, 0.5;";

}  // namespace

TEST_CASE("BIF: a table of -1 is to be learned, and refused unless that is accepted", "[io][bif]") {
    const std::string text = tables_of(fair, "table -1, -1, -1, -1;");
    CHECK(bif_error(text) ==
          "x.bif:4:31: the table of 'B' is left unspecified: the file has -1 for its numbers" +
              what_to_do);
    const io::ReadResult result = accepted(text);
    CHECK(result.remarks.empty());
    CHECK(names_to_learn(result) == std::vector<std::string>{"B x.bif:4:31"});
    CHECK(result.network.dag().has_arc(VariableId(0), VariableId(1)));
    CHECK(std::get<TableCpd>(result.network.cpd(VariableId(1))).row(0)[0] == 0.5);
    CHECK(bif_error(tables_of("table -1 -1;", "table -1.0 -1 -1e0 -1;")) ==
          "x.bif:3:27: the table of 'A' is left unspecified: the file has -1 for its numbers, as "
          "it has for 1 more" +
              what_to_do);
}

TEST_CASE("BIF: a file with all its numbers has no table to be learned", "[io][bif]") {
    const io::ReadResult result = accepted(smoke_and_lung_bif());
    CHECK(result.tables_to_learn.empty());
    CHECK(result.network == smoke_and_lung());
}

TEST_CASE("BIF: a table is to be learned if any of its rows is", "[io][bif]") {
    for (const auto& [rows, column] :
         {std::pair{"(x) -1, -1; (y) 0.1, 0.9;", "29"}, std::pair{"(y) 0.1, 0.9; (x) -1 -1;", "43"},
          std::pair{"(y) 0.1, 0.9; default -1, -1;", "47"},
          std::pair{"default /* 0 */ -1 -1;", "41"}}) {
        INFO(rows);
        CHECK(names_to_learn(accepted(tables_of(fair, rows))) ==
              std::vector{std::string("B x.bif:4:") + column});
        CHECK(bif_error(tables_of(fair, rows)).find("the table of 'B' is left unspecified") !=
              std::string::npos);
    }
}

TEST_CASE("BIF: -1 among other numbers, or too few of them, are mistakes", "[io][bif]") {
    const auto error = [](const std::string& b) {
        const std::string text = tables_of(fair, b);
        CHECK_THROWS_WITH(accepted(text), bif_error(text));
        return bif_error(text);
    };
    CHECK(error("table -1, 0.5, -1, 0.5;") ==
          "x.bif:4:31: P(B=x | A=x) is -1, not between 0 and 1");
    CHECK(error("(x) -1, 0.5; (y) 0.1, 0.9;") ==
          "x.bif:4:25: P(B=x | A=x) is -1, not between 0 and 1");
    CHECK(error("table -1, -1;") == "x.bif:4:15: P(B | A) needs 4 numbers, found 2");
    CHECK(error("(x) -1; (y) 0.1, 0.9;") == "x.bif:4:25: P(B | A=x) has 1 number, expected 2");
}

TEST_CASE("BIF: a check warns about tables to be learned", "[io][bif]") {
    const std::string to_learn = "' is left unspecified: the file has -1 for its numbers";
    const std::string arcs = " (only questions about the arcs can be answered)";
    CHECK(checked(tables_of("table -1 -1;", "table -1 -1 -1 -1;")) ==
          std::vector<std::string>{"warning x.bif:3:27: the table of 'A" + to_learn + arcs,
                                   "warning x.bif:4:31: the table of 'B" + to_learn + arcs});
    CHECK(checked(tables_of("table 0.4 0.5;", "table -1 -1 -1 -1;")) ==
          std::vector<std::string>{"x.bif:3:27: P(A) sums to 0.9, not 1",
                                   "warning x.bif:4:31: the table of 'B" + to_learn + arcs});
    std::string many;
    for (int i = 0; i < 60; ++i) {
        const std::string name = "v" + std::to_string(i);
        many += "variable " + name + " { type discrete { x }; } probability ( " + name +
                " ) { table -1; }\n";
    }
    const std::vector<std::string> problems = checked(many);
    REQUIRE(problems.size() == 50);
    CHECK_THAT(problems.back(), Catch::Contains("v49" + to_learn + ", as it has for 10 more"));
}

TEST_CASE("BIF: tables to be learned decide nothing about the order of the others", "[io][bif]") {
    const io::ReadResult result =
        accepted(two_variables +
                 "variable C { type discrete { p, q, r }; }\nprobability ( A | C ) { "
                 "table -1 -1 -1 -1 -1 -1; }\nprobability ( C ) { table 0.5 0.3 0.2; }\n"
                 "probability ( B | C ) { table 0.9, 0.1, 0.4, 0.6, 0.2, 0.8; }");
    CHECK(result.remarks.size() == 1);
    CHECK(std::get<TableCpd>(result.network.cpd(VariableId(1))).row(1)[0] == 0.4);
}
