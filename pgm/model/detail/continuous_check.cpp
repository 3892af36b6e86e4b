#include <pgm/model/detail/continuous_check.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/detail/family_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

class ContinuousCheck {
public:
    ContinuousCheck(const NetworkDraft& draft, VariableId child, const Location& location,
                    ProblemList& problems)
        : draft_(draft),
          child_(child),
          cpd_(*draft.cpd(child)),
          location_(location),
          problems_(problems) {}

    bool family_fits(const FamilyDraft* named) {
        if (variable(child_).is_discrete())
            return refuse("has states, so its distribution is a table, not a density");
        if (named != nullptr && named->has_table())
            return refuse("is continuous, so it has no table");
        const std::span<const VariableId> parents = parents_of(cpd_);
        const std::size_t discrete = discrete_scope(cpd_).size();
        for (std::size_t i = 0; i < parents.size(); ++i) {
            if (parents[i].index() >= draft_.size()) {
                return refuse("has variable number " + std::to_string(parents[i].index()) +
                              " as a parent, but there are only " + std::to_string(draft_.size()) +
                              " variables, counted from 0");
            }
            if (!parent_fits(parents[i],
                             i < discrete ? discrete_scope(cpd_).cardinalities()[i] : 0))
                return false;
        }
        for (const std::string& name :
             named == nullptr ? std::vector<std::string>() : named->parents) {
            const std::optional<VariableId> parent = draft_.find(name);
            if (parent && std::ranges::find(parents, *parent) == parents.end())
                return refuse("has an arc from '" + printable(name) +
                              "', which its distribution leaves out");
        }
        return true;
    }

    void check_numbers() {
        std::visit(Overloaded{[](const TableCpd&) {}, [](const FunctionCpd&) {},
                              [&](const LinearGaussianCpd& gaussian) { check(gaussian); },
                              [&](const KernelDensityCpd& kernels) { check(kernels); }},
                   cpd_);
    }

private:
    const Variable& variable(VariableId id) const { return draft_.variables[id.index()]; }

    bool refuse(const std::string& what) {
        problems_.add({Problem::Severity::error,
                       "'" + printable(variable(child_).name()) + "' " + what,
                       location_,
                       {}});
        return false;
    }

    /// `states` is the cardinality that the distribution assumes, 0 for a continuous parent.
    bool parent_fits(VariableId id, std::size_t states) {
        const Variable& parent = variable(id);
        if (parent.cardinality() == states) return true;
        const std::string name = "'" + printable(parent.name()) + "'";
        if (states == 0)
            return refuse("takes " + name + " for a continuous parent, but it has states");
        if (!parent.is_discrete())
            return refuse("takes " + name + " for a discrete parent, but it has no states");
        return refuse("distinguishes " + std::to_string(states) + " states of " + name +
                      ", which has " + std::to_string(parent.cardinality()));
    }

    /// Reports a wrong number in one row.
    void report(std::size_t row, const std::string& what, double value, const char* expected) {
        const FamilyText text(draft_, child_, discrete_scope(cpd_).variables());
        Location location = location_;
        location.row = text.row_key(row);
        problems_.add(
            {Problem::Severity::error,
             "the " + what + " of " + text.row(row) + " is " + to_text(value) + ", not " + expected,
             location,
             {}});
    }

    static bool is_positive(double value) { return value > 0 && std::isfinite(value); }

    void check(const LinearGaussianCpd& cpd) {
        for (std::size_t i = 0; i < cpd.row_count(); ++i) {
            const LinearGaussianCpd::Row& row = cpd.row(i);
            if (!std::isfinite(row.intercept))
                report(i, "intercept", row.intercept, "a finite number");
            for (std::size_t k = 0; k < row.slopes.size(); ++k) {
                if (std::isfinite(row.slopes[k])) continue;
                report(i,
                       "slope of '" + printable(variable(cpd.continuous_parents()[k]).name()) + "'",
                       row.slopes[k], "a finite number");
            }
            if (!is_positive(row.variance))
                report(i, "variance", row.variance, "a positive number");
        }
    }

    void check(const KernelDensityCpd& cpd) {
        for (std::size_t i = 0; i < cpd.row_count(); ++i) {
            const KernelDensityCpd::Row& row = cpd.row(i);
            const auto point =
                std::ranges::find_if_not(row.points, [](double x) { return std::isfinite(x); });
            const auto weight = std::ranges::find_if_not(
                row.weights, [](double w) { return w >= 0 && std::isfinite(w); });
            if (point != row.points.end()) report(i, "point", *point, "a finite number");
            if (weight != row.weights.end())
                report(i, "weight", *weight, "a finite number that is not negative");
            // Squares of larger bandwidths leave the range of doubles.
            constexpr double largest_bandwidth = 1e150;
            if (!is_positive(row.bandwidth))
                report(i, "bandwidth", row.bandwidth, "a positive number");
            if (std::isfinite(row.bandwidth) && row.bandwidth > largest_bandwidth)
                report(i, "bandwidth", row.bandwidth, "at most 1e150");
            double total = 0;
            for (const double w : row.weights) total += w;
            if (!row.weights.empty() && weight == row.weights.end() && !is_positive(total))
                report(i, "sum of weights", total, "a positive number");
        }
    }

    const NetworkDraft& draft_;
    VariableId child_;
    const Cpd& cpd_;
    const Location& location_;
    ProblemList& problems_;
};

}  // namespace

bool check_continuous_cpd(const NetworkDraft& draft, VariableId child, const FamilyDraft* named,
                          const Location& location, ProblemList& problems) {
    ContinuousCheck check(draft, child, location, problems);
    if (!check.family_fits(named)) return false;
    check.check_numbers();
    return true;
}

}  // namespace pgm::detail
