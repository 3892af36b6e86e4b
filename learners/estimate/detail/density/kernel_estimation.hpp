#pragma once

#include <learners/estimate/detail/density/column_spread.hpp>
#include <learners/estimate/detail/density/kernel_points.hpp>
#include <learners/estimate/smoothing.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/variable.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// Everything that kernel densities are estimated with, apart from their points.
struct KernelRules {
    KernelRule kernel;
    EmptyRow empty_rows = EmptyRow::uniform;
    ColumnSpread spread;
    std::span<const Variable> schema;  ///< by column, for messages
};

/// normal_reference_bandwidth() of ascending points, whose variance the rule keeps away from 0;
/// null where it stays 0.
std::optional<double> normal_reference_bandwidth(std::span<const WeightedPoint> points,
                                                 const VarianceRule& rule,
                                                 const ColumnSpread& column,
                                                 std::size_t dimensions = 1);

/// One density per configuration of the discrete parents, on the values that its rows have. Weights
/// are left out where all are 1. A configuration without rows gets the points of the class or of
/// all configurations, as EmptyRow says.
///
/// The standard deviation that a bandwidth follows is the root of ruled_variance(), so a
/// configuration whose values are all equal has a narrow density and not none. Throws ArgumentError
/// when it is 0 and the rule does not raise it, and for an empty row under EmptyRow::error.
std::vector<KernelDensityCpd::Row> estimate_kernels(const KernelPoints& points,
                                                    const KernelRules& rules);

}  // namespace pgm::learners::detail
