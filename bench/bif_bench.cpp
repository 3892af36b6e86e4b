#include <io/bif/bif.hpp>

#include <benchmark/benchmark.h>
#include <zlib.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

/// Reading and writing BIF from and to memory, in bytes per second. Needs PGM_REFERENCE_DATA.
namespace {

std::string reference_text(const std::string& file) {
    const char* const folder = std::getenv("PGM_REFERENCE_DATA");
    if (!folder) return {};
    const gzFile opened = gzopen((std::string(folder) + "/networks/bif/" + file).c_str(), "rb");
    if (!opened) throw std::runtime_error("cannot read " + file);
    std::string text;
    char buffer[1 << 16];
    for (int count; (count = gzread(opened, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(count));
    gzclose(opened);
    return text;
}

void read_bif(benchmark::State& state, const char* file) {
    const std::string text = reference_text(file);
    if (text.empty()) return state.SkipWithError("PGM_REFERENCE_DATA is not set");
    for (auto _ : state) benchmark::DoNotOptimize(pgm::io::read_bif(text));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void write_bif(benchmark::State& state, const char* file) {
    const std::string text = reference_text(file);
    if (text.empty()) return state.SkipWithError("PGM_REFERENCE_DATA is not set");
    const pgm::BayesianNetwork network = pgm::io::read_bif(text).network;
    std::size_t bytes = 0;
    for (auto _ : state) {
        std::ostringstream out;
        pgm::io::write_bif(network, out);
        bytes += out.view().size();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

BENCHMARK_CAPTURE(read_bif, mildew, "mildew.bif.gz")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_bif, diabetes, "diabetes.bif.gz")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_bif, link, "link.bif")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_bif, alarm, "alarm.bif")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(write_bif, mildew, "mildew.bif.gz")->Unit(benchmark::kMillisecond);

}  // namespace
