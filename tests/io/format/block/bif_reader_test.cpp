#include <io/format/block/bif.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <io/network_file.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

/// The network that a text spells, without its annotations, for comparison with smoke_and_lung().
void check_spells_smoke_and_lung(const std::string& text) {
    INFO(text);
    const io::ReadResult result = io::read_bif(text);
    CHECK(result.network == smoke_and_lung());
    CHECK(result.remarks.empty());
}

const std::string variables =
    "network asia { }\n"
    "variable smoke { type discrete [ 2 ] { yes, no }; }\n"
    "variable lung { type discrete [ 2 ] { yes, no }; }\n";

}  // namespace

TEST_CASE("BIF: the common spelling gives the network it spells", "[io][bif]") {
    check_spells_smoke_and_lung(smoke_and_lung_bif());
}

TEST_CASE("BIF: line ends and a byte-order mark make no difference", "[io][bif]") {
    const std::string text = smoke_and_lung_bif();
    check_spells_smoke_and_lung(replaced(text, "\n", "\r\n"));
    check_spells_smoke_and_lung(replaced(text, "\n", "\r"));
    check_spells_smoke_and_lung(replaced(text, "\n", " "));
    check_spells_smoke_and_lung("\xEF\xBB\xBF" + text);
    check_spells_smoke_and_lung(replaced(text, "\n", "\t\n \n"));
    check_spells_smoke_and_lung(text.substr(0, text.size() - 1));
}

TEST_CASE("BIF: comments of both kinds may stand between any two tokens", "[io][bif]") {
    const std::string text = smoke_and_lung_bif();
    check_spells_smoke_and_lung(replaced(text, " ", " /* { ; \" */ "));
    check_spells_smoke_and_lung(replaced(text, "\n", " // } ; \" (\n"));
    check_spells_smoke_and_lung("// first\n" + text + "// last");
    check_spells_smoke_and_lung(replaced(text, "{", "{//2 values\n"));
    check_spells_smoke_and_lung(replaced(text, "0.5, 0.5", "0.5/* a */,/* b */0.5/* c */"));
}

TEST_CASE("BIF: numbers have many spellings", "[io][bif]") {
    for (const char* half : {".5", "5e-1", "5.0E-01", "+0.5", "0.50000000000000000000", "00.5",
                             "50e-2", "0.5e0", "5E-1"}) {
        check_spells_smoke_and_lung(
            replaced(smoke_and_lung_bif(), "0.5, 0.5", std::string(half) + ", " + half));
    }
    const BayesianNetwork sure = io::read_bif(
                                     "network n {} variable a { type discrete [ 2 ] { x, y }; } "
                                     "probability ( a ) { table 1, 0.; }")
                                     .network;
    CHECK(std::get<TableCpd>(sure.cpd(VariableId(0))).row(0)[0] == 1);
}

TEST_CASE("BIF: commas may be blanks, and semicolons may be missing where the end is plain",
          "[io][bif]") {
    const std::string text = smoke_and_lung_bif();
    check_spells_smoke_and_lung(
        replaced(replaced(replaced(text, "0.5, ", "0.5 "), "yes, no", "yes no"), "0.9", " 0.9"));
    check_spells_smoke_and_lung(replaced(text, ";", ";;"));
    check_spells_smoke_and_lung(replaced(text, "0.5;", "0.5,;"));
    check_spells_smoke_and_lung(replaced(text, "}\n", "};\n"));
    check_spells_smoke_and_lung(
        replaced(text, "discrete [ 2 ] { yes, no }", "discrete[2]{yes,no,}"));
    check_spells_smoke_and_lung(replaced(text, "discrete [ 2 ]", "discrete"));
    check_spells_smoke_and_lung(replaced(text, ", ", " , "));
    check_spells_smoke_and_lung(replaced(text, "( lung | smoke )", "(lung|smoke)"));
}

