#include <learners/plan/detail/sufficient_statistics.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/rows.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

void require_discrete_parents(const FitPlan& plan, const Family& family) {
    for (const ColumnId parent : family.parents) {
        if (plan.cut_schema[parent.index()].is_discrete()) continue;
        throw ArgumentError("the density of '" +
                                printable(plan.cut_schema[family.child.index()].name()) +
                                "' cannot have the continuous parent '" +
                                printable(plan.cut_schema[parent.index()].name()) + "'",
                            "choose gaussian, or another structure");
    }
}

/// The families whose values are kept: with kernels and mixtures no structure but a user-defined
/// one gives a continuous feature other parents than the class.
std::vector<Family> kernel_families(const FitPlan& plan) {
    if (!plan.keeps_values() || plan.has_parzen_points()) return {};
    const Columns columns = plan.columns();
    std::vector<Family> families;
    const auto* const given = std::get_if<UserDefined>(&plan.options.structure);
    if (!given) {
        for (const ColumnId feature : columns.continuous_features())
            families.push_back({feature, {class_column}});
        return families;
    }
    const ModelStructure structure = given->models(columns).front();
    for (const Family& family : structure.families) {
        if (columns.is_discrete(family.child)) continue;
        require_discrete_parents(plan, family);
        families.push_back(family);
    }
    return families;
}

/// Puts the points that a fitted density keeps back where they came from.
void restore(KernelPoints& points, const Cpd& cpd, const FamilySums& sums) {
    if (kept_points(cpd, 0) == nullptr) return;
    const GaussianSums moments = sums.gaussian(points.family());
    for (std::size_t g = 0; g < discrete_scope(cpd).cells(); ++g) {
        if (moments.groups[g].weight.is_zero())
            continue;  // what stands there was borrowed from other configurations
        const KernelDensityCpd::Row& row = *kept_points(cpd, g);
        for (std::size_t i = 0; i < row.points.size(); ++i) {
            points.add(g, {row.points[i], row.weights.empty() ? WeightSum::of_count(1)
                                                              : WeightSum::of(row.weights[i])});
        }
    }
}

/// No rows yet, of the discrete columns.
DistinctRows no_rows(const FitPlan& plan) {
    std::vector<Variable> discrete = plan.cut_schema;
    std::erase_if(discrete, [](const Variable& variable) { return !variable.is_discrete(); });
    return DistinctRows(std::move(discrete));
}

}  // namespace

bool keeps_rows(const FitPlan& plan) {
    return plan.has_parzen_points() || (plan.leaves_out_rows() && !plan.stacked) ||
           !kernel_families(plan).empty();
}

StatisticsCollector::StatisticsCollector(const FitPlan& plan, std::vector<Family> families)
    : plan_(plan) {
    collected_.statistics = Sums(plan.cut_schema, std::move(families), plan.options.limits);
    if (plan.has_parzen_points())
        collected_.whole_rows.emplace(plan.columns().continuous_features());
    if (plan.leaves_out_rows() && !plan.stacked) collected_.rows = no_rows(plan);
    for (Family& family : kernel_families(plan))
        collected_.points.emplace_back(std::move(family), plan.cut_schema);
}

StatisticsCollector::StatisticsCollector(const FitPlan& plan, const NetworkClassifier& classifier)
    : plan_(plan) {
    collected_.statistics = *classifier.statistics();
    collected_.rows_without_class = classifier.provenance().rows_without_class;
    if (plan.has_parzen_points())
        throw ArgumentError(
            "parzen keeps points, and they do not say how many rows there were, so it "
            "cannot learn from more rows",
            "fit all rows together");
    if (std::holds_alternative<MixtureRule>(plan.options.continuous->density) &&
        !plan.columns().continuous_features().empty())
        throw ArgumentError(
            "a mixture does not keep the values that it was fitted to, so it cannot learn from "
            "more rows",
            "fit all rows together");
    collected_.rows = classifier.training_rows();
    if (plan.leaves_out_rows() && !collected_.rows)
        throw ArgumentError(
            "the classifier kept no rows to choose its concentrations or its temperature by, so it "
            "cannot learn from more rows",
            "fit all rows together");
    if (!plan.keeps_values()) return;
    const FamilySums sums(collected_.statistics);
    const BayesianNetwork& network = classifier.model().network();
    for (Family& family : kernel_families(plan)) {
        KernelPoints& points = collected_.points.emplace_back(std::move(family), plan.cut_schema);
        const auto id = network.find(plan.cut_schema[points.family().child.index()].name());
        if (!id) continue;  // it had no value
        restore(points, network.cpd(*id), sums);
    }
}

void StatisticsCollector::add(const Dataset& data) {
    const Dataset prepared = prepared_rows(data, plan_.schema.front().name(), plan_.cuts,
                                           plan_.replacements, plan_.options.threads);
    collected_.rows_without_class += data.rows() - prepared.rows();
    add_prepared(prepared);
}

void StatisticsCollector::add_prepared(const Dataset& data) {
    collected_.statistics.add(data, plan_.options.threads, plan_.options.stop);
    if (collected_.rows) collected_.rows->add(data);
    if (!plan_.keeps_values()) return;
    const ColumnIndex index(data);
    std::vector<ColumnId> columns;
    for (const Variable& variable : plan_.cut_schema) columns.push_back(index.id(variable.name()));
    for (KernelPoints& points : collected_.points) points.add(data, columns);
    if (collected_.whole_rows) collected_.whole_rows->add(data, columns);
}

}  // namespace pgm::learners::detail
