#pragma once

#include <apps/pgm/render/report.hpp>
#include <io/picture/picture.hpp>
#include <learners/independence/linear_relations.hpp>
#include <learners/score/score.hpp>
#include <learners/search/arc_confidence.hpp>
#include <learners/search/score_choice.hpp>
#include <learners/unobserved/incomplete_learning.hpp>
#include <pgm/graph/equivalence.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// The results of the bootstrap.
struct ArcReport {
    learners::ArcConfidence confidence;
    std::size_t replicates = 0;
    /// That of the averaged network, where it is the result.
    std::optional<double> threshold;
};

/// The treatment that missing values got.
struct MissingReport {
    learners::MissingCellsInSearch treatment{};
    /// From the last rounds of drawing; null for other treatments.
    std::optional<learners::ArcConfidence> confidence;
    std::size_t rounds = 0;  ///< of drawing or structural EM
    bool settled = true;
};

/// The arcs that any replicate has, the most confident first.
std::vector<io::SureArc> sure_arcs(const learners::ArcConfidence& confidence);

/// A variable that is a linear function of its parents.
struct RelationReport {
    learners::LinearRelation relation;
    std::string formula;
};

/// A learned structure.
struct LearnResult {
    std::string algorithm;
    learners::Score score;
    double value = 0;
    std::optional<double> bound;     ///< no structure scores more; of exact search
    std::vector<std::string> names;  ///< of the variables
    Cpdag graph;                     ///< the equivalence class of the result
    double free_parameters = 0;
    double rows = 0;
    bool partial = false;
    std::optional<ArcReport> arcs;
    std::optional<learners::ScoreChoice> choice;  ///< of the score; null where it was given
    std::optional<MissingReport> missing;         ///< null where no cell is missing
    std::vector<double> concentrations;  ///< of back-off tables by level; none of other tables
    std::vector<RelationReport> relations;
    std::string path;  ///< of the model; empty: nowhere
};

/// The confidence of arcs: of the bootstrap, else of drawing; null where there is none.
const learners::ArcConfidence* shown_confidence(const LearnResult& learned);

/// The answer of `learn`; `learned` has to outlive it.
Report learn_report(const LearnResult& learned, const std::string& data_source);

}  // namespace pgm::apps
