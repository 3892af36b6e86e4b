// A lecture on statistical classification, from the "Adult" census data of the UCI repository; the table is examples/data/census.csv.
#include <examples/cases.hpp>
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/core/number_text.hpp>

namespace pgm::examples {

namespace {

/// As printed: rounded to six digits.
const CaseTable& people() {
    static const CaseTable cases(R"(
        gender, hours_worked, wealth, probability
        Female, 40.5-, poor, 0.253122
        Female, 40.5-, rich, 0.0245895
        Female, 40.5+, poor, 0.0421768
        Female, 40.5+, rich, 0.0116293
        Male,   40.5-, poor, 0.331313
        Male,   40.5-, rich, 0.0971295
        Male,   40.5+, poor, 0.134106
        Male,   40.5+, rich, 0.105933
    )");
    return cases;
}

}  // namespace

BayesianNetwork census_network() {
    return network_from_cases(people(), {{"gender", {}}, {"hours_worked", {"gender"}}, {"wealth", {"gender", "hours_worked"}}});
}

void run_census(std::ostream& out) {
    const InferenceEngine engine(census_network());
    Page(out, "Gender, hours worked and wealth (census)")
        .text("Eight numbers, one per combination, answer every question. As a network: a complete graph, which assumes nothing.")
        .model(engine.network())
        .text("note: the printed table sums to " + to_text(people().total(), 7) +
              ", since its numbers are rounded. Probabilities are taken relative\n"
              "to that sum, which changes the seventh digit; conditional ones are ratios and do not change.")
        .ask(engine, "P(wealth=poor)", "0.7607178 / 0.9999991")
        .ask(engine, "P(wealth=poor, gender=Male)", "0.465419 / 0.9999991")
        .ask(engine, "P(gender=Male | wealth=poor)", "0.465419 / 0.7607178")
        .ask(engine, "P(wealth=rich | gender=Female, hours_worked=40.5-)", "0.0245895 / 0.2777115")
        .text(
            "Inference for classification: does a rich man work more or less than 40.5 hours a week? Compare two rows of the\n"
            "table, or ask for the posterior, or for the decision.")
        .ask(engine, "P(hours_worked=40.5+, gender=Male, wealth=rich)", "the table: 0.105933")
        .ask(engine, "P(hours_worked=40.5-, gender=Male, wealth=rich)", "the table: 0.0971295")
        .ask(engine, "P(hours_worked=40.5+ | gender=Male, wealth=rich)", "0.105933 / 0.2030625")
        .ask(engine, "argmax(hours_worked | gender=Male, wealth=rich)")
        .text("The probability of any logical expression is the sum of the rows where it is true.")
        .ask(engine, "P(gender=Female or wealth=rich)", "1 - P(gender=Male, wealth=poor)")
        .ask(engine, "P(wealth=rich | not (gender=Female and hours_worked=40.5-))", "0.2146918 / 0.7222876")
        .ask(engine, "P(wealth=rich | hours_worked > 40.5)", "0.1175623 / 0.2938451");
}

}  // namespace pgm::examples
