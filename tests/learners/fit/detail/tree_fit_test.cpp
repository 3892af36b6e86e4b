#include <learners/fit/detail/tree_fit.hpp>

#include <learners/fit/estimator.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/dependent_rows.hpp>
#include <tests/support/gaussian.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Contains;

namespace {

Fit candidate(const char* structure, const char* continuous = "mdlp") {
    return {.structure = structure,
            .smoothing = TunedBackOff{},
            .continuous = parse_continuous(continuous),
            .calibration = Calibration::temperature};
}

/// Candidates alone, and a pool of them.
BestOf best_of(std::vector<Estimator> candidates) {
    Pool pool{candidates};
    candidates.push_back(std::move(pool));
    return {std::move(candidates)};
}

BestOf few_candidates() {
    return best_of({candidate("nb"), candidate("tan"), candidate("nb", "gaussian")});
}

/// The same by folds, alone.
BestOf few_by_folds() {
    return {{candidate("nb"), candidate("tan"), candidate("nb", "gaussian")}, Judge::folds};
}

Estimator best_model(const char* structure) {
    return parse_learner(structure, {.continuous = "auto"});
}

Dataset rows_with_a_number(std::size_t rows, std::uint64_t seed) {
    const Dataset discrete = dependent_rows(rows, seed, 12);
    Rng rng(seed);
    std::vector<double> u;
    for (std::size_t i = 0; i < rows; ++i)
        u.push_back(static_cast<double>(discrete.columns()[0].state(i)->index()) +
                    2 * rng.uniform());
    return discrete.with_column(continuous_column("u", u));
}

const std::vector<Trial>& trials_of(const Classifier& fitted) {
    return fitted.provenance().candidates.value().trials;
}

std::vector<std::string> names_of(const Classifier& fitted) {
    std::vector<std::string> names;
    for (const Trial& trial : trials_of(fitted)) names.push_back(trial.name);
    return names;
}

}  // namespace

TEST_CASE("Every candidate is tried alone, and their stack at the end", "[learners]") {
    const Dataset data = rows_with_a_number(150, 1);
    const Classifier fitted = fit(data, "y", few_candidates());
    std::vector<std::string> names;
    for (const Trial& trial : trials_of(fitted)) names.push_back(trial.name);
    CHECK(names ==
          std::vector<std::string>{"nb, mdlp", "tan, mdlp", "nb, gaussian", "the stack of 3"});
    CHECK_FALSE(fitted.provenance().candidates->partial);
    CHECK_THAT(
        fitted.provenance().remarks.front(),
        Contains("auto chose " + trials_of(fitted)[fitted.provenance().candidates->chosen].name));
    CHECK(learners::fit(data, "y", Estimator(few_candidates())) == fitted);
}

TEST_CASE("The log loss of a trial is that of fitting without the row", "[learners]") {
    // Laplace's rule and no temperature: nothing is chosen by the rows.
    const Dataset data = dependent_rows(40, 3);
    Fit plain{.structure = "nb", .smoothing = Laplace{1}};
    const Classifier fitted = fit(data, "y", BestOf{{plain}});
    double loss = 0, wrong = 0;
    for (std::uint32_t row = 0; row < data.rows(); ++row) {
        std::vector<std::uint32_t> others(data.rows() - 1);
        std::iota(others.begin(), others.end(), 0u);
        for (std::uint32_t& other : others) other += other >= row;
        const Predictions left_out =
            predict(learners::fit(data.select_rows(others), "y", plain), data.select_rows({{row}}));
        const std::size_t label = data.column("y").state(row)->index();
        const auto posterior = left_out.probability(0);
        loss -= std::log(posterior[label]);
        wrong += std::ranges::max_element(posterior) - posterior.begin() !=
                 static_cast<std::ptrdiff_t>(label);
    }
    REQUIRE(trials_of(fitted).size() == 1);
    CHECK(fitted.provenance().candidates->chosen == 0);
    CHECK(trials_of(fitted)[0].log_loss == Approx(loss / 40).epsilon(1e-12));
    CHECK(trials_of(fitted)[0].error == Approx(wrong / 40).epsilon(1e-12));
}

TEST_CASE("The order of the rows and the number of threads change no bit of a choice",
          "[learners]") {
    const Dataset data = rows_with_a_number(90, 4);
    std::vector<std::uint32_t> backwards(data.rows());
    std::iota(backwards.rbegin(), backwards.rend(), 0u);
    Estimator threaded = few_candidates();
    for (Fit* const leaf : leaves_of(threaded)) leaf->threads = 3;
    const Classifier fitted = fit(data, "y", few_candidates());
    for (const Classifier& other :
         {fit(data.select_rows(backwards), "y", few_candidates()), fit(data, "y", threaded)}) {
        CHECK(other == fitted);
        CHECK(trials_of(other) == trials_of(fitted));
        CHECK(other.provenance().candidates->chosen == fitted.provenance().candidates->chosen);
    }
}