TEST_CASE("BIF: a missing semicolon is a note with its place, and reading goes on", "[io][bif]") {
    const auto notes = [](const std::string& text) {
        INFO(text);
        const io::ReadResult result = io::read_bif(text, {.name = "x.bif"});
        CHECK(result.network == smoke_and_lung());
        std::vector<std::string> lines;
        for (const Problem& remark : result.remarks) {
            CHECK(remark.severity == Problem::Severity::note);
            lines.push_back(to_string(remark));
        }
        return lines;
    };
    const std::string missing = ": a ';' is missing at the end of this statement";
    const std::string as_if = " (it was read as if it were there)";
    const auto text = [](const char* type, const char* table, const char* row) {
        return std::string("network asia { }\n") +
               "variable smoke { type discrete [ 2 ] { yes, no }" + type + " }\n" +
               "variable lung { type discrete [ 2 ] { yes, no }; }\n" +
               "probability ( smoke ) { table 0.5, 0.5" + table + " }\n" +
               "probability ( lung | smoke ) { (yes) 0.1, 0.9" + row + " (no) 0.01, 0.99; }\n";
    };
    CHECK(notes(text(";", ";", ";")).empty());
    CHECK(notes(text("", ";", ";")) == std::vector{"x.bif:2:49" + missing + as_if});
    CHECK(notes(text(";", "", ";")) == std::vector{"x.bif:4:39" + missing + as_if});
    CHECK(notes(text(";", " /* ; */", "")) ==
          std::vector{"x.bif:4:39" + missing + as_if, "x.bif:5:46" + missing + as_if});

    const std::vector<std::string> all = notes(replaced(smoke_and_lung_bif(), ";", ""));
    const auto semicolons = std::ranges::count(smoke_and_lung_bif(), ';');
    REQUIRE(all.size() == 3);
    CHECK_THAT(all[2],
               Catch::Contains(", here and in " + std::to_string(semicolons - 3) + " more places"));
}

TEST_CASE("BIF: missing semicolons are noted beside a mistake", "[io][bif]") {
    const std::vector<Problem> problems = io::check_bif(
        "variable a { type discrete [ 1 ] { x } }\nprobability ( a ) { tabel 1; }", {});
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].severity == Problem::Severity::note);
    CHECK(problems[1].hint == "did you mean 'table'?");
}

TEST_CASE("BIF: a property without its semicolon is noted where its text ends, and once",
          "[io][bif]") {
    const std::string text =
        "network n { property author me\n}\nvariable a { type discrete [ 1 ] { x };\nproperty p = "
        "1 }\n"
        "probability ( a ) { property \"q\"\n table 1; }\n";
    const std::vector<Problem> problems = io::check_bif(text, {.name = "x.bif"});
    std::vector<std::string> places;
    for (const Problem& problem : problems) places.push_back(to_string(problem.location));
    CHECK(places == std::vector<std::string>{"x.bif:1:31", "x.bif:4:15", "x.bif:5:33"});
}

TEST_CASE("BIF: keywords may have any letter case, and names may be keywords", "[io][bif]") {
    std::string text = smoke_and_lung_bif();
    for (const char* keyword :
         {"network", "variable", "probability", "type", "discrete", "table"}) {
        std::string capital = keyword;
        capital[0] = static_cast<char>(capital[0] - 'a' + 'A');
        text = replaced(text, keyword, capital);
    }
    check_spells_smoke_and_lung(text);

    const BayesianNetwork keywords =
        io::read_bif(
            "network network { } variable table { type discrete [ 3 ] { default, property, type }; "
            "}"
            "variable variable { type discrete [ 1 ] { table }; } probability ( table ) { table 0 "
            "0 1; }"
            "probability ( variable | table ) { (default) 1; (property) 1; (type) 1; }")
            .network;
    CHECK(keywords.size() == 2);
    CHECK(keywords.variable(VariableId(0)).states() ==
          std::vector<std::string>{"default", "property", "type"});
}

TEST_CASE("BIF: names in quotes are the names without them", "[io][bif]") {
    check_spells_smoke_and_lung(
        "network \"asia\" { } variable \"smoke\" { type discrete[2] { \"yes\" \"no\" }; } variable "
        "\"lung\" { type discrete[2] { \"yes\" \"no\" }; "
        "}\n"
        "probability ( \"smoke\" ) { table 0.5 0.5; } probability ( \"lung\" \"smoke\" ) { "
        "(\"yes\") 0.1 0.9; (no) 0.01 0.99; }");
    const BayesianNetwork network =
        io::read_bif(R"(variable "a \"b\" \\ \x41 \n" { type discrete [ 1 ] { "{}" }; }
                        probability ( "a \"b\" \\ A \n" ) { table 1; })")
            .network;
    CHECK(network.variable(VariableId(0)).name() == R"(a "b" \ A \n)");
    CHECK(network.variable(VariableId(0)).state(StateId(0)) == "{}");
}

TEST_CASE("BIF: a variable may be declared after its use", "[io][bif]") {
    const BayesianNetwork network =
        io::read_bif(
            "probability ( lung | smoke ) { (no) 0.01, 0.99; (yes) 0.1, 0.9; }\n"
            "probability ( smoke ) { table 0.5, 0.5; }\n" +
            variables)
            .network;
    CHECK(network == smoke_and_lung());
}

TEST_CASE("BIF: the network block may be missing", "[io][bif]") {
    const BayesianNetwork network =
        io::read_bif("variable a { type discrete [ 1 ] { x }; } probability ( a ) { table 1; }")
            .network;
    CHECK(network.name().empty());
    CHECK(network.size() == 1);
}

