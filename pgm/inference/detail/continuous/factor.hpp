#pragma once

#include <pgm/inference/detail/continuous/component_constraints.hpp>
#include <pgm/inference/detail/continuous/continuous_component.hpp>
#include <pgm/inference/detail/continuous/findings_by_variable.hpp>
#include <pgm/inference/detail/continuous/gaussian_integral.hpp>
#include <pgm/inference/detail/continuous/line_integral.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The product of the families of a component: a conditional Gaussian, or a mixture of such, for
/// each configuration of discrete variables.
class Factor {
public:
    /// `scope` has the discrete variables of the families but for those whose state will be known.
    /// The network must live as long.
    Factor(const BayesianNetwork& network, ContinuousComponent members, const Scope& scope);

    const ContinuousComponent& members() const { return members_; }
    /// The members given the quadrature variable, or all where there is none.
    const ContinuousComponent& given_quadrature_variable() const {
        return given_quadrature_variable_ ? *given_quadrature_variable_ : members_;
    }

    /// Finds the row of each member's family, by variable of the network, in the configuration that
    /// the states `at` of the scope's axes name, and the known ones.
    template <class States>
    void find_rows(const States& at, StatesByVariable known,
                   std::vector<std::size_t>& row_of) const {
        row_of.resize(network_->size());
        std::size_t next = 0;
        members_.for_each_family(
            [&](VariableId member) { row_of[member.index()] = rows_[next++].cell(at, known); });
    }
    /// Finds the states of threshold variables there, by variable of the network.
    template <class States>
    void find_states(const Scope& scope, const States& at, StatesByVariable known,
                     std::vector<std::uint32_t>& states) const {
        if (members_.thresholds.empty()) return;
        states.resize(network_->size());
        for (const VariableId variable : members_.thresholds) {
            const std::optional<std::size_t> axis = scope.axis(variable);
            states[variable.index()] =
                axis ? static_cast<std::uint32_t>(at[*axis]) : known[variable.index()]->value;
        }
    }
    /// Finds the row of the first member's family.
    const CellFinder& first_row() const { return rows_.front(); }

    const BayesianNetwork& network() const { return *network_; }

private:
    const BayesianNetwork* network_;
    ContinuousComponent members_;
    std::optional<ContinuousComponent> given_quadrature_variable_;
    std::vector<CellFinder> rows_;  ///< of all families, as for_each_family() has them
};

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

/// The integral of a factor over its hidden members in one configuration: in closed form
/// (GaussianIntegral), over a box of what is known beside values (ComponentConstraints), or by
/// quadrature over the quadrature variable (LineIntegral). Hidden kernel densities are mixtures, so
/// there is an integral for each choice of kernels (KernelChoices).
///
///     integral.start(factor, row_of, states, closed);
///     do
///         sum += integral.weight() * exp(integral.log_density(block, row));
///     while (integral.next());
///
/// One object is for many configurations, one after the other: its memory is kept.
class FactorIntegral {
public:
    /// `closed` has the memory of the closed form; for a factor with a quadrature variable it is
    /// not used. All must live as long as this object is used for them.
    void start(const Factor& factor, std::span<const std::size_t> row_of,
               std::span<const std::uint32_t> states, GaussianIntegral& closed);
    /// Goes on to the next choice of kernels; false after the last one.
    bool next();
    bool has_one_choice() const { return choices_.is_only_one(); }
    /// The probability of the choice.
    double weight() const { return choices_.weight(); }

    /// log p(all that is known in a row of the block). Throws as the integrals do.
    double log_density(const ObservedBlock& block, std::size_t row);
    /// log p(known values) without a quadrature variable; closed form and box are then about all
    /// that is known.
    double condition(const ObservedBlock& block, std::size_t row);
    const ComponentConstraints& box() const { return box_; }
    /// The integral over the quadrature variable.
    const PanelledFunction& quadrature(const ObservedBlock& block, std::size_t row,
                                       Purpose purpose = Purpose::integral);
    LineIntegral& line() { return line_; }

private:
    void prepare();
    double log_probability_of_box() const;

    const Factor* factor_ = nullptr;
    std::span<const std::size_t> row_of_;
    std::span<const std::uint32_t> states_;  ///< of threshold variables
    GaussianIntegral* closed_ = nullptr;
    bool is_prepared_ = false;  ///< for the choice
    KernelChoices choices_;
    LineIntegral line_;
    ComponentConstraints box_;
};

}  // namespace pgm::detail
