#include <learners/counting/detail/collect.hpp>

#include <learners/counting/detail/fit_memory.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <learners/structure/fixed_structures.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/dataset.hpp>
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

/// Sums that are looked at once, of a table in memory, of which another pass costs little.
constexpr std::size_t usual_block_bytes = std::size_t{64} << 20;

bool keeps_no_pairs(const FitPlan& plan) {
    return !plan.options.keep_statistics && is_data_driven(plan.options.structure);
}

}  // namespace

bool keeps_rows(const FitPlan& plan) {
    return plan.has_parzen_points() || (plan.leaves_out_rows() && !plan.stacked) ||
           !kernel_families(plan).empty() || !plan.threshold_families().empty();
}

StatisticsCollector::StatisticsCollector(const FitPlan& plan, std::vector<Family> families)
    : plan_(plan) {
    collected_.statistics = Sums(plan.cut_schema, std::move(families), plan.options.limits);
    if (plan.has_parzen_points())
        collected_.whole_rows.emplace(plan.columns().continuous_features());
    if (plan.leaves_out_rows() && !plan.stacked) collected_.rows = no_rows(plan);
    for (Family& family : kernel_families(plan))
        collected_.points.emplace_back(std::move(family), plan.cut_schema);
    for (Family& family : plan.threshold_families())
        collected_.threshold_rows.emplace_back(std::move(family), plan.cut_schema);
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
    if (!plan.threshold_families().empty())
        throw ArgumentError(
            "a regression does not keep the rows that it was fitted to, so it cannot learn from "
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
    if (!plan_.keeps_values() && collected_.threshold_rows.empty()) return;
    const ColumnIndex index(data);
    std::vector<ColumnId> columns;
    for (const Variable& variable : plan_.cut_schema) columns.push_back(index.id(variable.name()));
    for (KernelPoints& points : collected_.points) points.add(data, columns);
    for (ThresholdRows& rows : collected_.threshold_rows) rows.add(data, columns);
    if (collected_.whole_rows) collected_.whole_rows->add(data, columns);
}

bool counts_pairs_in_blocks(const FitPlan& plan) {
    return keeps_no_pairs(plan) && bytes_of_pairs(plan) > static_cast<double>(usual_block_bytes);
}

CountingRun::CountingRun(std::span<const FitPlan> plans, const Rows& rows)
    : plans_(plans), plan_(plans.front()), rows_(&rows) {
    for (const FitPlan& plan : plans) require_memory_to_begin(plan, rows.rows());
    on_demand_.threads = plan_.options.threads;
    on_demand_.stop = plan_.options.stop;
    on_demand_.for_each = [this](std::size_t count, const auto& family_of, const auto& take) {
        count_in_blocks(count, family_of, take);
    };
    if (rows.table() != nullptr && std::ranges::any_of(plans, keeps_no_pairs)) prepare_counter();
}

CountingRun::CountingRun(const FitPlan& plan, SufficientStatistics kept, std::string these_rows,
                         std::string not_kept)
    : plans_(&plan, 1),
      plan_(plan),
      rows_(nullptr),
      these_rows_(std::move(these_rows)),
      not_kept_(std::move(not_kept)),
      collected_(std::move(kept)) {}

/// Prepares a counter, unless the weights are no whole numbers or the bits of the rows take much
/// memory: rows are then counted as if they came in parts.
void CountingRun::prepare_counter() {
    const double bits = bytes_of_counter(plan_, *rows_->table());
    if (!FamilyCounter::can_count(*rows_->table()) ||
        bits > static_cast<double>(plan_.options.max_fit_bytes) / 4)
        return;
    prepared_ = prepared_rows(*rows_->table(), plan_.schema.front().name(), plan_.cuts,
                              plan_.replacements, plan_.options.threads);
    const Dataset& table = *std::as_const(*prepared_).table();
    counter_ = std::make_unique<const FamilyCounter>(table, plan_.options.threads);
    on_demand_.counter = counter_.get();
    const ColumnIndex index(table);
    for (const Variable& variable : plan_.cut_schema)
        on_demand_.counter_columns.push_back(index.id(variable.name()));
}

std::size_t CountingRun::block_bytes() const {
    const std::size_t half = plan_.options.max_fit_bytes / 2;
    return rows_->table() != nullptr ? std::min(half, usual_block_bytes) : half;
}

/// Every family that the structure of a plan is decided from, or where pairs are counted on demand,
/// the features given the class.
std::vector<Family> CountingRun::families_to_begin(const FitPlan& plan) const {
    const bool on_demand =
        keeps_no_pairs(plan) &&
        (counter_ != nullptr || bytes_of_pairs(plan) > static_cast<double>(block_bytes()));
    return on_demand ? families_given_class(plan.columns())
                     : families_to_decide(plan.options.structure, plan.columns());
}

void CountingRun::begin() {
    if (rows_ == nullptr) return;
    std::vector<Family> wanted;
    for (const FitPlan& plan : plans_)
        for (Family& family : families_to_begin(plan)) wanted.push_back(std::move(family));
    collect(wanted);
}

void CountingRun::collect(const std::vector<Family>& wanted) {
    if (rows_ == nullptr)
        throw ArgumentError("with " + these_rows_ + " " + format(plan_.options.structure) +
                                " wants another family, " + not_kept_,
                            "fit all rows together");
    families_.insert(families_.end(), wanted.begin(), wanted.end());
    families_ = without_doubles(std::move(families_));
    require_memory_to_count(plan_, families_, rows_->rows());
    const bool is_first = std::exchange(is_first_, false);
    if (is_first && keeps_rows(plan_)) {
        StatisticsCollector collector(plan_, families_);
        prepared_or_given().pass([&](const Dataset& part) { collector.add(part); });
        collected_ = std::move(collector).finish();
    } else {
        CountedRows pass = counted(families_);
        collected_.statistics = std::move(pass.statistics);
        if (is_first) collected_.rows_without_class = pass.rows_without_class;
    }
    if (is_first && prepared_) collected_.rows_without_class += *rows_->rows() - *prepared_->rows();
}

const Rows& CountingRun::prepared_or_given() const {
    return prepared_ ? *prepared_ : *rows_;
}

CountRequest CountingRun::request(std::vector<Family> families) const {
    return {.schema = plan_.cut_schema,
            .families = std::move(families),
            .cuts = plan_.cuts,
            .replacements = plan_.replacements,
            .limits = plan_.options.limits,
            .threads = plan_.options.threads,
            .stop = plan_.options.stop};
}

void CountingRun::count_in_blocks(std::size_t count,
                                  const std::function<Family(std::size_t)>& family_of,
                                  const TakeSums& take) const {
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
        std::vector<Family> block;
        double bytes = 0;
        for (; end < count; ++end) {
            Family family = family_of(end);
            bytes += bytes_to_count(plan_, family, collected_.statistics.rows());
            if (end > begin && bytes > static_cast<double>(block_bytes())) break;
            block.push_back(std::move(family));
        }
        const Sums statistics = counted(std::move(block)).statistics;
        const FamilySums sums(statistics);
        for (std::size_t i = begin; i < end; ++i) take(i, sums);
    }
}

CountedRows CountingRun::counted(std::vector<Family> families) const {
    CountRequest wanted = request(std::move(families));
    if (prepared_) {
        wanted.cuts = {};
        wanted.replacements = {};
    }
    return prepared_or_given().count(wanted);
}

}  // namespace pgm::learners::detail