TEST_CASE("BIF: the first form of the head lists the child and then its parents", "[io][bif]") {
    const std::string rest = "probability ( smoke ) { table 0.5, 0.5; }\n";
    const std::string rows = " { (yes) 0.1, 0.9; (no) 0.01, 0.99; }\n";
    for (const char* head :
         {"( lung smoke )", "( lung, smoke )", "( lung | smoke, )", "(\"lung\" \"smoke\")"}) {
        check_spells_smoke_and_lung(variables + rest + "probability " + head + rows);
    }
}

TEST_CASE("BIF: a table lists the child's states slowest and the last parent fastest",
          "[io][bif]") {
    const io::ReadResult result = io::read_bif(
        "variable a { type discrete [ 2 ] { a0, a1 }; } variable b { type discrete [ 3 ] { b0, b1, "
        "b2 }; } variable x { type discrete [ 2 ] { x0, x1 "
        "}; }\n"
        "probability ( a ) { table 0.5 0.5; } probability ( b ) { table 0.2 0.3 0.5; }\n"
        "probability ( x | a, b ) { table 0.1 0.2 0.3 0.4 0.5 0.6   0.9 0.8 0.7 0.6 0.5 0.4; }");
    CHECK(result.remarks.empty());
    const TableCpd& x = std::get<TableCpd>(result.network.cpd(result.network.id("x")));
    // P(x0 | a1, b2) is the sixth number, P(x1 | a0, b1) the eighth.
    CHECK(x.row(5)[0] == 0.6);
    CHECK(x.row(1)[1] == 0.8);
    CHECK(x.row(3)[0] == 0.4);
}

TEST_CASE("BIF: a table that makes sense only with the child fastest is read so, with a warning",
          "[io][bif]") {
    const io::ReadResult result =
        io::read_bif(variables +
                         "probability ( smoke ) { table 0.5, 0.5; }\nprobability ( lung | smoke ) "
                         "{\n table 0.1, 0.9, 0.01, 0.99;\n}",
                     {.name = "x.bif"});
    CHECK(result.network == smoke_and_lung());
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.bif:6:2: the table of P(lung | smoke) sums to 1 only when read with the states of "
          "'lung' fastest, and is read so "
          "(BIF lists the variable's own states slowest)");
    CHECK(result.remarks[0].severity == Problem::Severity::warning);
}

TEST_CASE("BIF: a default row holds for every row that is not given, and for roots", "[io][bif]") {
    check_spells_smoke_and_lung(variables +
                                "probability ( smoke ) { default 0.5 0.5; } probability ( lung | "
                                "smoke ) { default 0.01 0.99; (yes) 0.1 0.9; }");
    check_spells_smoke_and_lung(variables +
                                "probability ( smoke ) { default 0.5 0.5; } probability ( lung | "
                                "smoke ) { (yes) 0.1 0.9; default 0.01 0.99; }");
    check_spells_smoke_and_lung(variables +
                                "probability ( smoke ) { () 0.5 0.5; } probability ( lung | smoke "
                                ") { table 0.1 0.01 0.9 0.99; default 0.3 0.7; }");
}

TEST_CASE("BIF: properties are kept with the network and its variables", "[io][bif]") {
    const BayesianNetwork network =
        io::read_bif(
            "network n {\n property version 1.0;\n property \"quoted; text\" ;\n property url "
            "http://a.b/c?d={e}\n;\n}\n"
            "variable a {\n property position = (1, 2);\n type discrete [ 1 ] { x };\n property "
            "\"it's 5\\\" tall\"; property 5\" tall\n}\n"
            "probability ( a ) {\n property of the table;\n table 1;\n property last }\n")
            .network;
    CHECK(network.annotations() ==
          std::vector<std::string>{"version 1.0", "quoted; text", "url http://a.b/c?d={e}"});
    CHECK(network.variable(VariableId(0)).annotations() ==
          std::vector<std::string>{"position = (1, 2)", "it's 5\" tall", "5\" tall", "of the table",
                                   "last"});
}

TEST_CASE("BIF: states with blanks are told apart by their commas and their number", "[io][bif]") {
    const BayesianNetwork network = io::read_bif(
                                        "variable risk { type discrete [ 2 ] { low risk, high risk "
                                        "}; } variable x { type discrete [ 4 ] { a b, c d }; }\n"
                                        "probability ( risk ) { table 0.5 0.5; } probability ( x | "
                                        "risk ) { (low risk) 1 0 0 0; (high risk) 0 0 0 1; }")
                                        .network;
    CHECK(network.variable("risk").states() == std::vector<std::string>{"low risk", "high risk"});
    CHECK(network.variable("x").states() == std::vector<std::string>{"a", "b", "c", "d"});
    CHECK(std::get<TableCpd>(network.cpd(network.id("x"))).row(1)[3] == 1);
}

