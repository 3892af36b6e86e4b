#include <learners/fit/detail/leaf_fits.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/classify/ensemble_engine.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/dependent_rows.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

/// dependent_rows() with two numbers, one that the class shifts and one that another column does.
Dataset rows_with_numbers(std::size_t rows, std::uint64_t seed) {
    const Dataset discrete = dependent_rows(rows, seed, 12);
    Rng rng(seed + 100);
    std::vector<double> u, v;
    for (std::size_t i = 0; i < rows; ++i) {
        const auto label = static_cast<double>(discrete.columns()[0].state(i)->index());
        u.push_back(label + 2 * rng.uniform());
        v.push_back(rng.below(10) == 0 ? std::nan("") : u.back() * rng.uniform());
    }
    return discrete.with_column(continuous_column("u", u)).with_column(continuous_column("v", v));
}

Fit tuned_options(const char* structure, const char* continuous = "mdlp") {
    return {.structure = structure,
            .smoothing = TunedBackOff{},
            .continuous = parse_continuous(continuous),
            .calibration = Calibration::temperature};
}

Pool small_stack() {
    return {{tuned_options("nb"), tuned_options("tan", "frequency:4"),
             tuned_options("aode", "frequency:4")}};
}

}  // namespace

TEST_CASE("A stack predicts the weighted mean of what its classifiers predict, to a power",
          "[learners]") {
    const Dataset data = rows_with_numbers(150, 1), test = rows_with_numbers(30, 2);
    const Classifier stack = fit(data, "y", small_stack());
    const Predictions together = predict(stack, test);
    std::vector<Predictions> alone;
    double sum = 0;
    for (const PooledClassifier& stacked : stack.ensemble()->classifiers()) {
        alone.push_back(predict(stacked.classifier, test));
        sum += stacked.weight;
    }
    CHECK_THAT(sum, WithinAbs(1, 1e-14));
    CHECK_FALSE(stack.temperature().changes_nothing());
    for (std::size_t row = 0; row < test.rows(); ++row) {
        std::vector<double> powers;
        for (std::size_t k = 0; k < 3; ++k) {
            double mean = 0;
            for (std::size_t m = 0; m < alone.size(); ++m)
                mean += stack.ensemble()->classifiers()[m].weight * alone[m].probability(row)[k];
            powers.push_back(std::pow(mean, 1 / stack.temperature().value));
        }
        const double all = std::accumulate(powers.begin(), powers.end(), 0.0);
        for (std::size_t k = 0; k < 3; ++k)
            CHECK_THAT(together.probability(row)[k], WithinAbs(powers[k] / all, 1e-14));
    }
}

TEST_CASE("A stack has a temperature where its classifiers have", "[learners]") {
    const Dataset data = rows_with_numbers(150, 1);
    Estimator stack = small_stack();
    for (Fit* const member : leaves_of(stack)) member->calibration = Calibration::none;
    CHECK(fit(data, "y", stack).temperature() == Temperature());
}

TEST_CASE("A stack weighs densities by what they predict of rows in other folds", "[learners]") {
    const Dataset data = rows_with_numbers(120, 9);
    std::vector<std::uint32_t> backwards(data.rows());
    std::iota(backwards.rbegin(), backwards.rend(), 0u);
    const Pool mixed{
        {tuned_options("tan"), tuned_options("lda", "gaussian"), tuned_options("nb", "kde")}};
    const Classifier stack = fit(data, "y", mixed);
    REQUIRE(stack.ensemble()->classifiers().size() == 3);
    for (const PooledClassifier& stacked : stack.ensemble()->classifiers())
        CHECK(stacked.classifier.provenance().choices.calibration == "temperature");
    CHECK(stack == fit(data.select_rows(backwards), "y", mixed));

    // What separates the classes by a line is left to the discriminant.
    std::vector<double> first, second;
    Rng rng(3);
    const Column& labels = data.column("y");
    for (std::size_t i = 0; i < data.rows(); ++i) {
        const auto label = static_cast<double>(labels.state(i)->index());
        first.push_back(10 * rng.uniform());
        second.push_back(first.back() + label + 0.2 * rng.uniform());
    }
    const Dataset lines({labels, continuous_column("u", first), continuous_column("v", second)});
    const Classifier both =
        fit(lines, "y", Pool{{tuned_options("nb"), tuned_options("lda", "gaussian")}});
    const auto of_lda = std::ranges::find(
        both.ensemble()->classifiers(), "lda",
        [](const PooledClassifier& one) { return one.classifier.provenance().choices.structure; });
    REQUIRE(of_lda != both.ensemble()->classifiers().end());
    CHECK(of_lda->weight > 0.9);
}

