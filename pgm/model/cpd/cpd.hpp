#pragma once

#include <pgm/core/overloaded.hpp>
#include <pgm/model/cpd/function_cpd.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/cpd/table_cpd.hpp>

#include <concepts>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

namespace pgm {

/// The closed set of conditional distributions. They are values, not pointers, so a network is
/// copied, compared and saved part by part. When a type is added here the compiler lists every
/// visitor that must handle it (docs/adding-a-cpd.md shows how).
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

/// The variables it is conditioned on, in the order in which the CPD numbers its rows.
inline std::span<const VariableId> parents_of(const Cpd& cpd) {
    return std::visit([](const auto& c) { return std::span<const VariableId>(c.parents()); }, cpd);
}

/// Number of free parameters.
inline std::size_t parameter_count(const Cpd& cpd) {
    return std::visit([](const auto& c) { return c.parameter_count(); }, cpd);
}

/// How many numbers the CPD stores, which Limits bound: the cells of a table; intercepts, slopes
/// and variances; points, weights and bandwidths. A function stores none.
inline std::size_t stored_numbers(const Cpd& cpd) {
    return std::visit(
        Overloaded{[](const TableCpd& table) { return table.table().size(); },
                   [](const LinearGaussianCpd& gaussian) {
                       return gaussian.row_count() * (gaussian.continuous_parents().size() + 2);
                   },
                   [](const KernelDensityCpd& kernels) { return kernels.parameter_count(); },
                   [](const FunctionCpd&) { return std::size_t{0}; }},
        cpd);
}

/// The table of a discrete variable; null for the distribution of a continuous one.
template <class AnyCpd>
requires std::same_as<std::remove_const_t<AnyCpd>, Cpd>
auto* as_table(AnyCpd& cpd) {
    using Result = std::conditional_t<std::is_const_v<AnyCpd>, const TableCpd, TableCpd>;
    return std::visit(Overloaded{[](Result& table) { return &table; },
                                 [](const LinearGaussianCpd&) -> Result* { return nullptr; },
                                 [](const KernelDensityCpd&) -> Result* { return nullptr; },
                                 [](const FunctionCpd&) -> Result* { return nullptr; }},
                      cpd);
}

/// Whether it is the distribution of a continuous variable.
inline bool is_continuous(const Cpd& cpd) {
    return as_table(cpd) == nullptr;
}

/// Calls `body` with the distribution of a continuous variable. Throws std::bad_variant_access for
/// a table; the functions below must not be given one.
template <class Body>
auto visit_continuous(Body&& body, const Cpd& cpd)
    -> decltype(body(std::declval<const FunctionCpd&>())) {
    using Result = decltype(body(std::declval<const FunctionCpd&>()));
    return std::visit(
        Overloaded{[](const TableCpd&) -> Result { throw std::bad_variant_access(); },
                   [&](const auto& continuous) -> Result { return body(continuous); }},
        cpd);
}

/// The discrete parents of a continuous variable. Each of their configurations has a row of its
/// own.
inline const Scope& discrete_scope(const Cpd& cpd) {
    return visit_continuous([](const auto& c) -> const Scope& { return c.discrete_scope(); }, cpd);
}

/// The continuous parents of a variable. Only linear Gaussians and functions have any.
inline std::span<const VariableId> continuous_parents(const Cpd& cpd) {
    return is_continuous(cpd) ? parents_of(cpd).subspan(discrete_scope(cpd).size())
                              : std::span<const VariableId>();
}

/// log p(x | row, continuous parents) of a continuous distribution; -inf where the density is zero.
inline double log_density(const Cpd& cpd, std::size_t row, std::span<const double> parents,
                          double x) {
    return visit_continuous(
        Overloaded{[&](const KernelDensityCpd& kernels) { return kernels.log_density(row, x); },
                   [&](const auto& c) { return c.log_density(row, parents, x); }},
        cpd);
}

/// Draws a number from a continuous distribution.
inline double sample(const Cpd& cpd, std::size_t row, std::span<const double> parents, Rng& rng) {
    return visit_continuous(
        Overloaded{[&](const KernelDensityCpd& kernels) { return kernels.sample(row, rng); },
                   [&](const auto& c) { return c.sample(row, parents, rng); }},
        cpd);
}

}  // namespace pgm
