#pragma once

#include <pgm/inference/detail/continuous/component_box.hpp>
#include <pgm/inference/detail/continuous/continuous_component.hpp>
#include <pgm/inference/detail/continuous/gaussian_integral.hpp>
#include <pgm/inference/detail/continuous/kernel_choices.hpp>
#include <pgm/inference/detail/continuous/line_integral.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// Values of continuous variables in many rows (or one), for ContinuousEvidence. All spans have one
/// entry per variable of the network.
struct ObservedBlock {
    std::size_t rows = 1;
    /// The values of each variable, `rows` of them; null where it is not known. A NaN is a missing
    /// cell, see below.
    std::span<const double* const> values;
    /// The role of each continuous variable in this block, and of the discrete variables with
    /// continuous parents that matter.
    std::span<const Role> roles;
    /// States known in all rows alike, or no_state; empty when nothing is known. Cells that
    /// contradict them get -inf and cost nothing.
    std::span<const std::uint32_t> states;
    /// The intervals of the bounded variables; empty when there are none.
    std::span<const Interval> intervals{};

    static constexpr std::uint32_t no_state = std::numeric_limits<std::uint32_t>::max();
};

/// The engine's one question to distributions of continuous variables, *reduce*: observed values
/// become factors over the discrete variables,
///
///     f(d) = log p(observed values, intervals | D = d),
///
/// one factor for each set of discrete parents that occurs, with the densities of all components
/// (continuous_component.hpp) that have this set multiplied together. A Gaussian naive Bayes model
/// with 10,000 features has one factor, over its class. They are logarithms, for a product of
/// densities leaves the range of doubles quickly, in either direction.
///
/// A discrete variable with continuous parents is one of the variables D, and its state part of
/// what is known: its factor holds P(state | ..) times the number of its states, as in the network
/// of tables all its states are equally probable (discretised_model.hpp).
///
/// Compiled for *which* variables are observed, not for their values: immutable, one for many
/// threads and rows. A variable that has neither continuous parents nor continuous children
/// (has_no_continuous_neighbours()) may be missing in single rows all the same: a NaN, or a null
/// pointer for all, contributes nothing, which is exact. For the others, compile one for each
/// pattern of missing cells.
///
///     ContinuousEvidence densities(network, roles);
///     ContinuousEvidence::Scratch scratch;
///     for (std::size_t f = 0; f < densities.factors(); ++f) {
///         std::vector<double> logs(densities.scope(f).cells() * block.rows, 0.0);
///         densities.add_log_densities(f, block, logs.data(), block.rows, scratch);
///         // logs[cell * block.rows + row]
///     }
class ContinuousEvidence {
public:
    /// `fixed` marks discrete variables whose state every block will know (in
    /// ObservedBlock::states): they are left out of the scopes; empty when there are none. Throws
    /// EvidenceError (continuous_components()) and TooLargeError when a factor, or the square of a
    /// component's size, would exceed `max_cells`. The network must live as long.
    ContinuousEvidence(const BayesianNetwork& network, std::span<const Role> roles,
                       std::span<const char> fixed = {},
                       std::size_t max_cells = std::size_t{1} << 28);

    std::size_t factors() const { return factors_.size(); }
    /// The discrete variables of a factor, ascending. No two factors have the same.
    const Scope& scope(std::size_t factor) const { return factors_[factor].scope; }
    /// True if the factor says anything in the block: an observed variable has a value, a variable
    /// is bounded or a cut one matters.
    bool is_observed(std::size_t factor, const ObservedBlock& block) const;

    /// Memory of one thread between blocks, for one ContinuousEvidence.
    struct Scratch {
        std::vector<std::uint32_t> at;    ///< the state of each axis
        std::vector<std::size_t> row_of;  ///< by variable: of the members of a component
        std::vector<double> parents;      ///< values of the continuous parents of one variable
        /// Integrals by component; empty where nothing is hidden. Where there is memory for it, of
        /// each cell.
        std::vector<std::vector<GaussianIntegral>> integrals;
        KernelChoices choices;
        LineIntegral line;
        ComponentBox box;
        std::vector<std::uint32_t> states;  ///< by variable, of cut ones
        std::vector<double> sums;           ///< by row, over choices
    };

    /// Adds f(d) of every row: out[cell * stride + row], cells in the order of the scope. -inf
    /// where the density is zero. The same bits for any division of the rows into blocks.
    ///
    /// Where a distribution without variance was hit, f(d) is the density of what is left, and
    /// `point_masses`, if given and for a block of one row, has the number of such hits added, by
    /// cell.
    void add_log_densities(std::size_t factor, const ObservedBlock& block, double* out,
                           std::size_t stride, Scratch& scratch,
                           std::uint32_t* point_masses = nullptr) const;

