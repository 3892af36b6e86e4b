#pragma once

#include <pgm/model/cpd/function_cpd.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/cpd/noisy_max_cpd.hpp>
#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/cpd/threshold_cpd.hpp>

#include <concepts>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// The part of the contract that all kinds of conditional distributions share. A kind is a value:
/// it is copied and compared, has no pointer to a network, guarantees its own shape, and leaves the
/// ranges of its numbers to NetworkBuilder. No code outside depends on the kind of a distribution.
///
/// | member                          | result                                                |
/// |---------------------------------|-------------------------------------------------------|
/// | `kind`                          | its name in files and messages                        |
/// | `child()`, `parents()`          | the variables; discrete parents before continuous     |
/// | `parameter_count()`             | number of free parameters                             |
/// | `stored_numbers()`              | how many numbers it holds, which Limits bound         |
/// | `numbers()`, `from_numbers()`   | its form in files; both throw where no file can       |
template <class Kind>
concept AnyCpd = std::copyable<Kind> && std::equality_comparable<Kind> &&
    requires(const Kind& cpd, const CpdFamily& family, std::span<const double> numbers) {
    { Kind::kind } -> std::convertible_to<std::string_view>;
    { cpd.child() } -> std::same_as<VariableId>;
    { cpd.parents() } -> std::convertible_to<std::span<const VariableId>>;
    { cpd.parameter_count() } -> std::same_as<std::size_t>;
    { cpd.stored_numbers() } -> std::same_as<std::size_t>;
    { cpd.numbers() } -> std::convertible_to<std::span<const double>>;
    { Kind::from_numbers(family, numbers) } -> std::same_as<Kind>;
};

/// The distribution of a discrete variable. To the engine it is tables(): their product, with the
/// hidden variables summed out that they may introduce, is P(X | parents).
///
/// | member                          | result                                                |
/// |---------------------------------|-------------------------------------------------------|
/// | `cardinalities()`               | of the parents, then of X                             |
/// | `log_probability(states)`       | log P(x | a), -inf for 0; states of the parents, of X |
/// | `sample(parent_states, rng)`    | a state of X, by one number from `rng`                |
/// | `distributions()`               | rows that have to sum to 1, one after the other       |
/// | `row_condition(i)`              | on what row i is conditioned, for messages            |
/// | `tables(first_hidden)`          | the tables; each hidden variable has one, X the last  |
template <class Kind>
concept DiscreteCpd = AnyCpd<Kind> &&
    requires(const Kind& cpd, Kind& changed, std::span<const StateId> states, Rng& rng,
             std::size_t row, VariableId first_hidden) {
    { cpd.cardinalities() } -> std::convertible_to<std::span<const std::size_t>>;
    { cpd.log_probability(states) } -> std::same_as<double>;
    { cpd.sample(states, rng) } -> std::same_as<StateId>;
    { changed.distributions() } -> std::same_as<std::span<double>>;
    { cpd.row_condition(row) } -> std::same_as<RowCondition>;
    { cpd.tables(first_hidden) } -> std::same_as<std::vector<TableCpd>>;
};

/// The density of a continuous variable. To the engine it is log_density(): given the values of the
/// continuous variables of its family, a factor over the discrete parents.
///
/// | member                          | result                                                |
/// |---------------------------------|-------------------------------------------------------|
/// | `discrete_scope()`              | the discrete parents; each cell has a row             |
/// | `log_density(row, parents, x)`  | log p(x | row, values of continuous parents), not NaN |
/// | `sample(row, parents, rng)`     | a number with that density                            |
/// | `check(report)`                 | reports numbers that are out of range                 |
///
/// Capabilities, which a kind may have: `regression(row)`, it is linear Gaussian and can be
/// integrated out; `kernels(row)`, it is a mixture of normal or uniform distributions;
/// `kept_points(row)`, it holds data that a learner with more rows takes back.
template <class Kind>
concept ContinuousCpd = AnyCpd<Kind> &&
    requires(const Kind& cpd, std::size_t row, std::span<const double> parents, double x, Rng& rng,
             const ReportNumber& report) {
    { cpd.discrete_scope() } -> std::same_as<const Scope&>;
    { cpd.log_density(row, parents, x) } -> std::same_as<double>;
    { cpd.sample(row, parents, rng) } -> std::same_as<double>;
    cpd.check(report);
};

