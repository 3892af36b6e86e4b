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

/// The structures behind "stack:" or "auto:", and those of default_stack() behind nothing.
std::vector<Structure> members_of(std::string_view text) {
    if (!names_members(text)) return structures_to_stack();
    std::vector<Structure> members;
    for (const std::string& word : split_structures(text.substr(text.find(':') + 1)))
        members.push_back(structure_of(word));
    return members;
}

Estimator several(std::string_view structure, const LearnerWords& words, FitOptions common) {
    if (common.missing_cells == MissingCells::em)
        throw ArgumentError(
            "expectation maximisation fits one structure, not " + std::string(structure),
            "choose nb, tan or a structure text");
    const FitOptions defaults = default_stack().members.front();
    if (words.smoothing.empty()) common.smoothing = defaults.smoothing;
    if (words.calibration.empty()) common.calibration = defaults.calibration;
    const auto models = words.continuous == auto_word
                            ? continuous_models_to_choose_from(NaiveBayes{})
                        : words.continuous.empty() ? continuous_models_to_stack()
                                                   : std::vector{*common.continuous};
    Stack stack = stack_of(members_of(structure), models, common);
    if (structure.starts_with(auto_word)) return Automatic{std::move(stack)};
    return stack;
}

/// "stack" and "auto" of these members: the word alone where they are those of default_stack().
std::string format_members(std::string_view word, const Stack& stack) {
    std::vector<Structure> structures;
    for (const FitOptions& member : stack.members)
        if (std::ranges::find(structures, member.structure) == structures.end())
            structures.push_back(member.structure);
    std::string text(word);
    if (structures == structures_to_stack()) return text;
    for (std::size_t i = 0; i < structures.size(); ++i)
        text += (i == 0 ? ":" : ",") + format(structures[i]);
    return text;
}

LearnerWords words_of(const FitOptions& options) {
    FitWords words = format(options);
    return {.smoothing = std::move(words.smoothing),
            .continuous = options.continuous ? std::move(words.continuous) : std::string(),
            .calibration = std::move(words.calibration),
            .missing_cells = std::move(words.missing_cells),
            .class_prior = std::move(words.class_prior),
            .empty_rows = std::move(words.empty_rows)};
}

bool is_same(const Estimator& a, const Estimator& b) {
    return a.index() == b.index() && std::ranges::equal(
                                         choices_of(a), choices_of(b), {},
                                         [](const FitOptions& options) { return format(options); },
                                         [](const FitOptions& options) { return format(options); });
}

}  // namespace

std::vector<WordHelp> learner_words() {
    std::vector<WordHelp> words = structure_words().help();
    words.push_back({"stack", "several classifiers whose predictions are pooled; stack:nb,tan"});
    words.push_back({"auto", "the best of many candidates by out-of-fold log loss; auto:nb,tan"});
    return words;
}

std::string format_structure(const Estimator& estimator) {
    return std::visit(
        Overloaded{[](const FitOptions& options) { return format(options.structure); },
                   [](const Stack& stack) { return format_members(stack_word, stack); },
                   [](const Automatic& automatic) {
                       const Stack& candidates = automatic.candidates;
                       return automatic.may_stack ? format_members(auto_word, candidates)
                                                  : format(candidates.members.front().structure);
                   }},
        static_cast<const AnyEstimator&>(estimator));
}

LearnerWords format(const Estimator& estimator) {
    const std::span<const FitOptions> choices = choices_of(estimator);
    if (choices.empty()) throw ArgumentError("a stack needs at least one member");
    const std::string structure = format_structure(estimator);
    LearnerWords words = words_of(choices.front());
    // Which of the words stands for the models of continuous features is found by reading them.
    for (const std::string& continuous :
         {words.continuous, std::string(), std::string(auto_word)}) {
        words.continuous = continuous;
        if (is_same(parse_learner(structure, words, choices.front()), estimator)) return words;
    }
    throw ArgumentError("no words make a stack of these members",
                        "take each structure with each model of continuous features (stack_of())");
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

Estimator parse_learner(std::string_view structure, const LearnerWords& words, FitOptions common) {
    const bool tries_models = words.continuous == auto_word;
    if (!words.smoothing.empty()) common.smoothing = parse_smoothing(words.smoothing);
    if (!words.continuous.empty() && !tries_models)
        common.continuous = parse_chosen_continuous(words.continuous);
    if (!words.calibration.empty()) common.calibration = parse_calibration(words.calibration);
    if (!words.missing_cells.empty())
        common.missing_cells = parse_missing_cells(words.missing_cells);
    if (!words.class_prior.empty()) common.class_prior = parse_class_prior(words.class_prior);
    if (!words.empty_rows.empty()) common.empty_rows = parse_empty_row(words.empty_rows);
    if (names_several(structure)) return several(structure, words, std::move(common));
    common.structure = structure_of(structure);
    if (tries_models && common.missing_cells == MissingCells::em)
        throw ArgumentError(
            "expectation maximisation takes one model of continuous features, not the best of "
            "several",
            "name one, such as mdlp");
    if (tries_models) return choice_of_continuous_model(common);
    return common;
}

}  // namespace pgm::learners
