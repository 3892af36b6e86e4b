#include <learners/structure/detail/structure_decision.hpp>

namespace pgm::learners::detail {

std::vector<Family> families_to_decide(const Structure& structure, const Columns& columns) {
    std::vector<Family> families = std::visit(
        [&](const auto& chosen) {
            if constexpr (DataDrivenStructure<decltype(chosen)>)
                return chosen.families(columns);
            else
                return families_to_estimate(columns, chosen.models(columns));
        },
        structure);
    // Moments have the spread of a column; counts, whether it has any value at all.
    const bool is_joint = std::holds_alternative<Joint>(structure);
    for (const ColumnId feature : columns.features)
        if (is_joint || !columns.is_discrete(feature))
            families.push_back({feature, {class_column}});
    return without_doubles(std::move(families));
}

bool is_data_driven(const Structure& structure) {
    return std::visit([]<class S>(const S&) { return DataDrivenStructure<S>; },
                      static_cast<const AnyStructure&>(structure));
}

std::vector<Family> families_given_class(const Columns& columns) {
    return families_to_estimate(columns, NaiveBayes().models(columns));
}

std::vector<ModelStructure> decide_structure(const Structure& structure, const Columns& columns,
                                             const FamilySums& sums) {
    return std::visit(
        [&](const auto& chosen) {
            if constexpr (DataDrivenStructure<decltype(chosen)>)
                return chosen.models(columns, sums);
            else
                return chosen.models(columns);
        },
        structure);
}

}  // namespace pgm::learners::detail
