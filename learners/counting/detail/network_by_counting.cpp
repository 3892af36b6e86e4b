#include <learners/counting/detail/network_by_counting.hpp>

#include <learners/choose/detail/concentrations.hpp>
#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/estimate/detail/density/gaussian_estimation.hpp>
#include <learners/estimate/detail/prior_counts.hpp>
#include <learners/estimate/detail/smoothed_tables.hpp>
#include <learners/families/family_sums.hpp>
#include <learners/judge/detail/left_out_table.hpp>
#include <learners/structure/detail/mutual_information.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/sums.hpp>
#include <pgm/data/unusable_columns.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

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

/// The statistics of all shards.
Sums counted(const Dataset& data, std::vector<Family> families, const FitOptions& options,
             const CountExchange& exchange) {
    Sums statistics(data.schema(), std::move(families), options.limits);
    statistics.add(data, options.threads);
    return exchange ? exchange.merge(statistics) : statistics;
}

/// The parents of every table in the order in which back-off drops them last: those first that tell
/// more about the variable by themselves (mutual information), of equals the first column.
ParentLists parents_by_information(const Dataset& data, std::span<const Family> families,
                                   const FitOptions& options, const CountExchange& exchange) {
    std::vector<Family> pairs;
    ParentLists order;
    for (const Family& family : families) {
        order.push_back(family.parents);
        if (family.parents.size() < 2 || !data.column(family.child).is_discrete()) continue;
        for (const ColumnId parent : family.parents) pairs.push_back({family.child, {parent}});
    }
    if (pairs.empty()) return order;
    const Sums statistics = counted(data, pairs, options, exchange);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const ColumnId child = families[i].child;
        if (order[i].size() < 2 || !data.column(child).is_discrete()) continue;
        std::vector<std::pair<double, ColumnId>> ranked;
        for (const ColumnId parent : order[i])
            ranked.emplace_back(
                -conditional_mutual_information(statistics.counts({child, {parent}})), parent);
        std::ranges::sort(ranked);
        std::ranges::transform(ranked, order[i].begin(),
                               [](const auto& pair) { return pair.second; });
    }
    return order;
}

/// The variances of continuous variables.
VarianceRule variance_of(const FitOptions& options) {
    if (!options.continuous) return maximum_likelihood_variance;
    if (const auto* const rule = std::get_if<VarianceRule>(&options.continuous->density))
        return *rule;
    throw ArgumentError(
        "a network without a class has tables and Gaussians, and kernel densities "
        "and mixtures are neither",
        "choose gaussian, or cut the columns");
}

/// The prior network made ready for questions, where there is one to be asked.
std::optional<InferenceEngine> prior_of(const FitOptions& options) {
    if (!std::holds_alternative<PriorNetwork>(options.smoothing)) return std::nullopt;
    if (!options.prior)
        throw ArgumentError("prior:S takes pseudo-counts from a network, and none is given",
                            "give the prior network, or choose bdeu:S");
    return InferenceEngine(*options.prior);
}

class NetworkFit {
public:
    NetworkFit(const Dataset& data, std::vector<Family> families, const FitOptions& options,
               const CountExchange& exchange)
        : options_(options),
          variance_(variance_of(options)),
          prior_(prior_of(options)),
          schema_(data.schema()),
          families_(std::move(families)),
          order_(is_back_off(options.smoothing)
                     ? parents_by_information(data, families_, options, exchange)
                     : ParentLists()),
          statistics_(counted(data, counted_families(), options, exchange)) {
        if (std::holds_alternative<TunedBackOff>(options_.smoothing))
            options_.smoothing = BackOff{tune_concentrations(left_out_tables())};
    }

    /// The rule by which tables are estimated: BackOff where its concentrations were to be chosen.
    const Smoothing& smoothing() const { return options_.smoothing; }

