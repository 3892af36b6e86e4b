#include <io/format/uai/uai.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <tuple>

using namespace pgm;
using namespace pgm::io;

namespace {

const std::string smoke_and_lung_uai =
    "BAYES\n2\n2 2\n2\n1 0\n2 0 1\n\n2\n 0.5 0.5\n\n4\n 0.1 0.9\n 0.01 0.99\n";

/// F(x0, x1) = f(x0) g(x0, x1) with Z = 1*2 + 1*1 + 3*1 + 3*2 = 12.
const std::string pair_uai = "MARKOV\n2\n2 2\n2\n1 0\n2 0 1\n\n2\n 1 3\n\n4\n 2 1\n 1 2\n";

std::string uai_error_of(const std::string& text, const Limits& limits = {}) {
    try {
        read_uai_model(text, {.name = "x.uai", .limits = limits});
        return "";
    } catch (const Error& error) {
        return to_string(problem_of(error));
    }
}

/// A text with one piece replaced.
std::string uai_with(std::string text, const std::string& piece, const std::string& other) {
    return text.replace(text.find(piece), piece.size(), other);
}

/// A pairwise factor for each two of `count` variables of two states.
std::string complete_graph_uai(int count) {
    std::string scopes, tables;
    for (int a = 0; a < count; ++a)
        for (int b = 0; b < a; ++b) {
            scopes += "2 " + std::to_string(a) + " " + std::to_string(b) + "\n";
            tables += "4 1 2 2 1\n";
        }
    std::string text = "MARKOV\n" + std::to_string(count) + "\n";
    for (int a = 0; a < count; ++a) text += "2 ";
    return text + "\n" + std::to_string(count * (count - 1) / 2) + "\n" + scopes + tables;
}

}  // namespace

TEST_CASE("UAI: words may be on one line, tables in any order, with comments") {
    const BayesianNetwork network = read_uai(smoke_and_lung_uai).network;
    CHECK(network.variable(VariableId(1)).name() == "X1");
    CHECK(network.variable(VariableId(1)).states() == std::vector<std::string>{"0", "1"});
    CHECK(read_uai("bayes 2 2 2 2 2 0 1 1 0 4 .1 9e-1 1E-2 0.99 2 +0.5 5e-1").network == network);
    CHECK(read_uai("BAYES # a\n2 2 2#b\r\n2\t1 0 2 0 1 2 .5 .5 4 .1 .9 .01 .99 #").network ==
          network);
    // P(X1 = 0) = (0.1 + 0.01) / 2
    CHECK(InferenceEngine(network).marginals()[1][0] == Approx(0.055));
}

TEST_CASE("UAI: the last variable of a scope is the child and changes fastest") {
    // P(X0 | X2, X1): rows X2=0 X1=0, X2=0 X1=1, X2=1 X1=0, ...
    const BayesianNetwork network =
        read_uai(
            "BAYES 3 2 3 2 3 3 2 1 0 1 1 1 2 "
            "12 1 0 .9 .1 .8 .2 .7 .3 .6 .4 .5 .5  3 .2 .3 .5  2 .25 .75\n")
            .network;
    const InferenceEngine engine(network);
    const Posterior posterior = engine.marginals(
        Evidence{}.observe(VariableId(2), StateId(1)).observe(VariableId(1), StateId(2)));
    CHECK(posterior.marginal(VariableId(0))[0] == Approx(0.5));
    CHECK(posterior.log_evidence() == Approx(std::log(0.5 * 0.75)));
}

TEST_CASE("UAI: a factor graph becomes the network that it is, and Z is kept") {
    const UaiModel model = read_uai_model(pair_uai);
    CHECK(model.is_factor_graph);
    CHECK(model.log_partition == Approx(std::log(12.0)));
    CHECK(model.remarks.empty());
    const Posterior posterior = InferenceEngine(model.network).marginals();
    CHECK(posterior[0][0] == Approx(3.0 / 12));
    CHECK(posterior[1][0] == Approx(5.0 / 12));
    CHECK_FALSE(read_uai_model(smoke_and_lung_uai).is_factor_graph);
    const ReadResult read = read_uai(pair_uai, {.name = "x.uai"});
    CHECK(read.network == model.network);
    REQUIRE(read.remarks.size() == 1);
    CHECK(to_string(read.remarks[0]) ==
          "x.uai: a factor graph, read as the network that it is when divided by its partition "
          "function, ln Z = 2.48490664979");
}

