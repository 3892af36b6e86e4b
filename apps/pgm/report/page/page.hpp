#pragma once

#include <apps/pgm/report/page/sections.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// What the sections of a page are made of, which outlives them.
struct PageParts {
    std::string subject = {};  ///< the file that the page is about
    std::size_t threads = 0;
    Dataset all = {};   ///< as read; without rows: there is a model alone
    Dataset data = {};  ///< the columns that are related and learned from
    std::optional<Predictor> predictor = {};
    std::vector<WeightedNetwork> members = {};
    std::optional<ArcReport> arcs = {};
    std::optional<EvaluationReport> evaluation = {};
    std::optional<ScoredPredictions> scored = {};
    PageMethods methods = {};

    bool has_rows() const { return all.rows() > 0; }
};

/// The page: a title and all sections, those that do not apply with the reason. `parts` have to
/// outlive it.
Report page_of(const PageParts& parts);

/// The arcs of a classifier between the columns of the table.
Dag arcs_between_columns(const Classifier& classifier, const Dataset& data);

/// The confidence of the arcs between columns as that of the arcs of a network, whose variables are
/// some of them.
learners::ArcConfidence confidence_of_variables(const learners::ArcConfidence& of_columns,
                                                const BayesianNetwork& network,
                                                const Dataset& data);

}  // namespace pgm::apps
