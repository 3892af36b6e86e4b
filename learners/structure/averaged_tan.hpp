#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/structure/arc_weight.hpp>

#include <string>
#include <vector>

namespace pgm::learners {

/// Averaged tree-augmented naive Bayes (Jiang, Cai, Wang and Zhang 2012, "Improving tree augmented
/// naive Bayes for class probability estimation"): the tree of TAN (tan.hpp) with every discrete
/// feature as its root in turn, or every feature where all are continuous, in equal shares.
///
/// The members have the same pairs of features and differ in the directions of their arcs. Unless
/// tables are smoothed they would say the same: what is averaged is the smoothing. All of them are
/// estimated from the counts of the one tree. Jiang et al. average P(class | x); here it is
/// P(class, x), so that the answers to all questions agree with each other.
struct AveragedTan {
    ArcWeight weight = ArcWeight::information;

    std::string word() const {
        return weight == ArcWeight::information ? "atan" : "atan:" + format(weight);
    }
    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const AveragedTan&, const AveragedTan&) = default;
};

}  // namespace pgm::learners
