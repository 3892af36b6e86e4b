#pragma once

#include <pgm/inference/detail/continuous/hybrid_question.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// The components in which something was observed and some variable is hidden, for a pattern of
/// what is known.
class ObservedComponents {
public:
    struct ObservedComponent {
        std::size_t factor, component;  ///< of the densities
        bool is_linear;                 ///< all its hidden variables are linear Gaussians
    };
    struct HiddenIndex {
        std::uint32_t component = none;
        std::uint32_t member = 0;  ///< among the hidden variables
    };
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void list(const BayesianNetwork& network, const ContinuousEvidence& densities);

    const BayesianNetwork& network() const { return *network_; }
    const ContinuousEvidence& densities() const { return *densities_; }
    std::size_t size() const { return components_.size(); }
    const ObservedComponent& operator[](std::size_t component) const {
        return components_[component];
    }
    /// The place of a hidden variable; `component` is none for others.
    const HiddenIndex& place(VariableId variable) const { return places_[variable.index()]; }

private:
    const BayesianNetwork* network_ = nullptr;
    const ContinuousEvidence* densities_ = nullptr;
    std::vector<ObservedComponent> components_;
    std::vector<HiddenIndex> places_;  ///< by variable
};

/// An unknown linear Gaussian as a function: of the hidden variables of components that are its
/// nearest unknown ancestors, or of itself if it is one of them, and of the families on the way
/// from them.
struct LinearTarget {
    struct UnobservedAncestor {
        VariableId variable;
        std::size_t member;  ///< among the hidden variables of the component
    };
    struct ObservedComponent {
        std::size_t component;
        CellFinder cell;
        std::vector<UnobservedAncestor> ancestors;
    };
    struct Family {
        VariableId child;
        CellFinder row;
    };

    VariableId variable;
    Scope scope;  ///< the discrete variables whose state is not known, ascending
    std::vector<ObservedComponent> components;
    std::vector<Family> families;  ///< parents first
};

/// Null where something that the variable, which is unknown, depends on is not linear Gaussian.
/// Throws TooLargeError for a scope of more than `max_cells`.
std::optional<LinearTarget> linear_target(const ObservedComponents& components,
                                          const FindingsByVariable& findings, VariableId variable,
                                          std::size_t max_cells);

/// The distributions of single continuous variables given evidence, where everything that they
/// depend on is linear Gaussian: in each configuration of discrete variables a normal distribution.
///
/// An unknown variable is a linear function of its nearest unknown ancestors in components
/// (LinearTarget), of known values and of independent noises. So the decompositions of the
/// components in which something was observed, which serve log P(e) as well, serve all targets:
///
///     mean = prior mean + sum over the components of  gain.on_distances * distances,
///     variance = variances of the noises + sum over the components of  gain.variance.
///
/// Gains and variances depend on no value: they are kept while the same variables are known, with
/// the same states, and the lists of what a target depends on with any states. What depends on
/// values is worked out once for all targets. Each number is computed in one way whichever
/// question comes first, so that answers do not depend on what was asked before.
///
///     posteriors.start(network, evidence, model);
///     if (LinearPosteriors::Target* target = posteriors.find(variable, max_cells))
///         posteriors.list(*target, P(target->lists.scope | evidence), scratch, components);
///
/// The memory of one thread, for one network without discrete children of continuous variables.
class LinearPosteriors {
public:
    /// A normal distribution without its mean.
    struct CenteredNormal {
        std::size_t number = no_cell;
        double sd = 0;
        std::vector<GaussianIntegral::Gain> gains;  ///< by component of the target
    };
    struct Target {
        LinearTarget lists;
        std::vector<CenteredNormal> cells;  ///< of the scope, or of some of them
    };

    /// Evidence without intervals, and the discretised model that it is answered by. The network
    /// must live as long.
    void start(const BayesianNetwork& network, const CheckedEvidence& evidence,
               std::shared_ptr<const DiscretisedModel> model);

    /// Null where something that the variable depends on is not linear Gaussian, or where it is
    /// known. Throws TooLargeError for more configurations than `max_cells`. The target is good
    /// until the next start().
    Target* find(VariableId variable, std::size_t max_cells);

    /// The value of a variable that is known; otherwise null.
    const double* value(VariableId variable) const { return findings_.value(variable); }

    /// Writes a component for each cell of the scope whose weight is positive. `scratch` is that of
    /// the model.
    void list(Target& target, std::span<const double> weights, ContinuousEvidence::Scratch& scratch,
              std::vector<DensityComponent>& components);

    const DiscretisedModel& model() const { return *model_; }

private:
    static constexpr std::size_t no_cell = static_cast<std::size_t>(-1);

    /// The observed values, standardised for a component in a cell of its own.
    struct ObservedDistances {
        std::size_t evidence = 0, cell = no_cell;
        Eigen::VectorXd distances,
            means;  ///< the latter of the hidden variables, not yet regressed
    };

    void begin_pattern();
    void clear_cells();
    std::size_t kept_cells(const LinearTarget& target);
    DensityComponent component(Target& target, std::size_t cell,
                               ContinuousEvidence::Scratch& scratch);
    const ObservedDistances& observed(std::size_t component, std::size_t cell,
                                      ContinuousEvidence::Scratch& scratch);
    std::size_t component_cell(const LinearTarget::ObservedComponent& component) const {
        return component.cell.cell(at_, findings_.states());
    }
    const LinearGaussianCpd::Row& row(const LinearTarget::Family& family) const;
    void find_spread(const LinearTarget& target, ContinuousEvidence::Scratch& scratch,
                     CenteredNormal& cell);
    const BayesianNetwork* network_ = nullptr;
    std::shared_ptr<const DiscretisedModel> model_;
    std::vector<char> pattern_, last_pattern_;  ///< by variable: its role, and whether it is fixed
    FindingsByVariable findings_;
    std::vector<std::optional<StateId>> last_states_;
    std::size_t evidence_number_ = 0;

    ObservedComponents components_;
    std::vector<std::vector<ObservedDistances>> observed_;  ///< by component, then by cell
    std::vector<std::unique_ptr<Target>> targets_;          ///< by variable, once asked for
    std::vector<char> is_refused_;                          ///< by variable
    std::size_t kept_numbers_ = 0;                          ///< of all gains

    // Of the cell of a target that is being worked on.
    std::vector<std::size_t> at_;       ///< the state of each axis
    std::vector<double> coefficients_;  ///< by variable: of it in the target; otherwise 0
    std::vector<double> means_;         ///< by variable
    std::vector<GaussianIntegral::Term> terms_;
};

}  // namespace pgm::detail
