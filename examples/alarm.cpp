// Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988), section 2.1, in the form and with
// the numbers of Russell and Norvig, "Artificial Intelligence: A Modern Approach" (third edition),
// sections 14.2 and 14.4.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork alarm_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Burglary{true|false} -> Alarm{true|false} <- Earthquake{true|false}; "
        "Alarm -> JohnCalls{true|false}, MaryCalls{true|false}");
    net.cpt("Burglary").values({0.001, 0.999});
    net.cpt("Earthquake").values({0.002, 0.998});
    net.cpt("Alarm")
        .row("Burglary=true, Earthquake=true", {0.95, 0.05})
        .row("Burglary=true, Earthquake=false", {0.94, 0.06})
        .row("Burglary=false, Earthquake=true", {0.29, 0.71})
        .row("Burglary=false, Earthquake=false", {0.001, 0.999});
    net.cpt("JohnCalls").row("Alarm=true", {0.90, 0.10}).row("Alarm=false", {0.05, 0.95});
    net.cpt("MaryCalls").row("Alarm=true", {0.70, 0.30}).row("Alarm=false", {0.01, 0.99});
    return net.build();
}

void run_alarm(std::ostream& out) {
    const InferenceEngine engine(alarm_network());
    Page(out, "Burglary or earthquake? (Pearl 1988; Russell and Norvig)")
        .text(
            "A burglar alarm also reacts to small earthquakes. Two neighbours promised to call "
            "when they hear it: John also\n"
            "calls when the telephone rings, Mary often does not hear it.")
        .model(engine.network())
        .text("Both call, the alarm rings, and there is neither burglary nor earthquake:")
        .ask(engine,
             "P(JohnCalls=true, MaryCalls=true, Alarm=true, Burglary=false, Earthquake=false)",
             "the book: 0.000628")
        .text("Both call. Is it a burglary?")
        .ask(engine, "P(Burglary | JohnCalls=true, MaryCalls=true)")
        .ask(engine, "P(Burglary=true | JohnCalls=true, MaryCalls=true)", "the book: 0.284")
        .ask(engine, "P(Earthquake=true | JohnCalls=true, MaryCalls=true)", "0.176")
        .ask(engine, "P(Burglary=true | JohnCalls=true)", "0.016")
        .text("Explaining away: the radio reports an earthquake.")
        .ask(engine, "P(Burglary=true | Alarm=true)", "0.374")
        .ask(engine, "P(Burglary=true | Alarm=true, Earthquake=true)", "0.003")
        .text("Even so, the most probable story behind two calls is a false alarm:")
        .ask(engine, "argmax(* | JohnCalls=true, MaryCalls=true)")
        .text("What the graph alone says:")
        .ask_graph(engine.network(), "Burglary _||_ Earthquake")
        .ask_graph(engine.network(), "Burglary _||_ Earthquake | JohnCalls")
        .ask_graph(engine.network(), "JohnCalls, MaryCalls _||_ Burglary, Earthquake | Alarm");
}

}  // namespace pgm::examples
