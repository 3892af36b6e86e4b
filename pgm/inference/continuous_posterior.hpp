#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/cpd/cpd_family.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// A density that has no closed form as a table: a polynomial of degree 16 on each of some panels,
/// and zero elsewhere. Probabilities are the integrals of the polynomials, exact to rounding.
class TabulatedDensity {
public:
    static constexpr std::size_t terms = 17;

    struct Panel {
        double low = 0, high = 0;
        /// Coefficients of the Chebyshev polynomials T_k(t), t being -1 at low and 1 at high.
        std::array<double, terms> coefficients{};

        double density(double x) const;
        /// The integral over the part between two numbers of the panel.
        double integral(double from, double to) const;
        friend bool operator==(const Panel&, const Panel&) = default;
    };

    /// No table.
    TabulatedDensity() = default;
    /// A table of panels in ascending order, which are divided by their integral. Throws
    /// ArgumentError when that is not positive, or panels overlap.
    explicit TabulatedDensity(std::vector<Panel> panels);

    bool empty() const { return panels_.empty(); }
    std::span<const Panel> panels() const { return panels_; }
    double density(double x) const;
    double probability(const Interval& interval) const;
    /// The panel in which the distribution function passes p.
    Interval quantile_range(double p) const;
    double mode() const;

    friend bool operator==(const TabulatedDensity&, const TabulatedDensity&) = default;

private:
    std::size_t panel_at(double x) const;

    std::vector<Panel> panels_;
    std::vector<double> below_, above_;  ///< the probability on the two sides of each panel
};

/// P(X | e) of a continuous variable X: a mixture of normal, uniform and tabulated distributions,
///
///     p(x | e) = sum_i w_i p_i(x),
///
/// with a component for every configuration of the discrete variables that X depends on under the
/// evidence, of weight P(configuration | e), and for every kernel of a kernel density. Components
/// that are equal to rounding are one. Exact, as no component is left out and none is joined with a
/// different one (Lauritzen 1992, "Propagation of probabilities, means, and variances in mixed
/// graphical association models"). A component without variance is a point mass: all of X that was
/// observed is one, and so is what deterministic relations leave no choice. Under evidence about
/// intervals, or states that are intervals, components are parts of normal distributions, which are
/// tabulated; so are components that depend on a variable that is integrated out by quadrature.
///
/// Members throw ImpossibleEvidenceError where the evidence is impossible.
class ContinuousPosterior {
public:
    /// A mixture of components with positive weights, which are divided by their sum. Throws
    /// ArgumentError when there is none, and for numbers that are none of a distribution.
    ContinuousPosterior(VariableId variable, std::vector<DensityComponent> components,
                        double log_evidence);
    /// A mixture in which each component whose shape is tabulated has a table.
    ContinuousPosterior(VariableId variable, std::vector<DensityComponent> components,
                        std::vector<TabulatedDensity> tables, double log_evidence);
    /// The posterior under impossible evidence.
    explicit ContinuousPosterior(VariableId variable) : variable_(variable) {}

    VariableId variable() const { return variable_; }
    bool impossible() const { return components_.empty(); }
    double log_evidence() const { return log_evidence_; }

    /// In order of their means.
    std::span<const DensityComponent> components() const;
    /// The tables of the components, in their order; empty where none of them is tabulated.
    std::span<const TabulatedDensity> tables() const { return tables_; }

    double mean() const;
    double variance() const;
    double sd() const;
    /// P(X <= x | e).
    double cdf(double x) const { return probability({.up_to = x}); }
    /// P(above < X <= up_to | e), with small relative errors also far out, on both sides.
    double probability(const Interval& interval) const;
    /// p(x | e); infinite at a point mass.
    double density(double x) const;
    /// Its logarithm, also where the density is too small for a double.
    double log_density(double x) const;
    /// The continuous ranked probability score of this forecast where x came true,
    ///
    ///     integral of (P(X <= t | e) - [x <= t])^2 dt  =  E|X - x| - E|X - X'| / 2,
    ///
    /// X' an independent copy of X: in closed form (Grimit, Gneiting, Berrocal and Johnson 2006,
    /// "The continuous ranked probability score for circular variables and its application to
    /// mesoscale forecast ensemble verification"), but where components are tabulated by Simpson's
    /// rule, to about 1e-5 of the standard deviation. It is in the unit of X; of a point mass it is
    /// the distance from x.
    double crps(double x) const;
    /// The least x with P(X <= x | e) >= p. Throws ArgumentError unless 0 < p < 1.
    double quantile(double p) const;
    double median() const { return quantile(0.5); }
    /// The x of greatest density; the heaviest point mass if there are any.
    double mode() const;
    /// The interval with that probability that leaves the same on both sides. Throws ArgumentError
    /// unless 0 < probability < 1.
    Interval central_interval(double probability) const;

private:
    double probability_of(std::size_t component, const Interval& interval) const;
    double density_of(std::size_t component, double x) const;
    double log_density_of(std::size_t component, double x) const;
    Interval quantile_range(std::size_t component, double p) const;
    double climbed(double x) const;
    double searched(double x, double step) const;
    double top_of(std::size_t component) const;
    std::optional<double> point_mass_at(double p) const;

    VariableId variable_;
    std::vector<DensityComponent> components_;
    std::vector<TabulatedDensity> tables_;
    double log_evidence_ = -infinity;
};

/// Means and covariances of continuous variables given evidence, in the order of the request, in
/// the units of the variables. Empty where the evidence is impossible.
struct ContinuousMoments {
    PosteriorStatus status = PosteriorStatus::ok;
    double log_evidence = -infinity;
    std::vector<VariableId> variables;
    std::vector<double> means;
    std::vector<double> covariances;  ///< a row for each variable, one after the other

    double covariance(std::size_t i, std::size_t j) const {
        return covariances[i * variables.size() + j];
    }
    /// In [-1, 1]; 0 where one of the two has no variance.
    double correlation(std::size_t i, std::size_t j) const;
};

}  // namespace pgm
