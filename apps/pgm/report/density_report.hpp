#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/model/network.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

/// P(X | e) of a continuous variable, or why there is none that can be told, and then the moments,
/// if these can.
struct DensityAnswer {
    VariableId variable;
    std::optional<ContinuousPosterior> posterior{};
    std::optional<ContinuousMoments> moments{};
    std::string refusal{};
};

/// Asks for the density of each variable. Where it has too many components its moments are the
/// answer. Where it is none, that is the answer of those that were not `asked_for` by name; for
/// these the error is thrown.
std::vector<DensityAnswer> ask_densities(const Solver& solver,
                                         std::span<const VariableId> variables,
                                         const Evidence& evidence, Workspace& workspace,
                                         bool asked_for);

/// {"continuous": {"X": {"mean": .., "sd": .., "quantiles": {..}, "components": n, "mixture":
/// [..]}}} and a table; empty where there are none. The answers have to outlive it.
Report densities_report(const BayesianNetwork& network, std::span<const DensityAnswer> answers);

/// The members of one of them, and the lines that people see.
Report density_report(const ContinuousPosterior& posterior);
Report density_lines(const ContinuousPosterior& posterior);

}  // namespace pgm::apps
