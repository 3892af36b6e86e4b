#include <pgm/core/random.hpp>
#include <pgm/data/family_counter.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

/// Counting the additions to a family, in rows and candidates per second. The argument is the
/// number of parents that the child has already.
namespace {

using namespace pgm;

constexpr std::size_t rows = 100'000;
constexpr std::size_t columns = 37;

/// Two to four states a column, as in alarm.
Dataset alarm_like() {
    Rng rng(1);
    std::vector<Column> made;
    for (std::size_t i = 0; i < columns; ++i) {
        const std::size_t cardinality = 2 + i % 3;
        std::vector<std::string> states;
        for (std::size_t s = 0; s < cardinality; ++s) states.push_back("s" + std::to_string(s));
        Codes8 codes(rows);
        for (std::uint8_t& code : codes) code = static_cast<std::uint8_t>(rng.below(cardinality));
        made.push_back({Variable("x" + std::to_string(i), states), std::move(codes)});
    }
    return Dataset(std::move(made));
}

void family_counter_additions(benchmark::State& state) {
    const Dataset data = alarm_like();
    const FamilyCounter counter(data);
    const std::size_t parents = static_cast<std::size_t>(state.range(0));
    std::vector<ColumnId> of_child, candidates;
    for (std::size_t i = 1; i < columns; ++i)
        (i <= parents ? of_child : candidates).emplace_back(i);
    for (auto _ : state) {
        counter.count_additions(ColumnId(0), of_child, candidates,
                                [](std::size_t, const FamilyRuns& runs) {
                                    benchmark::DoNotOptimize(runs.counts().data());
                                });
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(static_cast<std::size_t>(state.iterations()) *
                                                      rows * candidates.size()));
}
BENCHMARK(family_counter_additions)->DenseRange(0, 6);

}  // namespace
