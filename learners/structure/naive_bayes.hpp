#pragma once

#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// Naive Bayes: the class is the one parent of every feature.
struct NaiveBayes {
    std::vector<ModelStructure> models(const Columns& columns) const {
        return {structure_of(columns, class_as_parent(columns))};
    }

    friend bool operator==(const NaiveBayes&, const NaiveBayes&) = default;
};

}  // namespace pgm::learners
