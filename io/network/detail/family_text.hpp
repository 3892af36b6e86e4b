#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/model/network_builder.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// How many parents and how much of a name messages show, so that they stay readable and short.
inline constexpr std::size_t most_parents_named = 12, longest_name = 80;

/// A family of a file whose names were found, and where its distribution stands.
struct FoundFamily {
    VariableId child;
    std::vector<VariableId> parents;
    std::size_t offset = 0;
};

/// The name of a variable, shortened.
std::string short_name(const Variable& variable);

/// "P(x | a, b)". Long names and long lists of parents are shortened.
std::string family_text(const NetworkBuilder& builder, VariableId child,
                        std::span<const VariableId> parents);

/// "P(x | a=yes, b=no)" of a row, counted with the last parent fastest. Shortened likewise.
std::string row_text(const NetworkBuilder& builder, VariableId child,
                     std::span<const VariableId> parents, std::size_t row);

}  // namespace pgm::io::detail
