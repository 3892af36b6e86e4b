#include <tests/support/married_network.hpp>

#include <pgm/model/network_builder.hpp>

#include <string>
#include <vector>

namespace pgm::tests {

BayesianNetwork married_network(std::size_t parents, std::size_t states) {
    const double share = 1 / static_cast<double>(states);
    std::vector<std::string> names;
    for (std::size_t s = 0; s < states; ++s) names.push_back(std::to_string(s));
    NetworkBuilder net;
    for (std::size_t v = 0; v < parents; ++v) {
        const VariableId id = net.add_variable(Variable("X" + std::to_string(v), names));
        net.set_cpd(TableCpd(Scope({id}, {states}), std::vector<double>(states, share)));
    }
    for (std::size_t a = 0; a < parents; ++a) {
        for (std::size_t b = a + 1; b < parents; ++b) {
            const std::string name = "Y" + std::to_string(a) + "_" + std::to_string(b);
            const VariableId child = net.add_variable(Variable(name, {"0", "1"}));
            const Scope family({VariableId(a), VariableId(b), child}, {states, states, 2});
            net.set_cpd(TableCpd(family, std::vector<double>(family.cells(), 0.5)));
        }
    }
    return net.build();
}

}  // namespace pgm::tests
