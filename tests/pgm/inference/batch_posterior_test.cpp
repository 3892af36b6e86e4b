#include <pgm/core/numbers.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/random_model.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// log P(T = c, e) of row r.
double log_joint(const BatchPosterior& batch, Eigen::Index r, Eigen::Index c) {
    return batch.log_probabilities(r, c) + batch.log_evidence[static_cast<std::size_t>(r)];
}

constexpr std::uint8_t missing = missing_cell<std::uint8_t>;

/// Russell and Norvig's lawn.
BayesianNetwork lawn() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{no|yes} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net.build();
}

}  // namespace

TEST_CASE("Batch: the wet lawn has its textbook answers, row by row") {
    const BayesianNetwork network = lawn();
    const InferenceEngine engine(network);
    // Wet lawn; nothing known; wet with neither rain nor sprinkler, which cannot be.
    const std::vector<std::uint8_t> wet{1, missing, 1}, rain{missing, missing, 0},
        sprinkler{missing, missing, 0};
    const EvidenceColumns rows{3,
                               {{network.id("Wet"), wet},
                                {network.id("Rain"), rain},
                                {network.id("Sprinkler"), sprinkler}}};
    const BatchPosterior batch =
        engine.marginals(network.id("Cloudy"), rows, {.log_probabilities = true});
    // P(wet) = 0.6471, P(cloudy, wet) = 0.5 (0.8 (0.9 0.9 + 0.1 0.99) + 0.2 0.1 0.9) = 0.3726.
    CHECK_THAT(batch.probabilities(0, 1), WithinAbs(0.3726 / 0.6471, 1e-15));
    CHECK_THAT(batch.log_evidence[0], WithinAbs(std::log(0.6471), 1e-14));
    CHECK_THAT(log_joint(batch, 0, 1), WithinAbs(std::log(0.3726), 1e-14));
    CHECK(batch.probabilities(1, 0) == 0.5);
    CHECK(batch.log_evidence[1] == 0);
    CHECK_THAT(log_joint(batch, 1, 1), WithinAbs(std::log(0.5), 1e-15));
    CHECK(batch.log_evidence[2] == -infinity);
    CHECK(batch.probabilities.row(2).isZero(0));
    CHECK(log_joint(batch, 2, 0) == -infinity);
}

TEST_CASE("Batch: no rows, no columns") {
    const BayesianNetwork network = lawn();
    const InferenceEngine engine(network);
    const BatchPosterior none = engine.marginals(network.id("Rain"), {});
    CHECK(none.probabilities.rows() == 0);
    CHECK(none.probabilities.cols() == 2);
    CHECK(none.log_evidence.empty());
    const BatchPosterior unknown = engine.marginals(network.id("Rain"), {3, {}});
    CHECK(unknown.probabilities.rows() == 3);
    CHECK_THAT(unknown.probabilities(2, 1), WithinAbs(0.5, 1e-15));
    CHECK(unknown.log_evidence == std::vector<double>(3, 0.0));
}

TEST_CASE("Batch: a target that is observed has a point mass") {
    const BayesianNetwork network = lawn();
    const InferenceEngine engine(network);
    const std::vector<std::uint8_t> rain{1, missing, 0};
    const BatchPosterior batch = engine.marginals(
        network.id("Rain"), {3, {{network.id("Rain"), rain}}}, {.log_probabilities = true});
    CHECK(batch.probabilities(0, 1) == 1);
    CHECK(batch.probabilities(0, 0) == 0);
    CHECK_THAT(log_joint(batch, 0, 1), WithinAbs(std::log(0.5), 1e-15));
    CHECK(log_joint(batch, 0, 0) == -infinity);
    CHECK_THAT(batch.log_evidence[2], WithinAbs(std::log(0.5), 1e-15));
}

TEST_CASE("Batch: a target that does not exist is refused") {
    CHECK_THROWS_WITH(InferenceEngine(lawn()).marginals(VariableId(4), {}),
                      "the network has no variable number 4");
}

