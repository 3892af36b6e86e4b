#include <learners/validate/cross_validation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using Catch::Matchers::WithinAbs;

namespace {

/// 90 rows: a feature that tells the class nine times of ten, one that tells nothing, and a number
/// shifted by the class.
Dataset rows() {
    Rng rng(3);
    std::vector<std::optional<StateId>> y, good, noise;
    std::vector<double> x;
    for (int i = 0; i < 90; ++i) {
        const std::size_t c = rng.below(3) == 0 ? 1 : 0;
        y.push_back(StateId(c));
        good.push_back(StateId(rng.below(10) == 0 ? 1 - c : c));
        noise.push_back(StateId(rng.below(2)));
        x.push_back(static_cast<double>(c) + rng.uniform());
    }
    return Dataset({discrete_column(Variable("good", {"0", "1"}), good),
                    discrete_column(Variable("noise", {"u", "v"}), noise),
                    continuous_column("x", x), discrete_column(Variable("y", {"no", "yes"}), y)});
}

std::vector<Estimator> choices() {
    return {Fit{.structure = "nb", .continuous = parse_continuous("gaussian")},
            Fit{.structure = "tan", .continuous = parse_continuous("mdlp")}};
}

Validation validated(const ValidationOptions& options = {}) {
    const Dataset data = rows();
    return validate(data, "y", choices(), stratified_folds(data.column("y"), 5, 2, 1), options);
}

}  // namespace

TEST_CASE("Every choice is judged on every fold") {
    const Validation validation = validated();
    REQUIRE(validation.structures.size() == 2);
    CHECK(validation.complete());
    for (const ValidatedStructure& structure : validation.structures) {
        CHECK(structure.scored_predictions().rows() == 180);
        const ValidationSummary summary = summary_of(structure);
        CHECK(summary.fold_accuracies.size() == 10);
        CHECK(summary.evaluation.accuracy > 0.9);
        CHECK_THAT(
            std::accumulate(summary.fold_accuracies.begin(), summary.fold_accuracies.end(), 0.0) /
                10,
            WithinAbs(summary.evaluation.accuracy, 1e-12));  // folds of 18 rows each
        CHECK(summary.accuracy_sd == standard_deviation(summary.fold_accuracies));
    }
    CHECK(compare(validation, 0, 0).value().p_value == 1);
    CHECK(compare(validation, 1, 0).value().mean_difference ==
          -compare(validation, 0, 1).value().mean_difference);
}

TEST_CASE("Folds that test one row each have accuracies but no spread; a single fold has") {
    const ScoredPredictions right{.classes = {"a", "b"},
                                  .truth = {0},
                                  .predicted = {0},
                                  .probabilities = RowsByStates{{0.75, 0.25}},
                                  .log_truth = {std::log(0.75)}};
    const ValidationSummary several = summary_of({"nb", {right, right, std::nullopt, right}});
    CHECK(several.fold_accuracies == std::vector<double>{1, 1, 1});
    CHECK_FALSE(several.accuracy_sd);
    CHECK(summary_of({"nb", {right}}).accuracy_sd == 0.0);
}

TEST_CASE("The number of threads does not change a bit of a validation") {
    const Validation one = validated(), three = validated({.threads = 3});
    for (std::size_t i = 0; i < 2; ++i) CHECK(one.structures[i].folds == three.structures[i].folds);
}

TEST_CASE("Only training rows are learned from") {
    // With the test rows' classes turned round, a classifier of the same training rows must be as
    // wrong as it was right.
    const Dataset data = rows();
    const Fold fold = stratified_folds(data.column("y"), 5, 1, 1)[0];
    std::vector<std::optional<StateId>> turned;
    for (std::size_t row = 0; row < data.rows(); ++row)
        turned.push_back(data.column("y").state(row));
    for (const std::uint32_t row : fold.test) turned[row] = StateId(1u - turned[row]->index());
    const Dataset other = data.with_column(discrete_column(Variable("y", {"no", "yes"}), turned));
    const Validation right = validate(data, "y", choices(), std::vector{fold}),
                     wrong = validate(other, "y", choices(), std::vector{fold});
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(right.structures[i].scored_predictions().probabilities ==
              wrong.structures[i].scored_predictions().probabilities);
        CHECK_THAT(summary_of(right.structures[i]).evaluation.accuracy +
                       summary_of(wrong.structures[i]).evaluation.accuracy,
                   WithinAbs(1, 1e-15));
    }
}

TEST_CASE("A validation that is stopped is partial and has whole folds of every structure") {
    std::size_t told = 0;
    ValidationOptions options;
    options.stop = [&told] { return told >= 6; };
    options.progress = [&told](std::size_t done, std::size_t all) {
        CHECK(all == 20);
        told = done;
    };
    const Validation validation = validated(options);
    CHECK(told == 6);
    CHECK_FALSE(validation.complete());
    CHECK(validation.structures[0].reached() == 3);
    CHECK(validation.structures[1].reached() == 3);
    CHECK(summary_of(validation.structures[0]).evaluation.rows == 54);
    CHECK(compare(validation, 1, 0).value().folds == 3);
}

TEST_CASE("A validation of which no fold was reached has no summary") {
    ValidationOptions options;
    options.stop = [] { return true; };
    const Validation validation = validated(options);
    CHECK_THROWS_WITH(summary_of(validation.structures[0]), "no fold of 'nb' was reached");
    CHECK_FALSE(compare(validation, 0, 1));
}

TEST_CASE("Of a validation of many folds only those are made that are reached") {
    std::size_t made = 0, done = 0;
    const Dataset data = rows();
    const Folds folds = stratified_folds(data.column("y"), 5, 1, 1);
    const Folds counted(1'000'000'000, [&made, &folds](std::size_t number) {
        ++made;
        return folds[number % 5];
    });
    const Validation validation =
        validate(data, "y", choices(), counted,
                 {.progress = [&done](std::size_t so_far, std::size_t) { done = so_far; },
                  .stop = [&done] { return done >= 8; }});
    CHECK(made == 8);  // four folds, each for two structures
    CHECK(validation.structures[0].reached() == 4);
    CHECK(validation.structures[0].folds.size() < 10'000);
    CHECK_FALSE(validation.complete());
}

TEST_CASE("A fold whose test rows weigh nothing has no accuracy") {
    std::vector<double> weights(90, 1);
    const Folds folds = stratified_folds(rows().column("y"), 5, 1, 1);
    for (const std::uint32_t row : folds[2].test) weights[row] = 0;
    const Validation validation = validate(rows().with_weights(weights), "y", choices(), folds);
    CHECK(summary_of(validation.structures[0]).fold_accuracies.size() == 4);
    CHECK(compare(validation, 0, 1).value().folds == 4);
    const Validation nothing =
        validate(rows().with_weights(weights), "y", choices(), std::vector{folds[2]});
    CHECK_THROWS_WITH(summary_of(nothing.structures[0]), "the rows that were tested all weigh 0");
}

TEST_CASE("A class column that is not there is an error with a suggestion") {
    CHECK_THROWS_WITH(validate(rows(), "goood", choices(), std::vector<Fold>{}),
                      Catch::Contains("did you mean 'good'?"));
}
