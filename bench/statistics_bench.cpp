#include <pgm/core/random.hpp>
#include <pgm/data/sums.hpp>

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

/// Adding a million rows to statistics, in rows per second. The argument is the number of threads.
namespace {

using namespace pgm;

constexpr std::size_t rows = 1'000'000;
constexpr std::size_t columns = 37;

Column random_codes(const std::string& name, std::size_t cardinality, Rng& rng) {
    std::vector<std::string> states;
    for (std::size_t i = 0; i < cardinality; ++i) states.push_back("s" + std::to_string(i));
    Codes8 codes(rows);
    for (std::uint8_t& code : codes) code = static_cast<std::uint8_t>(rng.below(cardinality));
    return {Variable(name, states), std::move(codes)};
}

/// Two to four states a column, as in alarm.
Dataset discrete_rows() {
    Rng rng(1);
    std::vector<Column> made;
    for (std::size_t i = 0; i < columns; ++i)
        made.push_back(random_codes("x" + std::to_string(i), 2 + i % 3, rng));
    return Dataset(std::move(made));
}

/// A class of three states and numbers around 0.
Dataset continuous_rows() {
    Rng rng(2);
    std::vector<Column> made{random_codes("class", 3, rng)};
    for (std::size_t i = 1; i < columns; ++i) {
        std::vector<double> values(rows);
        for (double& value : values)
            value = rng.uniform() + rng.uniform() - rng.uniform() - rng.uniform();
        made.push_back(continuous_column("x" + std::to_string(i), std::move(values)));
    }
    return Dataset(std::move(made));
}

std::vector<Family> features_given_class() {
    std::vector<Family> families{{ColumnId{0}, {}}};
    for (std::size_t i = 1; i < columns; ++i) families.push_back({ColumnId(i), {ColumnId{0}}});
    return families;
}

std::vector<Family> pairs_given_class() {
    std::vector<Family> families;
    for (std::size_t i = 1; i < columns; ++i) {
        for (std::size_t j = i + 1; j < columns; ++j)
            families.push_back({ColumnId(j), {ColumnId{0}, ColumnId(i)}});
    }
    return families;
}

void add(benchmark::State& state, const Dataset& data, const std::vector<Family>& families) {
    for (auto _ : state) {
        Sums statistics(data.schema(), families);
        statistics.add(data, static_cast<std::size_t>(state.range(0)));
        benchmark::DoNotOptimize(statistics);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows));
}

void naive_bayes_counts(benchmark::State& state) {
    add(state, discrete_rows(), features_given_class());
}

void all_pair_counts(benchmark::State& state) {
    add(state, discrete_rows(), pairs_given_class());
}

void gaussian_moments(benchmark::State& state) {
    add(state, continuous_rows(), features_given_class());
}

BENCHMARK(naive_bayes_counts)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(all_pair_counts)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(gaussian_moments)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
