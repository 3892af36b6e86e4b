#include <learners/search/determined_columns.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace pgm::learners {
namespace {

VariableId variable_of(ColumnId column) {
    return VariableId(column.index());
}

std::string text_of(const Dataset& data, const Arc& arc) {
    const auto name = [&](VariableId v) {
        return printable_word(data.columns()[v.index()].name());
    };
    return name(arc.parent) + " -> " + name(arc.child);
}

/// True if the column is discrete or has different numbers in the rows that weigh something.
bool varies(const Column& column, std::span<const double> weights) {
    const auto* const cells = std::get_if<RealCells>(&column.cells);
    if (!cells) return true;
    std::optional<double> first;
    for (std::size_t row = 0; row < cells->size(); ++row) {
        const double cell = (*cells)[row];
        if (std::isnan(cell) || (!weights.empty() && !(weights[row] > 0))) continue;
        if (first && *first != cell) return true;
        first = cell;
    }
    return false;
}

/// Says why columns cannot be the determined ones of their relations.
class Conflicts {
public:
    Conflicts(const Dataset& data, const Constraints& constraints, std::size_t most_parents)
        : data_(data),
          allowed_(data.columns().size(), constraints),
          most_parents_(std::min(most_parents, allowed_.max_parents())) {}

    std::size_t most_parents() const { return most_parents_; }

    /// A sentence about the first of the relations that has one.
    struct Objection {
        std::size_t relation = 0;
        std::string reason;
    };
    std::optional<Objection> among(const std::vector<LinearRelation>& relations) const {
        for (std::size_t i = 0; i < relations.size(); ++i)
            if (auto reason = reason_against(relations, i)) return Objection{i, *reason};
        return std::nullopt;
    }

private:
    std::optional<std::string> reason_against(const std::vector<LinearRelation>& relations,
                                              std::size_t i) const {
        const VariableId column = variable_of(relations[i].column);
        std::vector<VariableId> parents;
        for (const ColumnId by : relations[i].by) {
            parents.push_back(variable_of(by));
            if (!allowed_.allowed(parents.back(), column))
                return "the constraints forbid " + text_of(data_, {parents.back(), column});
        }
        for (const Arc& arc : allowed_.required_arcs()) {
            if (arc.child == column) parents.push_back(arc.parent);
            if (arc.parent == column && !is_determined_later(relations, i, arc.child))
                return "the constraints require " + text_of(data_, arc);
        }
        std::ranges::sort(parents);
        const auto doubles = std::ranges::unique(parents);
        parents.erase(doubles.begin(), doubles.end());
        if (parents.size() <= most_parents_) return std::nullopt;
        return "with the required ones it would have " + std::to_string(parents.size()) +
               " parents, more than the largest number, " + std::to_string(most_parents_);
    }

    /// An arc from one determined column to a later one closes no cycle.
    static bool is_determined_later(const std::vector<LinearRelation>& relations, std::size_t i,
                                    VariableId column) {
        return std::any_of(
            relations.begin() + static_cast<std::ptrdiff_t>(i), relations.end(),
            [&](const LinearRelation& relation) { return variable_of(relation.column) == column; });
    }

    const Dataset& data_;
    AllowedArcs allowed_;
    std::size_t most_parents_;
};

}  // namespace

DeterminedColumns::DeterminedColumns(const Dataset& data, const Constraints& constraints,
                                     std::size_t most_parents)
    : size_(data.columns().size()), constraints_(constraints) {
    find(data, most_parents);
    take_out_constants(data);
    std::ranges::sort(taken_out_);
    for (std::size_t i = 0; i < size_; ++i)
        if (!is_taken_out(ColumnId(i))) others_.emplace_back(i);
}

