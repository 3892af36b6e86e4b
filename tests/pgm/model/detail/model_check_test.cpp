#include <pgm/core/numbers.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <string>
#include <vector>

namespace {

using pgm::Location;
using pgm::NetworkBuilder;
using pgm::Problem;
using pgm::Scope;
using pgm::TableCpd;
using pgm::Variable;
using pgm::VariableId;
using pgm::WrittenRows;
using pgm::WrittenTable;
using Lines = std::vector<std::string>;

Lines problem_lines(const NetworkBuilder& net) {
    Lines lines;
    for (const Problem& problem : net.check()) lines.push_back(to_string(problem));
    return lines;
}

/// A fine network A -> B, to be spoiled.
NetworkBuilder a_to_b() {
    NetworkBuilder net = NetworkBuilder::parse("A{x|y} -> B{no|yes}");
    net.cpt("A").values({0.5, 0.5});
    return net;
}

NetworkBuilder with_b_rows(std::vector<double> given_x, std::vector<double> given_y) {
    NetworkBuilder net = a_to_b();
    net.cpt("B").row("A=x", given_x).row("A=y", given_y);
    return net;
}

using pgm::infinity;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("NetworkBuilder::check: a row that does not sum to 1 is named, with its sum") {
    CHECK(problem_lines(with_b_rows({0.6, 0.5}, {0, 1})) == Lines{"P(B | A=x) sums to 1.1, not 1"});
    CHECK(problem_lines(with_b_rows({0, 1}, {0.1, 0.2})) == Lines{"P(B | A=y) sums to 0.3, not 1"});
    CHECK(problem_lines(with_b_rows({0, 0}, {0.5, 0.5011})) ==
          Lines{"P(B | A=x) sums to 0, not 1", "P(B | A=y) sums to 1.0011, not 1"});
    NetworkBuilder net = with_b_rows({0, 1}, {0, 1});
    net.cpt("A").values({0.6, 0.5});
    CHECK(problem_lines(net) == Lines{"P(A) sums to 1.1, not 1"});
}

TEST_CASE("NetworkBuilder::check: numbers that are no probabilities are named by their cell") {
    CHECK(problem_lines(with_b_rows({1.1, -0.1}, {0, 1})) ==
          Lines{"P(B=yes | A=x) is -0.1, not between 0 and 1"});
    CHECK(problem_lines(with_b_rows({0, 1}, {not_a_number, 1})) ==
          Lines{"P(B=no | A=y) is nan, not between 0 and 1"});
    CHECK(problem_lines(with_b_rows({0, 1}, {0, infinity})) ==
          Lines{"P(B=yes | A=y) is inf, not between 0 and 1"});
    CHECK(problem_lines(with_b_rows({2, 0}, {-infinity, 1})) ==
          Lines{"P(B | A=x) sums to 2, not 1", "P(B=no | A=y) is -inf, not between 0 and 1"});
    CHECK(problem_lines(with_b_rows({1e308, 1e308}, {0, 1})) ==
          Lines{"P(B | A=x) sums to inf, not 1"});
}

TEST_CASE(
    "NetworkBuilder::check: rows within a thousandth give one warning that names the worst and "
    "counts the rest") {
    NetworkBuilder net = with_b_rows({0.5, 0.50001}, {0.5, 0.4995});
    CHECK(problem_lines(net) == Lines{"P(B | A=y) sums to 0.9995, not 1; it was divided by its "
                                      "sum, and so was one other row, which is nearer to 1"});
    std::vector<Problem> remarks;
    const pgm::BayesianNetwork network = net.build(remarks);
    REQUIRE(remarks.size() == 1);
    CHECK(remarks[0].severity == Problem::Severity::warning);
    CHECK(NetworkBuilder(network).check().empty());

    CHECK(problem_lines(with_b_rows({0.5, 0.50001}, {0.5, 0.5})) ==
          Lines{"P(B | A=x) sums to 1.00001, not 1; it was divided by its sum"});
}

TEST_CASE(
    "NetworkBuilder::check: a missing row is named; of many, the first is named and the rest are "
    "counted") {
    NetworkBuilder net = a_to_b();
    net.cpt("B").row("A=x", {0, 1});
    CHECK(problem_lines(net) ==
          Lines{"no row for P(B | A=y) (give every row, or one without states for all others)"});

    NetworkBuilder wider = NetworkBuilder::parse("A{x|y} -> C{2} <- B{b0|b1|b2}");
    wider.cpt("A").values({0.5, 0.5});
    wider.cpt("B").values({0.5, 0.5, 0});
    wider.cpt("C").row("A=x, B=b0", {0, 1}).row("A=y, B=b1", {0, 1});
    CHECK(problem_lines(wider) == Lines{"no row for P(C | A=x, B=b1), and 3 more (give every row, "
                                        "or one without states for all others)"});
}

TEST_CASE("NetworkBuilder::check: a variable without a table is named with its parents") {
    CHECK(problem_lines(NetworkBuilder::parse("A -> B <- C")) ==
          Lines{"P(A) has no table", "P(B | A, C) has no table", "P(C) has no table"});
}

TEST_CASE("NetworkBuilder::check: a row that is given again is reported") {
    NetworkBuilder net = with_b_rows({0, 1}, {0, 1});
    net.cpt("B").row("A=y", {1, 0}).row("A = 'y'", {1, 0});
    CHECK(problem_lines(net) == Lines(2, "P(B | A=y) is given twice"));
}

TEST_CASE(
    "NetworkBuilder::check: lists of the wrong length say what was given and what is needed") {
    CHECK(problem_lines(with_b_rows({1}, {0.2, 0.3, 0.5})) ==
          Lines{"P(B | A=x) has 1 number, expected 2", "P(B | A=y) has 3 numbers, expected 2"});
    NetworkBuilder net = a_to_b();
    net.cpt("B").values({0, 1, 0});
    CHECK(problem_lines(net) == Lines{"P(B | A) needs 4 numbers, found 3"});
    net.cpt("B").values({0, 1, 0, 1});
    net.cpt("A").values({1});
    CHECK(problem_lines(net) == Lines{"P(A) needs 2 numbers, found 1"});
    net.cpt("A").values({0, 1});
    net.cpt("B").row("A=x", {0, 1});
    CHECK(problem_lines(net) == Lines{"P(B | A) is given both row by row and as one list"});
}

TEST_CASE("NetworkBuilder::check: the default row is checked once, not once per row it fills") {
    NetworkBuilder net = a_to_b();
    net.cpt("B").otherwise({0.2, 0.2});
    CHECK(problem_lines(net) == Lines{"the default row of P(B | A) sums to 0.4, not 1"});
    net.cpt("B").otherwise({0.2, not_a_number});
    CHECK(problem_lines(net) ==
          Lines{"the default row of P(B | A) holds nan, not between 0 and 1"});
    net.cpt("B").otherwise({1});
    CHECK(problem_lines(net) == Lines{"the default row of P(B | A) has 1 number, expected 2"});
}

TEST_CASE("NetworkBuilder::check: keys of rows are explained where they cannot be read") {
    const auto key = [](std::string_view text) {
        NetworkBuilder net =
            NetworkBuilder::parse("Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on}");
        net.cpt("Rain").values({0.5, 0.5});
        net.cpt("Sprinkler").values({0.5, 0.5});
        net.cpt("Wet").row(text, {0, 1}).otherwise({0, 1});
        return problem_lines(net);
    };
    CHECK(key("Rain=yes, Sprinkler=on").empty());
    CHECK(key("Rian=yes, Sprinkler=on") ==
          Lines{"the row 'Rian=yes, Sprinkler=on' of P(Wet | Rain, Sprinkler) names 'Rian', which "
                "is not a parent (did you mean 'Rain'?)"});
    CHECK(key("Rain=yse, Sprinkler=on") ==
          Lines{"the row 'Rain=yse, Sprinkler=on' of P(Wet | Rain, Sprinkler): variable 'Rain' has "
                "no state 'yse' (did you mean 'yes'?)"});
    CHECK(key("Rain=yes") ==
          Lines{"the row 'Rain=yes' of P(Wet | Rain, Sprinkler) names no state of 'Sprinkler'"});
    CHECK(key("Rain=yes, Rain=no, Sprinkler=on") ==
          Lines{"the row 'Rain=yes, Rain=no, Sprinkler=on' of P(Wet | Rain, Sprinkler) names "
                "'Rain' twice"});
    CHECK(key("Rain=yes, do(Sprinkler=on)") ==
          Lines{"the row 'Rain=yes, do(Sprinkler=on)' of P(Wet | Rain, Sprinkler): do() has no "
                "place in a row"});
    CHECK(key("Rain yes") == Lines{"the row 'Rain yes' of P(Wet | Rain, Sprinkler): column 9: "
                                   "expected '=' and a state after 'Rain yes', found the end"});
    CHECK(key("Rain=yes, ") == Lines{"the row 'Rain=yes, ' of P(Wet | Rain, Sprinkler): column 11: "
                                     "expected a variable, found the end"});
}

TEST_CASE("NetworkBuilder::check: the order named for a flat list must name every parent once") {
    const auto order = [](const std::vector<std::string>& names) {
        NetworkBuilder net =
            NetworkBuilder::parse("Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on}");
        net.cpt("Rain").values({0.5, 0.5});
        net.cpt("Sprinkler").values({0.5, 0.5});
        net.cpt("Wet").values(names, {0, 1, 0, 1, 0, 1, 0, 1});
        return problem_lines(net);
    };
    const std::string start = "the order given for the values of P(Wet | Rain, Sprinkler) ";
    CHECK(order({"Sprinkler", "Rain"}).empty());
    CHECK(order({"Sprinkler"}) == Lines{start + "leaves out 'Rain'"});
    CHECK(order({"Sprinkler", "Rain", "Rain"}) == Lines{start + "names 'Rain' twice"});
    CHECK(order({"Sprinkler", "Rian"}) ==
          Lines{start + "names 'Rian', which is not a parent (did you mean 'Rain'?)",
                start + "leaves out 'Rain'"});
}

TEST_CASE("NetworkBuilder::check: unknown variables are named with the nearest known one") {
    NetworkBuilder net = with_b_rows({0, 1}, {0, 1});
    net.arc("Smoke", "B").arc("A", "BB").cpt("C").values({1});
    CHECK(problem_lines(net) == Lines{"no variable 'Smoke' for the arc Smoke -> B (known: A, B)",
                                      "no variable 'BB' for the arc A -> BB (did you mean 'B'?)",
                                      "no variable 'C' for the table P(C) (known: A, B)"});
}

TEST_CASE("NetworkBuilder::check: the name of the network is text of one line") {
    CHECK(problem_lines(NetworkBuilder("a\nb")) ==
          Lines{"the name of the network holds a control character: 'a?b'"});
    CHECK(problem_lines(NetworkBuilder("\xFF")) ==
          Lines{"the name of the network is not UTF-8: '\xEF\xBF\xBD'"});
    CHECK(problem_lines(NetworkBuilder("two words, \xC3\xA4")).empty());
}

TEST_CASE("NetworkBuilder::check: names and states are checked, all of them") {
    NetworkBuilder net;
    net.add_variable(Variable("A", {"x", "y", "x", "x"}));
    net.add_variable(Variable("A", {"x"}));
    net.add_variable(Variable("", {"x"}));
    net.add_variable(Variable("B", {"x", ""}));
    net.add_variable(Variable("C\n", {"x", "\x7f"}));
    net.add_variable(Variable("D"));
    Lines expected{"variable 'A' has two states 'x'",
                   "variable 'A' is declared twice",
                   "variable number 3 has an empty name",
                   "variable 'B' has a state with an empty name",
                   "the name of variable 'C?' holds a control character: 'C?'",
                   "a state of variable 'C?' holds a control character: '?'",
                   "variable 'D' has no states (a discrete variable has states, a continuous one a "
                   "density: D: normal(0, sd 1))"};
    Lines found = problem_lines(net);
    REQUIRE(found.size() >= expected.size());
    found.resize(expected.size());  // tables are missing as well
    CHECK(found == expected);

    NetworkBuilder limited("", {.max_name_bytes = 3});
    limited.add_variable(Variable("ABCD", {"x"}));
    CHECK(problem_lines(limited).front() ==
          "the name of variable 'ABCD' is 4 bytes long; the limit is 3");
}

TEST_CASE("NetworkBuilder::check: a cycle is named") {
    NetworkBuilder net = NetworkBuilder::parse("A -> B -> C -> A; 'D 1' -> 'D 1'");
    for (const char* name : {"A", "B", "C", "D 1"}) net.cpt(name).otherwise({0.5, 0.5});
    const Lines found = problem_lines(net);
    REQUIRE(found.size() == 1);
    const Lines rotations{
        "the arcs form a cycle: A -> B -> C -> A", "the arcs form a cycle: B -> C -> A -> B",
        "the arcs form a cycle: C -> A -> B -> C", "the arcs form a cycle: 'D 1' -> 'D 1'"};
    CHECK_THAT(rotations, Catch::Matchers::VectorContains(found.front()));

    NetworkBuilder loop = NetworkBuilder::parse("A -> A");
    loop.cpt("A").otherwise({0.5, 0.5});
    CHECK(problem_lines(loop) == Lines{"the arcs form a cycle: A -> A"});
}

TEST_CASE("NetworkBuilder::check: odd names are quoted in messages") {
    NetworkBuilder net = NetworkBuilder::parse("age{'<5'|'20-30'|'a b'} -> B{no|yes}");
    net.cpt("age").values({0.5, 0.25, 0.25});
    net.cpt("B").row("age=<5", {0.5, 0.6}).row("age=20-30", {0.5, 0.6}).row("age=a b", {0.5, 0.6});
    CHECK(problem_lines(net) == Lines{"P(B | age='<5') sums to 1.1, not 1",
                                      "P(B | age=20-30) sums to 1.1, not 1",
                                      "P(B | age='a b') sums to 1.1, not 1"});
}

TEST_CASE("NetworkBuilder::check: places given by a reader stand in front of the message") {
    NetworkBuilder net;
    net.set_source({[](std::size_t place) {
        return Location{.file = "n.bif", .line = static_cast<std::uint32_t>(place), .column = 1};
    }});
    const VariableId a = net.add_variable(Variable("A", {"x", "y"}), 2);
    net.add_variable(Variable("B", {"no", "yes"}), 5);
    net.add_variable(Variable("C", {"no"}), 8);
    CHECK(problem_lines(net).front() == "n.bif:2:1: P(A) has no table");
    net.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.6, 0.5}), 11);
    WrittenRows rows;
    rows.add(14, std::vector<std::uint32_t>{1});
    rows.numbers.values = {0.1, 0.1, 0.6, 0.5};
    rows.keys.add(13, std::vector<std::uint32_t>{0});
    rows.first_numbers.push_back(2);
    net.add_family({{"B", 12}, {{"A", 12}}, 12, rows});
    CHECK(problem_lines(net) ==
          Lines{"n.bif:8:1: P(C) has no table", "n.bif:11:1: P(A) sums to 1.1, not 1",
                "n.bif:13:1: P(B | A=x) sums to 1.1, not 1",
                "n.bif:14:1: P(B | A=y) sums to 0.2, not 1"});
    CHECK(net.check()[2].location == Location{"n.bif", 13, 1, "B", "A=x"});
}

