#include <apps/pgm/options/learn_choices.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <io/file/file_bytes.hpp>
#include <learners/search/score_choice.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/overloaded.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace pgm::apps {

void LearnChoices::add_to(Options& options) {
    options.group("What to learn");
    options.text("-a,--algorithm", algorithm, "A",
                 "hc, tabu, ges, boss, exact, chow-liu, mmhc or pc; default: boss");
    options.text("-s,--score", score, "S",
                 "bic, bic:P (P times its penalty), ebic:G (for many columns), aic, loglik, k2, "
                 "bdeu:S, bds:S, fnml, qnml, bge, or auto: of bic and qnml "
                 "that which predicts held-out rows better; default: bic");
    options.text(
        "--test", test, "TEST",
        "Of mmhc and pc: g2, x2, mi or mc-g2:N (N random permutations) of discrete columns, "
        "fisher-z of continuous ones, cg of both; default: g2, fisher-z or cg, as the columns are");
    options.text("--alpha", alpha, "P",
                 "Of mmhc and pc: the significance level of the tests; default: 0.01");
    options.text("--constraints", constraints, "FILE",
                 "Rules, one a line: require A -> B, forbid A -> B, tier 1: A, B, max parents 3");
    options.count("--max-parents", max_parents, 1,
                  "The largest number of parents of a variable; default: no limit");
    options.text("--missing-cells", missing_cells, "T",
                 "draw: drawn given the known cells, in rounds; complete: only rows without; em: "
                 "structural EM; sum: of pc, the rows that a test has; default: draw, of pc sum");
    options.text("--continuous", continuous, "D",
                 "Cut columns of numbers into states first: frequency:K, width:K, kmeans:K, "
                 "proportional, 'cut:age=30,40'; default: they stay numbers, normally distributed");
    options.text(
        "--continuous-parents", continuous_parents, "R",
        "Let numbers be parents of states, by logistic or probit regression; default: they "
        "are parents of numbers only");
    options.group("How to estimate");
    options.text("--smooth", smoothing, "M",
                 "Tables: mle, laplace:A, bdeu:S, backoff, ... (pgm help smoothing); default: "
                 "laplace:1");
    options.count("--bootstrap", bootstrap, 1,
                  "Learn from this number of resampled tables, too: the confidence of arcs");
    options.text(
        "--average", average, "T",
        "With --bootstrap: the averaged network of the edges whose confidence exceeds T, a "
        "number or auto; default: learned from all rows");
    options.rare();
    options.optional_count(
        "--max-conditions", max_conditions, 0,
        "Of mmhc and pc: the largest number of variables given in a test; default: 3 of "
        "mmhc, no limit of pc");
    options.count("--restarts", restarts, 0,
                  "Further searches of hc, tabu (after random changes) or boss (from other "
                  "orders); default: 0, of boss by the size of the table");
    options.seed(seed, "Seed of restarts, of the bootstrap and of draws of missing values");
    options.threads(threads);
}

std::optional<double> LearnChoices::read_alpha() const {
    if (alpha.empty()) return std::nullopt;
    return parse_number_option("--alpha", alpha, "a number from 0 to 1", 0, 1);
}

learners::SearchAlgorithm LearnChoices::read_algorithm(const Session& session) const {
    learners::SearchAlgorithm chosen = parse_words(learners::parse_search_algorithm, algorithm);
    const auto climb = [&](auto& options) {
        options.restarts = restarts;
        options.seed = seed;
    };
    const auto without_restarts = [&] {
        if (restarts > 0) throw UsageError("'" + algorithm + "' knows no --restarts");
    };
    std::visit(Overloaded{[&](learners::HillClimbing& options) { climb(options); },
                          [&](learners::Tabu& options) { climb(options); },
                          [&](learners::Boss& options) {
                              if (restarts > 0) options.restarts = restarts;
                              options.seed = seed;
                          },
                          [&](learners::Exact& options) {
                              without_restarts();
                              options.max_bytes = session.memory.limit.value_or(options.max_bytes);
                          },
                          [&](learners::Ges&) { without_restarts(); },
                          [&](learners::ChowLiuTree&) { without_restarts(); },
                          [&](learners::Mmhc& options) {
                              climb(options.climbing);
                              auto& [level, conditions] = options.candidates;
                              level = read_alpha().value_or(level);
                              conditions = max_conditions.value_or(conditions);
                          },
                          [&](learners::Pc& options) {
                              without_restarts();
                              options.alpha = read_alpha().value_or(options.alpha);
                              options.max_conditions = max_conditions;
                          }},
               chosen);
    require_tests(chosen);
    return chosen;
}

