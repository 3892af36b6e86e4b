#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;

namespace {

/// True if `a` is missing tells the class nearly always, its value tells nothing.
Dataset informative_holes(std::size_t rows) {
    Rng rng(5);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < rows; ++i) {
        const bool y = rng.below(2) == 1, is_hole = rng.below(10) == 0 ? !y : y;
        texts.push_back({y ? '1' : '0',
                         is_hole             ? '.'
                         : rng.below(2) == 1 ? '1'
                                             : '0',
                         rng.below(2) == 1 ? '1' : '0'});
    }
    return digits("yab", {texts.begin(), texts.end()});
}

Fit treated(MissingCells treatment, const char* structure = "nb") {
    return {.structure = structure, .missing_cells = treatment};
}

}  // namespace

TEST_CASE("em: a learner's tables are those of expectation maximisation", "[learners]") {
    const Dataset data = digits("yab", {"000", "0.1", "1.1", "110", "10.", "011", ".01"});
    const Classifier by_em = fit(data, "y", Estimator(treated(MissingCells::em, "tan")));
    CHECK(by_em.model().network() ==
          fit(data, "y", treated(MissingCells::em, "tan")).model().network());
    CHECK(by_em.provenance().choices.missing_cells == "em");
    CHECK(by_em.networks()->replacements().empty());
    Fit with_back_off = treated(MissingCells::em);
    with_back_off.smoothing = TunedBackOff{};
    CHECK_THROWS_WITH(fit(data, "y", Estimator(with_back_off)),
                      Catch::Contains("smooth by mle, laplace:A or bdeu:S"));
}

TEST_CASE("auto: holes that tell the class become a state", "[learners]") {
    const Dataset data = informative_holes(120);
    const Classifier chosen = fit(data, "y", Estimator(treated(MissingCells::automatic)));
    CHECK(chosen.provenance().choices.missing_cells == "state");
    CHECK(chosen.model().members().front() ==
          fit(data, "y", treated(MissingCells::state)).model().members().front());
    REQUIRE_FALSE(chosen.provenance().remarks.empty());
    CHECK_THAT(chosen.provenance().remarks.front(),
               Catch::Contains("missing values are treated by state; log loss on rows left out: "
                               "sum 0."));
    std::vector<std::string> tried;
    for (const Trial& trial : chosen.provenance().candidates.value().trials)
        tried.push_back(trial.name);
    CHECK(tried == std::vector<std::string>{"sum", "fill", "state", "em"});
    CHECK(chosen.provenance().candidates->chosen == 2);
    std::vector<std::uint32_t> order(data.rows());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::reverse(order);
    CHECK(fit(data.select_rows(order), "y", Estimator(treated(MissingCells::automatic))) == chosen);
}

TEST_CASE("auto: without holes nothing is tried", "[learners]") {
    const Dataset data = digits("ya", {"00", "11", "01", "10"});
    CHECK(fit(data, "y", Estimator(treated(MissingCells::automatic))) ==
          fit(data, "y", treated(MissingCells::sum)));
}

TEST_CASE("auto: treatments that the other choices do not allow are left out", "[learners]") {
    Fit options = treated(MissingCells::automatic);
    options.smoothing = TunedBackOff{};
    const Classifier chosen = fit(informative_holes(60), "y", Estimator(options));
    CHECK_THAT(chosen.provenance().remarks.front(), Catch::Contains("em is not for these choices"));
    CHECK_THROWS_WITH(fit(informative_holes(20), "z", Estimator(options)),
                      Catch::Contains("the data have no column 'z' to be the class"));
}

TEST_CASE("auto: what is stopped has a classifier", "[learners]") {
    const Classifier stopped = fit(informative_holes(60), "y", treated(MissingCells::automatic),
                                   {.time_limit = std::chrono::seconds(0)});
    CHECK(stopped.provenance().candidates.value().partial);
    CHECK(stopped.provenance().choices.missing_cells == "sum");
}

TEST_CASE("auto: the choice is around that of a model of numbers", "[learners]") {
    const Dataset discrete = informative_holes(60);
    std::vector<double> u;
    for (std::size_t row = 0; row < discrete.rows(); ++row)
        u.push_back(row == 3 ? std::nan("") : static_cast<double>(row * row % 101));
    const Dataset data = discrete.with_column(continuous_column("u", u));
    const Classifier chosen =
        fit(data, "y", parse_learner("nb", {.continuous = "auto", .missing_cells = "auto"}));
    const std::vector<std::string>& remarks = chosen.provenance().remarks;
    CHECK_THAT(remarks[0], Catch::StartsWith("missing values are treated by state; "));
    CHECK_THAT(remarks[1], Catch::StartsWith("auto chose nb, "));
    CHECK(chosen.provenance().candidates.value().trials.size() == 5);  // those that cut
    CHECK(std::ranges::any_of(remarks, [](const std::string& remark) {
        return remark.starts_with("nb, gaussian, state is left out: missing values of 'u'");
    }));
}

TEST_CASE("auto: a stack is treated as a whole", "[learners]") {
    Estimator stack =
        Pool{{treated(MissingCells::automatic, "nb"), treated(MissingCells::automatic, "tan")}};
    const Classifier chosen = fit(informative_holes(120), "y", stack);
    CHECK(chosen.provenance().choices.missing_cells == "state");
    CHECK_FALSE(chosen.ensemble()->classifiers().front().classifier.replacements().empty());
    for (Fit* const member : leaves_of(stack)) member->missing_cells = MissingCells::em;
    CHECK_THROWS_WITH(fit(informative_holes(20), "y", stack),
                      Catch::Contains("where a classifier is made by counting"));
}
