#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/noisy_networks.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const VariableId a(0), b(1), c(2), x(3);
using Links = std::vector<NoisyMaxCpd::Link>;
using Numbers = std::vector<double>;
using Parameters = NoisyMaxCpd::Parameters;

/// Russell and Norvig: fever from cold 0.4, flu 0.8, malaria 0.9, without a leak.
NoisyMaxCpd fever() {
    return NoisyMaxCpd(x,
                       Links{{a, {{}, {0.6, 0.4}}}, {b, {{}, {0.2, 0.8}}}, {c, {{}, {0.1, 0.9}}}},
                       Numbers{1, 0});
}

/// Of three states: harm by a {none, some, much} and b {no, yes}, with a leak.
NoisyMaxCpd harm() {
    return NoisyMaxCpd(
        x, Links{{a, {{}, {0.5, 0.3, 0.2}, {0.1, 0.3, 0.6}}}, {b, {{}, {0.4, 0.4, 0.2}}}},
        Numbers{0.9, 0.08, 0.02});
}

std::vector<StateId> states(std::initializer_list<std::size_t> list) {
    std::vector<StateId> ids;
    for (const std::size_t state : list) ids.emplace_back(state);
    return ids;
}

BayesianNetwork around(const NoisyMaxCpd& cpd, const std::vector<std::size_t>& parent_states) {
    NetworkBuilder builder;
    for (std::size_t v = 0; v < parent_states.size(); ++v) {
        std::vector<std::string> names;
        for (std::size_t s = 0; s < parent_states[v]; ++s) names.push_back("s" + std::to_string(s));
        builder.add_variable(Variable(std::string(1, static_cast<char>('a' + v)), names));
        builder.set_cpd(
            TableCpd(Scope({VariableId(v)}, {parent_states[v]}),
                     Numbers(parent_states[v], 1.0 / static_cast<double>(parent_states[v]))));
    }
    std::vector<std::string> names;
    for (std::size_t s = 0; s < cpd.states(); ++s) names.push_back("x" + std::to_string(s));
    builder.add_variable(Variable("x", names));
    builder.set_cpd(cpd);
    return builder.build();
}

std::vector<std::string> messages_of(const NoisyMaxCpd& cpd) {
    try {
        around(cpd, {3, 2, 2});
    } catch (const ModelError& error) {
        std::vector<std::string> messages;
        for (const Problem& problem : error.problems()) messages.push_back(problem.message);
        return messages;
    }
    return {};
}

}  // namespace

TEST_CASE("Noisy-MAX: the noisy-OR of Russell and Norvig has their table", "[cpd]") {
    const double no_fever[] = {1, 0.1, 0.2, 0.02, 0.6, 0.06, 0.12, 0.012};
    for (std::size_t row = 0; row < 8; ++row) {
        INFO(row);
        const std::size_t i = row / 4, j = row / 2 % 2, k = row % 2;
        CHECK_THAT(std::exp(fever().log_probability(states({i, j, k, 0}))),
                   WithinRel(no_fever[row], 1e-14));
        CHECK_THAT(std::exp(fever().log_probability(states({i, j, k, 1}))),
                   WithinAbs(1 - no_fever[row], 1e-15));
    }
    CHECK(fever().log_probability(states({0, 0, 0, 1})) ==
          -std::numeric_limits<double>::infinity());
    CHECK(fever().parameter_count() == 4);
    CHECK(fever().stored_numbers() == 14);
}

TEST_CASE("Noisy-MAX: three states with a leak, in fractions", "[cpd]") {
    const double expected[6][3] = {{0.9, 0.08, 0.02},    {0.36, 0.424, 0.216},
                                   {0.45, 0.334, 0.216}, {0.18, 0.4472, 0.3728},
                                   {0.09, 0.302, 0.608}, {0.036, 0.2776, 0.6864}};
    for (std::size_t row = 0; row < 6; ++row)
        for (std::size_t s = 0; s < 3; ++s)
            CHECK_THAT(std::exp(harm().log_probability(states({row / 2, row % 2, s}))),
                       WithinRel(expected[row][s], 1e-14));
}

TEST_CASE("Noisy-MAX: any state of a parent may be the absent one", "[cpd]") {
    // "yes" comes first, as in many files.
    const NoisyMaxCpd turned(x, Links{{a, {{0.6, 0.4}, {}}}}, Numbers{0.9, 0.1});
    CHECK_THAT(std::exp(turned.log_probability(states({0, 0}))), WithinRel(0.54, 1e-15));
    CHECK_THAT(std::exp(turned.log_probability(states({1, 0}))), WithinRel(0.9, 1e-15));
}

