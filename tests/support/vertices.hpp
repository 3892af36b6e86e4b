#pragma once

#include <pgm/core/ids.hpp>

#include <vector>

/// Short names for the first vertices of small graphs, for tests which `using namespace` them.
namespace pgm::tests::vertices {

using Ids = std::vector<VariableId>;

inline constexpr VariableId a{0}, b{1}, c{2}, d{3}, e{4};

}  // namespace pgm::tests::vertices
