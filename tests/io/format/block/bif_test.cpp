#include <io/format/block/bif.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

struct BadText {
    std::string text;
    std::string error;  ///< whole, with file, line, column and hint
};

/// Two variables a {x, y} and b {yes, no} on the first line: what is appended begins on line 2.
std::string a_and_b(const std::string& rest) {
    return "variable a { type discrete [ 2 ] { x, y }; } variable b { type discrete [ 2 ] { yes, "
           "no }; }\n" +
           rest;
}

/// The same, with P(b) in place.
std::string given_b(const std::string& rest) {
    return a_and_b("probability ( b ) { table 0.5 0.5; }\n" + rest);
}

void check(const std::vector<BadText>& bad_texts) {
    for (const BadText& bad : bad_texts) {
        INFO(bad.text);
        CHECK(bif_error(bad.text) == bad.error);
    }
}

const std::string statements =
    "expected a row, 'table', 'default', 'property' or '}' in the block of P(a)";

}  // namespace

TEST_CASE("BIF errors: blocks", "[io][bif]") {
    check({
        {"",
         "x.bif:1:1: no network here: the text is empty (a BIF text begins with 'network NAME { "
         "}')"},
        {"\n // nothing\n",
         "x.bif:3:1: no network here: the text is empty (a BIF text begins with 'network NAME { "
         "}')"},
        {"netwrk x {",
         "x.bif:1:1: expected 'network', 'variable' or 'probability', found 'netwrk' (did you mean "
         "'network'?)"},
        {"network x",
         "x.bif:1:10: expected '{' to open the network block, found the end of the text"},
        {"network x { foo }",
         "x.bif:1:13: expected 'property' or '}' in the network block, found 'foo'"},
        {"network x { property a", "x.bif:1:21: this property is never closed (expected ';')"},
        {"network x {} /* open", "x.bif:1:14: this comment is never closed (expected */)"},
        {"network x {}\n}",
         "x.bif:2:1: expected 'network', 'variable' or 'probability', found '}'"},
        {"network \"x {}", "x.bif:1:9: this text in quotes has no end (expected a second \")"},
        {"network x {}\n\x01",
         "x.bif:2:1: expected 'network', 'variable' or 'probability', found '?'"},
        {"\xFF\xFEn", "x.bif:1:1: the text is UTF-16 (save it as UTF-8)"},
        {std::string("network x {}\n \0", 15), "x.bif:2:2: a NUL byte: this is not a text file"},
    });
}