/// The distribution of a discrete variable with continuous parents. To the engine a state is an
/// interval of a linear function of them (cut_row()), with noise.
///
/// | member                                | result                                          |
/// |---------------------------------------|-------------------------------------------------|
/// | `states()`                            | how many X has                                  |
/// | `discrete_scope()`                    | the discrete parents; each cell has a row       |
/// | `cut_row(row)`                        | slopes, noise and cuts                          |
/// | `log_probability(row, parents, state)`| log P(x | row, values), -inf for 0              |
/// | `sample(row, parents, rng)`           | a state of X, by one number from `rng`          |
/// | `check(report)`                       | reports numbers that are out of range           |
template <class Kind>
concept CutCpd = AnyCpd<Kind> &&
    requires(const Kind& cpd, std::size_t row, std::span<const double> parents, StateId state,
             Rng& rng, const ReportNumber& report) {
    { cpd.states() } -> std::same_as<std::size_t>;
    { cpd.discrete_scope() } -> std::same_as<const Scope&>;
    { cpd.cut_row(row) } -> std::same_as<const ThresholdCpd::Row&>;
    { cpd.log_probability(row, parents, state) } -> std::same_as<double>;
    { cpd.sample(row, parents, rng) } -> std::same_as<StateId>;
    cpd.check(report);
};

/// The closed set of conditional distributions. They are values, not pointers, so a network is
/// copied, compared and saved part by part (docs/adding-a-cpd.md shows how one is added).
///
/// | type              | child      | discrete parents     | continuous parents |
/// |-------------------|------------|----------------------|--------------------|
/// | TableCpd          | discrete   | yes                  | never              |
/// | NoisyMaxCpd       | discrete   | yes, a link for each | never              |
/// | LinearGaussianCpd | continuous | yes, a row for each  | yes, linear        |
/// | KernelDensityCpd  | continuous | yes, a row for each  | no                 |
/// | FunctionCpd       | continuous | yes                  | yes                |
/// | ThresholdCpd      | discrete   | yes, a row for each  | yes, linear        |
using Cpd = std::variant<TableCpd, NoisyMaxCpd, LinearGaussianCpd, KernelDensityCpd, FunctionCpd,
                         ThresholdCpd>;

namespace detail {

template <class... Kinds>
constexpr bool all_keep_the_contract(std::type_identity<std::variant<Kinds...>>) {
    return ((DiscreteCpd<Kinds> + ContinuousCpd<Kinds> + CutCpd<Kinds> == 1) && ...);
}
static_assert(all_keep_the_contract(std::type_identity<Cpd>()),
              "every kind is either a DiscreteCpd, a ContinuousCpd or a CutCpd");

}  // namespace detail

/// The name of its kind in files.
inline std::string_view kind_of(const Cpd& cpd) {
    return std::visit([]<class Kind>(const Kind&) { return std::string_view(Kind::kind); }, cpd);
}

/// A distribution of the kind with that name from its stored form; null when there is no such
/// kind. Throws ArgumentError when the numbers do not fit the family.
std::optional<Cpd> cpd_from_numbers(std::string_view kind, const CpdFamily& family,
                                    std::span<const double> numbers);

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

/// Number of stored numbers, which Limits bound.
inline std::size_t stored_numbers(const Cpd& cpd) {
    return std::visit([](const auto& c) { return c.stored_numbers(); }, cpd);
}

/// True of the distribution of a continuous variable.
inline bool is_continuous(const Cpd& cpd) {
    return std::visit([]<class Kind>(const Kind&) { return ContinuousCpd<Kind>; }, cpd);
}

/// True of the distribution of a discrete variable that has continuous parents.
inline bool has_cuts(const Cpd& cpd) {
    return std::visit([]<class Kind>(const Kind&) { return CutCpd<Kind>; }, cpd);
}

/// The distribution of a discrete variable that is stored as a table; null for all others.
template <class Variant>
requires std::same_as<std::remove_const_t<Variant>, Cpd>
auto* as_table(Variant& cpd) {
    return std::get_if<TableCpd>(&cpd);
}

/// True of the distribution of a discrete variable that is not stored as a table: the engine
/// expands it into tables() with hidden variables.
inline bool needs_expansion(const Cpd& cpd) {
    return !is_continuous(cpd) && !has_cuts(cpd) && as_table(cpd) == nullptr;
}

/// The table of a network all of whose discrete distributions are tables, as the engine's are.
/// Throws std::bad_variant_access where it is none.
inline const TableCpd& table_of(const Cpd& cpd) {
    return std::get<TableCpd>(cpd);
}

