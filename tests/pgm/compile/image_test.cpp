#include <pgm/compile/image.hpp>

#include <pgm/compile/detail/image_walk.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// The answer of an image, by its definition: every step in turn.
struct ImageAnswer {
    double log_probability = 0;
    std::vector<double> posterior;  ///< by slot, not normalised
};

ImageAnswer run(const Image& image, const std::vector<double>& likelihood,
                const std::vector<VariableId>& intervened) {
    std::vector<double> constants = image.constants, scratch(image.scratch_cells);
    for (const Image::OwnTable& table : image.own_tables) {
        if (std::ranges::find(intervened, table.variable) != intervened.end())
            std::fill_n(constants.begin() + table.cell, table.cells, 1.0);
    }
    std::vector<double> evidence = likelihood, posterior(image.slots.size());
    const std::array<std::vector<double>*, 4> arrays{&constants, &evidence, &scratch, &posterior};
    const auto cells = [&](const Image::Table& table) {
        return arrays[static_cast<std::size_t>(table.space)]->data() + table.cell;
    };
    ImageAnswer answer;
    for (const Image::Step& step : image.steps) {
        std::vector<double> out(step.cells);
        detail::for_each_product(detail::loops_of(image, step),
                                 [&](std::size_t to, std::size_t a, std::size_t b) {
                                     out[to] += cells(step.a)[a] * cells(step.b)[b];
                                 });
        const auto number = static_cast<std::size_t>(&step - image.steps.data());
        const double largest = step.rescale ? std::ranges::max(out) : 1;
        if (largest > 0) {
            for (double& cell : out) cell /= largest;
            if (number < image.forward) answer.log_probability += std::log(largest);
        }
        std::ranges::copy(out, cells(step.out));
    }
    for (const Image::Table& root : image.roots) answer.log_probability += std::log(*cells(root));
    answer.posterior = posterior;
    return answer;
}

/// Findings, some of them set, as likelihoods of the slots.
std::vector<double> likelihood_of(const Image& image, const Evidence& evidence) {
    std::vector<double> likelihood(image.slots.size(), 1);
    for (std::size_t i = 0; i < image.slots.size(); ++i) {
        if (const Finding* const finding = evidence.find(image.slots[i].variable))
            likelihood[i] = state_of(*finding) == image.slots[i].state;
    }
    return likelihood;
}

void check(const Image& image, const ImageAnswer& found, const Posterior& expected) {
    if (expected.impossible()) {
        CHECK(found.log_probability == -infinity);
        return;
    }
    CHECK_THAT(found.log_probability, WithinAbs(expected.log_evidence(), 1e-9));
    for (std::size_t v = 0; v < image.variables.size(); ++v) {
        double sum = 0;
        for (std::uint32_t i = image.first_slot[v]; i < image.first_slot[v + 1]; ++i)
            sum += found.posterior[i];
        const std::span<const double> right = expected.marginal(VariableId(v));
        std::vector<double> shares(right.size());
        for (std::uint32_t i = image.first_slot[v]; i < image.first_slot[v + 1]; ++i)
            shares[image.slots[i].state.index()] = found.posterior[i] / sum;
        for (std::size_t state = 0; state < right.size(); ++state)
            CHECK_THAT(shares[state], WithinAbs(right[state], 1e-12));
    }
}

/// Observes or sets a third of the variables each, to any states.
Evidence random_findings(Rng& rng, const BayesianNetwork& network) {
    Evidence evidence;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId id(v);
        const StateId state(static_cast<std::uint32_t>(rng.below(network.cardinality(id))));
        const auto kind = rng.below(3);
        if (kind == 0) evidence.observe(id, state);
        if (kind == 1) evidence.intervene(id, state);
    }
    return evidence;
}

}  // namespace

