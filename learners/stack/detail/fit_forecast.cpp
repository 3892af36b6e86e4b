#include <learners/stack/detail/fit_forecast.hpp>

#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>

namespace pgm::learners::detail {
namespace {

/// How many estimates a structure makes of one class for one row: the tables of its networks, each
/// at every level from no parent on.
double estimates_of(const Structure& structure, double features) {
    return std::visit(
        Overloaded{[&](const NaiveBayes&) { return 2 * features; },
                   [&](const UserDefined&) { return 3 * features; },
                   [&](const KDependence& kdb) {
                       return (2 + std::min(static_cast<double>(kdb.k), features)) * features;
                   },
                   [&](const A2de&) { return 2 * features * features * features; },
                   [&](const Tan&) { return 3 * features; },
                   [&](const Fan&) { return 3 * features; },
                   [&](const ChowLiu&) { return 3 * features; },
                   // One table in each of as many networks as there are features, a complete graph,
                   // or covariances.
                   [&](const auto&) { return 3 * features * features; }},
        static_cast<const AnyStructure&>(structure));
}

}  // namespace

double work_of(const FitPlan& plan, std::size_t rows) {
    const auto features = static_cast<double>(plan.schema.size() - 1);
    const auto classes = static_cast<double>(plan.schema.front().cardinality());
    // Counting the pairs of columns takes so much less than estimating.
    constexpr double of_pairs = 1.0 / 8;
    const double pairs = is_data_driven(plan.options.structure) ? features * features : 0;
    // Leaving out rows again for every prefix of the features doubles the work.
    const double times = plan.options.structure.selects_features() ? 2 : 1;
    return times * static_cast<double>(rows) *
           (classes * estimates_of(plan.options.structure, features) + of_pairs * pairs);
}

void FitForecast::add(double work, double seconds) {
    work_ += work;
    seconds_ += seconds;
}

std::optional<double> FitForecast::seconds(double work) const {
    return work_ > 0 ? std::optional(work * seconds_ / work_) : std::nullopt;
}

bool FitForecast::fits(double work, const StopToken& stop) const {
    const std::optional<std::chrono::duration<double>> left = stop.time_left();
    const std::optional<double> wanted = seconds(work);
    return !left || !wanted || *wanted <= left->count();
}

}  // namespace pgm::learners::detail