void LearnChoices::require_tests(const learners::SearchAlgorithm& chosen) const {
    if (std::holds_alternative<learners::Mmhc>(chosen) ||
        std::holds_alternative<learners::Pc>(chosen))
        return;
    for (const auto& [option, given] :
         {std::pair{"--test", !test.empty()}, std::pair{"--alpha", !alpha.empty()},
          std::pair{"--max-conditions", max_conditions.has_value()}})
        if (given)
            throw UsageError("'" + algorithm + "' asks no tests and knows no " + option,
                             "--algorithm pc or mmhc");
}

std::vector<learners::Score> LearnChoices::read_score_candidates(
    const learners::SearchAlgorithm& chosen) const {
    if (score != "auto") return {};
    if (std::holds_alternative<learners::Pc>(chosen) ||
        std::holds_alternative<learners::ChowLiuTree>(chosen))
        throw UsageError("'" + algorithm + "' learns the same by every score: none can be chosen",
                         "--score bic, which is only reported");
    return learners::usual_score_candidates();
}

LearnTask LearnChoices::read(const Session& session) const {
    LearnTask task;
    task.learning.algorithm = read_algorithm(session);
    task.score_candidates = read_score_candidates(task.learning.algorithm);
    if (task.score_candidates.empty())
        task.learning.score = parse_words(learners::parse_score, score);
    task.incomplete.seed = seed;
    if (!missing_cells.empty())
        task.incomplete.missing_cells =
            parse_words(learners::parse_missing_cells_in_search, missing_cells);
    if (!test.empty()) task.learning.test = parse_words(learners::parse_test_statistic, test);
    task.cuts = read_cuts();
    if (session.ranks != nullptr && !task.cuts.empty())
        throw UsageError("--continuous needs the whole table, of which a rank has a share",
                         "'pgm learn' cuts it, or cut the columns beforehand");
    task.fit = fit_options();
    task.learning.continuous_parents = task.fit.continuous_parents;
    // Half of it is for the table, and a quarter for kept sums and for remembered scores each.
    if (session.memory.limit) task.learning.max_kept_bytes = *session.memory.limit / 4;
    task.fit.max_fit_bytes = session.memory.limit.value_or(task.fit.max_fit_bytes);
    task.bootstrap = {.replicates = bootstrap, .seed = seed};
    task.averaged = !average.empty();
    task.threshold = threshold();
    return task;
}

std::optional<Noise::Kind> LearnChoices::read_continuous_parents() const {
    if (continuous_parents.empty()) return std::nullopt;
    return parse_words(learners::parse_continuous_parents, continuous_parents);
}

learners::CutChoice LearnChoices::read_cuts() const {
    learners::CutChoice cuts = parse_words(learners::parse_cut_choice, continuous);
    if (cuts.rule && std::holds_alternative<learners::Mdlp>(*cuts.rule))
        throw UsageError("mdlp cuts where the class changes, and a network has no class",
                         "--continuous frequency:4, or width:K, kmeans:K and proportional");
    return cuts;
}

Dataset LearnChoices::cut(const Dataset& data, const LearnTask& task) const {
    learners::require_continuous_columns(task.cuts.given, data.schema());
    return (task.cuts.rule
                ? learners::learn_cuts(data, {}, *task.cuts.rule, task.cuts.given, threads)
                : task.cuts.given)
        .apply(data);
}

learners::Fit LearnChoices::fit_options() const {
    learners::Fit options{.continuous_parents = read_continuous_parents(), .threads = threads};
    if (!smoothing.empty()) options.smoothing = parse_words(learners::parse_smoothing, smoothing);
    if (std::holds_alternative<learners::PriorNetwork>(options.smoothing))
        throw UsageError("--smooth prior:S needs a prior network, which learning has not",
                         "mle, floor:E, laplace:A, lidstone, bdeu:S or backoff");
    return options;
}

std::optional<double> LearnChoices::threshold() const {
    if (!average.empty() && bootstrap == 0)
        throw UsageError("--average needs --bootstrap", "--bootstrap 200");
    if (average.empty() || average == "auto") return std::nullopt;
    return parse_number_option("--average", average, "a number from 0 to 1 or 'auto'", 0, 1);
}

learners::Constraints LearnChoices::read_constraints(const Dataset& data) const {
    std::vector<std::string_view> names;
    for (const Column& column : data.columns()) names.push_back(column.variable.name());
    learners::Constraints rules;
    if (!constraints.empty()) {
        io::FileBytes file(constraints);
        rules = learners::parse_constraints(file.read(Limits{}.max_file_bytes), names, constraints);
    }
    if (max_parents > 0) rules.max_parents = max_parents;
    learners::check_constraints(rules, data, !continuous_parents.empty());
    return rules;
}

}  // namespace pgm::apps