TEST_CASE("Neither the order of rows nor a weight in place of equal ones changes a choice by folds",
          "[learners]") {
    const Dataset data = rows_with_a_number(90, 4);
    std::vector<std::uint32_t> backwards(data.rows()), twice;
    std::iota(backwards.rbegin(), backwards.rend(), 0u);
    for (const std::uint32_t row : backwards) twice.insert(twice.end(), {row, row});
    const Dataset weighted = data.with_weights(std::vector<double>(data.rows(), 2.0));
    // Rows cannot be taken out of tables with a floor.
    Estimator candidates = few_candidates();
    for (Fit* const leaf : leaves_of(candidates)) leaf->smoothing = Floor{1e-6};
    const auto fitted = fit(data, "y", candidates);
    const auto permuted = fit(data.select_rows(backwards), "y", candidates);
    CHECK(permuted == fitted);
    CHECK(trials_of(permuted) == trials_of(fitted));
    CHECK(trials_of(fit(data.select_rows(twice), "y", candidates)) ==
          trials_of(fit(weighted, "y", candidates)));
}

TEST_CASE("The best model of numbers is one classifier, whatever a stack would do", "[learners]") {
    // The cubic root of 350 is 7: of 150 rows it would be the five intervals of frequency:5.
    const Dataset data = rows_with_a_number(350, 6);
    const Fit choices{.structure = "nb", .smoothing = Laplace{1}};
    const Classifier fitted = fit(data, "y", best_model("nb"));
    std::vector<std::string> names;
    for (const Trial& trial : trials_of(fitted)) names.push_back(trial.name);
    CHECK(names == std::vector<std::string>{"nb, mdlp", "nb, frequency:5", "nb, frequency:10",
                                            "nb, proportional", "nb, proportional:1/3",
                                            "nb, gaussian", "nb, kde", "nb, kde:sj",
                                            "nb, mixture"});
    CHECK_FALSE(fitted.provenance().candidates->has_stack);
    CHECK(fitted.ensemble() == nullptr);
    for (const Trial& trial : trials_of(fitted))
        CHECK(trial.log_loss >= trials_of(fitted)[fitted.provenance().candidates->chosen].log_loss);
    const std::string words = fitted.provenance().choices.continuous;
    CHECK(trials_of(fitted)[fitted.provenance().candidates->chosen].name == "nb, " + words);
    Fit chosen = choices;
    chosen.continuous = parse_continuous(words);
    CHECK(predict(fitted, data).probabilities ==
          predict(learners::fit(data, "y", chosen), data).probabilities);
    CHECK_THAT(fitted.provenance().remarks.front(),
               Contains("auto chose nb, " + words + " from 9 candidates"));
}

TEST_CASE("Two peaks in one class and one between them are no matter for a Gaussian",
          "[learners]") {
    Rng rng(7);
    std::vector<double> u;
    std::vector<std::string_view> label;
    for (std::size_t i = 0; i < 300; ++i) {
        label.push_back(i % 2 == 0 ? "between" : "around");
        u.push_back(gaussian_number(rng) + (i % 2 == 0 ? 0 : i % 4 == 1 ? -4 : 4));
    }
    const Dataset data(
        {discrete_column(Variable("y", {"between", "around"}), label), continuous_column("u", u)});
    const Classifier fitted = fit(data, "y", best_model("nb"));
    const auto loss_of = [&](const std::string& name) {
        return std::ranges::find(trials_of(fitted), name, &Trial::name)->log_loss;
    };
    CHECK(loss_of("nb, mixture") < loss_of("nb, gaussian") - 0.1);
    CHECK(loss_of("nb, kde:sj") < loss_of("nb, gaussian") - 0.1);
}

TEST_CASE("A model that does not fit the data is left out of the choice, and said so",
          "[learners]") {
    Dataset data = dependent_rows(60, 11);
    std::vector<double> huge;
    for (std::size_t i = 0; i < data.rows(); ++i) huge.push_back(i % 2 == 0 ? 1e300 : -1e300);
    data = data.with_column(continuous_column("u", huge));
    const Classifier fitted = fit(data, "y", best_model("nb"));
    for (const Trial& trial : trials_of(fitted)) CHECK_THAT(trial.name, !Contains("gaussian"));
    CHECK(std::ranges::any_of(fitted.provenance().remarks, [](const std::string& text) {
        return text.starts_with("nb, gaussian is left out: the values of 'u' are too large");
    }));
    CHECK_THROWS_WITH(fit(data, "y", best_model("lda")), Contains("too large"));
}

