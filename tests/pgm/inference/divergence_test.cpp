#include <pgm/inference/divergence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/variable_matching.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/reference_data.hpp>

#include <cmath>

using namespace pgm;

namespace {

/// P(A=1), P(B=1 | A=0), P(B=1 | A=1)
BayesianNetwork arrow(double a, double b_given_0, double b_given_1) {
    NetworkBuilder net = NetworkBuilder::parse("A{0|1} -> B{0|1}");
    net.cpt("A").values({1 - a, a});
    net.cpt("B").row("A=0", {1 - b_given_0, b_given_0}).row("A=1", {1 - b_given_1, b_given_1});
    return net.build();
}

/// The same variables in reverse order, with their states in reverse order, without arcs.
BayesianNetwork two_coins(double a, double b) {
    NetworkBuilder net;
    net.variable("B", {"1", "0"}).variable("A", {"1", "0"});
    net.cpt("A").values({a, 1 - a});
    net.cpt("B").values({b, 1 - b});
    return net.build();
}

/// The definition, by a walk through all assignments of P; variable v of P is matched[v] of Q.
double by_enumeration(const BayesianNetwork& p, const BayesianNetwork& q) {
    const std::vector<VariableId> matched = match_variables(q.variables(), p.variables());
    std::vector<StateId> states(p.size(), StateId(0)), of_q(p.size());
    double sum = 0;
    for (bool more = true; more;) {
        for (std::size_t v = 0; v < p.size(); ++v)
            of_q[matched[v].index()] =
                *q.variable(matched[v]).find_state(p.variable(VariableId(v)).state(states[v]));
        const double log_p = log_probability(p, states);
        const double log_q = log_probability(q, of_q);
        if (std::isfinite(log_p) && std::isinf(log_q)) return -log_q;
        if (std::isfinite(log_p)) sum += std::exp(log_p) * (log_p - log_q);
        more = false;
        for (std::size_t v = 0; v < p.size() && !more; ++v) {
            more = states[v].index() + 1 < p.cardinality(VariableId(v));
            states[v] = more ? StateId(states[v].index() + 1) : StateId(0);
        }
    }
    return sum;
}

/// The same variables, with their states in reverse order, in a random graph of its own.
BayesianNetwork rewired(Rng& rng, const BayesianNetwork& network, bool positive) {
    NetworkBuilder net;
    for (const Variable& variable : network.variables())
        net.variable(variable.name(), {variable.states().rbegin(), variable.states().rend()});
    const Dag dag = tests::random_dag(rng, network.size(), 0.25);
    for (std::size_t v = 0; v < network.size(); ++v) {
        std::vector<VariableId> members = dag.parents(VariableId(v));
        members.emplace_back(v);
        std::vector<std::size_t> cardinalities;
        for (const VariableId member : members)
            cardinalities.push_back(network.cardinality(member));
        const Scope scope(members, cardinalities);
        std::vector<double> values;
        while (values.size() < scope.cells()) {
            std::vector<double> row = tests::random_row(rng, cardinalities.back());
            for (double& cell : row)
                if (positive) cell = 0.9 * cell + 0.1 / static_cast<double>(row.size());
            values.insert(values.end(), row.begin(), row.end());
        }
        net.set_cpd(TableCpd(scope, values));
    }
    return net.build();
}

}  // namespace

TEST_CASE("The divergence of an arrow from two coins is the sum over four assignments") {
    // P: 0.5 0.9, 0.5 0.1, 0.5 0.2, 0.5 0.8 against Q: 0.25 each.
    const double expected =
        0.45 * std::log(1.8) + 0.05 * std::log(0.2) + 0.1 * std::log(0.4) + 0.4 * std::log(1.6);
    CHECK(kullback_leibler_divergence(arrow(0.5, 0.1, 0.8), two_coins(0.5, 0.5)) ==
          Approx(expected).epsilon(1e-14));
}

TEST_CASE("A network diverges from itself by nothing, and hardly from an equivalent one") {
    const BayesianNetwork network = arrow(0.3, 0.1, 0.8);
    CHECK(kullback_leibler_divergence(network, network) == 0);
    NetworkBuilder net = NetworkBuilder::parse("B{0|1} -> A{0|1}");
    const double b = 0.7 * 0.1 + 0.3 * 0.8;
    net.cpt("B").values({1 - b, b});
    net.cpt("A")
        .row("B=0", {0.7 * 0.9 / (1 - b), 0.3 * 0.2 / (1 - b)})
        .row("B=1", {0.7 * 0.1 / b, 0.3 * 0.8 / b});
    const double reversed = kullback_leibler_divergence(network, net.build());
    CHECK(reversed >= 0);
    CHECK(reversed < 1e-15);
}

