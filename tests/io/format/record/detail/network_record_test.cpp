#include <io/format/block/bif.hpp>
#include <io/format/record/archive.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_diagram.hpp>
#include <tests/support/sealed_file.hpp>
#include <tests/support/temporary_folder.hpp>

#include <io/network_file.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Every kind of distribution that version 2 of the native file brought, and rows that are kept as
/// they are.
BayesianNetwork mixed_network() {
    NetworkBuilder builder("mixed");
    const VariableId cls = builder.add_variable(Variable("class", {"a", "b"})),
                     x = builder.add_variable(Variable("x")),
                     y = builder.add_variable(Variable("y"));
    const VariableId z = builder.add_variable(Variable("z")),
                     w = builder.add_variable(Variable("w"));
    using Tying = LinearGaussianCpd::Tying;
    using Kernel = KernelDensityCpd::Kernel;
    builder.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.75, 0.250001}));
    builder.set_cpd(LinearGaussianCpd(x, Scope({cls}, {2}), {}, {{1, {}, 2}, {-1, {}, 0.5}}));
    builder.set_cpd(LinearGaussianCpd(y, Scope({cls}, {2}), {x}, {{0.1, {3}, 4}, {0.2, {3}, 4}},
                                      Tying::slopes_and_variance));
    builder.set_cpd(KernelDensityCpd(z, Scope({cls}, {2}), Kernel::gaussian,
                                     {{{1, 2, 4}, {}, 0.5}, {{-1, 7}, {1, 2.5}, 0.25}}));
    builder.set_cpd(KernelDensityCpd(w, Scope(), Kernel::tophat, {{{3}, {}, 1}}));
    builder.set_row_sums(RowSums::keep);
    return builder.build();
}

/// A noisy-MAX below two tables.
BayesianNetwork noisy_network() {
    NetworkBuilder builder("noisy");
    const VariableId a = builder.add_variable(Variable("a", {"no", "yes"})),
                     b = builder.add_variable(Variable("b", {"none", "some", "much"})),
                     x = builder.add_variable(Variable("x", {"absent", "mild", "severe"}));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.75, 0.25}));
    builder.set_cpd(TableCpd(Scope({b}, {3}), std::vector<double>{0.5, 0.3, 0.2}));
    const std::vector<NoisyMaxCpd::Link> links{{b, {{}, {0.5, 0.3, 0.2}, {0.1, 0.3, 0.6}}},
                                               {a, {{}, {0.4, 0.4, 0.2}}}};
    builder.set_cpd(NoisyMaxCpd(x, links, std::vector<double>{0.9, 0.08, 0.02}));
    return builder.build();
}

/// A table and regressions whose rows have weights.
BayesianNetwork weighed_network() {
    NetworkBuilder builder = NetworkBuilder::parse(
        "A{a|b} -> B{a|b}\nX{real} -> Y{real} <- A\nA: 0.25 0.75\nB | A=a: 0.5 0.5\n"
        "B | A=b: 0.1 0.9\nX: normal(0, var 1)\nY: normal(X, var 2)\nX -> C{a|b|c}\n"
        "C: threshold(X, at 0 1, logistic 2)");
    const BayesianNetwork network = builder.build();
    builder.set_row_weights(network.id("B"), {10, 30});
    builder.set_row_weights(network.id("Y"), {10, 0.5, 9, 30, -0.25, 28});
    builder.set_row_weights(network.id("C"), {40, 2, 1, 3, -0.5, 0.25, 4});
    return builder.build();
}

std::string flat_bytes(const BayesianNetwork& network) {
    std::ostringstream out;
    io::write_archive(network, out);
    return out.str();
}

/// Changes every byte in some ways and cuts the contents off after every byte.
void check_forged(const std::string& contents, std::uint32_t version, std::size_t variables) {
    std::size_t read = 0;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        for (const char change : {'\x01', '\x02', '\x40', '\x7F', '\xFF'}) {
            std::string forged = contents;
            forged[i] = static_cast<char>(forged[i] ^ change);
            try {
                const BayesianNetwork network =
                    io::read_archive(sealed_file(version, forged)).network;
                ++read;
                CHECK(network.size() == variables);
            } catch (const Error&) {
                // Refused, whatever the words.
            }
            CHECK_THROWS_AS(io::read_archive(sealed_file(1, forged)), Error);
        }
        CHECK_THROWS_AS(io::read_archive(sealed_file(version, contents.substr(0, i))), ParseError);
    }
    CHECK(read > 0);
}

void check_forged(const BayesianNetwork& network, std::uint32_t version) {
    check_forged(unsealed(flat_bytes(network)).contents, version, network.size());
}

}  // namespace

TEST_CASE("Network record: continuous variables and kept rows come back bit for bit, in version 3",
          "[io][archive]") {
    const std::string bytes = flat_bytes(mixed_network());
    CHECK(unsealed(bytes).version == 3);
    const io::ReadResult again = io::read_archive(bytes);
    CHECK(again.network == mixed_network());
    CHECK(again.remarks.empty());
    CHECK(flat_bytes(again.network) == bytes);
}

TEST_CASE("Network record: a file of version 2 is read by every later version", "[io][archive]") {
    CHECK(io::read_archive(read_file(source_file("tests/io/data/mixed_v2.pgmodel"))).network ==
          mixed_network());
}

TEST_CASE("Network record: networks of tables are written for the oldest program that reads them",
          "[io][archive]") {
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("a", {"no", "yes"}));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.75, 0.250001}));
    CHECK(unsealed(flat_bytes(builder.build())).version == 1);
    builder.set_row_sums(RowSums::keep);
    const std::string kept = flat_bytes(builder.build());
    CHECK(unsealed(kept).version == 2);
    CHECK(io::read_archive(kept).network == builder.build());
}

