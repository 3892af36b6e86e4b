#pragma once

#include <pgm/inference/detail/continuous/component_box.hpp>
#include <pgm/inference/detail/continuous/density_table.hpp>
#include <pgm/inference/detail/continuous/gaussian_integral.hpp>
#include <pgm/inference/detail/continuous/kernel_choices.hpp>
#include <pgm/inference/detail/continuous/line_integral.hpp>
#include <pgm/model/detail/checked_evidence.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The scope of the discrete variables that the distribution of a target depends on. Throws
/// TooLargeError for more than `max_cells` configurations.
Scope scope_of_configurations(const BayesianNetwork& network, VariableId target,
                              const std::vector<VariableId>& variables, std::size_t max_cells);

/// The joint distribution of some continuous variables given evidence, in pieces: for each
/// configuration of the discrete variables that it depends on, and for each choice of kernels, the
/// variables are normally distributed. What these configurations are worth is a question about
/// discrete variables, which the engine answers. Where a variable is integrated out by quadrature
/// (ContinuousComponent::axis), there is a piece for each of its values in that, of which it is
/// certain; if it is the only target, or the only target is an affine function of it but for normal
/// noise, one for all of them.
///
///     ConditionalGaussians pieces(network, targets, evidence);
///     pieces.for_each(P(pieces.scope() | evidence), [&](const auto& piece) {
///         piece.weight, piece.variables[0].mean, ...
///     });
class ConditionalGaussians {
public:
    /// Targets are distinct and continuous; those with a finding are constants. The network must
    /// live as long, and so must the evidence. Throws as continuous_components() does,
    /// EvidenceError for targets of components with axes of their own, and TooLargeError for more
    /// configurations than `max_cells`.
    ConditionalGaussians(const BayesianNetwork& network, std::span<const VariableId> targets,
                         const CheckedEvidence& evidence, std::size_t max_cells);

    /// The discrete variables that the distribution depends on, ascending, without those whose
    /// state is known.
    const Scope& scope() const { return scope_; }
    /// The variables that it is made of: the targets, what they depend on, and what is observed of
    /// those.
    const ContinuousComponent& members() const { return members_; }

    struct Piece {
        double weight = 0;
        std::size_t cell = 0;                                ///< of scope()
        std::vector<GaussianIntegral::Conditional> targets;  ///< in the order of the request
        /// Further evidence for the targets to be conditioned on; null if there is none.
        const ComponentBox* box = nullptr;
        /// Density of the axis, in a piece for all its values, from which the only target follows
        /// by `relation`; otherwise null.
        const PanelledFunction* density = nullptr;
        AffineRelation relation{};

        /// The covariance of a target and a member of the box.
        double covariance(std::size_t target, std::size_t member) const {
            return targets[target].deviations.dot(box->deviations(member));
        }
    };
    using Visit = std::function<void(const Piece&)>;

    /// Calls `visit` with the pieces of positive weight; `weights` has one for each cell of
    /// scope(). The piece is good until the next one. `purpose` is that of the density of an axis.
    void for_each(std::span<const double> weights, const Visit& visit,
                  Purpose purpose = Purpose::integral);
    /// The decomposition of the piece that is being visited, unless there is an axis.
    const GaussianIntegral& integral() const { return integral_; }

private:
    /// Finds the row of a member's family from the states of scope().
    struct Row {
        std::size_t first = 0;  ///< by the states that are known
        std::vector<std::size_t> strides;
    };

    std::vector<Role> roles_of(const CheckedEvidence& evidence);
    void list_members(std::span<const Role> roles);
    void list_rows(const CheckedEvidence& evidence);
    void visit_cell(double weight, const Visit& visit);
    void visit_choice(double weight, const Visit& visit);
    void visit_axis(double weight, const Visit& visit);
    AffineRelation relation_to_axis(double x);
    double log_density_of_choice();

    const BayesianNetwork& network_;
    std::vector<VariableId> targets_;
    ContinuousComponent members_;
    ContinuousComponent inner_;      ///< given the axis; the members where there is none
    std::vector<VariableId> order_;  ///< all members, as rows_ has them
    std::vector<Row> rows_;
    Scope scope_;
    std::vector<const double*> values_;  ///< by variable; null where it is not known
    std::vector<Interval> intervals_;    ///< by variable, of bounded ones
    std::vector<std::uint32_t> states_;  ///< by variable, of cut ones: of the cell, or known

    // Of the cell that is being visited.
    std::vector<std::size_t> row_of_;
    KernelChoices choices_;
    GaussianIntegral integral_;
    LineIntegral line_;
    ComponentBox box_;
    std::vector<double> logs_;
    Purpose purpose_ = Purpose::integral;
    Piece piece_;
};

}  // namespace pgm::detail
