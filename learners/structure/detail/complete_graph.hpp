#pragma once

#include <learners/families/model_structure.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace pgm::learners::detail {

/// Throws TooLargeError for more than 3000 features: the parents of a complete graph grow with the
/// square of the features, before anything else about it is known.
void require_small_complete_graph(std::size_t features);

/// Makes each of `features` depend on all of `conditions` and on all features before it.
void join_all(std::span<const ColumnId> conditions, std::span<const ColumnId> features,
              ParentLists& parents);

/// The block of continuous features that were joined so; null when there are none. `tied` blocks
/// have one covariance for all classes, as those of lda.
std::optional<GaussianBlock> gaussian_block(std::span<const ColumnId> conditions,
                                            std::span<const ColumnId> features, bool tied = false);

}  // namespace pgm::learners::detail
