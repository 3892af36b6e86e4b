#include <learners/stack/automatic.hpp>

#include <learners/fit.hpp>
#include <learners/stack/learner.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/random.hpp>
#include <tests/learners/estimate/detail/left_out_rows.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Matchers::Contains;

namespace {

FitOptions candidate(const char* structure, const char* continuous = "mdlp") {
    return {.structure = structure,
            .smoothing = TunedBackOff{},
            .continuous = parse_continuous(continuous),
            .calibration = Calibration::temperature};
}

Automatic few_candidates() {
    return {{{candidate("nb"), candidate("tan"), candidate("nb", "gaussian")}}};
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

}  // namespace

TEST_CASE("Every candidate is tried alone, and their stack at the end", "[learners]") {
    const Dataset data = rows_with_a_number(150, 1);
    const AutomaticFit fitted = fit_automatic(data, "y", few_candidates());
    std::vector<std::string> names;
    for (const Trial& trial : fitted.trials) names.push_back(trial.name);
    CHECK(names ==
          std::vector<std::string>{"nb, mdlp", "tan, mdlp", "nb, gaussian", "the stack of 3"});
    CHECK_FALSE(fitted.partial);
    CHECK_THAT(fitted.classifier.provenance().remarks.front(),
               Contains("auto chose " + fitted.trials[fitted.chosen].name));
    CHECK(learners::fit(data, "y", Learner(few_candidates())) == fitted.classifier);
}

TEST_CASE("The log loss of a trial is that of fitting without the row", "[learners]") {
    // Laplace's rule and no temperature: nothing is chosen by the rows.
    const Dataset data = dependent_rows(40, 3);
    FitOptions plain{.structure = "nb", .smoothing = Laplace{1}};
    const AutomaticFit fitted = fit_automatic(data, "y", {{{plain}}});
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
    REQUIRE(fitted.trials.size() == 1);
    CHECK(fitted.chosen == 0);
    CHECK(fitted.trials[0].log_loss == Approx(loss / 40).epsilon(1e-12));
    CHECK(fitted.trials[0].error == Approx(wrong / 40).epsilon(1e-12));
}

TEST_CASE("The order of the rows and the number of threads change no bit of a choice",
          "[learners]") {
    const Dataset data = rows_with_a_number(90, 4);
    std::vector<std::uint32_t> backwards(data.rows());
    std::iota(backwards.rbegin(), backwards.rend(), 0u);
    Automatic threaded = few_candidates();
    for (FitOptions& member : threaded.candidates.members) member.threads = 3;
    const AutomaticFit fitted = fit_automatic(data, "y", few_candidates());
    for (const AutomaticFit& other :
         {fit_automatic(data.select_rows(backwards), "y", few_candidates()),
          fit_automatic(data, "y", threaded)}) {
        CHECK(other.classifier == fitted.classifier);
        CHECK(other.trials == fitted.trials);
        CHECK(other.chosen == fitted.chosen);
    }
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
    const AutomaticFit fitted = fit_automatic(data, "y", few_candidates(), control);
    CHECK(calls == 1);
    CHECK(fitted.partial);
    CHECK(fitted.trials.size() == 3);  // nb and tan share their cuts
    CHECK(fitted.classifier.stack().size() <= 2);
}
