#include <learners/search/constraint_search.hpp>

#include <learners/independence/data_test.hpp>
#include <learners/independence/independence_test.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/all_dags.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/sampled_data.hpp>
#include <tests/support/small_data.hpp>
#include <tests/support/vertices.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using namespace pgm::tests::vertices;

namespace {

LearnedClass learned(const Dag& truth, const Constraints& constraints = {}) {
    return pc(DSeparationTest(truth), constraints);
}

PartiallyDirectedGraph class_of(const Dag& dag) {
    return PartiallyDirectedGraph(cpdag(dag));
}

/// Answers at random, the same question always the same: full of contradictions.
class RandomTest final : public IndependenceTest {
public:
    RandomTest(std::size_t variables, std::uint64_t seed, double independent)
        : variables_(variables), seed_(seed), independent_(independent) {}

    std::size_t variables() const override { return variables_; }
    TestResult test(VariableId x, VariableId y, std::span<const VariableId> given) const override {
        std::uint64_t key = seed_ * 1000 + std::min(x, y).index() * 31 + std::max(x, y).index();
        for (const VariableId v : given) key = key * 37 + v.index() + 1;
        Rng rng(key);
        const double p = rng.uniform();
        return {.statistic = 1 - p,
                .degrees_of_freedom = 1,
                .p = p < independent_ ? 0.5 + p / 2 : p * 1e-3};
    }

private:
    std::size_t variables_;
    std::uint64_t seed_;
    double independent_;
};

/// Some of everything, never contradicting itself.
Constraints mixed_constraints(Rng& rng, std::size_t variables) {
    Constraints constraints;
    const Dag required = random_dag(rng, variables, 0.08);
    constraints.required = required.arcs();
    for (std::size_t parent = 0; parent < variables; ++parent)
        for (std::size_t child = 0; child < variables; ++child)
            if (parent != child && rng.below(6) == 0 &&
                !required.has_arc(VariableId(parent), VariableId(child)))
                constraints.forbidden.push_back({VariableId(parent), VariableId(child)});
    std::size_t most_required = 1;
    for (std::size_t v = 0; v < variables; ++v)
        most_required = std::max(most_required, required.in_degree(VariableId(v)));
    constraints.max_parents = most_required + rng.below(2);
    return constraints;
}

}  // namespace

TEST_CASE("With a test that knows the truth PC finds the class of every DAG of four vertices",
          "[learners]") {
    std::size_t wrong = 0;
    for (const Dag& dag : all_dags(4)) {
        const LearnedClass result = learned(dag);
        wrong += result.graph != class_of(dag) || !markov_equivalent(result.dag, dag) ||
                 !result.consistent || result.partial;
    }
    CHECK(wrong == 0);
}

TEST_CASE("With a test that knows the truth PC finds the class of random DAGs", "[learners]") {
    Rng rng(12);
    for (int trial = 0; trial < 150; ++trial) {
        const Dag dag = random_dag(rng, 5 + rng.below(8), 0.1 + 0.3 * rng.uniform());
        const LearnedClass result = learned(dag);
        CHECK(result.graph == class_of(dag));
        CHECK(markov_equivalent(result.dag, dag));
        CHECK(result.consistent);
    }
}

TEST_CASE("What is known of the truth directs edges that the data leave open", "[learners]") {
    const Dag chain(4, std::vector<Arc>{{a, b}, {b, c}, {c, d}});
    CHECK(learned(chain).graph.edges().size() == 3);
    CHECK(learned(chain, {.required = {{a, b}}}).graph == PartiallyDirectedGraph(chain));
    CHECK(learned(chain, {.forbidden = {{b, a}}}).graph == PartiallyDirectedGraph(chain));
    CHECK(learned(chain, {.tiers = {0, 1, 1, 1}}).graph == PartiallyDirectedGraph(chain));
    const LearnedClass half = learned(chain, {.required = {{c, d}}});
    CHECK(half.graph.arcs() == std::vector<Arc>{{c, d}});
    CHECK(half.dag.has_arc(c, d));
}

