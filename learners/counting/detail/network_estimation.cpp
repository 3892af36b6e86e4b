#include <learners/counting/detail/network_estimation.hpp>

#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/estimate/detail/class_tables.hpp>
#include <learners/estimate/detail/density/gaussian_estimation.hpp>
#include <learners/estimate/detail/density/kernel_estimation.hpp>
#include <learners/estimate/detail/least_squares.hpp>
#include <learners/estimate/detail/prior_counts.hpp>
#include <learners/estimate/detail/threshold_estimation.hpp>
#include <learners/judge/detail/super_parent_weights.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

namespace pgm::learners::detail {
namespace {

/// The points of one column; `points` ascend by their children.
const KernelPoints& points_of(std::span<const KernelPoints> points, ColumnId child) {
    const auto child_of = [](const KernelPoints& of) { return of.family().child; };
    return *std::ranges::lower_bound(points, child, {}, child_of);
}

/// The distributions of one structure.
class CpdEstimator {
public:
    CpdEstimator(const FitPlan& plan, const FamilySums& sums, const SufficientStatistics& collected,
                 std::span<const ColumnSpread> spreads, const std::optional<ParzenDensity>& parzen,
                 std::span<const std::optional<MixtureDensity>> mixtures,
                 const std::optional<InferenceEngine>& prior,
                 const std::optional<std::vector<double>>& concentrations,
                 const ModelStructure& structure, Remarks& remarks)
        : plan_(plan),
          sums_(sums),
          points_(collected.points),
          threshold_rows_(collected.threshold_rows),
          spreads_(spreads),
          parzen_(parzen),
          mixtures_(mixtures),
          prior_(prior),
          concentrations_(concentrations),
          structure_(structure),
          remarks_(remarks),
          id_of_(plan.cut_schema.size()),
          row_weights_(structure.families.size()) {
        for (std::size_t i = 0; i < structure.families.size(); ++i)
            id_of_[structure.families[i].child.index()] = VariableId(i);
    }

    std::vector<Cpd> cpds() {
        if (!structure_.super_parents.empty() && !concentrations_) super_parent_tables();
        if (structure_.gaussian_block) gaussian_block();
        if (parzen_) {
            point_ = next_hidden_id();
            hidden_.push_back({parzen_->point_variable(plan_.cut_schema),
                               parzen_->point_given_class(id_of_[class_column.index()], point_)});
        }
        std::vector<Cpd> all;
        for (const Family& family : structure_.families) {
            plan_.options.stop.check();
            all.push_back(cpd(family));
        }
        for (const auto& [variable, cpd] : hidden_) all.push_back(cpd);
        return all;
    }

    /// The weights of the rows of each family's distribution, once there are cpds(); none where
    /// they are not known.
    std::vector<std::vector<double>>& row_weights() { return row_weights_; }

    /// The variables that come after those of the families, once there are cpds().
    std::vector<Variable> hidden_variables() const {
        std::vector<Variable> variables;
        for (const auto& [variable, cpd] : hidden_) variables.push_back(variable);
        return variables;
    }

private:
    struct Hidden {
        Variable variable;
        Cpd cpd;
    };

    bool is_discrete(ColumnId column) const {
        return plan_.cut_schema[column.index()].is_discrete();
    }

    Cpd cpd(const Family& family) {
        if (!is_discrete(family.child)) return density(family);
        if (!std::ranges::all_of(family.parents, [&](ColumnId c) { return is_discrete(c); }))
            return threshold(family);
        if (super_ && family.child == class_column) return table(family, super_->class_cells);
        if (const auto number = super_ ? super_parent_number(family.child) : std::nullopt)
            return table(family, super_->parent_cells[*number]);
        if (concentrations_ && !is_class_by_prior(family)) return backed_off_table(family);
        const FamilyCounts counts = sums_.counts(family);
        const TableRules rules = rules_for(counts.scope());
        if (family.child == class_column) {
            weights_of(family) = class_row_weight(counts, plan_.options.class_prior, rules);
            return table(family, class_cells(family, counts, rules));
        }
        weights_of(family) = detail::row_weights(counts, rules);
        return table(family, estimate_table(counts, rules, plan_.cut_schema));
    }

    std::vector<double>& weights_of(const Family& family) {
        return row_weights_[id_of_[family.child.index()].index()];
    }

