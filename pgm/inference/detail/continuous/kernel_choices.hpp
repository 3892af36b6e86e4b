#pragma once

#include <pgm/inference/detail/continuous/continuous_component.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::detail {

/// The hidden variables of a component that are kernel densities are mixtures of Gaussians, so the
/// component is linear Gaussian once a kernel is chosen for each of them. Goes through all choices;
/// where there is no kernel density, there is one.
///
///     choices.start(network, component, row_of);
///     do
///         integral.prepare(network, component, row_of, choices.chosen());
///     while (choices.next());
class KernelChoices {
public:
    /// In one configuration of the discrete parents: `row_of[v]` is the row of the family of each
    /// member, by variable. Throws TooLargeError for more than 2^20 choices.
    void start(const BayesianNetwork& network, const ContinuousComponent& component,
               std::span<const std::size_t> row_of);
    /// False after the last one.
    bool next();

    bool is_only_one() const { return members_.empty(); }
    /// The chosen kernels by variable; entries of variables that are no kernel densities mean
    /// nothing. Empty where no member is one.
    std::span<const DensityComponent> chosen() const { return chosen_; }
    /// The probability of the choice.
    double weight() const;

private:
    struct KernelMember {
        VariableId variable;
        std::vector<DensityComponent> kernels;
        std::size_t at = 0;
    };

    std::vector<KernelMember> members_;
    std::vector<DensityComponent> chosen_;
};

}  // namespace pgm::detail
