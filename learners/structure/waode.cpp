#include <learners/structure/waode.hpp>

#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/super_parents.hpp>
#include <learners/structure/naive_bayes.hpp>

#include <algorithm>

namespace pgm::learners {

using namespace detail;

std::vector<Family> Waode::families(const Columns& columns) const {
    std::vector<Family> families = families_to_estimate(columns, NaiveBayes().models(columns));
    for (const Family& family :
         families_to_estimate(columns, one_dependence_members(columns, word())))
        families.push_back(family);
    return without_doubles(std::move(families));
}

std::vector<ModelStructure> Waode::models(const Columns& columns, const FamilySums& sums) const {
    std::vector<ModelStructure> members = one_dependence_members(columns, word());
    const std::vector<double> about_class = information_about_class(columns, sums);
    const auto information = [&](const ModelStructure& member) {
        return member.super_parents.empty() ? 0 : about_class[member.super_parents.front().index()];
    };
    if (std::ranges::all_of(members, [&](const auto& member) { return information(member) == 0; }))
        return members;
    std::erase_if(members, [&](const auto& member) { return information(member) == 0; });
    for (ModelStructure& member : members) member.weight = information(member);
    return members;
}

}  // namespace pgm::learners
