// A program outside the source tree, which includes public headers only: it asks questions, fits a
// classifier, brings a density of its own, runs an algorithm of the Boost Graph Library, and saves
// and reads what it made. Its exit status is the verdict.
#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/graph/boost_graph.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>

#include <boost/graph/topological_sort.hpp>
#include <cmath>
#include <cstdio>
#include <io/network_file.hpp>
#include <iterator>
#include <string>
#include <vector>

namespace {

int failures = 0;

void check(const char* what, double actual, double expected) {
    const bool is_right = std::abs(actual - expected) < 1e-12;
    std::printf("%s = %.6f%s\n", what, actual, is_right ? "" : ", which is wrong");
    failures += is_right ? 0 : 1;
}

pgm::BayesianNetwork rain_and_grass() {
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse("Rain{no|yes} -> Grass{dry|wet}");
    net.cpt("Rain").values({0.8, 0.2});
    net.cpt("Grass").row("Rain=no", {0.9, 0.1}).row("Rain=yes", {0.1, 0.9});
    return net.build();
}

/// 0.2 * 0.9 / (0.2 * 0.9 + 0.8 * 0.1) = 18/26, by a posterior and by a question in text.
void ask_a_saved_network(const std::string& path) {
    pgm::io::write_network(rain_and_grass(), path);
    const pgm::InferenceEngine engine(pgm::io::read_network(path).network);
    const pgm::BayesianNetwork& network = engine.network();
    const pgm::Evidence wet = pgm::Evidence{}.observe(network, "Grass", "wet");
    check("posterior of rain", engine.marginals(wet).marginal(network.id("Rain"))[1], 9.0 / 13);
    check("P(Rain=yes | Grass=wet)", pgm::answer(engine, "P(Rain=yes | Grass=wet)").probability(),
          9.0 / 13);
}

/// Children before parents, by the BGL.
void run_algorithms_on_the_graph() {
    const pgm::BayesianNetwork network = rain_and_grass();
    std::vector<std::size_t> children_first;
    boost::topological_sort(network.dag().boost_graph(), std::back_inserter(children_first));
    check("the last variable", static_cast<double>(children_first.front()), 1);
}

/// A waiting time: exponential with rate 1 or 3. At t = 0 the odds are those of the rates.
void ask_about_a_density_of_its_own() {
    pgm::NetworkBuilder net;
    const pgm::VariableId server = net.add_variable(pgm::Variable("server", {"slow", "fast"}));
    const pgm::VariableId time = net.add_variable(pgm::Variable("time"));
    const pgm::Scope servers({server}, {2});
    net.set_cpd(pgm::TableCpd(servers, std::vector<double>{0.5, 0.5}));
    const auto log_density = [](std::size_t row, std::span<const double>, double t) {
        const double rate = row == 0 ? 1 : 3;
        return std::log(rate) - rate * t;
    };
    net.set_cpd(pgm::FunctionCpd(time, servers, {}, {log_density}));
    const pgm::InferenceEngine engine(net.build());
    const pgm::Posterior posterior = engine.marginals(pgm::Evidence{}.observe(time, 0.0));
    check("P(fast | time = 0)", posterior.marginal(server)[1], 0.75);
}

/// Naive Bayes with add-one smoothing on four rows: P(yes) = 3/6, P(a = v | yes) = 3/4 and
/// P(a = v | no) = 2/4 give 3/5.
void fit_and_save_a_classifier(const std::string& path) {
    using Words = std::vector<std::string_view>;
    const pgm::Dataset data(
        {pgm::discrete_column(pgm::Variable("a", {"u", "v"}), Words{"u", "v", "v", "v"}),
         pgm::discrete_column(pgm::Variable("y", {"no", "yes"}), Words{"no", "no", "yes", "yes"})});
    pgm::io::write_classifier(pgm::learners::fit(data, "y", {.structure = "nb"}), path);
    const pgm::Classifier classifier = pgm::io::read_classifier(path);
    check("P(yes | a = v)", pgm::predict(classifier, data).probability(1)[1], 0.6);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::string folder = argv[1];
    ask_a_saved_network(folder + "/rain.bif");
    run_algorithms_on_the_graph();
    ask_about_a_density_of_its_own();
    fit_and_save_a_classifier(folder + "/classifier.pgmodel");
    return failures == 0 ? 0 : 1;
}