TEST_CASE("UAI: factors may be constants, repeat a scope, or leave a variable out") {
    // Z = 0.5 * (1*2 + 3*5) * 3 states of X1 * 1 state of X2
    const UaiModel model = read_uai_model("MARKOV 3 2 3 1 3 0 2 2 0 1 0 1 0.5 2 1 3 2 2 5\n");
    CHECK(model.log_partition == Approx(std::log(0.5 * 17 * 3)));
    const Posterior posterior = InferenceEngine(model.network).marginals();
    CHECK(posterior[0][1] == Approx(15.0 / 17));
    CHECK(posterior[1][2] == Approx(1.0 / 3));
    CHECK(posterior[2][0] == 1.0);
    CHECK(read_uai_model("MARKOV 0 0\n").log_partition == 0);
    CHECK(read_uai_model("MARKOV 0 1 0 1 2.5\n").log_partition == Approx(std::log(2.5)));
    CHECK(read_uai_model("MARKOV 2 2 2 0\n").log_partition == Approx(std::log(4.0)));
}

TEST_CASE("UAI: factors under the header of a network are refused once") {
    const std::string factors = "BAYES\n3\n2 2 2\n3\n1 0\n2 0 1\n2 1 2\n";
    CHECK(uai_error_of(factors + "2\n3 1\n4\n2 1 1 2\n4\n0.5 0.5 0.25 0.75\n") ==
          "x.uai:5:1: 2 of 3 tables are no distributions of the last variable of their scope (a "
          "model of "
          "factors begins with MARKOV)");
    // One row alone is a slip.
    CHECK_THAT(uai_error_of(factors + "2\n0.25 0.75\n4\n0.5 0.5 1 1\n4\n0.5 0.5 0.25 0.75\n"),
               !Catch::Contains("MARKOV"));
}

TEST_CASE("UAI: mistakes are reported with their location") {
    const auto bayes = [](const std::string& piece, const std::string& other) {
        return uai_error_of(uai_with(smoke_and_lung_uai, piece, other));
    };
    const auto markov = [](const std::string& piece, const std::string& other) {
        return uai_error_of(uai_with(pair_uai, piece, other));
    };
    const std::string cut = " (the file may have been cut off)";
    const std::vector<std::pair<std::string, std::string>> bad = {
        {uai_error_of(""), "1:1: expected BAYES or MARKOV, found the end of the text" + cut},
        {uai_error_of("# BAYES"), "1:8: expected BAYES or MARKOV, found the end of the text" + cut},
        {uai_error_of("BAYESIAN 0 0 "), "1:1: expected BAYES or MARKOV, found 'BAYESIAN'"},
        {bayes("2\n2 2", "two\n2 2"),
         "2:1: expected the number of variables, a whole number, found 'two'"},
        {bayes("2\n2 2", "-2\n2 2"),
         "2:1: expected the number of variables, a whole number, found '-2'"},
        {bayes("2\n2 2", "3000000000\n2 2"),
         "2:1: the number of variables is 3000000000, too many for the 52 bytes that follow" + cut},
        {bayes("2 2", "2 2.0"), "3:3: expected a number of states, a whole number, found '2.0'"},
        {bayes("2 2", "2 0"), "3:3: a variable needs one state at least"},
        {bayes("2 2", "2 99999999999999999999"),
         "3:3: expected a number of states, a whole number, found '99999999999999999999'"},
        {bayes("2\n1 0", "3\n1 0"),
         "4:1: a network has a table for each variable, which is 2, found 3"},
        {bayes("1 0", "0"), "5:1: a table of a network has one variable at least"},
        {bayes("1 0", "1 2"), "5:3: there is no variable 2, only 2 variables, counted from 0"},
        {bayes("2 0 1", "2 1 0"),
         "6:5: variable 0 has a table already, and the variable of a table is the last one of its "
         "scope (a model that is no network begins with MARKOV)"},
        {bayes("2 0 1", "2 1 1"), "6:5: variable 1 is twice in the scope of a table"},
        {bayes("4\n", "3\n"),
         "11:1: the table has 4 cells, by the states of its variables, found 3"},
        {bayes("0.9\n", "nan\n"), "12:6: expected a probability, found 'nan'"},
        {bayes("0.9\n", "0,9\n"), "12:6: expected a probability, found '0,9'"},
        {bayes("0.9\n", "0x1p-1\n"), "12:6: expected a probability, found '0x1p-1'"},
        {bayes("0.9\n", "1e999\n"),
         "12:6: expected a probability, found '1e999' (it is outside the range of a double)"},
        {bayes("0.9\n", "0.8\n"), "12:2: P(X1 | X0=0) sums to 0.9, not 1"},
        {bayes("0.1 0.9", "-0.1 1.1"), "12:2: P(X1=0 | X0=0) is -0.1, not between 0 and 1"},
        {bayes("0.99\n", ""), "13:7: expected a probability, found the end of the text" + cut},
        {bayes("0.99\n", "0.9"), "13:10: the text ends within its last row" + cut},
        {bayes("0.99\n", "0.99\n1\n"), "14:1: the text goes on after the last table"},
        {markov("1 3", "1 -3"), "9:4: a factor has no negative numbers, found -3"},
        {markov("1 3", "0 0"),
         "1:1: the factors allow no assignment: their partition function Z is 0"},
        {markov("2 1\n 1 2", "2 1\n 1 inf"), "13:4: expected a number of a factor, found 'inf'"},
        {markov("2 0 1", "2 0 2"), "6:5: there is no variable 2, only 2 variables, counted from 0"},
        {markov("2\n1 0", "9\n1 0"),
         "9:4: there is no variable 3, only 2 variables, counted from 0"},
    };
    for (const auto& [found, expected] : bad) CHECK(found == "x.uai:" + expected);
}