TEST_CASE("Constraints that agree with the truth leave its class right", "[learners]") {
    Rng rng(13);
    for (int trial = 0; trial < 60; ++trial) {
        const Dag dag = random_dag(rng, 8, 0.3);
        Constraints constraints;
        for (const Arc& arc : dag.arcs()) {
            if (rng.below(4) == 0) constraints.required.push_back(arc);
            if (rng.below(4) == 0) constraints.forbidden.push_back({arc.child, arc.parent});
        }
        const LearnedClass result = learned(dag, constraints);
        CHECK(markov_equivalent(result.dag, dag));
        CHECK(result.consistent);
        CHECK(AllowedArcs(8, constraints).obeyed_by(result.dag));
        for (const Arc& arc : result.graph.arcs()) CHECK(dag.has_arc(arc.parent, arc.child));
    }
}

TEST_CASE("No forbidden, required, tier or in-degree rule is ever broken", "[learners]") {
    Rng rng(14);
    std::size_t contradictory = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t variables = 3 + rng.below(7);
        Constraints constraints;
        if (trial % 4 != 0) constraints = mixed_constraints(rng, variables);
        if (trial % 4 == 2) {
            constraints.required.clear();
            for (std::size_t v = 0; v < variables; ++v)
                constraints.tiers.push_back(rng.below(3) == 0 ? std::nullopt
                                                              : std::optional(rng.below(3)));
        }
        const RandomTest test(variables, static_cast<std::uint64_t>(trial), 0.3);
        const LearnedClass result = pc(test, constraints);
        const AllowedArcs allowed(variables, constraints);
        CHECK(allowed.obeyed_by(result.dag));
        for (const Arc& arc : result.graph.arcs()) CHECK(allowed.allowed(arc.parent, arc.child));
        contradictory += !result.consistent;
    }
    CHECK(contradictory > 20);
}

TEST_CASE("The class does not depend on the order of the columns, nor on the threads",
          "[learners]") {
    Rng rng(15);
    for (int trial = 0; trial < 12; ++trial) {
        const BayesianNetwork network = random_model(rng, {.min_variables = 6});
        const Dataset data = sampled_data(network, 2000, 40 + trial);
        const LearnedClass straight = pc(*data_test(data, G2{}), {}, {.threads = 1});
        CHECK(pc(*data_test(data, G2{}, 3), {}, {.threads = 3}) == straight);
        std::vector<ColumnId> order;
        for (const std::size_t v : random_permutation(rng, network.size())) order.emplace_back(v);
        const Dataset mixed = data.select_columns(order);
        const LearnedClass other = pc(*data_test(mixed, G2{}));
        // Answers that contradict each other leave a choice of the DAG, and so of its class.
        if (!straight.consistent || !other.consistent) continue;
        PartiallyDirectedGraph expected(network.size());
        const auto place = [&](VariableId v) {
            return VariableId(static_cast<std::size_t>(
                std::ranges::find(order, ColumnId(v.index())) - order.begin()));
        };
        for (const auto& [parent, child] : straight.graph.arcs())
            expected.set_arc(place(parent), place(child));
        for (const auto& [x, y] : straight.graph.edges()) expected.set_edge(place(x), place(y));
        CHECK(other.graph == expected);
    }
}

TEST_CASE("Every separated pair is recorded with a set that separates it", "[learners]") {
    const Dag dag(5, std::vector<Arc>{{a, b}, {a, c}, {b, d}, {c, d}, {d, e}});
    const DSeparationTest test(dag);
    const LearnedClass result = pc(test);
    for (const SeparatedPair& separated : result.separated) {
        CHECK_FALSE(separated.given.empty());
        CHECK(test.test(separated.pair.a, separated.pair.b, separated.given).p == 1);
    }
    CHECK(result.separated.size() == 5);  // ten pairs, five arcs
    CHECK(result.tests > 10);
}

TEST_CASE("A limit on conditions leaves edges that more would separate", "[learners]") {
    const Dag diamond(4, std::vector<Arc>{{a, b}, {a, c}, {b, d}, {c, d}});
    CHECK(pc(DSeparationTest(diamond), {}, {}, {.max_conditions = 2}).graph == class_of(diamond));
    CHECK(pc(DSeparationTest(diamond), {}, {}, {.max_conditions = 1}).dag.arc_count() == 5);
    CHECK(pc(DSeparationTest(diamond), {}, {}, {.max_conditions = 0}).dag.arc_count() == 6);
}

