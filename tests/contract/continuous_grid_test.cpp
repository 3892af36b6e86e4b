#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

using namespace pgm;

// Networks of continuous and discrete variables against the same networks with every continuous
// variable cut into many cells, of which the discrete engine answers all questions.

namespace {

/// The cells of every continuous variable; the first and the last are open. The error of a cell is
/// of the order of the square of its width.
constexpr std::size_t cells = 240;
constexpr double first_edge = -12, width = 0.1, tolerance = 1e-3;

double edge(std::size_t cell) {
    return first_edge + width * static_cast<double>(cell);
}

double middle(std::size_t cell) {
    return edge(cell) + width / 2;
}

double normal_cdf(double x) {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

/// P(cell) of a normal distribution.
double cell_probability(std::size_t cell, double mean, double sd) {
    const double above = cell == 0 ? 0 : normal_cdf((edge(cell) - mean) / sd);
    const double up_to = cell + 1 == cells ? 1 : normal_cdf((edge(cell + 1) - mean) / sd);
    return up_to - above;
}

/// P(state) of a threshold whose linear function has the value `sum`.
double state_probability(const ThresholdCpd::Row& row, std::size_t state, double sum) {
    const auto below_cut = [&](std::size_t cut) {
        const double difference = row.cuts[cut] - sum;
        if (row.variance == 0) return difference >= 0 ? 1.0 : 0.0;
        if (row.noise == Noise::Kind::normal)
            return normal_cdf(difference / std::sqrt(row.variance));
        return 1 / (1 + std::exp(-difference / noise_of(row).scale));
    };
    const double above = state == 0 ? 0 : below_cut(state - 1);
    return (state == row.cuts.size() ? 1 : below_cut(state)) - above;
}

/// The numbers of a table: for each row of the discrete parents and each cell of the continuous
/// ones, those of the child.
template <class CpdKind, class Probability>
std::vector<double> table_of(const CpdKind& cpd, std::size_t states, Probability&& probability) {
    const std::size_t parents = cpd.continuous_parents().size();
    std::vector<double> numbers;
    for (std::size_t row = 0; row < cpd.row_count(); ++row) {
        for (std::size_t i = 0; i < (parents == 2 ? cells : 1); ++i) {
            for (std::size_t j = 0; j < (parents >= 1 ? cells : 1); ++j) {
                double sum = 0;
                if (parents == 1) sum = cpd.row(row).slopes[0] * middle(j);
                if (parents == 2)
                    sum = cpd.row(row).slopes[0] * middle(i) + cpd.row(row).slopes[1] * middle(j);
                for (std::size_t state = 0; state < states; ++state)
                    numbers.push_back(probability(cpd.row(row), state, sum));
            }
        }
    }
    return numbers;
}

BayesianNetwork on_a_grid(const BayesianNetwork& network) {
    std::vector<std::string> names;
    for (std::size_t cell = 0; cell < cells; ++cell) names.push_back("c" + std::to_string(cell));
    NetworkBuilder grid;
    for (const Variable& variable : network.variables())
        grid.add_variable(
            Variable(variable.name(), variable.is_discrete() ? variable.states() : names));
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Cpd& cpd = network.cpd(VariableId(v));
        const std::string name = network.variable(VariableId(v)).name();
        for (const VariableId parent : parents_of(cpd))
            grid.arc(network.variable(parent).name(), name);
        std::vector<double> numbers;
        if (const auto* const normal = std::get_if<LinearGaussianCpd>(&cpd))
            numbers = table_of(*normal, cells, [](const auto& row, std::size_t cell, double sum) {
                return cell_probability(cell, row.intercept + sum, std::sqrt(row.variance));
            });
        else if (const auto* const threshold = std::get_if<ThresholdCpd>(&cpd))
            numbers = table_of(*threshold, threshold->states(), state_probability);
        else
            for (const double p : std::get<TableCpd>(cpd).numbers()) numbers.push_back(p);
        grid.cpt(name).values(numbers);
    }
    return grid.build();
}

/// Between two edges, as a likelihood of the cells.
std::vector<double> cells_within(const Interval& interval) {
    std::vector<double> likelihood;
    for (std::size_t cell = 0; cell < cells; ++cell)
        likelihood.push_back(middle(cell) > interval.above && middle(cell) <= interval.up_to);
    return likelihood;
}

void check_on_a_grid(const InferenceEngine& engine, const InferenceEngine& grid,
                     const Evidence& evidence, const Evidence& on_grid) {
    const BayesianNetwork& network = engine.network();
    CHECK(std::abs(engine.log_evidence(evidence) - grid.log_evidence(on_grid)) < tolerance);
    const Posterior found = engine.marginals(evidence), expected = grid.marginals(on_grid);
    for (std::size_t v = 0; v < network.size(); ++v) {
        INFO(network.variable(VariableId(v)).name());
        const auto probabilities = expected.marginal(VariableId(v));
        if (network.variable(VariableId(v)).is_discrete()) {
            for (std::size_t state = 0; state < probabilities.size(); ++state)
                CHECK(std::abs(found.marginal(VariableId(v))[state] - probabilities[state]) <
                      tolerance);
            continue;
        }
        const ContinuousPosterior posterior = engine.density(VariableId(v), evidence);
        double below = 0, mean = 0;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            below += probabilities[cell];
            mean += probabilities[cell] * middle(cell);
            if (cell % 20 == 19) CHECK(std::abs(posterior.cdf(edge(cell + 1)) - below) < tolerance);
        }
        CHECK(std::abs(posterior.mean() - mean) < 3 * tolerance);
    }
}

}  // namespace