TEST_CASE("NetworkBuilder::check: families of a text are read with their mistakes, each once") {
    NetworkBuilder net;
    net.set_source(
        {[](std::size_t place) { return Location{.line = static_cast<std::uint32_t>(place)}; }});
    for (const char* const name : {"A", "B", "C"}) net.add_variable(Variable(name, {"n", "y"}), 1);
    const WrittenTable certain{.numbers = {0, {0, 1}, {}}};
    net.add_family({{"A", 2}, {}, 2, certain});
    net.add_family({{"A", 3}, {}, 3, certain});
    net.add_family({{"B", 4}, {{"Q", 4}, {"B", 5}}, 4, certain});
    net.add_family({{"C", 6}, {{"A", 6}, {"A", 7}}, 6, certain});
    net.add_family({{"D", 8}, {}, 8, certain});
    CHECK(problem_lines(net) == Lines{"3: the distribution of 'A' is given twice, first on line 2",
                                      "4: there is no variable 'Q' (known: A, B, C)",
                                      "5: variable 'B' is given as its own parent",
                                      "7: parent 'A' is named twice",
                                      "8: there is no variable 'D' (known: A, B, C)"});
}

TEST_CASE("NetworkBuilder::check: a place without a function for places is no location") {
    NetworkBuilder net;
    net.add_variable(Variable("A", {"x"}), 7);
    CHECK(problem_lines(net) == Lines{"P(A) has no table"});
}

