#include <pgm/inference/detail/contraction/scope_pool.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <pgm/core/random.hpp>
#include <set>

using namespace pgm;
using namespace pgm::detail;

using List = std::vector<std::uint32_t>;

TEST_CASE("Scope pool: scopes stay where they are, whatever is added after them", "[scope_pool]") {
    Rng rng(3);
    ScopePool pool;
    std::vector<PlanScope> scopes{pool.copy({})};
    std::vector<List> wanted{{}};
    for (int i = 0; i < 2000; ++i) {
        const std::size_t a = rng.below(scopes.size()), b = rng.below(scopes.size());
        List list;
        if (i % 3 == 0) {
            std::set<std::uint32_t> members;
            for (std::size_t left = rng.below(i % 100 == 0 ? 3000 : 9); left > 0; --left)
                members.insert(static_cast<std::uint32_t>(rng.below(5000)));
            list.assign(members.begin(), members.end());
            scopes.push_back(pool.copy(list));
        } else if (i % 3 == 1) {
            std::ranges::set_union(wanted[a], wanted[b], std::back_inserter(list));
            scopes.push_back(pool.unite(scopes[a], scopes[b]));
        } else {
            std::ranges::set_intersection(wanted[a], wanted[b], std::back_inserter(list));
            scopes.push_back(pool.intersect(scopes[a], scopes[b]));
        }
        wanted.push_back(list);
    }
    const ScopePool moved = std::move(pool);
    for (std::size_t i = 0; i < scopes.size(); ++i)
        REQUIRE(std::ranges::equal(scopes[i], wanted[i]));
}

TEST_CASE("Scope pool: a walk through two scopes tells which of them has each position",
          "[scope_pool]") {
    const List a{1, 4, 5, 9}, b{0, 4, 9, 10, 12};
    List met, of_a, of_b;
    walk_union(a, b, [&](std::uint32_t position, bool in_a, bool in_b) {
        met.push_back(position);
        if (in_a) of_a.push_back(position);
        if (in_b) of_b.push_back(position);
    });
    CHECK(met == List{0, 1, 4, 5, 9, 10, 12});
    CHECK(of_a == a);
    CHECK(of_b == b);
}
