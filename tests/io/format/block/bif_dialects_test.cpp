#include <io/format/block/bif.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

const std::vector<std::string> ages = {"[18_35]", "_35_55]", "_55_90]"};

}  // namespace

TEST_CASE("BIF dialects: brackets are part of a name, as R writes intervals", "[io][bif]") {
    const BayesianNetwork network =
        io::read_bif(
            "variable Age { type discrete [ 3 ] { [18_35], _35_55], _55_90] }; }\n"
            "variable x[0] { type discrete[2]{[,]}; }\n"
            "probability ( Age ) { table 0.5, 0.3, 0.2; }\n"
            "probability ( x[0] | Age ) { ([18_35]) 0.9, 0.1; (_55_90]) 0.4, 0.6; (_35_55]) 1 0; }")
            .network;
    CHECK(network.variable("Age").states() == ages);
    CHECK(network.variable("x[0]").states() == std::vector<std::string>{"[", "]"});
    CHECK(std::get<TableCpd>(network.cpd(network.id("x[0]"))).row(2)[0] == 0.4);
    const std::string text = written_by(io::write_bif, network);
    CHECK_THAT(text, Catch::Contains(R"({ "[18_35]", "_35_55]", "_55_90]" })"));
    CHECK(io::read_bif(text).network == network);
}

TEST_CASE("BIF dialects: brackets around the number of states need no blanks", "[io][bif]") {
    const std::string end =
        " variable b { type discrete [1] { x }; }\nprobability ( a ) { table 1 0 0; }"
        "probability ( b ) { table 1; }";
    for (const char* type :
         {"discrete [ 3 ] {", "discrete[3]{", "discrete [3]= {", "discrete[3 ] ={", "discrete{",
          "Discrete/**/[/**/3/**/]/**/{", "discrete[ 3]\n{"}) {
        INFO(type);
        const BayesianNetwork network = io::read_bif(std::string("variable a { type ") + type +
                                                     " [18_35], _35_55], _55_90] }; }" + end)
                                            .network;
        CHECK(network.variable("a").states() == ages);
        CHECK(network.variable("b").states() == std::vector<std::string>{"x"});
    }
}

TEST_CASE("BIF dialects: brackets that are not closed around the number are told where they are",
          "[io][bif]") {
    const auto error = [](const std::string& type) {
        return bif_error("variable a { type " + type + "; }");
    };
    CHECK(error("discrete [ ] { x }") ==
          "x.bif:1:30: expected the number of states of variable 'a', found ']'");
    CHECK(error("discrete [] { x }") ==
          "x.bif:1:29: expected the number of states of variable 'a', found ']'");
    CHECK(error("discrete [1 { x }") ==
          "x.bif:1:31: expected ']' after the number of states of variable 'a', found '{'");
    CHECK(error("discrete 1] { x }") ==
          "x.bif:1:28: expected '{' to open the states of variable 'a', found '1'");
    CHECK(error("[1] { x }") ==
          "x.bif:1:19: expected 'discrete' as the type of variable 'a', found '[' (BIF knows "
          "discrete variables only)");
    CHECK(error("discrete[1][1] { x }") ==
          "x.bif:1:30: expected '{' to open the states of variable 'a', found '['");
    CHECK(error("discrete [ [1] { x }") ==
          "x.bif:1:30: expected the number of states of variable 'a', found '['");
    CHECK(error("discrete [ 1 2 ] { a, b, c, d, e, f, g, h, i, j, k, l }") ==
          "x.bif:1:32: expected ']' after the number of states of variable 'a', found '2'");
    CHECK(error("disc rete [ 1 ] { x }") ==
          "x.bif:1:19: expected 'discrete' as the type of variable 'a', found 'disc' (BIF knows "
          "discrete variables only)");
    CHECK(error("\"discrete\" [ 1 ] { x }") ==
          "x.bif:1:19: expected 'discrete' as the type of variable 'a', found 'discrete' (BIF "
          "knows discrete variables only)");
    CHECK(error("discrete == [ 1 ] { x }") ==
          "x.bif:1:29: expected '{' to open the states of variable 'a', found '='");
}

