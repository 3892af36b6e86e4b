#include <learners/fit/estimator.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace pgm::learners {
namespace {

constexpr std::string_view stack_word = "stack", auto_word = "auto";
constexpr std::array<std::string_view, 2> with_members = {"stack:", "auto:"};

bool names_members(std::string_view text) {
    return std::ranges::any_of(with_members,
                               [&](std::string_view word) { return text.starts_with(word); });
}

bool is_structure_text(std::string_view text) {
    return text.find("->") != text.npos || text.find("<-") != text.npos ||
           text.find_first_of("{;") != text.npos;
}

/// The first text that names members: at the head, or behind a comma.
std::size_t begin_of_members(std::string_view text) {
    if (names_members(text)) return 0;
    std::size_t begin = text.npos;
    for (const std::string_view word : with_members)
        begin = std::min(begin, text.find("," + std::string(word)));
    return begin;
}

/// A structure by its words; an unknown one is told the words for several, too.
Structure structure_of(std::string_view words) {
    try {
        return words;
    } catch (const ArgumentError& error) {
        if (!error.message().starts_with("there is no structure")) throw;
        throw ArgumentError(error.message(),
                            error.hint() + ", stack, stack:nb,tan, auto, auto:nb,tan");
    }
}

/// The structures of "stack" and "auto".
std::vector<Structure> structures_to_pool() {
    return {NaiveBayes{},     Tan{},           Structure("skdb"), Aode{}, Structure("aode+select"),
            Structure("lda"), Structure("qda")};
}

/// The structures behind "stack:" or "auto:", and the usual ones behind nothing.
std::vector<Structure> structures_in(std::string_view text) {
    if (!names_members(text)) return structures_to_pool();
    std::vector<Structure> structures;
    for (const std::string& word : split_structures(text.substr(text.find(':') + 1)))
        structures.push_back(structure_of(word));
    return structures;
}

std::vector<ContinuousModel> models_of(std::initializer_list<const char*> words) {
    std::vector<ContinuousModel> models;
    for (const char* const word : words) models.push_back(parse_continuous(word));
    return models;
}

/// The models of numbers from which the best is chosen.
std::vector<ContinuousModel> models_to_choose_from(const Structure& structure) {
    if (std::holds_alternative<Parzen>(structure)) return models_of({"kde"});
    if (std::holds_alternative<Discriminant>(structure)) return models_of({"gaussian"});
    if (structure.selects_features())
        return models_of(
            {"mdlp", "frequency:5", "frequency:10", "proportional", "proportional:1/3"});
    return models_of({"mdlp", "frequency:5", "frequency:10", "proportional", "proportional:1/3",
                      "gaussian", "kde", "kde:sj", "mixture"});
}

/// True if a rule applies to all columns.
bool cuts(const ContinuousModel& model) {
    return model.discretisation.rule.has_value();
}

/// One member for every structure and every model of continuous features, and one for every
/// structure of densities, with its own model; the other choices are those of `common`. Where some
/// models cut and others do not, the latter are for naive Bayes alone, as densities of single
/// features differ little from one structure to the next.
Pool pool_of(std::span<const Structure> structures, std::span<const ContinuousModel> models,
             const Fit& common) {
    Pool pool;
    const auto add = [&](const Structure& structure, const ContinuousModel& model) {
        Fit member = common;
        member.structure = structure;
        member.continuous = model;
        pool.members.emplace_back(std::move(member));
    };
    const bool some_cut = std::ranges::any_of(models, cuts);
    for (const ContinuousModel& model : models) {
        for (const Structure& structure : structures) {
            const bool is_wanted = cuts(model) || !some_cut || structure == NaiveBayes{};
            if (is_wanted && !needs_densities(structure)) add(structure, model);
        }
    }
    for (const Structure& structure : structures)
        if (needs_densities(structure)) add(structure, default_continuous_model(structure));
    return pool;
}

/// No other structure than one that is written out gives states continuous parents.
void require_no_regressions(std::string_view structure, const LearnerWords& words) {
    if (!words.continuous_parents.empty())
        throw ArgumentError("the structure " + std::string(structure) +
                                " gives no discrete variable a continuous parent",
                            "write the arcs, 'age, dose -> outcome'");
}

Estimator several(std::string_view structure, const LearnerWords& words, Fit common) {
    if (common.missing_cells == MissingCells::em)
        throw ArgumentError(
            "expectation maximisation fits one structure, not " + std::string(structure),
            "choose nb, tan or a structure text");
    require_no_regressions(structure, words);
    if (words.smoothing.empty()) common.smoothing = TunedBackOff{};
    if (words.calibration.empty()) common.calibration = Calibration::temperature;
    const auto models = words.continuous == auto_word ? models_to_choose_from(NaiveBayes{})
                        : words.continuous.empty()
                            ? models_of({"mdlp", "proportional:1/3", "frequency:10"})
                            : std::vector{*common.continuous};
    Pool pool = pool_of(structures_in(structure), models, common);
    if (!structure.starts_with(auto_word)) return pool;
    BestOf choice{pool.members};
    choice.candidates.emplace_back(std::move(pool));
    return choice;
}

/// The best model of continuous features for a classifier whose other choices are made.
BestOf best_continuous_model(const Fit& choices) {
    BestOf best{.judge = Judge::folds};
    for (const ContinuousModel& model : models_to_choose_from(choices.structure)) {
        Fit candidate = choices;
        candidate.continuous = model;
        best.candidates.emplace_back(std::move(candidate));
    }
    return best;
}

/// "stack" and "auto" of these leaves: the word alone where they are the usual ones.
std::string format_several(std::string_view word, const Estimator& estimator) {
    std::vector<Structure> structures;
    for (const Fit* const leaf : leaves_of(estimator))
        if (std::ranges::find(structures, leaf->structure) == structures.end())
            structures.push_back(leaf->structure);
    std::string text(word);
    if (structures == structures_to_pool()) return text;
    for (std::size_t i = 0; i < structures.size(); ++i)
        text += (i == 0 ? ":" : ",") + format(structures[i]);
    return text;
}

LearnerWords words_of(const Fit& options) {
    FitWords words = format(options);
    return {.smoothing = std::move(words.smoothing),
            .continuous = options.continuous ? std::move(words.continuous) : std::string(),
            .calibration = std::move(words.calibration),
            .missing_cells = std::move(words.missing_cells),
            .class_prior = std::move(words.class_prior),
            .empty_rows = std::move(words.empty_rows),
            .continuous_parents = options.continuous_parents ? continuous_parents_words().format(
                                                                   *options.continuous_parents)
                                                             : std::string()};
}

bool is_same(const Estimator& a, const Estimator& b) {
    const auto words = [](const Fit* leaf) { return format(*leaf); };
    return a.index() == b.index() &&
           std::ranges::equal(leaves_of(a), leaves_of(b), {}, words, words);
}

}  // namespace

