#pragma once

#include <pgm/inference/detail/continuous/factor.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

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
    /// is bounded or a threshold variable matters.
    bool is_observed(std::size_t factor, const ObservedBlock& block) const;

    /// Memory of one thread between blocks, for one ContinuousEvidence.
    struct Scratch {
        std::vector<std::uint32_t> at;      ///< the state of each axis
        std::vector<std::size_t> row_of;    ///< by variable: of the members of a component
        std::vector<std::uint32_t> states;  ///< by variable, of threshold variables
        std::vector<double> parents;        ///< values of the continuous parents of one variable
        /// Closed forms by component; empty where nothing is hidden. Where there is memory for it,
        /// of each cell.
        std::vector<std::vector<GaussianIntegral>> integrals;
        FactorIntegral integral;
        std::vector<double> sums;  ///< by row, over choices
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
        return factors_[factor].components[component].factor.members();
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
    struct Component {
        Factor factor;
        std::size_t number = 0;                 ///< among the components of all factors
        std::size_t kept_cells = 0;             ///< of which there are decompositions
        std::vector<Normal> normals{};          ///< of a single Gaussian, by row: the intercept,
                                                /// < 1/sqrt(2 variance), log of the peak
        std::span<const VariableId> parents{};  ///< likewise, the continuous ones
        std::vector<const double*> slopes{};    ///< of these, by row

        const ContinuousComponent& members() const { return factor.members(); }
        std::uint32_t add_regression(std::size_t row, const double* x, const ObservedBlock& block,
                                     double* out) const;
        void add_normals(const Cpd& cpd);
    };
    struct Product {
        Scope scope;
        std::vector<Component> components;
    };

    Scope scope_of(const ContinuousComponent& component, std::span<const char> fixed,
                   std::size_t max_cells) const;
    void add_component(Product& product, ContinuousComponent members);
    std::uint32_t add(const Component& component, const Scope& scope, std::size_t cell,
                      const ObservedBlock& block, double* out, Scratch& scratch) const;
    GaussianIntegral& integral_of(const Component& component, std::size_t cell,
                                  Scratch& scratch) const;
    std::uint32_t add_single(const Component& component, std::size_t row,
                             const ObservedBlock& block, double* out, Scratch& scratch) const;
    std::uint32_t add_integrals(const Component& component, GaussianIntegral& closed,
                                const ObservedBlock& block, double* out, Scratch& scratch) const;

    const BayesianNetwork* network_;
    std::vector<Product> factors_;
    std::size_t components_ = 0;    ///< of all factors
    std::size_t kept_numbers_ = 0;  ///< of the decompositions that are kept by cell
    bool has_point_masses_ = false, has_cut_variables_ = false;
};

/// True if a continuous variable has neither continuous parents nor continuous children, so that a
/// missing value of it concerns nothing else.
bool has_no_continuous_neighbours(const BayesianNetwork& network, VariableId variable);

}  // namespace pgm::detail
