#include <apps/pgm/options/em_choices.hpp>

namespace pgm::apps {

void EmChoices::add_to(Options& options) {
    options.count("--initialisations", initialisations, 1,
                  "Of em: random initialisations, the best is kept; default: 5 with hidden "
                  "variables, else 1");
    options.count("--iterations", iterations, 1, "Of em: iterations at most; default: 500");
    options.text("--tolerance", tolerance, "T",
                 "Of em: converged when an iteration gains at most this part of the "
                 "log-likelihood; default: 1e-8");
}

learners::EmOptions EmChoices::read() const {
    learners::EmOptions chosen;
    chosen.initialisations = initialisations;
    chosen.seed = seed;
    if (iterations > 0) chosen.iterations = iterations;
    if (!tolerance.empty())
        chosen.tolerance =
            parse_number_option("--tolerance", tolerance, "a number that is not negative", 0);
    return chosen;
}

}  // namespace pgm::apps
