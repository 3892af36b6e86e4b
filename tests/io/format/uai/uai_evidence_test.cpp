#include <io/format/uai/uai.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::io;

namespace {

/// Three variables of three states, with uniform tables.
BayesianNetwork three_by_three() {
    return read_uai("BAYES 3 3 3 3 3 1 0 1 1 1 2 3 .2 .3 .5 3 .2 .3 .5 3 .2 .3 .5\n").network;
}

/// Four variables of two states.
BayesianNetwork four_by_two() {
    return read_uai("BAYES 4 2 2 2 2 4 1 0 1 1 1 2 1 3 2 .5 .5 2 .5 .5 2 .5 .5 2 .5 .5\n").network;
}

/// "0=1 2=0; 1=1"
std::string evidence_in(const BayesianNetwork& network, const std::string& text) {
    std::string all;
    try {
        for (const Evidence& evidence : read_uai_evidence(text, network, {.name = "e"})) {
            if (!all.empty()) all += "; ";
            std::string one;
            for (const auto& [variable, finding] : evidence)
                one += (one.empty() ? "" : " ") + std::to_string(variable.index()) + "=" +
                       std::to_string(state_of(finding)->index());
            all += one.empty() ? "none" : one;
        }
        return all;
    } catch (const Error& error) {
        return error.what();
    }
}

std::string query_in(const std::string& text) {
    try {
        std::string all;
        for (const VariableId id : read_uai_query(text, three_by_three(), {.name = "q"}))
            all += std::to_string(id.index()) + " ";
        return all;
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("UAI evidence: a number of findings, and these") {
    const BayesianNetwork network = three_by_three();
    CHECK(evidence_in(network, "0") == "none");
    CHECK(evidence_in(network, "1 2 1\n") == "2=1");
    CHECK(evidence_in(network, "2 2 1 1 0\r\n") == "1=0 2=1");
    CHECK(evidence_in(network, "2\n2\n2\n1\n0\n") == "1=0 2=2");
    CHECK(evidence_in(network, "\xEF\xBB\xBF 1 # one\n\n2 1") == "2=1");
}

TEST_CASE("UAI evidence: a number of sets alone on the first line, and these") {
    const BayesianNetwork network = three_by_three();
    CHECK(evidence_in(network, "1\n1 2 1\n") == "2=1");
    CHECK(evidence_in(network, "1\n0\n") == "none");
    CHECK(evidence_in(network, "2\n1 0 1\n1 0 2\n") == "0=1; 0=2");
    CHECK(evidence_in(network, "3\n0\n2 0 1 1 1\n1 2 0\n") == "none; 0=1 1=1; 2=0");
}

TEST_CASE("UAI evidence: a variable and its state on each line") {
    const BayesianNetwork network = three_by_three();
    CHECK(evidence_in(network, "2 1\n") == "2=1");
    CHECK(evidence_in(network, "2 1\n0 0\n") == "0=0 2=1");
    CHECK(evidence_in(network, "1 1\n2 1\n") == "1=1 2=1");
}

TEST_CASE("UAI evidence: the states of the network decide before the lines do") {
    // As one number and two findings 1=2 is no state; as two sets 2=3 is none.
    CHECK(evidence_in(four_by_two(), "2\n1 0\n3 0\n") == "1=0 3=0");
    // As variables and states, 1=2 is none.
    CHECK(evidence_in(four_by_two(), "1 2 0 1 3 1\n") == "0=1 3=1");
}

TEST_CASE("UAI evidence: what can be read in two ways is refused") {
    const BayesianNetwork network = three_by_three();
    const std::string two_ways =
        "e:1:1: the evidence can be read in two ways: the first number may be that of sets, of "
        "findings, or a variable (begin with a line that has the number of sets, 1, alone)";
    CHECK(evidence_in(network, "1 1 2 1\n") == two_ways);
    // 1=1 and 2=0, or the sets {1=2} and {}.
    CHECK(evidence_in(network, "2\n1 1\n2 0\n") == two_ways);
}

TEST_CASE("UAI evidence: mistakes are reported with their location") {
    const BayesianNetwork network = three_by_three();
    CHECK(evidence_in(network, "") ==
          "e:1:1: expected a number of findings, found the end of the text (0 stands for none)");
    CHECK(evidence_in(network, "1 0 x") ==
          "e:1:5: expected a variable, a state or a number of them, a whole number, found 'x'");
    CHECK(evidence_in(network, "1 0 -1") ==
          "e:1:5: expected a variable, a state or a number of them, a whole number, found '-1'");
    CHECK(evidence_in(network, "1 3 0") ==
          "e:1:3: there is no variable 3, only 3 variables, counted from 0");
    CHECK(evidence_in(network, "1\n1 0 3") ==
          "e:2:5: variable 0 has no state 3, only 3 states, counted from 0");
    CHECK(evidence_in(network, "2 0 1") ==
          "e:1:1: expected 2 findings, a variable and a state each, found 2 numbers (the file may "
          "have been cut off)");
    CHECK(evidence_in(network, "2000000000 0 1") ==
          "e:1:1: expected 2000000000 findings, a variable and a state each, found 2 numbers (the "
          "file may have been cut off)");
    CHECK(evidence_in(network, "2 0 1 0 2") == "e:1:7: variable 0 has two findings");
    CHECK(evidence_in(network, "2 0 1 0 1") == "e:1:7: variable 0 has two findings");
}

TEST_CASE("UAI query: a number of variables, and these") {
    CHECK(query_in("2 0 2\n") == "0 2 ");
    CHECK(query_in("1\n1") == "1 ");
    CHECK(query_in("") ==
          "q:1:1: expected the number of variables, found the end of the text (the file may have "
          "been cut off)");
    CHECK(query_in("0") == "q:1:1: a query has one variable at least");
    CHECK(query_in("2 0") ==
          "q:1:1: the number of variables is 2, too many for the 2 bytes that "
          "follow (the file may have been cut off)");
    CHECK(query_in("1 3") == "q:1:3: there is no variable 3, only 3 variables, counted from 0");
    CHECK(query_in("2 1 1") == "q:1:5: variable 1 is twice in the query");
    CHECK(query_in("1 0 2") == "q:1:5: the text goes on after the last variable");
}