    /// The regression on continuous parents.
    ThresholdCpd threshold(const Family& family) {
        if (family.child == class_column) require_no_class_prior();
        const auto rows = std::ranges::find(threshold_rows_, family, &ThresholdRows::family);
        if (rows == threshold_rows_.end())
            throw ArgumentError("a continuous parent of '" +
                                    printable(plan_.cut_schema[family.child.index()].name()) +
                                    "' has no values",
                                "leave it out of the structure");
        const Fit& options = plan_.options;
        ThresholdEstimate estimate = estimate_thresholds(
            *rows,
            {.noise = options.continuous_parents.value_or(Noise::Kind::logistic),
             .prior_rows = prior_rows_of(options.smoothing),
             .empty_rows = options.empty_rows,
             .stop = options.stop},
            plan_.cut_schema, remarks_);
        weights_of(family) = std::move(estimate.weights);
        std::vector<VariableId> parents;
        for (const ColumnId parent : rows->regressors()) parents.push_back(id_of_[parent.index()]);
        return ThresholdCpd(id_of_[family.child.index()], rows->states(),
                            in_network(rows->configurations()), std::move(parents),
                            std::move(estimate.rows));
    }

    Cpd density(const Family& family) {
        if (parzen_)
            return parzen_->value_given_point(continuous_taken_++, id_of_[family.child.index()],
                                              point_);
        return std::visit(Overloaded{[&](const VarianceRule&) { return gaussian(family); },
                                     [&](const KernelRule&) { return Cpd(kernels(family)); },
                                     [&](const MixtureRule&) { return Cpd(mixture(family)); }},
                          plan_.options.continuous->density);
    }

    /// True if the class prior says something else than the smoothing of tables.
    bool is_class_by_prior(const Family& family) const {
        return family.child == class_column &&
               !std::holds_alternative<SmoothedPrior>(plan_.options.class_prior);
    }

    TableCpd backed_off_table(const Family& family) {
        const std::size_t number = id_of_[family.child.index()].index();
        const std::vector<FamilyCounts> levels =
            back_off_levels(sums_, family.child, structure_.parents_as_chosen(number));
        weights_of(family) = back_off_row_weights(levels, *concentrations_, family);
        return table(family, estimate_back_off(levels, *concentrations_, family));
    }

    VariableId next_hidden_id() const {
        return VariableId(structure_.families.size() + hidden_.size());
    }

    std::vector<double> class_cells(const Family& family, const FamilyCounts& counts,
                                    const TableRules& rules) const {
        const ClassPrior& prior = plan_.options.class_prior;
        if (family.parents.empty()) return estimate_class(counts, prior, rules, plan_.cut_schema);
        require_no_class_prior();
        return estimate_table(counts, rules, plan_.cut_schema);
    }

    /// Refuses one of a class that has parents.
    void require_no_class_prior() const {
        if (std::holds_alternative<SmoothedPrior>(plan_.options.class_prior)) return;
        throw ArgumentError(
            "the structure gives the class parents, so there is no class prior to be set",
            "choose the class prior 'smoothed'");
    }

    TableRules rules_for(const ColumnScope& scope) const {
        TableRules rules{plan_.options.smoothing, plan_.options.empty_rows, {}};
        if (const auto* const prior = std::get_if<PriorNetwork>(&rules.smoothing))
            rules.pseudo_counts =
                prior_counts(*prior_, prior->sample_size, scope, plan_.cut_schema);
        return rules;
    }

    void super_parent_tables() {
        const FamilyCounts counts = sums_.counts(structure_.super_parent_family());
        super_ = estimate_super_parents(counts, plan_.options.class_prior,
                                        rules_for(counts.scope()), plan_.cut_schema);
    }

    std::optional<std::size_t> super_parent_number(ColumnId column) const {
        const auto found = std::ranges::find(structure_.super_parents, column);
        if (found == structure_.super_parents.end()) return std::nullopt;
        return static_cast<std::size_t>(found - structure_.super_parents.begin());
    }

    TableCpd table(const Family& family, std::span<const double> cells) const {
        std::vector<VariableId> variables;
        std::vector<std::size_t> cardinalities;
        for (const ColumnId parent : family.parents) variables.push_back(id_of_[parent.index()]);
        variables.push_back(id_of_[family.child.index()]);
        for (const ColumnId parent : family.parents)
            cardinalities.push_back(plan_.cut_schema[parent.index()].cardinality());
        cardinalities.push_back(plan_.cut_schema[family.child.index()].cardinality());
        return TableCpd(Scope(variables, cardinalities), cells);
    }

