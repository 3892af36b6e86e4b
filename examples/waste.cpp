// Lauritzen, "Propagation of probabilities, means, and variances in mixed graphical association
// models", Journal of the American Statistical Association 87 (1992), section 6.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork waste_network() {
    NetworkBuilder net;
    const auto states = [&](const char* name, const char* a, const char* b) {
        return net.add_variable(Variable(name, {a, b}));
    };
    const auto real = [&](const char* name) { return net.add_variable(Variable(name)); };
    const VariableId burning = states("B", "stable", "unstable"),
                     filter = states("F", "intact", "defect"),
                     waste = states("W", "industrial", "household"), efficiency = real("E"),
                     dust = real("D"), co2 = real("C"), light = real("L"), metal_in = real("Min"),
                     metal_out = real("Mout");
    net.cpt("B").values({0.85, 0.15});
    net.cpt("F").values({0.95, 0.05});
    net.cpt("W").values({2.0 / 7, 5.0 / 7});

    // Rows are the configurations of the discrete parents: intercept, slopes, variance.
    const auto gaussian = [&](VariableId child, std::vector<VariableId> discrete,
                              std::vector<VariableId> continuous,
                              std::vector<LinearGaussianCpd::Row> rows) {
        const Scope scope(discrete, std::vector<std::size_t>(discrete.size(), 2));
        net.set_cpd(LinearGaussianCpd(child, scope, std::move(continuous), std::move(rows)));
    };
    gaussian(efficiency, {filter, waste}, {},
             {{-3.9, {}, 0.00002}, {-3.2, {}, 0.00002}, {-0.4, {}, 0.0001}, {-0.5, {}, 0.0001}});
    gaussian(dust, {burning, waste}, {efficiency},
             {{6.5, {1}, 0.03}, {6.0, {1}, 0.04}, {7.5, {1}, 0.1}, {7.0, {1}, 0.1}});
    gaussian(co2, {burning}, {}, {{-2, {}, 0.1}, {-1, {}, 0.3}});
    gaussian(light, {}, {dust}, {{3, {-0.5}, 0.25}});
    gaussian(metal_in, {waste}, {}, {{0.5, {}, 0.01}, {-0.5, {}, 0.005}});
    gaussian(metal_out, {}, {dust, metal_in}, {{0, {1, 1}, 0.002}});
    return net.build();
}

void run_waste(std::ostream& out) {
    const InferenceEngine engine(waste_network());
    Page(out, "Emissions of heavy metals from a waste incinerator (Lauritzen 1992)")
        .text(
            "The filter (F) is intact or defect, the waste (W) industrial or household, the "
            "burning "
            "(B) stable or not. They decide\n"
            "the efficiency of the filter (E), the emission of dust (D) and of carbon dioxide (C), "
            "the light that gets through\n"
            "the dust (L), and the metal in the waste (Min) and in the dust (Mout). The last six "
            "are "
            "logarithms of measured amounts.")
        .model(engine.network())
        .text("Before anything is measured:")
        .ask(engine, "E(E)", "the paper: -3.25")
        .ask(engine, "sd(E)", "the paper: 0.709")
        .ask(engine, "E(D)", "the paper: 3.04")
        .ask(engine, "sd(D)", "the paper: 0.770")
        .ask(engine, "E(C)", "the paper: -1.85")
        .ask(engine, "sd(C)", "the paper: 0.507")
        .ask(engine, "E(L)", "the paper: 1.48")
        .ask(engine, "sd(L)", "the paper: 0.631")
        .ask(engine, "E(Min)", "the paper: -0.214")
        .ask(engine, "sd(Min)", "the paper: 0.459")
        .ask(engine, "E(Mout)", "the paper: 2.83")
        .ask(engine, "sd(Mout)", "the paper: 0.860")
        .text(
            "The waste is industrial, the light that gets through is 1.1, and carbon dioxide is "
            "-0.9. The burning is unstable,\n"
            "and the filter most probably intact:")
        .ask(engine, "P(B=stable | W=industrial, L=1.1, C=-0.9)", "the paper: 0.0122")
        .ask(engine, "P(F=intact | W=industrial, L=1.1, C=-0.9)", "the paper: 0.9995")
        .ask(engine, "E(E | W=industrial, L=1.1, C=-0.9)", "the paper: -3.90")
        .ask(engine, "sd(E | W=industrial, L=1.1, C=-0.9)", "the paper: 0.076")
        .ask(engine, "E(D | W=industrial, L=1.1, C=-0.9)", "the paper: 3.61")
        .ask(engine, "sd(D | W=industrial, L=1.1, C=-0.9)", "the paper: 0.326")
        .ask(engine, "E(Min | W=industrial, L=1.1, C=-0.9)", "the paper: 0.50")
        .ask(engine, "E(Mout | W=industrial, L=1.1, C=-0.9)", "the paper: 4.11")
        .ask(engine, "sd(Mout | W=industrial, L=1.1, C=-0.9)", "the paper: 0.344")
        .text(
            "The densities are mixtures, a normal distribution for each configuration of B, F and "
            "W, so that more can be asked\n"
            "than means and variances:")
        .ask(engine, "P(Mout > 4.5 | W=industrial, L=1.1, C=-0.9)")
        .ask(engine, "quantile(Mout, 0.95 | W=industrial, L=1.1, C=-0.9)")
        .ask(engine, "P(Mout - 2 Min > 3)")
        .ask(engine, "P(F=defect | Mout > 5)")
        .ask(engine, "cor(D, L)");
}

}  // namespace pgm::examples
