// The story of S. Fidler's course on machine learning (University of Toronto, CSC411), retold in a
// lecture on probabilistic classification: a doctor, a blood count, later a second value. The
// lecture shows its densities as pictures only; the twenty patients of examples/data/diabetes.csv
// are made up in their spirit.
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <cmath>
#include <string>

namespace pgm::examples {

namespace {

Classifier patients(const Dataset& data, std::string_view structure) {
    return learners::fit(data, "diabetes",
                         {.structure = structure,
                          .smoothing = learners::MaximumLikelihood{},
                          .continuous = learners::parse_continuous("gaussian:mle")});
}

/// "30, 8": mean and standard deviation of a feature without continuous parents.
std::string mean_and_deviation(const BayesianNetwork& network, std::string_view feature,
                               std::string_view disease) {
    const VariableId diabetes = network.id("diabetes");
    const LinearGaussianCpd& gaussian =
        std::get<LinearGaussianCpd>(network.cpd(network.id(feature)));
    const LinearGaussianCpd::Row& row =
        gaussian.row(network.variable(diabetes).state_id(disease).index());
    return "mean " + to_text(row.intercept, 7) + ", standard deviation " +
           to_text(std::sqrt(row.variance), 7);
}

void print_one_value(Page& page) {
    const InferenceEngine cells = engine_of(diabetes_cells());
    page.text(
            "A doctor knows that one patient in five has diabetes. The white blood cell count of "
            "the healthy and of the ill is taken to be\n"
            "normally distributed; mean and variance are those of the patients seen so far "
            "(maximum likelihood: divided by their number).")
        .model(cells.network())
        .ask(cells, "P(diabetes=yes)", "the lecture: 0.2")
        .line("cells of the healthy", mean_and_deviation(cells.network(), "cells", "no"))
        .line("cells of the ill", mean_and_deviation(cells.network(), "cells", "yes"))
        .text(
            "A patient comes in with a count of 40. The count speaks for diabetes; the prior "
            "speaks louder.")
        .ask_density(cells, "cells=40", "diabetes=no")
        .ask_density(cells, "cells=40", "diabetes=yes")
        .ask_score(cells, "diabetes=no, cells=40", "the lecture: p(40 | 0) P(0) > p(40 | 1) P(1)")
        .ask_score(cells, "diabetes=yes, cells=40")
        .ask(cells, "P(diabetes=yes | cells=40)")
        .ask(cells, "argmax(diabetes | cells=40)", "healthy")
        .ask(cells, "P(diabetes=yes | cells=44)")
        .ask(cells, "argmax(diabetes | cells=44)");
}

void print_two_values(Page& page) {
    const InferenceEngine naive = engine_of(diabetes_naive());
    const InferenceEngine full = engine_of(diabetes_full());
    page.text(
            "A second observation, the plasma glucose value. Naive Bayes takes the two to be "
            "independent given the disease:")
        .model(naive.network())
        .line("glucose of the healthy", mean_and_deviation(naive.network(), "glucose", "no"))
        .line("glucose of the ill", mean_and_deviation(naive.network(), "glucose", "yes"))
        .ask(naive, "P(diabetes=yes | cells=40, glucose=100)")
        .ask(naive, "P(diabetes=yes | cells=40, glucose=140)", "the same count, another decision")
        .text(
            "In these patients they rise together, in either group. A Gaussian with a full "
            "covariance matrix per class knows that: the same\n"
            "network with an arc between the two.")
        .model(full.network())
        .ask(full, "P(diabetes=yes | cells=40, glucose=140)")
        .ask(naive, "P(diabetes=yes | cells=52, glucose=120)",
             "naive Bayes counts what the two share twice")
        .ask(full, "P(diabetes=yes | cells=52, glucose=120)", "the decision turns")
        .text(
            "A value that was not measured drops out of the density, exactly; then both say the "
            "same.")
        .ask(naive, "P(diabetes=yes | glucose=140)")
        .ask(full, "P(diabetes=yes | glucose=140)");
}

}  // namespace

Classifier diabetes_cells() {
    const Dataset data = table("diabetes.csv");
    return patients(data.without_column(data.id("glucose")), "nb");
}

Classifier diabetes_naive() {
    return patients(table("diabetes.csv"), "nb");
}

Classifier diabetes_full() {
    return patients(table("diabetes.csv"), "qda");
}

void run_diabetes(std::ostream& out) {
    Page page(out, "Diabetes, by one blood value and by two (Gaussian)");
    print_one_value(page);
    print_two_values(page);
}

}  // namespace pgm::examples