TEST_CASE("BIF errors: variables", "[io][bif]") {
    check({
        {"variable {", "x.bif:1:10: expected the name of a variable, found '{'"},
        {"variable a;", "x.bif:1:11: expected '{' to open the block of variable 'a', found ';'"},
        {"variable a { typ",
         "x.bif:1:14: expected 'type', 'property' or '}' in the block of variable 'a', found "
         "'typ'"},
        {"variable a {\nvariable b {",
         "x.bif:2:1: expected 'type', 'property' or '}' in the block of variable 'a', found "
         "'variable'"},
        {"variable a { type continuous; }",
         "x.bif:1:19: expected 'discrete' as the type of variable 'a', found 'continuous' (BIF "
         "knows discrete variables only)"},
        {"variable a { type discrete [ 2 { x, y }; }",
         "x.bif:1:32: expected ']' after the number of states of variable 'a', found '{'"},
        {"variable a { type discrete [ 2 ] ( x, y ); }",
         "x.bif:1:34: expected '{' to open the states of variable 'a', found '('"},
        {"variable a { type discrete [ 2 ] { x,, y }; }",
         "x.bif:1:38: expected a state of variable 'a', found ','"},
        {"variable a { type discrete [ 2 ] { x, y ; }",
         "x.bif:1:41: expected ',' or '}' in the states of variable 'a', found ';'"},
        {"variable a\xFF { type discrete [ 1 ] { x }; }",
         "x.bif:1:10: the name 'a\xEF\xBF\xBD' is not UTF-8 (save the file as UTF-8; if it is "
         "Latin-1, 'iconv -f latin1 -t utf-8' does so)"},
        {"variable \"a\\x07\" { type discrete [ 1 ] { x }; }",
         "x.bif:1:10: the name 'a?' holds a control character"},
        {"variable a { type discrete [ 3 ] { x, y }; }\nprobability ( a ) { table 0.5 0.5; }",
         "x.bif:1:30: variable 'a' lists 2 states, but its type says '3'"},
        {"variable a { type discrete [ 2000000000 ] { x }; }\nprobability ( a ) { table 1; }",
         "x.bif:1:30: variable 'a' lists 1 state, but its type says '2000000000'"},
        {"variable a { type discrete [ 99999999999999999999999 ] { x }; }\nprobability ( a ) { "
         "table 1; }",
         "x.bif:1:30: variable 'a' lists 1 state, but its type says '99999999999999999999999'"},
        {"variable a { type discrete [ -1 ] { x }; }\nprobability ( a ) { table 1; }",
         "x.bif:1:30: variable 'a' lists 1 state, but its type says '-1'"},
        {"variable a { type discrete [ 0 ] { }; }\nprobability ( a ) { table 1; }",
         "x.bif:1:34: variable 'a' has no states"},
        {"variable a { }\nprobability ( a ) { table 1; }",
         "x.bif:1:10: variable 'a' has no states (expected 'type discrete [ 2 ] { a, b };')"},
        {"variable a { type discrete [ 2 ] { x, x }; }\nprobability ( a ) { table 0.5 0.5; }",
         "x.bif:1:39: variable 'a' has two states 'x'"},
        {"variable a { type discrete { x }; type discrete { x }; }\nprobability ( a ) { table 1; }",
         "x.bif:1:35: the type of variable 'a' is given twice"},
        {"variable a { type discrete { x }; }\nvariable a { type discrete { x }; }\nprobability ( "
         "a ) { table 1; }",
         "x.bif:2:10: variable 'a' is declared twice, first on line 1"},
        // The block that was refused is said again.
        {"variable a { type discrete { x }; }\nvariable a { type discrete { y }; }\nvariable b { "
         "type discrete { y }; }\n"
         "probability ( a ) { table 1; }\nprobability ( b ) { table 1; }",
         "x.bif:2:10: variable 'a' is declared twice, first on line 1"},
    });
}

TEST_CASE("BIF errors: a text that ends before every variable has its distribution", "[io][bif]") {
    const std::string three =
        "variable a { type discrete { x }; }\nvariable b { type discrete { x }; }\nvariable \"c "
        "d\" { type discrete { x }; }\n";
    const std::string two_more =
        "variable e { type discrete { x }; }\nvariable f { type discrete { x }; }\n";
    const std::string hint =
        " (each variable needs its block 'probability ( ... ) { ... }'; the file may have been cut "
        "off)";
    check({
        {"variable a { type discrete { x }; }",
         "x.bif:1:36: the text ends without the distribution of 'a'" + hint},
        {three + "probability ( b ) { table 1; }\nprobability ( a ) { table 1; }\n",
         "x.bif:6:1: the text ends without the distribution of 'c d'" + hint},
        {three + "probability ( b ) { table 0.1; }",
         "x.bif:4:33: the text ends without the distributions of 'a', 'c d'" + hint},
        {three + two_more,
         "x.bif:6:1: the text ends without the distributions of 'a', 'b', 'c d' and 2 more" + hint},
        // Where a mistake explains what is missing, that is told.
        {"variable a { type discrete { x }; }\nprobability ( A ) { table 1; }",
         "x.bif:2:15: there is no variable 'A' (did you mean 'a'?)"},
    });
    // A check tells each of them where it is declared.
    const std::vector<Problem> problems =
        io::check_bif(three + "probability ( b ) { table 0.1; }", {.name = "x.bif"});
    REQUIRE(problems.size() == 3);
    CHECK(to_string(problems[0]) == "x.bif:1:10: P(a) has no table");
    CHECK(to_string(problems[1]) == "x.bif:3:10: P('c d') has no table");
    CHECK(to_string(problems[2]) == "x.bif:4:27: P(b) sums to 0.1, not 1");
}

