#include <learners/independence/detail/contingency.hpp>

#include <learners/independence/detail/tails.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::learners::detail {

ContingencyTest::ContingencyTest(const TestStatistic& statistic, const LogFactorials& log_factorial,
                                 std::size_t a_states, std::size_t b_states)
    : statistic_(statistic), of_a_(a_states, 0.0), of_b_(b_states, 0.0), met_by_a_(a_states, 0.0) {
    if (std::holds_alternative<MonteCarloG2>(statistic)) permutations_.emplace(log_factorial);
}

void ContingencyTest::add(std::span<const CellCount> cells) {
    std::uint64_t total = 0;
    std::size_t states_of_a = 0, states_of_b = 0;  // that occur
    for (const auto& [a, b, count] : cells) {
        if (of_a_[a] == 0) ++states_of_a;
        if (of_b_[b] == 0) ++states_of_b;
        of_a_[a] += static_cast<double>(count);
        of_b_[b] += static_cast<double>(count);
        total += count;
    }
    rows_ += total;
    if (states_of_a > 1 && states_of_b > 1) {
        const double of_z = static_cast<double>(total);
        sum_ += std::holds_alternative<X2>(statistic_) ? squared_deviations(cells, of_z)
                                                       : likelihood_ratio(cells, of_z);
        degrees_of_freedom_ += (states_of_a - 1) * (states_of_b - 1);
        if (permutations_) add_to_permutations(cells);
    }
    for (const CellCount& cell : cells) of_a_[cell.a] = of_b_[cell.b] = 0;
}

void ContingencyTest::add(std::span<const std::uint64_t> counts, const TestAxes& axes) {
    for (std::size_t high = 0; high < axes.high_size; ++high)
        for (std::size_t low = 0; low < axes.low_size; ++low) {
            cells_.clear();
            for (std::size_t b = 0; b < axes.b_states; ++b) {
                const std::size_t first =
                    ((high * axes.b_states + b) * axes.low_size + low) * axes.a_states;
                for (std::size_t a = 0; a < axes.a_states; ++a)
                    if (counts[first + a] > 0) cells_.push_back({a, b, counts[first + a]});
            }
            add(cells_);
        }
}

void ContingencyTest::add_to_permutations(std::span<const CellCount> cells) {
    std::vector<std::uint64_t> of_a, of_b;
    for (const double sum : of_a_)
        if (sum > 0) of_a.push_back(static_cast<std::uint64_t>(sum));
    for (const double sum : of_b_)
        if (sum > 0) of_b.push_back(static_cast<std::uint64_t>(sum));
    for (const CellCount& cell : cells) n_log_n_ += n_log_n(cell.count);
    permutations_->add(std::move(of_a), std::move(of_b));
}

/// sum n ln( n n_z / (n_az n_bz) ); the products are of whole numbers, hence exact below 2^53.
double ContingencyTest::likelihood_ratio(std::span<const CellCount> cells, double total) const {
    double sum = 0;
    for (const auto& [a, b, count] : cells) {
        const double n = static_cast<double>(count);
        sum += n * std::log(n * total / (of_a_[a] * of_b_[b]));
    }
    return sum;
}

/// sum (n - e)^2 / e. Where n = 0 the term is e; those of one state of A add up to its share of
/// the B that it never meets, a difference of whole numbers.
double ContingencyTest::squared_deviations(std::span<const CellCount> cells, double total) {
    double sum = 0;
    for (const auto& [a, b, count] : cells) {
        const double expected = of_a_[a] * of_b_[b] / total;
        const double deviation = static_cast<double>(count) - expected;
        sum += deviation * deviation / expected;
        met_by_a_[a] += of_b_[b];
    }
    for (const CellCount& cell : cells) {
        double& met = met_by_a_[cell.a];
        if (met > 0) sum += of_a_[cell.a] * (total - met) / total;
        met = 0;
    }
    return sum;
}

TestResult ContingencyTest::result() {
    const double rows = static_cast<double>(rows_);
    TestResult result{.degrees_of_freedom = static_cast<double>(degrees_of_freedom_), .rows = rows};
    const double sum = std::max(0.0, sum_);  // rounding may leave a little less than nothing
    const double chi_square = std::holds_alternative<X2>(statistic_) ? sum : 2 * sum;
    if (permutations_ && degrees_of_freedom_ > 0) {
        result.p = permutations_->p(n_log_n_, std::get<MonteCarloG2>(statistic_).permutations);
    } else {
        result.p = chi_square_upper_tail(chi_square, result.degrees_of_freedom);
    }
    result.statistic = chi_square;
    if (std::holds_alternative<MutualInformation>(statistic_))
        result.statistic = rows > 0 ? sum / rows : 0;
    return result;
}

}  // namespace pgm::learners::detail