TEST_CASE("UAI: sizes beyond the limits are refused before anything is allocated") {
    CHECK(uai_error_of(smoke_and_lung_uai, {.max_variables = 1}) ==
          "x.uai:2:1: there are 2 variables, the limit is 1 (raise the limits of pgm::Limits)");
    CHECK(uai_error_of(smoke_and_lung_uai, {.max_states = 1}) ==
          "x.uai:3:1: there are 2 states of a variable, the limit is 1 (raise the limits of "
          "pgm::Limits)");
    CHECK(uai_error_of(smoke_and_lung_uai, {.max_table_cells = 3}) ==
          "x.uai:11:1: there are 4 cells of a table, the limit is 3 (raise the limits of "
          "pgm::Limits)");
    CHECK(uai_error_of(smoke_and_lung_uai, {.max_model_cells = 5}) ==
          "x.uai:11:1: there are 6 cells of all tables, the limit is 5 (raise the limits of "
          "pgm::Limits)");
    const std::string hint =
        " (the graph is too densely connected; raise the limits of pgm::Limits)";
    CHECK(uai_error_of(complete_graph_uai(40)) ==
          "x.uai:1:1: eliminating variable 0 of the factor graph makes a table of 1099511627776 "
          "cells, the limit is 268435456" +
              hint);
    CHECK(uai_error_of(complete_graph_uai(70)) ==
          "x.uai:1:1: eliminating variable 0 of the factor graph makes a table of more than 2^53 "
          "cells, the limit is 268435456" +
              hint);
    CHECK(
        uai_error_of(complete_graph_uai(26)) ==
        "x.uai:1:1: eliminating the variables of the factor graph makes tables of 134217726 cells "
        "together, the limit is 16778516" +
            hint);
    CHECK(uai_error_of("MARKOV 2 1000 1000 0\n", {.max_filled_cells = 1999}) ==
          "x.uai:1:15: the variables have 2000 states, and those without a factor may have 1999 "
          "(raise Limits::max_filled_cells)");
    CHECK(uai_error_of("MARKOV 2 1000 1000 0\n", {.max_filled_cells = 2000}).empty());
}