TEST_CASE("Without numbers there is one model, and the structure says which go with it",
          "[learners]") {
    const Dataset data = dependent_rows(60, 12);
    CHECK(trials_of(fit(data, "y", best_model("tan"))).size() == 1);
    CHECK(leaves_of(best_model("tan")).size() == 9);
    CHECK(leaves_of(best_model("tan+select")).size() == 5);
    CHECK(leaves_of(best_model("qda")).size() == 1);
    CHECK(leaves_of(best_model("parzen")).size() == 1);
}

TEST_CASE("A choice that is stopped is made among what has been fitted", "[learners]") {
    const Dataset data = rows_with_a_number(90, 5);
    SearchControl control;
    std::size_t calls = 0;
    control.proceed = [&](const SearchProgress& progress) {
        ++calls;
        CHECK(progress.fraction > 0);
        CHECK(progress.score < 0);
        return false;
    };
    const Classifier fitted = fit(data, "y", few_candidates(), control);
    CHECK(calls == 1);
    CHECK(fitted.provenance().candidates->partial);
    CHECK(names_of(fitted) == std::vector<std::string>{"nb, mdlp"});
    CHECK(fitted.ensemble() == nullptr);
}

TEST_CASE("A choice may be stopped anywhere, and always has a classifier", "[learners]") {
    const Dataset data = rows_with_a_number(90, 5);
    for (const BestOf& automatic : {few_candidates(), few_by_folds()}) {
        std::size_t all = 0;
        fit(data, "y", automatic, {.stop = StopToken([&all] { return ++all == 0; })});
        REQUIRE(all > 500);
        const Classifier at_once =
            fit(data, "y", automatic, {.stop = StopToken([] { return true; })});
        CHECK(names_of(at_once) == std::vector<std::string>{"nb, mdlp"});
        std::size_t most = 0;
        for (std::size_t part = 0; part < 16; ++part) {
            std::size_t asked = 0;
            const std::size_t last = 1 + part * (all - 1) / 16;
            const Classifier fitted =
                fit(data, "y", automatic, {.stop = StopToken([&] { return ++asked == last; })});
            CHECK(asked <= last);  // what was stopped asks no more
            CHECK(fitted.provenance().candidates->partial == (asked == last));
            most = std::max(most, trials_of(fitted).size());
            // The stack stands until folds of its own have confirmed a better one.
            const Trial& best = *std::ranges::min_element(trials_of(fitted), {}, &Trial::log_loss);
            CHECK((fitted.provenance().candidates->has_stack ||
                   trials_of(fitted)[fitted.provenance().candidates->chosen] == best));
            CHECK(predict(fitted, data).probabilities.allFinite());
        }
        CHECK(most >= 2);
    }
}

TEST_CASE("When the time is over before anything was fitted the classifier is naive Bayes",
          "[learners]") {
    const Dataset data = rows_with_a_number(90, 5);
    const Fit cheapest{
        .structure = "nb", .smoothing = Laplace{1}, .continuous = parse_continuous("mdlp")};
    const auto predicted = predict(learners::fit(data, "y", cheapest), data).probabilities;
    const LearnerWords tuned{
        .smoothing = "backoff", .continuous = "auto", .calibration = "temperature"};
    for (const Estimator& automatic : {Estimator(few_candidates()), parse_learner("tan", tuned)}) {
        const Classifier fitted =
            fit(data, "y", automatic, {.time_limit = std::chrono::seconds(0)});
        CHECK(fitted.provenance().candidates->partial);
        CHECK(names_of(fitted) == std::vector<std::string>{"nb, mdlp"});
        CHECK(predict(fitted, data).probabilities == predicted);
        CHECK_THAT(fitted.provenance().remarks.front(),
                   Contains("auto chose nb, mdlp from 1 candidate:"));
    }
    // The arcs that someone has drawn are no matter of choice.
    CHECK(fit(data, "y", parse_learner("y -> a, u", tuned), {.time_limit = std::chrono::seconds(0)})
              .features()
              .size() == 2);
}

TEST_CASE("A limit that is not reached changes no bit of a choice", "[learners]") {
    const Dataset data = rows_with_a_number(90, 5);
    const BestOf automatic = best_of(
        {candidate("aode"), candidate("nb"), candidate("tan"), candidate("nb", "gaussian")});
    const Classifier fitted = fit(data, "y", automatic);
    const Classifier limited = fit(data, "y", automatic, {.time_limit = std::chrono::hours(24)});
    CHECK_FALSE(limited.provenance().candidates->partial);
    CHECK(trials_of(limited) == trials_of(fitted));
    CHECK(limited == fitted);
}