    /// True if some distribution of a member has no variance. Then the densities of cells compare
    /// only together with their point masses.
    bool has_point_masses() const { return has_point_masses_; }
    /// True if some discrete variable with continuous parents matters.
    bool has_cut_variables() const { return has_cut_variables_; }

    std::size_t components(std::size_t factor) const { return factors_[factor].components.size(); }
    const ContinuousComponent& members(std::size_t factor, std::size_t component) const {
        return factors_[factor].components[component].members;
    }
    /// The number of cells for which the decompositions of a component are kept.
    std::size_t kept_cells(std::size_t factor, std::size_t component) const {
        return factors_[factor].components[component].kept_cells;
    }
    /// The decomposition of a component of linear Gaussians that has hidden members, in a cell of
    /// its factor, for the values of a block of one row.
    const GaussianIntegral& integral(std::size_t factor, std::size_t component, std::size_t cell,
                                     const ObservedBlock& block, Scratch& scratch) const;

    /// log N(x; mean, variance) = peak - (scale (x - mean))^2. Scaled before it is squared, a
    /// distance within 1e154 standard deviations neither overflows nor underflows.
    struct Normal {
        double mean, scale, peak;
    };
    /// The terms of a factor that one observed variable adds, per cell of its scope.
    struct NormalTerm {
        VariableId variable;
        std::vector<Normal> cells;
    };
    /// A factor as a sum of Gaussians without continuous parents, in the order in which
    /// add_log_densities() adds them; empty when it is none. For callers with faster loops.
    std::vector<NormalTerm> normal_terms(std::size_t factor) const;

private:
    /// Finds the row of a family from the states of a factor's scope and of fixed variables.
    struct RowIndex {
        std::vector<std::size_t> strides;  ///< one per axis of the factor
        std::vector<std::pair<VariableId, std::size_t>> fixed;

        /// The row in the cell that `scratch.at` names.
        std::size_t row(const ObservedBlock& block, const Scratch& scratch) const {
            std::size_t row = 0;
            for (std::size_t axis = 0; axis < scratch.at.size(); ++axis)
                row += scratch.at[axis] * strides[axis];
            for (const auto& [variable, stride] : fixed)
                row += block.states[variable.index()] * stride;
            return row;
        }
    };
    struct Component {
        ContinuousComponent members;
        ContinuousComponent inner;            ///< given the axis; empty where there is none
        std::size_t number = 0;               ///< among the components of all factors
        std::size_t kept_cells = 0;           ///< of which there are decompositions
        std::vector<RowIndex> rows;           ///< of all families, as for_each_family() has them
        std::vector<Normal> normals;          ///< of a single Gaussian, by row: the intercept,
                                              /// < 1/sqrt(2 variance), log of the peak
        std::span<const VariableId> parents;  ///< likewise, the continuous ones
        std::vector<const double*> slopes;    ///< of these, by row

        std::uint32_t add_regression(std::size_t row, const double* x, const ObservedBlock& block,
                                     double* out) const;
        void add_normals(const Cpd& cpd);
    };
    struct Factor {
        Scope scope;
        std::vector<Component> components;
    };

    Scope scope_of(const ContinuousComponent& component, std::span<const char> fixed,
                   std::size_t max_cells) const;
    Component compiled(ContinuousComponent members, const Scope& scope,
                       std::span<const char> fixed);
    void add_component(Factor& factor, ContinuousComponent members, std::span<const char> fixed);
    std::uint32_t add(const Component& component, const Scope& scope, std::size_t cell,
                      const ObservedBlock& block, double* out, Scratch& scratch) const;
    void find_rows(const Component& component, const ObservedBlock& block, Scratch& scratch) const;
    GaussianIntegral& integral_of(const Component& component, std::size_t cell,
                                  Scratch& scratch) const;
    std::uint32_t add_single(const Component& component, std::size_t row,
                             const ObservedBlock& block, double* out, Scratch& scratch) const;
    std::uint32_t add_integrals(const ContinuousComponent& members, GaussianIntegral& integral,
                                const ObservedBlock& block, double* out, Scratch& scratch) const;

    void add_line_integrals(const Component& component, const ObservedBlock& block, double* out,
                            Scratch& scratch) const;

    const BayesianNetwork* network_;
    std::vector<Factor> factors_;
    std::size_t components_ = 0;    ///< of all factors
    std::size_t kept_numbers_ = 0;  ///< of the decompositions that are kept by cell
    bool has_point_masses_ = false, has_cut_variables_ = false;
};

/// True if a continuous variable has neither continuous parents nor continuous children, so that a
/// missing value of it concerns nothing else.
bool has_no_continuous_neighbours(const BayesianNetwork& network, VariableId variable);

}  // namespace pgm::detail
