#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_report.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/explanation/explanation.hpp>
#include <io/file/output_file.hpp>
#include <pgm/explain/derivation.hpp>

#include <array>
#include <memory>
#include <utility>

namespace pgm::apps {
namespace {

struct ExplainRequest {
    std::string model, query;
    EvidenceOptions evidence;
    std::string method = "elimination", form, order, only, output;
    std::size_t cells = io::DerivationPageOptions().most_cells;
};

constexpr std::array<std::pair<std::string_view, DerivationMethod>, 3> method_words{
    {{"enumeration", DerivationMethod::enumeration},
     {"elimination", DerivationMethod::elimination},
     {"messages", DerivationMethod::messages}}};

/// How a page is written; null for JSON, which is no page.
using FormWriter = std::string (*)(const io::DerivationPage&);

constexpr std::array<std::pair<std::string_view, FormWriter>, 4> form_words{
    {{"text", io::derivation_text},
     {"latex", io::derivation_latex},
     {"html", io::derivation_html},
     {"json", nullptr}}};

template <class Words>
auto of_word(const std::string& option, const std::string& word, const Words& words) {
    std::vector<std::string> all;
    for (const auto& [name, value] : words) {
        if (name == word) return value;
        all.emplace_back(name);
    }
    throw UsageError(option + " takes " + enumerated(all) + ", not " + quoted_name(word));
}

/// The form that --as names, or that the name of the file has.
std::string form_of(const ExplainRequest& request) {
    if (!request.form.empty()) return request.form;
    if (request.output.ends_with(".tex")) return "latex";
    if (request.output.ends_with(".json")) return "json";
    return request.output.ends_with(".html") ? "html" : "text";
}

DerivationOptions derivation_options(const ExplainRequest& request,
                                     const BayesianNetwork& network) {
    DerivationOptions options{.method = of_word("--method", request.method, method_words)};
    if (!request.order.empty()) options.order = parse_variables(network, request.order);
    return options;
}

std::string_view kind_word(CalculationStep::Kind kind) {
    constexpr std::array<std::string_view, 5> words{"select", "multiply", "sum", "maximise",
                                                    "normalise"};
    return words[static_cast<std::size_t>(kind)];
}

/// {"name":"P(B | A)","variables":["A","B"],"states":[["a1","a2"],["b1","b2"]],"values":[..]}, the
/// last variable fastest.
Report factor_report(const BayesianNetwork& network, const Derivation& derivation,
                     std::size_t number) {
    const Table& table = derivation.calculation.table(number);
    std::vector<std::vector<std::string>> states;
    for (const VariableId id : table.scope().variables())
        states.push_back(network.variable(id).states());
    return {{"name", derivation.names[number]},
            {"variables", names_of(network, table.scope().variables())},
            {"states", states},
            {"values", table.values()}};
}

Report step_report(const BayesianNetwork& network, const Derivation& derivation,
                   const CalculationStep& step) {
    std::vector<Report> inputs;
    for (const std::size_t input : step.inputs)
        inputs.push_back(factor_report(network, derivation, input));
    Report report{{"kind", kind_word(step.kind)},
                  {"inputs", ReportRows(std::move(inputs))},
                  {"output", factor_report(network, derivation, step.output)}};
    if (step.kind != CalculationStep::Kind::select) return report;
    return report.add("evidence",
                      assignment_object(network, states_of(step.variables, step.states)));
}

Report left_out_report(const BayesianNetwork& network, const OmittedFamily& left) {
    constexpr std::array<std::string_view, 3> words{"barren", "separated", "known"};
    Report report{{"variable", network.variable(left.variable).name()},
                  {"reason", words[static_cast<std::size_t>(left.reason)]}};
    if (left.path.empty()) return report;
    report.add("path", names_of(network, left.path));
    if (left.blocked_at) report.add("blocked_by", network.variable(*left.blocked_at).name());
    return report;
}

/// The answer as `pgm query` has it, and how it was derived.
Report derivation_report(const BayesianNetwork& network, const Derivation& derivation,
                         Report answer) {
    answer.add("method", method_words[static_cast<std::size_t>(derivation.method)].first)
        .add("left_out",
             rows_over(derivation.left_out,
                       [&](const OmittedFamily& left) { return left_out_report(network, left); }))
        .add("cut", names_of(network, derivation.cut))
        .add("order", names_of(network, derivation.order))
        .add("steps", rows_over(derivation.calculation.steps(), [&](const CalculationStep& step) {
                 return step_report(network, derivation, step);
             }));
    if (derivation.fractions.size() == 1) answer.add("fraction", derivation.fractions.front());
    if (derivation.fractions.size() > 1) answer.add("fractions", derivation.fractions);
    return answer;
}

/// Impossible evidence is answered as `pgm query` answers it.
int explain_impossible(Session& session, const InferenceEngine& engine, const Answer& answer) {
    const ConflictReport conflict =
        conflict_report(engine, std::get<ImpossibleEvidence>(answer.result).given);
    if (session.json) write(session, answer_report(engine, answer, conflict));
    return report(failure_of(ErrorCode::impossible,
                             {{.message = answer.query + ": " + conflict.sentence()}}));
}

int explain(Session& session, const ExplainRequest& request) {
    const FormWriter form = of_word("--as", form_of(request), form_words);
    session.json = session.json || (form == nullptr && request.output.empty());
    refuse_to_overwrite(request.output, {request.model, request.evidence.file},
                        {"the derivation", "it is made from"});
    const ModelEngine model = load_engine(session, request.model);
    const InferenceEngine& engine = model.joint();
    const BayesianNetwork& network = engine.only_network();
    Query query = request.evidence.read_question(network, request.query);
    query.text.clear();
    const DerivationOptions options = derivation_options(request, network);
    const Answer answer = pgm::answer(engine, query);
    if (answer.impossible()) return explain_impossible(session, engine, answer);
    const Derivation derivation = timed(session, [&] { return derive(network, query, options); });
    io::DerivationPageOptions shown{.most_cells = request.cells};
    if (!request.only.empty()) shown.only = parse_variables(network, request.only);
    const bool is_json = form == nullptr || (session.json && request.output.empty());
    const std::string text =
        is_json ? json_line(derivation_report(network, derivation, answer_report(engine, answer)))
                : form(io::derivation_page(network, derivation, shown));
    if (request.output.empty() || is_standard_output(request.output)) {
        session.out.write(text);
    } else {
        io::save_atomically(request.output, text);
        if (session.json) write(session, {{"written", request.output}});
    }
    return fine;
}

}  // namespace

Action set_up_explain(Options& options, Session& session) {
    const auto given = std::make_shared<ExplainRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.argument("QUERY", given->query,
                     "'P(A, B | C=c)', 'P(A=a or B=b | C=c, do(D=d))', 'E(X | C=c)', 'argmax(A | "
                     "C=c)' or 'argmax(* | C=c)'");
    given->evidence.add_to(options);
    options.text("--method", given->method, "WORD",
                 "enumeration (the joint table), elimination (one variable after the other) or "
                 "messages (along a junction tree); default: elimination");
    options.text("--order", given->order, "NAMES",
                 "The variables that are summed out first; default: the smallest tables first");
    options.text("--as", given->form, "WORD",
                 "text, latex, html or json; default: what the name of the output has, or text");
    options.text("-o,--output", given->output, "FILE",
                 "Derivation to write: .txt, .tex, .html or .json");
    options.text("--only", given->only, "NAMES",
                 "Only the steps that sum out one of these variables");
    options.count("--cells", given->cells, 1, "How many cells of a table are shown; default: 16");
    add_question_options(options, session);
    return [given, &session] { return explain(session, *given); };
}

}  // namespace pgm::apps
