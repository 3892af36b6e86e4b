#include <learners/plan/detail/counting_run.hpp>

#include <learners/plan/detail/fit_memory.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <learners/structure/fixed_structures.hpp>
#include <pgm/data/dataset.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// Sums that are looked at once, of a table in memory, of which another pass costs little.
constexpr std::size_t usual_block_bytes = std::size_t{64} << 20;

bool keeps_no_pairs(const FitPlan& plan) {
    return !plan.options.keep_statistics && is_data_driven(plan.options.structure);
}

}  // namespace

bool counts_pairs_in_blocks(const FitPlan& plan) {
    return keeps_no_pairs(plan) && bytes_of_pairs(plan) > static_cast<double>(usual_block_bytes);
}

CountingRun::CountingRun(std::span<const FitPlan> plans, const Rows& rows)
    : plan_(plans.front()), rows_(rows) {
    for (const FitPlan& plan : plans) require_memory_to_begin(plan, rows.rows());
    on_demand_.threads = plan_.options.threads;
    on_demand_.stop = plan_.options.stop;
    on_demand_.for_each = [this](std::size_t count, const auto& family_of, const auto& take) {
        count_in_blocks(count, family_of, take);
    };
    if (rows.table() != nullptr && std::ranges::any_of(plans, keeps_no_pairs)) prepare_counter();
}

/// Prepares a counter, unless the weights are no whole numbers or the bits of the rows take much
/// memory: rows are then counted as if they came in parts.
void CountingRun::prepare_counter() {
    const double bits = bytes_of_counter(plan_, *rows_.table());
    if (!FamilyCounter::can_count(*rows_.table()) ||
        bits > static_cast<double>(plan_.options.max_fit_bytes) / 4)
        return;
    prepared_ = prepared_rows(*rows_.table(), plan_.schema.front().name(), plan_.cuts,
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
    return rows_.table() != nullptr ? std::min(half, usual_block_bytes) : half;
}

std::vector<Family> CountingRun::families_to_begin(const FitPlan& plan) const {
    const bool on_demand =
        keeps_no_pairs(plan) &&
        (counter_ != nullptr || bytes_of_pairs(plan) > static_cast<double>(block_bytes()));
    return on_demand ? families_given_class(plan.columns())
                     : families_to_decide(plan.options.structure, plan.columns());
}

void CountingRun::collect(const std::vector<Family>& wanted) {
    families_.insert(families_.end(), wanted.begin(), wanted.end());
    families_ = without_doubles(std::move(families_));
    require_memory_to_count(plan_, families_, rows_.rows());
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
    if (is_first && prepared_) collected_.rows_without_class += *rows_.rows() - *prepared_->rows();
}

const Rows& CountingRun::prepared_or_given() const {
    return prepared_ ? *prepared_ : rows_;
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