/// The order of columns changes until no relation contradicts the constraints: a column of one that
/// does goes to the end, where it is the determined one, but each only once.
void DeterminedColumns::find(const Dataset& data, std::size_t most_parents) {
    const Conflicts conflicts(data, constraints_, most_parents);
    std::vector<ColumnId> order;
    for (std::size_t i = 0; i < size_; ++i) order.emplace_back(i);
    std::vector<ColumnId> moved;
    while (true) {
        relations_ = linear_relations(data, order);
        std::vector<LinearRelation> taken;
        for (const LinearRelation& relation : relations_)
            if (relation.by.size() <= conflicts.most_parents()) taken.push_back(relation);
        const auto conflict = conflicts.among(taken);
        if (!conflict) {
            for (const LinearRelation& relation : taken) taken_out_.push_back(relation.column);
            return;
        }
        const LinearRelation& relation = taken[conflict->relation];
        const auto next = std::find_if(relation.by.rbegin(), relation.by.rend(), [&](ColumnId id) {
            return std::ranges::find(moved, id) == moved.end();
        });
        if (next == relation.by.rend())
            throw ArgumentError(linear_relation_remark(relation, data) +
                                    "; so it is added after the search, but " + conflict->reason,
                                "leave out one of these columns, or change the constraints");
        moved.push_back(*next);
        std::erase(order, moved.back());
        order.push_back(moved.back());
    }
}

void DeterminedColumns::take_out_constants(const Dataset& data) {
    std::vector<ColumnId> constants;
    for (std::size_t i = 0; i < size_; ++i) {
        const auto is_end = [&](const Arc& arc) {
            return arc.parent == VariableId(i) || arc.child == VariableId(i);
        };
        if (!varies(data.columns()[i], data.weights()) &&
            std::ranges::none_of(constraints_.required, is_end))
            constants.emplace_back(i);
    }
    // Where nothing else is left, the score says what is wrong with the table.
    if (taken_out_.size() + constants.size() < size_)
        taken_out_.insert(taken_out_.end(), constants.begin(), constants.end());
}

bool DeterminedColumns::is_taken_out(ColumnId column) const {
    return std::ranges::binary_search(taken_out_, column);
}

Dataset DeterminedColumns::others(const Dataset& data) const {
    return data.select_columns(others_);
}

Constraints DeterminedColumns::constraints_of_others() const {
    std::vector<std::optional<VariableId>> number(size_);
    for (std::size_t i = 0; i < others_.size(); ++i) number[others_[i].index()] = VariableId(i);
    const auto renumbered = [&](const std::vector<Arc>& arcs) {
        std::vector<Arc> kept;
        for (const Arc& arc : arcs) {
            const auto parent = number[arc.parent.index()], child = number[arc.child.index()];
            if (parent && child) kept.push_back({*parent, *child});
        }
        return kept;
    };
    Constraints known{.required = renumbered(constraints_.required),
                      .forbidden = renumbered(constraints_.forbidden),
                      .tiers = {},
                      .max_parents = constraints_.max_parents};
    for (const ColumnId column : others_)
        if (!constraints_.tiers.empty()) known.tiers.push_back(constraints_.tiers[column.index()]);
    return known;
}

std::vector<Arc> DeterminedColumns::arcs_of_determined() const {
    std::vector<Arc> arcs;
    for (const LinearRelation& relation : relations_)
        if (is_taken_out(relation.column))
            for (const ColumnId by : relation.by)
                arcs.push_back({variable_of(by), variable_of(relation.column)});
    for (const Arc& arc : constraints_.required)
        if (is_taken_out(ColumnId(arc.child.index()))) arcs.push_back(arc);
    std::ranges::sort(arcs);
    const auto doubles = std::ranges::unique(arcs);
    arcs.erase(doubles.begin(), doubles.end());
    return arcs;
}

Dag DeterminedColumns::with_determined(const Dag& dag) const {
    std::vector<Arc> arcs = arcs_of_determined();
    for (const Arc& arc : dag.arcs())
        arcs.push_back(
            {variable_of(others_[arc.parent.index()]), variable_of(others_[arc.child.index()])});
    return Dag(size_, arcs);
}

Constraints DeterminedColumns::constraints_of_all() const {
    Constraints all = constraints_;
    const std::vector<Arc> arcs = arcs_of_determined();
    all.required.insert(all.required.end(), arcs.begin(), arcs.end());
    return all;
}

}  // namespace pgm::learners