TEST_CASE("The classifiers of a stack are those that are fitted alone", "[learners]") {
    const Dataset data = rows_with_numbers(150, 3);
    const Classifier stack = fit(data, "y", small_stack());
    for (const PooledClassifier& stacked : stack.ensemble()->classifiers()) {
        Fit options = options_of(stacked.classifier);
        options.keep_statistics = false;
        options.smoothing = BackOff{stacked.classifier.provenance().concentrations};
        options.calibration = Calibration::none;
        const Classifier alone = fit(data, "y", options);
        CHECK(std::ranges::equal(stacked.classifier.members(), alone.model().members()));
    }
}

TEST_CASE("The order of the rows and the number of threads change no bit of a stack",
          "[learners]") {
    const Dataset data = rows_with_numbers(120, 4);
    std::vector<std::uint32_t> backwards(data.rows());
    std::iota(backwards.rbegin(), backwards.rend(), 0u);
    Estimator threaded = small_stack();
    for (Fit* const member : leaves_of(threaded)) member->threads = 3;
    const Classifier stack = fit(data, "y", small_stack());
    CHECK(stack == fit(data.select_rows(backwards), "y", small_stack()));
    CHECK(stack == fit(data, "y", threaded));
}

TEST_CASE("Members that come to be the same are one", "[learners]") {
    const Dataset data = dependent_rows(80, 5);
    const Classifier stack = fit(data, "y", parse_learner("stack"));
    CHECK(stack.ensemble()->classifiers().size() <= 5);  // lda and qda are for numbers
    const Classifier one =
        fit(data, "y", Pool{{tuned_options("tan"), tuned_options("tan", "frequency:5")}});
    REQUIRE(one.ensemble()->classifiers().size() == 1);
    CHECK(one.ensemble()->classifiers().front().weight == 1);
    const Predictions alone = predict(fit(data, "y", tuned_options("tan")), data),
                      stacked = predict(one, data);
    for (std::size_t row = 0; row < data.rows(); ++row)
        CHECK_THAT(stacked.probability(row)[0], WithinAbs(alone.probability(row)[0], 1e-15));
}

TEST_CASE("A stack does without densities that do not fit the data, and says so", "[learners]") {
    Dataset data = dependent_rows(60, 11);
    std::vector<double> huge;
    for (std::size_t i = 0; i < data.rows(); ++i) huge.push_back(i % 2 == 0 ? 1e300 : -1e300);
    data = data.with_column(continuous_column("u", huge));
    const Fit lda = tuned_options("lda", "gaussian");
    const Classifier stack = fit(data, "y", Pool{{tuned_options("nb"), lda}});
    CHECK(stack.ensemble()->classifiers().size() == 1);
    CHECK_THAT(stack.provenance().remarks.back(),
               Contains("lda, gaussian is left out: the values of 'u' are too large"));
    CHECK_THROWS_WITH(fit(data, "y", Pool{{lda}}), Contains("too large"));
}