    BayesianNetwork network(Remarks& remarks) const {
        const FamilySums sums(statistics_);
        const std::vector<ColumnSpread> spreads = column_spreads(sums);
        NetworkBuilder builder({}, options_.limits);
        if (std::holds_alternative<Floor>(options_.smoothing)) builder.set_row_sums(RowSums::keep);
        for (const Variable& variable : schema_) builder.add_variable(variable);
        for (const Family& family : families_)
            builder.set_cpd(is_discrete(family.child)
                                ? Cpd(table(sums, family))
                                : Cpd(gaussian(sums, family, spreads, remarks)));
        return std::move(builder).build();
    }

private:
    bool is_discrete(ColumnId column) const { return schema_[column.index()].is_discrete(); }

    /// The families of the network, those with fewer parents that back-off shrinks to, and every
    /// continuous column alone, whose spread bounds variances.
    std::vector<Family> counted_families() const {
        std::vector<Family> counted = families_;
        for (std::size_t v = 0; v < order_.size(); ++v)
            for (std::size_t l = 0; l < order_[v].size() && schema_[v].is_discrete(); ++l)
                counted.push_back(with_first_parents(ColumnId(v), order_[v], l));
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
                throw ArgumentError(empty_column_remark(schema_[v].name()), "leave it out");
            spreads[v] = spread_of(sums.gaussian(alone).groups);
            require_variance_in_range(spreads[v], schema_[v].name());
            largest = std::max(largest, spreads[v].variance);
        }
        for (ColumnSpread& spread : spreads) spread.largest_variance = largest;
        return spreads;
    }

    std::vector<FamilyCounts> levels(const FamilySums& sums, ColumnId child) const {
        return back_off_levels_without_class(sums, child, order_[child.index()]);
    }

    std::vector<LeftOutTable> left_out_tables() const {
        const FamilySums sums(statistics_);
        std::vector<LeftOutTable> tables;
        for (const Family& family : families_)
            if (is_discrete(family.child)) tables.emplace_back(levels(sums, family.child));
        return tables;
    }

    TableCpd table(const FamilySums& sums, const Family& family) const {
        const FamilyCounts counts = sums.counts(family);
        if (const auto* const rule = std::get_if<BackOff>(&options_.smoothing))
            return TableCpd(
                network_scope(counts.scope()),
                estimate_back_off(levels(sums, family.child), rule->concentrations, family));
        TableRules rules{options_.smoothing, options_.empty_rows, {}};
        if (const auto* const rule = std::get_if<PriorNetwork>(&options_.smoothing))
            rules.pseudo_counts = prior_counts(*prior_, rule->sample_size, counts.scope(), schema_);
        return TableCpd(network_scope(counts.scope()), estimate_table(counts, rules, schema_));
    }

    LinearGaussianCpd gaussian(const FamilySums& all, const Family& family,
                               std::span<const ColumnSpread> spreads, Remarks& remarks) const {
        const GaussianSums sums = all.gaussian(family);
        const std::size_t last = sums.continuous.size() - 1;
        auto chain = estimate_gaussian_chain(
            sums, false, last, {variance_, options_.empty_rows, spreads, schema_}, remarks);
        std::vector<VariableId> parents;
        for (std::size_t i = 0; i < last; ++i) parents.push_back(variable_of(sums.continuous[i]));
        return LinearGaussianCpd(variable_of(family.child), network_scope(sums.discrete),
                                 std::move(parents), std::move(chain.back()),
                                 LinearGaussianCpd::Tying::none);
    }

    FitOptions options_;
    VarianceRule variance_;
    std::optional<InferenceEngine> prior_;
    std::vector<Variable> schema_;
    std::vector<Family> families_;
    ParentLists order_;  ///< by column; none without back-off
    Sums statistics_;
};

}  // namespace

CountedNetwork network_by_counting(const Dataset& data, std::vector<Family> families,
                                   const FitOptions& options, Remarks& remarks,
                                   const CountExchange& exchange) {
    if (data.rows() == 0 && !exchange) throw ArgumentError("there is no row to learn from");
    const NetworkFit fit(data, std::move(families), options, exchange);
    const auto* const back_off = std::get_if<BackOff>(&fit.smoothing());
    return {fit.network(remarks), back_off ? back_off->concentrations : std::vector<double>()};
}

}  // namespace pgm::learners::detail
