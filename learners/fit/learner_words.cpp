#include <learners/fit/estimator.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>

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
        throw ArgumentError(
            error.message(),
            error.hint() + ", tan:k2, nb+select, stack, stack:nb,tan, auto, auto:nb,tan");
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
    if (words.smoothing.empty()) common.smoothing = TunedBackOff{};
    if (words.calibration.empty()) common.calibration = Calibration::temperature;
    const auto models = words.continuous == auto_word
                            ? continuous_models_to_choose_from(NaiveBayes{})
                        : words.continuous.empty() ? continuous_models_to_stack()
                                                   : std::vector{common.continuous};
    Stack stack = stack_of(members_of(structure), models, common);
    if (structure.starts_with(auto_word)) return Automatic{std::move(stack)};
    return stack;
}

}  // namespace

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

Estimator parse_learner(std::string_view structure, const LearnerWords& words, FitOptions common) {
    const bool tries_models = words.continuous == auto_word;
    if (!words.smoothing.empty()) common.smoothing = parse_smoothing(words.smoothing);
    if (!words.continuous.empty() && !tries_models)
        common.continuous = parse_continuous(words.continuous);
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
    // Expectation maximisation maximises the likelihood of all columns, numbers as they are.
    if (words.continuous.empty())
        common.continuous = common.missing_cells == MissingCells::em
                                ? ContinuousModel{}
                                : default_continuous_model(common.structure);
    return common;
}

}  // namespace pgm::learners
