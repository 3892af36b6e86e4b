#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <pgm/model/random_network.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <deque>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// A column for every variable but the target, cells missing with some probability.
struct HoledRows {
    std::deque<std::vector<std::uint8_t>> cells;
    EvidenceColumns columns;

    HoledRows(const BayesianNetwork& network, VariableId target, std::size_t rows,
              double missing_share, Rng& rng) {
        columns.rows = rows;
        for (std::size_t v = 0; v < network.size(); ++v) {
            if (VariableId(v) == target) continue;
            std::vector<std::uint8_t>& column = cells.emplace_back();
            for (std::size_t row = 0; row < rows; ++row)
                column.push_back(
                    rng.uniform() < missing_share
                        ? missing_cell<std::uint8_t>
                        : static_cast<std::uint8_t>(rng.below(network.cardinality(VariableId(v)))));
            columns.columns.push_back({VariableId(v), std::span<const std::uint8_t>(column)});
        }
    }
};

/// Every row as a question of its own, which takes another way through the engine.
void check_rows(const InferenceEngine& engine, VariableId target, const HoledRows& rows) {
    const BatchPosterior batch =
        engine.marginals(target, rows.columns, {.log_probabilities = true});
    for (std::size_t row = 0; row < rows.columns.rows; ++row) {
        const Posterior alone =
            engine.marginals(std::vector{target}, evidence_of_row(rows.columns, row));
        INFO("row " << row);
        if (alone.impossible()) {
            CHECK(batch.log_evidence[row] == -infinity);
            continue;
        }
        CHECK_THAT(batch.log_evidence[row], WithinAbs(alone.log_evidence(), 1e-12));
        for (std::size_t k = 0; k < alone[0].size(); ++k)
            CHECK_THAT(
                batch.probabilities(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k)),
                WithinAbs(alone[0][k], 1e-13));
    }
}

}  // namespace

TEST_CASE("Missing sums: rows of a batch with missing values get the answers of single questions",
          "[inference]") {
    Rng rng(17);
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const BayesianNetwork network = random_network({.variables = 14,
                                                        .max_parents = seed % 3 == 2 ? 4u : 2u,
                                                        .cardinalities = {2, 3, 4},
                                                        .zero_fraction = seed % 4 == 3 ? 0.2 : 0},
                                                       seed);
        const InferenceEngine engine(network);
        for (const double missing_share : {0.05, 0.2, 0.6, 1.0}) {
            const VariableId target(rng.below(network.size()));
            INFO("network " << seed << ", target " << target.index() << ", share "
                            << missing_share);
            check_rows(engine, target, HoledRows(network, target, 60, missing_share, rng));
        }
    }
}

TEST_CASE("Missing sums: neither threads nor the rows around a row change a bit", "[inference]") {
    const BayesianNetwork network =
        random_network({.variables = 20, .max_parents = 3, .cardinalities = {2, 3, 5}}, 3);
    const InferenceEngine engine(network);
    Rng rng(4);
    const VariableId target(std::size_t{7});
    const HoledRows rows(network, target, 3000, 0.1, rng);
    const BatchPosterior one = engine.marginals(target, rows.columns, {.threads = 1}),
                         three = engine.marginals(target, rows.columns, {.threads = 3}),
                         some = engine.marginals(target, rows_of(rows.columns, 1001, 500));
    CHECK(one.probabilities == three.probabilities);
    CHECK(one.log_evidence == three.log_evidence);
    for (std::size_t row = 0; row < 500; ++row)
        CHECK_THAT(some.log_evidence[row], WithinAbs(one.log_evidence[1001 + row], 1e-12));
}

TEST_CASE("Missing sums: more missing values than a word has bits", "[inference]") {
    const BayesianNetwork network =
        random_network({.variables = 150, .max_parents = 2, .cardinalities = {2}}, 9);
    const InferenceEngine engine(network);
    Rng rng(2);
    const VariableId target(std::size_t{75});
    check_rows(engine, target, HoledRows(network, target, 12, 0.55, rng));
}