TEST_CASE("BIF errors: heads of probability blocks", "[io][bif]") {
    check({
        {given_b("probability a { table 0.5 0.5; }"),
         "x.bif:3:13: expected '(' after 'probability', found 'a'"},
        {given_b("probability ( ) { table 0.5 0.5; }"),
         "x.bif:3:15: expected the name of a variable, found ')'"},
        {given_b("probability ( | b ) { table 0.5 0.5; }"),
         "x.bif:3:15: expected one variable before the '|', found '|'"},
        {given_b("probability ( a b | b ) { table 0.5 0.5; }"),
         "x.bif:3:17: expected one variable before the '|', found 'b'"},
        {given_b("probability ( a | b | b ) { table 0.5 0.5; }"),
         "x.bif:3:21: expected a variable or ')' in the head of a probability block, found '|'"},
        {given_b("probability ( a { table 0.5 0.5; }"),
         "x.bif:3:17: expected a variable or ')' in the head of a probability block, found '{'"},
        {given_b("probability ( a ) table 0.5 0.5; }"),
         "x.bif:3:19: expected '{' to open the block of P(a), found 'table'"},
        {given_b("probability ( a | c ) { table 0.5 0.5; }"),
         "x.bif:3:19: there is no variable 'c' (known: a, b)"},
        {given_b("probability ( a | a ) { (x) 1 0; (y) 1 0; }"),
         "x.bif:3:19: variable 'a' is given as its own parent"},
        {given_b("probability ( a | b, b ) { default 1 0; }"),
         "x.bif:3:22: parent 'b' is named twice"},
        {given_b("probability ( a ) { table 1 0; }\nprobability ( a ) { table 0 1; }"),
         "x.bif:4:15: the distribution of 'a' is given twice, first on line 3"},
        {a_and_b("probability ( a | b ) { default 1 0; }\nprobability ( b | a ) { default 1 0; }"),
         "x.bif:3:15: the arcs form a cycle: a -> b -> a"},
    });
}

TEST_CASE("BIF errors: a mistyped name gets a suggestion", "[io][bif]") {
    check({
        {"variable smoke { type discrete { yes, no }; }\nprobability ( smok ) { table 0.5 0.5; "
         "}\nprobability ( smoke ) { table 1 0; }",
         "x.bif:2:15: there is no variable 'smok' (did you mean 'smoke'?)"},
        {given_b("probability ( a | b ) { (yess) 1 0; (no) 1 0; }"),
         "x.bif:3:26: variable 'b' has no state 'yess' (did you mean 'yes'?)"},
        {given_b("probability ( a | b ) { (yes) 1 0; (\"No\") 1 0; }"),
         "x.bif:3:37: variable 'b' has no state 'No' (did you mean 'no'?)"},
        {given_b("probability ( a ) { tabel 0.5 0.5; }"),
         "x.bif:3:21: " + statements + ", found 'tabel' (did you mean 'table'?)"},
    });
}

