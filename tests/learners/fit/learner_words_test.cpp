#include <learners/fit/estimator.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

namespace {

/// One way of writing each row of each table, and some with several arguments.
const std::vector<std::string> structures = {"nb",
                                             "tan",
                                             "tan:k2",
                                             "fan",
                                             "fan:aic",
                                             "kdb:2",
                                             "kdb:3:bic",
                                             "skdb:4",
                                             "skdb",
                                             "nb+select",
                                             "aode",
                                             "aode+select",
                                             "a2de",
                                             "joint",
                                             "lda",
                                             "qda",
                                             "chow-liu",
                                             "parzen",
                                             "y -> a, b; a -> b",
                                             "stack",
                                             "stack:nb,tan",
                                             "stack:y -> a, b",
                                             "auto",
                                             "auto:nb,skdb:2,lda"};
const std::vector<std::string> smoothings = {
    "",        "mle",   "laplace:2",  "laplace", "lidstone", "bdeu:10",      "bdeu",
    "prior:4", "prior", "floor:1e-6", "floor",   "backoff",  "backoff:1,2.5"};
const std::vector<std::string> treatments = {"",
                                             "gaussian",
                                             "gaussian:mle",
                                             "gaussian:unbiased,prior=2",
                                             "gaussian:smooth=1e-9,floor=0",
                                             "kde",
                                             "kde:gaussian,cv",
                                             "kde:tophat,h=2,floor=0.5,prior=1",
                                             "kde:sj,mle",
                                             "mixture",
                                             "mixture:3,prior=5",
                                             "mdlp",
                                             "frequency:5",
                                             "proportional",
                                             "proportional:1/3",
                                             "width:4",
                                             "kmeans:3",
                                             "cut:a=1,2;b=3;mdlp;kde",
                                             "auto"};
const std::vector<std::string> calibrations = {"", "none", "temperature"};
const std::vector<std::string> missing = {"", "sum", "fill", "state", "em", "auto"};
const std::vector<std::string> priors = {"", "smoothed", "proportions", "uniform",
                                         "yes=0.25,'n o'=0.75"};
const std::vector<std::string> empty_rows = {"", "uniform", "marginal", "error"};

/// Null for words that do not go together.
std::optional<Estimator> learner(const std::string& structure, const LearnerWords& words) {
    try {
        return parse_learner(structure, words);
    } catch (const ArgumentError&) {
        return std::nullopt;
    }
}

void check_round_trip(const std::string& structure, const LearnerWords& words) {
    const std::optional<Estimator> estimator = learner(structure, words);
    if (!estimator) return;
    INFO(structure << " | " << words.smoothing << " | " << words.continuous << " | "
                   << words.calibration << " | " << words.missing_cells);
    const std::string written = format_structure(*estimator);
    const LearnerWords formatted = format(*estimator);
    const Estimator again = parse_learner(written, formatted);
    CHECK(again.index() == estimator->index());
    CHECK(format_structure(again) == written);
    CHECK(format(again) == formatted);
    const auto before = leaves_of(*estimator), after = leaves_of(again);
    REQUIRE(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(before[i]->structure == after[i]->structure);
        CHECK(before[i]->smoothing == after[i]->smoothing);
        CHECK(before[i]->continuous == after[i]->continuous);
        CHECK(before[i]->calibration == after[i]->calibration);
        CHECK(before[i]->missing_cells == after[i]->missing_cells);
        CHECK(before[i]->class_prior == after[i]->class_prior);
        CHECK(before[i]->empty_rows == after[i]->empty_rows);
    }
}

}  // namespace

TEST_CASE("Every learner is written in words that are read back as the same", "[learners]") {
    for (const std::string& structure : structures) {
        for (const std::string& smoothing : smoothings)
            for (const std::string& calibration : calibrations)
                check_round_trip(structure, {.smoothing = smoothing, .calibration = calibration});
        for (const std::string& treatment : treatments)
            for (const std::string& cells : missing)
                check_round_trip(structure, {.continuous = treatment, .missing_cells = cells});
        for (const std::string& prior : priors)
            for (const std::string& rule : empty_rows)
                check_round_trip(structure, {.class_prior = prior, .empty_rows = rule});
    }
}

TEST_CASE("The lists above have every word of the tables", "[learners]") {
    const auto check = [](const std::vector<WordHelp>& words,
                          const std::vector<std::string>& listed) {
        for (const WordHelp& word : words) {
            const std::string head = word.spelling.substr(0, word.spelling.find_first_of(":,="));
            INFO(word.spelling);
            if (head.front() != '\'')
                CHECK(std::ranges::any_of(
                    listed, [&](const std::string& text) { return text.starts_with(head); }));
        }
    };
    check(learner_words(), structures);
    check(smoothing_words().help(), smoothings);
    check(continuous_words(), treatments);
    check(calibration_words().help(), calibrations);
    check(missing_cells_words().help(), missing);
    check(class_prior_words().help(), priors);
    check(empty_row_words().help(), empty_rows);
}

TEST_CASE("A stack that no words make is refused, and has a structure to be shown", "[learners]") {
    const Pool mixed{
        {Fit{.structure = "nb"}, Fit{.structure = "tan", .smoothing = MaximumLikelihood{}}}};
    CHECK(format_structure(mixed) == "stack:nb,tan");
    CHECK_THROWS_WITH(format(mixed), Catch::StartsWith("no words make a stack"));
    CHECK_THROWS_WITH(format(Pool{}), "a stack needs at least one member");
    CHECK_THROWS_WITH(parse_learner("stak"), Catch::Contains("stack:nb,tan"));
}
