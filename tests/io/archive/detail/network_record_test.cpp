#include <io/archive/archive.hpp>
#include <io/archive/detail/envelope.hpp>
#include <io/bif/bif.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/paths.hpp>

#include <catch2/catch.hpp>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::io::detail;

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

std::string flat_bytes(const BayesianNetwork& network) {
    std::ostringstream out;
    io::write_archive(network, out);
    return out.str();
}

}  // namespace

TEST_CASE("Network record: continuous variables and kept rows come back bit for bit, in version 2",
          "[io][archive]") {
    const std::string bytes = flat_bytes(mixed_network());
    CHECK(io::detail::opened(bytes, 2, "f").version == 2);
    const io::ReadResult again = io::read_archive(bytes);
    CHECK(again.network == mixed_network());
    CHECK(again.remarks.empty());
    CHECK(flat_bytes(again.network) == bytes);
}

TEST_CASE("Network record: a file of version 2 is read by every later version", "[io][archive]") {
    CHECK(io::read_archive(read_file(source_file("tests/io/data/mixed_v2.pgmodel"))).network ==
          mixed_network());
}

TEST_CASE("Network record: continuous contents changed by hand give a valid network or an error",
          "[io][archive]") {
    const std::string bytes = flat_bytes(mixed_network());
    const std::string contents(io::detail::opened(bytes, 2, "f").contents);
    std::size_t read = 0;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        for (const char change : {'\x01', '\x02', '\x40', '\x7F', '\xFF'}) {
            std::string forged = contents;
            forged[i] = static_cast<char>(forged[i] ^ change);
            try {
                const BayesianNetwork network =
                    io::read_archive(io::detail::sealed(2, forged)).network;
                ++read;
                CHECK(network.size() == 5);
            } catch (const Error&) {
                // Refused, whatever the words.
            }
            CHECK_THROWS_AS(io::read_archive(io::detail::sealed(1, forged)), Error);
        }
        CHECK_THROWS_AS(io::read_archive(io::detail::sealed(2, contents.substr(0, i))), ParseError);
    }
    CHECK(read > 0);
}

TEST_CASE("BIF: a network with continuous variables is refused, by name", "[io][bif]") {
    std::ostringstream out;
    CHECK_THROWS_WITH(
        io::write_bif(mixed_network(), out),
        "BIF knows discrete variables only, and 'x' is continuous (write a .pgmodel file)");
    CHECK(out.str().empty());
}
