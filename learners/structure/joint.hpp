#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// The complete graph over the class, the discrete features and the continuous ones, in this order
/// and by column within each kind: every variable depends on all before it. Of discrete columns it
/// is the full joint table; of continuous ones the multivariate Gaussian of each configuration. The
/// tables grow with the product of all cardinalities, so it is for a handful of features; fit()
/// refuses what passes the limits. Continuous features with kernel densities depend on the class
/// alone.
struct Joint {
    /// Throws TooLargeError for more than 3000 features.
    std::vector<ModelStructure> models(const Columns& columns) const;

    friend bool operator==(const Joint&, const Joint&) = default;
};

}  // namespace pgm::learners
