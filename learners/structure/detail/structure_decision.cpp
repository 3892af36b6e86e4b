#include <learners/structure/detail/structure_decision.hpp>

#include <learners/structure/aode.hpp>
#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/k_dependence.hpp>
#include <learners/structure/naive_structures.hpp>
#include <learners/structure/tree_structures.hpp>
#include <learners/structure/user_defined.hpp>

namespace pgm::learners::detail {
namespace {

using ChoiceKind = StructureChoice::Kind;

bool looks_at_data(ChoiceKind kind) {
    return kind == ChoiceKind::tree || kind == ChoiceKind::forest || kind == ChoiceKind::chow_liu ||
           kind == ChoiceKind::k_dependence;
}

/// The structures that need no sums.
std::vector<ModelStructure> given_structure(const StructureChoice& choice, const Columns& columns) {
    switch (choice.kind) {
        case ChoiceKind::joint:
            return {complete_structure(columns)};
        case ChoiceKind::quadratic:
            return {discriminant_structure(columns, false)};
        case ChoiceKind::linear:
            return {discriminant_structure(columns, true)};
        case ChoiceKind::one_dependence:
            return one_dependence(columns);
        case ChoiceKind::drawn:
            return {drawn_structure(columns, choice.drawing)};
        default:
            return {naive_structure(columns)};
    }
}

}  // namespace

std::vector<Family> families_to_decide(const StructureChoice& choice, const Columns& columns) {
    std::vector<Family> families;
    if (looks_at_data(choice.kind)) {
        const bool given_class = choice.kind != ChoiceKind::chow_liu;
        families =
            families_to_estimate(columns, std::vector<ModelStructure>{naive_structure(columns)});
        const std::vector<Family> pairs = pair_families(columns, given_class);
        families.insert(families.end(), pairs.begin(), pairs.end());
        if (!given_class) {
            for (const ColumnId feature : columns.features) families.push_back({feature, {}});
        }
    } else {
        families = families_to_estimate(columns, given_structure(choice, columns));
    }
    for (const ColumnId feature : columns.continuous_features())
        families.push_back({feature, {class_column}});
    return without_doubles(std::move(families));
}

std::vector<ModelStructure> decide_structure(const StructureChoice& choice, const Columns& columns,
                                             const FamilySums& sums) {
    const auto edges = [&](ArcGain gain) {
        return arc_weights(columns, sums, choice.kind != ChoiceKind::chow_liu, gain);
    };
    switch (choice.kind) {
        case ChoiceKind::tree:
            return {tree_augmented(columns, edges(ArcGain::information))};
        case ChoiceKind::forest:
            return {tree_augmented(
                columns, edges(choice.penalty == StructureChoice::Penalty::aic ? ArcGain::aic
                                                                               : ArcGain::bic))};
        case ChoiceKind::chow_liu:
            return {chow_liu_structure(columns, edges(ArcGain::information))};
        case ChoiceKind::k_dependence:
            return {k_dependence(columns, choice.parents, information_about_class(columns, sums),
                                 edges(ArcGain::information))};
        default:
            return given_structure(choice, columns);
    }
}

}  // namespace pgm::learners::detail
