#include <pgm/core/error.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

namespace {

using pgm::Evidence;
using pgm::parse_evidence;

pgm::BayesianNetwork survey() {
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse(
        "Rain{no|yes}; age{<5|20-30|'a, b'|f(x)}; 'hours worked'{40.5-|40.5+}; do{x|y}");
    for (const char* name : {"Rain", "hours worked", "do"}) net.cpt(name).values({0.5, 0.5});
    net.cpt("age").values({0.25, 0.25, 0.25, 0.25});
    return net.build();
}

std::string evidence_failure(std::string_view text) {
    const pgm::BayesianNetwork net = survey();
    try {
        parse_evidence(net, text);
    } catch (const pgm::Error& error) {
        return error.what();
    }
    return "no error";
}

TEST_CASE("parse_evidence: findings are separated by commas, blanks do not matter") {
    const pgm::BayesianNetwork net = survey();
    CHECK(parse_evidence(net, "").empty());
    CHECK(parse_evidence(net, "  ").empty());
    CHECK(parse_evidence(net, "Rain=yes") == Evidence{}.observe(net, "Rain", "yes"));
    CHECK(parse_evidence(net, " age = 20-30 ,Rain= no ") ==
          Evidence{}.observe(net, "Rain", "no").observe(net, "age", "20-30"));
}

TEST_CASE("parse_evidence: do(...) marks interventions, and a variable may be called do") {
    const pgm::BayesianNetwork net = survey();
    CHECK(parse_evidence(net, "do(Rain=yes)") == Evidence{}.intervene(net, "Rain", "yes"));
    CHECK(parse_evidence(net, "do ( Rain = yes , age=f(x) ), do=y") ==
          Evidence{}
              .intervene(net, "Rain", "yes")
              .intervene(net, "age", "f(x)")
              .observe(net, "do", "y"));
}

TEST_CASE("parse_evidence: odd names and states work with and without quotes") {
    const pgm::BayesianNetwork net = survey();
    CHECK(parse_evidence(net, "age=<5") == Evidence{}.observe(net, "age", "<5"));
    CHECK(parse_evidence(net, "age='a, b'") == Evidence{}.observe(net, "age", "a, b"));
    CHECK(parse_evidence(net, "age=f(x), Rain=no") ==
          Evidence{}.observe(net, "age", "f(x)").observe(net, "Rain", "no"));
    CHECK(parse_evidence(net, "hours worked=40.5+") ==
          Evidence{}.observe(net, "hours worked", "40.5+"));
    CHECK(parse_evidence(net, "'hours worked' = \"40.5-\"") ==
          Evidence{}.observe(net, "hours worked", "40.5-"));
}

TEST_CASE(
    "parse_evidence: the same finding twice is one, two different ones about a variable are an "
    "error") {
    const pgm::BayesianNetwork net = survey();
    CHECK(parse_evidence(net, "Rain=yes, Rain='yes'") == Evidence{}.observe(net, "Rain", "yes"));
    CHECK(evidence_failure("Rain=yes, age=<5, Rain=no") ==
          "column 19: two different findings about 'Rain'");
    CHECK(evidence_failure("Rain=yes, do(Rain=yes)") ==
          "column 14: two different findings about 'Rain'");
}

TEST_CASE("parse_evidence: a likelihood is a list of numbers, one per state") {
    const pgm::BayesianNetwork net = survey();
    const std::vector<double> numbers = {0.9, 0.2};
    const pgm::Evidence evidence = parse_evidence(net, "Rain = [ 9e-1,0.2 ]");
    CHECK(evidence == pgm::Evidence{}.likelihood(net, "Rain", numbers));
    CHECK(format(net, net.id("Rain"), evidence[0].finding) == "Rain=[0.9, 0.2]");
    const std::vector<double> product = {0.25, 0};
    CHECK(parse_evidence(net, "Rain=[0.5, 2], Rain=[0.5, 0]") ==
          pgm::Evidence{}.likelihood(net, "Rain", product));
    CHECK(evidence_failure("Rain=[0.9, 0.2, 0.1]") ==
          "column 6: the likelihood of 'Rain' has 3 values, but the variable has 2 states");
    CHECK(evidence_failure("do(Rain=[0.9, 0.2])") ==
          "column 9: variable 'Rain' has no state '[0.9, 0.2]' (known: no, yes)");
}

TEST_CASE("parse_evidence: errors point at their column") {
    const std::string quotes =
        " (a name with signs, or with the words and, or, not, in, is put in quotes)";
    CHECK(evidence_failure("Rain") ==
          "column 5: expected '=' and a state after 'Rain', found the end");
    CHECK(evidence_failure("Rain, age=<5") ==
          "column 5: expected '=' and a state after 'Rain', found ','");
    CHECK(evidence_failure("=yes") == "column 1: expected a variable, found '='");
    CHECK(evidence_failure("Rain=") == "column 6: expected a state of 'Rain', found the end");
    CHECK(evidence_failure("Rain=, age=<5") == "column 6: expected a state of 'Rain', found ','");
    CHECK(evidence_failure("Rain=yes,") == "column 10: expected a variable, found the end");
    CHECK(evidence_failure("Rain='yes") ==
          "column 6: this quote is not closed (a quote inside a name is written twice, or the name "
          "put in \"...\")");
    CHECK(evidence_failure("Rain='yes' no") ==
          "column 12: expected ',' between two findings, found 'no'" + quotes);
    CHECK(evidence_failure("do(Rain=yes") == "column 12: expected ')' to close do(, found the end");
    CHECK(evidence_failure("do(Rain=yes) age=<5") ==
          "column 14: expected ',' between two findings, found 'age'" + quotes);
    CHECK(evidence_failure("Rain=yes and age=<5") ==
          "column 10: expected ',' between two findings, found 'and'" + quotes);
    CHECK(evidence_failure("age=<5, Rian=yes") ==
          "column 9: no variable 'Rian' (did you mean 'Rain'?)");
    CHECK(evidence_failure("age=<5, Rain=yse") ==
          "column 14: variable 'Rain' has no state 'yse' (did you mean 'yes'?)");
}

}  // namespace
