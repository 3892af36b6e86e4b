#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>

#include <string>
#include <vector>

namespace pgm::learners {

/// Weightily averaged one-dependence estimators (Jiang and Zhang 2006): the networks of AODE
/// (aode.hpp), weighted by the mutual information I(X; class) between super-parent and class,
///
///     w_i = I(X_i; class) / sum_j I(X_j; class).
///
/// A super-parent that tells nothing about the class, not even by chance, has no member; where none
/// tells anything all have the same weight.
///
/// It differs from a stack of the same networks in that their weights are not fitted to what they
/// predict, and in that P(class, x) is averaged and not P(class | x).
struct Waode {
    std::string word() const { return "waode"; }
    std::vector<Family> families(const Columns& columns) const;
    /// Throws what Aode::models() throws.
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const Waode&, const Waode&) = default;
};

}  // namespace pgm::learners