TEST_CASE("NetworkBuilder::check: tables that do not fit the variables are reported") {
    NetworkBuilder net;
    net.add_variable(Variable("A", {"x", "y"}));
    net.set_cpd(TableCpd(Scope({VariableId{0}}, {3}), std::vector<double>{0, 0, 1}));
    CHECK(problem_lines(net) == Lines{"the table of 'A' has 3 states of 'A', which has 2"});
    net.set_cpd(TableCpd(Scope({VariableId{7}, VariableId{0}}, {1, 2}), std::vector<double>{0, 1}));
    CHECK(problem_lines(net) == Lines{"the table of 'A' has variable number 7 as a parent, but "
                                      "there are only 1 variables, counted from 0"});
    net.set_cpd(TableCpd(Scope({VariableId{0}}, {2}), std::vector<double>{0, 1}));
    CHECK(problem_lines(net).empty());
    net.set_cpd(TableCpd());
    net.set_cpd(TableCpd(Scope({VariableId{5}}, {1}), std::vector<double>{1}));
    CHECK(problem_lines(net) ==
          Lines{"a table was given for no variable, but there are only 1 variables, counted from 0",
                "a table was given for variable number 5, but there are only 1 variables, counted "
                "from 0"});
}

TEST_CASE(
    "NetworkBuilder::check: an arc added to a variable that has its table asks for a new one") {
    NetworkBuilder net(with_b_rows({0, 1}, {0, 1}).build());
    net.variable("C", {"u", "v"}).arc("C", "B").cpt("C").values({0, 1});
    CHECK(problem_lines(net) ==
          Lines{"P(B | A, C) has no table: the one it has is for fewer parents"});
}

TEST_CASE(
    "NetworkBuilder::build: throws one error that lists every problem, and reports those of a "
    "reader with its own") {
    NetworkBuilder net = with_b_rows({0.6, 0.5}, {0, -1});
    net.add_problem(
        {Problem::Severity::error, "the network has two names", {.file = "n.bif", .line = 3}, {}});
    CHECK_THROWS_WITH(net.build(),
                      "n.bif:3: the network has two names\nP(B | A=x) sums to 1.1, not 1\nP(B=yes "
                      "| A=y) is -1, not between 0 and 1");
}

TEST_CASE("NetworkBuilder::check: of thousands of problems the first thousand are listed") {
    NetworkBuilder net;
    for (int i = 0; i < 1500; ++i) net.add_variable(Variable("X" + std::to_string(i), {"x"}));
    const Lines found = problem_lines(net);
    REQUIRE(found.size() == 1001);
    CHECK(found[999] == "P(X999) has no table");
    CHECK(found[1000] == "... and 500 more");
}

}  // namespace
