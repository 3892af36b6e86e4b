#include <bench/network_table/fresh_process.hpp>

#include <bench/network_table/samples.hpp>
#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace pgm::bench {
namespace {

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

nlohmann::json run_myself(const std::string& option, const std::string& network_path) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    const std::string words = quoted(program) + " " + option + " " + quoted(network_path);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(words.c_str(), "r"), pclose);
    char line[256];
    if (!pipe || !std::fgets(line, sizeof line, pipe.get())) throw IoError("cannot run " + words);
    return nlohmann::json::parse(line);
}

/// A line of /proc/self/status, in bytes.
std::size_t status_bytes(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word != key + ":") continue;
        std::size_t kilobytes = 0;
        status >> kilobytes;
        return kilobytes << 10;
    }
    return 0;
}

}  // namespace

FreshQuestion ask_in_fresh_processes(const std::string& network_path, int processes) {
    std::vector<double> times;
    for (int i = 0; i < processes; ++i)
        times.push_back(run_myself("--fresh", network_path).at("seconds").get<double>());
    return {median_of(std::move(times)),
            run_myself("--fresh-memory", network_path).at("bytes").get<std::size_t>()};
}

void answer_as_fresh_process(const std::string& network_path, bool memory) {
    BayesianNetwork network = io::read_network(network_path).network;
    if (!memory) {
        const Duration duration = duration_of([&] {
            const InferenceEngine engine(std::move(network));
            Workspace workspace;
            engine.marginals({}, workspace);
        });
        std::cout << nlohmann::json{{"seconds", duration.undisturbed()}} << '\n';
        return;
    }
    const InferenceEngine engine(std::move(network));
    std::ofstream("/proc/self/clear_refs") << '5';  // the peak so far is forgotten
    const std::size_t before = status_bytes("VmRSS");
    Workspace workspace;
    engine.marginals({}, workspace);
    std::cout << nlohmann::json{{"bytes", status_bytes("VmHWM") - before}} << '\n';
}

}  // namespace pgm::bench
