#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/cpd/cpd_family.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The density of a continuous variable as any function of its parents and itself. It allows an
/// idea to be tried without changing the library.
///
///     const auto log_density = [](std::size_t row, std::span<const double>, double t) {
///         const double rate = row == 0 ? 1.0 : 3.0;
///         return t < 0 ? -std::numeric_limits<double>::infinity() : std::log(rate) - rate * t;
///     };
///     FunctionCpd waiting(time, Scope({weather}, {2}), {}, {log_density});
///
/// The function is opaque, so such a variable is integrated out by quadrature (when it is the
/// unobserved parent of something observed), one at a time; docs/numerics.md has where. Files of
/// JSON have a function by its name, if it has one, and the program that reads them gives the
/// functions (ReadOptions::functions); no file holds one without a name. For a *discrete* variable,
/// fill a TableCpd instead.
class FunctionCpd {
public:
    static constexpr std::string_view kind = "function";

    /// The logarithm of p(x | d, c), where `row` is the configuration d, a cell of
    /// discrete_scope(), and `parents` are the values c of continuous_parents(). It is -inf where
    /// the density is zero; NaN and infinity count as zero, too. The function must be safe to call
    /// from many threads. Its density must integrate to 1 over x, which is checked only where it is
    /// integrated.
    using LogDensity =
        std::function<double(std::size_t row, std::span<const double> parents, double x)>;
    /// Draws a number with that density. Only sampling needs it.
    using Sampler =
        std::function<double(std::size_t row, std::span<const double> parents, Rng& rng)>;

    struct Function {
        LogDensity log_density;
        Sampler sampler{};
        std::size_t parameter_count = 0;
        std::string name{};
    };

    /// Throws ArgumentError when the density is empty or a variable occurs twice.
    FunctionCpd(VariableId child, Scope discrete_parents,
                std::vector<VariableId> continuous_parents, Function function);

    VariableId child() const { return child_; }
    /// The discrete parents, then the continuous ones.
    std::span<const VariableId> parents() const { return parents_; }
    const Scope& discrete_scope() const { return discrete_; }
    std::span<const VariableId> continuous_parents() const {
        return std::span(parents_).subspan(discrete_.size());
    }
    std::size_t row_count() const { return discrete_.cells(); }
    std::size_t parameter_count() const { return function_->parameter_count; }
    /// Empty if the function has no name.
    const std::string& name() const { return function_->name; }
    std::size_t stored_numbers() const { return 0; }
    void check(const ReportNumber&) const {}

    double log_density(std::size_t row, std::span<const double> parents, double x) const;
    /// Throws ArgumentError when no sampler was given.
    double sample(std::size_t row, std::span<const double> parents, Rng& rng) const;

    /// Throws ArgumentError, both of them: a function is not made of numbers.
    std::span<const double> numbers() const;
    static FunctionCpd from_numbers(const CpdFamily& family, std::span<const double> numbers);

    /// Functions are equal if they are one, or have the same name.
    friend bool operator==(const FunctionCpd& a, const FunctionCpd& b) {
        return a.child_ == b.child_ && a.discrete_ == b.discrete_ && a.parents_ == b.parents_ &&
               (a.function_ == b.function_ || (!a.name().empty() && a.name() == b.name()));
    }

private:
    VariableId child_;
    Scope discrete_;
    std::vector<VariableId> parents_;
    std::shared_ptr<const Function> function_;
};

}  // namespace pgm
