#include <learners/independence/detail/conditional_gaussian_test.hpp>

#include <learners/estimate/detail/column_resolution.hpp>
#include <learners/independence/detail/paired_columns.hpp>
#include <learners/independence/detail/tails.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr std::uint32_t no_code = missing_code<std::uint32_t>;

/// A variance below it is rounding, of columns whose variance is 1.
constexpr double rounding_variance = 1e-20;

/// A group of fewer rows than this for each free parameter of a mean says too little about its
/// variances: the likelihood would be that of numbers fitted one by one.
constexpr double rows_per_coefficient = 3;

/// Rows, and the scatter of numbers about their means.
struct MixedMoments {
    double rows = 0;
    Eigen::VectorXd mean;
    Eigen::MatrixXd scatter;  ///< the lower triangle

    /// Chan, Golub and LeVeque 1983, "Algorithms for computing the sample variance".
    void merge(const MixedMoments& other) {
        if (rows == 0) {
            *this = other;
            return;
        }
        const Eigen::VectorXd apart = other.mean - mean;
        const double all = rows + other.rows;
        scatter += other.scatter + (rows * other.rows / all) * (apart * apart.transpose());
        mean += (other.rows / all) * apart;
        rows = all;
    }
};

/// log |scatter / rows| of some of its columns, by the pivots of Cholesky's decomposition. None is
/// below the least variance of its column: in all four likelihoods the columns come in one order,
/// so that what is a function of the columns before it cancels.
double log_determinant_of(const MixedMoments& moments, std::span<const std::size_t> columns,
                          std::span<const double> least_variances) {
    const auto size = static_cast<Eigen::Index>(columns.size());
    Eigen::MatrixXd factor(size, size);
    Eigen::VectorXd pivots(size);
    double sum = 0;
    for (Eigen::Index j = 0; j < size; ++j) {
        const std::size_t column = columns[static_cast<std::size_t>(j)];
        for (Eigen::Index k = 0; k <= j; ++k) {
            const auto other = static_cast<Eigen::Index>(columns[static_cast<std::size_t>(k)]);
            double rest = moments.scatter(static_cast<Eigen::Index>(column), other) / moments.rows;
            for (Eigen::Index m = 0; m < k; ++m) rest -= factor(j, m) * factor(k, m) * pivots(m);
            if (k < j)
                factor(j, k) = rest / pivots(k);
            else
                pivots(j) = std::max(rest, least_variances[column]);
        }
        sum += std::log(pivots(j));
    }
    return sum;
}

/// One test: its columns, and the groups of its rows.
class ConditionalGaussianQuestion {
public:
    ConditionalGaussianQuestion(const MixedTable& table, VariableId a, VariableId b,
                                std::span<const VariableId> given)
        : table_(table) {
        for (const VariableId v : given) take(v, true, true);
        take(a, true, false);
        take(b, false, true);
        collect();
    }

    TestResult result() const {
        TestResult result;
        for (const MixedGroup& group : groups_) result.rows += group.moments.rows;
        result.degrees_of_freedom = degrees_of_freedom();
        if (!(result.degrees_of_freedom > 0)) return result;
        const double sum = log_likelihood(true, true) + log_likelihood(false, false) -
                           log_likelihood(true, false) - log_likelihood(false, true);
        result.statistic = std::max(0.0, 2 * sum);
        result.p = chi_square_upper_tail(result.statistic, result.degrees_of_freedom);
        return result;
    }

private:
    /// A column of the test, and whether it is in the likelihood of A and Z, and of B and Z.
    struct MixedMember {
        const MixedTable::MixedCells* cells;
        bool with_a, with_b;

        bool is_in(bool a, bool b) const {
            if (with_a && with_b) return true;
            return (with_a && a) || (with_b && b);
        }
    };
    struct MixedGroup {
        std::vector<std::uint32_t> codes;  ///< of the discrete members
        MixedMoments moments;              ///< of the continuous ones
    };

    void take(VariableId v, bool with_a, bool with_b) {
        const MixedTable::MixedCells& cells = table_.columns[v.index()];
        (cells.states > 0 ? discrete_ : continuous_).push_back({&cells, with_a, with_b});
        if (cells.states == 0) least_variances_.push_back(cells.least_variance);
    }

