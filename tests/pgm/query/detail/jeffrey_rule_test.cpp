#include <pgm/core/error.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/random_query.hpp>
#include <tests/support/rational_oracle.hpp>

#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::tests;
using Catch::WithinAbs;

namespace {

/// The joint distribution of all variables, an assignment a cell, on which evidence is entered as
/// the definitions say.
class Worlds {
public:
    explicit Worlds(const BayesianNetwork& network) {
        std::vector<VariableId> all;
        std::vector<std::size_t> cardinalities;
        for (std::size_t v = 0; v < network.size(); ++v) {
            all.emplace_back(v);
            cardinalities.push_back(network.cardinality(all.back()));
        }
        const Scope scope(all, cardinalities);
        for (std::size_t cell = 0; cell < scope.cells(); ++cell)
            states_.push_back(scope.states(cell));
        for (const Fraction& p : exact_joint(network, all, {})) weights_.push_back(to_double(p));
    }

    template <class Predicate>
    void keep(const Predicate& holds) {
        for (std::size_t w = 0; w < states_.size(); ++w)
            if (!holds(states_[w])) weights_[w] = 0;
    }

    void multiply(const SoftObservation& soft) {
        for (std::size_t w = 0; w < states_.size(); ++w)
            weights_[w] *= soft.likelihood[states_[w][soft.variable.index()].index()];
    }

    double sum() const { return std::accumulate(weights_.begin(), weights_.end(), 0.0); }

    std::vector<double> marginal(VariableId variable, std::size_t cardinality) const {
        std::vector<double> p(cardinality);
        for (std::size_t w = 0; w < states_.size(); ++w)
            p[states_[w][variable.index()].index()] += weights_[w] / sum();
        return p;
    }

    /// Iterative proportional fitting on the table itself, in the order given.
    void impose(const std::vector<ImposedPosterior>& imposed) {
        for (int round = 0; round < 2000; ++round) {
            for (const auto& [variable, p] : imposed) {
                const std::vector<double> now = marginal(variable, p.size());
                for (std::size_t w = 0; w < states_.size(); ++w) {
                    const std::size_t state = states_[w][variable.index()].index();
                    weights_[w] *= p[state] > 0 ? p[state] / now[state] : 0;
                }
            }
        }
    }