TEST_CASE("BIF errors: rows and tables", "[io][bif]") {
    check({
        {given_b("probability ( a ) { table 0.5 0.5;"),
         "x.bif:3:35: the text ends inside the block of P(a) (the '}' of the block that began on "
         "line 3 is missing)"},
        {given_b("probability ( a | b ) {\n ("),
         "x.bif:4:3: the text ends inside the block of P(a | b) (the '}' of the block that began "
         "on line 3 is missing)"},
        {given_b("probability ( a ) { table 0.5 0.5;\nprobability ( a ) { }"),
         "x.bif:4:1: " + statements + ", found 'probability'"},
        {given_b("probability ( a ) { 0.5, 0.5; }"), "x.bif:3:21: " + statements + ", found '0.5'"},
        {given_b("probability ( a ) { }"),
         "x.bif:3:15: no row for P(a) (give every row, or a 'default' row)"},
        {given_b("probability ( a ) { table 1; }"), "x.bif:3:15: P(a) needs 2 numbers, found 1"},
        {given_b("probability ( a | b ) { table 1 0; }"),
         "x.bif:3:15: P(a | b) needs 4 numbers, found 2"},
        {given_b("probability ( a ) { table 1 0; table 1 0; }"),
         "x.bif:3:32: the table of P(a) is given twice"},
        {given_b("probability ( a ) { default 1 0; default 1 0; }"),
         "x.bif:3:34: the default row of P(a) is given twice"},
        {given_b("probability ( a ) { default 1; }"),
         "x.bif:3:21: the default row of P(a) has 1 number, expected 2"},
        {given_b("probability ( a ) { default 1 0.1; }"),
         "x.bif:3:21: the default row of P(a) sums to 1.1, not 1"},
        {given_b("probability ( a ) { default 2 -1; }"),
         "x.bif:3:21: the default row of P(a) holds -1, not between 0 and 1"},
        {given_b("probability ( a | b ) { (yes) 1 0; (yes) 1 0; (no) 1 0; }"),
         "x.bif:3:36: P(a | b=yes) is given twice, first on line 3"},
        {given_b("probability ( a | b ) { table 1 1 0 0; (yes) 1 0; }"),
         "x.bif:3:40: P(a | b) has a row here and a table before it"},
        {given_b("probability ( a | b ) { (yes) 1 0; table 1 1 0 0; (no) 1 0; }"),
         "x.bif:3:36: the table of P(a | b) is given twice"},
        {given_b("probability ( a | b ) { (no) 1 0; }"),
         "x.bif:3:15: no row for P(a | b=yes) (give every row, or a 'default' row)"},
        {given_b("probability ( a | b ) {        }\n"),
         "x.bif:3:15: no row for P(a | b=yes), and 1 more (give every row, or a 'default' row)"},
        {given_b("probability ( a | b ) { (yes, no) 1 0; (no) 1 0; }"),
         "x.bif:3:25: this row of P(a | b) names 2 states, but there is 1 parent"},
        {given_b("probability ( a ) { (yes) 1 0; }"),
         "x.bif:3:21: this row of P(a) names 1 state, but there are 0 parents"},
        {given_b("probability ( a | b ) { (yes 1 0; (no) 1 0; }"),
         "x.bif:3:33: expected ',' or ')' after the states of a row, found ';'"},
        {given_b("probability ( a | b ) { (,yes) 1 0; (no) 1 0; }"),
         "x.bif:3:26: expected a state, found ','"},
        {given_b("probability ( a | b ) { (yes) 1; (no) 1 0 0; }"),
         "x.bif:3:25: P(a | b=yes) has 1 number, expected 2\nx.bif:3:34: P(a | b=no) has 3 "
         "numbers, expected 2"},
        {given_b("probability ( a | b ) { (no) 0.2 0.9;\n  (yes) 0.1, 0.8; }"),
         "x.bif:3:25: P(a | b=no) sums to 1.1, not 1\nx.bif:4:3: P(a | b=yes) sums to 0.9, not 1"},
        {given_b("probability ( a | b ) { table 0.1 0.2\n0.8 0.9; }"),
         "x.bif:3:31: P(a | b=yes) sums to 0.9, not 1\nx.bif:3:35: P(a | b=no) sums to 1.1, not 1"},
    });
}

TEST_CASE("BIF errors: numbers", "[io][bif]") {
    check({
        {given_b("probability ( a ) { table 0.5 half; }"),
         "x.bif:3:31: expected a number or ';', found 'half'"},
        {given_b("probability ( a ) { table 0.5 \"0.5\"; }"),
         "x.bif:3:31: expected a number or ';', found '0.5'"},
        {given_b("probability ( a ) { table 0.5, , 0.5; }"),
         "x.bif:3:32: expected a number, found ','"},
        {given_b("probability ( a ) { table , 0.5; }"), "x.bif:3:27: expected a number, found ','"},
        {given_b("probability ( a ) { table 0.5 nan; }"),
         "x.bif:3:31: expected a number or ';', found 'nan'"},
        {given_b("probability ( a ) { table inf 0; }"),
         "x.bif:3:27: expected a number or ';', found 'inf'"},
        {given_b("probability ( a ) { table 0x1 0; }"),
         "x.bif:3:27: expected a number or ';', found '0x1'"},
        {given_b("probability ( a ) { table 0.5.5 0; }"),
         "x.bif:3:27: expected a number or ';', found '0.5.5'"},
        {given_b("probability ( a ) { table 1e999 0; }"),
         "x.bif:3:27: the number '1e999' is too large or too small for a double"},
        {given_b("probability ( a ) { table 1 -0.5; }"),
         "x.bif:3:27: P(a=y) is -0.5, not between 0 and 1"},
    });
}

