#include <pgm/model/detail/parameter_draws.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::detail {
namespace {

/// log of a number with the gamma distribution of that shape (Marsaglia and Tsang 2000, "A simple
/// method for generating gamma variables"); one of a shape below 1 is that of a shape greater by 1
/// times U^(1/shape), which may leave the doubles.
double log_gamma_draw(double shape, Rng& rng) {
    if (shape < 1) {
        const double log = log_gamma_draw(shape + 1, rng);
        return log + std::log(1 - rng.uniform()) / shape;
    }
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = standard_normal(rng), root = 1 + c * x;
        if (!(root > 0)) continue;
        const double v = root * root * root;
        if (std::log(1 - rng.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v))
            return std::log(d * v);
    }
}

/// Draws a row of a table about its probabilities.
void draw_row(std::span<const double> p, double weight, Rng& rng, std::span<double> drawn) {
    const double rows = weight > 0 ? weight : static_cast<double>(p.size());
    double largest = -infinity;
    for (std::size_t x = 0; x < p.size(); ++x) {
        drawn[x] = p[x] > 0 ? log_gamma_draw(rows * p[x], rng) : -infinity;
        largest = std::max(largest, drawn[x]);
    }
    double sum = 0;
    for (double& cell : drawn) sum += cell = std::exp(cell - largest);
    for (double& cell : drawn) cell /= sum;
}

/// The lower triangular root of the scatter of some regressors. One that depends on those before it
/// has a zero on the diagonal.
std::vector<double> root_of(std::span<const double> scatter, std::size_t size) {
    constexpr double smallest = 1e-12;  // of what a regressor varies by itself
    std::vector<double> root(scatter.begin(), scatter.end());
    const auto at = [&](std::size_t i, std::size_t j) -> double& {
        return root[i * (i + 1) / 2 + j];
    };
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = at(i, j);
            for (std::size_t k = 0; k < j; ++k) rest -= at(i, k) * at(j, k);
            const double own = scatter[i * (i + 1) / 2 + i];
            if (i == j)
                at(i, i) = rest > smallest * own ? std::sqrt(rest) : 0;
            else
                at(i, j) = at(j, j) > 0 ? rest / at(j, j) : 0;
        }
    }
    return root;
}

/// Draws a regression: a variance, the mean at the means of the parents, and slopes.
LinearGaussianCpd::Row drawn_row(const LinearGaussianCpd::Row& row, std::span<const double> weights,
                                 Rng& rng) {
    const std::size_t parents = row.slopes.size();
    const double rows = weights.front(),
                 degrees_of_freedom = rows - static_cast<double>(parents) - 1;
    if (!(degrees_of_freedom > 0)) return row;
    const std::span<const double> means = weights.subspan(1, parents);
    const std::vector<double> root = root_of(weights.subspan(1 + parents), parents);
    LinearGaussianCpd::Row drawn = row;
    drawn.variance = std::clamp(row.variance * 0.5 * degrees_of_freedom /
                                    std::exp(log_gamma_draw(0.5 * degrees_of_freedom, rng)),
                                0.0, std::numeric_limits<double>::max());
    const double sd = std::sqrt(drawn.variance);
    for (std::size_t i = parents; i-- > 0;) {  // solves root' change = sd z
        double rest = sd * standard_normal(rng);
        for (std::size_t k = i + 1; k < parents; ++k)
            rest -= root[k * (k + 1) / 2 + i] * (drawn.slopes[k] - row.slopes[k]);
        const double pivot = root[i * (i + 1) / 2 + i];
        if (pivot > 0) drawn.slopes[i] += rest / pivot;
    }
    drawn.intercept += sd * standard_normal(rng) / std::sqrt(rows);
    for (std::size_t i = 0; i < parents; ++i)
        drawn.intercept -= (drawn.slopes[i] - row.slopes[i]) * means[i];
    return drawn;
}

/// Draws cuts and slopes. The cuts stay in order, since the logarithms of the gaps between them are
/// taken for normal.
ThresholdCpd::Row drawn_row(const ThresholdCpd::Row& row, std::span<const double> weights,
                            Rng& rng) {
    const std::size_t cuts = row.cuts.size(), size = cuts + row.slopes.size();
    const std::span<const double> root = weights.subspan(1);
    std::vector<double> change(size, 0.0);
    for (std::size_t i = size; i-- > 0;) {  // solves root' change = z
        double rest = standard_normal(rng);
        for (std::size_t k = i + 1; k < size; ++k) rest -= root[k * (k + 1) / 2 + i] * change[k];
        const double pivot = root[i * (i + 1) / 2 + i];
        if (pivot > 0) change[i] = rest / pivot;
    }
    const double unit = noise_of(row).scale;
    ThresholdCpd::Row drawn = row;
    for (std::size_t j = 0; j < row.slopes.size(); ++j) drawn.slopes[j] += unit * change[cuts + j];
    for (std::size_t k = 0; k < cuts; ++k) {
        if (k == 0) {
            drawn.cuts[0] += unit * change[0];
            continue;
        }
        const double gap = row.cuts[k] - row.cuts[k - 1];
        const double growth = gap > 0 ? unit * (change[k] - change[k - 1]) / gap : 0;
        drawn.cuts[k] = std::min(drawn.cuts[k - 1] + gap * std::exp(growth),
                                 std::numeric_limits<double>::max());
    }
    return drawn;
}

