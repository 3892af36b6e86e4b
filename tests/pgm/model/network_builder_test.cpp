#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>

#include <tests/support/catch.hpp>

#include <limits>

namespace {

using pgm::BayesianNetwork;
using pgm::Location;
using pgm::NetworkBuilder;
using pgm::Scope;
using pgm::TableCpd;
using pgm::Variable;
using pgm::VariableId;

NetworkBuilder sprinkler_builder() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Cloudy{no|yes} -> Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net;
}

std::vector<double> table_of(const BayesianNetwork& network, std::string_view variable) {
    const std::span<const double> values =
        std::get<TableCpd>(network.cpd(network.id(variable))).table().values();
    return {values.begin(), values.end()};
}

TEST_CASE("NetworkBuilder: the sprinkler network is built from one line and four tables") {
    const BayesianNetwork network = sprinkler_builder().build();
    REQUIRE(network.size() == 4);
    CHECK(network.variable(VariableId{0}).name() == "Cloudy");
    CHECK(network.variable("Wet").states() == std::vector<std::string>{"dry", "wet"});
    CHECK(network.dag().arc_count() == 4);
    const auto& wet = std::get<TableCpd>(network.cpd(network.id("Wet")));
    CHECK(wet.parents()[0] == network.id("Rain"));
    CHECK(wet.parents()[1] == network.id("Sprinkler"));
    CHECK(wet.table()[6] == 0.01);
}

TEST_CASE("NetworkBuilder: a network without variables is a network") {
    CHECK(NetworkBuilder().check().empty());
    CHECK(NetworkBuilder().build().size() == 0);
}

TEST_CASE("NetworkBuilder: calls by name may come in any order") {
    NetworkBuilder net;
    net.cpt("B").row("A=y", {0.3, 0.7}).row("A=x", {0.1, 0.9});
    net.arc("A", "B");
    net.cpt("A").values({0.25, 0.75});
    net.variable("A", {"x", "y"}).variable("B", {"u", "v"});
    const BayesianNetwork network = net.build();
    CHECK(table_of(network, "A") == std::vector<double>{0.25, 0.75});
    CHECK(table_of(network, "B") == std::vector<double>{0.1, 0.9, 0.3, 0.7});
}

TEST_CASE(
    "NetworkBuilder: a flat list is permuted from the named order into the order of the arcs") {
    NetworkBuilder net = NetworkBuilder::parse("A{a0|a1} -> C{c0|c1} <- B{b0|b1|b2}");
    net.cpt("A").values({0.5, 0.5});
    net.cpt("B").values({0.2, 0.3, 0.5});
    // P(c1) is 0.ab for A = a, B = b.
    net.cpt("C").values({"B", "A"},
                        {1.00, 0.00, 0.90, 0.10, 0.99, 0.01, 0.89, 0.11, 0.98, 0.02, 0.88, 0.12});
    const BayesianNetwork network = net.build();
    CHECK(table_of(network, "C") == std::vector<double>{1.00, 0.00, 0.99, 0.01, 0.98, 0.02, 0.90,
                                                        0.10, 0.89, 0.11, 0.88, 0.12});
}

TEST_CASE("NetworkBuilder: otherwise fills the rows that are not given") {
    NetworkBuilder net = NetworkBuilder::parse("A{a|b|c} -> B{no|yes}");
    net.cpt("A").values({0.2, 0.3, 0.5});
    net.cpt("B").row("A=b", {0.9, 0.1}).otherwise({0.4, 0.6});
    CHECK(table_of(net.build(), "B") == std::vector<double>{0.4, 0.6, 0.9, 0.1, 0.4, 0.6});
}

TEST_CASE(
    "NetworkBuilder: an arc given twice counts once, and set_cpd replaces what was said by name "
    "before") {
    NetworkBuilder net;
    net.variable("A", {"x", "y"}).variable("B", {"u", "v"}).arc("A", "B").arc("A", "B");
    net.cpt("A").values({0.5, 0.5});
    net.cpt("B").row("A=x", {1, 0});
    net.set_cpd(TableCpd(Scope({VariableId{1}}, {2}), std::vector<double>{0.25, 0.75}));
    const BayesianNetwork network = net.build();
    CHECK(network.dag().arc_count() == 0);
    CHECK(table_of(network, "B") == std::vector<double>{0.25, 0.75});
}

