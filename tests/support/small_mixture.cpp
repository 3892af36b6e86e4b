#include <tests/support/small_mixture.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::tests {
namespace {

const VariableId a(0), b(1), c(2);

BayesianNetwork member(VariableId parent, VariableId child, std::vector<double> of_parent,
                       std::vector<double> of_child, std::vector<double> of_c) {
    NetworkBuilder builder;
    for (const char* name : {"A", "B", "C"}) builder.add_variable(Variable(name, {"0", "1"}));
    builder.set_cpd(TableCpd(Scope({parent}, {2}), of_parent));
    builder.set_cpd(TableCpd(Scope({parent, child}, {2, 2}), of_child));
    builder.set_cpd(TableCpd(Scope({c}, {2}), of_c));
    return builder.build();
}

}  // namespace

Classifier small_mixture() {
    std::vector<WeightedNetwork> members;
    members.push_back({member(a, b, {0.5, 0.5}, {1, 0, 0.1, 0.9}, {0.5, 0.5}), 0.25});
    members.push_back({member(b, a, {0.8, 0.2}, {0.7, 0.3, 0.4, 0.6}, {1, 0}), 0.75});
    Model model(std::move(members));
    const std::span<const Variable> variables = model.network().variables();
    std::vector<Variable> schema(variables.begin(), variables.end());
    return NetworkClassifier({.model = std::move(model), .schema = std::move(schema)});
}

}  // namespace pgm::tests
