#include <pgm/inference/detail/row_regressions.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {

RowRegressions::RowRegressions(const BayesianNetwork& network, VariableId target,
                               const EvidenceColumns& columns, std::size_t row,
                               std::size_t max_cells) {
    const Evidence evidence = evidence_of_row(columns, row);
    const CheckedEvidence checked(evidence, network);
    std::vector<char> is_known(network.size(), 0);
    for (const CheckedEvidence::Value& known : checked.values())
        is_known[known.variable.index()] = 1;
    std::vector<VariableId> variables;  // with a value in these rows
    for (const EvidenceColumn& column : columns.columns) {
        if (!is_known[column.variable.index()]) continue;
        const double* const values = std::get<std::span<const double>>(column.cells).data();
        if (column.variable == target) {
            add_known_target(values);
            return;
        }
        variables.push_back(column.variable);
        values_.push_back(values);
    }
    ConditionalGaussians gaussians(network, {&target, 1}, checked, max_cells);
    scope_ = gaussians.scope();
    for (const VariableId parent : discrete_variables_of(network, gaussians.members(), {}))
        if (!scope_.axis(parent)) known_parents_.push_back(parent);
    const std::vector<double> weights(scope_.cells(), 1.0);
    GaussianIntegral::LinearPredictor predictor;
    gaussians.for_each(weights, [&](const ConditionalGaussians::WeightedGaussian&) {
        gaussians.integral().predictor(target, predictor);
        add(predictor, variables);
    });
}

RowRegressions::RowRegressions(const BayesianNetwork& network, VariableId target,
                               const EvidenceColumns& columns, std::size_t row,
                               GaussianIntegral& integral) {
    std::vector<Role> roles(network.size(), Role::free);
    std::vector<VariableId> variables;
    for (const EvidenceColumn& column : columns.columns) {
        const auto* const values = std::get_if<std::span<const double>>(&column.cells);
        if (!values || std::isnan((*values)[row])) continue;
        if (column.variable == target) {
            add_known_target(values->data());
            return;
        }
        roles[column.variable.index()] = Role::observed;
        variables.push_back(column.variable);
        values_.push_back(values->data());
    }
    roles[target.index()] = Role::asked;
    const std::vector<ContinuousComponent> components = continuous_components(network, roles);
    const auto own = std::ranges::find_if(components, [target](const ContinuousComponent& some) {
        return std::ranges::find(some.hidden, target) != some.hidden.end();
    });
    const std::vector<std::size_t> row_of(network.size(), 0);
    integral.prepare(network, *own, row_of, {});
    GaussianIntegral::LinearPredictor predictor;
    integral.predictor(target, predictor);
    add(predictor, variables);
}

void RowRegressions::add(const GaussianIntegral::LinearPredictor& predictor,
                         std::span<const VariableId> variables) {
    intercepts_.push_back(predictor.intercept);
    sds_.push_back(predictor.sd);
    for (const VariableId variable : variables)
        slopes_.push_back(predictor.slopes[variable.index()]);
}

void RowRegressions::add_known_target(const double* value) {
    values_ = {value};
    slopes_ = {1};
    intercepts_ = sds_ = {0};
}

void RowRegressions::write_means(std::size_t cell, std::span<const std::uint32_t> rows,
                                 std::span<double> means) const {
    std::fill_n(means.begin(), rows.size(), intercepts_[cell]);
    for (std::size_t c = 0; c < values_.size(); ++c) {
        const double slope = slopes_[cell * values_.size() + c];
        if (slope == 0) continue;
        const double* const values = values_[c];
        for (std::size_t i = 0; i < rows.size(); ++i) means[i] += slope * values[rows[i]];
    }
}

}  // namespace pgm::detail
