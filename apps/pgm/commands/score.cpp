#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/report/data_info.hpp>
#include <apps/pgm/report/unscored_families.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <learners/score/data_score.hpp>
#include <learners/unobserved/known_cells_score.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {
namespace {

struct ScoreRequest {
    std::string model;
    std::string data;
    std::vector<std::string> more;
    DataChoices table;
};

/// The scores that are computed by default. Continuous variables have fewer scores than discrete
/// ones, mixed networks the fewest.
std::vector<learners::Score> usual_scores(const BayesianNetwork& network) {
    std::vector<learners::Score> scores = {learners::LogLikelihoodScore{}, learners::AicScore{},
                                           learners::BicScore{}};
    if (network.is_discrete()) {
        scores.emplace_back(learners::K2Score{});
        scores.emplace_back(learners::BdeuScore{});
    } else if (network.continuous_count() == network.size()) {
        scores.emplace_back(learners::BgeScore{});
    }
    return scores;
}

/// The usual scores and those of --score, which come in the place of one of the same name, or
/// behind the last.
std::vector<learners::Score> wanted_scores(const BayesianNetwork& network,
                                           const std::vector<learners::Score>& more) {
    std::vector<learners::Score> scores = usual_scores(network);
    for (const learners::Score& score : more) {
        const auto same = std::ranges::find(scores, score.index(), &learners::Score::index);
        if (same == scores.end()) {
            scores.push_back(score);
        } else {
            *same = score;
        }
    }
    return scores;
}

/// Variables that are functions of their parents have no density: their families are left out.
std::vector<VariableId> functions_of_parents(const Dag& dag, const Dataset& data) {
    const std::vector<learners::LinearRelation> relations = learners::linear_families(data, dag);
    for (const learners::LinearRelation& relation : relations)
        print_warning(learners::linear_relation_remark(relation, data),
                      "these are its parents, so its likelihood has no bound, and the scores leave "
                      "it out");
    return variables_of(relations);
}

std::string key_of(const learners::Score& score) {
    const bool is_likelihood = std::holds_alternative<learners::LogLikelihoodScore>(score);
    return is_likelihood ? "log_likelihood" : std::string(learners::name_of(score));
}

Report score_structure(const Dag& dag, const Dataset& data,
                       const std::vector<learners::Score>& wanted) {
    const std::vector<VariableId> without = functions_of_parents(dag, data);
    const learners::DataScore first(data, wanted.front());
    say_unscored(first, dag, data, without);
    Report report{{"rows", "rows", Count{first.rows()}, Align::right},
                  {"free_parameters", "free parameters",
                   Count{learners::free_parameters(first, dag)}, Align::right}};
    const bool has_holes = learners::has_missing_cells(data);
    const std::vector<double> by_known_cells =
        has_holes ? learners::known_cells_scores(data, dag, wanted) : std::vector<double>();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const learners::Score& score = wanted[i];
        const double value =
            has_holes ? by_known_cells[i] : learners::total(first.with(score), dag, without);
        const std::optional<ScoreNumber> number = number_of(score);
        report.add(key_of(score),
                   number ? Report{{number->name, number->value}, {"value", value}} : Value(value),
                   Shown{learners::format(score), fmt::format("{:.4f}", value), Align::right});
    }
    return report;
}

/// The table, and what missing values mean for its scores. Where a variable is a function of its
/// parents, a likelihood of the known cells has no bound: then the complete rows alone count.
Dataset to_score(const Dag& dag, Dataset data) {
    const std::string remark = missing_cells_remark(data);
    if (remark.empty()) return data;
    if (learners::linear_families(data, dag).empty()) {
        print_note(remark + ": the scores are those of the known cells, the others summed out");
        return data;
    }
    Dataset complete = learners::complete_rows(data);
    print_note(remark + ": the scores are those of the " +
               counted(complete.rows(), "row") + " without missing values");
    return complete;
}

int score(Session& session, const ScoreRequest& request) {
    std::vector<learners::Score> more;
    for (const std::string& words : request.more)
        more.push_back(parse_words(learners::parse_score, words));
    refuse_swapped("score", request.model, request.data);
    const BayesianNetwork network = load_network_structure(session, request.model).network;
    const Dataset data = to_score(
        network.dag(),
        columns_of(network, request.table.read_rows(session, request.data,
                                                    with_parts_of_dates(network.variables()))));
    write(session, timed(session, [&] {
              return score_structure(network.dag(), data, wanted_scores(network, more));
          }));
    return fine;
}

}  // namespace

Action set_up_score(Options& options, Session& session) {
    const auto given = std::make_shared<ScoreRequest>();
    options.argument("MODEL", given->model,
                     "Model file, or - for standard input; only its variables and arcs matter");
    options.argument(
        "DATA", given->data,
        "Table of data (.csv, .tsv, .txt, .arff, also with .gz or .zst) with a column for "
        "each variable, or - for CSV on standard input");
    options.texts("-s,--score", given->more, "SCORE",
                  "Another score: bic:P, ebic:G, bds:S, fnml, qnml, bge; or bdeu:S with another "
                  "equivalent sample size than 10");
    given->table.add_to(options);
    return [given, &session] { return score(session, *given); };
}

}  // namespace pgm::apps
