#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace pgm;

// Networks of continuous and discrete variables against rows that are drawn from them: those rows
// in which the evidence is true have the posterior distribution. Sampling shares no code with
// inference.

namespace {

/// One finding for each variable of a row; those of intervals hold for values in them.
struct Known {
    std::optional<StateId> state;
    std::optional<Interval> interval;
};

constexpr std::size_t rows_drawn = 20'000;
constexpr double standard_errors = 5;

struct SimulatedRows {
    std::vector<std::vector<StateId>> states;
    std::vector<std::vector<double>> values;
};

SimulatedRows drawn(const BayesianNetwork& network, std::size_t count, std::uint64_t seed) {
    const ForwardSampler sampler(network);
    Rng rng(seed);
    SimulatedRows rows;
    std::vector<StateId> states(network.size(), StateId(0));
    std::vector<double> values(network.size());
    for (std::size_t row = 0; row < count; ++row) {
        sampler.sample(rng, states, values);
        rows.states.push_back(states);
        rows.values.push_back(values);
    }
    return rows;
}

bool is_in(const Interval& interval, double x) {
    return x > interval.above && x <= interval.up_to;
}

bool agrees(const std::vector<Known>& known, const SimulatedRows& rows, std::size_t row) {
    for (std::size_t v = 0; v < known.size(); ++v) {
        if (known[v].state && rows.states[row][v] != *known[v].state) return false;
        if (known[v].interval && !is_in(*known[v].interval, rows.values[row][v])) return false;
    }
    return true;
}

Evidence evidence_of(const std::vector<Known>& known) {
    Evidence evidence;
    for (std::size_t v = 0; v < known.size(); ++v) {
        if (known[v].state) evidence.observe(VariableId(v), *known[v].state);
        if (known[v].interval) evidence.observe(VariableId(v), *known[v].interval);
    }
    return evidence;
}

/// A share of `count` rows that has the probability p, within so many standard errors and one row.
bool is_share(double share, double p, double count) {
    return std::abs(share - p) <= standard_errors * std::sqrt(p * (1 - p) / count) + 1 / count;
}

/// Findings about up to two variables that are true in a row.
std::vector<Known> findings_of(const BayesianNetwork& network, const SimulatedRows& rows,
                               std::size_t row, Rng& rng) {
    std::vector<Known> known(network.size());
    for (int i = 0; i < 2; ++i) {
        const std::size_t v = rng.below(network.size());
        if (network.variable(VariableId(v)).is_discrete()) {
            known[v].state = rows.states[row][v];
            continue;
        }
        const double x = rows.values[row][v];
        Interval interval;
        if (const auto side = rng.below(3); side != 0) {
            interval.above = x - 2 * rng.uniform();
            if (side == 1) interval.up_to = x + 2 * rng.uniform();
        } else {
            interval.up_to = x + 2 * rng.uniform();
        }
        known[v].interval = interval;
    }
    return known;
}

void check_discrete(const BayesianNetwork& network, VariableId v, const Posterior& found,
                    const std::vector<std::vector<StateId>>& rows) {
    std::vector<double> counts(network.cardinality(v));
    for (const auto& states : rows) ++counts[states[v.index()].index()];
    const double count = static_cast<double>(rows.size());
    for (std::size_t state = 0; state < counts.size(); ++state)
        CHECK(is_share(counts[state] / count, found.marginal(v)[state], count));
}

void check_continuous(const ContinuousPosterior& found, const std::vector<double>& values) {
    const double count = static_cast<double>(values.size());
    double sum = 0;
    for (const double x : values) sum += x;
    const double mean = sum / count;
    double squares = 0, fourths = 0;
    for (const double x : values) {
        const double square = (x - mean) * (x - mean);
        squares += square;
        fourths += square * square;
    }
    const double variance = squares / count,
                 error_of_variance =
                     std::sqrt(std::max(fourths / count - variance * variance, 0.0) / count);
    CHECK(std::abs(found.mean() - mean) <=
          standard_errors * std::sqrt(variance / count) + 1e-12 * std::abs(mean));
    CHECK(std::abs(found.variance() - variance) <=
          standard_errors * error_of_variance + variance / count);
    for (const double p : {0.05, 0.25, 0.5, 0.75, 0.95}) {
        // Of a point mass there is more than p up to the quantile and less than p below it.
        const double quantile = found.quantile(p);
        double below = 0, up_to = 0;
        for (const double x : values) {
            below += x < quantile ? 1 : 0;
            up_to += x <= quantile ? 1 : 0;
        }
        CHECK((below / count < p || is_share(below / count, p, count)));
        CHECK((up_to / count > p || is_share(up_to / count, p, count)));
    }
}

/// The posteriors under findings, where rows enough have them.
void check_question(const InferenceEngine& engine, const SimulatedRows& rows,
                    const std::vector<Known>& known) {
    const BayesianNetwork& network = engine.network();
    std::vector<std::vector<StateId>> states;
    std::vector<std::vector<double>> values(network.size());
    for (std::size_t row = 0; row < rows_drawn; ++row) {
        if (!agrees(known, rows, row)) continue;
        states.push_back(rows.states[row]);
        for (std::size_t v = 0; v < network.size(); ++v) values[v].push_back(rows.values[row][v]);
    }
    const Evidence evidence = evidence_of(known);
    CHECK(is_share(static_cast<double>(states.size()) / rows_drawn,
                   std::exp(engine.log_evidence(evidence)), rows_drawn));
    if (states.size() < 500) return;
    const Posterior found = engine.marginals(evidence);
    for (std::size_t v = 0; v < network.size(); ++v) {
        INFO(network.variable(VariableId(v)).name());
        if (network.variable(VariableId(v)).is_discrete())
            check_discrete(network, VariableId(v), found, states);
        else
            check_continuous(engine.density(VariableId(v), evidence), values[v]);
    }
}

void check_by_simulation(const BayesianNetwork& network, std::size_t questions) {
    const InferenceEngine engine(network);
    const SimulatedRows rows = drawn(network, rows_drawn, 1);
    check_question(engine, rows, std::vector<Known>(network.size()));
    Rng rng(2);
    for (std::size_t i = 0; i < questions; ++i) {
        const std::vector<Known> known = findings_of(network, rows, i, rng);
        INFO("question " << i);
        check_question(engine, rows, known);
    }
}

}  // namespace

