#include <io/format/record/detail/statistics_fields.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <utility>

namespace pgm::io::detail {
namespace {

/// The members of a family that are discrete, or those that are not.
std::vector<ColumnId> members_of(const Family& family, std::span<const Variable> schema,
                                 bool discrete) {
    std::vector<ColumnId> members;
    for (const ColumnId parent : family.parents)
        if (schema[parent.index()].is_discrete() == discrete) members.push_back(parent);
    if (schema[family.child.index()].is_discrete() == discrete) members.push_back(family.child);
    return members;
}

}  // namespace

std::vector<ColumnFields> columns_of(std::span<const Variable> schema) {
    std::vector<ColumnFields> columns;
    for (const Variable& variable : schema) columns.push_back({variable.name(), variable.states()});
    return columns;
}

std::vector<Variable> schema_of(std::vector<ColumnFields> columns, const Limits& limits) {
    if (columns.size() > limits.max_variables)
        throw TooLargeError("more than " + std::to_string(limits.max_variables) + " columns", {},
                            "raise Limits::max_variables");
    std::vector<Variable> schema;
    for (ColumnFields& column : columns)
        schema.push_back(column.states.empty()
                             ? Variable(std::move(column.name))
                             : Variable(std::move(column.name), std::move(column.states)));
    return schema;
}

ColumnScope axes_of(const Family& family, std::span<const Variable> schema) {
    const std::vector<ColumnId> members = members_of(family, schema, true);
    std::optional<std::size_t> cells = 1;
    for (const ColumnId id : members)
        if (cells) cells = checked_mul(*cells, schema[id.index()].cardinality());
    if (!cells) throw ArgumentError("a family has more than 2^64 cells");
    return scope_of(members, schema);
}

std::vector<ColumnId> continuous_members(const Family& family, std::span<const Variable> schema) {
    return members_of(family, schema, false);
}

}  // namespace pgm::io::detail