TEST_CASE("A stack refuses members that cannot be weighed against each other", "[learners]") {
    const Dataset data = rows_with_numbers(60, 6);
    CHECK_THROWS_WITH(fit(data, "y", Pool{}), Contains("needs members"));
    for (const Estimator& empty : {Estimator(Pool{}), Estimator(BestOf{})}) {
        CHECK_THROWS_WITH(fit(data, "y", BestOf{{tuned_options("nb"), empty}}),
                          Contains("needs members"));
        CHECK_THROWS_WITH(fit(data, "y", Pool{{tuned_options("nb"), empty}}),
                          Contains("needs members"));
    }
    CHECK(format_structure(BestOf{.judge = Judge::folds}) == "auto");
    Fit selected = tuned_options("nb+select", "gaussian");
    CHECK_THROWS_WITH(fit(data, "y", Pool{{selected}}), Contains("is continuous"));
    CHECK_THROWS_WITH(fit(data, "y", Pool{{tuned_options("nb"), tuned_options("y -> a")}}),
                      Contains("different columns"));
    CHECK_THROWS_WITH(update(fit(data, "y", small_stack()), data), Contains("kept no statistics"));
    CHECK_THROWS_WITH(fit(data.select_rows({}), "y", small_stack()), Contains("no row"));
}

TEST_CASE("A stack answers about its class what it predicts, however its classifiers cut",
          "[learners]") {
    const Dataset one_cell(
        {discrete_column(Variable("a", {"0", "1"}), std::vector<std::string_view>{"1"})});
    const auto predicted = [&](const Classifier& stack) {
        return predict(stack, one_cell).probability(0, "1");
    };
    const Classifier discrete =
        fit(dependent_rows(80, 7), "y", Pool{{tuned_options("nb"), tuned_options("tan")}});
    CHECK_THAT(answer(discrete, "P(y=1 | a=1)").probability(),
               WithinAbs(predicted(discrete), 1e-15));
    const Classifier cut = fit(rows_with_numbers(150, 8), "y", small_stack());
    REQUIRE_FALSE(have_same_variables(all_networks(cut)));
    CHECK_THAT(answer(cut, "P(y=1 | a=1)").probability(), WithinAbs(predicted(cut), 1e-15));
    CHECK(answer(cut, "P(a=1 | y=1)").probability() ==
          answer(cut.engine(), "P(a=1 | y=1)").probability());
}

TEST_CASE("What is too large is left out of a stack and of a choice, with a remark", "[learners]") {
    std::vector<Column> columns = dependent_rows(60, 9).columns();
    std::vector<std::string> states;
    for (int i = 0; i < 20; ++i) states.push_back("s" + std::to_string(i));
    for (std::size_t c = 0; c < 40; ++c) {
        std::vector<std::string_view> cells;
        for (std::size_t row = 0; row < 60; ++row) cells.push_back(states[(row * (c + 3)) % 20]);
        columns.push_back(discrete_column(Variable("w" + std::to_string(c), states), cells));
    }
    const Dataset data(columns);
    Estimator stack = Pool{{tuned_options("nb"), tuned_options("tan"), tuned_options("aode")}};
    for (Fit* const member : leaves_of(stack)) member->max_fit_bytes = std::size_t{8} << 20;
    CHECK_THROWS_AS(fit(data, "y", *leaves_of(stack).back()), TooLargeError);
    const auto choice = [&](Judge judge) {
        BestOf best{std::get<Pool>(stack).members, judge};
        if (judge == Judge::left_out_rows) best.candidates.push_back(stack);
        return best;
    };
    const auto is_told = [](const Classifier& fitted) {
        return std::ranges::any_of(fitted.provenance().remarks, [](const std::string& remark) {
            return remark.starts_with("aode, mdlp is left out: the tables of 'aode'");
        });
    };
    const Classifier pooled = fit(data, "y", stack);
    CHECK(is_told(pooled));
    for (const PooledClassifier& member : pooled.ensemble()->classifiers())
        CHECK(member.classifier.provenance().choices.structure != "aode");
    CHECK(is_told(fit(data, "y", choice(Judge::left_out_rows))));
    CHECK(is_told(fit(data, "y", choice(Judge::folds))));
    for (Fit* const member : leaves_of(stack)) member->max_fit_bytes = 1;
    CHECK_THROWS_AS(fit(data, "y", stack), TooLargeError);
    CHECK_THROWS_AS(fit(data, "y", choice(Judge::left_out_rows)), TooLargeError);
}
