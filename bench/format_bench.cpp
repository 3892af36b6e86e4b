#include <io/format/block/bif.hpp>
#include <io/network_file.hpp>

#include <benchmark/benchmark.h>
#include <zlib.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

/// Reading and writing every format from and to memory, in bytes per second: networks of large
/// tables (mildew), of many variables (link) and a small one. Needs PGM_REFERENCE_DATA.
namespace {

using pgm::BayesianNetwork;
using pgm::io::NetworkFormat;

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

std::string written(const NetworkFormat& format, const BayesianNetwork& network) {
    std::ostringstream out;
    format.write(network, out);
    return std::move(out).str();
}

void read(benchmark::State& state, const NetworkFormat& format, const std::string& text) {
    for (auto _ : state) benchmark::DoNotOptimize(format.read(text, {}));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void write(benchmark::State& state, const NetworkFormat& format, const BayesianNetwork& network) {
    std::size_t bytes = 0;
    for (auto _ : state) bytes += written(format, network).size();
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    for (const std::string file : {"mildew.bif.gz", "link.bif", "alarm.bif"}) {
        const std::string bif = reference_text(file);
        if (bif.empty()) break;
        const BayesianNetwork network = pgm::io::read_bif(bif).network;
        const std::string stem = file.substr(0, file.find('.'));
        for (const NetworkFormat& format : pgm::io::network_formats()) {
            const std::string name = std::string(format.suffixes[0]) + "/" + stem;
            const auto add = [&](const std::string& what, auto run) {
                benchmark::RegisterBenchmark((what + name).c_str(), std::move(run))
                    ->Unit(benchmark::kMillisecond);
            };
            if (format.read)
                add("read", [&format, text = written(format, network)](benchmark::State& state) {
                    read(state, format, text);
                });
            add("write",
                [&format, network](benchmark::State& state) { write(state, format, network); });
        }
    }
    benchmark::RunSpecifiedBenchmarks();
}
