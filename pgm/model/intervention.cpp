#include <pgm/model/intervention.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>

namespace pgm {

BayesianNetwork intervened_network(const BayesianNetwork& network, const Evidence& evidence) {
    validate(evidence, network);
    NetworkBuilder builder(network);
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        if (finding.kind != FindingKind::intervened) continue;
        if (!network.variable(finding.variable).is_discrete()) {
            throw EvidenceError("no density has all its weight on one value: do(" +
                                    printable(network.variable(finding.variable).name()) +
                                    ") cannot be made part of a network",
                                {.variable = network.variable(finding.variable).name()},
                                "ask the engine, which takes it as evidence");
        }
        const std::size_t cardinality = network.cardinality(finding.variable);
        Table point_mass(Scope({finding.variable}, {cardinality}));
        point_mass[finding.state.index()] = 1;
        builder.set_cpd(TableCpd(std::move(point_mass)));
    }
    return std::move(builder).build();
}

}  // namespace pgm