    /// These configurations by the ids of the network.
    Scope in_network(const ColumnScope& columns) const {
        std::vector<VariableId> variables;
        for (const ColumnId column : columns.variables())
            variables.push_back(id_of_[column.index()]);
        return Scope(std::move(variables),
                     {columns.cardinalities().begin(), columns.cardinalities().end()});
    }

    GaussianRules gaussian_rules() const {
        return {std::get<VarianceRule>(plan_.options.continuous->density), plan_.options.empty_rows,
                spreads_, plan_.cut_schema};
    }

    LinearGaussianCpd gaussian_cpd(const GaussianSums& sums, std::size_t member,
                                   std::vector<LinearGaussianCpd::Row> rows, bool tied) const {
        std::vector<VariableId> parents;
        for (std::size_t j = 0; j < member; ++j)
            parents.push_back(id_of_[sums.continuous[j].index()]);
        const auto tying =
            tied ? LinearGaussianCpd::Tying::slopes_and_variance : LinearGaussianCpd::Tying::none;
        return LinearGaussianCpd(id_of_[sums.continuous[member].index()], in_network(sums.discrete),
                                 std::move(parents), std::move(rows), tying);
    }

    void gaussian_block() {
        const bool tied = structure_.gaussian_block->tied;
        const GaussianSums sums = sums_.gaussian(structure_.gaussian_block->family);
        std::vector<std::vector<LinearGaussianCpd::Row>> chain =
            estimate_gaussian_chain(sums, tied, 0, gaussian_rules(), remarks_);
        block_.resize(plan_.cut_schema.size());
        for (std::size_t j = 0; j < chain.size(); ++j) {
            if (!tied) weigh_regressions(sums, j);
            block_[sums.continuous[j].index()] = gaussian_cpd(sums, j, std::move(chain[j]), tied);
        }
    }

    /// Keeps what is known of the regressions of a member on those before it. The scatter of many
    /// parents takes more room than the slopes.
    void weigh_regressions(const GaussianSums& sums, std::size_t member) {
        constexpr std::size_t most_parents = 16;
        if (member > most_parents) return;
        std::vector<double>& weights =
            row_weights_[id_of_[sums.continuous[member].index()].index()];
        for (const SumsOfProducts& group : sums.groups) {
            const std::vector<double> more = regressor_weights(group, member);
            weights.insert(weights.end(), more.begin(), more.end());
        }
    }

    Cpd gaussian(const Family& family) {
        if (structure_.gaussian_block) return *block_[family.child.index()];
        const GaussianSums sums = sums_.gaussian(family);
        const std::size_t last = sums.continuous.size() - 1;
        std::vector<std::vector<LinearGaussianCpd::Row>> chain =
            estimate_gaussian_chain(sums, false, last, gaussian_rules(), remarks_);
        weigh_regressions(sums, last);
        return gaussian_cpd(sums, last, std::move(chain.back()), false);
    }

    KernelDensityCpd kernels(const Family& family) const {
        const KernelPoints& points = points_of(points_, family.child);
        const KernelRules rules{std::get<KernelRule>(plan_.options.continuous->density),
                                plan_.options.empty_rows, spreads_[family.child.index()],
                                plan_.cut_schema};
        return KernelDensityCpd(id_of_[family.child.index()], in_network(points.configurations()),
                                rules.kernel.kernel, estimate_kernels(points, rules));
    }

    LinearGaussianCpd mixture(const Family& family) {
        const MixtureDensity& density = *mixtures_[family.child.index()];
        const VariableId component = next_hidden_id();
        const Scope parents = in_network(points_of(points_, family.child).configurations());
        if (density.has_component())
            hidden_.push_back({density.component_variable(plan_.cut_schema),
                               density.component_given(parents, component)});
        return density.value_given(parents, component, id_of_[family.child.index()]);
    }

