#include <tests/support/reference_data.hpp>

#include <io/network_file.hpp>
#include <tests/support/paths.hpp>

#include <stdexcept>
#include <vector>

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
