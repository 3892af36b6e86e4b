#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/distribution_report.hpp>
#include <apps/pgm/report/page_file.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/explanation/explanation.hpp>
#include <io/picture/picture.hpp>
#include <pgm/core/error.hpp>
#include <pgm/explain/derivation.hpp>
#include <pgm/explain/exercise.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <iterator>
#include <memory>

namespace pgm::apps {
namespace {

struct ExerciseRequest {
    std::string model, kinds, output;
    std::size_t count = ExerciseOptions().count, seed = ExerciseOptions().seed;
};

struct ExerciseWords {
    Exercise::Kind kind;
    const char* word;   ///< of --kind
    const char* title;  ///< of a question
    bool needs_numbers;
};

constexpr ExerciseWords kinds[] = {
    {Exercise::Kind::posterior, "posterior", "A probability", true},
    {Exercise::Kind::d_separation, "dsep", "d-separation", false},
    {Exercise::Kind::elimination, "elimination", "An elimination", false},
    {Exercise::Kind::most_probable, "mpe", "The most probable states", true}};

const ExerciseWords& words_of(Exercise::Kind kind) {
    return *std::ranges::find(kinds, kind, &ExerciseWords::kind);
}

/// The kinds that are named, or all for which the model has what they need.
std::vector<Exercise::Kind> kinds_of(const std::string& names, bool has_numbers) {
    std::vector<Exercise::Kind> chosen;
    if (names.empty()) {
        for (const Exercise::Kind kind : ExerciseOptions().kinds)
            if (has_numbers || !words_of(kind).needs_numbers) chosen.push_back(kind);
        return chosen;
    }
    for (const std::string& name : split_names(names, "--kind")) {
        const auto* const found = std::ranges::find(
            kinds, name, [](const ExerciseWords& words) { return std::string(words.word); });
        if (found == std::end(kinds))
            throw UsageError("--kind takes posterior, dsep, elimination or mpe, not " +
                             quoted_name(name));
        chosen.push_back(found->kind);
    }
    return chosen;
}

/// The network that the questions are about: its picture where the form has pictures, and the
/// tables of a small network.
Report network_part(const BayesianNetwork& network, bool has_numbers, bool has_pictures) {
    constexpr std::size_t most_drawn = 60, most_with_tables = 16;
    Report part;
    if (has_pictures && network.size() <= most_drawn)
        part.add(Figure{"The network", io::network_scene(network)});
    else
        part.add(Sentence{"The joint distribution is " + factorisation_text(network) + "."});
    if (!has_numbers || network.size() > most_with_tables) return part;
    for (std::size_t v = 0; v < network.size(); ++v) {
        Report distribution =
            distribution_report(network, VariableId(v), {.rows = 64, .columns = 12});
        for (Fact& fact : distribution.facts())
            if (auto* const table = std::get_if<Section>(&fact.shown)) part.add(std::move(*table));
    }
    return part;
}

/// How a probability or the most probable states are computed (pgm/explain/derivation.hpp); empty
/// where that is too long to be read, or has no derivation.
std::vector<std::string> derivation_of(const BayesianNetwork& network, const Exercise& exercise) {
    if (!words_of(exercise.kind).needs_numbers) return {};
    try {
        const Derivation made = derive(network, parse_query(network, exercise.query));
        return io::derivation_lines(io::derivation_page(network, made, {.most_steps = 12}));
    } catch (const Error&) {
        return {};
    }
}

HiddenText answer_of(const Exercise& exercise, const std::string& label) {
    HiddenText hidden{label, {exercise.answer}};
    std::ranges::copy(exercise.solution, std::back_inserter(hidden.lines));
    return hidden;
}

Report exercise_row(const Exercise& exercise) {
    return {{"kind", words_of(exercise.kind).word},
            {"query", exercise.query},
            {"question", exercise.question},
            {"answer", exercise.answer},
            {"solution", exercise.solution}};
}

/// The questions with their answers below them where these can be closed, else at the end.
Report sheet_of(const std::vector<Exercise>& exercises, bool can_hide) {
    Report sheet;
    for (std::size_t i = 0; i < exercises.size(); ++i) {
        sheet.add(Heading{std::to_string(i + 1) + ". " + words_of(exercises[i].kind).title});
        sheet.add(Sentence{exercises[i].question});
        if (can_hide) sheet.add(answer_of(exercises[i], "Answer"));
    }
    if (can_hide) return sheet;
    sheet.add(Heading{"Answers"});
    for (std::size_t i = 0; i < exercises.size(); ++i)
        sheet.add(answer_of(exercises[i], "Answer " + std::to_string(i + 1)));
    return sheet;
}

int write_exercises(Session& session, const ExerciseRequest& request) {
    const PageForm form = form_of_page(request.output);
    refuse_two_outputs(session.json, request.output);
    refuse_to_overwrite(request.output, {request.model}, {"the exercises", "they are made from"});
    io::ReadResult read = load_network_structure(session, request.model);
    const bool has_numbers = read.tables_to_learn.empty();
    const ExerciseOptions options{.kinds = kinds_of(request.kinds, has_numbers),
                                  .count = request.count,
                                  .seed = request.seed};
    if (std::ranges::any_of(options.kinds,
                            [](Exercise::Kind kind) { return words_of(kind).needs_numbers; }))
        io::require_all_tables(read.network, read.tables_to_learn);
    const InferenceEngine engine(std::move(read.network), engine_options(session));
    std::vector<Exercise> found = timed(session, [&] { return exercises(engine, options); });
    for (Exercise& exercise : found)
        std::ranges::move(derivation_of(engine.network(), exercise),
                          std::back_inserter(exercise.solution));
    if (found.size() < request.count)
        print_note("the network has no more than " + std::to_string(found.size()) +
                   " different exercises of these kinds");
    const bool has_pictures =
        form == PageForm::html || form == PageForm::pdf || form == PageForm::latex;
    Report page{Heading{"Exercises", 1}};
    page.append(network_part(engine.network(), has_numbers, has_pictures));
    page.append(sheet_of(found, form == PageForm::html));
    page.add("seed", std::uint64_t{request.seed}, Fact::Form());
    page.add("exercises", ReportRows(rows_of(found, exercise_row)), Fact::Form());
    write_page(session, request.output, page);
    return fine;
}

}  // namespace

Action set_up_exercise(Options& options, Session& session) {
    const auto given = std::make_shared<ExerciseRequest>();
    options.argument("MODEL", given->model,
                     "Model file, - for standard input, or a structure, 'A -> B, C'");
    options.text("--kind", given->kinds, "KINDS",
                 "posterior, dsep, elimination or mpe, or several: 'dsep, mpe'; default: all");
    options.count("--count", given->count, 1, "Number of exercises; default: 4");
    options.seed(given->seed, "Seed of the exercises: the same one gives the same sheet");
    options.text("-o,--output", given->output, "FILE",
                 "The sheet to write, .html with the answers closed, .tex, .pdf, .md or .txt with "
                 "the answers at the end; default: Markdown on standard output");
    add_chance_only(options, session);
    add_question_options(options, session);
    return [given, &session] { return write_exercises(session, *given); };
}

}  // namespace pgm::apps
