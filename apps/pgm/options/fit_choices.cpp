#include <apps/pgm/options/fit_choices.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <learners/estimate/calibration.hpp>
#include <learners/estimate/class_prior.hpp>
#include <learners/estimate/continuous_treatment.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <learners/estimate/smoothing.hpp>
#include <learners/structure/structure.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace pgm::apps {
namespace {

constexpr std::string_view stack_word = "stack", auto_word = "auto";
constexpr std::array<std::string_view, 2> with_members = {"stack:", "auto:"};

bool is_structure_text(const std::string& text) {
    return text.find("->") != std::string::npos || text.find("<-") != std::string::npos ||
           text.find_first_of("{;") != std::string::npos;
}

bool is_model_file(const std::string& text) {
    std::error_code ignored;
    return !is_structure_text(text) && text.find('.') != std::string::npos &&
           std::filesystem::is_regular_file(text, ignored);
}

learners::Structure structure_of(const std::string& words) {
    return words;
}

bool names_members(const std::string& text) {
    return std::ranges::any_of(with_members,
                               [&](std::string_view word) { return text.starts_with(word); });
}

/// Whether it is a stack, or a choice among several.
bool is_several(const std::string& text) {
    return text == stack_word || text == auto_word || names_members(text);
}

/// Where the first text that names members begins: at the head, or behind a comma.
std::size_t begin_of_members(const std::string& text) {
    if (names_members(text)) return 0;
    std::size_t begin = text.npos;
    for (const std::string_view word : with_members)
        begin = std::min(begin, text.find("," + std::string(word)));
    return begin;
}

/// What the words of an option mean; words that mean nothing are wrong usage.
template <class Parse>
auto meaning(Parse parse, const std::string& words) {
    try {
        return parse(words);
    } catch (const ArgumentError& error) {
        throw UsageError(error.message(), error.hint());
    }
}

/// The structure of words; for other words the hint lists what the library does not know, too.
learners::Structure structure_named(const std::string& words) {
    try {
        return structure_of(words);
    } catch (const ArgumentError& error) {
        if (!error.message().starts_with("there is no structure"))
            throw UsageError(error.message(), error.hint());
        const bool is_file =
            words.find('/') != words.npos || words.ends_with(".bif") || words.ends_with(".pgmodel");
        throw UsageError(error.message() + (is_file ? " and no file of that name" : ""),
                         error.hint() +
                             ", tan:k2, nb+select, stack, stack:nb,tan, auto, "
                             "auto:nb,tan, or a model file");
    }
}

/// The structures behind "stack:" or "auto:", and those of default_stack() behind nothing.
std::vector<learners::Structure> members_of(const std::string& text) {
    if (!names_members(text)) return learners::structures_to_stack();
    std::vector<learners::Structure> members;
    for (const std::string& word : split_names(text.substr(text.find(':') + 1), "--structure"))
        members.push_back(structure_named(word));
    return members;
}

}  // namespace

std::vector<std::string> split_structures(const std::string& text) {
    if (is_structure_text(text)) return {text};
    const std::size_t stack = begin_of_members(text);
    if (stack == text.npos) return split_names(text, "--structure");
    std::vector<std::string> structures;
    if (stack > 0) structures = split_names(text.substr(0, stack), "--structure");
    structures.push_back(text.substr(stack > 0 ? stack + 1 : 0));
    return structures;
}

void FitChoices::add_to(Options& options) {
    options.texts("-s,--structure", structures, "S",
                  "nb, tan, kdb:K, fan, aode, a2de, joint, lda, qda, chow-liu, "
                  "parzen, a structure text 'class -> a -> b, c', or a model file whose arcs are "
                  "used; nb+select keeps only the features that leave-one-out prefers, skdb:K is "
                  "kdb:K+select; tan:k2 weighs arcs by K2; stack, or stack:nb,tan, predicts by "
                  "several together; auto, or auto:nb,tan, chooses the best of them by "
                  "leave-one-out; default: nb");
    options.texts("--smooth", smoothings, "M",
                  "Estimation of tables: mle, floor:E, laplace:A, lidstone, bdeu:S, prior:S with "
                  "--prior, backoff (to fewer parents, its strengths chosen by leave-one-out), or "
                  "backoff:1,2,4; default: laplace:1. With evaluate it may be repeated");
    options.texts(
        "--calibrate", calibrations, "K",
        "Posteriors: none, or temperature (temperature scaling by leave-one-out predictions); "
        "default: none. With evaluate it may be repeated");
    options.texts(
        "--continuous", continuous, "D",
        "Continuous columns: mdlp, frequency:K, proportional (sqrt(n) intervals), "
        "proportional:1/3, width:K, "
        "kmeans:K, 'cut:age=30,40;income=5', "
        "gaussian, gaussian:mle, kde, kde:mle, kde:tophat, kde:h=0.5, kde:cv, kde:sj, mixture "
        "(of Gaussians), mixture:3, or auto, the best of several by leave-one-out; "
        "default: mdlp, gaussian for lda and qda, kde for parzen, gaussian:mle with --em. With "
        "evaluate it may be repeated");
    options.texts("--missing-cells", missing_cells, "T",
                  "A missing cell: sum (summed out; a row counts for the families that it has "
                  "whole), fill (the most frequent state or the mean), state (a state of its own), "
                  "em (counts in expectation), or auto (whichever predicts best); default: sum. "
                  "With evaluate it may be repeated");
    options.text("--class-prior", class_prior, "Q",
                 "P(class): smoothed, proportions, uniform, or yes=0.2,no=0.8; default: smoothed, "
                 "as all tables");
    options.text(
        "--empty-rows", empty_rows, "R",
        "Rows of parent configurations without data: uniform, marginal or error; default: uniform");
    options.text("--prior", prior, "MODEL",
                 "The network of --smooth prior:S, whose distribution counts as S rows");
    options.count("--threads", threads, 0,
                  "Threads to compute on; default: one per core. The result does not depend on it");
}