TEST_CASE("NetworkBuilder: a built network can be changed by name") {
    NetworkBuilder net(sprinkler_builder().build());
    net.cpt("Rain").row("Cloudy=no", {1, 0}).row("Cloudy=yes", {0, 1});
    net.variable("Umbrella", {"left", "taken"}).arc("Rain", "Umbrella");
    net.cpt("Umbrella").values({0.75, 0.25, 0.25, 0.75});
    const BayesianNetwork network = net.build();
    CHECK(table_of(network, "Rain") == std::vector<double>{1, 0, 0, 1});
    CHECK(network.dag().has_arc(network.id("Rain"), network.id("Umbrella")));
    CHECK(network.dag().arc_count() == 5);
}

TEST_CASE("NetworkBuilder: rows within a millionth of 1 are normalised silently, and only once") {
    NetworkBuilder net = NetworkBuilder::parse("A{x|y|z}");
    net.cpt("A").values({0.3333333, 0.3333333, 0.3333333});
    CHECK(net.check().empty());
    std::vector<pgm::Problem> remarks;
    const BayesianNetwork network = net.build(remarks);
    CHECK(remarks.empty());
    for (const double value : table_of(network, "A"))
        CHECK_THAT(value, Catch::Matchers::WithinRel(1.0 / 3, 1e-15));
    CHECK(NetworkBuilder(network).build() == network);
}

TEST_CASE("NetworkBuilder: a row that is off by rounding only keeps its bits") {
    const std::vector<double> tenths(10, 0.1);  // their sum is 0.9999999999999999
    NetworkBuilder net;
    net.variable("A", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
    net.cpt("A").values(tenths);
    CHECK(table_of(net.build(), "A") == tenths);
}

TEST_CASE("NetworkBuilder: building a built network changes no bit, whatever the tables") {
    pgm::RandomNetworkOptions options;
    options.variables = 8;
    options.cardinalities = {1, 2, 3, 7, 20, 100};
    options.max_parents = 2;
    options.zero_fraction = 0.2;
    pgm::Rng rng(20);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const BayesianNetwork exact = pgm::random_network(options, seed);
        NetworkBuilder perturbed(exact);
        for (pgm::Cpd cpd : exact.cpds()) {
            auto& table = std::get<TableCpd>(cpd);
            for (double& value : table.table().values()) value *= 1 + 1e-3 * rng.uniform();
            perturbed.set_cpd(std::move(table));
        }
        const BayesianNetwork once = perturbed.build();
        REQUIRE(NetworkBuilder(exact).build() == exact);
        REQUIRE(NetworkBuilder(once).check().empty());
        REQUIRE(NetworkBuilder(once).build() == once);
    }
}

TEST_CASE("NetworkBuilder: name, annotations and ids survive") {
    NetworkBuilder net("first");
    net.set_name("second").annotate("property a").annotate("property b");
    Variable variable("A", {"x"});
    variable.annotate("position (1, 2)");
    CHECK(net.add_variable(variable) == VariableId{0});
    CHECK(net.size() == 1);
    CHECK(net.find("A") == VariableId{0});
    CHECK_FALSE(net.find("B"));
    net.set_cpd(TableCpd(Scope({VariableId{0}}, {1}), std::vector<double>{1.0}));
    const BayesianNetwork network = net.build();
    CHECK(network.name() == "second");
    CHECK(network.annotations() == std::vector<std::string>{"property a", "property b"});
    CHECK(network.variable("A").annotations() == std::vector<std::string>{"position (1, 2)"});
    CHECK(NetworkBuilder(network).build() == network);
}

