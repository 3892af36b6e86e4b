#pragma once

#include <learners/em/detail/em_model.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/classify/provenance.hpp>

namespace pgm::learners::detail {

/// The network that a run of EM ends with.
struct EmRunResult {
    BayesianNetwork network;
    EmReport report;
    Remarks remarks;  ///< of the last M-step
};

/// E-steps and M-steps from every start; the best end. Throws ArgumentError for options that are no
/// numbers of their kind.
EmRunResult run_em(const EmModel& model, const EmOptions& options, const SearchControl& control);

/// Runs EM from one given start, a network with the arcs of the model.
EmRunResult run_em_from(const EmModel& model, const BayesianNetwork& start,
                        const EmOptions& options, const SearchControl& control);

}  // namespace pgm::learners::detail
