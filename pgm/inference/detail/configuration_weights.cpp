#include <pgm/inference/detail/configuration_weights.hpp>

#include <pgm/inference/detail/batch_engine.hpp>
#include <pgm/inference/detail/target_check.hpp>
#include <pgm/model/network_builder.hpp>

#include <string>
#include <vector>

namespace pgm::detail {
namespace {

/// The network with a child of all variables of the scope, which is in the state of their cell.
BayesianNetwork with_configuration(const BayesianNetwork& network, const Scope& scope) {
    const std::size_t cells = scope.cells();
    std::string name = "configuration";
    while (network.find(name)) name += '\'';
    std::vector<std::string> states;
    for (std::size_t cell = 0; cell < cells; ++cell) states.push_back(std::to_string(cell));
    std::vector<VariableId> variables(scope.variables().begin(), scope.variables().end());
    std::vector<std::size_t> cardinalities(scope.cardinalities().begin(),
                                           scope.cardinalities().end());
    variables.emplace_back(network.size());
    cardinalities.push_back(cells);
    std::vector<double> table(cells * cells, 0);
    for (std::size_t cell = 0; cell < cells; ++cell) table[cell * cells + cell] = 1;
    NetworkBuilder builder(network);
    builder.add_variable(Variable(name, states));
    builder.set_cpd(TableCpd(Scope(variables, cardinalities), table));
    return std::move(builder).build();
}

}  // namespace

ConfigurationWeights::ConfigurationWeights(const EngineImplementation& engine,
                                           std::span<const VariableId> variables)
    : scope_(scope_over(engine.network, variables)), engine_(engine) {
    if (scope_.size() == 1) return;
    extended_ = with_configuration(engine.network, scope_);
    extended_engine_.emplace(*extended_, engine.options);
}

BatchPosterior ConfigurationWeights::of(const EvidenceColumns& rows, std::size_t threads) const {
    const BatchOptions options{.threads = threads};
    if (!extended_engine_)
        return batch_posteriors(engine_, scope_.variables().front(), rows, options);
    return batch_posteriors(*extended_engine_, VariableId(engine_.network.size()), rows, options);
}

}  // namespace pgm::detail