TEST_CASE("NetworkBuilder: limits are checked before anything of their size is made") {
    NetworkBuilder net;
    std::vector<std::string> three{"a", "b", "c"};
    net.variable("X", three);
    for (int i = 0; i < 45; ++i) {
        net.variable("P" + std::to_string(i), three).arc("P" + std::to_string(i), "X");
        net.cpt("P" + std::to_string(i)).otherwise({1, 0, 0});
    }
    net.cpt("X").otherwise({1, 0, 0});
    CHECK_THROWS_MATCHES(
        net.build(), pgm::TooLargeError,
        Catch::Matchers::Predicate<pgm::TooLargeError>([](const pgm::TooLargeError& error) {
            return error.message().find(
                       ", ...) needs more than 2^64 cells; the limit is 268435456") !=
                       std::string::npos &&
                   error.hint() ==
                       "give it fewer parents or states, or raise Limits::max_table_cells";
        }));
    CHECK(net.check().size() == 1);
}

std::string too_large(const pgm::Limits& limits, std::string_view structure) {
    NetworkBuilder net("", limits);
    try {
        const pgm::BayesianNetwork parsed = [&] {
            NetworkBuilder unlimited = NetworkBuilder::parse(structure);
            for (std::size_t i = 0; i < unlimited.size(); ++i) {
                const std::size_t states = unlimited.variable(VariableId(i)).cardinality();
                unlimited.cpt(unlimited.variable(VariableId(i)).name())
                    .otherwise(std::vector<double>(states, 1 / static_cast<double>(states)));
            }
            return unlimited.build();
        }();
        for (const Variable& variable : parsed.variables()) net.add_variable(variable);
        for (const pgm::Cpd& cpd : parsed.cpds()) net.set_cpd(cpd);
        net.build();
    } catch (const pgm::TooLargeError& error) {
        return error.message();
    }
    return "fits";
}

TEST_CASE("NetworkBuilder: every limit is honoured and named") {
    const char* const text = "A{3} -> C{2} <- B{5}";
    CHECK(too_large({}, text) == "fits");
    CHECK(too_large({.max_variables = 2}, text) == "a network of more than 2 variables");
    CHECK(too_large({.max_states = 4}, text) == "variable 'B' has 5 states; the limit is 4");
    CHECK(too_large({.max_parents = 1}, text) == "variable 'C' has 2 parents; the limit is 1");
    CHECK(too_large({.max_table_cells = 29}, text) ==
          "the table P(C | A, B) needs 30 cells; the limit is 29");
    CHECK(too_large({.max_model_cells = 37}, text) ==
          "the tables of the network need more than 37 cells together; the table of 'B' is the "
          "first beyond that limit");
}

TEST_CASE("NetworkBuilder: a hundred thousand variables by id take no noticeable time") {
    constexpr std::size_t size = 100'000;
    NetworkBuilder net;
    for (std::size_t i = 0; i < size; ++i)
        net.add_variable(Variable("X" + std::to_string(i), {"no", "yes"}), 3);
    net.set_cpd(TableCpd(Scope({VariableId{0}}, {2}), std::vector<double>{0.5, 0.5}));
    for (std::size_t i = 1; i < size; ++i) {
        net.set_cpd(TableCpd(Scope({VariableId(i - 1), VariableId(i)}, {2, 2}),
                             std::vector<double>{0.9, 0.1, 0.2, 0.8}));
    }
    const BayesianNetwork network = net.build();
    CHECK(network.size() == size);
    CHECK(network.id("X99999") == VariableId(size - 1));
}

}  // namespace

TEST_CASE("A cleared distribution is given again for the same parents") {
    NetworkBuilder net = NetworkBuilder::parse("A{no|yes} -> B{no|yes}; A: 0.5 0.5; B: 0.5 0.5");
    net.cpt("B").clear().row("A=no", {0.25, 0.75}).row("A=yes", {1, 0});
    const BayesianNetwork first = net.build();
    CHECK(as_table(first.cpd(first.id("B")))->table()[1] == 0.75);
    NetworkBuilder again(first);
    again.cpt("B").clear();
    CHECK_THROWS_AS(again.build(), pgm::ModelError);
    again.cpt("B").values({0.5, 0.5, 0.125, 0.875});
    const BayesianNetwork second = again.build();
    CHECK(second.dag().arcs() == first.dag().arcs());
    CHECK(as_table(second.cpd(second.id("B")))->table()[3] == 0.875);
}