    std::vector<std::uint32_t> complete_rows() const {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < table_.row_count; ++row) {
            const bool is_known = std::ranges::all_of(discrete_,
                                                      [&](const MixedMember& m) {
                                                          return m.cells->codes[row] != no_code;
                                                      }) &&
                                  std::ranges::none_of(continuous_, [&](const MixedMember& m) {
                                      return std::isnan(m.cells->values[row]);
                                  });
            if (is_known && table_.weight(row) > 0) rows.push_back(row);
        }
        return rows;
    }

    /// Sorts the complete rows by their discrete cells, and sums the numbers of each group.
    void collect() {
        std::vector<std::uint32_t> rows = complete_rows();
        const auto codes_of = [&](std::uint32_t row, const MixedMember& m) {
            return m.cells->codes[row];
        };
        std::ranges::stable_sort(rows, [&](std::uint32_t x, std::uint32_t y) {
            for (const MixedMember& m : discrete_)
                if (codes_of(x, m) != codes_of(y, m)) return codes_of(x, m) < codes_of(y, m);
            return false;
        });
        const double least = continuous_.empty() ? 0
                                                 : rows_per_coefficient *
                                                       static_cast<double>(continuous_.size() + 1);
        for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
            while (end < rows.size() && std::ranges::all_of(discrete_, [&](const MixedMember& m) {
                       return codes_of(rows[end], m) == codes_of(rows[begin], m);
                   }))
                ++end;
            MixedGroup group;
            for (const MixedMember& m : discrete_) group.codes.push_back(codes_of(rows[begin], m));
            group.moments = moments_of(std::span(rows).subspan(begin, end - begin));
            if (group.moments.rows >= least) groups_.push_back(std::move(group));
        }
    }

    /// In two passes.
    MixedMoments moments_of(std::span<const std::uint32_t> rows) const {
        const auto size = static_cast<Eigen::Index>(continuous_.size());
        MixedMoments moments{0, Eigen::VectorXd::Zero(size), Eigen::MatrixXd::Zero(size, size)};
        for (const std::uint32_t row : rows) moments.rows += table_.weight(row);
        Eigen::VectorXd numbers(size), first(size), rest = Eigen::VectorXd::Zero(size);
        const auto read = [&](std::uint32_t row, Eigen::VectorXd& to) {
            for (Eigen::Index i = 0; i < size; ++i)
                to(i) = continuous_[static_cast<std::size_t>(i)].cells->values[row];
        };
        read(rows.front(), first);
        for (const std::uint32_t row : rows) {
            read(row, numbers);
            moments.mean += table_.weight(row) * (numbers - first);
        }
        moments.mean = first + moments.mean / moments.rows;
        for (const std::uint32_t row : rows) {
            read(row, numbers);
            numbers -= moments.mean;
            rest += table_.weight(row) * numbers;
            moments.scatter += (table_.weight(row) * numbers) * numbers.transpose();
        }
        moments.scatter -= rest * rest.transpose() / moments.rows;
        return moments;
    }

    /// The groups merged over the discrete columns that a likelihood does not have.
    std::map<std::vector<std::uint32_t>, MixedMoments> groups_of(bool a, bool b) const {
        std::map<std::vector<std::uint32_t>, MixedMoments> merged;
        for (const MixedGroup& group : groups_) {
            std::vector<std::uint32_t> codes;
            for (std::size_t i = 0; i < discrete_.size(); ++i)
                if (discrete_[i].is_in(a, b)) codes.push_back(group.codes[i]);
            merged[codes].merge(group.moments);
        }
        return merged;
    }

    /// Without the terms that the four likelihoods have in common.
    double log_likelihood(bool a, bool b) const {
        std::vector<std::size_t> columns;
        for (std::size_t i = 0; i < continuous_.size(); ++i)
            if (continuous_[i].is_in(a, b)) columns.push_back(i);
        double sum = 0;
        for (const auto& [codes, moments] : groups_of(a, b))
            sum += moments.rows * (std::log(moments.rows) -
                                   log_determinant_of(moments, columns, least_variances_) / 2);
        return sum;
    }

    /// For each configuration of Z, (|A| - 1) (|B| - 1) times the parameters of a Gaussian of Z
    /// where both are discrete, with the states that occur; the parameters of a regression of A on
    /// Z for each state of B but one where A alone is continuous; and 1 where both are.
    double degrees_of_freedom() const {
        const bool a_is_discrete = is_discrete(true), b_is_discrete = is_discrete(false);
        const double given =
            static_cast<double>(continuous_.size()) - !a_is_discrete - !b_is_discrete;
        const auto of_z = groups_of(false, false), of_a = groups_of(true, false),
                   of_b = groups_of(false, true);
        const auto extra = [&](const auto& finer) {
            return static_cast<double>(finer.size()) - static_cast<double>(of_z.size());
        };
        if (!a_is_discrete && !b_is_discrete) return static_cast<double>(of_z.size());
        if (!a_is_discrete) return extra(of_b) * (given + 2);
        if (!b_is_discrete) return extra(of_a) * (given + 2);
        return pairs_of_states(of_z) * (1 + given * (given + 3) / 2);
    }

    bool is_discrete(bool a) const {
        return std::ranges::any_of(
            discrete_, [&](const MixedMember& m) { return m.with_a != m.with_b && m.with_a == a; });
    }

    /// sum of (|A_z| - 1) (|B_z| - 1) over the configurations; A and B are the last two members.
    double pairs_of_states(const std::map<std::vector<std::uint32_t>, MixedMoments>& of_z) const {
        std::map<std::vector<std::uint32_t>, std::pair<double, double>> states;
        for (const auto& [configuration, moments] : of_z) states[configuration] = {-1, -1};
        const auto count = [&](bool a, double std::pair<double, double>::*number) {
            for (const auto& [codes, moments] : groups_of(a, !a))
                states[{codes.begin(), codes.end() - 1}].*number += 1;
        };
        count(true, &std::pair<double, double>::first);
        count(false, &std::pair<double, double>::second);
        double sum = 0;
        for (const auto& [configuration, pair] : states) sum += pair.first * pair.second;
        return sum;
    }

    const MixedTable& table_;
    std::vector<MixedMember> discrete_, continuous_;
    std::vector<double> least_variances_;  ///< of the continuous members
    std::vector<MixedGroup> groups_;
};

}  // namespace