TEST_CASE("BIF: odd names need no quotes", "[io][bif]") {
    const std::vector<std::string> names = {"<5",   "20-30", "x.1", "größe", "7up", "a+b",
                                            "a/b",  "a:b",   "a@b", "a&b",   "50%", "a*b",
                                            ">=10", "don't", "#1",  "a=b",   "\\"};
    std::string list;
    for (const std::string& name : names) list.append(list.empty() ? "" : ", ").append(name);
    std::string rows;
    for (const std::string& name : names) rows += "(" + name + ") 1;\n";
    const std::string count = std::to_string(names.size());
    const BayesianNetwork network =
        io::read_bif(
            "network n { }\nvariable 20-30% { type discrete [ " + count + " ] { " + list +
            " }; }\nvariable y { type discrete [ 1 ] { z }; }\nprobability ( y | 20-30% ) {\n" +
            rows + "}\nprobability ( 20-30% ) { table 1" +
            [&] {
                std::string zeros;
                for (std::size_t i = 1; i < names.size(); ++i) zeros += " 0";
                return zeros;
            }() +
            "; }")
            .network;
    CHECK(network.variable("20-30%").states() == names);
}

TEST_CASE("BIF: a third-party file with tables spells the same distribution as one with rows",
          "[io][bif][reference]") {
    const auto tables = reference_file("networks/bif/third_party_asia_table_style.bif");
    const auto rows = reference_file("networks/bif/third_party_asia2.bif");
    if (!tables || !rows) {
        WARN("SKIPPED: no reference data");
        return;
    }
    const BayesianNetwork a = io::read_network(*tables).network;
    const BayesianNetwork b = io::read_network(*rows).network;
    REQUIRE(a.size() == 8);
    REQUIRE(b.size() == 8);
    for (unsigned assignment = 0; assignment < 256; ++assignment) {
        std::vector<StateId> in_a(8), in_b(8);
        for (std::size_t i = 0; i < 8; ++i) {
            in_a[i] = StateId((assignment >> i) & 1);
            in_b[b.id(a.variable(VariableId(i)).name()).index()] = in_a[i];
        }
        // The same eight factors, perhaps multiplied in another order.
        const double difference = log_probability(a, in_a) - log_probability(b, in_b);
        CHECK(
            (log_probability(a, in_a) == log_probability(b, in_b) || std::abs(difference) < 1e-14));
    }
}

TEST_CASE("BIF: every reference file is read without a remark", "[io][bif][reference]") {
    const std::vector<std::string> files = reference_bif_files(std::size_t{1} << 30);
    if (files.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& file : files) {
        INFO(file);
        const io::ReadResult result = io::read_network(*reference_file("networks/bif/" + file));
        CHECK(result.network.size() > 0);
        CHECK(result.remarks.empty());
    }
}

TEST_CASE("BIF: blocks may stand in the block of the network, and states behind an equals sign") {
    const std::string inside =
        "variable Cloud { type discrete [ 2 ] = { s0, s1 }; }\n"
        "variable Rain { type discrete [2]= { s0, s1 }; }\n"
        "probability ( Rain | Cloud ) { (s0) 0.4, 0.6; (s1) 0.5, 0.5; }\n"
        "probability ( Cloud ) { table 0.5, 0.5; }\n";
    const BayesianNetwork after = io::read_bif("network n {\n}\n" + inside, {}).network;
    CHECK(io::read_bif("network n {\n" + inside + "}\n", {}).network == after);
    CHECK(io::read_bif("network n {\n" + inside + "};\n", {}).network == after);
    const auto annotated =
        io::read_bif("network n {\n" + inside + "property a = b;\n}\n", {}).network;
    CHECK(annotated.annotations().size() == 1);
    CHECK_THROWS_WITH(io::read_bif("network n {\n" + inside, {}),
                      Catch::Contains("expected '}' to close the network block"));
    CHECK_THROWS_WITH(io::read_bif("network n {\n" + inside + "}\n}\n", {}),
                      Catch::Contains("expected 'network', 'variable' or 'probability'"));
}

TEST_CASE("BIF: the error that ends a text is told behind a thousand others", "[io][bif]") {
    std::string text = "variable a { type discrete { x, y }; }\nprobability ( a ) { table 1 0; }\n";
    for (int i = 0; i < 1200; ++i) text += "probability ( a | a ) { (z) 0 1; }\n";
    const std::vector<Problem> problems = io::check_bif(text + "probability ( a");
    REQUIRE(problems.size() == 1002);
    CHECK(problems[1000].code == ErrorCode::parse);
    CHECK(problems[1000].location.line == 1203);
}
