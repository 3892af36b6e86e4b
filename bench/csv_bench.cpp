#include <io/csv/csv.hpp>
#include <io/format/block/bif.hpp>
#include <io/network_file.hpp>
#include <pgm/model/sampling.hpp>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <sstream>
#include <string>

/// Reading CSV from memory into codes or numbers, in bytes per second.
namespace {

using namespace pgm;

constexpr std::size_t rows = 200'000;

/// Samples of alarm; needs PGM_REFERENCE_DATA.
std::string alarm_text() {
    const char* const folder = std::getenv("PGM_REFERENCE_DATA");
    if (!folder) return {};
    const BayesianNetwork network =
        io::read_network(std::string(folder) + "/networks/bif/alarm.bif").network;
    const auto samples = forward_samples(network, rows, 1);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < network.size(); ++i) {
        const std::vector<std::optional<StateId>> states(samples[i].begin(), samples[i].end());
        columns.push_back(discrete_column(network.variables()[i], states));
    }
    std::ostringstream out;
    io::write_csv(Dataset(std::move(columns)), out);
    return std::move(out).str();
}

std::string number_text() {
    Rng rng(1);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < 10; ++i) {
        std::vector<double> values(rows);
        for (double& value : values) value = static_cast<double>(rng.below(100'000)) / 100;
        columns.push_back(continuous_column("x" + std::to_string(i), std::move(values)));
    }
    std::ostringstream out;
    io::write_csv(Dataset(std::move(columns)), out);
    return std::move(out).str();
}

void read(benchmark::State& state, const std::string& text) {
    if (text.empty()) return state.SkipWithError("PGM_REFERENCE_DATA is not set");
    for (auto _ : state) benchmark::DoNotOptimize(io::read_csv(text));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void read_alarm_samples(benchmark::State& state) {
    read(state, alarm_text());
}

void read_numbers(benchmark::State& state) {
    read(state, number_text());
}

BENCHMARK(read_alarm_samples)->Unit(benchmark::kMillisecond);
BENCHMARK(read_numbers)->Unit(benchmark::kMillisecond);

}  // namespace
