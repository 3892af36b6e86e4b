#include <python/src/detail/frame.hpp>
#include <python/src/detail/listening.hpp>

#include <learners/independence/linear_relations.hpp>
#include <learners/score/data_score.hpp>
#include <learners/unobserved/known_cells_score.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/graph/structure_comparison.hpp>
#include <pgm/inference/divergence.hpp>
#include <pgm/model/variable_matching.hpp>

#include <cmath>

namespace pgm::python {
namespace {

nb::tuple agreement_parts(const Agreement& agreement) {
    return nb::make_tuple(agreement.precision(), agreement.recall(), agreement.f1());
}

/// (distance, distance of the classes, agreement of skeletons, arcs and classes, divergence or
/// None, why there is none)
Parts compared(const Network& truth, const Network& other) {
    const auto a = truth.graph(), b = other.graph();
    const std::vector<VariableId> matched = match_variables(a->variables(), b->variables());
    const StructureComparison found = compare_structures(a->dag(), renumbered(b->dag(), matched));
    nb::object divergence = nb::none();
    std::vector<Problem> why_not;
    try {
        const auto p = truth.built(), q = other.built();
        divergence = nb::cast(kullback_leibler_divergence(*p, *q));
    } catch (const Error& error) {
        why_not.push_back(problem_of(error));
        why_not.front().message = "no divergence: " + why_not.front().message;
    }
    return nb::make_tuple(found.distance, found.cpdag_distance, agreement_parts(found.skeleton),
                          agreement_parts(found.arcs), agreement_parts(found.cpdag), divergence,
                          problem_list(why_not));
}

/// The columns of the variables of a network. Throws ArgumentError where one is not there.
Dataset columns_of_network(const BayesianNetwork& network, const Dataset& data) {
    const ColumnAlignment alignment(data, network.variables(), UnseenPolicy::error);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < network.size(); ++i) {
        if (!alignment.columns()[i])
            throw ArgumentError("the table has no column '" + network.variables()[i].name() +
                                    "', which is a variable of the network",
                                "all of its variables are needed");
        columns.push_back(*alignment.columns()[i]);
    }
    return Dataset(std::move(columns), data.weights());
}

/// (scores, remarks, whether cells are missing), of the known cells then. Variables that are
/// functions of their parents have no density, and their families are left out.
Parts scores(const Network& network, const Frame& frame, const std::vector<std::string>& words) {
    if (words.empty()) throw ArgumentError("no score is named", "bic, aic, loglik, k2, bdeu:10");
    const auto graph = network.graph();
    Dataset data = columns_of_network(*graph, frame.data());
    std::vector<learners::Score> wanted;
    for (const std::string& word : words) wanted.push_back(learners::parse_score(word));
    std::vector<std::string> remarks;
    std::vector<VariableId> without;
    for (const auto& relation : learners::linear_families(data, graph->dag())) {
        without.emplace_back(relation.column.index());
        remarks.push_back(learners::linear_relation_remark(relation, data) +
                          " (these are its parents, so its likelihood has no bound, and the "
                          "scores leave it out)");
    }
    const bool has_holes = learners::has_missing_cells(data);
    if (has_holes && !without.empty()) data = learners::complete_rows(data);
    const learners::DataScore first(data, wanted.front());
    const std::vector<double> found =
        listening(1, nb::none(), [&](const learners::SearchControl& control) {
            if (has_holes && without.empty())
                return learners::known_cells_scores(data, graph->dag(), wanted, 1, control);
            std::vector<double> totals;
            for (const learners::Score& score : wanted)
                totals.push_back(learners::total(first.with(score), graph->dag(), without));
            return totals;
        });
    return nb::make_tuple(found, remarks, has_holes);
}

}  // namespace

void bind_comparison(nb::module_& module) {
    module.def("compare", &compared, nb::arg("truth"), nb::arg("other"));
    module.def("scores", &scores, nb::arg("network"), nb::arg("frame"), nb::arg("words"));
}

}  // namespace pgm::python
