// Cowell, Dawid, Lauritzen and Spiegelhalter, "Probabilistic networks and expert systems" (1999),
// pages 177 to 180: the chest clinic with two decisions.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/decide/decide.hpp>
#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork clinic_diagram() {
    NetworkBuilder net = NetworkBuilder::parse(
        "asia{yes|no} -> tub{yes|no}; smoke{yes|no} -> lung{yes|no}, bronc{yes|no};"
        "tub, lung -> either{yes|no}; either, bronc -> dysp{yes|no};"
        "asia -> take_xray{yes|no, decision}; either, take_xray -> xray{yes|no};"
        "asia, take_xray, dysp, xray -> hospital{yes|no, decision};"
        "take_xray, tub -> harm{utility}; hospital, lung, tub -> health{utility};"
        "harm: 0 1 10 10; health: 180 160 120 15 2 0 4 40");
    const BayesianNetwork asia = asia_network();
    for (const char* name : {"asia", "smoke", "tub", "lung", "bronc"}) {
        const Table& table = std::get<TableCpd>(asia.cpd(asia.id(name))).table();
        net.cpt(name).values(table.values());
    }
    net.cpt("either").row("tub=no, lung=no", {0, 1}).otherwise({1, 0});
    net.cpt("dysp").values({0.9, 0.1, 0.7, 0.3, 0.8, 0.2, 0.1, 0.9});
    net.cpt("xray").values({0.98, 0.02, 0.5, 0.5, 0.05, 0.95, 0.5, 0.5});
    return net.build();
}

void run_clinic(std::ostream& out) {
    const InfluenceDiagram diagram(clinic_diagram());
    const DecisionSolution best = decide(diagram);
    Page(out, "The chest clinic decides (Cowell et al. 1999)")
        .text(
            "The patients of `pgm example asia`. The clinic asks for a journey to Asia and decides "
            "about an X-ray, which harms those without\n"
            "tuberculosis; it then sees whether the patient is short of breath, and sends some to "
            "the hospital. An X-ray that was not taken\n"
            "shows anything.")
        .value("maximum expected utility", best.maximum_expected_utility, "the book: 47.49")
        .strategy(diagram, best);
}

}  // namespace pgm::examples
