#include <learners/families/family_sums.hpp>

#include <learners/families/model_structure.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::learners {
namespace {

/// For each cell of `to` the cell of `from` that means the same; the scopes hold the same
/// variables.
std::vector<std::size_t> cells_in_order(const ColumnScope& from, const ColumnScope& to) {
    std::vector<std::size_t> strides;
    for (const ColumnId column : to.variables())
        strides.push_back(from.strides()[*from.axis(column)]);
    std::vector<std::size_t> cells(to.cells());
    std::vector<std::size_t> state(to.size(), 0);
    for (std::size_t& cell : cells) {
        cell = std::inner_product(state.begin(), state.end(), strides.begin(), std::size_t{0});
        next_cell(state, to.cardinalities());
    }
    return cells;
}

/// The position of each of these columns among the variables of the moments.
std::vector<std::size_t> places_of(std::span<const ColumnId> columns,
                                   const FamilyMoments& moments) {
    std::vector<std::size_t> places;
    for (const ColumnId column : columns) {
        const auto found =
            std::find(moments.variables().begin(), moments.variables().end(), column);
        places.push_back(static_cast<std::size_t>(found - moments.variables().begin()));
    }
    return places;
}

/// The sums of one configuration with its variables in another order.
SumsOfProducts reordered(const FamilyMoments& moments, std::size_t configuration,
                         std::span<const std::size_t> places) {
    const std::span<const ExactSum> stored = moments.sums(configuration);
    const auto sum_at = [&](std::size_t i) { return stored.empty() ? ExactSum() : stored[i]; };
    SumsOfProducts sums;
    sums.weight = moments.weight(configuration);
    for (std::size_t i = 0; i < places.size(); ++i) {
        sums.sums.push_back(sum_at(places[i]));
        for (std::size_t j = 0; j <= i; ++j)
            sums.products.push_back(sum_at(moments.product_index(places[i], places[j])));
    }
    return sums;
}

}  // namespace

FamilySums::FamilySums(const Sums& statistics, const SumsOnDemand* others)
    : statistics_(statistics), others_(others) {
    const std::vector<FamilyCounts>& counts = statistics.all_counts();
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts_of_.emplace(members(counts[i].family()), i);
    const std::vector<FamilyMoments>& moments = statistics.all_moments();
    for (std::size_t i = 0; i < moments.size(); ++i)
        moments_of_.emplace(members(moments[i].family()), i);
}

bool FamilySums::has(const Family& family) const {
    const std::vector<ColumnId> wanted = members(family);
    return counts_of_.contains(wanted) || moments_of_.contains(wanted);
}

bool FamilySums::has_values(const Family& family) const {
    const FamilyMoments& moments = stored_moments(family);
    for (std::size_t g = 0; g < moments.configurations(); ++g) {
        if (!moments.weight(g).is_zero()) return true;
    }
    return false;
}

const FamilyMoments& FamilySums::stored_moments(const Family& family) const {
    const auto found = moments_of_.find(members(family));
    if (found == moments_of_.end())
        throw ArgumentError("the statistics hold no moments of this family");
    return statistics_.all_moments()[found->second];
}

GaussianSums FamilySums::gaussian(const Family& family) const {
    const FamilyMoments& stored = stored_moments(family);
    GaussianSums sums;
    std::vector<ColumnId> discrete;
    const auto add = [&](ColumnId column) {
        const bool is_discrete = statistics_.schema()[column.index()].is_discrete();
        (is_discrete ? discrete : sums.continuous).push_back(column);
    };
    for (const ColumnId parent : family.parents) add(parent);
    add(family.child);
    sums.discrete = scope_of(discrete, statistics_.schema());
    const std::vector<std::size_t> places = places_of(sums.continuous, stored);
    for (const std::size_t cell : cells_in_order(stored.discrete_parents(), sums.discrete))
        sums.groups.push_back(reordered(stored, cell, places));
    return sums;
}

FamilyCounts FamilySums::counts(const Family& family) const {
    const auto found = counts_of_.find(members(family));
    if (found == counts_of_.end())
        throw ArgumentError("the statistics hold no counts of this family");
    const FamilyCounts& stored = statistics_.all_counts()[found->second];
    if (stored.family() == family) return stored;
    std::vector<ColumnId> axes = family.parents;
    axes.push_back(family.child);
    ColumnScope scope = scope_of(axes, statistics_.schema());
    std::vector<std::size_t> stride_there;
    for (const ColumnId column : stored.scope().variables())
        stride_there.push_back(scope.strides()[*scope.axis(column)]);
    std::vector<FamilyCounts::CountedCell> entries;
    stored.for_each([&](std::size_t cell, WeightSum weight) {
        std::size_t there = 0;
        for (std::size_t axis = stored.scope().size(); axis-- > 0;) {
            const std::size_t states = stored.scope().cardinalities()[axis];
            there += cell % states * stride_there[axis];
            cell /= states;
        }
        entries.push_back({there, weight});
    });
    combine(entries);
    return FamilyCounts(family, std::move(scope), std::move(entries));
}

}  // namespace pgm::learners
