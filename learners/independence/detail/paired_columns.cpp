#include <learners/independence/detail/paired_columns.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace pgm::learners::detail {
namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

constexpr std::size_t lanes = 8;

/// Sums in lanes, which processors add at a time. Their order is the same for all of them.
struct LaneSum {
    std::array<double, lanes> sums{};

    /// Adds term(0) ... term(count - 1).
    template <class Term>
    void add(std::size_t count, const Term& term) {
        std::array<double, lanes> some = sums;  // which no pointer can refer to
        std::size_t i = 0;
        for (; i + lanes <= count; i += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) some[lane] += term(i + lane);
        for (std::size_t lane = 0; i < count; ++i, ++lane) some[lane] += term(i);
        sums = some;
    }
    double total() const {
        return ((sums[0] + sums[4]) + (sums[2] + sums[6])) +
               ((sums[1] + sums[5]) + (sums[3] + sums[7]));
    }
};

template <class Term>
double lane_sum(std::size_t count, const Term& term) {
    LaneSum sum;
    sum.add(count, term);
    return sum.total();
}

/// The sum of weight times term(i).
template <class Term>
void add_weighted(LaneSum& sum, std::span<const double> weights, std::size_t count,
                  const Term& term) {
    const double* const w = weights.data();
    if (weights.empty())
        sum.add(count, term);
    else
        sum.add(count, [=](std::size_t i) { return w[i] * term(i); });
}

template <class Term>
double weighted_sum(std::span<const double> weights, std::size_t count, const Term& term) {
    LaneSum sum;
    add_weighted(sum, weights, count, term);
    return sum.total();
}

double weight_sum(std::span<const double> weights, std::size_t rows) {
    const double* const w = weights.data();
    return weights.empty() ? static_cast<double>(rows)
                           : lane_sum(rows, [=](std::size_t i) { return w[i]; });
}

/// The mean, as the first number and the mean of what the others are beyond it: little is rounded,
/// and nothing of numbers that are all the same.
double weighted_mean(std::span<const double> x, std::span<const double> weights, double total) {
    const double* const of_x = x.data();
    const double first = x.front();
    return first +
           weighted_sum(weights, x.size(), [=](std::size_t i) { return of_x[i] - first; }) / total;
}

/// Numbers about their mean. The sum of the differences is what rounding of the mean has left.
struct CentredNumbers {
    std::span<const double> numbers;
    double mean = 0, rest = 0;
};

CentredNumbers about_mean(std::span<const double> x, std::span<const double> weights,
                          double total) {
    const double* const of_x = x.data();
    const double mean = weighted_mean(x, weights, total);
    return {x, mean,
            weighted_sum(weights, x.size(), [=](std::size_t i) { return of_x[i] - mean; })};
}

/// sum w (x - mean of x) (y - mean of y), corrected for the rounding of the means (Chan, Golub and
/// LeVeque 1983).
double scatter_of(const CentredNumbers& x, const CentredNumbers& y, std::span<const double> weights,
                  double total) {
    const double *const of_x = x.numbers.data(), *const of_y = y.numbers.data();
    const double mean_x = x.mean, mean_y = y.mean;
    const double products = weighted_sum(weights, x.numbers.size(), [=](std::size_t i) {
        return (of_x[i] - mean_x) * (of_y[i] - mean_y);
    });
    return products - x.rest * y.rest / total;
}

double square_of(const CentredNumbers& x, std::span<const double> weights, double total) {
    return std::max(0.0, scatter_of(x, x, weights, total));
}

/// Scales numbers whose squares would overflow or vanish, by a power of two.
void bound(std::span<double> values) {
    constexpr int least = -300, most = 300;
    double largest = 0;
    for (const double value : values)
        if (std::abs(value) > largest) largest = std::abs(value);
    const int exponent = largest > 0 ? std::ilogb(largest) : 0;
    if (exponent > least && exponent < most) return;
    for (double& value : values) value = std::scalbn(value, -exponent);
}

