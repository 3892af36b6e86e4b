// Lauritzen and Nilsson, "Representing and solving decision problems with limited information",
// Management Science 47 (2001).
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/decide/decide.hpp>
#include <pgm/model/network_builder.hpp>

#include <string>

namespace pgm::examples {

BayesianNetwork pigs_diagram() {
    std::string text =
        "h1{healthy|diseased}; h1: 0.9 0.1; h4{healthy|diseased} -> u4{utility}; u4: 1000 300";
    for (int month = 1; month < 4; ++month) {
        const std::string now = std::to_string(month), next = "h" + std::to_string(month + 1);
        const std::string h = "h" + now, t = "t" + now, d = "d" + now, u = "u" + now;
        text += "; " + h + " -> " + t + "{healthy|diseased} -> " + d + "{leave|treat, decision}; " +
                h + ", " + d + " -> " + next + "{healthy|diseased}; " + d + " -> " + u +
                "{utility}; " + u + ": 0 -100; " + t + " | " + h + "=healthy: 0.9 0.1; " + t +
                " | " + h + "=diseased: 0.2 0.8";
        const auto health = [&](const char* state, const char* action, const char* row) {
            text += "; " + next + " | " + h + "=" + state + ", " + d + "=" + action + ": " + row;
        };
        health("healthy", "leave", "0.8 0.2");
        health("healthy", "treat", "0.9 0.1");
        health("diseased", "leave", "0.1 0.9");
        health("diseased", "treat", "0.5 0.5");
    }
    return NetworkBuilder::parse(text).build();
}

void run_pigs(std::ostream& out) {
    using Memory = InfluenceDiagram::Memory;
    const InfluenceDiagram limited(pigs_diagram(), Memory::limited), whole(pigs_diagram());
    const DecisionSolution best = decide(limited);
    Page(out, "The pigs (Lauritzen and Nilsson 2001)")
        .text(
            "A pig has a disease with probability 1/10. Once a month a veterinary tests it (t) and "
            "treats it for 100, or not (d); treated or\n"
            "not, it is healthy or diseased a month later (h). After the third treatment it is "
            "sold, for 1000 if it is healthy and for 300\n"
            "otherwise. The veterinary keeps no records, and knows only the test of the day.")
        .value("maximum expected utility", best.maximum_expected_utility, "the paper: 727")
        .strategy(limited, best)
        .text("Had all tests and treatments been written down:")
        .value("maximum expected utility", decide(whole).maximum_expected_utility,
               "the paper: 729");
}

}  // namespace pgm::examples
