#include <pgm/model/detail/parameter_draws.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::detail {
namespace {

/// Standard normal numbers from 128 layers of equal area, of which 99 in 100 take one number of the
/// generator and no function (Marsaglia and Tsang 2000, "The ziggurat method for generating random
/// variables"; Doornik 2005). Inversion takes six times as long, which the millions of numbers
/// behind one interval feel.
class NormalLayers {
public:
    NormalLayers() {
        double density = std::exp(-0.5 * tail * tail);
        edges_[0] = area / density;
        edges_[1] = tail;
        for (std::size_t i = 2; i < layers; ++i) {
            edges_[i] = std::sqrt(-2 * std::log(area / edges_[i - 1] + density));
            density = std::exp(-0.5 * edges_[i] * edges_[i]);
        }
    }

    double draw(Rng& rng) const {
        for (;;) {
            const std::uint64_t bits = rng();
            const std::size_t i = bits % layers;
            const double x = edges_[i] * (static_cast<double>(bits >> 11) * 0x1.0p-52 - 1);
            if (std::abs(x) < edges_[i + 1]) return x;
            if (i == 0) return std::copysign(draw_tail(rng), x);
            const auto relative = [&](double edge) {
                return std::exp(0.5 * (x * x - edge * edge));
            };
            const double outer = relative(edges_[i]), inner = relative(edges_[i + 1]);
            if (outer + rng.uniform() * (inner - outer) < 1) return x;
        }
    }

private:
    static constexpr std::size_t layers = 128;
    static constexpr double tail = 3.442619855899, area = 9.91256303526217e-3;

    /// A number beyond the lowest layer.
    static double draw_tail(Rng& rng) {
        for (;;) {
            const double x = std::log(1 - rng.uniform()) / tail, y = std::log(1 - rng.uniform());
            if (-2 * y >= x * x) return tail - x;
        }
    }

    std::array<double, layers + 1> edges_{};  ///< of the layers, the lowest and widest first
};

double quick_normal(Rng& rng) {
    static const NormalLayers layers;
    return layers.draw(rng);
}

/// Gamma numbers of one shape (Marsaglia and Tsang 2000, "A simple method for generating gamma
/// variables"); one of a shape below 1 is that of a shape greater by 1 times U^(1/shape), which may
/// leave the doubles.
class GammaDraws {
public:
    explicit GammaDraws(double shape)
        : boost_(shape < 1 ? 1 / shape : 0),
          d_((shape < 1 ? shape + 1 : shape) - 1.0 / 3),
          c_(1 / std::sqrt(9 * d_)) {}

    bool is_boosted() const { return boost_ > 0; }

    /// Of a shape of 1 or more.
    double draw(Rng& rng) const {
        for (;;) {
            const double x = quick_normal(rng), root = 1 + c_ * x;
            if (!(root > 0)) continue;
            const double v = root * root * root, u = 1 - rng.uniform();
            if (u < 1 - 0.0331 * (x * x) * (x * x)) return d_ * v;
            if (std::log(u) < 0.5 * x * x + d_ - d_ * v + d_ * std::log(v)) return d_ * v;
        }
    }

    double draw_log(Rng& rng) const {
        const double log = std::log(draw(rng));
        return boost_ > 0 ? log + std::log(1 - rng.uniform()) * boost_ : log;
    }

private:
    double boost_, d_, c_;
};

/// Draws a row of a table about its probabilities.
class DirichletDraws {
public:
    DirichletDraws(std::span<const double> p, double weight) {
        const double rows = weight > 0 ? weight : static_cast<double>(p.size());
        for (std::size_t x = 0; x < p.size(); ++x)
            if (p[x] > 0) gammas_.emplace_back(x, GammaDraws(rows * p[x]));
        has_logs_ = std::ranges::any_of(gammas_, &GammaDraws::is_boosted, &Cell::second);
    }

    void draw(Rng& rng, std::span<double> row) const {
        std::ranges::fill(row, 0);
        double sum = 0;
        if (has_logs_) {
            double largest = -infinity;
            for (const auto& [x, gamma] : gammas_)
                largest = std::max(largest, row[x] = gamma.draw_log(rng));
            for (const auto& [x, gamma] : gammas_) sum += row[x] = std::exp(row[x] - largest);
        } else {
            for (const auto& [x, gamma] : gammas_) sum += row[x] = gamma.draw(rng);
        }
        for (double& cell : row) cell /= sum;
    }

private:
    using Cell = std::pair<std::size_t, GammaDraws>;

    std::vector<Cell> gammas_;  ///< of the states that are possible
    bool has_logs_ = false;
};

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
                                    std::exp(GammaDraws(0.5 * degrees_of_freedom).draw_log(rng)),
                                0.0, std::numeric_limits<double>::max());
    const double sd = std::sqrt(drawn.variance);
    for (std::size_t i = parents; i-- > 0;) {  // solves root' change = sd z
        double rest = sd * quick_normal(rng);
        for (std::size_t k = i + 1; k < parents; ++k)
            rest -= root[k * (k + 1) / 2 + i] * (drawn.slopes[k] - row.slopes[k]);
        const double pivot = root[i * (i + 1) / 2 + i];
        if (pivot > 0) drawn.slopes[i] += rest / pivot;
    }
    drawn.intercept += sd * quick_normal(rng) / std::sqrt(rows);
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
        double rest = quick_normal(rng);
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
    std::vector<DirichletDraws> rows;
    for (std::size_t row = 0; row < table.row_count(); ++row)
        rows.emplace_back(table.row(row), weights[row]);
    std::vector<double> cells(draws.count * table.table().size());
    std::span<double> next = cells;
    for (std::size_t number = 0; number < draws.count; ++number) {
        Rng rng = rng_of(draws, number, table.child());
        for (const DirichletDraws& row : rows) {
            row.draw(rng, next.first(table.row_length()));
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