TEST_CASE("BIF errors: all problems are told at once, in the order of the text", "[io][bif]") {
    const std::string text =
        "network asia { }\n"
        "variable smoke { type discrete [ 2 ] { yes, no }; }\n"
        "variable lung { type discrete [ 3 ] { yes, no }; }\n"
        "variable dysp { type discrete [ 2 ] { yes, no }; }\n"
        "probability ( lung | smoke ) { (yess) 0.1, 0.9; (no) 0.01, 0.99; }\n"
        "probability ( smoke ) { table 0.5, 0.6; }\n"
        "probability ( dysp | bronc, lung ) { (yes) 0.1, 0.9; (no) 0.01, 0.99; }\n";
    const std::string problems =
        "x.bif:3:33: variable 'lung' lists 2 states, but its type says '3'\n"
        "x.bif:5:33: variable 'smoke' has no state 'yess' (did you mean 'yes'?)\n"
        "x.bif:6:31: P(smoke) sums to 1.1, not 1\n"
        "x.bif:7:22: there is no variable 'bronc' (known: smoke, lung, dysp)";
    CHECK(bif_error(text) == problems);
    const auto check = [](const std::string& bad) {
        std::string lines;
        for (const Problem& problem : io::check_bif(bad, {.name = "x.bif"}))
            lines.append(lines.empty() ? "" : "\n").append(to_string(problem));
        return lines;
    };
    CHECK(check(text) == problems);
    // Where the grammar is broken reading stops; what was found before is told too.
    CHECK(
        check(text + "prob")
            .starts_with(
                "x.bif:3:33: variable 'lung' lists 2 states, but its type says '3'\nx.bif:5:33: "));
    CHECK(check(text + "prob")
              .ends_with("x.bif:8:1: expected 'network', 'variable' or 'probability', found 'prob' "
                         "(did you mean 'probability'?)"));
    CHECK_THROWS_AS(io::read_bif(text + "prob"), ParseError);
    CHECK(check(smoke_and_lung_bif()).empty());
}

TEST_CASE("BIF errors: what is wrong before a syntax error is told with it", "[io][bif]") {
    const std::vector<Problem> problems = io::check_bif(
        "variable a { type discrete { x, y }; }\nprobability ( a ) { }\n!\n", {.name = "x.bif"});
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].location.line == 2);
    CHECK(problems[1].location.line == 3);
}

TEST_CASE("BIF errors: a row off by up to a thousandth is a remark", "[io][bif]") {
    const io::ReadResult result = io::read_bif(
        given_b("probability ( a | b ) { (yes) 0.5005 0.5; (no) 0.9 0.1; }"), {.name = "x.bif"});
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.bif:3:25: P(a | b=yes) sums to 1.0005, not 1; it was divided by its sum");
}

