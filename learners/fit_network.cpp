#include <learners/fit_network.hpp>

#include <learners/estimate/detail/gaussian_estimation.hpp>
#include <learners/estimate/detail/table_estimation.hpp>
#include <learners/families/family_sums.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/statistics.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

using namespace detail;

/// Columns and variables have the same numbers.
VariableId variable_of(ColumnId column) {
    return VariableId(column.index());
}

Scope network_scope(const ColumnScope& columns) {
    std::vector<VariableId> variables;
    for (const ColumnId column : columns.variables()) variables.push_back(variable_of(column));
    return Scope(std::move(variables),
                 {columns.cardinalities().begin(), columns.cardinalities().end()});
}

std::vector<Family> families_of(const Dag& dag) {
    std::vector<Family> families;
    for (std::size_t v = 0; v < dag.size(); ++v) {
        Family family{ColumnId(v), {}};
        for (const VariableId parent : dag.parents(VariableId(v)))
            family.parents.emplace_back(parent.index());
        std::ranges::sort(family.parents);
        families.push_back(std::move(family));
    }
    return families;
}

class NetworkFit {
public:
    NetworkFit(const Dataset& data, std::vector<Family> families, const NetworkFitOptions& options)
        : options_(options),
          schema_(data.schema()),
          families_(std::move(families)),
          statistics_(schema_, counted_families(), options.limits) {
        statistics_.add(data, options.threads);
    }

    BayesianNetwork network() const {
        const FamilySums sums(statistics_);
        const std::vector<ColumnSpread> spreads = column_spreads(sums);
        NetworkBuilder builder({}, options_.limits);
        if (std::holds_alternative<Floor>(options_.smoothing)) builder.set_row_sums(RowSums::keep);
        for (const Variable& variable : schema_) builder.add_variable(variable);
        for (const Family& family : families_)
            builder.set_cpd(is_discrete(family.child) ? Cpd(table(sums.counts(family)))
                                                      : Cpd(gaussian(sums, family, spreads)));
        return std::move(builder).build();
    }

private:
    bool is_discrete(ColumnId column) const { return schema_[column.index()].is_discrete(); }

    /// Those of the network, and every continuous column alone, whose spread bounds variances.
    std::vector<Family> counted_families() const {
        std::vector<Family> counted = families_;
        for (std::size_t v = 0; v < schema_.size(); ++v)
            if (!schema_[v].is_discrete()) counted.push_back({ColumnId(v), {}});
        return counted;
    }

    std::vector<ColumnSpread> column_spreads(const FamilySums& sums) const {
        std::vector<ColumnSpread> spreads(schema_.size());
        double largest = 0;
        for (std::size_t v = 0; v < schema_.size(); ++v) {
            if (schema_[v].is_discrete()) continue;
            const Family alone{ColumnId(v), {}};
            if (!sums.has_values(alone))
                throw ArgumentError(
                    "the column '" + printable(schema_[v].name()) + "' has no value at all",
                    "leave it out");
            spreads[v] = spread_of(sums.gaussian(alone).groups);
            require_variance_in_range(spreads[v], schema_[v].name());
            largest = std::max(largest, spreads[v].variance);
        }
        for (ColumnSpread& spread : spreads) spread.largest_variance = largest;
        return spreads;
    }

    TableCpd table(const FamilyCounts& counts) const {
        return TableCpd(
            network_scope(counts.scope()),
            estimate_table(counts, {options_.smoothing, options_.empty_rows, {}}, schema_));
    }

    LinearGaussianCpd gaussian(const FamilySums& all, const Family& family,
                               std::span<const ColumnSpread> spreads) const {
        const GaussianSums sums = all.gaussian(family);
        const std::size_t last = sums.continuous.size() - 1;
        Remarks remarks;
        auto chain = estimate_gaussian_chain(
            sums, false, last, {options_.variance, options_.empty_rows, spreads, schema_}, remarks);
        std::vector<VariableId> parents;
        for (std::size_t i = 0; i < last; ++i) parents.push_back(variable_of(sums.continuous[i]));
        return LinearGaussianCpd(variable_of(family.child), network_scope(sums.discrete),
                                 std::move(parents), std::move(chain.back()),
                                 LinearGaussianCpd::Tying::none);
    }

    NetworkFitOptions options_;
    std::vector<Variable> schema_;
    std::vector<Family> families_;
    Statistics statistics_;
};

}  // namespace

BayesianNetwork fit_network(const Dataset& data, const Dag& dag, const NetworkFitOptions& options) {
    if (dag.size() != data.columns().size())
        throw ArgumentError("the graph has " + std::to_string(dag.size()) +
                            " variables, the table " + std::to_string(data.columns().size()) +
                            " columns");
    if (data.rows() == 0) throw ArgumentError("there is no row to learn from");
    if (std::holds_alternative<PriorNetwork>(options.smoothing))
        throw ArgumentError("a network is fitted without a prior network",
                            "smooth by mle, floor:E, laplace:A, lidstone or bdeu:S");
    if (is_back_off(options.smoothing))
        throw ArgumentError("back-off tables are fitted for a class, which this network has not",
                            "smooth by mle, floor:E, laplace:A, lidstone or bdeu:S");
    return NetworkFit(data, families_of(dag), options).network();
}

}  // namespace pgm::learners