namespace {

/// Random findings of a table of rows: states of some variables, missing here and there; now and
/// then a sampled row would be too polite, so nothing keeps them from being impossible.
struct RandomRows {
    std::deque<std::vector<std::uint8_t>> narrow;
    std::deque<std::vector<std::uint32_t>> wide;
    EvidenceColumns columns;
};

void fill(RandomRows& random, Rng& rng, const BayesianNetwork& network, std::size_t rows,
          double observed_share, double missing_share) {
    random.columns.rows = rows;
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (rng.uniform() >= observed_share) continue;
        const double missing_here = rng.uniform() < 0.5 ? 0 : missing_share;
        std::vector<std::uint32_t> codes;
        for (std::size_t row = 0; row < rows; ++row) {
            const bool skip = rng.uniform() < missing_here;
            codes.push_back(
                skip ? missing_cell<std::uint32_t>
                     : static_cast<std::uint32_t>(rng.below(network.cardinality(VariableId(v)))));
        }
        if (rng.below(2) == 0) {
            random.columns.columns.push_back(
                {VariableId(v), random.wide.emplace_back(std::move(codes))});
        } else {
            std::vector<std::uint8_t> bytes(codes.begin(), codes.end());
            random.columns.columns.push_back(
                {VariableId(v), random.narrow.emplace_back(std::move(bytes))});
        }
    }
}

/// Each row of the batch against a question of its own.
void compare(Complaints& complaints, const InferenceEngine& engine, VariableId target,
             const EvidenceColumns& rows, const BatchPosterior& batch) {
    Workspace workspace;
    const std::size_t states = engine.network().cardinality(target);
    for (std::size_t row = 0; row < rows.rows; ++row) {
        const auto r = static_cast<Eigen::Index>(row);
        const std::string name = "row " + std::to_string(row) + ": ";
        const Evidence evidence = evidence_of_row(rows, row);
        const Posterior& single = engine.marginals(std::span(&target, 1), evidence, workspace);
        complaints.unless((batch.log_evidence[row] == -infinity) == single.impossible(),
                          name + "impossible or not");
        if (single.impossible()) {
            complaints.unless(batch.probabilities.row(r).isZero(0), name + "zeros");
            complaints.unless((batch.log_probabilities.row(r).array() == -infinity).all(),
                              name + "log probabilities of nothing");
            continue;
        }
        complaints.unless_near(name + "log P(e)", batch.log_evidence[row], single.log_evidence(),
                               log_tolerance(single.log_evidence(), 1e-13));
        const Finding* const known = evidence.find(target);
        for (std::size_t k = 0; k < states; ++k) {
            const auto c = static_cast<Eigen::Index>(k);
            complaints.unless_near(name + "posterior", batch.probabilities(r, c), single[0][k],
                                   1e-13);
            const bool contradicts = known && *known != Finding(Observed{StateId(k)});
            const double joint =
                contradicts ? -infinity
                            : engine.log_evidence(Evidence(evidence).observe(target, StateId(k)));
            if (joint == -infinity || log_joint(batch, r, c) == -infinity)
                complaints.unless(joint == log_joint(batch, r, c), name + "log joint");
            else
                complaints.unless_near(name + "log joint", log_joint(batch, r, c), joint,
                                       log_tolerance(joint, 1e-13));
        }
    }
}

}  // namespace

TEST_CASE(
    "Batch: every row of random tables with missing values agrees with a question of its own") {
    CHECK(sweep(1000, 150, [](std::uint64_t seed, Complaints& complaints) {
              Rng rng(seed);
              const InferenceEngine engine(random_model(rng));
              RandomRows random;
              fill(random, rng, engine.network(), 40, rng.uniform(), rng.uniform());
              const VariableId target(rng.below(engine.network().size()));
              compare(complaints, engine, target, random.columns,
                      engine.marginals(target, random.columns, {.log_probabilities = true}));
          }) == no_complaints);
}

TEST_CASE("Batch: so does a table in which every variable but the target is observed") {
    CHECK(sweep(2000, 60, [](std::uint64_t seed, Complaints& complaints) {
              Rng rng(seed);
              const InferenceEngine engine(random_model(rng));
              RandomRows random;
              fill(random, rng, engine.network(), 40, 1, 0);
              const VariableId target(rng.below(engine.network().size()));
              std::erase_if(random.columns.columns, [&](const EvidenceColumn& column) {
                  return column.variable == target;
              });
              compare(complaints, engine, target, random.columns,
                      engine.marginals(target, random.columns, {.log_probabilities = true}));
          }) == no_complaints);
}

