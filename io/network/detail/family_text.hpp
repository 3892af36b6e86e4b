#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/model/network_builder.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace pgm::io::detail {

/// How many parents and how much of a name messages show, so that they stay readable and short.
inline constexpr std::size_t most_parents_named = 12, longest_name = 80;

/// The name of a variable, shortened.
std::string short_name(const Variable& variable);

/// "P(x | a, b)". Long names and long lists of parents are shortened.
std::string family_text(const NetworkBuilder& builder, VariableId child,
                        std::span<const VariableId> parents);

}  // namespace pgm::io::detail
