#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/evaluation_plots.hpp>
#include <apps/pgm/report/explanation/sensitivity_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/scene/scene_file.hpp>
#include <pgm/query/answer.hpp>

#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

struct SensitivityRequest {
    std::string model, query, reach, within, of, picture;
    std::optional<std::size_t> top;
    EvidenceOptions evidence;
};

/// ">= 0.65", "<=0.2", or a number alone, which is in the direction where the answer is not.
AnswerRequirement requirement_of(const std::string& text, double answer) {
    const bool is_bound = text.starts_with(">=") || text.starts_with("<=");
    const double bound = parse_number_option("--reach", is_bound ? text.substr(2) : text,
                                             "a number, or one after >= or <=");
    return {is_bound ? text.starts_with(">=") : bound >= answer, bound};
}

/// "10%" or "0.1"
double within_share(const std::string& text) {
    const bool is_percentage = text.ends_with('%');
    const std::string digits = text.substr(0, text.size() - is_percentage);
    return parse_number_option("--within", digits, "a share such as 10%", 0) /
           (is_percentage ? 100 : 1);
}

int sensitivity(Session& session, const SensitivityRequest& request) {
    if (!request.picture.empty() && !io::scene_format_of(request.picture))
        throw UsageError("a tornado chart is a file that ends in .svg, .pdf, .tex or .tikz, not " +
                         quoted_name(request.picture));
    refuse_to_overwrite(request.picture, {request.model}, {"the picture", "the model"});
    const ModelEngine model = load_engine(session, request.model);
    const InferenceEngine& engine = model.joint();
    const Query query = request.evidence.read_question(engine.network(), request.query);
    std::optional<double> within;
    if (!request.within.empty()) within = within_share(request.within);
    const Answer now = answer(engine, query);
    if (now.impossible()) {
        AnswerList answers(session, false);
        answers.add_impossible(engine, now);
        return answers.finish();
    }
    const SensitivityAnalysis analysis =
        timed(session, [&] { return SensitivityAnalysis(engine, query); });
    SensitivityReport shown{engine.network(), analysis, query, within, {}, request.top};
    if (!request.of.empty()) shown.of = parse_variables(engine.network(), request.of);
    Report report = shown.answer();
    if (!request.reach.empty())
        report.append(shown.changes(requirement_of(request.reach, analysis.answer())));
    report.append(shown.most_probable_changes());
    if (!request.picture.empty()) {
        save_picture(request.picture, shown.tornado());
        report.add("written", "written", request.picture);
    }
    model.answer_jointly(session, variables_asked_about(query), variables_set(query));
    write(session, with_network(session, std::move(report)));
    return fine;
}

}  // namespace

Action set_up_sensitivity(Options& options, Session& session) {
    const auto given = std::make_shared<SensitivityRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.argument("QUERY", given->query,
                     "'P(A=a | B=b)', or a difference or a ratio of two such probabilities");
    given->evidence.add_to(options);
    options.optional_count("--top", given->top, 1,
                           "Only so many numbers, those with the largest effect");
    options.text("--of", given->of, "NAMES", "Only the numbers of these variables");
    options.text("--within", given->within, "SHARE",
                 "Ranges of the answer while one number changes by at most this share, 10%; "
                 "default: to 0 and to 1");
    options.text("--reach", given->reach, "ANSWER",
                 "Also every change of one number, and the least change of one table, that brings "
                 "the answer there: 0.65, '>=0.65' or '<=0.2'");
    options.text("-o,--output", given->picture, "FILE",
                 "Tornado chart: .svg, .pdf, .tex or .tikz (LaTeX)");
    add_chance_only(options, session);
    add_question_options(options, session);
    return [given, &session] { return sensitivity(session, *given); };
}

}  // namespace pgm::apps
