#include <learners/judge/detail/leave_one_out.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <tests/learners/judge/detail/brute_force.hpp>
#include <tests/learners/judge/detail/left_out_rows.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

const std::vector<const char*> all_structures = {"nb",    "tan",   "kdb:2",
                                                 "kdb:4", "joint", "chow-liu",
                                                 "aode",  "a2de",  "y -> b; a, b -> c; a, d -> y"};

void check_against_brute_force(const Dataset& data, const std::vector<double>& concentrations) {
    for (const char* structure : all_structures) {
        const LeftOutRows tested(data, structure);
        const OutOfFold predictions = tested.left_out->predict(concentrations);
        REQUIRE(tested.left_out->size() == tested.rows.size());
        for (std::size_t r = 0; r < tested.rows.size(); ++r) {
            BruteForce brute_force(data, concentrations, tested.row_of(data, r));
            const std::vector<double> wanted = brute_force.posterior(tested.structures);
            INFO(structure << " row " << r);
            for (std::size_t k = 0; k < wanted.size(); ++k)
                CHECK_THAT(std::exp(predictions.row(r)[k]),
                           Catch::Matchers::WithinAbs(wanted[k], 1e-12));
        }
    }
}

}  // namespace

TEST_CASE("Rows that are left out are predicted as brute force predicts them", "[learners]") {
    check_against_brute_force(dependent_rows(60, 1), {1, 2, 4});
    check_against_brute_force(dependent_rows(25, 2), {0.5, 0.25, 64, 1, 3});
}

TEST_CASE("Rows that are left out have missing values, and weights", "[learners]") {
    const Dataset data = dependent_rows(60, 3, 6);
    check_against_brute_force(data, {1, 2, 4});
    // Weights of rows that occur twice are one weight: each row must be one of its kind.
    const LeftOutRows different(data, "nb");
    std::vector<std::uint32_t> rows;
    std::vector<double> weights;
    for (std::size_t r = 0; r < different.rows.size(); ++r) {
        rows.push_back(static_cast<std::uint32_t>(different.row_of(data, r)));
        weights.push_back(std::vector{1.0, 0.25, 2.5, 3.0}[r % 4]);
    }
    check_against_brute_force(data.select_rows(rows).with_weights(weights), {1, 2, 4});
}

TEST_CASE("Leaving out a row is fitting the others", "[learners]") {
    const std::vector<double> concentrations = {1, 2, 4};
    const auto check = [&](const char* structure, const char* smoothing, const char* prior) {
        // Naive Bayes predicts as if a missing value were not there; so does leaving it out.
        const Dataset data = dependent_rows(40, 4, std::string(structure) == "nb" ? 5 : 0);
        Fit options;
        options.structure = structure;
        options.smoothing = parse_smoothing(smoothing);
        options.class_prior = parse_class_prior(prior);
        const LeftOutRows tested(data, structure, options.class_prior, options.smoothing);
        const OutOfFold predictions = tested.left_out->predict(concentrations);
        for (std::size_t r = 0; r < tested.rows.size(); ++r) {
            const auto row = static_cast<std::uint32_t>(tested.row_of(data, r));
            std::vector<std::uint32_t> others(data.rows());
            std::iota(others.begin(), others.end(), 0u);
            others.erase(others.begin() + row);
            const Classifier without = fit(data.select_rows(others), "y", options);
            const Predictions wanted = predict(without, data.select_rows(std::array{row}));
            INFO(structure << " " << smoothing << " " << prior << " row " << row);
            for (std::size_t k = 0; k < 3; ++k)
                CHECK_THAT(std::exp(predictions.row(r)[k]),
                           Catch::Matchers::WithinAbs(wanted.probability(0)[k], 1e-12));
        }
    };
    for (const char* structure :
         {"nb", "y -> a, b, c, d; a -> b; b -> c; c -> d", "aode", "a2de"}) {
        for (const char* prior : {"smoothed", "proportions", "uniform", "0=0.2,1=0.3,2=0.5"})
            check(structure, "backoff:1,2,4", prior);
        for (const char* smoothing : {"laplace:1", "lidstone", "bdeu:3"}) {
            for (const char* prior : {"smoothed", "proportions", "0=0.2,1=0.3,2=0.5"})
                check(structure, smoothing, prior);
        }
    }
}

TEST_CASE("The losses of all prefixes are those of brute force over the restricted structures",
          "[learners]") {
    const std::vector<double> concentrations = {1, 2, 0.5, 4};
    for (const std::size_t missing : {0u, 6u}) {
        const Dataset data = dependent_rows(40, 7, missing);
        for (const char* structure : {"nb", "tan", "fan:aic", "kdb:3", "aode"}) {
            const LeftOutRows tested(data, structure);
            const std::vector<ColumnId> order = {ColumnId(3), ColumnId(1), ColumnId(4),
                                                 ColumnId(2)};
            for (std::size_t most = 0; most <= 3; ++most) {
                const std::vector<double> log_losses =
                    tested.left_out->losses_of_prefixes(order, most, concentrations, 2);
                REQUIRE(log_losses.size() == 5);
                for (std::size_t p = 0; p <= 4; ++p) {
                    learners::Columns kept = tested.columns;
                    kept.features.assign(order.begin(),
                                         order.begin() + static_cast<std::ptrdiff_t>(p));
                    std::ranges::sort(kept.features);
                    const auto structures = restricted(tested.structures, kept, most);
                    INFO(structure << " " << p << " features, " << most << " parents");
                    if (structures.empty()) {
                        CHECK(log_losses[p] == std::numeric_limits<double>::infinity());
                        continue;
                    }
                    double log_loss = 0;
                    for (std::size_t r = 0; r < tested.rows.size(); ++r) {
                        const DistinctRows::WeightedRow& row = tested.rows.rows()[r];
                        const std::vector<double> posterior =
                            BruteForce(data, concentrations, tested.row_of(data, r))
                                .posterior(structures);
                        const std::size_t label = row.codes.front();
                        log_loss -= row.weight.value() * std::log(posterior[label]);
                    }
                    CHECK_THAT(log_losses[p], Catch::Matchers::WithinAbs(log_loss / 40, 1e-12));
                }
            }
        }
    }
}

TEST_CASE("The number of threads changes no bit of rows that are left out", "[learners]") {
    const Dataset data = dependent_rows(3000, 5, 10);
    for (const char* structure : {"kdb:2", "aode"}) {
        const LeftOutRows tested(data, structure);
        const std::vector<double> concentrations = {1, 2, 4, 8};
        const OutOfFold one = tested.left_out->predict(concentrations, 1);
        for (const std::size_t threads : {2u, 3u, 7u})
            CHECK(tested.left_out->predict(concentrations, threads).log_posteriors ==
                  one.log_posteriors);
    }
}

TEST_CASE("A class that nothing but the row itself shows is impossible without it", "[learners]") {
    const Dataset data = digits("ya", {"00", "00", "11"});
    const LeftOutRows tested(data, "nb");
    const OutOfFold predictions = tested.left_out->predict(std::vector{0.0});
    for (std::size_t r = 0; r < 2; ++r) {
        const double log_p = predictions.row(r)[predictions.labels[r]];
        CHECK(log_p == (predictions.labels[r] == 0 ? 0 : -std::numeric_limits<double>::infinity()));
    }
}