/// Calls `body` with the distribution of a discrete variable without continuous parents. Throws
/// std::bad_variant_access for any other.
template <class Body, class Variant>
requires std::same_as<std::remove_const_t<Variant>, Cpd>
auto visit_discrete(Body&& body, Variant& cpd) {
    using Result = decltype(body(*as_table(cpd)));
    return std::visit(
        [&]<class Kind>(Kind& c) -> Result {
            if constexpr (DiscreteCpd<std::remove_const_t<Kind>>)
                return body(c);
            else
                throw std::bad_variant_access();
        },
        cpd);
}

/// Calls `body` with the distribution of a continuous variable. Throws std::bad_variant_access for
/// that of a discrete one; the functions below must not be given one.
template <class Body>
auto visit_continuous(Body&& body, const Cpd& cpd)
    -> decltype(body(std::declval<const FunctionCpd&>())) {
    using Result = decltype(body(std::declval<const FunctionCpd&>()));
    return std::visit(
        [&]<class Kind>(const Kind& c) -> Result {
            if constexpr (ContinuousCpd<Kind>)
                return body(c);
            else
                throw std::bad_variant_access();
        },
        cpd);
}

/// Calls `body` with the distribution of a discrete variable with continuous parents. Throws
/// std::bad_variant_access for any other; the functions below must not be given one.
template <class Body>
auto visit_cuts(Body&& body, const Cpd& cpd)
    -> decltype(body(std::declval<const ThresholdCpd&>())) {
    using Result = decltype(body(std::declval<const ThresholdCpd&>()));
    return std::visit(
        [&]<class Kind>(const Kind& c) -> Result {
            if constexpr (CutCpd<Kind>)
                return body(c);
            else
                throw std::bad_variant_access();
        },
        cpd);
}

/// The discrete parents of a continuous variable, or of one with continuous parents. Each of their
/// configurations has a row of its own.
inline const Scope& discrete_scope(const Cpd& cpd) {
    return std::visit(
        []<class Kind>(const Kind& c) -> const Scope& {
            if constexpr (ContinuousCpd<Kind> || CutCpd<Kind>)
                return c.discrete_scope();
            else
                throw std::bad_variant_access();
        },
        cpd);
}

/// The continuous parents of a variable. Only linear Gaussians, functions and thresholds have any.
inline std::span<const VariableId> continuous_parents(const Cpd& cpd) {
    return std::visit(
        [](const auto& c) -> std::span<const VariableId> {
            if constexpr (requires { c.continuous_parents(); })
                return c.continuous_parents();
            else
                return {};
        },
        cpd);
}

/// Slopes, noise and cuts of a row of a discrete variable with continuous parents.
inline const ThresholdCpd::Row& cut_row(const Cpd& cpd, std::size_t row) {
    return visit_cuts([&](const auto& c) -> const ThresholdCpd::Row& { return c.cut_row(row); },
                      cpd);
}

/// log p(x | row, continuous parents) of a continuous distribution; -inf where the density is zero.
inline double log_density(const Cpd& cpd, std::size_t row, std::span<const double> parents,
                          double x) {
    return visit_continuous([&](const auto& c) { return c.log_density(row, parents, x); }, cpd);
}

/// Draws a number from a continuous distribution.
inline double sample(const Cpd& cpd, std::size_t row, std::span<const double> parents, Rng& rng) {
    return visit_continuous([&](const auto& c) { return c.sample(row, parents, rng); }, cpd);
}

/// The regression of a variable on its continuous parents in a row of its distribution; null unless
/// that is linear Gaussian.
inline const LinearGaussianCpd::Row* regression(const Cpd& cpd, std::size_t row) {
    return std::visit(
        [&](const auto& c) -> const LinearGaussianCpd::Row* {
            if constexpr (requires { c.regression(row); })
                return &c.regression(row);
            else
                return nullptr;
        },
        cpd);
}

/// True of a continuous variable that can be integrated out, together with others like it.
inline bool is_linear_gaussian(const Cpd& cpd) {
    return regression(cpd, 0) != nullptr;
}

/// The components of a row of a continuous distribution that is a mixture of its kernels; empty
/// where it is none.
inline std::vector<DensityComponent> kernels(const Cpd& cpd, std::size_t row) {
    return std::visit(
        [&](const auto& c) -> std::vector<DensityComponent> {
            if constexpr (requires { c.kernels(row); })
                return c.kernels(row);
            else
                return {};
        },
        cpd);
}

/// The points that a row of a distribution was estimated from; null unless it keeps them.
inline const KernelDensityCpd::Row* kept_points(const Cpd& cpd, std::size_t row) {
    return std::visit(
        [&](const auto& c) -> const KernelDensityCpd::Row* {
            if constexpr (requires { c.kept_points(row); })
                return &c.kept_points(row);
            else
                return nullptr;
        },
        cpd);
}

}  // namespace pgm
