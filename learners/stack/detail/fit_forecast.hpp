#pragma once

#include <learners/plan/detail/fit_plan.hpp>
#include <pgm/core/stop_token.hpp>

#include <cstddef>
#include <optional>

namespace pgm::learners::detail {

/// Roughly how much a fit has to do: rows times classes times the tables of its structure, and rows
/// times pairs of columns where it learns arcs. Only the ratio of two of these numbers means
/// anything.
double work_of(const FitPlan& plan, std::size_t rows);

/// How long a step will take, judged by those that were done: what takes longer than the time that
/// is left need not be begun, as it would be thrown away.
class FitForecast {
public:
    /// So much work took so long.
    void add(double work, double seconds);

    /// In proportion to all that was done; null where nothing was.
    std::optional<double> seconds(double work) const;

    /// Whether it will be done before the deadline of the token: yes where there is none, where
    /// nothing is known yet, and where it fits.
    bool fits(double work, const StopToken& stop) const;

private:
    double work_ = 0, seconds_ = 0;
};

}  // namespace pgm::learners::detail
