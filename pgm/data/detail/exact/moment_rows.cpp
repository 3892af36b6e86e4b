#include <pgm/data/detail/exact/moment_rows.hpp>

#include <pgm/core/parallel.hpp>
#include <pgm/data/detail/exact/number_moments.hpp>
#include <pgm/data/detail/exact/product_moments.hpp>

#include <algorithm>
#include <mutex>

namespace pgm::detail {
namespace {

constexpr std::size_t batch_rows = std::size_t{1} << 15;
/// Past so many sums every further thread's copy of them would cost more than the thread is worth.
constexpr std::size_t most_sums_for_threads = std::size_t{1} << 22;

/// All sums of a plan.
struct PlanSums {
    std::vector<NumberMoments> numbers;
    std::vector<ProductMoments> products;

    PlanSums(const MomentPlan& plan, std::span<const double> weights) {
        for (const NumberGroup& group : plan.numbers) numbers.emplace_back(group, weights);
        for (const MomentGroup& group : plan.products) products.emplace_back(group, weights);
    }

    void add_rows(std::size_t first, std::size_t rows) {
        for (NumberMoments& group : numbers) group.add_rows(first, rows);
        for (ProductMoments& group : products) group.add_rows(first, rows);
    }

    void merge(const PlanSums& other) {
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i].merge(other.numbers[i]);
        for (std::size_t i = 0; i < products.size(); ++i) products[i].merge(other.products[i]);
    }
};

std::size_t count_sums(const MomentPlan& plan) {
    std::size_t sums = 0;
    for (const NumberGroup& group : plan.numbers)
        sums += group.configurations * group.numbers.size() * 2;
    for (const MomentGroup& group : plan.products) sums += group.configurations * group.sums();
    return sums;
}

}  // namespace

void add_moments(const Dataset& data, std::span<const ColumnId> columns,
                 std::span<FamilyMoments> families, std::size_t threads, const StopToken& stop) {
    if (families.empty()) return;
    const MomentPlan plan = plan_moments(data, columns, families);
    PlanSums total(plan, data.weights());
    std::mutex mutex;
    const std::size_t batches = (data.rows() + batch_rows - 1) / batch_rows;
    parallel_for(batches, count_sums(plan) > most_sums_for_threads ? 1 : threads,
                 [&](std::size_t begin, std::size_t end) {
                     PlanSums sums(plan, data.weights());
                     for (std::size_t first = begin * batch_rows;
                          first < std::min(end * batch_rows, data.rows()); first += batch_rows) {
                         stop.check();
                         sums.add_rows(first, std::min(batch_rows, data.rows() - first));
                     }
                     const std::lock_guard lock(mutex);
                     total.merge(sums);
                 });
    for (const NumberMoments& group : total.numbers) group.store_in(families);
    for (const ProductMoments& group : total.products) group.store_in(families);
}

}  // namespace pgm::detail
