// The umbrella of the tutorial of Netica (Norsys), the smallest diagram that has a reason to look
// first. Its utilities are those of the tutorial, the forecast is our own.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/decide/decide.hpp>
#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork umbrella_diagram() {
    return NetworkBuilder::parse(
               "Weather{sun|rain} -> Forecast{good|bad} -> Umbrella{take|leave, decision};"
               "Weather, Umbrella -> Comfort{utility}; Weather: 0.7 0.3;"
               "Forecast | Weather=sun: 0.8 0.2; Forecast | Weather=rain: 0.25 0.75;"
               "Comfort: 20 100 70 0")
        .build();
}

void run_umbrella(std::ostream& out) {
    const InfluenceDiagram diagram(umbrella_diagram());
    const DecisionSolution best = decide(diagram);
    const InferenceEngine engine(with_strategy(diagram, best.strategy));
    Page(out, "The umbrella (Netica)")
        .text(
            "It rains three days out of ten. An umbrella at home is worth 100 in the sun and "
            "nothing in the rain, one in the hand 20 and 70.\n"
            "The forecast is bad before three rainy days out of four, and before one sunny day out "
            "of five. Take the umbrella?")
        .value("maximum expected utility", best.maximum_expected_utility, "1491/20")
        .strategy(diagram, best)
        .text("It is taken whenever the forecast is bad, and after it rain is likelier than sun:")
        .ask(engine, "P(Umbrella=take)", "0.7 * 0.2 + 0.3 * 0.75")
        .ask(engine, "P(Weather | Umbrella=take)", "rain 45/73");
}

}  // namespace pgm::examples