TEST_CASE("Image for interventions: do() of any states gives the engine's posteriors") {
    Rng rng(5801);
    for (int round = 0; round < 60; ++round) {
        const BayesianNetwork network = random_model(
            rng,
            {.min_variables = 2, .max_variables = 8, .max_assignments = 800, .max_parents = 3});
        const InferenceEngine engine(network);
        const Image image = make_image(network, {.interventions = true});
        for (int question = 0; question < 6; ++question) {
            const Evidence evidence = random_findings(rng, network);
            std::vector<VariableId> intervened;
            for (const auto& [variable, finding] : evidence)
                if (std::holds_alternative<Intervened>(finding)) intervened.push_back(variable);
            check(image, run(image, likelihood_of(image, evidence), intervened),
                  engine.marginals(evidence));
        }
    }
}

TEST_CASE("Image for interventions: the own table of a variable is its distribution") {
    Rng rng(5803);
    for (int round = 0; round < 60; ++round) {
        const BayesianNetwork network = random_model(
            rng,
            {.min_variables = 2, .max_variables = 8, .max_assignments = 800, .max_parents = 3});
        const Image image = make_image(network, {.interventions = true});
        REQUIRE(image.own_tables.size() == network.size());
        for (const Image::OwnTable& own : image.own_tables) {
            std::vector<std::size_t> extents;
            for (const VariableId axis : own.axes) extents.push_back(network.cardinality(axis));
            const Scope scope(own.axes, extents);
            REQUIRE(scope.cells() == own.cells);
            const TableCpd& table = table_of(network.cpd(own.variable));
            std::vector<StateId> states(network.size(), StateId(0));
            for (std::size_t cell = 0; cell < own.cells; ++cell) {
                const std::vector<StateId> here = scope.states(cell);
                for (std::size_t i = 0; i < here.size(); ++i) states[own.axes[i].index()] = here[i];
                std::vector<StateId> family;
                for (const VariableId id : table.scope().variables())
                    family.push_back(states[id.index()]);
                CHECK(image.constants[own.cell + cell] ==
                      table.numbers()[table.scope().cell(family)]);
            }
        }
    }
}

TEST_CASE("Image with known findings: they are in every answer") {
    Rng rng(5802);
    for (int round = 0; round < 60; ++round) {
        const BayesianNetwork network = random_model(
            rng,
            {.min_variables = 2, .max_variables = 8, .max_assignments = 800, .max_parents = 3});
        const InferenceEngine engine(network);
        const VariableId variable(rng.below(network.size()));
        const StateId state(static_cast<std::uint32_t>(rng.below(network.cardinality(variable))));
        Evidence known;
        known.observe(variable, state);
        const Posterior expected = engine.marginals(known);
        for (const bool interventions : {false, true}) {
            try {
                const Image image =
                    make_image(network, {.known = known, .interventions = interventions});
                CHECK(image.first_slot[variable.index() + 1] ==
                      image.first_slot[variable.index()] + 1);
                check(image, run(image, likelihood_of(image, {}), {}), expected);
            } catch (const ImpossibleEvidenceError&) {
                CHECK(expected.impossible());
            }
        }
    }
}

TEST_CASE("Image with known findings: they are states") {
    NetworkBuilder builder = NetworkBuilder::parse("A{a|b} -> B{a|b}");
    builder.cpt("A").values({1, 0});
    builder.cpt("B").values({1, 0, 0.5, 0.5});
    const BayesianNetwork network = builder.build();
    Evidence soft, unknown, impossible;
    soft.likelihood(VariableId(0), std::vector<double>{0.5, 1});
    unknown.observe(VariableId(7), StateId(0));
    impossible.observe(VariableId(0), StateId(1));
    CHECK_THROWS_AS(make_image(network, {.known = soft}), ArgumentError);
    CHECK_THROWS_AS(make_image(network, {.known = unknown}), EvidenceError);
    for (const bool interventions : {false, true})
        CHECK_THROWS_AS(make_image(network, {.known = impossible, .interventions = interventions}),
                        ImpossibleEvidenceError);
}
