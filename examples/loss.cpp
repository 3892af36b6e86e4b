// Decisions by least expected loss, as in a lecture on probabilistic classification. It gives the
// rule and no numbers; those of the first three tables are worked out here.
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/classify/decision.hpp>
#include <pgm/classify/measure/bayes_error.hpp>
#include <pgm/model/network_builder.hpp>

#include <initializer_list>
#include <string>

namespace pgm::examples {

namespace {

LossMatrix losses(std::vector<std::string> actions, std::vector<std::string> classes,
                  std::initializer_list<double> row_by_row) {
    LossMatrix matrix{std::move(actions), std::move(classes), {}};
    matrix.loss.resize(static_cast<Eigen::Index>(matrix.actions.size()),
                       static_cast<Eigen::Index>(matrix.classes.size()));
    const double* next = row_by_row.begin();
    for (Eigen::Index action = 0; action < matrix.loss.rows(); ++action) {
        for (Eigen::Index k = 0; k < matrix.loss.cols(); ++k) matrix.loss(action, k) = *next++;
    }
    return matrix;
}

/// The conditional risk of every action, and the decision.
void print_decision(Page& page, std::span<const double> posterior, const LossMatrix& matrix) {
    const std::vector<double> risks = conditional_risks(posterior, matrix);
    for (std::size_t i = 0; i < risks.size(); ++i)
        page.value("risk of " + matrix.actions[i], risks[i]);
    page.line("decision", matrix.actions[decide(posterior, matrix).action.value()]);
}

void print_two_classes(Page& page) {
    const double posterior[] = {0.2, 0.8};
    page.text(
        "A posterior, P(C1 | x) = 1/5 and P(C2 | x) = 4/5. The most probable class is C2, and it "
        "is wrong with the probability of the\n"
        "other, min {1/5, 4/5}:");
    page.value("P(error | x)", decide(posterior).risk, "1/5");
    page.text(
        "Deciding C1 where C2 is true costs 10, the other mistake 1. The conditional risk of an "
        "action, R(i | x) = sum_j L_ij P(C_j | x):");
    print_decision(page, posterior, losses({"C1", "C2"}, {"C1", "C2"}, {0, 10, 1, 0}));
    page.text("Exchange the two costs, and the decision is not the most probable class any more:");
    print_decision(page, posterior, losses({"C1", "C2"}, {"C1", "C2"}, {0, 1, 10, 0}));
}

void print_reject(Page& page) {
    const double posterior[] = {0.5, 0.3, 0.2};
    const LossMatrix zero_one = zero_one_loss({"C1", "C2", "C3"});
    page.text(
        "Three classes, P = 1/2, 3/10, 1/5, and a loss of 1 for every mistake: the risk of a class "
        "is 1 - P, the least that of the most\n"
        "probable one.");
    print_decision(page, posterior, zero_one);
    page.text(
        "One action more, to leave the case to someone else, which costs 2/5 whatever is true:");
    print_decision(page, posterior, with_reject(zero_one, 0.4));
}

void print_treatment(Page& page) {
    const InferenceEngine patient = engine_of(diabetes_cells());
    const VariableId diabetes = patient.network().id("diabetes");
    const Posterior posterior = patient.marginals(parse_evidence(patient.network(), "cells=40"));
    page.text(
            "Actions need not be classes. The patient of `pgm example diabetes`, with a blood "
            "count of 40, is probably healthy. To treat a\n"
            "healthy patient costs 1, to leave an ill one untreated 10, to look again 1/2.")
        .ask(patient, "P(diabetes | cells=40)");
    const LossMatrix matrix =
        losses({"wait", "treat", "look again"}, {"no", "yes"}, {0, 10, 1, 0, 0.5, 0.5});
    print_decision(page, posterior.marginal(diabetes), matrix);
}

/// The decision about a variable by what is seen of others, as an influence diagram: minus the loss
/// is the utility.
InfluenceDiagram as_diagram(const BayesianNetwork& network, VariableId about,
                            std::span<const VariableId> seen, const LossMatrix& matrix) {
    NetworkBuilder net(network);
    Variable action("action", matrix.actions), utility("utility");
    action.set_kind(Variable::Kind::decision);
    utility.set_kind(Variable::Kind::utility);
    net.add_variable(std::move(action));
    net.add_variable(std::move(utility));
    for (const VariableId one : seen) net.arc(network.variable(one).name(), "action");
    net.arc("action", "utility").arc(network.variable(about).name(), "utility");
    std::vector<double> numbers;
    for (const double loss : matrix.loss.reshaped<Eigen::RowMajor>()) numbers.push_back(-loss);
    net.cpt("utility").values(numbers);
    return InfluenceDiagram(std::move(net).build());
}

void print_bayes_error(Page& page) {
    const InferenceEngine heart = engine_of(heart_naive_bayes());
    const VariableId disease = heart.network().id("HeartDisease");
    const VariableId features[] = {heart.network().id("Diabetes"), heart.network().id("Smoke")};
    const LossMatrix missing_is_worse = losses({"N", "Y"}, {"N", "Y"}, {0, 10, 1, 0});
    const InfluenceDiagram diagram =
        as_diagram(heart.network(), disease, features, missing_is_worse);
    const DecisionSolution best = decide(diagram);
    page.text(
            "How good can decisions be? Before a patient is seen, the expected loss of the best "
            "ones is the sum over all patients there may\n"
            "be; with zero-one loss it is the Bayes error. For the naive Bayes of `pgm example "
            "heart`, by its diabetes and smoking:")
        .value("Bayes error", bayes_error(heart, disease, features).risk, "61/210")
        .value("least expected loss where missing the disease costs 10",
               bayes_risk(heart, disease, features, missing_is_worse).risk, "7/10")
        .text(
            "The same is an influence diagram with one decision, which knows the features, and one "
            "utility, minus the loss:")
        .value("maximum expected utility", best.maximum_expected_utility, "-7/10")
        .strategy(diagram, best);
}

}  // namespace

void run_loss(std::ostream& out) {
    Page page(out, "Decisions: what a mistake costs");
    page.text(
        "A posterior is not yet a decision. With a loss L_ij for action i where class j is true, "
        "decide for the least expected loss.");
    print_two_classes(page);
    print_reject(page);
    print_treatment(page);
    print_bayes_error(page);
}

}  // namespace pgm::examples
