// Pearl and Mackenzie, "The Book of Why" (2018), figure 7.5: the napkin problem, a graph without
// numbers. The numbers here are made up.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/causal/effect.hpp>
#include <pgm/model/network_builder.hpp>

#include <array>

namespace pgm::examples {

BayesianNetwork napkin_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "W{no|yes} -> Z{no|yes} -> X{no|yes} -> Y{no|yes}; A{no|yes} -> W, X; B{no|yes} -> W, Y");
    net.cpt("A").values({0.5, 0.5});
    net.cpt("B").values({0.75, 0.25});
    net.cpt("W").values({"A", "B"}, {0.9, 0.1, 0.6, 0.4, 0.5, 0.5, 0.2, 0.8});
    net.cpt("Z").row("W=no", {0.75, 0.25}).row("W=yes", {0.25, 0.75});
    net.cpt("X").values({"Z", "A"}, {0.8, 0.2, 0.4, 0.6, 0.5, 0.5, 0.1, 0.9});
    net.cpt("Y").values({"X", "B"}, {0.9, 0.1, 0.3, 0.7, 0.7, 0.3, 0.1, 0.9});
    return net.build();
}

void run_napkin(std::ostream& out) {
    const InferenceEngine engine(napkin_network());
    const BayesianNetwork& network = engine.network();
    const CausalGraph graph(network.dag(), std::array{network.id("A"), network.id("B")});
    const EffectAnalysis analysis = analyse_effect(graph, {network.id("X"), network.id("Y")});
    const PartialTable doing = interventional_distribution(analysis, engine);
    const StateId no(0), yes(1);
    Page(out, "The napkin: an effect beyond back door and front door (Pearl and Mackenzie 2018)")
        .text(
            "W changes Z, Z changes X, and X changes Y. Two hidden variables spoil what is seen: A "
            "changes W and X, B changes W and Y.")
        .model(network)
        .ask(engine, "P(Y=yes | X=yes)")
        .ask(engine, "P(Y=yes | X=no)")
        .text("To adjust for W closes one path and opens another, X <- A -> W <- B -> Y.")
        .ask_graph(network, "A _||_ B")
        .ask_graph(network, "A _||_ B | W")
        .text(
            "There is no front door, either. Yet the effect follows from W, Z, X and Y: that of Z "
            "on "
            "both X and Y can be adjusted for W, and\n"
            "Z acts on Y by way of X alone. One effect divided by the other is the answer, for "
            "either state of Z.")
        .line("the formula", format(*analysis.estimand(), network.variables()))
        .value("P(Y=yes | do(X=yes)) by it", *doing.at(std::array{yes, yes}),
               "0.75 * 0.3 + 0.25 * 0.9 = 0.45")
        .value("P(Y=yes | do(X=no)) by it", *doing.at(std::array{no, yes}),
               "0.75 * 0.1 + 0.25 * 0.7 = 0.25")
        .ask(engine, "P(Y=yes | do(X=yes))", "with A and B")
        .ask(engine, "P(Y=yes | do(X=no))", "with A and B");
}

}  // namespace pgm::examples
