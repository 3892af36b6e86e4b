#pragma once

#include <pgm/model/cpd/function_cpd.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/cpd/table_cpd.hpp>

#include <span>
#include <variant>

namespace pgm {

/// The closed set of conditional distributions. Values, not pointers: a network is copied, compared
/// and saved by copying its parts. Adding a type here makes the compiler list every visitor that
/// has to learn about it (docs/adding-a-cpd.md walks through it).
///
/// | type              | child      | discrete parents     | continuous parents |
/// |-------------------|------------|----------------------|--------------------|
/// | TableCpd          | discrete   | yes                  | never              |
/// | LinearGaussianCpd | continuous | yes, a row for each  | yes, linear        |
/// | KernelDensityCpd  | continuous | yes, a row for each  | no                 |
/// | FunctionCpd       | continuous | yes                  | yes                |
using Cpd = std::variant<TableCpd, LinearGaussianCpd, KernelDensityCpd, FunctionCpd>;

/// The variable whose distribution it is.
inline VariableId child_of(const Cpd& cpd) {
    return std::visit([](const auto& c) { return c.child(); }, cpd);
}

/// The variables it is conditioned on, in the order of its own parametrisation.
inline std::span<const VariableId> parents_of(const Cpd& cpd) {
    return std::visit([](const auto& c) { return std::span<const VariableId>(c.parents()); }, cpd);
}

/// Number of free parameters.
inline std::size_t parameter_count(const Cpd& cpd) {
    return std::visit([](const auto& c) { return c.parameter_count(); }, cpd);
}

/// Numbers that it keeps, which is what Limits bound: the cells of a table; intercepts, slopes and
/// variances; points, weights and bandwidths; none of a function.
inline std::size_t stored_numbers(const Cpd& cpd) {
    if (const auto* table = std::get_if<TableCpd>(&cpd)) return table->table().size();
    if (const auto* gaussian = std::get_if<LinearGaussianCpd>(&cpd))
        return gaussian->row_count() * (gaussian->continuous_parents().size() + 2);
    if (const auto* kernels = std::get_if<KernelDensityCpd>(&cpd))
        return kernels->parameter_count();
    return 0;
}

/// Whether it is the distribution of a continuous variable.
inline bool is_continuous(const Cpd& cpd) {
    return !std::holds_alternative<TableCpd>(cpd);
}

/// The configurations of discrete parents that the distribution of a continuous variable
/// distinguishes: its rows. `cpd` must be continuous.
inline const Scope& discrete_scope(const Cpd& cpd) {
    if (const auto* gaussian = std::get_if<LinearGaussianCpd>(&cpd))
        return gaussian->discrete_scope();
    if (const auto* kernels = std::get_if<KernelDensityCpd>(&cpd)) return kernels->discrete_scope();
    return std::get<FunctionCpd>(cpd).discrete_scope();
}

/// The continuous parents of a variable; only linear Gaussians and functions have any.
inline std::span<const VariableId> continuous_parents(const Cpd& cpd) {
    return is_continuous(cpd) ? parents_of(cpd).subspan(discrete_scope(cpd).size())
                              : std::span<const VariableId>();
}

/// log p(x | row, continuous parents) of a continuous distribution; -inf where the density is zero.
inline double log_density(const Cpd& cpd, std::size_t row, std::span<const double> parents,
                          double x) {
    if (const auto* gaussian = std::get_if<LinearGaussianCpd>(&cpd))
        return gaussian->log_density(row, parents, x);
    if (const auto* kernels = std::get_if<KernelDensityCpd>(&cpd))
        return kernels->log_density(row, x);
    return std::get<FunctionCpd>(cpd).log_density(row, parents, x);
}

/// A number drawn from a continuous distribution.
inline double sample(const Cpd& cpd, std::size_t row, std::span<const double> parents, Rng& rng) {
    if (const auto* gaussian = std::get_if<LinearGaussianCpd>(&cpd))
        return gaussian->sample(row, parents, rng);
    if (const auto* kernels = std::get_if<KernelDensityCpd>(&cpd)) return kernels->sample(row, rng);
    return std::get<FunctionCpd>(cpd).sample(row, parents, rng);
}

}  // namespace pgm