    double largest() const { return *std::ranges::max_element(weights_); }

private:
    std::vector<std::vector<StateId>> states_;
    std::vector<double> weights_;
};

std::string failure(const std::string& question) {
    try {
        answer(InferenceEngine(query_network()), question);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// A positive distribution near nothing in particular, or one with a zero.
std::vector<double> some_distribution(Rng& rng, std::span<const double> now, bool with_zero) {
    std::vector<double> p;
    for (const double value : now) p.push_back(value > 0 ? 0.1 + rng.uniform() : 0);
    if (with_zero && std::ranges::count_if(p, [](double x) { return x > 0; }) > 1)
        *std::ranges::find_if(p, [](double x) { return x > 0; }) = 0;
    const double sum = std::accumulate(p.begin(), p.end(), 0.0);
    for (double& value : p) value /= sum;
    return p;
}

}  // namespace

TEST_CASE("Jeffrey's rule: other variables are mixed as they were in each state", "[query]") {
    // P(Cloudy=yes) is 1/2; P(Rain=yes | Cloudy=yes) is 0.8 and 0.2 without clouds.
    const InferenceEngine engine(query_network());
    CHECK_THAT(answer(engine, "P(Rain=yes | Cloudy~[0.3, 0.7])").probability(),
               WithinAbs(0.3 * 0.2 + 0.7 * 0.8, 1e-15));
    // Against the arc: P(Cloudy=yes | Rain=yes) = 0.8, P(Cloudy=yes | Rain=no) = 0.2.
    CHECK_THAT(answer(engine, "P(Cloudy=yes | Rain~[0.9, 0.1])").probability(),
               WithinAbs(0.9 * 0.2 + 0.1 * 0.8, 1e-15));
    // The other evidence counts: given clouds, rain has 0.8 and the sprinkler 0.1.
    CHECK_THAT(
        answer(engine, "P(Rain=yes, Sprinkler=on | Rain~[0.5, 0.5], Cloudy=yes)").probability(),
        WithinAbs(0.5 * 0.1, 1e-15));
    CHECK_THAT(answer(engine, "P(Rain | Rain~[0, 1])").distribution()[1], WithinAbs(1, 1e-15));
}

TEST_CASE("Jeffrey's rule: the probability of the evidence is that of the other evidence",
          "[query]") {
    const InferenceEngine engine(query_network());
    const double rest = answer(engine, "P(Rain | Cloudy=yes, Wet=[0.5, 0.1])").log_evidence;
    CHECK_THAT(answer(engine,
                      "P(Rain | Cloudy=yes, Wet=[0.5, 0.1], Rain~[0.9, 0.1], "
                      "Sprinkler~[0.3, 0.7])")
                   .log_evidence,
               WithinAbs(rest, 1e-12));
}

TEST_CASE("Jeffrey's rule: what cannot be had is refused, and says so", "[query]") {
    CHECK(failure("P(Rain | Wet~[0.5, 0.5], Sprinkler=off, Rain=no)") ==
          "'Wet' is to be 'yes' with probability 0.5, which is impossible given the other "
          "evidence (what is impossible stays so: give it the probability 0)");
    CHECK(failure("P(Cloudy | Wet~[0.1, 0.9], Sprinkler~[0.9, 0.1], Rain~[0.8, 0.2])") ==
          "the probabilities that 'Rain', 'Wet', 'Sprinkler' are to have cannot be had "
          "together, or only in the limit (give fewer of them, or such as the network and the "
          "other evidence allow)");
    // Impossible evidence beside it is a status as always.
    CHECK(answer(InferenceEngine(query_network()),
                 "P(Cloudy | Wet~[0.5, 0.5], Wet=yes, Sprinkler=off, Rain=no)")
              .impossible());
}

TEST_CASE("Soft evidence and Jeffrey's rule agree with the table of all assignments", "[query]") {
    Rng rng(2911);
    int fitted = 0;
    for (int trial = 0; trial < 150; ++trial) {
        const BayesianNetwork network =
            random_model(rng, {.min_variables = 3, .max_variables = 6, .max_assignments = 300});
        const InferenceEngine engine(network);
        const RandomExpression condition = random_expression(rng, network, rng.below(3));
        Worlds worlds(network);
        worlds.keep(condition.holds);
        Given given{.conditions = {condition.typed}};
        const VariableId reported(rng.below(network.size()));
        SoftObservation soft{reported, random_row(rng, network.cardinality(reported))};
        for (int report = 0; report < 2; ++report) {
            worlds.multiply(soft);
            given.likelihoods.push_back(soft);
        }
        if (worlds.sum() < 1e-12) continue;
        const VariableId first(rng.below(network.size()));
        std::vector<VariableId> imposed = {first};
        if (rng.below(2) == 0 && network.size() > 1)
            imposed.emplace_back((first.index() + 1) % network.size());
        // Products of what is less probable leave the range of doubles in the table.
        const bool extreme = std::ranges::any_of(imposed, [&](VariableId variable) {
            const auto now = worlds.marginal(variable, network.cardinality(variable));
            return std::ranges::any_of(now, [](double p) { return p > 0 && p < 1e-30; });
        });
        if (extreme) continue;
        for (const VariableId variable : imposed)
            given.posteriors.push_back(
                {variable,
                 some_distribution(rng, worlds.marginal(variable, network.cardinality(variable)),
                                   imposed.size() == 1 && rng.below(2) == 0)});
        INFO("trial " << trial << ", " << condition.text);
        Workspace workspace;
        const auto targets = discrete_variables(network);
        std::optional<Posterior> posterior;
        try {
            posterior = marginals(engine, targets, given, workspace);
        } catch (const EvidenceError&) {
            continue;  // two posteriors that cannot be had together, or by ever more rounds
        }
        ++fitted;
        const double log_rest = std::log(worlds.sum());
        worlds.impose(given.posteriors);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const auto expected = worlds.marginal(targets[i], network.cardinality(targets[i]));
            for (std::size_t state = 0; state < expected.size(); ++state)
                CHECK_THAT((*posterior)[i][state], WithinAbs(expected[state], 1e-9));
        }
        for (const auto& [variable, p] : given.posteriors)
            for (std::size_t state = 0; state < p.size(); ++state)
                CHECK_THAT(posterior->marginal(variable)[state], WithinAbs(p[state], 2e-12));
        CHECK_THAT(posterior->log_evidence(), WithinAbs(log_rest, 1e-9));
        const Answer best = answer(engine, {MostProbableExplanationOf{}, given});
        CHECK_THAT(std::exp(best.explanation().log_probability), WithinAbs(worlds.largest(), 1e-9));
    }
    CHECK(fitted > 60);
}

TEST_CASE("Jeffrey's rule: the order of what is given leaves no trace", "[query]") {
    const InferenceEngine engine(query_network());
    const auto p = [&](const char* text) { return answer(engine, text).probability(); };
    CHECK(p("P(Rain=yes | Wet~[0.2, 0.8], Cloudy~[0.6, 0.4], Sprinkler~[0.5, 0.5])") ==
          p("P(Rain=yes | Sprinkler~[0.5, 0.5], Cloudy~[0.6, 0.4], Wet~[0.2, 0.8])"));
}