/// The generator of one distribution in one draw.
Rng rng_of(const ParameterDraws& draws, std::size_t number, VariableId variable) {
    Rng mixer(draws.seed);
    const std::uint64_t of_seed = mixer();
    return Rng((of_seed ^ (draws.first + number)) * 0x9e3779b97f4a7c15U + variable.index());
}

/// The axes of a distribution, behind that of the draws where there are several.
Scope with_axis(std::optional<VariableId> draw, std::size_t count, const Scope& scope) {
    if (!draw) return scope;
    std::vector<VariableId> variables{*draw};
    std::vector<std::size_t> cardinalities{count};
    variables.insert(variables.end(), scope.variables().begin(), scope.variables().end());
    cardinalities.insert(cardinalities.end(), scope.cardinalities().begin(),
                         scope.cardinalities().end());
    return Scope(std::move(variables), std::move(cardinalities));
}

TableCpd drawn(const TableCpd& table, std::span<const double> weights,
               std::optional<VariableId> draw, const ParameterDraws& draws) {
    std::vector<double> cells(draws.count * table.table().size());
    std::span<double> next = cells;
    for (std::size_t number = 0; number < draws.count; ++number) {
        Rng rng = rng_of(draws, number, table.child());
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            draw_row(table.row(row), weights[row], rng, next.first(table.row_length()));
            next = next.subspan(table.row_length());
        }
    }
    return TableCpd(with_axis(draw, draws.count, table.scope()), cells);
}

/// The rows of a regression in each draw.
template <class Regression>
std::vector<typename Regression::Row> drawn_rows(const Regression& cpd,
                                                 std::span<const double> weights,
                                                 const ParameterDraws& draws) {
    const std::size_t size = weights.size() / cpd.row_count();
    std::vector<typename Regression::Row> rows;
    for (std::size_t number = 0; number < draws.count; ++number) {
        Rng rng = rng_of(draws, number, cpd.child());
        for (std::size_t row = 0; row < cpd.row_count(); ++row)
            rows.push_back(drawn_row(cpd.row(row), weights.subspan(row * size, size), rng));
    }
    return rows;
}

LinearGaussianCpd drawn(const LinearGaussianCpd& gaussian, std::span<const double> weights,
                        std::optional<VariableId> draw, const ParameterDraws& draws) {
    const auto parents = gaussian.continuous_parents();
    return LinearGaussianCpd(
        gaussian.child(), with_axis(draw, draws.count, gaussian.discrete_scope()),
        {parents.begin(), parents.end()}, drawn_rows(gaussian, weights, draws));
}

ThresholdCpd drawn(const ThresholdCpd& threshold, std::span<const double> weights,
                   std::optional<VariableId> draw, const ParameterDraws& draws) {
    const auto parents = threshold.continuous_parents();
    return ThresholdCpd(threshold.child(), threshold.states(),
                        with_axis(draw, draws.count, threshold.discrete_scope()),
                        {parents.begin(), parents.end()}, drawn_rows(threshold, weights, draws));
}

/// Kinds without weights are never drawn.
template <class Kind>
Cpd drawn(const Kind& cpd, std::span<const double>, std::optional<VariableId>,
          const ParameterDraws&) {
    return cpd;
}

Cpd drawn_cpd(const Cpd& cpd, std::span<const double> weights, std::optional<VariableId> draw,
              const ParameterDraws& draws) {
    if (weights.empty()) return cpd;
    return std::visit([&](const auto& c) { return Cpd(drawn(c, weights, draw, draws)); }, cpd);
}

NetworkBuilder builder_of(const BayesianNetwork& network) {
    NetworkBuilder builder({}, no_limits());
    builder.set_row_sums(network.row_sums());
    for (const Variable& variable : network.variables()) builder.add_variable(variable);
    return builder;
}

}  // namespace

BayesianNetwork with_draws(const BayesianNetwork& network, std::span<const char> is_drawn,
                           const ParameterDraws& draws) {
    NetworkBuilder builder = builder_of(network);
    std::string name = "draw";
    while (network.find(name)) name += '_';
    std::vector<std::string> states;
    for (std::size_t number = 0; number < draws.count; ++number)
        states.push_back(std::to_string(draws.first + number));
    const VariableId draw = builder.add_variable(Variable(name, std::move(states)));
    for (const Cpd& cpd : network.cpds()) {
        const VariableId child = child_of(cpd);
        builder.set_cpd(is_drawn[child.index()]
                            ? drawn_cpd(cpd, network.row_weights(child), draw, draws)
                            : cpd);
    }
    const double share = 1 / static_cast<double>(draws.count);
    builder.set_cpd(
        TableCpd(Scope({draw}, {draws.count}), std::vector<double>(draws.count, share)));
    return std::move(builder).build();
}

BayesianNetwork drawn_network(const BayesianNetwork& network, std::uint64_t seed,
                              std::size_t number) {
    NetworkBuilder builder = builder_of(network);
    for (const Cpd& cpd : network.cpds())
        builder.set_cpd(
            drawn_cpd(cpd, network.row_weights(child_of(cpd)), std::nullopt, {seed, number, 1}));
    return std::move(builder).build();
}

std::size_t drawn_numbers(const BayesianNetwork& network, std::span<const char> is_drawn) {
    std::size_t numbers = 0;
    for (const Cpd& cpd : network.cpds())
        if (is_drawn[child_of(cpd).index()] && !network.row_weights(child_of(cpd)).empty())
            numbers += stored_numbers(cpd);
    return numbers;
}

}  // namespace pgm::detail
