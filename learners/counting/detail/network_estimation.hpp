#pragma once

#include <learners/counting/detail/collect.hpp>
#include <learners/counting/detail/plan.hpp>
#include <learners/estimate/detail/density/mixture_density.hpp>
#include <learners/estimate/detail/density/parzen_density.hpp>
#include <learners/estimate/detail/remarks.hpp>
#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/inference/engine.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// Estimates a network from a structure and sums: every distribution by its rule, and
/// NetworkBuilder to check the whole. The variables are those of the structure's families, in their
/// order, and then the hidden ones that densities have. Refers to everything it is made with.
class NetworkEstimator {
public:
    /// `columns` are the columns that have values; `sums` those of `collected`; `concentrations`
    /// those that back-off was given or chose, if tables are smoothed by it.
    NetworkEstimator(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
                     const SufficientStatistics& collected,
                     std::optional<std::vector<double>> concentrations);
    /// Estimates tables and Gaussians from known spreads of the columns, one per column.
    NetworkEstimator(const FitPlan& plan, const FamilySums& sums,
                     const SufficientStatistics& collected, std::vector<ColumnSpread> spreads,
                     std::optional<std::vector<double>> concentrations = std::nullopt);

    /// Adds to `remarks` what Provenance tells. Throws as learners::fit() does.
    WeightedNetwork estimate(const ModelStructure& structure, Remarks& remarks) const;

private:
    const FitPlan& plan_;
    const FamilySums& sums_;
    const SufficientStatistics& collected_;
    std::optional<std::vector<double>> concentrations_;
    std::vector<ColumnSpread> spreads_;  ///< by column
    std::optional<ParzenDensity> parzen_;
    std::vector<std::optional<MixtureDensity>> mixtures_;  ///< by column; none where there are none
    std::optional<InferenceEngine> prior_;
};

}  // namespace pgm::learners::detail
