#include <learners/estimate/detail/leave_one_out.hpp>

#include <learners/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <tests/learners/estimate/detail/brute_force.hpp>
#include <tests/learners/estimate/detail/left_out_rows.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

const std::vector<const char*> all_structures = {
    "nb", "tan", "kdb:2", "kdb:4", "joint", "chow-liu", "aode", "y -> b; a, b -> c; a, d -> y"};

void check_against_brute_force(const Dataset& data, const std::vector<double>& strengths) {
    for (const char* structure : all_structures) {
        const LeftOutRows tested(data, structure);
        const LeftOutPredictions predictions = tested.left_out->predict(strengths);
        REQUIRE(tested.left_out->size() == tested.rows.size());
        for (std::size_t r = 0; r < tested.rows.size(); ++r) {
            BruteForce brute_force(data, strengths, tested.row_of(data, r));
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

TEST_CASE("Rows that are left out have missing cells, and weights", "[learners]") {
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
    const std::vector<double> strengths = {1, 2, 4};
    for (const char* structure : {"nb", "y -> a, b, c, d; a -> b; b -> c; c -> d", "aode"}) {
        // Naive Bayes predicts as if a missing cell were not there; so does leaving it out.
        const Dataset data = dependent_rows(40, 4, std::string(structure) == "nb" ? 5 : 0);
        for (const char* prior : {"smoothed", "proportions", "uniform", "0=0.2,1=0.3,2=0.5"}) {
            FitOptions options;
            options.structure = structure;
            options.smoothing = BackOff{strengths};
            options.class_prior = parse_class_prior(prior);
            const LeftOutRows tested(data, structure, options.class_prior);
            const LeftOutPredictions predictions = tested.left_out->predict(strengths);
            for (std::size_t r = 0; r < tested.rows.size(); ++r) {
                const auto row = static_cast<std::uint32_t>(tested.row_of(data, r));
                std::vector<std::uint32_t> others(data.rows());
                std::iota(others.begin(), others.end(), 0u);
                others.erase(others.begin() + row);
                const Classifier without = fit(data.select_rows(others), "y", options);
                const Predictions wanted = predict(without, data.select_rows(std::array{row}));
                INFO(structure << " " << prior << " row " << row);
                for (std::size_t k = 0; k < 3; ++k)
                    CHECK_THAT(std::exp(predictions.row(r)[k]),
                               Catch::Matchers::WithinAbs(wanted.probability(0)[k], 1e-12));
            }
        }
    }
}

TEST_CASE("The number of threads changes no bit of rows that are left out", "[learners]") {
    const Dataset data = dependent_rows(3000, 5, 10);
    for (const char* structure : {"kdb:2", "aode"}) {
        const LeftOutRows tested(data, structure);
        const std::vector<double> strengths = {1, 2, 4, 8};
        const LeftOutPredictions one = tested.left_out->predict(strengths, 1);
        for (const std::size_t threads : {2u, 3u, 7u})
            CHECK(tested.left_out->predict(strengths, threads).log_posteriors ==
                  one.log_posteriors);
    }
}

TEST_CASE("A class that nothing but the row itself shows is impossible without it", "[learners]") {
    const Dataset data = digits("ya", {"00", "00", "11"});
    const LeftOutRows tested(data, "nb");
    const LeftOutPredictions predictions = tested.left_out->predict(std::vector{0.0});
    for (std::size_t r = 0; r < 2; ++r) {
        const double log_p = predictions.row(r)[predictions.labels[r]];
        CHECK(log_p == (predictions.labels[r] == 0 ? 0 : -std::numeric_limits<double>::infinity()));
    }
}
