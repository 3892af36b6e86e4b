#include <learners/estimate/detail/prior_counts.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/variable.hpp>

#include <string>

namespace pgm::learners::detail {
namespace {

VariableId variable_of(const BayesianNetwork& network, const Variable& wanted) {
    const auto id = network.find(wanted.name());
    if (!id)
        throw ArgumentError("the prior network has no variable '" + printable(wanted.name()) + "'",
                            did_you_mean(wanted.name(), names_of(network.variables())));
    const Variable& found = network.variable(*id);
    bool same = found.cardinality() == wanted.cardinality();
    const StateIndex index(found);
    for (const std::string& state : wanted.states()) same = same && index.find(state);
    if (!same)
        throw ArgumentError("the prior network has other states of '" + printable(wanted.name()) +
                            "' than the data");
    return *id;
}

}  // namespace

std::vector<double> prior_counts(const InferenceEngine& prior, double sample_size,
                                 const ColumnScope& scope, std::span<const Variable> schema) {
    std::vector<VariableId> targets;
    std::vector<std::vector<StateId>> state_in_prior;
    for (const ColumnId position : scope.variables()) {
        const Variable& wanted = schema[position.index()];
        targets.push_back(variable_of(prior.network(), wanted));
        std::vector<StateId>& states = state_in_prior.emplace_back();
        const StateIndex index(prior.network().variable(targets.back()));
        for (const std::string& state : wanted.states()) states.push_back(index.id(state));
    }
    const Table joint = prior.joint(targets).table;
    std::vector<double> counts(scope.cells());
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
        std::vector<StateId> states = scope.states(cell);
        for (std::size_t axis = 0; axis < states.size(); ++axis)
            states[axis] = state_in_prior[axis][states[axis].index()];
        counts[cell] = sample_size * joint.at(states);
    }
    return counts;
}

}  // namespace pgm::learners::detail
