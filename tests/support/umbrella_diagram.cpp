#include <tests/support/umbrella_diagram.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::tests {

BayesianNetwork umbrella_diagram(const std::string& name) {
    NetworkBuilder builder = NetworkBuilder::parse(
        "Rain{no|yes} -> Take{take|leave, decision}; Take, Rain -> Joy{utility};"
        "Rain: 0.7 0.3; Joy: 20 70 100 0");
    builder.set_name(name);
    return std::move(builder).build();
}

}  // namespace pgm::tests
