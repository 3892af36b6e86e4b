#pragma once

#include <learners/independence/linear_relations.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/determined_columns.hpp>
#include <optional>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>

#include <vector>

namespace pgm::apps {

/// The variables of these relations, whose families total() leaves out.
std::vector<VariableId> variables_of(const std::vector<learners::LinearRelation>& relations);

/// A number that a score has beside its name: "ess", "penalty" or "gamma".
struct ScoreNumber {
    const char* name;
    double value;
};
/// Null for a score without one, and for plain BIC.
std::optional<ScoreNumber> number_of(const learners::Score& score);

/// Says of each family that has no finite score, but of those of `without`, why that is so: no sum
/// is null without a reason.
void say_unscored(const learners::DataScore& score, const Dag& dag, const Dataset& data,
                  const std::vector<VariableId>& without);

/// Warns of the columns that are functions of others, before a search that may take hours.
void say_relations(const learners::DeterminedColumns& determined, const Dataset& data);

}  // namespace pgm::apps
