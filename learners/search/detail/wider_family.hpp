#pragma once

#include <learners/score/decomposable_score.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// Parents that score more than those there are because several enter together or in the place of
/// others, although none of them pays alone: what growing by one parent at a time never finds.
///
/// A beam search: of all sets with one parent more the few best are kept, whether they are better
/// or not, and made larger in turn. Of each the parents that do not pay are taken away one by one.
///
/// It differs from branch and bound (ParentSets) in that it looks at few families, and proves
/// nothing.
struct WiderFamily {
    std::size_t width = 4;  ///< sets of one size that are made larger
    std::size_t added = 3;  ///< parents at most
};

/// The candidates are ascending, none of them a parent; the parents in `required` stay. Null where
/// nothing better by more than rounding is found.
std::optional<std::vector<VariableId>> better_parents(const DecomposableScore& score,
                                                      VariableId child,
                                                      std::span<const VariableId> parents,
                                                      std::span<const VariableId> candidates,
                                                      std::span<const VariableId> required,
                                                      const WiderFamily& options);

}  // namespace pgm::learners::detail