TEST_CASE("Batch: all posteriors of every row agree with a question of its own") {
    CHECK(sweep(3000, 150, [](std::uint64_t seed, Complaints& complaints) {
              Rng rng(seed);
              const InferenceEngine engine(random_model(rng));
              RandomRows random;
              fill(random, rng, engine.network(), 40, rng.uniform(), rng.uniform());
              const BatchPosterior batch = engine.marginals(random.columns);
              for (std::size_t row = 0; row < random.columns.rows; ++row) {
                  const Posterior single = engine.marginals(evidence_of_row(random.columns, row));
                  const auto r = static_cast<Eigen::Index>(row);
                  complaints.unless((batch.log_evidence[row] == -infinity) == single.impossible(),
                                    "impossible or not");
                  if (single.impossible()) {
                      complaints.unless(batch.probabilities.row(r).isZero(0), "zeros");
                      continue;
                  }
                  complaints.unless_near("log P(e)", batch.log_evidence[row], single.log_evidence(),
                                         log_tolerance(single.log_evidence(), 1e-13));
                  for (std::size_t v = 0; v < single.size(); ++v) {
                      for (std::size_t k = 0; k < single[v].size(); ++k) {
                          complaints.unless_near("posterior",
                                                 batch.probabilities(r, static_cast<Eigen::Index>(
                                                                            batch.offsets[v] + k)),
                                                 single[v][k], 1e-13);
                      }
                  }
              }
          }) == no_complaints);
}

TEST_CASE("Batch: the same bits on any number of threads and for any part of the rows") {
    Rng rng(7);
    RandomModelOptions options;
    options.min_variables = options.max_variables = 12;
    const InferenceEngine engine(random_model(rng, options));
    RandomRows random;
    fill(random, rng, engine.network(), 20000, 0.8, 0.02);
    const VariableId target(3);
    const BatchPosterior one =
        engine.marginals(target, random.columns, {.threads = 1, .log_probabilities = true});
    for (const std::size_t threads : {2u, 4u, 8u, 0u}) {
        const BatchPosterior many = engine.marginals(
            target, random.columns, {.threads = threads, .log_probabilities = true});
        CHECK(many.probabilities == one.probabilities);
        CHECK(many.log_evidence == one.log_evidence);
        CHECK(many.log_probabilities == one.log_probabilities);
    }
}

namespace {

/// A class of `classes` states over `features` binary features whose probabilities come from the
/// seed.
BayesianNetwork naive_bayes(std::size_t features, std::size_t classes, Rng& rng) {
    NetworkBuilder net;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < classes; ++k) names.push_back("c" + std::to_string(k));
    net.add_variable(Variable("class", names));
    net.set_cpd(TableCpd(Scope({VariableId(0)}, {classes}),
                         std::vector<double>(classes, 1.0 / static_cast<double>(classes))));
    for (std::size_t f = 1; f <= features; ++f) {
        net.add_variable(Variable("f" + std::to_string(f), {"0", "1"}));
        std::vector<double> table;
        for (std::size_t k = 0; k < classes; ++k) {
            const double p = 0.01 + 0.98 * rng.uniform();
            table.insert(table.end(), {p, 1 - p});
        }
        net.set_cpd(TableCpd(Scope({VariableId(0), VariableId(f)}, {classes, 2}), table));
    }
    return net.build();
}

}  // namespace

TEST_CASE("Batch: ten thousand features neither underflow nor lose the winner") {
    Rng rng(11);
    constexpr std::size_t features = 10000, classes = 3, rows = 20;
    const BayesianNetwork network = naive_bayes(features, classes, rng);
    RandomRows random;
    fill(random, rng, network, rows, 1, 0);
    random.columns.columns.erase(random.columns.columns.begin());
    // Where a feature is missing it says nothing.
    std::vector<std::uint8_t> holes(rows, 0);
    holes[4] = missing;
    random.columns.columns[5].cells = holes;
    const BatchPosterior batch = InferenceEngine(network).marginals(VariableId(0), random.columns,
                                                                    {.log_probabilities = true});
    for (std::size_t row = 0; row < rows; ++row) {
        const Evidence evidence = evidence_of_row(random.columns, row);
        std::vector<double> expected(classes, std::log(1.0 / classes));
        for (std::size_t k = 0; k < classes; ++k) {
            for (const auto& [variable, finding] : evidence) {
                expected[k] +=
                    std::log(std::get<TableCpd>(network.cpd(variable))
                                 .table()[2 * k + std::get<Observed>(finding).state.index()]);
            }
            CHECK_THAT(
                log_joint(batch, static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k)),
                WithinRel(expected[k], 1e-12));
        }
        Eigen::Index winner = 0;
        batch.probabilities.row(static_cast<Eigen::Index>(row)).maxCoeff(&winner);
        CHECK(winner == std::ranges::max_element(expected) - expected.begin());
        CHECK_THAT(batch.probabilities.row(static_cast<Eigen::Index>(row)).sum(),
                   WithinAbs(1, 1e-14));
    }
}
