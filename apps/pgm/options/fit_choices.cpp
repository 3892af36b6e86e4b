#include <apps/pgm/options/fit_choices.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <io/file/suffix.hpp>
#include <learners/fit/fit.hpp>
#include <learners/structure/structure.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace pgm::apps {
namespace {

bool is_model_file(const std::string& text) {
    std::error_code ignored;
    return !learners::UserDefined::parse(text) && text.find('.') != std::string::npos &&
           std::filesystem::is_regular_file(text, ignored);
}

/// The network of the model file that a structure may be, with its text, or null.
std::optional<NetworkOfFile> model_network(Session& session, const std::string& structure) {
    if (!is_model_file(structure)) return std::nullopt;
    io::ReadResult read = load_network_structure(session, structure);
    return NetworkOfFile{structure, std::move(read.network), std::move(read.source)};
}

/// A text that looks like the name of a file that is not there.
bool looks_like_file(const std::string& text) {
    const io::Suffix* const suffix = io::suffix_of(text);
    return text.find('/') != text.npos || (suffix && suffix->kind == io::FileKind::model);
}

std::vector<std::string> split_structures(const std::string& text) {
    try {
        return learners::split_structures(text);
    } catch (const ParseError& error) {
        throw UsageError("--structure: " + std::string(error.what()),
                         "names are separated by commas");
    }
}

}  // namespace

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

void FitChoices::add_to(Options& options) {
    options.group("What to fit");
    options.texts(
        "-s,--structure", structures, "S",
        "nb, tan, kdb:K, aode, lda, qda, 'class -> a -> b, c', a model file, stack, auto, "
        "... (pgm help structures); default: a stack, or the best that is quick");
    options.texts(
        "--continuous", continuous, "D",
        "Model of continuous features: mdlp, frequency:K, gaussian, kde, mixture, auto, ... "
        "(pgm help continuous); default: mdlp, of lda, qda and em gaussian");
    options.text("--continuous-parents", continuous_parents, "R",
                 "Of arcs from numbers to states that are written out: logistic or probit "
                 "regression; the numbers are not cut then, unless --continuous says so; default: "
                 "logistic of numbers that are not cut");
    options.texts("--missing-cells", missing_cells, "T",
                  "sum, fill, state, em (expectation maximisation) or auto (pgm help "
                  "missing-cells); default: sum");
    options.group("How to estimate");
    options.texts(
        "--smooth", smoothings, "M",
        "Tables: mle, laplace:A, bdeu:S, backoff, ... (pgm help smoothing); default: of nb "
        "laplace:1, without a structure backoff");
    options.text("--class-prior", class_prior, "Q",
                 "P(class): smoothed as all tables, proportions, uniform, or yes=0.2,no=0.8");
    options.texts("--calibrate", calibrations, "K",
                  "Posteriors: none, or temperature (temperature scaling); default: none, without "
                  "a structure temperature");
    options.rare();
    options.text("--unseen-configurations", empty_rows, "R",
                 "Rows of parent configurations without data: uniform, marginal or error; default: "
                 "uniform");
    options.text("--prior", prior, "MODEL",
                 "The network of --smooth prior:S, whose distribution counts as S rows");
    em.add_to(options);
    options.threads(threads);
}

bool FitChoices::given() const {
    return !(structures.empty() && smoothings.empty() && continuous.empty() &&
             class_prior.empty() && empty_rows.empty() && continuous_parents.empty() &&
             calibrations.empty() && missing_cells.empty() && prior.empty() && !em.given());
}

std::vector<std::string> FitChoices::files() const {
    std::vector<std::string> paths{prior};
    for (const std::string& given : structures)
        for (std::string& text : split_structures(given)) paths.push_back(std::move(text));
    return paths;
}

