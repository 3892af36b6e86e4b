#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace pgm {

/// Linear Gaussian variables that are unknown in many rows alike, as the cells that rows of a table
/// miss together: the density of the known ones among their children, and their joint normal
/// distribution given those (Lauritzen 1992, section 4). InferenceEngine answers this of one row,
/// and looks for what the question depends on; here that is given, and what does not depend on
/// values is worked out once for each configuration of the discrete parents.
///
///     HiddenGaussians gaussians(network, hidden, observed, configurations);
///     double log = gaussians.condition(configuration, rows, values, at);
///     gaussians.mean(i); gaussians.covariance(i, j);
///
/// A covariance is a product of roots, so a variance is no difference of large numbers. Not for
/// several threads at once.
class HiddenGaussians {
public:
    /// `observed` are the known variables with a hidden parent; both lists are of linear Gaussians,
    /// in any order. `configurations` is the number of those of the discrete parents. The network
    /// must live as long.
    HiddenGaussians(const BayesianNetwork& network, std::vector<VariableId> hidden,
                    std::vector<VariableId> observed, std::size_t configurations);
    HiddenGaussians(HiddenGaussians&&) noexcept;
    HiddenGaussians& operator=(HiddenGaussians&&) noexcept;
    ~HiddenGaussians();

    /// log p(observed values) in a configuration, in which the family of a member v has the row
    /// `rows[v]`; -inf where it is 0. `values[v]` points to the values of a known variable v, of
    /// which the one at `at` counts.
    double condition(std::size_t configuration, std::span<const std::size_t> rows,
                     std::span<const double* const> values, std::size_t at);

    /// Of hidden variables, by their places in the list, given the values of the last condition().
    double mean(std::size_t hidden) const;
    double covariance(std::size_t a, std::size_t b) const;

private:
    struct Decompositions;
    std::unique_ptr<Decompositions> decompositions_;
};

}  // namespace pgm
