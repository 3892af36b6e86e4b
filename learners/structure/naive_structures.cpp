#include <learners/structure/naive_structures.hpp>

#include <pgm/core/error.hpp>

#include <utility>

namespace pgm::learners {
namespace {

std::vector<std::vector<ColumnId>> naive_parents(const Columns& columns) {
    std::vector<std::vector<ColumnId>> parents(columns.schema.size());
    for (const ColumnId feature : columns.features) parents[feature.index()] = {class_column};
    return parents;
}

/// The parents of a complete graph grow with the square of the features, before anything else about
/// it is known.
constexpr std::size_t most_features_of_complete_graph = 3000;

void check_complete(std::size_t features) {
    if (features <= most_features_of_complete_graph) return;
    throw TooLargeError("a structure in which each of " + std::to_string(features) +
                            " features depends on all before it",
                        {},
                        "the limit is " + std::to_string(most_features_of_complete_graph) +
                            " features: leave some out, or choose nb");
}

/// `chain` given `conditions`, every one depending on all before it; the last with all its parents
/// is the block.
void chain(std::span<const ColumnId> conditions, std::span<const ColumnId> features,
           std::vector<std::vector<ColumnId>>& parents) {
    std::vector<ColumnId> before(conditions.begin(), conditions.end());
    for (const ColumnId feature : features) {
        parents[feature.index()] = before;
        before.push_back(feature);
    }
}

std::optional<Family> block_of(std::span<const ColumnId> conditions,
                               std::span<const ColumnId> features) {
    if (features.empty()) return std::nullopt;
    std::vector<ColumnId> parents(conditions.begin(), conditions.end());
    parents.insert(parents.end(), features.begin(), features.end() - 1);
    return Family{features.back(), std::move(parents)};
}

}  // namespace

ModelStructure naive_structure(const Columns& columns) {
    return structure_of(columns, naive_parents(columns));
}

ModelStructure complete_structure(const Columns& columns) {
    check_complete(columns.features.size());
    std::vector<ColumnId> discrete = columns.discrete_features();
    discrete.insert(discrete.begin(), class_column);
    const std::vector<ColumnId> continuous = columns.continuous_features();
    std::vector<std::vector<ColumnId>> parents(columns.schema.size());
    chain({}, discrete, parents);
    if (!columns.continuous_may_join) {
        for (const ColumnId feature : continuous) parents[feature.index()] = {class_column};
        return structure_of(columns, std::move(parents));
    }
    chain(discrete, continuous, parents);
    ModelStructure structure = structure_of(columns, std::move(parents));
    structure.gaussian_block = block_of(discrete, continuous);
    return structure;
}

ModelStructure discriminant_structure(const Columns& columns, bool tied) {
    if (!columns.continuous_may_join)
        throw ArgumentError("lda and qda are about Gaussians, not kernel densities",
                            "choose gaussian for continuous columns, or nb");
    const std::vector<ColumnId> condition = {class_column};
    const std::vector<ColumnId> continuous = columns.continuous_features();
    check_complete(continuous.size());
    std::vector<std::vector<ColumnId>> parents = naive_parents(columns);
    chain(condition, continuous, parents);
    ModelStructure structure = structure_of(columns, std::move(parents));
    structure.gaussian_block = block_of(condition, continuous);
    structure.tied = tied;
    return structure;
}

}  // namespace pgm::learners
