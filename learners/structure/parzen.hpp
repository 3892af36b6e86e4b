#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// The kernel density of whole vectors (Parzen 1962): class -> a hidden variable `point` -> every
/// continuous feature, and class -> every discrete one; parzen_density.hpp in
/// learners/estimate/detail/density has the formula. The arcs among the columns are those of naive
/// Bayes: the hidden variable joins them when the distributions are estimated, for its states are
/// the rows.
struct Parzen {
    std::vector<ModelStructure> models(const Columns& columns) const {
        return {structure_of(columns, class_as_parent(columns))};
    }

    friend bool operator==(const Parzen&, const Parzen&) = default;
};

}  // namespace pgm::learners
