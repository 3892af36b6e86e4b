#pragma once

#include <apps/pgm/report/density_report.hpp>
#include <io/picture/picture.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/query.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

/// Fills in the distributions of the discrete variables of a picture, and asks for those of the
/// continuous ones that it draws; null where the evidence is impossible.
std::optional<std::vector<DensityAnswer>> ask_distributions(io::Picture& picture,
                                                            const Given& given,
                                                            const InferenceEngine& engine);

/// Adds these densities. Remarks say which are not drawn, one for all that have the same reason.
std::vector<std::string> add_densities(io::Picture& picture, const BayesianNetwork& network,
                                       std::span<const DensityAnswer> answers);

}  // namespace pgm::apps