namespace {

/// Weather has 3 states, and so has Tomorrow, whose table sums to 1 in both orders.
std::string weather(const std::string& rest) {
    return "variable Weather { type discrete [ 3 ] { sun, cloud, rain }; }\n"
           "variable Tomorrow { type discrete [ 3 ] { sun, cloud, rain }; }\n"
           "variable Picnic { type discrete [ 2 ] { yes, no }; }\n"
           "variable Beach { type discrete [ 2 ] { yes, no }; }\n"
           "probability ( Weather ) { table 0.5, 0.3, 0.2; }\n"
           "probability ( Tomorrow | Weather ) { table 0.2 0.3 0.5 0.5 0.2 0.3 0.3 0.5 0.2; }\n" +
           rest;
}

const std::string picnic_fastest =
    "probability ( Picnic | Weather ) { table 0.9, 0.1, 0.4, 0.6, 0.2, 0.8; }\n";
const std::string beach_fastest =
    "probability ( Beach | Weather ) { table 0.8, 0.2, 0.4, 0.6, 0.2, 0.8; }\n";
const std::string picnic_slowest =
    "probability ( Picnic | Weather ) { table 0.9, 0.4, 0.2, 0.1, 0.6, 0.8; }\n";
const std::string beach_in_rows =
    "probability ( Beach | Weather ) { (sun) 0.8, 0.2; (cloud) 0.4, 0.6; (rain) 0.2, 0.8; }\n";

/// P(Tomorrow=cloud | Weather=sun), and the remarks.
std::pair<double, std::vector<std::string>> cloud_after_sun(const std::string& text) {
    const io::ReadResult result = io::read_bif(text, {.name = "x.bif"});
    std::vector<std::string> remarks;
    for (const Problem& remark : result.remarks) remarks.push_back(to_string(remark));
    const BayesianNetwork& network = result.network;
    return {std::get<TableCpd>(network.cpd(network.id("Tomorrow"))).row(0)[1], remarks};
}

const std::string both =
    "x.bif:6:38: the table of P(Tomorrow | Weather) sums to 1 in both orders, ";
const std::string prescribed = " (BIF lists the variable's own states slowest)";

std::string only(const std::string& line, const std::string& child) {
    return "x.bif:" + line + ": the table of P(" + child +
           " | Weather) sums to 1 only when read with the states of '" + child +
           "' fastest, and is read so" + prescribed;
}

}  // namespace

TEST_CASE("BIF dialects: tables that sum to 1 in one order decide for those that do in both",
          "[io][bif]") {
    const auto fastest = cloud_after_sun(weather(picnic_fastest + beach_fastest));
    CHECK(fastest.first == 0.3);
    CHECK(fastest.second ==
          std::vector{both +
                          "and is read with the states of 'Tomorrow' fastest, since other "
                          "tables of the file can only be read so" +
                          prescribed,
                      only("7:36", "Picnic"), only("8:35", "Beach")});
    // The order of the blocks does not matter.
    CHECK(cloud_after_sun(picnic_fastest + beach_in_rows + weather("")).first == 0.3);
    const auto slowest = cloud_after_sun(weather(picnic_slowest + beach_in_rows));
    CHECK(slowest.first == 0.5);
    CHECK(slowest.second.empty());
}

TEST_CASE("BIF dialects: a table that sums to 1 in both orders is doubtful if no other decides",
          "[io][bif]") {
    const std::string doubt =
        both +
        "which give different tables; it is read with the states of 'Tomorrow' slowest, as "
        "BIF prescribes (rows with their states, as in '(yes) 0.1, 0.9;', leave no doubt)";
    const auto alone = cloud_after_sun(weather(
        beach_in_rows + "probability ( Picnic | Weather ) { table 0.5 0.5 0.5 0.5 0.5 0.5; }\n"));
    CHECK(alone.first == 0.5);
    CHECK(alone.second == std::vector{doubt});
    const auto contradiction = cloud_after_sun(weather(picnic_slowest + beach_fastest));
    CHECK(contradiction.first == 0.5);
    CHECK(contradiction.second == std::vector{doubt, only("8:35", "Beach")});
}

