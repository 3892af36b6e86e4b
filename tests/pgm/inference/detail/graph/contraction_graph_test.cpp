#include <pgm/inference/detail/graph/graph_builder.hpp>

#include <pgm/inference/variable_elimination.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/table/table.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>

#include <algorithm>
#include <cmath>
#include <map>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::tests;

namespace {

using Value = ContractionGraph::Value;

/// A network with what is asked of it; all states can occur.
struct GraphQuestion {
    BayesianNetwork network;
    Domains domains{network};
    PlanRequest request;

    GraphQuestion(BayesianNetwork given, Task task, std::vector<VariableId> targets, Role role)
        : network(std::move(given)) {
        request.task = task;
        request.targets = std::move(targets);
        request.roles.assign(network.size(), role);
        request.domains = request.prior = &domains;
    }

    ContractionGraph graph() const {
        return make_graph(network, request, sketch_plan(network, request));
    }
};

std::vector<VariableId> all_of(const BayesianNetwork& network) {
    std::vector<VariableId> all;
    for (std::size_t v = 0; v < network.size(); ++v) all.emplace_back(v);
    return all;
}

/// a -> b -> c, of two, three and four states.
BayesianNetwork chain() {
    NetworkBuilder builder("chain");
    const VariableId a = builder.add_variable(Variable("a", {"0", "1"})),
                     b = builder.add_variable(Variable("b", {"0", "1", "2"})),
                     c = builder.add_variable(Variable("c", {"0", "1", "2", "3"}));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{.5, .5}));
    builder.set_cpd(TableCpd(Scope({a, b}, {2, 3}), std::vector<double>{.5, .25, .25, 0, .5, .5}));
    std::vector<double> quarters(12, 0.25);
    builder.set_cpd(TableCpd(Scope({b, c}, {3, 4}), quarters));
    return builder.build();
}

/// The names of the axes of a value.
std::vector<std::size_t> scope_of(const ContractionGraph& graph, Value value) {
    std::vector<std::size_t> variables;
    for (const std::uint32_t position : graph.scope(value))
        variables.push_back(graph.variables[position].index());
    std::ranges::sort(variables);
    return variables;
}

/// How often each position is reduced by nodes from `first` on that maximise, or do not.
std::vector<int> times_reduced(const ContractionGraph& graph, std::size_t first, bool maximise) {
    std::vector<int> times(graph.variables.size(), 0);
    for (std::size_t i = first; i < graph.nodes.size(); ++i) {
        if (graph.nodes[i].maximise != maximise) continue;
        for (const std::uint32_t position : graph.reduced(graph.made_by(i))) ++times[position];
    }
    return times;
}

/// A graph with numbers, by the algebra of tables.
class TableRun {
public:
    TableRun(const ContractionGraph& graph, const BayesianNetwork& network,
             const Evidence& evidence)
        : graph_(graph), network_(network), evidence_(evidence) {
        values_.push_back(Table(Scope{}, std::vector<double>{1}));
        for (std::size_t i = 0; i < graph.leaves.size(); ++i)
            values_.push_back(leaf(graph.leaves[i], graph.scope(graph.leaf(i))));
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            Table made = product(values_[graph.nodes[i].a], values_[graph.nodes[i].b]);
            for (const std::uint32_t position : graph.reduced(graph.made_by(i)))
                made = sum_out(made, graph.variables[position]);
            values_.push_back(made.permuted(variables(graph.scope(graph.made_by(i)))));
        }
    }

    const Table& operator[](Value value) const { return values_[value]; }

    double evidence_probability() const {
        double p = 1;
        for (const Value root : graph_.roots) p *= values_[root][0];
        for (const LeafTable& scalar : graph_.scalars) p *= leaf(scalar, {})[0];
        return p;
    }