    const FitPlan& plan_;
    const FamilySums& sums_;
    std::span<const KernelPoints> points_;  ///< by ascending child
    std::span<const ThresholdRows> threshold_rows_;
    std::span<const ColumnSpread> spreads_;
    const std::optional<ParzenDensity>& parzen_;
    std::span<const std::optional<MixtureDensity>> mixtures_;  ///< by column
    const std::optional<InferenceEngine>& prior_;
    const std::optional<std::vector<double>>& concentrations_;  ///< of back-off tables
    const ModelStructure& structure_;
    Remarks& remarks_;
    std::vector<VariableId> id_of_;                 ///< by column
    std::vector<std::vector<double>> row_weights_;  ///< by family
    std::size_t continuous_taken_ = 0;              ///< features that have their density by parzen_
    std::optional<SuperParentTables> super_;
    std::vector<std::optional<LinearGaussianCpd>> block_;  ///< by column
    std::vector<Hidden> hidden_;
    VariableId point_;  ///< of parzen_
};

/// The spreads of the continuous features; bandwidths that are given do not need them.
std::vector<ColumnSpread> spreads_of(const FitPlan& plan, const Columns& columns,
                                     const FamilySums& sums) {
    const KernelRule* const kernels = std::get_if<KernelRule>(&plan.options.continuous->density);
    const bool needs_variance =
        !kernels || !std::holds_alternative<FixedBandwidth>(kernels->bandwidth);
    return column_spreads(plan.cut_schema, columns.continuous_features(), {class_column}, sums,
                          needs_variance);
}

}  // namespace

NetworkEstimator::NetworkEstimator(const FitPlan& plan, const Columns& columns,
                                   const FamilySums& sums, const SufficientStatistics& collected,
                                   std::optional<std::vector<double>> concentrations)
    : NetworkEstimator(plan, sums, collected, spreads_of(plan, columns, sums),
                       std::move(concentrations)) {
    const std::vector<ColumnId> continuous = columns.continuous_features();
    if (collected.whole_rows && !continuous.empty()) {
        ParzenDensity::Rules rules{std::get<KernelRule>(plan.options.continuous->density), {}, {}};
        for (const ColumnId feature : continuous) {
            rules.spreads.push_back(spreads_[feature.index()]);
            rules.names.push_back(plan.cut_schema[feature.index()].name());
        }
        parzen_.emplace(collected.whole_rows->sorted(continuous), columns.states(class_column),
                        rules);
    }
    if (const auto* const rule = std::get_if<MixtureRule>(&plan.options.continuous->density)) {
        mixtures_.resize(columns.schema.size());
        for (const ColumnId feature : continuous) {
            plan.options.stop.check();
            const ColumnSpread& spread = spreads_[feature.index()];
            mixtures_[feature.index()].emplace(
                plan.cut_schema[feature.index()].name(),
                points_by_configuration(points_of(collected.points, feature), spread.mean,
                                        plan.options.empty_rows, plan.cut_schema),
                *rule, spread);
        }
    }
}

NetworkEstimator::NetworkEstimator(const FitPlan& plan, const FamilySums& sums,
                                   const SufficientStatistics& collected,
                                   std::vector<ColumnSpread> spreads,
                                   std::optional<std::vector<double>> concentrations)
    : plan_(plan),
      sums_(sums),
      collected_(collected),
      concentrations_(std::move(concentrations)),
      spreads_(std::move(spreads)) {
    if (std::holds_alternative<PriorNetwork>(plan.options.smoothing))
        prior_.emplace(*plan.options.prior);
}

WeightedNetwork NetworkEstimator::estimate(const ModelStructure& structure,
                                           Remarks& remarks) const {
    CpdEstimator estimator(plan_, sums_, collected_, spreads_, parzen_, mixtures_, prior_,
                           concentrations_, structure, remarks);
    std::vector<Cpd> cpds = estimator.cpds();
    NetworkBuilder builder({}, plan_.options.limits);
    if (std::holds_alternative<Floor>(plan_.options.smoothing)) builder.set_row_sums(RowSums::keep);
    for (const Family& family : structure.families)
        builder.add_variable(plan_.cut_schema[family.child.index()]);
    for (Variable& variable : estimator.hidden_variables())
        builder.add_variable(std::move(variable));
    for (Cpd& cpd : cpds) builder.set_cpd(std::move(cpd));
    std::vector<std::vector<double>>& weights = estimator.row_weights();
    for (std::size_t i = 0; i < weights.size(); ++i)
        builder.set_row_weights(VariableId(i), std::move(weights[i]));
    WeightedNetwork member{std::move(builder).build()};
    if (!structure.super_parents.empty())
        member.super_parent =
            super_parent_of(sums_.counts(structure.super_parent_family()), plan_.cut_schema);
    return member;
}

}  // namespace pgm::learners::detail
