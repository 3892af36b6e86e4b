#pragma once

#include <pgm/model/table_cpd.hpp>

#include <span>
#include <variant>

namespace pgm {

/// The closed set of conditional distributions. Values, not pointers: a network is copied, compared and saved by copying its parts. Adding a
/// type here makes the compiler list every visitor that has to learn about it (docs/adding-a-cpd.md walks through it).
using Cpd = std::variant<TableCpd>;

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

}  // namespace pgm
