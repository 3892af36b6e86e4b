#include <learners/family_sums.hpp>

#include <learners/model_structure.hpp>
#include <pgm/core/error.hpp>

namespace pgm::learners {
namespace {

Scope scope_of(const Family& family, std::span<const Variable> schema) {
    std::vector<VariableId> variables;
    std::vector<std::size_t> cardinalities;
    const auto add = [&](ColumnId column) {
        variables.emplace_back(column.index());
        cardinalities.push_back(schema[column.index()].cardinality());
    };
    for (const ColumnId parent : family.parents) add(parent);
    add(family.child);
    return Scope(std::move(variables), std::move(cardinalities));
}

/// For each cell of `to` the cell of `from` that means the same.
std::vector<WeightSum> permuted(const FamilyCounts& from, const Scope& to) {
    std::vector<std::size_t> strides;
    for (const VariableId variable : to.variables()) strides.push_back(from.scope().strides()[*from.scope().axis(variable)]);
    std::vector<WeightSum> cells(to.cells());
    std::vector<std::size_t> state(to.size(), 0);
    std::size_t source = 0;
    for (WeightSum& cell : cells) {
        cell = from.cells()[source];
        for (std::size_t axis = to.size(); axis-- > 0;) {
            source += strides[axis];
            if (++state[axis] < to.cardinalities()[axis]) break;
            source -= strides[axis] * to.cardinalities()[axis];
            state[axis] = 0;
        }
    }
    return cells;
}

}  // namespace

FamilySums::FamilySums(const Statistics& statistics) : statistics_(statistics) {
    const std::vector<FamilyCounts>& all = statistics.all_counts();
    for (std::size_t i = 0; i < all.size(); ++i) counts_of_.emplace(members(all[i].family()), i);
}

bool FamilySums::has(const Family& family) const {
    return counts_of_.contains(members(family));
}

FamilyCounts FamilySums::counts(const Family& family) const {
    const auto found = counts_of_.find(members(family));
    if (found == counts_of_.end()) throw ArgumentError("the statistics hold no counts of this family");
    const FamilyCounts& stored = statistics_.all_counts()[found->second];
    if (stored.family() == family) return stored;
    Scope scope = scope_of(family, statistics_.schema());
    std::vector<WeightSum> cells = permuted(stored, scope);
    return FamilyCounts(family, std::move(scope), std::move(cells));
}

}  // namespace pgm::learners