std::vector<WordHelp> learner_words() {
    std::vector<WordHelp> words = structure_words().help();
    words.push_back({"stack", "several classifiers whose predictions are pooled; stack:nb,tan"});
    words.push_back({"auto", "the best of many candidates by out-of-fold log loss; auto:nb,tan"});
    return words;
}

std::string format_structure(const Estimator& estimator) {
    return std::visit(Overloaded{[](const Fit& options) { return format(options.structure); },
                                 [&](const Pool&) { return format_several(stack_word, estimator); },
                                 [&](const BestOf& choice) {
                                     return choice.judge == Judge::left_out_rows ||
                                                    leaves_of(estimator).empty()
                                                ? format_several(auto_word, estimator)
                                                : format(leaves_of(estimator).front()->structure);
                                 }},
                      static_cast<const AnyEstimator&>(estimator));
}

LearnerWords format(const Estimator& estimator) {
    const std::vector<const Fit*> leaves = leaves_of(estimator);
    if (leaves.empty()) throw ArgumentError("a stack needs at least one member");
    const std::string structure = format_structure(estimator);
    LearnerWords words = words_of(*leaves.front());
    // Which of the words stands for the models of continuous features is found by reading them.
    for (const std::string& continuous :
         {words.continuous, std::string(), std::string(auto_word)}) {
        words.continuous = continuous;
        if (is_same(parse_learner(structure, words, *leaves.front()), estimator)) return words;
    }
    throw ArgumentError("no words make a stack of these members",
                        "take each structure with each model of continuous features");
}

bool names_several(std::string_view structure) {
    return structure == stack_word || structure == auto_word || names_members(structure);
}

std::vector<std::string> split_structures(std::string_view text) {
    if (is_structure_text(text)) return {std::string(text)};
    const std::size_t members = begin_of_members(text);
    if (members == 0) return {std::string(text)};
    std::vector<std::string> structures;
    for (Token& name : parse_name_list(text.substr(0, members)))
        structures.push_back(std::move(name.text));
    if (members != text.npos) structures.emplace_back(text.substr(members + 1));
    return structures;
}

/// Words that a fit wrote down may say of a column that it is one interval ("cut:x="). Who chooses
/// would lose the column by that.
ContinuousModel parse_chosen_continuous(std::string_view words) {
    ContinuousModel model = parse_continuous(words);
    for (const auto& [column, points] : model.discretisation.given.columns())
        if (points.cuts.empty())
            throw ArgumentError("there are no cut points for '" + printable(column) + "' in '" +
                                    printable(words) + "'",
                                "cut:age=30,40 has two");
    return model;
}

Estimator parse_learner(std::string_view structure, const LearnerWords& words, Fit common) {
    const bool tries_models = words.continuous == auto_word;
    if (!words.smoothing.empty()) common.smoothing = parse_smoothing(words.smoothing);
    if (!words.continuous.empty() && !tries_models)
        common.continuous = parse_chosen_continuous(words.continuous);
    if (!words.calibration.empty()) common.calibration = parse_calibration(words.calibration);
    if (!words.missing_cells.empty())
        common.missing_cells = parse_missing_cells(words.missing_cells);
    if (!words.class_prior.empty()) common.class_prior = parse_class_prior(words.class_prior);
    if (!words.empty_rows.empty()) common.empty_rows = parse_empty_row(words.empty_rows);
    if (!words.continuous_parents.empty())
        common.continuous_parents = parse_continuous_parents(words.continuous_parents);
    if (names_several(structure)) return several(structure, words, std::move(common));
    common.structure = structure_of(structure);
    if (!std::holds_alternative<UserDefined>(common.structure))
        require_no_regressions(structure, words);
    if (tries_models && common.missing_cells == MissingCells::em)
        throw ArgumentError(
            "expectation maximisation takes one model of continuous features, not the best of "
            "several",
            "name one, such as mdlp");
    if (tries_models) return best_continuous_model(common);
    return common;
}

}  // namespace pgm::learners
