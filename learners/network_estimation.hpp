#pragma once

#include <learners/family_sums.hpp>
#include <learners/fit_plan.hpp>
#include <learners/kernel_points.hpp>
#include <learners/model_structure.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/inference/engine.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::learners {

/// From a structure and sums to a network: every distribution by its rule, and NetworkBuilder to check the whole. The variables are those of the structure's families, in
/// their order. Refers to everything it is made with.
class NetworkEstimator {
public:
    /// `columns` are the columns that have values; `points` the kernel points of continuous families, when densities are kernel densities.
    NetworkEstimator(const FitPlan& plan, const Columns& columns, const FamilySums& sums, std::span<const KernelPoints> points);

    /// Appends to `remarks` what Provenance tells, each sentence once however many members say it. Throws as learners::fit() does.
    WeightedNetwork estimate(const ModelStructure& structure, std::vector<std::string>& remarks) const;

private:
    const FitPlan& plan_;
    const FamilySums& sums_;
    std::span<const KernelPoints> points_;
    std::vector<ColumnSpread> spreads_;  ///< by column
    std::optional<InferenceEngine> prior_;
};

}  // namespace pgm::learners
