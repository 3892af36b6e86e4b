#include <pgm/inference/detail/row_regressions.hpp>

#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::detail {

PatternGaussians::PatternGaussians(const BayesianNetwork& network, const EvidenceColumns& columns)
    : network_(network),
      columns_(columns),
      order_(topological_order(network.dag())),
      position_(network.size()),
      row_of_(network.size(), 0),
      coefficients_(network.size(), 0) {
    for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i].index()] = i;
}

void PatternGaussians::start(std::size_t row) {
    known_.clear();
    values_.clear();
    roles_.assign(network_.size(), Role::free);
    for (const EvidenceColumn& column : columns_.columns) {
        const auto* const values = std::get_if<std::span<const double>>(&column.cells);
        if (!values || std::isnan((*values)[row])) continue;
        roles_[column.variable.index()] = Role::observed;
        known_.push_back(column.variable);
        values_.push_back(values->data());
    }
    components_ = continuous_components(network_, roles_);
    component_of_.assign(network_.size(), none);
    for (std::size_t i = 0; i < components_.size(); ++i)
        for (const VariableId hidden : components_[i].hidden) component_of_[hidden.index()] = i;
    if (parts_.size() < components_.size()) parts_.resize(components_.size());
    for (ObservedPart& part : parts_) part.is_prepared = false;
}

const GaussianIntegral::LinearPredictor& PatternGaussians::predictor(VariableId target) {
    predictor_.intercept = predictor_.sd = 0;
    predictor_.slopes.assign(network_.size(), 0);
    coefficients_[target.index()] = 1;
    for (std::size_t i = position_[target.index()] + 1; i-- > 0;) {
        const VariableId variable = order_[i];
        const double coefficient = std::exchange(coefficients_[variable.index()], 0.0);
        if (coefficient == 0) continue;
        const std::size_t component = component_of_[variable.index()];
        if (component == none)
            add_family(variable, coefficient);
        else
            parts_[component].terms.push_back({variable, coefficient});
    }
    for (std::size_t i = 0; i < components_.size(); ++i) {
        auto& [integral, is_prepared, terms] = parts_[i];
        if (terms.empty()) continue;
        if (!std::exchange(is_prepared, true))
            integral.prepare(network_, components_[i], row_of_, {});
        integral.add_predictor(terms, predictor_);
        terms.clear();
    }
    return predictor_;
}

void PatternGaussians::add_family(VariableId child, double coefficient) {
    const Cpd& cpd = network_.cpd(child);
    const LinearGaussianCpd::Row& own = *regression(cpd, 0);
    const std::span<const VariableId> parents = continuous_parents(cpd);
    predictor_.intercept += coefficient * own.intercept;
    predictor_.sd = std::hypot(predictor_.sd, coefficient * std::sqrt(own.variance));
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const std::size_t parent = parents[i].index();
        auto& sums = roles_[parent] == Role::observed ? predictor_.slopes : coefficients_;
        sums[parent] += coefficient * own.slopes[i];
    }
}

RowRegressions::RowRegressions(const BayesianNetwork& network, VariableId target,
                               const EvidenceColumns& columns, std::size_t row,
                               std::size_t max_cells) {
    const Evidence evidence = evidence_of_row(columns, row);
    const CheckedEvidence checked(evidence, network);
    std::vector<char> is_known(network.size(), 0);
    for (const CheckedEvidence::Value& known : checked.values())
        is_known[known.variable.index()] = 1;
    std::vector<VariableId> variables;  // with a value in these rows
    std::vector<const double*> cells;
    for (const EvidenceColumn& column : columns.columns) {
        if (!is_known[column.variable.index()]) continue;
        const double* const values = std::get<std::span<const double>>(column.cells).data();
        if (column.variable == target) {
            add_known_target(values);
            return;
        }
        variables.push_back(column.variable);
        cells.push_back(values);
    }
    ConditionalGaussians gaussians(network, {&target, 1}, checked, max_cells);
    scope_ = gaussians.scope();
    for (const VariableId parent : discrete_variables_of(network, gaussians.members(), {}))
        if (!scope_.axis(parent)) known_parents_.push_back(parent);
    const std::vector<double> weights(scope_.cells(), 1.0);
    const GaussianIntegral::Term itself{target, 1};
    gaussians.for_each(weights, [&](const ConditionalGaussians::WeightedGaussian&) {
        GaussianIntegral::LinearPredictor predictor{.slopes = std::vector<double>(network.size())};
        gaussians.integral().add_predictor({&itself, 1}, predictor);
        add(predictor, variables, cells);
    });
}

RowRegressions::RowRegressions(PatternGaussians& gaussians, VariableId target) {
    const std::span<const VariableId> known = gaussians.known();
    if (const auto found = std::ranges::find(known, target); found != known.end()) {
        add_known_target(gaussians.values()[static_cast<std::size_t>(found - known.begin())]);
        return;
    }
    add(gaussians.predictor(target), known, gaussians.values());
}

void RowRegressions::add(const GaussianIntegral::LinearPredictor& predictor,
                         std::span<const VariableId> variables,
                         std::span<const double* const> values) {
    intercepts_.push_back(predictor.intercept);
    sds_.push_back(predictor.sd);
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (const double slope = predictor.slopes[variables[i].index()]; slope != 0)
            products_.push_back({slope, values[i]});
    ends_.push_back(products_.size());
}

void RowRegressions::add_known_target(const double* values) {
    products_ = {{1, values}};
    ends_ = {1};
    intercepts_ = sds_ = {0};
}

/// Four columns at a time, whose sums stay in registers; `row(i)` is the row of a mean.
template <class Row>
void RowRegressions::add_products(std::span<const SlopedColumn> products, Row row,
                                  std::span<double> means) {
    for (; products.size() >= 4; products = products.subspan(4)) {
        const SlopedColumn a = products[0], b = products[1], c = products[2], d = products[3];
        for (std::size_t i = 0; i < means.size(); ++i) {
            const std::size_t at = row(i);
            means[i] = means[i] + a.slope * a.values[at] + b.slope * b.values[at] +
                       c.slope * c.values[at] + d.slope * d.values[at];
        }
    }
    for (const auto& [slope, values] : products)
        for (std::size_t i = 0; i < means.size(); ++i) means[i] += slope * values[row(i)];
}

void RowRegressions::write_means(std::size_t cell, std::span<const std::uint32_t> rows,
                                 std::span<double> means) const {
    std::ranges::fill(means, intercepts_[cell]);
    const std::size_t begin = cell == 0 ? 0 : ends_[cell - 1];
    const auto products = std::span(products_).subspan(begin, ends_[cell] - begin);
    const std::size_t first = rows.front();
    if (rows.back() - first + 1 == rows.size())
        add_products(
            products, [first](std::size_t i) { return first + i; }, means);
    else
        add_products(
            products, [rows](std::size_t i) { return rows[i]; }, means);
}

}  // namespace pgm::detail