private:
    std::vector<VariableId> variables(PlanScope scope) const {
        std::vector<VariableId> list;
        for (const std::uint32_t position : scope) list.push_back(graph_.variables[position]);
        return list;
    }

    Table leaf(const LeafTable& leaf, PlanScope scope) const {
        std::vector<std::size_t> cardinalities;
        for (const std::uint32_t position : scope)
            cardinalities.push_back(graph_.cardinalities[position]);
        std::size_t first = leaf.base;
        for (std::uint32_t i = 0; i < leaf.evidence_axes; ++i) {
            const EvidenceAxis& given = graph_.evidence_axes[leaf.first_evidence_axis + i];
            const Finding* const finding = evidence_.find(VariableId(std::size_t{given.variable}));
            first += state_of(*finding)->index() * given.stride;
        }
        std::vector<std::uint32_t> offsets;
        graph_.append_offsets(leaf, offsets);
        const auto& cpd = std::get<TableCpd>(network_.cpd(VariableId(std::size_t{leaf.variable})));
        std::vector<double> cells;
        for (const std::uint32_t offset : offsets) cells.push_back(cpd.table()[first + offset]);
        return Table(Scope(variables(scope), cardinalities), cells);
    }

    const ContractionGraph& graph_;
    const BayesianNetwork& network_;
    const Evidence& evidence_;
    std::vector<Table> values_;
};

}  // namespace

TEST_CASE("Contraction graph: P(e) of a chain reads each table and sums out each variable once",
          "[contraction_graph]") {
    const GraphQuestion question(chain(), Task::evidence, {}, Role::likelihood);
    const ContractionGraph graph = question.graph();
    REQUIRE(graph.leaves.size() == 3);
    CHECK(scope_of(graph, graph.leaf(0)) == std::vector<std::size_t>{0});
    CHECK(scope_of(graph, graph.leaf(1)) == std::vector<std::size_t>{0, 1});
    CHECK(scope_of(graph, graph.leaf(2)) == std::vector<std::size_t>{1, 2});
    CHECK(times_reduced(graph, 0, false) == std::vector<int>{1, 1, 1});
    CHECK(graph.forward == graph.nodes.size());
    REQUIRE(graph.roots.size() == 1);
    CHECK(graph.scope(graph.roots[0]).empty());
    CHECK(graph.marginals.empty());
    // From the ends: two products of 12 and of 6 cells, and what is left of one variable.
    CHECK(graph.multiplications <= 12 + 6 + 6 + 4 + 3);
}

TEST_CASE("Contraction graph: an observed variable is an evidence axis of the tables it is in",
          "[contraction_graph]") {
    GraphQuestion question(chain(), Task::marginals, {VariableId(0)}, Role::free);
    question.request.roles[1] = Role::observed;
    const ContractionGraph graph = question.graph();
    // c is barren; P(b | a) is a function of a once b is known.
    REQUIRE(graph.leaves.size() == 2);
    const LeafTable& leaf = graph.leaves[1];
    CHECK(leaf.variable == 1);
    CHECK(scope_of(graph, graph.leaf(1)) == std::vector<std::size_t>{0});
    REQUIRE(leaf.evidence_axes == 1);
    CHECK(graph.evidence_axes[leaf.first_evidence_axis].variable == 1);
    CHECK(graph.evidence_axes[leaf.first_evidence_axis].stride == 1);
    CHECK(leaf.own_extent == 0);
    REQUIRE(graph.marginals.size() == 1);
    CHECK(scope_of(graph, graph.marginals[0].value) == std::vector<std::size_t>{0});
}

TEST_CASE("Contraction graph: without findings P(e) is the number 1", "[contraction_graph]") {
    const ContractionGraph graph =
        GraphQuestion(chain(), Task::marginals, all_of(chain()), Role::free).graph();
    REQUIRE(graph.roots.size() == 1);
    for (const Value root : graph.roots) CHECK(root == ContractionGraph::one);
    CHECK(graph.marginals.size() == 3);
}

