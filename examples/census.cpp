// A lecture on statistical classification, from the "Adult" census data of the UCI repository.
// examples/data/census_counts.csv counts the people, examples/data/census.csv holds the
// probabilities as they are printed.
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

#include <pgm/core/text/number_text.hpp>

#include <numeric>

namespace pgm::examples {

namespace {

Classifier joint_of(const Dataset& people) {
    return learners::fit(people, "wealth",
                         {.structure = "joint", .smoothing = learners::MaximumLikelihood{}});
}

double sum_of_weights(const Dataset& data) {
    return std::accumulate(data.weights().begin(), data.weights().end(), 0.0);
}

void ask_the_printed_table(Page& page) {
    const InferenceEngine engine = engine_of(census_printed());
    const double sum = sum_of_weights(weighted_table("census.csv", "probability"));
    page.text(
            "The same from the table as it is printed, its probabilities in the place of counts.\n"
            "note: the printed table sums to " +
            to_text(sum, 7) +
            ", since its numbers are rounded. Probabilities are taken relative\n"
            "to that sum, which changes the seventh digit; conditional ones are ratios and do not "
            "change.")
        .ask(engine, "P(wealth=poor)", "0.7607178 / 0.9999991")
        .ask(engine, "P(wealth=poor, gender=Male)", "0.465419 / 0.9999991")
        .ask(engine, "P(gender=Male | wealth=poor)", "0.465419 / 0.7607178")
        .ask(engine, "P(hours_worked=40.5+ | gender=Male, wealth=rich)", "0.105933 / 0.2030625");
}

}  // namespace

Classifier census_joint() {
    return joint_of(weighted_table("census_counts.csv", "count"));
}

Classifier census_printed() {
    return joint_of(weighted_table("census.csv", "probability"));
}

void run_census(std::ostream& out) {
    const InferenceEngine engine = engine_of(census_joint());
    Page page(out, "Gender, hours worked and wealth (census)");
    page.text(
            "48842 people, counted. Eight numbers, one per combination, answer every question. As "
            "a network: a complete graph, which\n"
            "assumes nothing.")
        .model(engine.network())
        .ask(engine, "P(gender=Female, hours_worked=40.5-, wealth=poor)",
             "12363 / 48842; the table: 0.253122")
        .ask(engine, "P(wealth=poor)", "37155 / 48842")
        .ask(engine, "P(wealth=poor, gender=Male)", "22732 / 48842")
        .ask(engine, "P(gender=Male | wealth=poor)", "22732 / 37155")
        .ask(engine, "P(wealth=rich | gender=Female, hours_worked=40.5-)", "1201 / 13564")
        .text(
            "Inference for classification: does a rich man work more or less than 40.5 hours a "
            "week? Compare two rows of the\n"
            "table, or ask for the posterior, or for the decision.")
        .ask(engine, "P(hours_worked=40.5+, gender=Male, wealth=rich)",
             "5174 / 48842; the table: 0.105933")
        .ask(engine, "P(hours_worked=40.5-, gender=Male, wealth=rich)",
             "4744 / 48842; the table: 0.0971295")
        .ask(engine, "P(hours_worked=40.5+ | gender=Male, wealth=rich)", "5174 / 9918")
        .ask(engine, "argmax(hours_worked | gender=Male, wealth=rich)")
        .text("The probability of any logical expression is the sum of the rows where it is true.")
        .ask(engine, "P(gender=Female or wealth=rich)", "1 - P(gender=Male, wealth=poor)")
        .ask(engine, "P(wealth=rich | not (gender=Female and hours_worked=40.5-))", "10486 / 35278")
        .ask(engine, "P(wealth=rich | hours_worked > 40.5)", "5742 / 14352");
    ask_the_printed_table(page);
}

}  // namespace pgm::examples
