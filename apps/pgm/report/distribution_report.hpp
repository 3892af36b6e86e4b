#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <optional>

namespace pgm::apps {

/// How much of a distribution people see; programs get all of it.
struct ShownPart {
    std::size_t rows = 0;
    std::size_t columns = 0;  ///< of states or parents
    /// With the weight behind each row (BayesianNetwork::row_weights()), for programs too.
    bool counts = false;
    /// With credible intervals of this probability, for programs too, where the rows behind the
    /// numbers are known; people then see three decimals.
    std::optional<double> interval = {};
};

/// The distribution of a variable: kind, parents and rows, one for each configuration of the
/// discrete parents. People see a table whose title is P(x | a, b), with a column for each state;
/// the intercept, the slopes and the standard deviation of a linear Gaussian; the slopes, the cuts
/// and the noise of a threshold, and how sure its slopes are; bandwidth, number
/// and range of the points of a kernel density; the links and the leak of a noisy-MAX. The network
/// has to outlive the report.
Report distribution_report(const BayesianNetwork& network, VariableId id, ShownPart most);

}  // namespace pgm::apps