TEST_CASE("UAI: what a reader doubts is a remark") {
    CHECK(read_uai_model(smoke_and_lung_uai).remarks.empty());
    const UaiModel cut = read_uai_model("MARKOV 1 2 1 1 0 2 1 3", {.name = "f"});
    REQUIRE(cut.remarks.size() == 1);
    CHECK(to_string(cut.remarks[0]) ==
          "f:1:22: the text ends with a number and no line end (digits are missing if the file was "
          "cut off)");
    // F(0) = 1e-400 is no double.
    const UaiModel tiny =
        read_uai_model("MARKOV 1 2 2 1 0 1 0 2 1e-200 1 2 1e-200 1\n", {.name = "f"});
    REQUIRE(tiny.remarks.size() == 1);
    CHECK(to_string(tiny.remarks[0]) ==
          "f:1:1: some products of factors are below 1e-308 of others and became 0 (evidence that "
          "only these allow is taken for impossible)");
}

TEST_CASE("UAI: a factor graph cut at any byte gives a network or an error with its place") {
    for (const std::string& text :
         {pair_uai, std::string("MARKOV 3 2 3 1 3 0 2 2 0 1 0 1 0.5 2 1 3 2 2 5\n")}) {
        for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
            INFO(bytes);
            try {
                read_uai_model(std::string_view(text).substr(0, bytes));
            } catch (const Error& error) {
                CHECK(error.location().line > 0);
                CHECK(error.location().column > 0);
            }
        }
    }
}

TEST_CASE("UAI: in files of aGrUM, which have names, the first parent is fastest, with a note") {
    // By pyAgrum 3.3.1 for P(C = 0 | A, B) = 0.1, 0.2, 0.3 where A = 0, else 0.4, 0.5, 0.6.
    const std::string text =
        "BAYES\n3\n3 2 2 \n3\n1 0   # B\n1 1   # A\n3 1 0 2   # C\n\n\n"
        "3\n  0.2 0.3 0.5 \n\n2\n  0.3 0.7 \n\n"
        "12\n  0.1 0.9 \n  0.4 0.6 \n  0.2 0.8 \n  0.5 0.5 \n  0.3 0.7 \n  0.6 0.4 \n\n\n\n";
    const ReadResult read = read_uai(text, {.name = "x.uai"});
    // 0.3 (0.2 0.1 + 0.3 0.2 + 0.5 0.3) + 0.7 (0.2 0.4 + 0.3 0.5 + 0.5 0.6)
    CHECK(InferenceEngine(read.network).marginals()[2][0] == Approx(0.44));
    REQUIRE(read.remarks.size() == 1);
    CHECK_THAT(to_string(read.remarks[0]),
               Catch::StartsWith("x.uai:7:1: the file was written by aGrUM"));
    const ReadResult windows = read_uai(
        uai_with(uai_with(uai_with(text, "B\n", "B\r\n"), "A\n", "A\r\n"), "C\n", "C\r\n"));
    CHECK(windows.network == read.network);
    for (const auto& [piece, other] : {std::pair("   # A", ""), std::pair("   # A", " # A")}) {
        const ReadResult plain = read_uai(uai_with(text, piece, other));
        CHECK(plain.remarks.empty());
        CHECK(InferenceEngine(plain.network).marginals()[2][0] == Approx(0.415));
    }
}

TEST_CASE("UAI: models of other kinds are refused by name") {
    CHECK(uai_error_of("CAUSAL\n3\n2 2 3\n3\n1 2\n2 2 0\n2 0 1\n3 0.5 0.3 0.2\n"
                       "3 0 1 1\n4 0 1 1 0\n") ==
          "x.uai:1:1: this is a structural causal model, whose tables are the values of "
          "equations (CAUSAL), which cannot be read (only networks (BAYES) and factor graphs "
          "(MARKOV) can)");
    CHECK_THAT(uai_error_of("H-CREDAL\n1\n2\n"),
               Catch::StartsWith("x.uai:1:1: this is a credal network"));
    CHECK_THAT(uai_error_of("LIMID\n1\n2\n"),
               Catch::StartsWith("x.uai:1:1: this is an influence diagram"));
    CHECK(uai_error_of("CAUSALITY\n") == "x.uai:1:1: expected BAYES or MARKOV, found 'CAUSALITY'");
}
