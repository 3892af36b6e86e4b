#include <pgm/data/sums.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <utility>

namespace pgm {
namespace {

/// The position in one schema of the columns and states of another, found by name.
class SchemaMap {
public:
    SchemaMap(std::span<const Variable> from, std::span<const Variable> to) : to_(to) {
        for (const Variable& column : from) {
            const auto found = std::ranges::find(to, column.name(), &Variable::name);
            if (found == to.end() || found->is_discrete() != column.is_discrete())
                throw ArgumentError("the wider columns have no '" + printable(column.name()) +
                                    "' of the same kind");
            columns_.emplace_back(static_cast<std::size_t>(found - to.begin()));
            std::vector<std::size_t>& states = states_.emplace_back();
            for (const std::string& name : column.states()) {
                const auto state = found->find_state(name);
                if (!state)
                    throw ArgumentError("the wider column '" + printable(column.name()) +
                                        "' has no state '" + printable(name) + "'");
                states.push_back(state->index());
            }
        }
    }

    ColumnId column(ColumnId old) const { return columns_[old.index()]; }

    Family family(const Family& old) const {
        Family family{column(old.child), {}};
        for (const ColumnId parent : old.parents) family.parents.push_back(column(parent));
        return family;
    }

    ColumnScope scope(const ColumnScope& old) const {
        std::vector<ColumnId> columns;
        for (const ColumnId id : old.variables()) columns.push_back(column(id));
        return scope_of(columns, to_);
    }

    /// The number of an assignment of the old scope, the last column fastest, in the new one.
    std::size_t assignment(const ColumnScope& old, std::size_t number) const {
        std::size_t weight = 1, result = 0;
        for (std::size_t axis = old.size(); axis-- > 0;) {
            const ColumnId id = old.variables()[axis];
            const std::size_t states = old.cardinalities()[axis];
            result += weight * states_[id.index()][number % states];
            number /= states;
            weight *= to_[column(id).index()].cardinality();
        }
        return result;
    }

private:
    std::span<const Variable> to_;
    std::vector<ColumnId> columns_;                 ///< by old column
    std::vector<std::vector<std::size_t>> states_;  ///< likewise, by old state
};

FamilyCounts widened(const FamilyCounts& old, const SchemaMap& map) {
    FamilyCounts counts(map.family(old.family()), map.scope(old.scope()));
    std::vector<FamilyCounts::CountedCell> entries;
    std::vector<WeightSum> cells(counts.is_sparse() ? 0 : counts.cell_count());
    old.for_each([&](std::size_t cell, const WeightSum& weight) {
        const std::size_t there = map.assignment(old.scope(), cell);
        if (counts.is_sparse())
            entries.push_back({there, weight});
        else
            cells[there] = weight;
    });
    if (counts.is_sparse())
        counts.add(entries);
    else
        counts.add(cells);
    return counts;
}

FamilyMoments widened(const FamilyMoments& old, const SchemaMap& map) {
    std::vector<ColumnId> variables;
    for (const ColumnId id : old.variables()) variables.push_back(map.column(id));
    FamilyMoments moments(map.family(old.family()), map.scope(old.discrete_parents()),
                          std::move(variables));
    for (std::size_t i = 0; i < old.configurations(); ++i)
        if (!old.weight(i).is_zero())
            moments.add(map.assignment(old.discrete_parents(), i), old.weight(i), old.sums(i));
    return moments;
}

}  // namespace

Sums widened(const Sums& statistics, std::vector<Variable> schema, const Limits& limits) {
    const SchemaMap map(statistics.schema(), schema);
    std::vector<Family> families;
    for (const FamilyCounts& counts : statistics.all_counts())
        families.push_back(map.family(counts.family()));
    const Sums checked(schema, families, limits);  // the sizes, before anything is allocated
    std::vector<FamilyCounts> counts;
    for (const FamilyCounts& old : statistics.all_counts()) counts.push_back(widened(old, map));
    std::vector<FamilyMoments> moments;
    for (const FamilyMoments& old : statistics.all_moments()) moments.push_back(widened(old, map));
    return Sums::from_parts(std::move(schema), statistics.rows(), statistics.weight(),
                            std::move(counts), std::move(moments), limits);
}

}  // namespace pgm