TEST_CASE("BIF dialects: a table that is the same in both orders is not doubtful", "[io][bif]") {
    const auto remarks = [](const std::string& table) {
        return io::read_bif(
                   "variable a { type discrete { x, y }; } variable b { type discrete "
                   "{ x, y }; }\nprobability ( a ) { table 0.5 0.5; } probability ( b | a ) "
                   "{ table " +
                   table + "; }")
            .remarks;
    };
    CHECK(remarks("1 0 0 1").empty());
    CHECK(remarks("0.3 0.7 0.7 0.3").empty());
    CHECK(remarks("0.3 0.6 0.7 0.4").empty());
    CHECK(remarks("0.3 0.7 0.6 0.4").size() == 1);
}

TEST_CASE("BIF dialects: a table that sums to 1 in neither order is read in the likelier one",
          "[io][bif]") {
    const auto problems = [](const std::string& picnic) {
        std::vector<std::string> lines;
        const std::string table = "probability ( Picnic | Weather ) { table " + picnic + "; }\n";
        for (const Problem& problem : io::check_bif(
                 weather(table) + "probability ( Beach ) { table 0.5 0.5; }", {.name = "x.bif"}))
            lines.push_back(to_string(problem));
        return lines;
    };
    const auto note = [](const std::string& slowest, const std::string& fastest) {
        return "x.bif:7:36: the table of P(Picnic | Weather) sums to 1 in neither order: " +
               slowest + " of 3 rows are wrong with the states of 'Picnic' slowest, and " +
               fastest + " with them fastest; it is read so" + prescribed;
    };
    using Lines = std::vector<std::string>;
    // Child fastest but for one number.
    const Lines fastest = problems("0.9, 0.1, 0.4, 0.7, 0.2, 0.8");
    CHECK_THAT(fastest, Catch::VectorContains(note("3", "1")));
    CHECK_THAT(fastest, Catch::VectorContains(std::string(
                            "x.bif:7:52: P(Picnic | Weather=cloud) sums to 1.1, not 1")));
    // Child slowest but for one number.
    const Lines slowest = problems("0.9, 0.4, 0.2, 0.2, 0.6, 0.8");
    CHECK_THAT(slowest, Catch::VectorContains(
                            std::string("x.bif:7:42: P(Picnic | Weather=sun) sums to 1.1, not 1")));
    CHECK_THAT(slowest, !Catch::VectorContains(note("1", "3")));
    // Every row is wrong in both orders, by less with the child fastest.
    CHECK_THAT(problems("0.9, 0.2, 0.3, 0.8, 0.2, 0.9"), Catch::VectorContains(note("3", "3")));
}

TEST_CASE("BIF dialects: a wrong row is found in the order in which its table is read",
          "[io][bif]") {
    const std::string text = weather(picnic_fastest + beach_in_rows);
    const std::string sums = "0.2 0.3 0.5 0.5 0.2 0.3 0.3 0.5 0.2";
    std::string imprecise = text;
    imprecise.replace(text.find(sums), sums.size(), "0.2 0.3 0.5 0.5005 0.2 0.3 0.3 0.5 0.2");
    const io::ReadResult result = io::read_bif(imprecise, {.name = "x.bif"});
    REQUIRE(result.remarks.size() == 3);
    CHECK(to_string(result.remarks[1]) ==
          "x.bif:6:56: P(Tomorrow | Weather=cloud) sums to 1.0005, not 1; it was divided by its "
          "sum");
}

namespace {

const std::string chest_pain =
    "network unknown { }\n"
    "variable chest pain { type discrete [ 2 ] { non anginal, asympt. }; }\n"
    "variable ill { type discrete [ 2 ] { yes, no }; }\n"
    "variable max  rate { type discrete [ 2 ] { yes, no }; }\n";

double number_in(const BayesianNetwork& network, const char* variable, std::size_t row,
                 std::size_t state) {
    return std::get<TableCpd>(network.cpd(network.id(variable))).row(row)[state];
}

}  // namespace