TEST_CASE("Contraction graph: names are in the order in which values can be computed",
          "[contraction_graph]") {
    Rng rng(8);
    for (int trial = 0; trial < 40; ++trial) {
        BayesianNetwork network = random_model(rng);
        const std::vector<VariableId> all = all_of(network);
        const Task task = trial % 2 == 0 ? Task::marginals : Task::maximum;
        const ContractionGraph graph =
            GraphQuestion(std::move(network), task, all, Role::likelihood).graph();
        CHECK(graph.size() == 1 + graph.leaves.size() + graph.nodes.size());
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const Value made = graph.made_by(i);
            REQUIRE(graph.nodes[i].a < made);
            REQUIRE(graph.nodes[i].b < made);
            std::vector<std::uint32_t> kept_and_reduced = graph.reduced(made), met;
            kept_and_reduced.insert(kept_and_reduced.end(), graph.scope(made).begin(),
                                    graph.scope(made).end());
            std::ranges::sort(kept_and_reduced);
            walk_union(graph.scope(graph.nodes[i].a), graph.scope(graph.nodes[i].b),
                       [&](std::uint32_t position, bool, bool) { met.push_back(position); });
            CHECK(kept_and_reduced == met);
        }
        CHECK(times_reduced(graph, 0, true) ==
              std::vector<int>(graph.variables.size(), task == Task::maximum ? 1 : 0));
    }
}

TEST_CASE("Contraction graph: a joint keeps its targets, an explanation maximises them",
          "[contraction_graph]") {
    const std::vector<VariableId> ends{VariableId(0), VariableId(2)};
    const ContractionGraph joint =
        GraphQuestion(chain(), Task::joint, ends, Role::likelihood).graph();
    CHECK(scope_of(joint, joint.joint) == std::vector<std::size_t>{0, 2});
    CHECK(joint.first_kept == 1);

    const ContractionGraph best =
        GraphQuestion(chain(), Task::maximum, ends, Role::likelihood).graph();
    CHECK(times_reduced(best, 0, true) == std::vector<int>{0, 1, 1});
    CHECK(times_reduced(best, best.forward, false)[0] <= 1);  // b, unless its sum is shared
    REQUIRE(best.maximum_roots.size() == 1);
    CHECK(best.scope(best.maximum_roots[0]).empty());
}

TEST_CASE("Contraction graph: carried out with plain tables it gives the posteriors",
          "[contraction_graph]") {
    Rng rng(77);
    for (int trial = 0; trial < 60; ++trial) {
        GraphQuestion question(random_model(rng), Task::marginals, {}, Role::free);
        question.request.targets = all_of(question.network);
        Evidence evidence;
        for (const std::size_t v : random_permutation(rng, question.network.size())) {
            if (rng.below(3) > 0) continue;
            evidence.observe(VariableId(v),
                             StateId(rng.below(question.network.cardinality(VariableId(v)))));
            question.request.roles[v] = Role::observed;
        }
        const ContractionGraph graph = question.graph();
        const TableRun run(graph, question.network, evidence);
        const JointPosterior none = variable_elimination(question.network, {}, evidence);
        if (none.log_evidence < -400) continue;  // neither of them scales
        CHECK_THAT(std::log(run.evidence_probability()),
                   Catch::Matchers::WithinAbs(none.log_evidence, 1e-9));
        for (const auto& [position, value] : graph.marginals) {
            const VariableId variable = graph.variables[position];
            const Table expected =
                variable_elimination(question.network, std::span(&variable, 1), evidence).table;
            const double sum = fixed_order_sum(run[value].values());
            for (std::size_t k = 0; k < expected.size(); ++k)
                CHECK_THAT(run[value][k] / sum, Catch::Matchers::WithinAbs(expected[k], 1e-12));
        }
    }
}

TEST_CASE("Contraction graph: the cells of a table beyond 2^32 are counted",
          "[contraction_graph]") {
    ContractionGraph graph;
    graph.cardinalities.assign(9, 16);
    const std::vector<std::uint32_t> scope{0, 1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(graph.cells(scope) == 0x1p36);
}
