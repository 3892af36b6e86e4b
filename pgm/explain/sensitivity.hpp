#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/query/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm {

namespace detail {
struct AnswerDerivatives;
}

/// An answer as a function of one entry t of a table, the others of its row changing in proportion:
/// a quotient of polynomials in Bernstein form,
///
///     f(t) = n(t) / d(t),   n(t) = n_0 (1 - t)^2 + 2 n_1 t (1 - t) + n_2 t^2,   d likewise.
///
/// A probability P(a | e) is (a t + b) / (c t + d), for P(e) and P(a, e) are linear in t (Laskey
/// 1995; Castillo, Gutierrez and Hadi 1997); a difference and a ratio of two are of degree 2. All
/// coefficients of a probability are sums of non-negative terms, so that none of them cancels.
class SensitivityFunction {
public:
    using Polynomial = std::array<double, 3>;

    SensitivityFunction(Polynomial numerator, Polynomial denominator)
        : numerator_(numerator), denominator_(denominator) {}

    /// Null where the evidence would be impossible.
    std::optional<double> at(double t) const;
    double derivative(double t) const;
    /// True if it has one value, but for rounding.
    bool is_constant() const;
    /// The numbers in [0, 1] at which it has this value, in ascending order.
    std::vector<double> where(double value) const;
    /// The least and the greatest value between two numbers, where it has any.
    std::pair<double, double> range(double low, double high) const;

    const Polynomial& numerator() const { return numerator_; }
    const Polynomial& denominator() const { return denominator_; }

private:
    Polynomial wronskian() const;

    Polynomial numerator_, denominator_;
};

/// An entry P(X=state | row) of a table, and what an answer owes to it.
struct ParameterSensitivity {
    VariableId variable;
    std::size_t row = 0;
    StateId state;
    double value = 0;
    /// Null for an entry that cannot vary: that of a single state, and one that is 1 beside several
    /// zeros, which have no proportion.
    std::optional<SensitivityFunction> function{};
    double derivative = 0;  ///< at the value
};

/// A number of the normal distribution of a continuous variable whose value is known, and what an
/// answer owes to it. The answer is no quotient of polynomials in it, so that there is the
/// derivative alone: with the score s = d log f / d number at the value,
///
///     dP(a | e) / d number  =  s P(a | e) (P(row | a, e) - P(row | e)).
struct DensitySensitivity {
    enum class Number : std::uint8_t { intercept, slope, variance };

    VariableId variable;
    std::size_t row = 0;  ///< of its LinearGaussianCpd
    Number number = Number::intercept;
    std::size_t slope = 0;  ///< of which continuous parent
    double value = 0;
    double derivative = 0;
};

/// The answer has to reach a number from below, or from above.
struct AnswerRequirement {
    bool at_least = true;
    double bound = 0;

    bool holds(double answer) const { return at_least ? answer >= bound : answer <= bound; }
};

/// One entry with another value.
struct SingleChange {
    std::size_t parameter = 0;  ///< of SensitivityAnalysis::parameters()
    double to = 0;
    /// |log odds(to) - log odds(value)|: the distance of the two networks (Chan and Darwiche 2005,
    /// "A distance measure for bounding probabilistic belief change").
    double distance = 0;
    std::optional<StateId> most_probable{};  ///< of most_probable_changes(): the state from then on
};

/// One table with other rows.
struct TableChange {
    VariableId variable;
    std::vector<double> cells;  ///< of the changed TableCpd
    /// Of the two networks: log max - log min of new cells divided by old ones.
    double distance = 0;
};

/// How sure the numbers of a network must be: a probability P(event | given), or a difference or a
/// ratio of two, as a function of each entry of each table, all others fixed.
///
///     SensitivityAnalysis analysis(engine, parse_query(network, "P(Fire=yes | Smoke=yes)"));
///     for (const ParameterSensitivity& one : analysis.parameters()) one.function->at(0.1);
///
/// The functions follow from the derivatives of P(given) and of P(event, given) (derivatives.hpp),
/// a run each. The tables of variables that are set by do() do not matter to the answer. The normal
/// distributions of continuous variables with known values have derivatives, too
/// (density_parameters()). Numbers of other distributions that are no tables are left out.
class SensitivityAnalysis {
public:
    /// The engine has to outlive this. Throws ArgumentError for another question, for imposed
    /// posteriors, which hold whatever the numbers are, for a mixture and where the unknown value
    /// of a continuous variable matters; further as answer() does, and ImpossibleEvidenceError.
    SensitivityAnalysis(const InferenceEngine& engine, const Query& query);

    double answer() const { return answer_; }
    /// By variable, row and state.
    std::span<const ParameterSensitivity> parameters() const { return parameters_; }
    /// By variable, row and number.
    std::span<const DensitySensitivity> density_parameters() const { return density_parameters_; }
    /// The variable that a probability is about: the event is one of states of it. Null of other
    /// events, and of a difference or a ratio.
    std::optional<VariableId> queried() const;
    /// Variables whose distribution is no table and has no density_parameters().
    std::span<const VariableId> left_out() const { return left_out_; }

    /// Every single change that makes the requirement true, the nearest on each side of a value;
    /// the smallest distance first.
    std::vector<SingleChange> single_changes(const AnswerRequirement& requirement) const;

    /// For every table that can make the requirement true by itself, the change of the smallest
    /// distance, and these in that order. All rows may change, zeros stay (Chan and Darwiche 2004,
    /// "Sensitivity analysis in Bayesian networks: from single to multiple parameters"). Null for
    /// two probabilities under different conditions, which are not linear in a table.
    std::optional<std::vector<TableChange>> table_changes(
        const AnswerRequirement& requirement) const;

    /// The distance below which no change of any numbers makes a requirement about a probability
    /// true: O(a | e) e^-D <= O'(a | e) <= O(a | e) e^D for networks at the distance D. Null for a
    /// difference or a ratio.
    std::optional<double> least_distance(const AnswerRequirement& requirement) const;

    /// Every single change that makes another state of the queried variable the most probable one,
    /// the smallest distance first; none without one.
    std::vector<SingleChange> most_probable_changes() const;

private:
    explicit SensitivityAnalysis(detail::AnswerDerivatives derivatives);

    std::shared_ptr<const detail::AnswerDerivatives> derivatives_;
    double answer_ = 0;
    std::vector<ParameterSensitivity> parameters_;
    std::vector<DensitySensitivity> density_parameters_;
    std::vector<VariableId> left_out_;
};

}  // namespace pgm
