#include <pgm/graph/equivalence.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/all_dags.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/vertices.hpp>

#include <map>
#include <set>
#include <tuple>

using namespace pgm;
using namespace pgm::tests::vertices;
using pgm::tests::all_dags;

namespace {

/// Skeleton and v-structures, which determine the class (Verma and Pearl 1990).
using ClassKey =
    std::pair<std::set<Edge>, std::set<std::tuple<VariableId, VariableId, VariableId>>>;

ClassKey class_of(const Dag& dag) {
    ClassKey key;
    for (const Arc& arc : dag.arcs())
        key.first.insert({std::min(arc.parent, arc.child), std::max(arc.parent, arc.child)});
    for (const Arc& one : dag.arcs())
        for (const Arc& two : dag.arcs())
            if (one.child == two.child && one.parent < two.parent &&
                !key.first.count({one.parent, two.parent}))
                key.second.insert({one.parent, one.child, two.parent});
    return key;
}

/// By definition: compelled is what all members agree on.
Cpdag common_part(const std::vector<Dag>& members) {
    Cpdag result{members.front().size(), {}, {}};
    for (const Arc& arc : members.front().arcs()) {
        const bool agreed = std::all_of(members.begin(), members.end(), [&](const Dag& dag) {
            return dag.has_arc(arc.parent, arc.child);
        });
        if (agreed) result.compelled.push_back(arc);
        if (!agreed)
            result.reversible.push_back(
                {std::min(arc.parent, arc.child), std::max(arc.parent, arc.child)});
    }
    std::sort(result.reversible.begin(), result.reversible.end());
    return result;
}

}  // namespace

TEST_CASE(
    "The CPDAG of every graph of up to five vertices holds what all graphs of its class have in "
    "common") {
    const std::size_t expected_dags[] = {1, 3, 25, 543, 29281};    // Robinson 1973
    const std::size_t expected_classes[] = {1, 2, 11, 185, 8782};  // Gillispie and Perlman 2001
    for (std::size_t n = 1; n <= 5; ++n) {
        std::map<ClassKey, std::vector<Dag>> classes;
        const std::vector<Dag> dags = all_dags(n);
        CHECK(dags.size() == expected_dags[n - 1]);
        for (const Dag& dag : dags) classes[class_of(dag)].push_back(dag);
        CHECK(classes.size() == expected_classes[n - 1]);
        std::size_t wrong = 0;
        for (const auto& [key, members] : classes) {
            const Cpdag expected = common_part(members);
            for (const Dag& dag : members) wrong += cpdag(dag) != expected;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("Two graphs are equivalent exactly when skeleton and v-structures agree") {
    const std::vector<Dag> dags = all_dags(4);
    std::vector<ClassKey> keys;
    for (const Dag& dag : dags) keys.push_back(class_of(dag));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < dags.size(); ++i)
        for (std::size_t j = 0; j < dags.size(); ++j)
            wrong += markov_equivalent(dags[i], dags[j]) != (keys[i] == keys[j]);
    CHECK(wrong == 0);
}

TEST_CASE("The witness of a difference is in the named graph only") {
    Rng rng(8);
    for (int trial = 0; trial < 300; ++trial) {
        const Dag first = tests::random_dag(rng, 5, 0.6), second = tests::random_dag(rng, 5, 0.6);
        const auto difference = equivalence_difference(first, second);
        if (!difference) continue;
        const ClassKey has = class_of(difference->in_first ? first : second),
                       has_not = class_of(difference->in_first ? second : first);
        if (const Edge* const edge = std::get_if<Edge>(&difference->what)) {
            CHECK(has.first.count({edge->a, edge->b}) == 1);
            CHECK(has_not.first.count({edge->a, edge->b}) == 0);
        } else {
            const VStructure v = std::get<VStructure>(difference->what);
            CHECK(has.first == has_not.first);
            CHECK(has.second.count({v.a, v.child, v.b}) == 1);
            CHECK(has_not.second.count({v.a, v.child, v.b}) == 0);
        }
    }
}

TEST_CASE("A chain and a fork are equivalent, a collider is not") {
    const Dag chain(3, std::vector<Arc>{{a, b}, {b, c}}), fork(3, std::vector<Arc>{{b, a}, {b, c}}),
        collider(3, std::vector<Arc>{{a, b}, {c, b}});
    CHECK(markov_equivalent(chain, fork));
    CHECK(equivalence_difference(chain, collider) ==
          EquivalenceDifference{VStructure{a, b, c}, false});
    CHECK(equivalence_difference(collider, Dag(3)) == EquivalenceDifference{Edge{a, b}, true});
    CHECK(cpdag(chain) == Cpdag{3, {}, {{a, b}, {b, c}}});
    CHECK(cpdag(collider) == Cpdag{3, {{a, b}, {c, b}}, {}});
}

TEST_CASE("An arc below a v-structure is compelled although it is in none") {
    const Dag dag(4, std::vector<Arc>{{a, c}, {b, c}, {c, d}});
    CHECK(cpdag(dag) == Cpdag{4, {{a, c}, {b, c}, {c, d}}, {}});
}

TEST_CASE("Graphs of different sizes cannot be compared") {
    CHECK_THROWS_WITH(
        equivalence_difference(Dag(2), Dag(3)),
        "graphs of 2 and 3 vertices cannot be compared (both must be over the same variables)");
    CHECK_THROWS_AS(markov_equivalent(Dag(2), Dag(3)), ArgumentError);
}

TEST_CASE("The CPDAG of a chain of 100,000 vertices is found and all its edges are reversible") {
    constexpr std::size_t n = 100'000;
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i + 1 < n; ++i) arcs.push_back({VariableId(i), VariableId(i + 1)});
    const Cpdag result = cpdag(Dag(n, arcs));
    CHECK(result.compelled.empty());
    CHECK(result.reversible.size() == n - 1);
}
