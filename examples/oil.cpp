// Raiffa, "Decision analysis" (1968), chapter 2: the oil wildcatter. The diagram is that of Shenoy,
// "Valuation-based systems for Bayesian decision analysis", Operations Research 40 (1992), with the
// numbers of Cowell, Dawid, Lauritzen and Spiegelhalter, "Probabilistic networks and expert
// systems" (1999), page 172.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/decide/evaluation.hpp>
#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork oil_diagram() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Test{test|not, decision} -> Seismic{closed|open|diffuse|none} <- Oil{dry|wet|soaking};"
        "Seismic, Test -> Drill{drill|not, decision}; Test -> Cost{utility};"
        "Drill, Oil -> Pay{utility}; Cost: -10 0; Pay: -70 50 200 0 0 0");
    net.cpt("Oil").values({0.5, 0.3, 0.2});
    net.cpt("Seismic")
        .row("Test=test, Oil=dry", {0.1, 0.3, 0.6, 0})
        .row("Test=test, Oil=wet", {0.3, 0.4, 0.3, 0})
        .row("Test=test, Oil=soaking", {0.5, 0.4, 0.1, 0})
        .otherwise({0, 0, 0, 1});
    return net.build();
}

void run_oil(std::ostream& out) {
    const InfluenceDiagram diagram(oil_diagram());
    const DecisionSolution best = decide(diagram);
    const StrategyValue value = evaluate(diagram, best.strategy);
    const InferenceEngine engine(with_strategy(diagram, best.strategy));
    Page(out, "The oil wildcatter (Raiffa 1968)")
        .text(
            "To drill costs 70 and brings 120 from a wet hole, 270 from a soaking one, and nothing "
            "from a dry one. A seismic test costs 10\n"
            "and shows the structure of the ground: closed is a good sign, diffuse a bad one. Test "
            "first? Drill after which result?")
        .value("maximum expected utility", best.maximum_expected_utility,
               "Cowell et al. 1999, page 172: 22.5")
        .value("its variance", value.standard_deviation * value.standard_deviation, "7648.75")
        .text(
            "The strategy: the best alternative for all that is known, and what each is worth "
            "from then on.")
        .strategy(diagram, best)
        .text("Decisions that follow it are as good as chance variables, and can be asked about:")
        .ask(engine, "P(Drill=drill)", "all but the diffuse ones: 1 - 0.41")
        .ask(engine, "P(Oil | Drill=drill)")
        .text("What a wildcatter expects who does not test:")
        .value(
            "maximum expected utility",
            decide(diagram, parse_evidence(diagram.network(), "Test=not")).maximum_expected_utility,
            "-70/2 + 50 * 3/10 + 200/5 = 20");
}

}  // namespace pgm::examples