TEST_CASE("Noisy-MAX: the strongest state may be the first one", "[cpd]") {
    const auto turned = [](std::vector<double> row) {
        std::reverse(row.begin(), row.end());
        return row;
    };
    const Links links{{a, {{}, turned({0.45, 0.334, 0.216}), turned({0.09, 0.302, 0.608})}},
                      {b, {{}, turned({0.36, 0.424, 0.216})}}};
    const Numbers leak = turned({0.9, 0.08, 0.02});
    const NoisyMaxCpd first(x, links, leak, Parameters::compound,
                            NoisyMaxCpd::Order::strongest_first);
    for (std::size_t row = 0; row < 6; ++row)
        for (std::size_t s = 0; s < 3; ++s)
            CHECK(first.log_probability(states({row / 2, row % 2, 2 - s})) ==
                  Approx(harm().log_probability(states({row / 2, row % 2, s}))).margin(1e-13));
    CHECK(first.parameter_count() == harm().parameter_count());
    // The tables of the engine have the states in their own order.
    const std::vector<TableCpd> tables = first.tables(VariableId(4)),
                                same = harm().tables(VariableId(4));
    for (std::size_t row = 0; row < same.back().row_count(); ++row)
        for (std::size_t s = 0; s < 3; ++s)
            CHECK(tables.back().row(row)[2 - s] == Approx(same.back().row(row)[s]).margin(1e-13));
    const CpdFamily family{x, 3, {a, b}, {3, 2}, {}};
    CHECK(NoisyMaxCpd::from_numbers(family, first.numbers()) == first);
    CHECK(first.numbers().size() == harm().numbers().size() + 1);
    CHECK_THROWS_AS(NoisyMaxCpd::from_numbers(family, Numbers(first.numbers().size(), 2.0)),
                    ArgumentError);
    Rng one(3), other(3);
    for (int i = 0; i < 50; ++i) {
        const std::vector<StateId> parents = states({2, 1});
        CHECK(first.sample(parents, one).index() == 2 - harm().sample(parents, other).index());
    }
}

TEST_CASE("Noisy-MAX: compound numbers are net numbers with the leak (Henrion)", "[cpd]") {
    // With the leak 0.1, a cause of 0.5 by itself is seen as 1 - 0.9 * 0.5 = 0.55.
    const NoisyMaxCpd compound(x, Links{{a, {{}, {0.45, 0.55}}}}, Numbers{0.9, 0.1},
                               Parameters::compound);
    CHECK_THAT(compound.link(0, StateId(1))[0], WithinRel(0.5, 1e-15));
    CHECK(compound.link(0, StateId(0))[0] == 1);
    CHECK_THAT(std::exp(compound.log_probability(states({1, 0}))), WithinRel(0.45, 1e-15));

    Links links{{a, {{}, {0.45, 0.334, 0.216}, {0.09, 0.302, 0.608}}},
                {b, {{}, {0.36, 0.424, 0.216}}}};
    const NoisyMaxCpd same(x, links, Numbers{0.9, 0.08, 0.02}, Parameters::compound);
    for (std::size_t i = 0; i < same.numbers().size(); ++i)
        CHECK_THAT(same.numbers()[i], WithinAbs(harm().numbers()[i], 1e-15));

    CHECK_THROWS_WITH(
        NoisyMaxCpd(x, Links{{a, {{}, {0.95, 0.05}}}}, Numbers{0.9, 0.1}, Parameters::compound),
        Catch::StartsWith("the row of state number 1 of parent number 0 of a noisy-MAX is not the "
                          "maximum of the leak and of a cause"));
}

TEST_CASE("Noisy-MAX: a leak that is never absent takes compound and net rows", "[cpd]") {
    const Numbers leak{0, 0.5, 0.5};
    const NoisyMaxCpd compound(x, Links{{a, {{}, {0, 0.25, 0.75}}}}, leak, Parameters::compound);
    CHECK_THAT(std::exp(compound.log_probability(states({1, 1}))), WithinRel(0.25, 1e-15));
    CHECK(std::exp(compound.log_probability(states({1, 0}))) == 0);
}

TEST_CASE("Noisy-MAX: shapes that do not fit are refused by the constructor", "[cpd]") {
    CHECK_THROWS_WITH(NoisyMaxCpd(x, Links{}, Numbers{}), Catch::Contains("leak"));
    CHECK_THROWS_WITH(NoisyMaxCpd(x, Links{{a, {}}}, Numbers{1, 0}),
                      Catch::Contains("parent number 0 of a noisy-MAX has no rows"));
    CHECK_THROWS_WITH(
        NoisyMaxCpd(x, Links{{a, {{}, {1}}}}, Numbers{1, 0}),
        "the row of state number 1 of parent number 0 of a noisy-MAX has 1 number for "
        "2 states");
    CHECK_THROWS_WITH(NoisyMaxCpd(x, Links{{a, {{}}}, {a, {{}}}}, Numbers{1, 0}),
                      "a variable occurs twice in one family");
    CHECK_THROWS_AS(NoisyMaxCpd(x, Links{{x, {{}}}}, Numbers{1, 0}), ArgumentError);
}