TEST_CASE("A fine grid: the discrete engine finds the posteriors of continuous variables",
          "[contract][continuous]") {
    const BayesianNetwork network = NetworkBuilder::parse(R"(
        D{n|y} -> X{real} -> Y{real}; D -> Y -> Sharp{low|high}; X -> Probit{a|b|c} <- Y
        X -> Logit{n|y} <- D
        D: 0.4 0.6
        X | D=n: normal(-1, sd 1)
        X | D=y: normal(2, sd 1.5)
        Y | D=n: normal(0.5 + X, sd 1)
        Y | D=y: normal(1 - 0.5 X, sd 0.8)
        Sharp: threshold(Y, at 1)
        Probit: threshold(X - 0.5 Y, at -1 2, sd 0.9)
        Logit | D=n: threshold(X, at 0.3, logistic 0.7)
        Logit | D=y: threshold(-X, at 0, logistic 1))")
                                        .build();
    const InferenceEngine engine(network), grid(on_a_grid(network));
    const VariableId x = network.id("X"), y = network.id("Y");
    const Interval around{.above = -1, .up_to = 2}, above{.above = 0.5};
    const auto ask = [&](const char* name, const char* state, const Interval* of_x,
                         const Interval* of_y) {
        INFO((name ? name : "no state") << (of_x ? ", X" : "") << (of_y ? ", Y" : ""));
        Evidence evidence, on_grid;
        if (name) {
            evidence.observe(network, name, state);
            on_grid.observe(grid.network(), name, state);
        }
        if (of_x) {
            evidence.observe(x, *of_x);
            on_grid.likelihood(x, cells_within(*of_x));
        }
        if (of_y) {
            evidence.observe(y, *of_y);
            on_grid.likelihood(y, cells_within(*of_y));
        }
        check_on_a_grid(engine, grid, evidence, on_grid);
    };
    ask(nullptr, nullptr, nullptr, nullptr);
    ask("Sharp", "high", nullptr, nullptr);
    ask("Logit", "y", nullptr, nullptr);
    ask(nullptr, nullptr, &around, nullptr);
    ask("D", "y", nullptr, &above);
    ask("Probit", "c", nullptr, &above);
    ask("Logit", "n", &around, nullptr);
}
