#include <tests/support/reference_data.hpp>

#include <io/network_file.hpp>
#include <tests/support/paths.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace pgm::tests {

std::optional<nlohmann::json> reference_json(const std::string& relative) {
    const std::optional<std::string> path = reference_file(relative);
    if (!path) return std::nullopt;
    return nlohmann::json::parse(read_file(*path));
}

BayesianNetwork reference_network(const std::string& relative) {
    const std::optional<std::string> path = reference_file(relative);
    if (!path) throw std::runtime_error("the reference data is without " + relative);
    return io::read_network(*path).network;
}

std::vector<std::string> reference_network_files(std::size_t max_bytes) {
    const auto is_network = [](std::string_view name) {
        return std::ranges::any_of(
            std::to_array<std::string_view>(
                {".bif", ".bif.gz", ".net", ".xml", ".bifxml", ".xdsl", ".dsl", ".uai"}),
            [&](std::string_view suffix) { return name.ends_with(suffix); });
    };
    std::vector<std::string> files;
    for (const std::string folder : {"bif", "net", "xmlbif", "xdsl", "dsl", "uai", "random"}) {
        const std::optional<std::string> path = reference_file("networks/" + folder);
        if (!path) continue;
        for (const auto& entry : std::filesystem::directory_iterator(*path)) {
            const std::string file = entry.path().string();
            if (is_network(file) && !file.ends_with("influence_diagram.xdsl") &&
                read_file(file).size() <= max_bytes)
                files.push_back(file);
        }
    }
    std::ranges::sort(files);
    return files;
}

Evidence evidence_from_json(const BayesianNetwork& network, const nlohmann::json& findings) {
    Evidence evidence;
    for (const auto& [variable, finding] : findings.items()) {
        if (finding.is_array())
            evidence.likelihood(network, variable, finding.get<std::vector<double>>());
        else if (finding.is_number())
            evidence.observe(network, variable, finding.get<double>());
        else
            evidence.observe(network, variable, finding.get<std::string>());
    }
    return evidence;
}

}  // namespace pgm::tests
