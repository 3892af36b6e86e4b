// Lauritzen and Spiegelhalter, "Local computations with probabilities on graphical structures and
// their application to expert systems", Journal of the Royal Statistical Society B 50 (1988). The
// posteriors are printed by Hojsgaard, "Graphical independence networks with the gRain package for
// R", Journal of Statistical Software 46 (2012).
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork asia_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "asia{yes|no} -> tub{yes|no}; smoke{yes|no} -> lung{yes|no}; smoke -> bronc{yes|no}; lung "
        "-> either{yes|no} <- tub; "
        "either -> xray{yes|no}; bronc -> dysp{yes|no} <- either");
    net.cpt("asia").values({0.01, 0.99});
    net.cpt("tub").row("asia=yes", {0.05, 0.95}).row("asia=no", {0.01, 0.99});
    net.cpt("smoke").values({0.5, 0.5});
    net.cpt("lung").row("smoke=yes", {0.1, 0.9}).row("smoke=no", {0.01, 0.99});
    net.cpt("bronc").row("smoke=yes", {0.6, 0.4}).row("smoke=no", {0.3, 0.7});
    net.cpt("either").row("lung=no, tub=no", {0, 1}).otherwise({1, 0});
    net.cpt("xray").row("either=yes", {0.98, 0.02}).row("either=no", {0.05, 0.95});
    net.cpt("dysp")
        .row("bronc=yes, either=yes", {0.9, 0.1})
        .row("bronc=no, either=yes", {0.7, 0.3})
        .row("bronc=yes, either=no", {0.8, 0.2})
        .row("bronc=no, either=no", {0.1, 0.9});
    return net.build();
}

void run_asia(std::ostream& out) {
    const InferenceEngine engine(asia_network());
    Page(out, "The chest clinic (Lauritzen and Spiegelhalter 1988)")
        .text(
            "Shortness of breath (dysp) may come from tuberculosis, lung cancer or bronchitis. A "
            "recent visit to Asia makes\n"
            "tuberculosis more likely, smoking the other two. An X-ray does not tell the first two "
            "apart (either).")
        .model(engine.network())
        .text("Before anything is known about a patient:")
        .ask(engine, "P(tub=yes)", "13/1250 = 0.0104")
        .ask(engine, "P(lung=yes)", "11/200 = 0.055")
        .ask(engine, "P(bronc=yes)", "9/20 = 0.45")
        .text("The patient is short of breath and has been to Asia.")
        .ask(engine, "P(asia=yes, dysp=yes)", "Hojsgaard: 0.004501375")
        .ask(engine, "P(tub=yes | asia=yes, dysp=yes)", "Hojsgaard: 0.08775096")
        .ask(engine, "P(lung=yes | asia=yes, dysp=yes)", "Hojsgaard: 0.09952515")
        .ask(engine, "P(bronc=yes | asia=yes, dysp=yes)", "Hojsgaard: 0.8114021")
        .text("A clear X-ray all but rules out two of the three. What is left is bronchitis.")
        .ask(engine, "P(tub=yes or lung=yes | asia=yes, dysp=yes, xray=no)")
        .ask(engine, "P(bronc=yes | asia=yes, dysp=yes, xray=no)")
        .text(
            "A smoker with a positive X-ray; what is the most probable pair of diseases, and the "
            "most probable story?")
        .ask(engine, "argmax(lung, bronc | smoke=yes, xray=yes)")
        .ask(engine, "argmax(* | xray=yes, dysp=yes)")
        .text("What the graph alone says:")
        .ask_graph(engine.network(), "asia _||_ smoke")
        .ask_graph(engine.network(), "asia _||_ smoke | dysp")
        .ask_graph(engine.network(), "xray _||_ bronc | either, smoke");
}

}  // namespace pgm::examples
