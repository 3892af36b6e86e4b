// Russell and Norvig, "Artificial Intelligence: A Modern Approach", the multiply connected network;
// Murphy, "A brief introduction to graphical models and Bayesian networks" (1998), which prints the
// three posteriors of the wet lawn. do(): Pearl, "Causality" (2009), section 3.2.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork sprinkler_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Cloudy{no|yes} -> Sprinkler{off|on} -> Wet{no|yes} <- Rain{no|yes} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Wet")
        .row("Sprinkler=off, Rain=no", {1, 0})
        .row("Sprinkler=on, Rain=no", {0.1, 0.9})
        .row("Sprinkler=off, Rain=yes", {0.1, 0.9})
        .row("Sprinkler=on, Rain=yes", {0.01, 0.99});
    return net.build();
}

void run_sprinkler(std::ostream& out) {
    const InferenceEngine engine(sprinkler_network());
    Page(out, "The wet lawn (Russell and Norvig; Murphy 1998)")
        .text(
            "On cloudy days the sprinkler is mostly off and it mostly rains. Either of them wets "
            "the lawn.")
        .model(engine.network())
        .text("The lawn is wet. Which of the two was it?")
        .ask(engine, "P(Wet=yes)", "Murphy: 0.6471")
        .ask(engine, "P(Sprinkler=on | Wet=yes)", "Murphy: 0.2781 / 0.6471 = 0.430")
        .ask(engine, "P(Rain=yes | Wet=yes)", "Murphy: 0.4581 / 0.6471 = 0.708")
        .text("Explaining away: once we know that it rained, the sprinkler is a less likely cause.")
        .ask(engine, "P(Sprinkler=on | Wet=yes, Rain=yes)", "Murphy: 0.1945")
        .text(
            "Seeing is not doing. A running sprinkler speaks for a clear sky, hence against rain. "
            "Turning it on ourselves says\n"
            "nothing about the sky.")
        .ask(engine, "P(Rain=yes | Sprinkler=on)", "Russell and Norvig: 0.3")
        .ask(engine, "P(Rain=yes | do(Sprinkler=on))", "P(Rain=yes) = 0.5")
        .text("Any logical expression, and the most probable story of the wet lawn:")
        .ask(engine, "P(Rain=yes or Sprinkler=on | Cloudy=yes)", "1 - 0.2 * 0.9 = 0.82")
        .ask(engine, "argmax(* | Wet=yes)")
        .text("What the graph alone says:")
        .ask_graph(engine.network(), "Sprinkler _||_ Rain | Cloudy")
        .ask_graph(engine.network(), "Sprinkler _||_ Rain | Cloudy, Wet");
}

}  // namespace pgm::examples
