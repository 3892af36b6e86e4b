#pragma once

#include <learners/search/arc_confidence.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace pgm::learners {

/// Learns a structure from one table of data.
using StructureLearner =
    std::function<LearnedStructure(const Dataset& data, const SearchControl& control)>;

struct Bootstrap {
    std::size_t replicates = 200;
    std::uint64_t seed = 0;

    friend bool operator==(const Bootstrap&, const Bootstrap&) = default;
};

struct BootstrapResult {
    ArcConfidence confidence;
    std::size_t replicates = 0;  ///< that were learned from
    bool partial = false;        ///< whether it was stopped before all of them
};

/// The confidence of arcs by the nonparametric bootstrap (Friedman, Goldszmidt and Wyner 1999,
/// "Data analysis with Bayesian networks: a bootstrap approach").
///
/// Every replicate draws as many rows as there are, with replacement, and learns a structure from
/// them. An arc that all members of its equivalence class share counts 1, an edge whose direction
/// the class leaves open counts one half in both directions. A row of weight 2 is drawn as two rows
/// would be; weights must be whole numbers then.
///
/// Replicates run in parallel, each on one thread, and their draws depend on the seed and their
/// number alone. Throws ArgumentError for data without rows or weights that are no whole numbers,
/// and what the learner throws.
BootstrapResult bootstrap(const Dataset& data, const StructureLearner& learner,
                          const Bootstrap& options = {}, const SearchControl& control = {});

}  // namespace pgm::learners