TEST_CASE("Network record: a noisy-MAX comes back bit for bit, also from a file of version 3",
          "[io][archive]") {
    const BayesianNetwork network = noisy_network();
    CHECK(io::read_archive(flat_bytes(network)).network == network);
    CHECK(io::read_archive(read_file(source_file("tests/io/data/noisy_v3.pgmodel"))).network ==
          network);
}

TEST_CASE("Network record: a kind that the program does not know is refused", "[io][archive]") {
    std::string contents = unsealed(flat_bytes(noisy_network())).contents;
    const std::size_t at = contents.find("noisy-max");
    REQUIRE(at != std::string::npos);
    contents.replace(at, 5, "crazy");
    CHECK_THROWS_WITH(io::read_archive(sealed_file(3, contents)),
                      Catch::Contains("a distribution is of a kind that does not exist"));
}

TEST_CASE("Network record: contents changed by hand give a valid network or an error",
          "[io][archive]") {
    check_forged(noisy_network(), 3);
    check_forged(mixed_network(), 3);
}

TEST_CASE("Network record: contents of version 2 changed by hand give a valid network or an error",
          "[io][archive]") {
    const std::string bytes = read_file(source_file("tests/io/data/mixed_v2.pgmodel"));
    check_forged(unsealed(bytes).contents, 2, 5);
}

TEST_CASE("BIF: a network with continuous variables is refused, by name", "[io][bif]") {
    std::ostringstream out;
    CHECK_THROWS_WITH(io::write_bif(mixed_network(), out),
                      "BIF knows discrete variables only, and 'x' is continuous (write a .json or "
                      ".pgmodel file)");
    CHECK(out.str().empty());
}

TEST_CASE("BIF: a noisy-MAX is written as its table, and refused by name where that is too large",
          "[io][bif]") {
    std::ostringstream out;
    io::write_bif(noisy_network(), out);
    const BayesianNetwork again = io::read_bif(out.str()).network;
    const TableCpd expected = tabulated(noisy_network(), VariableId(2));
    for (std::size_t cell = 0; cell < expected.table().size(); ++cell)
        CHECK(as_table(again.cpd(VariableId(2)))->table()[cell] == expected.table()[cell]);

    NetworkBuilder builder;
    std::vector<NoisyMaxCpd::Link> links;
    for (std::size_t i = 0; i < 30; ++i) {
        builder.add_variable(Variable("c" + std::to_string(i), {"no", "yes"}));
        builder.set_cpd(TableCpd(Scope({VariableId(i)}, {2}), std::vector<double>{0.5, 0.5}));
        links.push_back({VariableId(i), {{}, {0.5, 0.5}}});
    }
    const VariableId x = builder.add_variable(Variable("x", {"no", "yes"}));
    builder.set_cpd(NoisyMaxCpd(x, links, std::vector<double>{0.9, 0.1}));
    std::ostringstream none;
    CHECK_THROWS_WITH(io::write_bif(builder.build(), none),
                      Catch::Contains("the table of 'x' would have 2147483648 cells") &&
                          Catch::Contains(".pgmodel"));
    CHECK(none.str().empty());
}

TEST_CASE("Network record: the weight of the rows behind the numbers comes back, in version 4",
          "[io][archive]") {
    const BayesianNetwork network = weighed_network();
    const std::string bytes = flat_bytes(network);
    CHECK(unsealed(bytes).version == 4);
    const BayesianNetwork read = io::read_archive(bytes).network;
    CHECK(read == network);
    for (std::size_t v = 0; v < network.size(); ++v)
        CHECK(std::ranges::equal(read.row_weights(VariableId(v)),
                                 network.row_weights(VariableId(v))));
    CHECK(read.row_weights(network.id("A")).empty());
    check_forged(network, 4);
}

TEST_CASE("Network record: replicates come back with their weights, in version 5",
          "[io][archive]") {
    const BayesianNetwork network = weighed_network();
    NetworkBuilder other = NetworkBuilder::parse(
        "A{a|b}\nB{a|b}\nX{real} -> Y{real}\nA: 0.5 0.5\nB: 0.25 0.75\n"
        "X: normal(1, var 1)\nY: normal(2 X, var 1)\nX -> C{a|b|c}\n"
        "C: threshold(2 X, at 0 1, logistic 2)");
    const BayesianNetwork replicated = with_replicates(network, {other.build(), network});
    const std::string bytes = flat_bytes(replicated);
    CHECK(unsealed(bytes).version == 5);
    const BayesianNetwork read = io::read_archive(bytes).network;
    CHECK(read == network);
    REQUIRE(read.replicates().size() == 2);
    CHECK(read.replicates()[0] == replicated.replicates()[0]);
    CHECK(read.replicates()[1] == network);
    CHECK(std::ranges::equal(read.replicates()[1].row_weights(network.id("B")),
                             network.row_weights(network.id("B"))));
    check_forged(replicated, 5);
}

TEST_CASE("Network record: decisions and utilities come back, in version 6", "[io][archive]") {
    const BayesianNetwork oil = oil_wildcatter().network();
    CHECK(unsealed(flat_bytes(oil)).version == 6);
    Rng rng(62);
    for (int trial = 0; trial < 50; ++trial) {
        const BayesianNetwork network = trial == 0 ? oil : random_diagram(rng);
        const BayesianNetwork read = io::read_archive(flat_bytes(network)).network;
        CHECK(read == network);
        for (std::size_t v = 0; v < network.size(); ++v)
            CHECK(read.variables()[v].kind() == network.variables()[v].kind());
        const TemporaryFolder folder;
        const std::string path = folder.file("diagram.json");
        io::write_network(network, path);
        CHECK(io::read_network(path).network == network);
    }
    check_forged(oil, 6);
}