TEST_CASE("The divergence is infinite where only P holds something possible, and not the reverse") {
    const BayesianNetwork sure = arrow(0.5, 0, 0.8), doubtful = arrow(0.5, 0.1, 0.8);
    CHECK(kullback_leibler_divergence(doubtful, sure) == std::numeric_limits<double>::infinity());
    CHECK(kullback_leibler_divergence(sure, doubtful) ==
          Approx(0.5 * std::log(1 / 0.9)).epsilon(1e-14));
    // B=1 is impossible in Q, whose B has no parent.
    CHECK(kullback_leibler_divergence(doubtful, two_coins(0.5, 0)) ==
          std::numeric_limits<double>::infinity());
    // A row that P never reaches may differ as it likes.
    CHECK(kullback_leibler_divergence(arrow(0, 0.1, 0.8), arrow(0, 0.1, 0)) == 0);
}

TEST_CASE("The divergence of random networks is that of their joint tables") {
    Rng rng(21);
    std::size_t finite = 0;
    for (int trial = 0; trial < 150; ++trial) {
        const BayesianNetwork p = tests::random_model(rng), q = rewired(rng, p, trial % 3 != 0);
        const double expected = by_enumeration(p, q), found = kullback_leibler_divergence(p, q);
        CHECK(!std::isnan(found));
        CHECK(std::isinf(found) == std::isinf(expected));
        if (std::isinf(expected)) continue;
        CHECK_THAT(found, Catch::WithinAbs(expected, 1e-12 * (1 + std::abs(expected))));
        ++finite;
    }
    CHECK(finite > 50);
}

TEST_CASE("The divergence of alarm from itself is 0, from a network without arcs what it tells") {
    if (!tests::reference_file("networks/bif/alarm.bif")) {
        WARN("SKIPPED: alarm.bif");
        return;
    }
    const BayesianNetwork alarm = tests::reference_network("networks/bif/alarm.bif");
    CHECK(kullback_leibler_divergence(alarm, alarm) == 0);
    // sum of the entropies of the margins minus the entropy of alarm: the total correlation.
    const InferenceEngine engine(alarm);
    const Posterior margins = engine.marginals();
    NetworkBuilder net;
    for (std::size_t v = 0; v < alarm.size(); ++v)
        net.variable(alarm.variables()[v].name(), alarm.variables()[v].states());
    for (std::size_t v = 0; v < alarm.size(); ++v)
        net.cpt(alarm.variables()[v].name())
            .values(std::vector<double>(margins[v].begin(), margins[v].end()));
    double expected = 0;
    for (std::size_t v = 0; v < alarm.size(); ++v) {
        for (const double p : margins[v]) expected -= p > 0 ? p * std::log(p) : 0;
        const TableCpd& table = *as_table(alarm.cpd(VariableId(v)));
        const JointPosterior family = engine.joint(table.scope().variables());
        for (std::size_t cell = 0; cell < table.table().size(); ++cell)
            if (family.table[cell] > 0)
                expected += family.table[cell] * std::log(table.table()[cell]);
    }
    CHECK(kullback_leibler_divergence(engine, net.build()) == Approx(expected).epsilon(1e-12));
}

TEST_CASE("Networks over other variables or states are told apart by name") {
    const BayesianNetwork ab = arrow(0.5, 0.1, 0.8);
    NetworkBuilder other = NetworkBuilder::parse("A{0|1}; C{0|1}; D{0|1}");
    for (const char* name : {"A", "C", "D"}) other.cpt(name).values({0.5, 0.5});
    CHECK_THROWS_WITH(kullback_leibler_divergence(ab, other.build()),
                      "the models are not over the same variables: only the first one has B, only "
                      "the second one has C, D (variables are matched by name)");
    NetworkBuilder states = NetworkBuilder::parse("A{0|1|2}; B{0|1}");
    states.cpt("A").values({0.5, 0.25, 0.25});
    states.cpt("B").values({0.5, 0.5});
    CHECK_THROWS_WITH(kullback_leibler_divergence(ab, states.build()),
                      Catch::Contains("variable 'A' differs in the models"));
}
