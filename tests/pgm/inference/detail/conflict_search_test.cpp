#include <pgm/inference/detail/conflict_search.hpp>

#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <bit>
#include <set>

using namespace pgm;
using namespace pgm::detail;

namespace {

using Set = std::vector<std::size_t>;

bool includes(std::span<const std::size_t> all, const Set& some) {
    return std::ranges::includes(all, some);
}

bool never(std::size_t) {
    return false;
}

/// A state of affairs: the things it agrees with, and the interventions without which a mechanism
/// rules it out. As sets of bits.
struct World {
    std::size_t agrees, needs;
};

std::size_t bits_of(std::span<const std::size_t> numbers) {
    std::size_t bits = 0;
    for (const std::size_t i : numbers) bits |= std::size_t{1} << i;
    return bits;
}

/// Things are possible where a world agrees with them and needs no intervention but those made.
bool are_possible(const std::vector<World>& worlds, std::size_t kept, std::size_t seen) {
    return std::ranges::any_of(worlds, [&](const World& world) {
        return ((kept | seen) & ~world.agrees) == 0 && (world.needs & ~kept) == 0;
    });
}

/// Some worlds for `count` things, the last `interventions` of them interventions: one that agrees
/// with everything observed is rare, and it is possible that nothing was given.
std::vector<World> random_worlds(Rng& rng, std::size_t count, std::size_t interventions) {
    const std::size_t all = (std::size_t{1} << count) - 1;
    const std::size_t made = all & ~((std::size_t{1} << (count - interventions)) - 1);
    std::vector<World> worlds{{rng.below(all + 1), 0}};
    for (std::size_t i = rng.below(40); i-- > 0;) {
        const std::size_t missing = rng.below(all + 1) & rng.below(all + 1);
        worlds.push_back({all & ~missing, made & rng.below(all + 1)});
    }
    return worlds;
}

/// Holds the conflict that is found against every smaller set within it. Whether it was minimal and
/// of several interventions.
bool check_conflict(const std::vector<World>& worlds, std::size_t count, std::size_t interventions,
                    bool with_seen) {
    const auto possible = [&](std::span<const std::size_t> kept,
                              std::span<const std::size_t> seen) {
        return are_possible(worlds, bits_of(kept), bits_of(seen));
    };
    ConflictQuestion question{count, [&](std::size_t i) { return i >= count - interventions; },
                              [&](auto kept) { return !possible(kept, {}); }};
    if (with_seen) {
        question.is_impossible_with_seen = [&](auto kept, auto seen) {
            return !possible(kept, seen);
        };
    }
    const std::size_t conflict = bits_of(find_conflict(question));
    bool minimal = !are_possible(worlds, conflict, 0);
    for (std::size_t some = conflict; minimal && some != 0;) {
        some = (some - 1) & conflict;
        minimal = are_possible(worlds, some, 0);
    }
    CHECK(minimal);
    return std::popcount(conflict >> (count - interventions)) > 1;
}

/// How many conflicts of several interventions there were.
std::size_t check_conflicts(Rng& rng, int tries, bool with_seen) {
    std::size_t several = 0;
    for (int i = 0; i < tries; ++i) {
        const std::size_t count = 1 + rng.below(10), interventions = rng.below(count + 1);
        const std::vector<World> worlds = random_worlds(rng, count, interventions);
        if (are_possible(worlds, (std::size_t{1} << count) - 1, 0)) continue;
        several += check_conflict(worlds, count, interventions, with_seen);
    }
    return several;
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
        return std::ranges::any_of(conflicts,
                                   [&](const Set& conflict) { return includes(kept, conflict); });
    };
    const Set found = find_conflict({12, never, is_impossible});
    CHECK(std::ranges::find(conflicts, found) != conflicts.end());
}

TEST_CASE(
    "A search for a conflict keeps a finding that is impossible alone, and all that are needed") {
    CHECK(find_conflict({1, never, [](auto kept) { return !kept.empty(); }}) == Set{0});
    CHECK(find_conflict({5, never, [](auto kept) { return kept.size() == 5; }}) ==
          Set{0, 1, 2, 3, 4});
    CHECK(find_conflict({5, never, [](auto kept) { return !kept.empty(); }}).size() == 1);
}

TEST_CASE("A search for a conflict leaves out interventions that it does not need, and no other") {
    const auto is_intervention = [](std::size_t i) { return i >= 4; };
    const auto needs = [&](const Set& conflict) {
        return find_conflict(
            {8, is_intervention, [&](auto kept) { return includes(kept, conflict); }});
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

TEST_CASE(
    "A search for a conflict leaves out two interventions where leaving out one is of no use") {
    // 0 says that (1 xor 3) or not 2, all of which are false unless made true.
    const auto is_impossible = [](std::span<const std::size_t> kept) {
        const auto is_kept = [&](std::size_t i) { return std::ranges::count(kept, i) > 0; };
        return is_kept(0) && is_kept(2) && is_kept(1) == is_kept(3);
    };
    CHECK(find_conflict({4, [](std::size_t i) { return i > 0; }, is_impossible}) == Set{0, 2});
}

TEST_CASE("A search for a conflict finds one that is minimal among all sets, whatever is made") {
    Rng rng(7);
    CHECK(check_conflicts(rng, 20000, true) > 100);
    CHECK(check_conflicts(rng, 20000, false) > 100);
}

TEST_CASE(
    "A search for a conflict asks a question or two for each of many interventions that it needs") {
    // Impossible with all forty, possible where one is seen instead.
    std::size_t questions = 0;
    const auto is_impossible = [&](std::span<const std::size_t> kept) {
        ++questions;
        return kept.size() == 41;
    };
    const auto with_seen = [&](std::span<const std::size_t> kept, std::span<const std::size_t>) {
        return is_impossible(kept);
    };
    const auto is_intervention = [](std::size_t i) { return i > 0; };
    CHECK(find_conflict({41, is_intervention, is_impossible, with_seen}).size() == 41);
    CHECK(questions <= 4 * 41);
}

TEST_CASE("A search for a conflict ends where interventions hang together in the oddest way") {
    // All forty are needed, and no question settles more than one set.
    std::size_t questions = 0;
    const auto is_impossible = [&](std::span<const std::size_t> kept) {
        ++questions;
        return kept.size() == 41;
    };
    const auto with_seen = [&](std::span<const std::size_t>, std::span<const std::size_t>) {
        ++questions;
        return true;
    };
    const auto is_intervention = [](std::size_t i) { return i > 0; };
    CHECK(find_conflict({41, is_intervention, is_impossible, with_seen}).size() == 41);
    CHECK(questions < 5000);
}
