#include <io/format/uai/uai.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/table/table.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;

namespace {

struct FactorGraph {
    std::vector<std::size_t> cardinalities;  ///< by variable
    std::vector<Table> factors;
};

/// The model of the graph, by way of its file.
io::UaiModel eliminated(const FactorGraph& graph) {
    std::string text = "MARKOV " + std::to_string(graph.cardinalities.size());
    for (const std::size_t states : graph.cardinalities) text += " " + std::to_string(states);
    text += " " + std::to_string(graph.factors.size());
    for (const Table& factor : graph.factors) {
        text += " " + std::to_string(factor.scope().size());
        for (const VariableId id : factor.scope().variables())
            text += " " + std::to_string(id.index());
    }
    for (const Table& factor : graph.factors) {
        text += " " + std::to_string(factor.size());
        for (const double number : factor.values()) text += " " + to_text(number);
    }
    return io::read_uai_model(text + "\n");
}

const std::string underflow = "some products of factors are below 1e-308 of others and became 0";

std::string remarks_of(const FactorGraph& graph) {
    std::string text;
    for (const Problem& remark : eliminated(graph).remarks) text += remark.message + "\n";
    return text;
}

/// Up to six variables of up to three states, and up to eight factors over up to three of them,
/// with some zeros.
FactorGraph random_graph(Rng& rng) {
    FactorGraph graph;
    const std::size_t size = 1 + rng.below(6);
    for (std::size_t v = 0; v < size; ++v) graph.cardinalities.push_back(1 + rng.below(3));
    for (std::size_t f = rng.below(9); f-- > 0;) {
        std::vector<VariableId> members;
        std::vector<std::size_t> states;
        for (std::size_t v = 0; v < size && members.size() < 3; ++v) {
            if (graph.cardinalities[v] == 1 || rng.below(2) == 0) continue;
            members.emplace_back(v);
            states.push_back(graph.cardinalities[v]);
        }
        Table factor{Scope(members, states)};
        for (double& number : factor.values()) number = rng.below(5) == 0 ? 0 : rng.uniform() * 9;
        graph.factors.push_back(std::move(factor));
    }
    return graph;
}

/// F of every assignment, by the definition.
Table joint_of(const FactorGraph& graph) {
    std::vector<VariableId> all;
    for (std::size_t v = 0; v < graph.cardinalities.size(); ++v) all.emplace_back(v);
    Table joint{Scope(all, graph.cardinalities)};
    for (std::size_t cell = 0; cell < joint.size(); ++cell) {
        const std::vector<StateId> states = joint.scope().states(cell);
        joint[cell] = 1;
        for (const Table& factor : graph.factors) {
            std::vector<StateId> part;
            for (const VariableId id : factor.scope().variables())
                part.push_back(states[id.index()]);
            joint[cell] *= factor.at(part);
        }
    }
    return joint;
}

double number_of_chain(std::size_t size) {
    FactorGraph graph{std::vector<std::size_t>(size, 2), {}};
    for (std::size_t v = 0; v + 1 < size; ++v)
        graph.factors.emplace_back(Scope({VariableId(v), VariableId(v + 1)}, {2, 2}),
                                   std::vector{1e200, 1e200, 1e200, 1e200});
    return eliminated(graph).log_partition;
}

}  // namespace

TEST_CASE("Elimination: random factor graphs have the sums and products of the definition") {
    Rng rng(5);
    int possible = 0;
    for (int i = 0; i < 300; ++i) {
        INFO(i);
        const FactorGraph graph = random_graph(rng);
        const Table joint = joint_of(graph);
        const double z = fixed_order_sum(joint.values());
        if (z == 0) {
            CHECK_THROWS_WITH(eliminated(graph), Catch::Contains("partition function Z is 0"));
            continue;
        }
        ++possible;
        const io::UaiModel made = eliminated(graph);
        CHECK(made.log_partition == Approx(std::log(z)).epsilon(1e-12).margin(1e-12));
        CHECK_THAT(remarks_of(graph), !Catch::Contains(underflow));
        for (std::size_t cell = 0; cell < joint.size(); ++cell) {
            double p = 1;
            const std::vector<StateId> states = joint.scope().states(cell);
            for (const Cpd& cpd : made.network.cpds()) {
                std::vector<StateId> part;
                for (const VariableId id : as_table(cpd)->scope().variables())
                    part.push_back(states[id.index()]);
                p *= as_table(cpd)->probability(part);
            }
            CHECK(p == Approx(joint[cell] / z).epsilon(1e-12).margin(1e-14));
        }
    }
    CHECK(possible > 200);
}

TEST_CASE("Elimination: Z may be beyond the doubles") {
    // 2^n assignments, each of 1e200^(n-1).
    CHECK(number_of_chain(1000) ==
          Approx(1000 * std::log(2.0) + 999 * 200 * std::log(10.0)).epsilon(1e-13));
}

TEST_CASE("Elimination: a chain of twenty thousand variables is a matter of moments") {
    CHECK(number_of_chain(20'000) ==
          Approx(2e4 * std::log(2.0) + 19'999.0 * 200 * std::log(10.0)).epsilon(1e-13));
}

TEST_CASE("Elimination: products that are no doubles are told") {
    const Scope scope({VariableId(0)}, {2});
    const Table tiny(scope, std::vector{1e-200, 1.0});
    CHECK_THAT(remarks_of({{2}, {tiny, tiny}}), Catch::Contains(underflow));
    CHECK_THAT(remarks_of({{2}, {tiny, Table(scope, std::vector{1.0, 1e-200})}}),
               !Catch::Contains(underflow));
}
