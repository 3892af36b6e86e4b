#include <apps/pgm/options/network_fit.hpp>

#include <apps/pgm/report/alignment_report.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>

#include <span>
#include <utility>
#include <vector>

namespace pgm::apps {
namespace {

/// A fitted table with the parents in the order of the given distribution, as its file has them.
Cpd in_order_of(const Cpd& given, const Cpd& fitted) {
    const TableCpd* const table = as_table(fitted);
    if (!table) return fitted;
    const std::span<const VariableId> parents = parents_of(given);
    std::vector<VariableId> order(parents.begin(), parents.end());
    order.push_back(child_of(given));
    return TableCpd(table->table().permuted(order));
}

/// The row weights of a fitted distribution, likewise.
std::vector<double> weights_in_order_of(const Cpd& given, const Cpd& fitted,
                                        std::span<const double> weights) {
    const TableCpd* const table = as_table(fitted);
    if (!table || weights.empty() || table->parents().empty())
        return {weights.begin(), weights.end()};
    const std::span<const std::size_t> cardinalities = table->cardinalities();
    const Scope rows({table->parents().begin(), table->parents().end()},
                     {cardinalities.begin(), cardinalities.end() - 1});
    const std::span<const VariableId> parents = parents_of(given);
    const Table permuted =
        Table(rows, weights).permuted(std::vector<VariableId>(parents.begin(), parents.end()));
    return {permuted.values().begin(), permuted.values().end()};
}

/// The given network with the distributions of one that was fitted with its arcs.
BayesianNetwork filled_in(const BayesianNetwork& network, const BayesianNetwork& fitted) {
    NetworkBuilder builder(network.name());
    builder.set_row_sums(fitted.row_sums());
    for (const std::string& line : network.annotations()) builder.annotate(line);
    for (const Variable& variable : network.variables()) {
        Variable kept = variable.is_discrete() ? Variable(variable.name(), variable.states())
                                               : Variable(variable.name());
        for (const std::string& line : variable.annotations())
            if (line != to_be_filled_in) kept.annotate(line);
        builder.add_variable(std::move(kept));
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Cpd &given = network.cpds()[v], &found = fitted.cpds()[v];
        builder.set_cpd(in_order_of(given, found));
        builder.set_row_weights(
            VariableId(v), weights_in_order_of(given, found, fitted.row_weights(VariableId(v))));
    }
    return std::move(builder).build();
}

}  // namespace

bool is_written_out(const learners::Estimator& estimator) {
    const auto* const options = std::get_if<learners::Fit>(&estimator);
    return options && std::holds_alternative<learners::UserDefined>(options->structure);
}

learners::FittedNetwork fitted_network(const Dataset& data, const NamedChoice& choice,
                                       const learners::SearchControl& control) {
    const auto& options = std::get<learners::Fit>(choice.estimator);
    const std::optional<NetworkOfFile>& given = choice.given;
    if (!given) return learners::fit_network(data, options, control);
    learners::FittedNetwork fitted = learners::fit_network(columns_of(given->network, data),
                                                           given->network.dag(), options, control);
    fitted.network = filled_in(given->network, fitted.network);
    return fitted;
}

}  // namespace pgm::apps
