#include <apps/pgm/options/evidence_options.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/file/file_bytes.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <map>

namespace pgm::apps {
namespace {

/// The only state that one part of a condition leaves to its variable.
const Condition* finding_of(const Expression& part) {
    const auto* const condition = std::get_if<Condition>(&part.nodes().back());
    return condition && condition->states.size() == 1 ? condition : nullptr;
}

[[noreturn]] void throw_differ(const BayesianNetwork& network, VariableId variable) {
    throw EvidenceError("there are two findings on variable " +
                            quoted_name(network.variable(variable).name()) + ", and they differ",
                        {}, "each variable once, in -e or in the file");
}

void require_one_finding_each(const BayesianNetwork& network, const Given& given) {
    std::map<VariableId, StateId> states;
    for (const Expression& condition : given.conditions) {
        for (const Expression& part : condition.conjuncts()) {
            const Condition* const finding = finding_of(part);
            if (!finding) continue;
            const auto known = states.try_emplace(finding->variable, finding->states.front()).first;
            if (known->second != finding->states.front()) throw_differ(network, finding->variable);
        }
    }
    std::map<VariableId, double> values;
    for (const auto& [variable, value] : given.observations)
        if (values.try_emplace(variable, value).first->second != value)
            throw_differ(network, variable);
}

}  // namespace

void EvidenceOptions::add_to(Options& options) {
    options.texts("-e,--evidence", texts, "FINDINGS",
                  "What may follow | in a question: 'A=a, height=1.8', '1.7 < height <= 1.8', "
                  "'B != b or C in {c, d}', "
                  "do(A=a), do(A~[0.4, 0.6]), do(A := B), a likelihood per state 'B=[0.9, 0.2]', "
                  "the posterior by Jeffrey's rule "
                  "'B~[0.7, 0.3]'; may be repeated; '' is nothing",
                  Options::Empty::allowed);
    options.text("--evidence-file", file, "FILE",
                 "JSON: one object {\"A\": \"a\", \"height\": 1.8, \"B\": [0.9, 0.2]} or an array "
                 "of them; an array value is a likelihood per state, {\"posterior\": [0.7, 0.3]} "
                 "Jeffrey's rule, {\"above\": 1.7, \"up_to\": 1.8} an interval");
}

EvidenceFile EvidenceOptions::read(const BayesianNetwork& network) const {
    EvidenceFile evidence;
    if (file.empty()) {
        evidence.sets.emplace_back();
    } else {
        if (!json_) json_ = io::FileBytes(file).read(Limits{}.max_file_bytes);
        evidence = parse_evidence_json(network, *json_, source_text(file));
    }
    Given of_texts;
    for (const std::string& text : texts)
        of_texts = joined(std::move(of_texts),
                          with_caret(text, [&] { return parse_given(network, text); }));
    if (texts.empty()) return evidence;
    for (Given& set : evidence.sets) {
        set = joined(std::move(set), of_texts);
        require_one_finding_each(network, set);
        validate(set, network);
    }
    return evidence;
}

Query EvidenceOptions::read_question(const BayesianNetwork& network,
                                     const std::string& text) const {
    Query query = with_caret(text, [&] { return parse_query(network, text); });
    const Given evidence = read_one(network);
    if (evidence.empty()) return query;
    query = joined(std::move(query), evidence);
    query.text = format(network, query);
    return query;
}

Given EvidenceOptions::read_one(const BayesianNetwork& network) const {
    EvidenceFile evidence = read(network);
    if (evidence.is_array)
        throw EvidenceError("this command takes one evidence set, not an array of them",
                            {.file = file});
    return std::move(evidence.sets.front());
}

std::optional<EvidenceFile> EvidenceOptions::read_rows(const EnsembleEngine* predictions) const {
    if (predictions == nullptr) return std::nullopt;
    try {
        EvidenceFile evidence = read(predictions->network());
        const auto is_row = [&](const Given& set) { return predictions->is_row(set); };
        if (std::ranges::all_of(evidence.sets, is_row)) return evidence;
    } catch (const Error&) {
        // States of cut columns, or an error that the networks repeat.
    }
    return std::nullopt;
}

}  // namespace pgm::apps