TEST_CASE("BIF limits: sizes are checked before anything is allocated", "[io][bif]") {
    const auto many_parents = [](int count, const std::string& body) {
        std::string variables, parents, tables;
        for (int i = 0; i < count; ++i) {
            const std::string name = "p" + std::to_string(i);
            variables += "variable " + name + " { type discrete [ 3 ] { a, b, c }; }\n";
            tables += "probability ( " + name + " ) { table 0.2 0.3 0.5; }\n";
            parents += (i == 0 ? " | " : ", ") + name;
        }
        return variables + "variable x { type discrete [ 3 ] { a, b, c }; }\n" + tables +
               "probability ( x" + parents + " ) { " + body + " }\n";
    };
    const std::string limit =
        " cells; the limit is 268435456 (give it fewer parents or states, or raise "
        "Limits::max_table_cells)";
    CHECK(bif_error(many_parents(40, "default 0.2 0.3 0.5;"))
              .starts_with("x.bif:82:15: the table P(x | p0, p1, "));
    CHECK(bif_error(many_parents(40, "")).ends_with("needs more than 2^64" + limit));
    CHECK(bif_error(many_parents(20, "default 0.2 0.3 0.5;")).ends_with(" 10460353203" + limit));
    CHECK(bif_error(many_parents(14, ""))
              .ends_with(", and 4782968 more (give every row, or a 'default' row)"));
    CHECK(bif_error(many_parents(5, "default 0.2 0.3 0.5;")).empty());

    // x has 3^16 = 43046721 and 3^6 = 729 cells, of which its block spells out the three of the
    // default row.
    const std::string fill =
        " have more than 16777216 cells together, the limit (give the variables fewer "
        "parents, or raise Limits::max_filled_cells)";
    CHECK(bif_error(many_parents(15, "default 0.2 0.3 0.5;")).ends_with(fill));
    CHECK(bif_error(many_parents(5, "default 0.2 0.3 0.5;"), {.max_filled_cells = 729}).empty());
    CHECK(bif_error(many_parents(5, "default 0.2 0.3 0.5;"), {.max_filled_cells = 700}) ==
          "x.bif:12:15: the tables without numbers up to P(x | p0, p1, p2, p3, p4) have more than "
          "700 cells together, the limit (give the variables fewer "
          "parents, or raise Limits::max_filled_cells)");

    const std::string text = smoke_and_lung_bif();
    CHECK(
        bif_error(text, {.max_file_bytes = 10}) ==
        "x.bif: the text has 238 bytes, more than the limit of 10 (raise Limits::max_file_bytes)");
    CHECK(bif_error(text, {.max_variables = 1}) ==
          "x.bif:6:10: a network of more than 1 variables (raise Limits::max_variables)");
    CHECK(bif_error(text, {.max_states = 1}) ==
          "x.bif:4:30: more than 1 states of variable 'smoke' (raise Limits::max_states)");
    CHECK(bif_error(text, {.max_parents = 0}) ==
          "x.bif:12:22: more than 0 parents (raise Limits::max_parents)");
    CHECK(bif_error(text, {.max_name_bytes = 4}) ==
          "x.bif:3:10: a name of 5 bytes is longer than the limit of 4 (a quote or a blank may be "
          "missing; or raise Limits::max_name_bytes)");
    CHECK(bif_error(text, {.max_table_cells = 3}) ==
          "x.bif:12:15: the table P(lung | smoke) needs 4 cells; the limit is 3 (give it "
          "fewer parents or states, or raise Limits::max_table_cells)");
    CHECK(bif_error(text, {.max_model_cells = 5}) ==
          "x.bif:12:15: the tables of the network need more than 5 cells together; the table of "
          "'lung' is the first beyond that limit (raise Limits::max_model_cells)");
}

TEST_CASE("BIF limits: a text full of problems is told by its first thousand", "[io][bif]") {
    std::string text = "variable a { type discrete { x }; }\nprobability ( a ) { table 1; }\n";
    for (int i = 0; i < 3000; ++i) text += "probability ( b ) { table 1; }\n";
    const std::vector<Problem> problems = io::check_bif(text, {.name = "x.bif"});
    REQUIRE(problems.size() == 1001);
    CHECK(to_string(problems[0]) == "x.bif:3:15: there is no variable 'b' (known: a)");
    CHECK(to_string(problems[999]) == "x.bif:1002:15: there is no variable 'b'");
    CHECK(to_string(problems[1000]) == "... and 2000 more");
}

TEST_CASE("BIF limits: an error behind a thousand warnings is still an error", "[io][bif]") {
    std::string text = "variable a { type discrete { x, y }; }\nprobability ( a ) { table 1 0; }\n";
    std::string last;
    for (int i = 0; i < 1200; ++i) {
        const std::string name = "b" + std::to_string(i);
        text += "variable " + name + " { type discrete { x, y }; }\nprobability ( " + name +
                " | a ) { table 0.1 0.9 0.2 0.8; }\n";
    }
    CHECK(bif_error(text).empty());
    text += "variable c { type discrete { x, y }; }\nprobability ( c | a ) { (x) 1 0; (z) 0 1; }\n";
    CHECK(bif_error(text).find("x.bif:2404:35: variable 'a' has no state 'z'") !=
          std::string::npos);
}
