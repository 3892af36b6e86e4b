#include <pgm/graph/d_separation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/vertices.hpp>

using namespace pgm;
using namespace pgm::tests::vertices;

namespace {

bool contains(const Ids& ids, VariableId v) {
    return std::find(ids.begin(), ids.end(), v) != ids.end();
}

bool adjacent(const Dag& dag, VariableId u, VariableId v) {
    return dag.has_arc(u, v) || dag.has_arc(v, u);
}

/// The definition, vertex by vertex.
bool is_active(const Dag& dag, const Ids& path, const Ids& z) {
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (i > 0 && !adjacent(dag, path[i - 1], path[i])) return false;
        if (std::count(path.begin(), path.end(), path[i]) != 1) return false;
        const bool inner = i > 0 && i + 1 < path.size();
        const bool collider =
            inner && dag.has_arc(path[i - 1], path[i]) && dag.has_arc(path[i + 1], path[i]);
        if (!collider && contains(z, path[i])) return false;
        const Ids below = descendants(dag, path[i]);
        const bool open =
            contains(z, path[i]) ||
            std::any_of(below.begin(), below.end(), [&](VariableId d) { return contains(z, d); });
        if (collider && !open) return false;
    }
    return true;
}

/// Length of the shortest active path from x to y by trying all simple paths; 0 when there is none.
std::size_t shortest_active(const Dag& dag, Ids& path, VariableId y, const Ids& z) {
    if (path.back() == y) return is_active(dag, path, z) ? path.size() : 0;
    std::size_t best = 0;
    for (std::size_t v = 0; v < dag.size(); ++v) {
        if (!adjacent(dag, path.back(), VariableId(v)) || contains(path, VariableId(v))) continue;
        path.emplace_back(v);
        const std::size_t length = shortest_active(dag, path, y, z);
        path.pop_back();
        if (length > 0 && (best == 0 || length < best)) best = length;
    }
    return best;
}

/// Undirected reachability from x to y avoiding z in the moral graph of the ancestral set
/// (Lauritzen et al. 1990).
bool separated_in_moral_graph(const Dag& dag, VariableId x, VariableId y, const Ids& z) {
    Ids all = z;
    all.push_back(x);
    all.push_back(y);
    const Ids kept = ancestral_set(dag, all);
    const auto married = [&](VariableId u, VariableId v) {
        return std::any_of(kept.begin(), kept.end(),
                           [&](VariableId c) { return dag.has_arc(u, c) && dag.has_arc(v, c); });
    };
    Ids reached{x};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const VariableId v : kept)
            if (!contains(z, v) && !contains(reached, v) &&
                (adjacent(dag, reached[i], v) || married(reached[i], v)))
                reached.push_back(v);
    return !contains(reached, y);
}

}  // namespace

TEST_CASE("A chain and a fork are blocked by knowing the middle") {
    const Dag chain(3, std::vector<Arc>{{a, b}, {b, c}});
    const Dag fork(3, std::vector<Arc>{{b, a}, {b, c}});
    for (const Dag& dag : {chain, fork}) {
        CHECK(d_separation(dag, Ids{a}, Ids{c}, {}) == DSeparation{false, {a, b, c}});
        CHECK(d_separation(dag, Ids{a}, Ids{c}, Ids{b}) == DSeparation{true, {}});
    }
}

TEST_CASE("A collider is opened by itself or by a descendant") {
    const Dag dag(4, std::vector<Arc>{{a, b}, {c, b}, {b, d}});
    CHECK(d_separation(dag, Ids{a}, Ids{c}, {}).separated);
    CHECK(d_separation(dag, Ids{a}, Ids{c}, Ids{b}) == DSeparation{false, {a, b, c}});
    CHECK(d_separation(dag, Ids{a}, Ids{c}, Ids{d}) == DSeparation{false, {a, b, c}});
}

TEST_CASE(
    "The path goes from a member of the first set to a member of the second and is a shortest "
    "one") {
    // a -> b -> c -> d and a -> d
    const Dag dag(4, std::vector<Arc>{{a, b}, {b, c}, {c, d}, {a, d}});
    CHECK(d_separation(dag, Ids{d}, Ids{a}, {}).active_path == Ids{d, a});
    CHECK(d_separation(dag, Ids{d, c}, Ids{a, b}, {}).active_path.size() == 2);
}