std::vector<learners::LearnerWords> FitChoices::combinations() const {
    const auto or_none = [](const std::vector<std::string>& given) {
        return given.empty() ? std::vector<std::string>{""} : given;
    };
    std::vector<learners::LearnerWords> all;
    for (const std::string& model : or_none(continuous))
        for (const std::string& smoothing : or_none(smoothings))
            for (const std::string& calibration : or_none(calibrations))
                for (const std::string& missing : or_none(missing_cells))
                    all.push_back({smoothing, model, calibration, missing, class_prior, empty_rows,
                                   continuous_parents});
    return all;
}

std::string FitChoices::label_of(const std::string& structure,
                                 const learners::LearnerWords& words) const {
    return structure + (smoothings.size() > 1 ? ", " + words.smoothing : "") +
           (continuous.size() > 1 ? ", " + words.continuous : "") +
           (calibrations.size() > 1 ? ", " + words.calibration : "") +
           (missing_cells.size() > 1 ? ", " + words.missing_cells : "");
}

std::vector<NamedChoice> FitChoices::read(Session& session) const {
    const bool may_be_em = std::ranges::any_of(
        missing_cells, [](const std::string& words) { return words == "em" || words == "auto"; });
    if (em.given() && !may_be_em)
        throw UsageError(
            "--initialisations, --iterations and --tolerance belong to --missing-cells em");
    const learners::Fit common = common_choices(session);
    std::vector<NamedChoice> choices;
    for (const std::string& listed :
         structures.empty() ? std::vector<std::string>{"nb"} : structures)
        for (const std::string& text : split_structures(listed)) {
            const std::optional<NetworkOfFile> given = model_network(session, text);
            for (const learners::LearnerWords& words : combinations())
                choices.push_back({.label = label_of(text, words),
                                   .estimator = estimator_of(text, given, words, common),
                                   .given = given});
        }
    return choices;
}

learners::Fit FitChoices::read_counted(Session& session) const {
    const std::vector<NamedChoice> choices = read(session);
    const auto* const options =
        choices.size() == 1 ? std::get_if<learners::Fit>(&choices.front().estimator) : nullptr;
    if (options == nullptr)
        throw UsageError("statistics are of one structure",
                         "not of several, and not of stack or auto, which depend on all rows");
    return *options;
}

NamedChoice FitChoices::default_for(Session& session, const Dataset& data,
                                    const std::string& class_name,
                                    std::string_view obstacle_to_stack) const {
    std::vector<Variable> columns = data.schema();
    if (const std::optional<ColumnId> target = data.find(class_name))
        columns[target->index()] = as_discrete(data.column(*target)).variable;
    return default_for(session, columns, data.rows(), class_name, obstacle_to_stack);
}

NamedChoice FitChoices::default_for(Session& session, std::span<const Variable> columns,
                                    std::size_t rows, const std::string& class_name,
                                    std::string_view obstacle_to_stack) const {
    learners::DefaultLearner learner = learners::default_learner(
        columns, rows, class_name, common_choices(session), obstacle_to_stack);
    return {learners::format_structure(learner.estimator), std::move(learner.estimator),
            std::move(learner.reason)};
}

learners::Fit FitChoices::common_choices(Session& session) const {
    learners::Fit common{.keep_statistics = updatable, .threads = threads};
    common.max_fit_bytes = session.memory.limit.value_or(common.max_fit_bytes);
    if (!prior.empty()) common.prior = load_network(session, prior);
    common.em = em.read();
    return common;
}

learners::Estimator FitChoices::estimator_of(const std::string& structure,
                                             const std::optional<NetworkOfFile>& given,
                                             const learners::LearnerWords& words,
                                             const learners::Fit& common) const {
    const std::string text = given ? learners::UserDefined(given->network).text() : structure;
    try {
        return learners::parse_learner(text, words, common);
    } catch (const ArgumentError& error) {
        if (!error.message().starts_with("there is no structure"))
            throw UsageError(error.message(), error.hint());
        throw UsageError(
            error.message() + (looks_like_file(structure) ? " and no file of that name" : ""),
            error.hint() +
                ", a model file, or arcs, 'A -> B'; one variable alone has its states, "
                "'X{h|t}'");
    }
}

}  // namespace pgm::apps
