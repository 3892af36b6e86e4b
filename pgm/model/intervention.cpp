#include <pgm/model/evidence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>

namespace pgm {

BayesianNetwork intervened_network(const BayesianNetwork& network, const Evidence& evidence) {
    validate(evidence, network);
    NetworkBuilder builder(network);
    for (const auto& [variable, finding] : evidence) {
        if (std::holds_alternative<IntervenedValue>(finding)) {
            const std::string& name = network.variable(variable).name();
            throw EvidenceError("no density has all its weight on one value: do(" +
                                    printable(name) + ") cannot be made part of a network",
                                {.variable = name}, "ask the engine, which takes it as evidence");
        }
        const auto* const intervened = std::get_if<Intervened>(&finding);
        if (intervened == nullptr) continue;
        Table point_mass(Scope({variable}, {network.cardinality(variable)}));
        point_mass[intervened->state.index()] = 1;
        builder.set_cpd(TableCpd(std::move(point_mass)));
    }
    return std::move(builder).build();
}

}  // namespace pgm
