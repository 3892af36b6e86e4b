#include <learners/structure/detail/complete_graph.hpp>

#include <pgm/core/error.hpp>

#include <string>
#include <utility>

namespace pgm::learners::detail {

void require_small_complete_graph(std::size_t features) {
    constexpr std::size_t most_features = 3000;
    if (features <= most_features) return;
    throw TooLargeError("a structure in which each of " + std::to_string(features) +
                            " features depends on all before it",
                        {},
                        "the limit is " + std::to_string(most_features) +
                            " features: leave some out, or choose nb");
}

void join_all(std::span<const ColumnId> conditions, std::span<const ColumnId> features,
              ParentLists& parents) {
    std::vector<ColumnId> before(conditions.begin(), conditions.end());
    for (const ColumnId feature : features) {
        parents[feature.index()] = before;
        before.push_back(feature);
    }
}

std::optional<GaussianBlock> gaussian_block(std::span<const ColumnId> conditions,
                                            std::span<const ColumnId> features, bool tied) {
    if (features.empty()) return std::nullopt;
    std::vector<ColumnId> parents(conditions.begin(), conditions.end());
    parents.insert(parents.end(), features.begin(), features.end() - 1);
    return GaussianBlock{{features.back(), std::move(parents)}, tied};
}

}  // namespace pgm::learners::detail