TEST_CASE("Noisy-MAX: rows that are no distributions are problems of the network, by name",
          "[cpd]") {
    const auto with = [](Numbers first, Numbers second, Numbers leak) {
        return NoisyMaxCpd(
            x, Links{{a, {{}, std::move(first), {}}}, {b, {{}, std::move(second)}}, {c, {{}, {}}}},
            leak);
    };
    CHECK(messages_of(with({0.5, 0.5}, {1, 0}, {1, 0})).empty());
    CHECK(messages_of(with({0.5, 0.4}, {1.5, -0.5}, {1, std::nan("")})) ==
          std::vector<std::string>{"P(x | a=s1 alone) sums to 0.9, not 1",
                                   "P(x=x1 | b=s1 alone) is -0.5, not between 0 and 1",
                                   "P(x=x1 | leak) is nan, not between 0 and 1"});
    NetworkBuilder builder(around(with({0.5, 0.5}, {1, 0}, {1, 0}), {3, 2, 2}));
    builder.set_cpd(NoisyMaxCpd(x, Links{{a, {{}, {}}}}, Numbers{1, 0}));
    CHECK_THROWS_WITH(builder.build(),
                      Catch::Contains("'x' distinguishes 2 states of 'a', which has 3"));
    builder.set_cpd(NoisyMaxCpd(x, Links{{b, {{}, {}}}}, Numbers{1, 0, 0}));
    CHECK_THROWS_WITH(builder.build(), Catch::Contains("'x' has 2 states, but its distribution 3"));
    builder.set_cpd(NoisyMaxCpd(x, Links{{VariableId(9), {{}, {}}}}, Numbers{1, 0}));
    CHECK_THROWS_WITH(builder.build(), Catch::Contains("variable number 9 as a parent"));
}

TEST_CASE("Noisy-MAX: rows that nearly sum to 1 are divided by their sum, as those of tables",
          "[cpd]") {
    const BayesianNetwork network = around(
        NoisyMaxCpd(VariableId(1), Links{{a, {{}, {0.3333333, 0.6666666}}}}, Numbers{1, 0}), {2});
    const Cpd& cpd = network.cpd(VariableId(1));
    const std::vector<StateId> family = states({1, 0});
    CHECK_THAT(
        visit_discrete([&](const auto& d) { return std::exp(d.log_probability(family)); }, cpd),
        WithinRel(0.3333333 / 0.9999999, 1e-14));
    CHECK(NetworkBuilder(network).build() == network);
}

TEST_CASE("Noisy-MAX: probabilities, tables and samples agree with the definition", "[cpd]") {
    Rng rng(3);
    for (int round = 0; round < 20; ++round) {
        const BayesianNetwork network = tests::random_noisy_network(6, 4, rng);
        const NoisyMaxCpd& cpd = std::get<NoisyMaxCpd>(network.cpd(VariableId(5)));
        const TableCpd expected = tests::table_by_definition(cpd);
        for (std::size_t cell = 0; cell < expected.table().size(); ++cell) {
            const std::vector<StateId> family = expected.scope().states(cell);
            CHECK_THAT(std::exp(cpd.log_probability(family)),
                       WithinAbs(expected.table()[cell], 1e-14));
        }
    }
}

TEST_CASE("Noisy-MAX: samples have its frequencies, within five standard errors", "[cpd]") {
    constexpr int count = 20'000;
    Rng rng(5);
    std::vector<int> seen(3, 0);
    const std::vector<StateId> parents = states({2, 1});
    for (int i = 0; i < count; ++i) ++seen[harm().sample(parents, rng).index()];
    const double expected[] = {0.036, 0.2776, 0.6864};
    for (std::size_t s = 0; s < 3; ++s)
        CHECK_THAT(seen[s] / static_cast<double>(count),
                   WithinAbs(expected[s], 5 * std::sqrt(expected[s] * (1 - expected[s]) / count)));
    for (int i = 0; i < 1000; ++i) CHECK(fever().sample(states({0, 0, 0}), rng) == StateId(0));
}

TEST_CASE("Noisy-MAX: a thousand parents take linear space, and logarithms do not underflow",
          "[cpd]") {
    constexpr std::size_t parents = 1000;
    Links links;
    for (std::size_t i = 0; i < parents; ++i) links.push_back({VariableId(i), {{}, {0.25, 0.75}}});
    const VariableId child(parents);
    const NoisyMaxCpd cpd(child, links, Numbers{0.5, 0.5});
    CHECK(cpd.stored_numbers() == 4 * parents + 2);
    NetworkBuilder builder;
    for (std::size_t i = 0; i <= parents; ++i)
        builder.add_variable(Variable("V" + std::to_string(i), {"no", "yes"}));
    for (std::size_t i = 0; i < parents; ++i)
        builder.set_cpd(TableCpd(Scope({VariableId(i)}, {2}), Numbers{0.5, 0.5}));
    builder.set_cpd(cpd);
    const BayesianNetwork network = builder.build();
    std::vector<StateId> row(parents + 1, StateId(1));
    row.back() = StateId(0);
    CHECK_THAT(
        log_probability(network, row),
        WithinRel(parents * std::log(0.5) + std::log(0.5) + parents * std::log(0.25), 1e-13));
    CHECK(parameter_count(network) == 2 * parents + 1);
    Rng rng(7);
    ForwardSampler(network).sample(rng, row);
    CHECK(row.back() == StateId(1));
}
