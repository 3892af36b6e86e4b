#include <learners/fit/fit.hpp>

#include <learners/fit/estimator.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/dependent_rows.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

/// A wish to stop that comes when it has been asked for so many times.
struct Polls {
    std::size_t before = std::numeric_limits<std::size_t>::max();
    std::size_t asked = 0;

    StopToken token() {
        return [this] { return ++asked > before; };
    }
};

Dataset rows_with_numbers(std::size_t missing) {
    const Dataset discrete = dependent_rows(120, 7, missing);
    Rng rng(7);
    std::vector<double> u, v;
    for (std::size_t i = 0; i < discrete.rows(); ++i) {
        u.push_back(static_cast<double>(discrete.columns()[0].state(i)->index()) + rng.uniform());
        v.push_back(rng.uniform());
    }
    return discrete.with_column(continuous_column("u", u)).with_column(continuous_column("v", v));
}

Fit options(const char* structure, const char* continuous = "mdlp") {
    return {.structure = structure,
            .smoothing = TunedBackOff{},
            .continuous = parse_continuous(continuous),
            .calibration = Calibration::temperature};
}

Estimator with_stop(Estimator estimator, const StopToken& stop) {
    for (Fit* const leaf : leaves_of(estimator)) leaf->stop = stop;
    return estimator;
}

std::size_t polls_of(const Dataset& data, const Estimator& learner) {
    Polls polls;
    learners::fit(data, "y", with_stop(learner, polls.token()));
    return polls.asked;
}

/// True if it was stopped rather than done.
bool is_stopped(const Dataset& data, const Estimator& learner, const StopToken& stop) {
    try {
        learners::fit(data, "y", with_stop(learner, stop));
        return false;
    } catch (const Stopped&) {
        return true;
    }
}

/// Stops it at the first poll, near the last, and at some between. A loop that takes long asks more
/// often than a short one, but no loop less often than at each doubling of what was done.
void check_that_it_stops(const Dataset& data, const Estimator& learner, std::size_t least_polls) {
    const std::size_t all = polls_of(data, learner);
    INFO(format_structure(learner));
    CHECK(all >= least_polls);
    for (std::size_t part = 0; part <= 4; ++part) {
        Polls polls{.before = part * (all - 1) / 4};
        const bool stopped = is_stopped(data, learner, polls.token());
        CHECK(stopped == (polls.asked > polls.before));
        CHECK(polls.asked <= polls.before + 1);  // after the wish nothing is asked, nor begun
        if (part == 0) CHECK(stopped);
    }
}

}  // namespace

TEST_CASE("Fits ask within their steps whether to stop, and stop there", "[learners]") {
    const Dataset data = rows_with_numbers(0);
    // Each tries tens of concentrations of back-off, in loops over tables and over rows.
    for (const char* structure : {"nb", "tan", "kdb:2", "aode", "skdb", "aode+select", "a2de"})
        check_that_it_stops(data, options(structure), 100);
    check_that_it_stops(data, Fit{.structure = "nb", .smoothing = Laplace{1}}, 8);
    for (const char* density : {"gaussian", "kde:sj", "mixture"}) {
        Fit numbers = options("nb", density);
        numbers.calibration = Calibration::none;
        check_that_it_stops(data, numbers, 8);
    }
}

TEST_CASE("Stacks, choices and folds within them stop where they are told to", "[learners]") {
    const Dataset data = rows_with_numbers(0);
    const Pool stack{{options("nb"), options("tan"), options("nb", "gaussian")}};
    check_that_it_stops(data, stack, 400);
    check_that_it_stops(data, BestOf{{options("nb"), options("nb", "gaussian"), stack}}, 400);
    check_that_it_stops(
        data,
        parse_learner("nb",
                      {.smoothing = "backoff", .continuous = "auto", .calibration = "temperature"}),
        1000);
}

TEST_CASE("The choice among treatments of missing values stops where it is told to", "[learners]") {
    const Dataset data = rows_with_numbers(6);
    Fit any = options("nb");
    any.smoothing = Laplace{1};
    any.calibration = Calibration::none;
    any.missing_cells = MissingCells::em;
    check_that_it_stops(data, any, 4);
    any.missing_cells = MissingCells::automatic;
    check_that_it_stops(data, any, 200);
}

TEST_CASE("A token changes no bit of what is not stopped", "[learners]") {
    const Dataset data = rows_with_numbers(0);
    const Pool stack{{options("nb"), options("aode+select"), options("nb", "gaussian")}};
    for (const Estimator& learner : {Estimator(options("skdb")), Estimator(stack)}) {
        Polls polls;
        CHECK(learners::fit(data, "y", with_stop(learner, polls.token())) ==
              learners::fit(data, "y", learner));
    }
}

TEST_CASE("Validations stop within a fold, and have those that were done", "[learners]") {
    const Dataset data = rows_with_numbers(0);
    const std::vector<Estimator> choices = {
        BestOf{{options("nb"), Pool{{options("nb"), options("tan"), options("nb", "gaussian")}}}}};
    const Folds folds = stratified_folds(data.column("y"), 4, 1, 1);
    std::size_t done = 0, asked = 0;
    const Validation stopped =
        validate(data, "y", choices, folds,
                 {.progress = [&](std::size_t so_far, std::size_t) { done = so_far; },
                  .stop = [&] { return done == 2 && ++asked == 50; }});
    CHECK(asked == 50);  // of the hundreds of a fold
    CHECK_FALSE(stopped.complete());
    CHECK(stopped.structures[0].reached() == 2);
    CHECK(summary_of(stopped.structures[0]).fold_accuracies.size() == 2);
}

TEST_CASE("A validation whose time is over reaches no fold", "[learners]") {
    const Dataset data = rows_with_numbers(0);
    const std::vector<Estimator> choices = {options("nb")};
    const StopToken late({}, StopToken::Clock::now());
    const Validation stopped =
        validate(data, "y", choices, stratified_folds(data.column("y"), 4, 1, 1), {.stop = late});
    CHECK(stopped.structures[0].reached() == 0);
}
