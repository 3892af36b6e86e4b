#pragma once

#include <pgm/core/ids.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace pgm::detail {

/// A set of variables: ids in ascending order, each once. The functions of this room take lists in
/// any order and give sets.
using VariableSet = std::vector<VariableId>;

inline VariableSet set_of(std::span<const VariableId> list) {
    VariableSet set(list.begin(), list.end());
    std::ranges::sort(set);
    set.erase(std::ranges::unique(set).begin(), set.end());
    return set;
}

inline bool has_member(std::span<const VariableId> set, VariableId variable) {
    return std::ranges::binary_search(set, variable);
}

inline bool has_all(std::span<const VariableId> set, std::span<const VariableId> part) {
    return std::ranges::includes(set, part);
}

inline VariableSet set_union(std::span<const VariableId> a, std::span<const VariableId> b) {
    VariableSet result;
    std::ranges::set_union(a, b, std::back_inserter(result));
    return result;
}

inline VariableSet set_difference(std::span<const VariableId> a, std::span<const VariableId> b) {
    VariableSet result;
    std::ranges::set_difference(a, b, std::back_inserter(result));
    return result;
}

inline VariableSet set_intersection(std::span<const VariableId> a, std::span<const VariableId> b) {
    VariableSet result;
    std::ranges::set_intersection(a, b, std::back_inserter(result));
    return result;
}

}  // namespace pgm::detail