TEST_CASE("Simulation: conditional Gaussians have the posteriors of rows drawn from them",
          "[contract][continuous]") {
    check_by_simulation(NetworkBuilder::parse(R"(
        A{a|b|c} -> X{real} -> Y{real} -> Z{real}; B{n|y} -> Y; A -> Z; X -> Z
        A: 0.2 0.5 0.3
        B: 0.7 0.3
        X | A=a: normal(-1, sd 1)
        X | A=b: normal(0.5, sd 0.5)
        X | A=c: normal(3, sd 2)
        Y | B=n: normal(1 + 0.5 X, sd 1)
        Y | B=y: normal(-2 - X, sd 0.7)
        Z | A=a: normal(X + Y, sd 0.5)
        Z | A=b: normal(0.2 Y, sd 1)
        Z | A=c: normal(-X, sd 0.1))")
                            .build(),
                        12);
}

TEST_CASE("Simulation: variables without noise have the posteriors of rows drawn from them",
          "[contract][continuous]") {
    check_by_simulation(NetworkBuilder::parse(R"(
        A{a|b} -> X{real} -> S{real} <- Y{real}; A -> S
        A: 0.6 0.4
        X: normal(1, sd 1)
        X | A=b: normal(2, sd 0)
        Y: normal(-1, sd 2)
        S | A=a: normal(X + Y, sd 0)
        S | A=b: normal(X - Y, sd 1))")
                            .build(),
                        8);
}

TEST_CASE(
    "Simulation: thresholds with and without noise have the posteriors of rows drawn from them",
    "[contract][continuous]") {
    check_by_simulation(NetworkBuilder::parse(R"(
        D{n|y} -> X{real} -> Y{real} -> Grade{low|mid|high}; X -> Grade; Y -> Alarm{off|on}
        X -> Pass{n|y}; D -> Grade; Alarm -> Bell{silent|rings}
        D: 0.4 0.6
        X | D=n: normal(0, sd 1)
        X | D=y: normal(1.5, sd 0.8)
        Y: normal(0.5 X, sd 1)
        Grade | D=n: threshold(X + Y, at 0 2, sd 1)
        Grade | D=y: threshold(X - Y, at -1 1, sd 0.5)
        Alarm: threshold(Y, at 1)
        Pass: threshold(2 X, at 1, logistic 1)
        Bell | Alarm=off: 0.95 0.05
        Bell | Alarm=on: 0.1 0.9)")
                            .build(),
                        4);
}

TEST_CASE("Simulation: kernel densities and Gaussians below them have the posteriors of rows drawn",
          "[contract][continuous]") {
    NetworkBuilder builder = NetworkBuilder::parse(R"(
        A{a|b} -> K{real} -> Y{real}
        A: 0.3 0.7
        Y: normal(1 - 0.5 K, sd 1))");
    const VariableId a = *builder.find("A"), k = *builder.find("K");
    const std::vector<KernelDensityCpd::Row> rows = {{{-3, 0, 0.5, 4}, {}, 0.6},
                                                     {{1, 2, 5}, {1, 2, 0.5}, 0.4}};
    builder.set_cpd(KernelDensityCpd(k, Scope({a}, {2}), KernelDensityCpd::Kernel::gaussian, rows));
    check_by_simulation(builder.build(), 5);
    // Under intervals the density below a tophat kernel density is refused.
    builder.set_cpd(KernelDensityCpd(k, Scope({a}, {2}), KernelDensityCpd::Kernel::tophat, rows));
    check_by_simulation(builder.build(), 0);
}
