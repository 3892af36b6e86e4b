// Gaussian Bayes classifiers with a shared covariance matrix and with one per class, of a lecture
// on probabilistic classification. The nine points of examples/data/boundary.csv are made up so
// that means and covariances are small fractions.
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

#include <pgm/classify/linear_discriminant.hpp>
#include <pgm/classify/predictions.hpp>

#include <string>
#include <vector>

namespace pgm::examples {

namespace {

constexpr int left = -6, right = 12, bottom = -6, top = 12;  ///< of the pictures

Classifier plane(std::string_view structure) {
    return learners::fit(table("boundary.csv"), "y",
                         {.structure = structure,
                          .smoothing = learners::MaximumLikelihood{},
                          .continuous = learners::parse_continuous("gaussian:mle")});
}

/// The points of the picture, row by row from the top.
Dataset grid() {
    std::vector<double> x1, x2;
    for (int y = top; y >= bottom; --y) {
        for (int x = left; x <= right; ++x) {
            x1.push_back(x);
            x2.push_back(y);
        }
    }
    return Dataset(
        {continuous_column("x1", std::move(x1)), continuous_column("x2", std::move(x2))});
}

/// One line of characters per line of the grid: + where the decision is 1, . where it is 0, and the
/// training points as digits.
std::vector<std::string> decision_regions(const Classifier& classifier) {
    const std::size_t width = right - left + 1;
    const std::size_t one = classifier.class_variable().state_id("1").index();
    std::vector<std::string> lines(top - bottom + 1, std::string(width, '.'));
    const std::vector<Decision> decisions = decide(predict(classifier, grid()));
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        if (decisions[i].action == one) lines[i / width][i % width] = '+';
    }
    const Dataset points = table("boundary.csv");
    for (std::size_t row = 0; row < points.rows(); ++row) {
        const auto line =
            static_cast<std::size_t>(top - static_cast<int>(points.column("x2").value(row)));
        const auto place =
            static_cast<std::size_t>(static_cast<int>(points.column("x1").value(row)) - left);
        lines[line][place] = as_discrete(points.column("y")).state(row)->index() == one ? '1' : '0';
    }
    return lines;
}

void print_posteriors(Page& page, const InferenceEngine& engine, const char* at_2_2,
                      const char* at_3_2, const char* far_away) {
    page.ask(engine, "P(y=1 | x1=2, x2=2)", at_2_2)
        .ask(engine, "P(y=1 | x1=3, x2=2)", at_3_2)
        .ask(engine, "P(y=1 | x1=10, x2=-4)", far_away);
}

void print_logistic_form(Page& page) {
    const BayesianNetwork network = network_of(boundary_shared());
    const VariableId y = network.id("y");
    const LinearDiscriminant form = linear_discriminant(
        network, y, network.variable(y).state_id("1"), network.variable(y).state_id("0"));
    page.text(
            "What is quadratic in x cancels, so the boundary is a line, and the posterior is the "
            "logistic function of w . x + w0 with\n"
            "w = S^-1 (mu_1 - mu_0):")
        .value("w1", form.weights[0], "-27/8")
        .value("w2", form.weights[1], "-9/5")
        .value("w0 without the priors", form.bias - form.log_prior_ratio, "1107/80")
        .value("log P(y=1) / P(y=0)", form.log_prior_ratio, "log 4/5")
        .text(
            "P(y=1 | x) = 1 / (1 + exp(-(w . x + w0))). The lecture prints 1 / (1 + exp(z)); with "
            "its own w and w0 the sign must be minus.");
}

void print_regions(Page& page) {
    const std::vector<std::string> shared = decision_regions(boundary_shared());
    const std::vector<std::string> own = decision_regions(boundary_own());
    std::string picture =
        "Where either decides for 1 (+) and for 0 (.), left with the shared covariance matrix, "
        "right with own ones:\n";
    for (std::size_t i = 0; i < shared.size(); ++i)
        picture += "\n    " + shared[i] + "      " + own[i];
    page.text(picture);
}

}  // namespace

Classifier boundary_shared() {
    return plane("lda");
}

Classifier boundary_own() {
    return plane("qda");
}

void run_boundary(std::ostream& out) {
    const InferenceEngine shared = engine_of(boundary_shared());
    const InferenceEngine own = engine_of(boundary_own());
    Page page(out, "Two Gaussian classes in the plane and the boundary between them");
    page.text(
            "Four points of class 1 around (1, 1), five of class 0 around (4, 5). Each class is "
            "normally distributed. One covariance matrix\n"
            "for both (linear discriminant analysis):")
        .model(shared.network());
    print_posteriors(page, shared, "0.963186", "0.472367", "2.41057e-06");
    print_logistic_form(page);
    page.text(
            "A covariance matrix of its own for each class (quadratic discriminant analysis): the "
            "same arcs, more parameters, and the\n"
            "boundary is curved, here a branch of a hyperbola.")
        .model(own.network());
    print_posteriors(page, own, "0.959031", "0.444754", "2.27912e-08");
    print_regions(page);
}

}  // namespace pgm::examples
