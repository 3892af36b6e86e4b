#pragma once

#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The linear Gaussians of a network in rows that know the same variables: the decompositions that
/// the regressions of all of them share, each made when it is needed first.
///
/// A variable is a linear function of the hidden variables of components in which something was
/// observed, of known values and of noises of its own. From it the coefficients go up to its
/// parents, from the last variable to the first; so its predictor does not depend on what else is
/// asked.
class PatternGaussians {
public:
    /// The columns must live as long.
    PatternGaussians(const BayesianNetwork& network, const EvidenceColumns& columns);

    /// Goes on to the rows that are like this one.
    void start(std::size_t row);

    /// The variables with a value in these rows, and their columns.
    std::span<const VariableId> known() const { return known_; }
    const std::vector<const double*>& values() const { return values_; }

    /// The predictor of an unknown variable that is connected by arcs with linear Gaussians without
    /// discrete parents only. Good until the next one.
    const GaussianIntegral::LinearPredictor& predictor(VariableId target);

private:
    struct ObservedPart {
        GaussianIntegral integral;
        bool is_prepared = false;
        std::vector<GaussianIntegral::Term> terms;  ///< of the target
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void add_family(VariableId child, double coefficient);

    const BayesianNetwork& network_;
    const EvidenceColumns& columns_;
    std::vector<VariableId> order_;      ///< parents first
    std::vector<std::size_t> position_;  ///< in it, by variable
    std::vector<std::size_t> row_of_;    ///< zeros: the only row of each family
    std::vector<VariableId> known_;
    std::vector<const double*> values_;
    std::vector<Role> roles_;
    std::vector<ContinuousComponent> components_;
    std::vector<std::size_t> component_of_;  ///< by variable that is hidden in one, otherwise none
    std::vector<ObservedPart> parts_;        ///< by component, and some more
    std::vector<double> coefficients_;       ///< by variable: of it in the target; otherwise 0
    GaussianIntegral::LinearPredictor predictor_;
};

/// The distribution of a linear Gaussian given the row of a table, for all rows that know the same
/// variables and have the same states of the discrete parents: in each configuration of the unknown
/// parents a mean that is an affine function of the row's values, and a standard deviation.
class RowRegressions {
public:
    /// Regressions for the rows that are like this one. The columns must live as long. Throws as
    /// ConditionalGaussians does; no variable may be a kernel density.
    RowRegressions(const BayesianNetwork& network, VariableId target,
                   const EvidenceColumns& columns, std::size_t row, std::size_t max_cells);

    /// Regressions of a target that is connected with linear Gaussians without discrete parents
    /// only, of which there is one configuration, for the rows of the pattern.
    RowRegressions(PatternGaussians& gaussians, VariableId target);

    /// The discrete parents that these rows do not know.
    const Scope& scope() const { return scope_; }
    /// Discrete parents known in these rows; rows that are alike have the same states of them.
    std::span<const VariableId> known_parents() const { return known_parents_; }

    double sd(std::size_t cell) const { return sds_[cell]; }
    /// The means of some rows, ascending, in a configuration. Each is one sum in the order of the
    /// columns, so it has the same bits whichever rows it is worked out with.
    void write_means(std::size_t cell, std::span<const std::uint32_t> rows,
                     std::span<double> means) const;

private:
    struct SlopedColumn {
        double slope;
        const double* values;
    };

    void add_known_target(const double* values);
    void add(const GaussianIntegral::LinearPredictor& predictor,
             std::span<const VariableId> variables, std::span<const double* const> values);
    template <class Row>
    static void add_products(std::span<const SlopedColumn> products, Row row,
                             std::span<double> means);

    Scope scope_;
    std::vector<VariableId> known_parents_;
    // By cell of scope(): the columns that the mean depends on, and where they end.
    std::vector<SlopedColumn> products_;
    std::vector<std::size_t> ends_;
    std::vector<double> intercepts_, sds_;
};

}  // namespace pgm::detail
