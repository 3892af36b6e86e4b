#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// Averaged one-dependence estimators (Webb, Boughton and Wang 2005): for every discrete feature
/// one network in which the class and that feature, the super-parent, are the parents of all other
/// features. The classifier is their uniform mixture; for the rule that lets a member keep silent
/// see SuperParent.
///
/// Each member's P(class, super-parent) is estimated as one joint distribution, so with laplace:1
/// it is (n_ck + 1) / (n + |C| |X|), and then split into P(class) and P(super-parent | class).
///
/// It differs from A2de in the number of super-parents, from Waode in the equal weights.
///
/// Continuous features depend on the class and the super-parent like all others, but are no
/// super-parents. Columns that identify rows are neither.
struct Aode {
    /// Throws ArgumentError when there is no discrete feature, TooLargeError for more than 3000
    /// features.
    std::vector<ModelStructure> models(const Columns& columns) const;

    friend bool operator==(const Aode&, const Aode&) = default;
};

}  // namespace pgm::learners
