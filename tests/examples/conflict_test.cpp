#include <examples/classifiers.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit_network.hpp>
#include <pgm/query/answer.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Conflict: the two latent classes are those that Goodman printed", "[examples]") {
    const Classifier types = examples::conflict_types();
    const auto is_printed = [](double number) { return Catch::Matchers::WithinAbs(number, 6e-4); };
    CHECK_THAT(table_row(types, "Kind")[1], is_printed(0.279));
    const std::vector<std::pair<std::string, std::array<double, 2>>> printed = {
        {"Passenger", {0.714, 0.993}},
        {"Physician", {0.330, 0.940}},
        {"Critic", {0.354, 0.927}},
        {"Director", {0.132, 0.769}},
    };
    for (const auto& [name, rule] : printed) {
        CHECK_THAT(table_row(types, name, 0)[1], is_printed(rule[0]));
        CHECK_THAT(table_row(types, name, 1)[1], is_printed(rule[1]));
    }
}

TEST_CASE("Conflict: the likelihood ratio against the counts is the printed 2.72", "[examples]") {
    const Dataset answers = examples::weighted_table("conflict.csv", "count");
    learners::Fit options;
    options.structure = "Kind{2 states, hidden} -> Passenger, Physician, Critic, Director";
    options.smoothing = learners::MaximumLikelihood{};
    options.missing_cells = learners::MissingCells::em;
    options.em.tolerance = 1e-14;
    const learners::FittedNetwork fitted = learners::fit_network(answers, options);
    double saturated = 0;
    for (const double count : answers.weights()) saturated += count * std::log(count / 216);
    CHECK_THAT(2 * (saturated - fitted.em->data_log_likelihood),
               Catch::Matchers::WithinAbs(2.72, 5e-3));
}