TEST_CASE("What is known is taken out of both sets") {
    const Dag dag(3, std::vector<Arc>{{a, b}, {b, c}});
    CHECK(d_separation(dag, Ids{a}, Ids{a}, Ids{a}).separated);
    CHECK(d_separation(dag, Ids{a, b}, Ids{c}, Ids{b}).separated);
    CHECK(d_separation(dag, Ids{}, Ids{c}, {}).separated);
}

TEST_CASE("A variable in both sets is not separated from itself") {
    const Dag dag(3, std::vector<Arc>{{a, b}, {b, c}});
    CHECK(d_separation(dag, Ids{a, c}, Ids{c}, {}) == DSeparation{false, {c}});
}

TEST_CASE("Connected are the variables to which an active path leads") {
    const Dag dag(4, std::vector<Arc>{{a, b}, {c, b}, {b, d}});
    CHECK(d_connected(dag, Ids{a}, {}) == Ids{a, b, d});
    CHECK(d_connected(dag, Ids{a}, Ids{d}) == Ids{a, b, c});
    CHECK(d_connected(dag, Ids{a}, Ids{b}) == Ids{a, c});
}

TEST_CASE("A vertex that does not exist cannot be asked about") {
    CHECK_THROWS_AS(d_separation(Dag(2), Ids{a}, Ids{c}, {}), ArgumentError);
    CHECK_THROWS_AS(d_separation(Dag(2), Ids{a}, Ids{b}, Ids{c}), ArgumentError);
}

TEST_CASE("d-separation agrees with trying every path, and its witness is active and shortest") {
    Rng rng(5);
    for (int trial = 0; trial < 400; ++trial) {
        const std::size_t n = 2 + rng.below(5);
        const Dag dag = tests::random_dag(rng, n, 0.2 + 0.4 * rng.uniform());
        const Ids z = tests::random_subset(rng, n, 0.3);
        for (std::size_t x = 0; x < n; ++x) {
            for (std::size_t y = 0; y < n; ++y) {
                Ids start{VariableId(x)};
                const DSeparation found = d_separation(dag, start, Ids{VariableId(y)}, z);
                CHECK(found.active_path.size() == shortest_active(dag, start, VariableId(y), z));
                CHECK(found.separated == found.active_path.empty());
                CHECK(is_active(dag, found.active_path, z));
            }
        }
    }
}

TEST_CASE("d-separation agrees with separation in the moral graph of the ancestral set") {
    Rng rng(6);
    for (int trial = 0; trial < 400; ++trial) {
        const std::size_t n = 2 + rng.below(14);
        const Dag dag = tests::random_dag(rng, n, 3.0 * rng.uniform() / static_cast<double>(n));
        const Ids z = tests::random_subset(rng, n, 0.25);
        for (std::size_t x = 0; x < n; ++x) {
            if (contains(z, VariableId(x))) continue;
            const Ids connected = d_connected(dag, Ids{VariableId(x)}, z);
            for (std::size_t y = 0; y < n; ++y)
                if (!contains(z, VariableId(y)))
                    CHECK(contains(connected, VariableId(y)) !=
                          separated_in_moral_graph(dag, VariableId(x), VariableId(y), z));
        }
    }
}

TEST_CASE("Sets are separated exactly when all their members are, and a witness joins them") {
    Rng rng(7);
    for (int trial = 0; trial < 400; ++trial) {
        const Dag dag = tests::random_dag(rng, 9, 0.2);
        const Ids x = tests::random_subset(rng, 9, 0.3), y = tests::random_subset(rng, 9, 0.3),
                  z = tests::random_subset(rng, 9, 0.3);
        bool separated = true;
        for (const VariableId u : x)
            for (const VariableId v : y)
                separated = separated && d_separation(dag, Ids{u}, Ids{v}, z).separated;
        const DSeparation found = d_separation(dag, x, y, z);
        CHECK(found.separated == separated);
        if (separated) continue;
        CHECK(is_active(dag, found.active_path, z));
        CHECK(contains(x, found.active_path.front()));
        CHECK(contains(y, found.active_path.back()));
    }
}

TEST_CASE("An active path of 100,000 vertices is found") {
    constexpr std::size_t n = 100'000;
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i + 1 < n; ++i) arcs.push_back({VariableId(i), VariableId(i + 1)});
    const Dag dag(n, arcs);
    CHECK(d_separation(dag, Ids{VariableId(n - 1)}, Ids{a}, {}).active_path.size() == n);
    CHECK(d_separation(dag, Ids{VariableId(n - 1)}, Ids{a}, Ids{VariableId(n / 2)}).separated);
}