std::vector<std::uint32_t> ascending_rows(std::span<const double> values) {
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < values.size(); ++row)
        if (!std::isnan(values[row])) rows.push_back(static_cast<std::uint32_t>(row));
    std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return values[row]; });
    return rows;
}

/// Writes the ranks of the rows in `order` that count; a row of weight w counts as w rows with the
/// same number, and these share the mean of their ranks.
template <class Counts>
void write_ranks(std::span<const double> values, std::span<const std::uint32_t> order,
                 const Counts& counts, std::span<const double> weights, std::span<double> ranks) {
    double before = 0;
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        double tied = 0;
        for (; end < order.size() && values[order[end]] == values[order[begin]]; ++end)
            if (counts(order[end])) tied += weights.empty() ? 1 : weights[order[end]];
        for (std::size_t i = begin; i < end; ++i)
            ranks[order[i]] = counts(order[i]) ? before + (tied + 1) / 2 : missing_number;
        before += tied;
    }
}

}  // namespace

void standardise(std::span<double> values, std::span<const double> weights) {
    if (values.empty()) return;
    bound(values);
    const double total = weight_sum(weights, values.size()),
                 mean = weighted_mean(values, weights, total);
    for (double& value : values) value -= mean;
    const CentredNumbers again = about_mean(values, weights, total);
    const double length = std::sqrt(square_of(again, weights, total));
    for (double& value : values) value = length > 0 ? (value - again.mean) / length : 0;
}

ReadyNumbers ready_numbers(const Column& column, std::span<const double> weights, bool ranks) {
    const RealCells& cells = std::get<RealCells>(column.cells);
    ReadyNumbers ready{.values = {cells.begin(), cells.end()}};
    if (ranks) {
        ready.order = ascending_rows(ready.values);
        std::vector<double> by_row(cells.size(), missing_number);
        write_ranks(
            ready.values, ready.order, [](std::uint32_t) { return true; }, weights, by_row);
        ready.values = std::move(by_row);
    }
    const auto is_missing = [](double value) { return std::isnan(value); };
    ready.is_complete = std::ranges::none_of(ready.values, is_missing);
    if (ready.is_complete) {
        standardise(ready.values, weights);
        const auto varies = [](double value) { return value != 0; };
        ready.square = std::ranges::any_of(ready.values, varies) ? 1 : 0;
    } else {
        bound(ready.values);
    }
    return ready;
}

GroupedRows grouped_rows(const Column& column) {
    GroupedRows groups;
    std::vector<std::size_t> next(column.variable.cardinality() + 1, 0);
    visit_codes(column, [&](const auto& codes) {
        constexpr auto missing = missing_code<typename std::decay_t<decltype(codes)>::value_type>;
        for (const auto code : codes)
            if (code != missing) ++next[code + std::size_t{1}];
        for (std::size_t state = 0; state + 1 < next.size(); ++state) {
            if (next[state + 1] > 0) groups.ends.push_back(next[state] + next[state + 1]);
            next[state + 1] += next[state];
        }
        groups.rows.resize(next.back());
        groups.is_complete = groups.rows.size() == codes.size();
        for (std::size_t row = 0; row < codes.size(); ++row)
            if (codes[row] != missing)
                groups.rows[next[codes[row]]++] = static_cast<std::uint32_t>(row);
    });
    return groups;
}

std::vector<PairScatter> scatters_of_complete(std::span<const NumberPair> pairs,
                                              std::span<const double> weights) {
    constexpr std::size_t portion = 1024;
    if (pairs.empty()) return {};
    const std::size_t rows = pairs.front().first->values.size();
    std::vector<LaneSum> sums(pairs.size());
    for (std::size_t begin = 0; begin < rows; begin += portion) {
        const std::size_t count = std::min(portion, rows - begin);
        const auto some = weights.empty() ? weights : weights.subspan(begin, count);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const double *const x = pairs[i].first->values.data() + begin,
                                *const y = pairs[i].second->values.data() + begin;
            add_weighted(sums[i], some, count, [=](std::size_t row) { return x[row] * y[row]; });
        }
    }
    std::vector<PairScatter> scatters;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        scatters.push_back({weight_sum(weights, rows), pairs[i].first->square,
                            pairs[i].second->square, sums[i].total()});
    return scatters;
}

