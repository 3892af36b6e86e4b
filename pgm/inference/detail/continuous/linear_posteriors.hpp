#pragma once

#include <pgm/inference/detail/continuous/hybrid_question.hpp>
#include <pgm/inference/detail/continuous/linear_target.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// The distributions of single continuous variables given evidence, where everything that they
/// depend on is linear Gaussian: in each configuration of discrete variables a normal distribution.
///
/// An unknown variable is a linear function of its heads (LinearTarget), of known values and of
/// independent noises. So the decompositions of the components in which something was observed,
/// which serve log P(e) as well, serve all targets:
///
///     mean = prior mean + sum over the cores of  gain.on_distances * distances,
///     variance = variances of the noises + sum over the cores of  gain.variance.
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
        std::vector<GaussianIntegral::Gain> gains;  ///< by core of the target
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
    const double* value(VariableId variable) const { return places_[variable.index()]; }

    /// Writes a component for each cell of the scope whose weight is positive. `scratch` is that of
    /// the model.
    void list(Target& target, std::span<const double> weights, ContinuousEvidence::Scratch& scratch,
              std::vector<DensityComponent>& components);

    const DiscretisedModel& model() const { return *model_; }

private:
    static constexpr std::size_t no_cell = static_cast<std::size_t>(-1);

    /// The observed values, standardised for a core in a cell of its own.
    struct ObservedCore {
        std::size_t evidence = 0, cell = no_cell;
        Eigen::VectorXd distances,
            means;  ///< the latter of the hidden variables, not yet regressed
    };

    void record(const CheckedEvidence& evidence);
    void begin_pattern();
    void clear_cells();
    std::size_t kept_cells(const LinearTarget& target);
    DensityComponent component(Target& target, std::size_t cell,
                               ContinuousEvidence::Scratch& scratch);
    const ObservedCore& observed(std::size_t core, std::size_t cell,
                                 ContinuousEvidence::Scratch& scratch);
    std::size_t core_cell(const LinearTarget::Core& core) const;
    const LinearGaussianCpd::Row& row(const LinearTarget::Family& family) const;
    void find_spread(const LinearTarget& target, ContinuousEvidence::Scratch& scratch,
                     CenteredNormal& cell);
    ObservedBlock block() const {
        return {.rows = 1, .values = places_, .roles = roles_, .states = states_};
    }

    const BayesianNetwork* network_ = nullptr;
    std::shared_ptr<const DiscretisedModel> model_;
    std::vector<char> pattern_, last_pattern_;  ///< by variable: its role, and whether it is fixed
    std::vector<Role> roles_;
    std::vector<double> values_;
    std::vector<const double*> places_;  ///< of the values; null where there is none
    std::vector<std::uint32_t> states_, last_states_;
    std::size_t evidence_number_ = 0;

    LinearCores cores_;
    std::vector<std::vector<ObservedCore>> observed_;  ///< by core, then by cell
    std::vector<std::unique_ptr<Target>> targets_;  ///< by variable, once asked for
    std::vector<char> is_refused_;                  ///< by variable
    std::size_t kept_numbers_ = 0;                  ///< of all gains

    // Of the cell of a target that is being worked on.
    std::vector<std::size_t> at_;       ///< the state of each axis
    std::vector<double> coefficients_;  ///< by variable: of it in the target; otherwise 0
    std::vector<double> means_;         ///< by variable
    std::vector<GaussianIntegral::Term> terms_;
};

}  // namespace pgm::detail