TEST_CASE("BIF dialects: names of variables may have blanks without quotes", "[io][bif]") {
    const std::string roots =
        "probability ( chest pain ) { table 0.25, 0.75 ; }\n"
        "probability ( max rate ) { table 0.1, 0.9; }\n";
    const std::string rows =
        " { ( non anginal, yes ) 0.1, 0.9; ( asympt., yes ) 0.6, 0.4; default 0.5, 0.5; }\n";
    for (const char* head :
         {"( ill | chest pain, max rate )", "( ill | chest pain max rate )",
          "( ill, chest pain, max rate )", "(ill chest  pain max\nrate)",
          "( ill | \"chest pain\" max rate )", "( ill | chest pain, max rate, )"}) {
        INFO(head);
        const io::ReadResult result =
            io::read_bif(chest_pain + roots + "probability " + head + rows);
        const BayesianNetwork& network = result.network;
        CHECK(result.remarks.empty());
        CHECK(network.variable("chest pain").states() ==
              std::vector<std::string>{"non anginal", "asympt."});
        CHECK(number_in(network, "max rate", 0, 0) == 0.1);
        CHECK(number_in(network, "ill", 2, 0) == 0.6);
        CHECK(io::read_bif(written_by(io::write_bif, network)).network == network);
    }
}

TEST_CASE("BIF dialects: words between commas are the variable that was declared with them",
          "[io][bif]") {
    const std::string states = " { type discrete [ 1 ] { x }; }\n";
    const auto network_of = [&](const std::string& name, const std::string& head) {
        std::string text = "probability ( " + head + " ) { default 1; }\n";
        for (const std::string& other : {std::string("a"), std::string("b"), name})
            text += "variable " + other + states + "probability ( " + other + " ) { table 1; }\n";
        return io::read_bif(text + "variable z" + states).network;
    };
    CHECK(network_of("a b", "z | a b").dag().parents(VariableId(3)).size() == 1);
    CHECK(network_of("a b", "z | a, b").dag().parents(VariableId(3)).size() == 2);
    // A name in quotes is only meant where it is quoted again.
    CHECK(network_of("\"a b\"", "z | a b").dag().parents(VariableId(3)).size() == 2);
    CHECK(network_of("\"a b\"", "z | \"a b\"").dag().parents(VariableId(3)).size() == 1);
    CHECK_THROWS_WITH(network_of("a b", "z a b"),
                      "input:1:15: the words 'z a b' can be split into names of variables in "
                      "several ways (put commas between the variables)");
    CHECK_THROWS_WITH(network_of("a b", "z | a b a"),
                      "input:1:19: the words 'a b a' can be split into names of variables in "
                      "several ways (put commas between the variables)");
}

TEST_CASE("BIF dialects: mistakes in names with blanks are told where they are", "[io][bif]") {
    CHECK_THAT(bif_error(chest_pain + "probability ( ill | chest pian ) { default 1 0; }"),
               Catch::EndsWith("x.bif:5:21: there is no variable 'chest pian' (did you mean "
                               "'chest pain'?)"));
    CHECK(bif_error(chest_pain + "probability ( chest pain ill | max rate ) { default 1 0; }") ==
          "x.bif:5:26: expected one variable before the '|', found 'ill'");
    CHECK(bif_error("variable a\nb { }") ==
          "x.bif:2:1: expected '{' to open the block of variable 'a', found 'b'");
    CHECK(bif_error("variable a \"b\" { }") ==
          "x.bif:1:12: expected '{' to open the block of variable 'a', found 'b'");
    std::string words;
    for (int i = 0; i < 33; ++i) words += " a";
    CHECK(bif_error("variable" + words + " { }") ==
          "x.bif:1:10: a name of more than 32 words needs quotes");
    CHECK(bif_error("variable abc abc { }", {.max_name_bytes = 6}) ==
          "x.bif:1:10: a name of 7 bytes is longer than the limit of 6 (a quote or a blank may be "
          "missing; or raise Limits::max_name_bytes)");
    CHECK(bif_error(chest_pain + "probability ( ill | chest pain ) { default 1 0; }",
                    {.max_parents = 0}) ==
          "x.bif:5:21: more than 0 parents (raise Limits::max_parents)");
}

