#include <learners/structure/averaged_structures.hpp>

#include <learners/structure/detail/super_parents.hpp>
#include <pgm/core/error.hpp>

#include <array>

namespace pgm::learners {

using namespace detail;

namespace {

/// One and a half million tables.
constexpr std::size_t most_features = 150;

}  // namespace

std::vector<ModelStructure> A2de::models(const Columns& columns) const {
    if (columns.features.size() > most_features) {
        throw TooLargeError("a2de of " + std::to_string(columns.features.size()) +
                                " features, with a network for every pair of them",
                            {},
                            "the limit is " + std::to_string(most_features) +
                                " features: leave some out, or choose aode");
    }
    const std::vector<ColumnId> features = possible_super_parents(columns);
    if (features.size() < 2) return one_dependence_members(columns, "a2de");
    std::vector<ModelStructure> members;
    for (std::size_t a = 0; a < features.size(); ++a) {
        for (std::size_t b = a + 1; b < features.size(); ++b)
            members.push_back(super_parent_member(columns, std::array{features[a], features[b]}));
    }
    return members;
}

}  // namespace pgm::learners
