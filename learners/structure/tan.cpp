#include <learners/structure/augmented_structures.hpp>

#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/spanning_tree.hpp>

namespace pgm::learners {

std::optional<Tan> Tan::parse(std::string_view words) {
    const auto weight = weight_of_arcs(words, "tan", ArcWeight::information);
    return weight ? std::optional(Tan{*weight}) : std::nullopt;
}

std::vector<Family> Tan::families(const Columns& columns) const {
    return detail::families_of_arcs(columns, detail::Condition::given_class);
}

std::vector<ModelStructure> Tan::models(const Columns& columns, const FamilySums& sums) const {
    return {detail::augmented_naive_bayes(
        columns, detail::arc_weights(columns, sums, detail::Condition::given_class, weight))};
}

}  // namespace pgm::learners