namespace {

/// A has 3 states, B 2, and this is the block of C given both.
std::string given_a_b(const std::string& block) {
    return "variable A { type discrete { p, q, r }; }\nvariable B { type discrete { s, t }; }\n"
           "variable C { type discrete { u, v }; }\nprobability ( A ) { table 0.2 0.3 0.5; }\n"
           "probability ( B ) { table 0.5 0.5; }\nprobability ( C | A, B ) { " +
           block + " }";
}

std::vector<double> column_of_c(const std::string& block) {
    const BayesianNetwork network = io::read_bif(given_a_b(block)).network;
    std::vector<double> numbers;
    for (std::size_t row = 0; row < 6; ++row) numbers.push_back(number_in(network, "C", row, 0));
    return numbers;
}

}  // namespace

TEST_CASE("BIF dialects: an asterisk in a row stands for every state", "[io][bif]") {
    CHECK(column_of_c("(*, s) 0.3, 0.7; (p, t) 0.6, 0.4; (q, t) 0.5, 0.5; (r, t) 0.1, 0.9;") ==
          std::vector{0.3, 0.6, 0.3, 0.5, 0.3, 0.1});
    CHECK(column_of_c("(q *) 0.3 0.7; default 1 0;") == std::vector<double>{1, 1, 0.3, 0.3, 1, 1});
    CHECK(column_of_c("(*, *) 0.3, 0.7;") == std::vector(6, 0.3));
    const BayesianNetwork named =
        io::read_bif(
            "variable A { type discrete { *, q }; } variable B { type discrete { x }; }\n"
            "probability ( A ) { table 1 0; } probability ( B | A ) { (*) 1; (q) 1; }")
            .network;
    CHECK(named.variable("A").states() == std::vector<std::string>{"*", "q"});
}

TEST_CASE("BIF dialects: mistakes in rows with asterisks are told once", "[io][bif]") {
    CHECK(bif_error(given_a_b("(*, s) 0.3, 0.7; (p, *) 0.6, 0.4; default 1 0;")) ==
          "x.bif:6:45: P(C | A=p, B=s) is given twice, first on line 6");
    CHECK(bif_error(given_a_b("(p, s) 1 0; (*, *) 0.6, 0.4;")) ==
          "x.bif:6:40: P(C | A=p, B=s) is given twice, first on line 6");
    CHECK(bif_error(given_a_b("(*, s) 0.3, 0.7;")) ==
          "x.bif:6:15: no row for P(C | A=p, B=t), and 2 more (give every row, or a 'default' "
          "row)");
    CHECK(bif_error(given_a_b("(*, *) 0.3, 0.6;")) ==
          "x.bif:6:28: the row of P(C | A, B) sums to 0.9, not 1");
    CHECK(bif_error(given_a_b("(*, *) 0.3;")) ==
          "x.bif:6:28: the row of P(C | A, B) has 1 number, expected 2");
    CHECK(bif_error(given_a_b("(\"*\", s) 0.3 0.7; default 1 0;")) ==
          "x.bif:6:29: variable 'A' has no state '*' (known: p, q, r)");
    CHECK(bif_error(given_a_b("table 1 1 1 1 1 1 0 0 0 0 0 0; (*, s) 1 0;")) ==
          "x.bif:6:59: P(C | A, B) has a row here and a table before it");
    CHECK_THAT(bif_error(given_a_b("(*, *) 0.3, 0.7;"), {.max_filled_cells = 0}),
               Catch::Contains("the tables without numbers up to P(C | A, B) have more than 0 "
                               "cells"));
}
