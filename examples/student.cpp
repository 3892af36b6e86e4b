// Koller and Friedman, "Probabilistic Graphical Models" (2009), figure 3.4 and section 3.2.1.2,
// "Reasoning patterns".
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork student_network() {
    NetworkBuilder net =
        NetworkBuilder::parse("I{i0|i1} -> G{g1|g2|g3} <- D{d0|d1}; I -> S{s0|s1}; G -> L{l0|l1}");
    net.cpt("D").values({0.6, 0.4});
    net.cpt("I").values({0.7, 0.3});
    net.cpt("G")
        .row("I=i0, D=d0", {0.30, 0.40, 0.30})
        .row("I=i0, D=d1", {0.05, 0.25, 0.70})
        .row("I=i1, D=d0", {0.90, 0.08, 0.02})
        .row("I=i1, D=d1", {0.50, 0.30, 0.20});
    net.cpt("S").row("I=i0", {0.95, 0.05}).row("I=i1", {0.2, 0.8});
    net.cpt("L").row("G=g1", {0.1, 0.9}).row("G=g2", {0.4, 0.6}).row("G=g3", {0.99, 0.01});
    return net.build();
}

void run_student(std::ostream& out) {
    const InferenceEngine engine(student_network());
    Page(out, "The student (Koller and Friedman 2009)")
        .text(
            "A course is easy or difficult (D), a student more or less intelligent (I). Both "
            "decide the grade (G: g1 is an A, g3 a\n"
            "C); intelligence also shows in the test score (S), and the letter of recommendation "
            "(L) depends on the grade.")
        .model(engine.network())
        .text("One entry of the joint distribution, 0.3 * 0.6 * 0.08 * 0.8 * 0.4:")
        .ask(engine, "P(I=i1, D=d0, G=g2, S=s1, L=l0)", "the book: 0.004608")
        .text("Causal reasoning, from causes to effects. How likely is a good letter?")
        .ask(engine, "P(L=l1)", "the book: 0.502")
        .ask(engine, "P(L=l1 | I=i0)", "the book: 0.389")
        .ask(engine, "P(L=l1 | I=i0, D=d0)", "the book: 0.513")
        .text("Evidential reasoning, from effects to causes. The student got a C.")
        .ask(engine, "P(I=i1 | G=g3)", "the book: 0.079")
        .ask(engine, "P(D=d1 | G=g3)", "the book: 0.629")
        .ask(engine, "P(I=i1 | L=l0)", "the book: 0.14")
        .ask(engine, "P(I=i1 | L=l0, G=g3)", "the book: 0.079; the grade says it all")
        .text(
            "Intercausal reasoning. A C, but a high test score: intelligent after all, so the "
            "course must have been difficult.")
        .ask(engine, "P(I=i1 | G=g3, S=s1)", "the book: 0.578")
        .ask(engine, "P(D=d1 | G=g3, S=s1)", "the book: 0.76")
        .text("A B explained by a difficult course:")
        .ask(engine, "P(I=i1 | G=g2)", "the book: 0.175")
        .ask(engine, "P(I=i1 | G=g2, D=d1)", "the book: 0.34")
        .text("What the graph alone says:")
        .ask_graph(engine.network(), "D _||_ I, S")
        .ask_graph(engine.network(), "D _||_ S | L")
        .ask_graph(engine.network(), "L _||_ D, I, S | G");
}

}  // namespace pgm::examples
