#include <pgm/inference/conflict_search.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace pgm;

namespace {

using Set = std::vector<std::size_t>;

bool includes(std::span<const std::size_t> all, const Set& some) {
    return std::ranges::includes(all, some);
}

bool never(std::size_t) {
    return false;
}

}  // namespace

TEST_CASE("A search for a conflict finds the one there is among a thousand, with few questions") {
    const Set conflict{17, 400, 999};
    std::size_t questions = 0;
    const auto is_impossible = [&](std::span<const std::size_t> kept) {
        ++questions;
        return includes(kept, conflict);
    };
    CHECK(find_conflict({1000, never, is_impossible}) == conflict);
    CHECK(questions <= 2 * 3 * 11);  // 2 k log2(n), rounded up
}

TEST_CASE("A search for a conflict gives one of several, and nothing beside it") {
    const std::vector<Set> conflicts{{3, 5}, {5, 9, 11}, {0, 1, 2, 4}};
    const auto is_impossible = [&](std::span<const std::size_t> kept) {
        return std::ranges::any_of(conflicts, [&](const Set& conflict) { return includes(kept, conflict); });
    };
    const Set found = find_conflict({12, never, is_impossible});
    CHECK(std::ranges::find(conflicts, found) != conflicts.end());
}

TEST_CASE("A search for a conflict keeps a finding that is impossible alone, and all that are needed") {
    CHECK(find_conflict({1, never, [](auto kept) { return !kept.empty(); }}) == Set{0});
    CHECK(find_conflict({5, never, [](auto kept) { return kept.size() == 5; }}) == Set{0, 1, 2, 3, 4});
    CHECK(find_conflict({5, never, [](auto kept) { return !kept.empty(); }}).size() == 1);
}

TEST_CASE("A search for a conflict leaves out interventions that it does not need, and no other") {
    const auto is_intervention = [](std::size_t i) { return i >= 4; };
    const auto needs = [&](const Set& conflict) {
        return find_conflict({8, is_intervention, [&](auto kept) { return includes(kept, conflict); }});
    };
    CHECK(needs({1, 2}) == Set{1, 2});
    CHECK(needs({1, 5}) == Set{1, 5});
    CHECK(needs({0, 3, 4, 7}) == Set{0, 3, 4, 7});
}

TEST_CASE("A search for a conflict does not name one that an intervention lifts") {
    // 0 and 1 contradict each other unless 4 is made so; 2 and 3 do in any case.
    const auto is_impossible = [](std::span<const std::size_t> kept) {
        const bool lifted = std::ranges::count(kept, 4u) > 0;
        return includes(kept, {2, 3}) || (!lifted && includes(kept, {0, 1}));
    };
    CHECK(find_conflict({5, [](std::size_t i) { return i == 4; }, is_impossible}) == Set{2, 3});
}
