#include <io/format/uai/uai.hpp>
#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <sstream>

using namespace pgm;
using namespace pgm::io;

namespace {

/// What the format keeps of smoke_and_lung().
void check_names_and_tables(const BayesianNetwork& network) {
    const BayesianNetwork expected = tests::smoke_and_lung();
    REQUIRE(network.size() == expected.size());
    for (std::size_t v = 0; v < network.size(); ++v) {
        CHECK(network.variables()[v].name() == expected.variables()[v].name());
        CHECK(network.variables()[v].states() == expected.variables()[v].states());
        CHECK(network.cpds()[v] == expected.cpds()[v]);
    }
}

}  // namespace

TEST_CASE("UAI: a network is written in the form of the competitions") {
    std::ostringstream out;
    write_uai(tests::smoke_and_lung(), out);
    CHECK(out.str() == "BAYES\n2\n2 2\n2\n1 0\n2 0 1\n\n2\n 0.5 0.5\n\n4\n 0.1 0.9\n 0.01 0.99\n");
}

TEST_CASE("UAI: a text is recognised by its first word") {
    CHECK(is_uai("BAYES\n"));
    CHECK(is_uai("CAUSAL\n3"));
    CHECK(is_uai("\xEF\xBB\xBF\n markov 2"));
    CHECK_FALSE(is_uai("BAYESIAN"));
    CHECK_FALSE(is_uai(""));
    CHECK_FALSE(is_uai("network x {}"));
}

TEST_CASE("UAI: names are kept in a file beside the model") {
    const tests::TemporaryFolder folder;
    for (const char* name : {"m.uai", "n.uai.gz"}) {
        write_network(tests::smoke_and_lung(), folder.file(name));
        check_names_and_tables(read_network(folder.file(name)).network);
        CHECK(check_network_file(folder.file(name)).empty());
    }
    CHECK(folder.names() ==
          std::vector<std::string>{"m.uai", "m.uai.names", "n.uai.gz", "n.uai.names"});
    CHECK(tests::read_file(folder.file("m.uai.names")) == "smoke = yes, no\nlung = yes, no\n");
    std::filesystem::remove(folder.file("m.uai.names"));
    CHECK(read_network(folder.file("m.uai")).network.variable(VariableId(0)).name() == "X0");
    check_names_and_tables(read_uai_file(folder.file("n.uai.gz")).network);
}

TEST_CASE("UAI: a network without names of its own has no file of names, or another one") {
    const tests::TemporaryFolder folder;
    std::ostringstream text;
    write_uai(tests::smoke_and_lung(), text);
    const BayesianNetwork nameless = read_uai(text.str()).network;
    write_network(nameless, folder.file("m.uai"));
    CHECK(folder.names() == std::vector<std::string>{"m.uai"});
    write_network(tests::smoke_and_lung(), folder.file("m.uai"));
    write_network(nameless, folder.file("m.uai"));
    CHECK(tests::read_file(folder.file("m.uai.names")) == "X0 = 0, 1\nX1 = 0, 1\n");
    CHECK(read_network(folder.file("m.uai")).network == nameless);
}

TEST_CASE("UAI: properties and the name of a network are lost, and named") {
    NetworkBuilder builder("asia");
    builder.add_variable(Variable("a", {"p", "q"}));
    builder.set_cpd(TableCpd(Scope({VariableId(0)}, {2}), std::vector{0.5, 0.5}));
    builder.annotate("x = 1").annotate(VariableId(0), "y = 2");
    CHECK(losses(builder.build(), "m.uai") ==
          std::vector<std::string>{"the name of the network",
                                   "2 lines of properties: 'x = 1', 'y = 2'"});
    CHECK(losses(read_uai("BAYES 0 0\n").network, "m.uai").empty());
}

TEST_CASE("UAI: continuous variables are refused") {
    NetworkBuilder builder;
    builder.add_variable(Variable("height"));
    builder.set_cpd(LinearGaussianCpd(VariableId(0), Scope(), {}, {{0, {}, 1}}));
    std::ostringstream out;
    CHECK_THROWS_WITH(write_uai(builder.build(), out),
                      "UAI knows discrete variables only, and 'height' is continuous (write a "
                      ".json or .pgmodel file)");
}
