#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>

#include <string>
#include <vector>

namespace pgm::learners {

/// Forest-augmented naive Bayes (Lucas 2004): as TAN, but only those arcs between features are
/// taken that gain something, where `score` makes an arc pay for the parameters it adds. What TAN
/// says of mixed columns and of roots holds for every tree of the forest.
struct Fan {
    /// With I the conditional mutual information, n the rows and d the parameters that an arc adds.
    enum class Score {
        bic,  ///< n I - d log(n) / 2 (Schwarz 1978)
        aic,  ///< n I - d (Akaike 1974)
    };
    Score score = Score::bic;

    std::string word() const { return score == Score::aic ? "fan:aic" : "fan"; }
    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const Fan&, const Fan&) = default;
};

}  // namespace pgm::learners
