#include <examples/structures.hpp>
#include <examples/tables.hpp>
#include <learners/score/data_score.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr const char* by_stone = "Stone -> Treatment -> Success <- Stone";
constexpr const char* by_treatment = "Treatment -> Stone -> Success <- Treatment";

}  // namespace

TEST_CASE("Simpson: what is seen, in total and for each size of stone, as fractions",
          "[examples]") {
    const Dataset patients = examples::weighted_table("kidney.csv", "count");
    const Expectation expected[] = {
        {"P(Success=yes | Treatment=open)", 273.0 / 350},
        {"P(Success=yes | Treatment=keyhole)", 289.0 / 350},
        {"P(Success=yes | Treatment=open, Stone=small)", 81.0 / 87},
        {"P(Success=yes | Treatment=keyhole, Stone=small)", 234.0 / 270},
        {"P(Success=yes | Treatment=open, Stone=large)", 192.0 / 263},
        {"P(Success=yes | Treatment=keyhole, Stone=large)", 55.0 / 80},
        {"P(Stone=large | Treatment=open)", 263.0 / 350},
        {"P(Stone=large | Treatment=keyhole)", 80.0 / 350},
    };
    for (const char* const structure : {by_stone, by_treatment})
        check_answers(InferenceEngine(examples::network_over(patients, structure)), expected);
}

TEST_CASE("Simpson: which treatment is better depends on which graph is true", "[examples]") {
    const Dataset patients = examples::weighted_table("kidney.csv", "count");
    const Expectation adjusted[] = {
        // Each size as frequent as among all 700: 87 + 270 small stones, 263 + 80 large ones.
        {"P(Success=yes | do(Treatment=open))", (81.0 / 87 * 357 + 192.0 / 263 * 343) / 700},
        {"P(Success=yes | do(Treatment=keyhole))", (234.0 / 270 * 357 + 55.0 / 80 * 343) / 700},
    };
    check_answers(InferenceEngine(examples::network_over(patients, by_stone)), adjusted);
    const Expectation as_seen[] = {
        {"P(Success=yes | do(Treatment=open))", 273.0 / 350},
        {"P(Success=yes | do(Treatment=keyhole))", 289.0 / 350},
    };
    check_answers(InferenceEngine(examples::network_over(patients, by_treatment)), as_seen);
}

TEST_CASE("Simpson: both graphs have the score of the joint table", "[examples]") {
    const Dataset patients = examples::weighted_table("kidney.csv", "count");
    double bic = -7 * std::log(700) / 2;  // eight cells have seven free parameters
    for (const double count : {81, 6, 234, 36, 192, 71, 55, 25})
        bic += count * std::log(count / 700);
    const learners::DataScore score(patients);
    for (const char* const structure : {by_stone, by_treatment})
        CHECK_THAT(learners::total(score, examples::graph_over(patients, structure)),
                   Catch::Matchers::WithinRel(bic, 1e-12));
}
