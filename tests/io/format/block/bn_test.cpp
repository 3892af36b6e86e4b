#include <io/format/block/bn.hpp>

#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>
#include <string>

using namespace pgm;
using namespace pgm::io;
using Catch::Contains;

namespace {

std::string text_of(const BayesianNetwork& network) {
    std::ostringstream out;
    write_bn(network, out);
    return out.str();
}

}  // namespace

TEST_CASE("A network is read back from its text bit for bit, whatever its names") {
    const BayesianNetwork network = tests::query_network();
    CHECK(read_bn(text_of(network)).network == network);
    const BayesianNetwork mixed =
        NetworkBuilder::parse(
            "'a b'{'5'} -> x{real} -> 'y-1'{real} -> Cut{low|high}; 'a b': 1\n"
            "x | 'a b'='5': normal(0.1, var 0.3)\n"
            "'y-1': normal(2 - 0.7 x, sd 0); Cut: threshold(- 2 'y-1', at 1.5, logistic 0.25)")
            .build();
    CHECK(read_bn(text_of(mixed)).network == mixed);
    CHECK_THAT(text_of(mixed), Contains("'a b'{'5'}\n"));
}

TEST_CASE("The text of a network has comments and a name, and errors have lines") {
    const ReadResult read = read_bn(
        "# network 'my lawn'\r\nA{no|yes}\r\n"
        "  # A | B: this is one\r\nA: 1/4 3/4\r\n",
        {.name = "lawn.bn"});
    CHECK(read.network.name() == "my lawn");
    CHECK_THROWS_WITH(read_bn("A{no|yes}\nA: 0.5 0.6\n", {.name = "lawn.bn"}),
                      Contains("lawn.bn:2:4: "));
    CHECK_THROWS_WITH(read_bn("A{no|yes\n", {.name = "lawn.bn"}), Contains("lawn.bn:1:2: "));
    CHECK_THROWS_WITH(read_bn("A{no|yes} -> B{no|yes}; A: 0.5 0.5", {.name = "lawn.bn"}),
                      Contains("'B'"));
}

TEST_CASE("Names that begin as comments do are written in quotes") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "'#'{no|yes} -> '//b'{no|yes}; '#': 0.25 0.75; '//b' | '#'=no: 1 0; "
            "'//b' | '#'=yes: 0 1")
            .build();
    CHECK(read_bn(text_of(network)).network == network);
}

TEST_CASE("A name that begins with the mark of UTF-8 is no mark where it is written first") {
    const BayesianNetwork network =
        NetworkBuilder::parse("'\ufeffa'{no|yes}; '\ufeffa': 1/4 3/4").build();
    CHECK(read_bn(text_of(network)).network == network);
}

TEST_CASE("Names that are numbers, signs or beginnings of others are no parts of a sum") {
    NetworkBuilder builder;
    const std::vector<std::string> names = {"0", "-", "x", "x + 3", "1e-3", ".5", "a-b", "2y", "y"};
    std::vector<VariableId> parents;
    for (const std::string& name : names) {
        parents.push_back(builder.add_variable(Variable(name)));
        builder.set_cpd(LinearGaussianCpd(parents.back(), Scope(), {}, {{0, {}, 1}}));
    }
    const VariableId sum = builder.add_variable(Variable("sum"));
    builder.set_cpd(
        LinearGaussianCpd(sum, Scope(), parents, {{0, {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1}}));
    const BayesianNetwork network = std::move(builder).build();
    CHECK(read_bn(text_of(network)).network == network);
}

TEST_CASE("A text that lists no states says which there are") {
    const ReadResult read = read_bn("A -> B; A: 0.5 0.5; B | A=0: 0.5 0.5; B | A=1: 0.1 0.9");
    REQUIRE(read.remarks.size() == 1);
    CHECK(read.remarks.front().message ==
          "'A', 'B' have the states 0 and 1, as the text lists none");
}

TEST_CASE("What a text of a network cannot hold is a loss or refused") {
    NetworkBuilder builder(tests::query_network());
    builder.annotate("author = me").annotate(VariableId(0), "label = cloudy sky");
    CHECK(losses_of_bn(std::move(builder).build()) ==
          std::vector<std::string>{"2 lines of properties"});
    CHECK(losses_of_bn(tests::query_network()).empty());
    NetworkBuilder density;
    const VariableId x = density.add_variable(Variable("x"));
    density.set_cpd(KernelDensityCpd(x, Scope(), KernelDensityCpd::Kernel::gaussian,
                                     {{.points = {0, 1}, .bandwidth = 1}}));
    CHECK_THROWS_WITH(text_of(std::move(density).build()), Contains("kernel density"));
}

TEST_CASE("The text of a network is told from other files by its first statement") {
    CHECK(is_bn("# a comment\n\nA{no|yes}\n"));
    CHECK(is_bn("A -> B; B -> C"));
    CHECK_FALSE(is_bn("network asia {\n}\nvariable a {\n"));
    CHECK_FALSE(is_bn("a,b,c\n1,2,3\n"));
    CHECK_FALSE(is_bn("net\n{\n}\n"));
    CHECK_FALSE(is_bn("MARKOV\n3\n2 2 2\n"));
    CHECK_FALSE(is_bn("{\"format\": 1}"));
    CHECK_FALSE(is_bn(""));
}

TEST_CASE("A file with the suffix .bn is read and written") {
    const tests::TemporaryFolder folder;
    const std::string path = folder.file("lawn.bn.gz");
    write_network(tests::query_network(), path);
    CHECK(read_network(path).network == tests::query_network());
}