bool FitChoices::given() const {
    return !(structures.empty() && smoothings.empty() && continuous.empty() &&
             class_prior.empty() && empty_rows.empty() && calibrations.empty() &&
             missing_cells.empty() && prior.empty());
}

std::vector<std::string> FitChoices::files() const {
    std::vector<std::string> paths{prior};
    for (const std::string& given : structures)
        for (std::string& text : split_structures(given)) paths.push_back(std::move(text));
    return paths;
}

std::vector<FitChoices::Combination> FitChoices::combinations() const {
    const auto or_none = [](const std::vector<std::string>& given) {
        return given.empty() ? std::vector<std::string>{""} : given;
    };
    std::vector<Combination> all;
    for (const std::string& treatment : or_none(continuous))
        for (const std::string& smoothing : or_none(smoothings))
            for (const std::string& calibration : or_none(calibrations))
                for (const std::string& missing : or_none(missing_cells))
                    all.push_back({smoothing, treatment, calibration, missing});
    return all;
}

std::string FitChoices::label_of(const std::string& structure, const Combination& of) const {
    return structure + (smoothings.size() > 1 ? ", " + of.smoothing : "") +
           (continuous.size() > 1 ? ", " + of.continuous : "") +
           (calibrations.size() > 1 ? ", " + of.calibration : "") +
           (missing_cells.size() > 1 ? ", " + of.missing_cells : "");
}

std::vector<NamedChoice> FitChoices::read(Session& session) const {
    const learners::FitOptions common = common_choices(session);
    std::vector<NamedChoice> choices;
    for (const std::string& given :
         structures.empty() ? std::vector<std::string>{"nb"} : structures)
        for (const std::string& text : split_structures(given))
            for (const Combination& combination : combinations())
                choices.push_back(
                    {label_of(text, combination), learner_of(session, text, combination, common)});
    return choices;
}

learners::FitOptions FitChoices::common_choices(Session& session) const {
    learners::FitOptions common{.keep_statistics = updatable, .threads = threads};
    common.max_fit_bytes = session.memory_limit.value_or(common.max_fit_bytes);
    if (!class_prior.empty())
        common.class_prior = meaning(learners::parse_class_prior, class_prior);
    if (!empty_rows.empty()) common.empty_rows = meaning(learners::parse_empty_row, empty_rows);
    if (!prior.empty()) common.prior = load_network(session, prior);
    return common;
}

learners::Learner FitChoices::learner_of(Session& session, const std::string& structure,
                                         const Combination& of, learners::FitOptions common) const {
    if (!of.smoothing.empty()) common.smoothing = meaning(learners::parse_smoothing, of.smoothing);
    const bool tries_treatments = of.continuous == auto_word;
    if (!of.continuous.empty() && !tries_treatments)
        common.continuous = meaning(learners::parse_continuous, of.continuous);
    if (!of.calibration.empty())
        common.calibration = meaning(learners::parse_calibration, of.calibration);
    if (!of.missing_cells.empty())
        common.missing_cells = meaning(learners::parse_missing_cells, of.missing_cells);
    if (!is_several(structure)) {
        common.structure =
            is_model_file(structure)
                ? learners::UserDefined(load_network_structure(session, structure).network)
                : structure_named(structure);
        if (of.continuous.empty())
            common.continuous = learners::default_treatment(common.structure);
        if (tries_treatments) return learners::choice_of_treatment(common);
        return common;
    }
    if (of.smoothing.empty()) common.smoothing = learners::TunedBackOff{};
    if (of.calibration.empty()) common.calibration = learners::Calibration::temperature;
    const auto treatments = tries_treatments        ? learners::treatments_to_choose_from("nb")
                            : of.continuous.empty() ? learners::treatments_to_stack()
                                                    : std::vector{common.continuous};
    learners::Stack stack = learners::stack_of(members_of(structure), treatments, common);
    if (structure.starts_with(auto_word)) return learners::Automatic{std::move(stack)};
    return stack;
}

}  // namespace pgm::apps
