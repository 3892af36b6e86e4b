#include <pgm/data/family_counter.hpp>
#include <pgm/data/sums.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using namespace pgm;

namespace {

/// Another shard that is always the same as this one: all counts are twice those of this one.
CountExchange with_its_double() {
    return {.add =
                [](std::span<std::uint64_t> numbers) {
                    for (std::uint64_t& number : numbers) number *= 2;
                },
            .join =
                [](std::span<const std::uint64_t> numbers) {
                    std::vector<std::uint64_t> all(numbers.begin(), numbers.end());
                    all.insert(all.end(), numbers.begin(), numbers.end());
                    return all;
                },
            .merge =
                [](const Sums& statistics) {
                    Sums all = statistics;
                    all.merge(statistics);
                    return all;
                }};
}

std::vector<std::string> states(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back("s" + std::to_string(i));
    return names;
}

Column column(const std::string& name, std::size_t count, std::size_t step) {
    std::vector<std::optional<StateId>> cells;
    for (std::size_t row = 0; row < 60; ++row)
        cells.push_back(row % 13 == step ? std::nullopt
                                         : std::optional(StateId(row * step % count)));
    return discrete_column({name, states(count)}, cells);
}

/// Runs with their zeros left out, so that complete and incomplete ones can be compared.
std::vector<std::vector<std::uint64_t>> counts_by_run(const FamilyRuns& counts) {
    std::vector<std::vector<std::uint64_t>> runs;
    counts.for_each_configuration([&](std::span<const std::uint64_t> run) {
        std::vector<std::uint64_t> positive;
        for (const std::uint64_t count : run)
            if (count > 0) positive.push_back(count);
        if (!positive.empty()) runs.push_back(positive);
    });
    return runs;
}

}  // namespace

TEST_CASE("Family counter: the counts of two equal shards are twice those of one") {
    const Dataset data({column("a", 2, 1), column("b", 50, 3), column("c", 3, 2),
                        column("d", 500, 7), column("e", 400, 5)});
    const FamilyCounter one(data), two(data, 1, with_its_double());
    CHECK(two.weight() == 2 * one.weight());
    const std::vector<std::vector<ColumnId>> parents = {
        {}, {ColumnId(1)}, {ColumnId(1), ColumnId(2)}, {ColumnId(3), ColumnId(4)}};
    for (const std::vector<ColumnId>& of : parents) {
        std::vector<std::vector<std::uint64_t>> expected, found;
        one.count(ColumnId(0), of,
                  [&](const FamilyRuns& counts) { expected = counts_by_run(counts); });
        two.count(ColumnId(0), of,
                  [&](const FamilyRuns& counts) { found = counts_by_run(counts); });
        for (auto& run : expected)
            for (std::uint64_t& count : run) count *= 2;
        CHECK(found == expected);
    }
}