MixedTable::MixedTable(const Dataset& data)
    : weights(data.weights().begin(), data.weights().end()),
      row_count(data.rows()),
      rows(total_weight(data)) {
    for (const Column& column : data.columns()) columns.push_back(cells_of(column));
}

MixedTable::MixedCells MixedTable::cells_of(const Column& column) const {
    MixedCells cells;
    if (column.is_discrete()) {
        cells.states = column.variable.cardinality();
        visit_codes(column, [&](const auto& codes) {
            constexpr auto missing =
                missing_code<typename std::decay_t<decltype(codes)>::value_type>;
            for (const auto code : codes)
                cells.codes.push_back(code == missing ? no_code : std::uint32_t{code});
        });
        return cells;
    }
    const RealCells& numbers = std::get<RealCells>(column.cells);
    std::vector<std::uint32_t> known;
    std::vector<double> values, known_weights;
    for (std::uint32_t row = 0; row < numbers.size(); ++row) {
        if (std::isnan(numbers[row]) || !(weight(row) > 0)) continue;
        known.push_back(row);
        values.push_back(numbers[row]);
        known_weights.push_back(weight(row));
    }
    standardise(values, known_weights);
    const double scale = std::sqrt(std::reduce(known_weights.begin(), known_weights.end()));
    cells.values.assign(numbers.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < known.size(); ++i) cells.values[known[i]] = scale * values[i];
    const double resolution = resolution_of(continuous_column("x", cells.values), known);
    cells.least_variance = std::max(least_variance(resolution), rounding_variance);
    return cells;
}

TestResult ConditionalGaussianTest::test(VariableId a, VariableId b,
                                         std::span<const VariableId> given) const {
    require_testable(a, b, given);
    return ConditionalGaussianQuestion(table_, a, b, given).result();
}

bool ConditionalGaussianTest::has_enough_rows(VariableId a, VariableId b,
                                              std::span<const VariableId> given) const {
    double degrees = 1, numbers = 0;
    for (const VariableId v : given) {
        const std::size_t states = table_.columns[v.index()].states;
        if (states > 0)
            degrees *= static_cast<double>(states);
        else
            ++numbers;
    }
    const std::size_t of_a = table_.columns[a.index()].states,
                      of_b = table_.columns[b.index()].states;
    for (const std::size_t states : {of_a, of_b})
        if (states > 0) degrees *= static_cast<double>(states - 1);
    if (of_a > 0 && of_b > 0)
        degrees *= 1 + numbers * (numbers + 3) / 2;
    else if (of_a > 0 || of_b > 0)
        degrees *= numbers + 2;
    return degrees <= table_.rows;
}

}  // namespace pgm::learners::detail
