#pragma once

#include <bench/network_table/network_files.hpp>
#include <pgm/inference/detail/plan/plan.hpp>

#include <string>
#include <vector>

namespace pgm::bench {

/// One plan: what the cost model (pgm/inference/detail/cost/cost_model.hpp) goes by, what it says,
/// and what the clock says.
struct CostObservation {
    std::string network, question;
    detail::Task task;
    double tables = 0, clique_cells = 0;  ///< known before the plan is made
    PlanCost cost;                        ///< and when it is
    double predicted_compile_seconds = 0, predicted_run_seconds = 0;
    double search_seconds = 0;  ///< predicted, a part of compiling
    double compile_seconds = 0, run_seconds = 0;
};

/// Plans for no evidence, for any, and for some sets of observed variables; for all posteriors, for
/// the most probable explanation and for P(e). Those that are predicted to run a second or longer
/// are left out.
std::vector<CostObservation> observe_costs(const std::vector<NetworkFile>& files);

/// How well the model predicts, as Markdown, and the constants that would predict best on this
/// machine: by least squares of relative errors.
std::string text_of(const std::vector<CostObservation>& observations);

}  // namespace pgm::bench
