// Stouffer and Toby, "Role conflict and personality", American Journal of Sociology 56 (1951); the
// two latent classes are those of Goodman, "Exploratory latent structure analysis using both
// identifiable and unidentifiable models", Biometrika 61 (1974).
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

namespace pgm::examples {

Classifier conflict_types() {
    learners::Fit options;
    options.structure = "Kind{lenient|strict, hidden} -> Passenger, Physician, Critic, Director";
    options.smoothing = learners::MaximumLikelihood{};
    options.missing_cells = learners::MissingCells::em;
    options.em = {.iterations = 10000, .tolerance = 1e-14};  // to the end
    return learners::fit(weighted_table("conflict.csv", "count"), "Kind", options);
}

void run_conflict(std::ostream& out) {
    const InferenceEngine engine = engine_of(conflict_types());
    Page(out,
         "A friend or the rules? Two kinds of people whom no one observed (Stouffer and Toby "
         "1951)")
        .text(
            "216 students said what they would do in four conflicts between a rule and a friend: "
            "as the passenger of a car, as an\n"
            "insurance physician, as a drama critic, as the director of a company. Nobody asked "
            "what kind of person they are. Say\n"
            "there are two kinds, and that given the kind the four answers are independent. "
            "Expectation maximisation then finds the\n"
            "kinds by the answers alone.")
        .model(engine.network())
        .ask(engine, "P(Kind=strict)", "Goodman: 0.279")
        .ask(engine, "P(Passenger=rule | Kind=strict)", "Goodman: 0.993")
        .ask(engine, "P(Physician=rule | Kind=strict)", "Goodman: 0.940")
        .ask(engine, "P(Critic=rule | Kind=strict)", "Goodman: 0.927")
        .ask(engine, "P(Director=rule | Kind=strict)", "Goodman: 0.769")
        .text("The others keep to the rule in the first conflict mostly, in the last one seldom.")
        .ask(engine, "P(Passenger=rule | Kind=lenient)", "Goodman: 0.714")
        .ask(engine, "P(Physician=rule | Kind=lenient)", "Goodman: 0.330")
        .ask(engine, "P(Critic=rule | Kind=lenient)", "Goodman: 0.354")
        .ask(engine, "P(Director=rule | Kind=lenient)", "Goodman: 0.132")
        .text(
            "The network is one like any other. It tells of a student which kind he may be, and "
            "how "
            "many answer in a given way: 42 of\n"
            "the 216 kept to the rule in all four.")
        .ask(engine, "P(Kind=strict | Passenger=rule, Physician=rule, Critic=rule, Director=rule)")
        .ask(engine, "P(Kind=strict | Passenger=rule, Physician=rule)")
        .ask(engine, "P(Passenger=rule, Physician=rule, Critic=rule, Director=rule)",
             "42 of 216 are 0.194");
}

}  // namespace pgm::examples
