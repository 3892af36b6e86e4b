#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/cpd/cpd_family.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// A discrete variable X whose states are intervals of a linear function of its continuous parents,
/// between cuts, with noise, and with parameters of its own for each configuration of the discrete
/// parents:
///
///     X = k   where   cut_d,k-1  <  slope_d1 c_1 + ... + slope_dm c_m + N(0, v_d)  <=  cut_d,k
///
/// for states counted from 0, with -infinity below the first cut and infinity above the last. With
/// two states and noise it is a probit model, with more an ordered probit (McCullagh 1980,
/// "Regression models for ordinal data"); without noise it cuts sharply. It is the only
/// distribution of a discrete variable that has continuous parents.
///
/// To the engine a state is an interval of a Gaussian, so it is answered exactly where no more than
/// three such intervals belong together.
class ThresholdCpd {
public:
    static constexpr std::string_view kind = "threshold";

    /// The parameters of one configuration. Cuts are in units of the linear function, the variance
    /// in their square.
    struct Row {
        std::vector<double> slopes;  ///< one per continuous parent
        double variance = 0;         ///< of the noise
        std::vector<double> cuts;    ///< ascending, one less than there are states

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

    std::size_t parameter_count() const;
    std::size_t stored_numbers() const {
        return rows_.size() * (continuous_parents().size() + states_);
    }
    /// That numbers are finite, the variance is not negative, and cuts ascend.
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

    /// Per row the slopes, the variance, the cuts.
    std::vector<double> numbers() const;
    /// Throws ArgumentError when the numbers do not fit the family.
    static ThresholdCpd from_numbers(const CpdFamily& family, std::span<const double> numbers);

    friend bool operator==(const ThresholdCpd&, const ThresholdCpd&) = default;

private:
    VariableId child_;
    std::size_t states_;
    Scope discrete_;
    std::vector<VariableId> parents_;
    std::vector<Row> rows_;
};

/// The values of the linear function in a state.
Interval interval_of(const ThresholdCpd::Row& row, StateId state);

}  // namespace pgm
