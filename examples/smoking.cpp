// Pearl, "Causality" (2009), section 3.3.3, table 3.1: made-up numbers about smoking, tar and
// cancer, which either side of the debate could have quoted.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/causal/effect.hpp>
#include <pgm/model/network_builder.hpp>

#include <array>

namespace pgm::examples {

BayesianNetwork smoking_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Genotype{without|with} -> Smoking{no|yes} -> Tar{no|yes} -> Cancer{no|yes} <- Genotype");
    net.cpt("Genotype").values({0.5, 0.5});
    net.cpt("Smoking").row("Genotype=without", {1, 0}).row("Genotype=with", {0, 1});
    net.cpt("Tar").row("Smoking=no", {0.95, 0.05}).row("Smoking=yes", {0.05, 0.95});
    net.cpt("Cancer")
        .row("Tar=no, Genotype=without", {0.9, 0.1})
        .row("Tar=no, Genotype=with", {0.1, 0.9})
        .row("Tar=yes, Genotype=without", {0.95, 0.05})
        .row("Tar=yes, Genotype=with", {0.15, 0.85});
    return net.build();
}

void run_smoking(std::ostream& out) {
    const InferenceEngine engine(smoking_network());
    const BayesianNetwork& network = engine.network();
    const VariableId smoking = network.id("Smoking"), cancer = network.id("Cancer");
    const CausalGraph graph(network.dag(), std::array{network.id("Genotype")});
    const EffectAnalysis analysis = analyse_effect(graph, {smoking, cancer});
    const PartialTable doing = interventional_distribution(analysis, engine);
    const StateId no(0), yes(1);
    Page(out, "Smoking, tar and cancer: an effect by the front door (Pearl 2009)")
        .text(
            "Who smokes has cancer far more often. It could be a gene, said the tobacco industry, "
            "which makes people smoke and fall ill.\n"
            "Nobody has seen the gene. Here it decides alone who smokes.")
        .model(network)
        .ask(engine, "P(Cancer=yes | Smoking=yes)", "0.05 * 0.9 + 0.95 * 0.85")
        .ask(engine, "P(Cancer=yes | Smoking=no)", "0.95 * 0.1 + 0.05 * 0.05")
        .text(
            "There is no back-door adjustment, since the gene is hidden. But if smoking acts by "
            "way "
            "of tar alone, and the gene has no hand\n"
            "in the tar, the effect follows from what is seen of smoking, tar and cancer: by the "
            "front door.")
        .line("the formula", format(*analysis.estimand(), network.variables()))
        .value("P(Cancer=yes | do(Smoking=yes)) by it", *doing.at(std::array{yes, yes}),
               "Pearl: 0.4525")
        .value("P(Cancer=yes | do(Smoking=no)) by it", *doing.at(std::array{no, yes}),
               "Pearl: 0.4975")
        .text(
            "Whoever knew the gene would have found the same, and in these numbers smoking helps.")
        .ask(engine, "P(Cancer=yes | do(Smoking=yes))")
        .ask(engine, "P(Cancer=yes | do(Smoking=no))");
}

}  // namespace pgm::examples
