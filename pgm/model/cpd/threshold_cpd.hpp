#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/cpd/cpd_family.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// Noise of mean 0, which is added to a number before that is compared with cuts.
struct Noise {
    enum class Kind : std::uint8_t { normal, logistic };

    Kind kind = Kind::normal;
    /// The standard deviation of normal noise; of logistic noise e the s of
    /// P(e <= x) = 1 / (1 + exp(-x / s)), whose variance is s^2 pi^2 / 3. 0: there is none.
    double scale = 0;

    /// log P(above < x + e <= up_to), to a few units in the last place also far out and of narrow
    /// intervals; -inf for 0.
    double log_probability(double x, const Interval& interval) const;
    /// Takes one number from `rng`.
    double sample(Rng& rng) const;

    friend bool operator==(const Noise&, const Noise&) = default;
};

/// A discrete variable X whose states are intervals of a linear function of its continuous parents,
/// between cuts, with noise, and with parameters of its own for each configuration of the discrete
/// parents:
///
///     X = k   where   cut_d,k-1  <  slope_d1 c_1 + ... + slope_dm c_m + e_d  <=  cut_d,k
///
/// for states counted from 0, with -infinity below the first cut and infinity above the last. The
/// noise e_d of mean 0 and variance v_d makes it one of these models (McCullagh 1980, "Regression
/// models for ordinal data"):
///
/// | noise    | two states         | more states              |
/// |----------|--------------------|--------------------------|
/// | normal   | probit regression  | ordered probit           |
/// | logistic | logistic regression| ordered logit            |
/// | v_d = 0  | a sharp threshold  | sharp intervals          |
///
/// P(X = 1 | c) = 1 / (1 + exp(-(a + b c))) is logistic_row({b}, 1, {-a}). It is the only
/// distribution of a discrete variable that has continuous parents.
///
/// To the engine a state is an interval of a Gaussian, with logistic noise a likelihood of one. It
/// is answered where the intervals that belong together depend on no more than three linear
/// functions, or the logistic likelihoods on no more than two (docs/numerics.md).
class ThresholdCpd {
public:
    static constexpr std::string_view kind = "threshold";

    /// The parameters of one configuration. Cuts are in units of the linear function, the variance
    /// in their square.
    struct Row {
        std::vector<double> slopes;               ///< one per continuous parent
        double variance = 0;                      ///< of the noise
        std::vector<double> cuts;                 ///< ascending, one less than there are states
        Noise::Kind noise = Noise::Kind::normal;  ///< logistic noise has a positive variance

        friend bool operator==(const Row&, const Row&) = default;
    };

    /// Throws ArgumentError when a variable occurs twice, when there are no continuous parents, and
    /// unless there is one row per configuration with one slope per continuous parent and one cut
    /// less than `states`.
    ThresholdCpd(VariableId child, std::size_t states, Scope discrete_parents,
                 std::vector<VariableId> continuous_parents, std::vector<Row> rows);

    VariableId child() const { return child_; }
    std::size_t states() const { return states_; }
    /// The discrete parents, then the continuous ones.
    std::span<const VariableId> parents() const { return parents_; }
    const Scope& discrete_scope() const { return discrete_; }
    std::span<const VariableId> continuous_parents() const {
        return std::span(parents_).subspan(discrete_.size());
    }
    std::size_t row_count() const { return rows_.size(); }
    const Row& row(std::size_t i) const { return rows_[i]; }

    /// Slopes and cuts: the noise is their unit.
    std::size_t parameter_count() const;
    std::size_t stored_numbers() const;
    /// That numbers are finite, the variance is not negative (of logistic noise: positive), and
    /// cuts ascend.
    void check(const ReportNumber& report) const;

    /// The linear function in a row; `parents` are the values of continuous_parents().
    double mean(std::size_t row, std::span<const double> parents) const;
    /// log P(X = state | row, parents); -inf for 0.
    double log_probability(std::size_t row, std::span<const double> parents, StateId state) const;
    /// Takes one number from `rng`.
    StateId sample(std::size_t row, std::span<const double> parents, Rng& rng) const;

    /// The cuts of a row. A kind that has this member is a discrete variable with continuous
    /// parents.
    const Row& cut_row(std::size_t row) const { return rows_[row]; }

    /// Per row the slopes, the variance, the cuts; where some row has logistic noise, before the
    /// variance of each the kind of noise (0 normal, 1 logistic).
    std::vector<double> numbers() const;
    /// Throws ArgumentError when the numbers do not fit the family.
    static ThresholdCpd from_numbers(const CpdFamily& family, std::span<const double> numbers);

    friend bool operator==(const ThresholdCpd&, const ThresholdCpd&) = default;

private:
    bool has_logistic_noise() const;

    VariableId child_;
    std::size_t states_;
    Scope discrete_;
    std::vector<VariableId> parents_;
    std::vector<Row> rows_;
};

/// A row with logistic noise of that scale.
ThresholdCpd::Row logistic_row(std::vector<double> slopes, double scale, std::vector<double> cuts);

/// The noise of a row.
Noise noise_of(const ThresholdCpd::Row& row);

/// The values of the linear function and its noise in a state.
Interval interval_of(const ThresholdCpd::Row& row, StateId state);

}  // namespace pgm
