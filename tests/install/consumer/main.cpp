// A program outside the source tree: builds a network, saves and reads it, asks a question. Its
// exit status is the verdict.
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <cmath>
#include <cstdio>
#include <io/network_file.hpp>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse("Rain{no|yes} -> Grass{dry|wet}");
    net.cpt("Rain").values({0.8, 0.2});
    net.cpt("Grass").row("Rain=no", {0.9, 0.1}).row("Rain=yes", {0.1, 0.9});

    pgm::io::write_network(net.build(), argv[1]);
    const pgm::InferenceEngine engine(pgm::io::read_network(argv[1]).network);
    const pgm::BayesianNetwork& network = engine.network();

    const pgm::Posterior posterior =
        engine.marginals(pgm::Evidence{}.observe(network, "Grass", "wet"));
    const double rain = posterior.marginal(network.id("Rain"))[1];
    std::printf("P(Rain=yes | Grass=wet) = %.6f\n", rain);
    return std::abs(rain - 9.0 / 13.0) < 1e-12 ? 0
                                               : 1;  // 0.2 * 0.9 / (0.2 * 0.9 + 0.8 * 0.1) = 18/26
}