namespace {

/// Of c -> a, c -> b and d -> a, where a and b are independent by accident: two paths cancel.
class CancellingPaths final : public IndependenceTest {
public:
    std::size_t variables() const override { return 4; }
    TestResult test(VariableId x, VariableId y, std::span<const VariableId> given) const override {
        const auto is = [&](VariableId first, VariableId second) {
            return std::minmax({x, y}) == std::minmax({first, second});
        };
        const auto has = [&](VariableId v) { return std::ranges::find(given, v) != given.end(); };
        const double p = is(a, b)   ? has(c) ? 0.6 : 0.81
                         : is(c, d) ? has(a) ? 1e-10 : 0.3
                         : is(b, d) ? 0.5
                                    : 1e-20;
        return {.statistic = -std::log(p), .degrees_of_freedom = 1, .p = p};
    }
};

}  // namespace

TEST_CASE("An accidental independence does not turn an arc that a clear v-structure directs",
          "[learners]") {
    const PartiallyDirectedGraph found = pc(CancellingPaths()).graph;
    CHECK(found.arcs() == std::vector<Arc>{{c, a}, {d, a}});
    CHECK(found.has_edge(b, c));
}

TEST_CASE("A search that is stopped says so and obeys the constraints", "[learners]") {
    Rng rng(16);
    const Dag dag = random_dag(rng, 12, 0.3);
    const Constraints constraints{.required = {dag.arcs().front()}};
    for (std::size_t calls = 0; calls < 6; ++calls) {
        std::size_t left = calls;
        double fraction = 0;
        const SearchControl control{.proceed =
                                        [&](const SearchProgress& progress) {
                                            CHECK(progress.fraction >= fraction);
                                            CHECK(progress.fraction <= 1);
                                            fraction = progress.fraction;
                                            return left-- > 0;
                                        },
                                    .threads = 2};
        const LearnedClass result = pc(DSeparationTest(dag), constraints, control);
        CHECK((result.partial || markov_equivalent(result.dag, dag)));
        CHECK(AllowedArcs(12, constraints).obeyed_by(result.dag));
        if (calls == 0) CHECK(result.partial);
        if (result.partial) CHECK(result.dag == Dag(12, constraints.required));
    }
    CHECK(pc(DSeparationTest(dag), {}, {.time_limit = std::chrono::seconds(0)}).partial);
}

TEST_CASE("A variable that others determine keeps the edges that its determinants do not share",
          "[learners]") {
    // c is a or b, d is c with one row of five changed; a and b are independent.
    std::vector<std::string_view> rows;
    for (const auto& [kept, changed] : {std::pair("0000", "0001"), std::pair("0111", "0110"),
                                        std::pair("1011", "1010"), std::pair("1111", "1110")}) {
        rows.insert(rows.end(), 40, kept);
        rows.insert(rows.end(), 10, changed);
    }
    const Dataset data = digits("abcd", rows, 2);
    CHECK(pc(*data_test(data, G2{})).graph ==
          class_of(Dag(4, std::vector<Arc>{{a, c}, {b, c}, {c, d}})));
}

TEST_CASE("Of two variables that are functions of each other one keeps its edges", "[learners]") {
    std::vector<std::string_view> rows;
    for (const auto& [kept, changed] : {std::pair("000", "001"), std::pair("111", "110")}) {
        rows.insert(rows.end(), 40, kept);
        rows.insert(rows.end(), 10, changed);
    }
    const Dataset data = digits("abc", rows, 2);
    CHECK(pc(*data_test(data, G2{})).graph == class_of(Dag(3, std::vector<Arc>{{b, a}, {b, c}})));
}

TEST_CASE("Searches of nothing, of one variable and with a wrong level", "[learners]") {
    CHECK(learned(Dag()).dag == Dag());
    CHECK(learned(Dag(1)).dag == Dag(1));
    CHECK(learned(Dag(7)).graph == PartiallyDirectedGraph(7));
    CHECK_THROWS_WITH(pc(DSeparationTest(Dag(2)), {}, {}, {.alpha = 1.5}),
                      "a level of significance lies between 0 and 1, not at 1.5");
    CHECK_THROWS_AS(pc(DSeparationTest(Dag(2)), {}, {}, {.alpha = std::nan("")}), ArgumentError);
    CHECK_THROWS_AS(learned(Dag(2), {.required = {{a, b}}, .forbidden = {{a, b}}}), ArgumentError);
    CHECK_THROWS_AS(learned(Dag(2), {.required = {{a, c}}}), ArgumentError);
    CHECK_THROWS_AS(pc(RandomTest(200'000, 1, 0.5)), TooLargeError);
}