/// Ranks among the rows that count, and a missing number in others.
void PairScatters::rank(const ReadyNumbers& numbers, std::vector<double>& ranks) const {
    ranks.assign(numbers.values.size(), missing_number);
    write_ranks(
        numbers.values, numbers.order, [&](std::uint32_t row) { return counts_[row]; }, weights_,
        ranks);
}

std::span<const double> PairScatters::sample_weights(std::size_t begin, std::size_t end) const {
    if (weights_.empty()) return {};
    return std::span(of_rows_).subspan(begin, end - begin);
}

PairScatter PairScatters::of(const ReadyNumbers& a, const ReadyNumbers& b) {
    std::span<const double> x = a.values, y = b.values;
    const std::size_t rows = x.size();
    if (!a.order.empty() || !b.order.empty()) {
        counts_.resize(rows);
        for (std::size_t row = 0; row < rows; ++row) counts_[row] = !std::isnan(x[row] + y[row]);
        rank(a, ranks_of_a_);
        rank(b, ranks_of_b_);
        x = ranks_of_a_;
        y = ranks_of_b_;
    }
    a_.resize(rows);
    b_.resize(rows);
    of_rows_.resize(weights_.size());
    std::size_t count = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        a_[count] = x[row];
        b_[count] = y[row];
        if (!weights_.empty()) of_rows_[count] = weights_[row];
        count += std::isnan(x[row] + y[row]) ? 0 : 1;
    }
    if (count == 0) return {};
    const std::span<const double> of_a = std::span(a_).first(count),
                                  of_b = std::span(b_).first(count),
                                  weights = sample_weights(0, count);
    const double total = weight_sum(weights, count);
    const CentredNumbers centred_a = about_mean(of_a, weights, total),
                         centred_b = about_mean(of_b, weights, total);
    return {.rows = total,
            .first = square_of(centred_a, weights, total),
            .second = square_of(centred_b, weights, total),
            .product = scatter_of(centred_a, centred_b, weights, total)};
}

GroupScatter PairScatters::of(const ReadyNumbers& numbers, const GroupedRows& groups) {
    std::span<const double> values = numbers.values;
    if (!numbers.order.empty() && !(numbers.is_complete && groups.is_complete)) {
        counts_.assign(values.size(), false);
        for (const std::uint32_t row : groups.rows) counts_[row] = !std::isnan(values[row]);
        rank(numbers, ranks_of_a_);
        values = ranks_of_a_;
    }
    a_.resize(groups.rows.size());
    of_rows_.resize(weights_.empty() ? 0 : groups.rows.size());
    std::vector<double> means, totals;
    GroupScatter scatter;
    for (std::size_t i = 0, begin = 0, end = 0; const std::size_t last : groups.ends) {
        for (; i < last; ++i) {
            const std::uint32_t row = groups.rows[i];
            a_[end] = values[row];
            if (!weights_.empty()) of_rows_[end] = weights_[row];
            end += std::isnan(values[row]) ? 0 : 1;
        }
        if (end == begin) continue;
        const std::span<const double> group = std::span(a_).subspan(begin, end - begin),
                                      weights = sample_weights(begin, end);
        totals.push_back(weight_sum(weights, group.size()));
        const CentredNumbers numbers_of_group = about_mean(group, weights, totals.back());
        means.push_back(numbers_of_group.mean);
        scatter.within += square_of(numbers_of_group, weights, totals.back());
        begin = end;
    }
    if (means.empty()) return scatter;
    scatter.groups = means.size();
    scatter.rows = weight_sum(totals, totals.size());
    scatter.between = square_of(about_mean(means, totals, scatter.rows), totals, scatter.rows);
    return scatter;
}

}  // namespace pgm::learners::detail
