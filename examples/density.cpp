// Kernel density estimates of a lecture on the Bayes classifier, on the seven points of
// examples/data/density.csv.
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/estimate/bandwidth.hpp>
#include <learners/fit/fit.hpp>

#include <pgm/classify/predictions.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>

namespace pgm::examples {

namespace {

Classifier points(std::string_view continuous) {
    return learners::fit(table("density.csv"), "class",
                         {.smoothing = learners::MaximumLikelihood{},
                          .continuous = learners::parse_continuous(continuous)});
}

const KernelDensityCpd& density_of_x(const InferenceEngine& engine) {
    return std::get<KernelDensityCpd>(engine.network().cpd(engine.network().id("x")));
}

void print_gaussian_kernel(Page& page) {
    const InferenceEngine gaussian = engine_of(density_gaussian());
    const Evidence far = parse_evidence(gaussian.network(), "class=a, x=100");
    const double log_score = gaussian.log_evidence(far) -
                             gaussian.log_evidence(parse_evidence(gaussian.network(), "class=a"));
    page.text("With Gaussian bumps, K(z) = exp(-z^2 / 2) / sqrt(2 pi):")
        .ask_density(gaussian, "x=0", "class=a")
        .ask_density(gaussian, "x=1.5", "class=a")
        .ask_density(gaussian, "x=4", "class=a")
        .ask(gaussian, "P(class=a | x=5)", "one of its points is at 4, one of b's at 6")
        .text(
            "Far away the density is 0 in any computer, but its logarithm is not, so there is a "
            "decision:")
        .ask_density(gaussian, "x=100", "class=a")
        .value("log p(x=100 | class=a)", log_score)
        .ask(gaussian, "argmax(class | x=100)");
}

void print_box_kernel(Page& page) {
    const InferenceEngine box = engine_of(density_box());
    const Decision between =
        decide(predict(density_box(), Dataset({continuous_column("x", {3})}))).front();
    page.text("With boxes, K(z) = 1/2 for |z| <= 1:")
        .ask_density(box, "x=0.5", "class=a", "the edge belongs to the box: 1/3")
        .ask_density(box, "x=1.5", "class=a", "two boxes: 2/3")
        .ask_density(box, "x=4.5", "class=a", "1/3")
        .ask(box, "P(class=a | x=1.5)")
        .text(
            "Between the points the density of every class is 0, \"which does not allow for class "
            "assignment\":")
        .ask_density(box, "x=3", "class=a", "0")
        .ask_density(box, "x=3", "class=b", "0")
        .ask(box, "P(class | x=3)")
        .line("decision at x=3", between.undecided() ? "no decision" : "a class");
}

void print_bandwidth(Page& page) {
    const InferenceEngine rule = engine_of(density_rule());
    const KernelDensityCpd& density = density_of_x(rule);
    page.text(
            "How wide? A narrow bump sees its own point only, a wide one nothing at all. For "
            "points from a normal distribution the best\n"
            "bandwidth is (4/3)^(1/5) sigma n^(-1/5), and that is what is taken unless another is "
            "asked for:")
        .value("bandwidth for n=100, sigma=2", learners::normal_reference_bandwidth(2, 100),
               "2 * 1.0592238 / 2.5118864")
        .value("bandwidth of class a", density.row(0).bandwidth, "sigma = sqrt(14) / 3, n = 3")
        .value("bandwidth of class b", density.row(1).bandwidth, "sigma = sqrt(10) / 2, n = 4")
        .ask_density(rule, "x=1.5", "class=a")
        .ask(rule, "P(class=a | x=5)");
}

}  // namespace

Classifier density_gaussian() {
    return points("kde:h=0.5");
}

Classifier density_box() {
    return points("kde:tophat,h=0.5");
}

Classifier density_rule() {
    return points("kde:mle");
}

void run_density(std::ostream& out) {
    Page page(out, "Kernel densities: a bump on every point");
    page.text(
        "Class a was seen at 1, 2 and 4, class b at 6, 7, 9 and 10. Where a normal distribution "
        "would be too simple, the density of a\n"
        "class is the mean of bumps on its points, p(x | k) = 1/(n h) sum K((x - x_i) / h). The "
        "bandwidth h is 1/2 here.");
    page.model(network_of(density_gaussian()));
    print_gaussian_kernel(page);
    print_box_kernel(page);
    print_bandwidth(page);
}

}  // namespace pgm::examples
