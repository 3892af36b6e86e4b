#include <pgm/data/statistics.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/suggest.hpp>
#include <pgm/data/counting.hpp>
#include <pgm/model/name_text.hpp>

#include <algorithm>
#include <string>

namespace pgm {
namespace {

std::string named(const Variable& variable) {
    return "'" + printable(variable.name()) + "'";
}

void check_members(const std::vector<Variable>& schema, const Family& family) {
    std::vector<ColumnId> members = family.parents;
    members.push_back(family.child);
    for (const ColumnId member : members) {
        if (member.index() >= schema.size()) {
            throw ArgumentError("a family names column " + std::to_string(member.index()) + ", but there are " + std::to_string(schema.size()));
        }
    }
    std::sort(members.begin(), members.end());
    const auto repeated = std::adjacent_find(members.begin(), members.end());
    if (repeated != members.end())
        throw ArgumentError("the family of " + named(schema[family.child.index()]) + " names column " + named(schema[repeated->index()]) + " twice");
}

std::size_t checked_cells(const std::vector<Variable>& schema, const Family& family, const Limits& limits) {
    std::optional<std::size_t> cells = schema[family.child.index()].cardinality();
    for (const ColumnId parent : family.parents) {
        if (cells) cells = checked_mul(*cells, schema[parent.index()].cardinality());
    }
    if (cells && *cells <= limits.max_table_cells) return *cells;
    throw TooLargeError("the counts of " + named(schema[family.child.index()]) + " given its " + std::to_string(family.parents.size()) +
                            " parents have " + (cells ? std::to_string(*cells) : "more than 2^64") + " cells; the limit is " +
                            std::to_string(limits.max_table_cells),
                        {.variable = schema[family.child.index()].name()}, "fewer parents, or fewer states");
}

void check_total(const std::vector<std::size_t>& cells, const Limits& limits) {
    std::size_t total = 0;
    for (const std::size_t family : cells) total += family;  // each at most max_table_cells, so checking as we go cannot overflow
    if (total > limits.max_model_cells) {
        throw TooLargeError("the counts of " + std::to_string(cells.size()) + " families have " + std::to_string(total) + " cells; the limit is " +
                            std::to_string(limits.max_model_cells));
    }
}

Scope scope_of(const std::vector<Variable>& schema, const Family& family) {
    std::vector<VariableId> variables;
    std::vector<std::size_t> cardinalities;
    const auto append = [&](ColumnId id) {
        variables.push_back(VariableId(id.index()));
        cardinalities.push_back(schema[id.index()].cardinality());
    };
    for (const ColumnId parent : family.parents) append(parent);
    append(family.child);
    return Scope(std::move(variables), std::move(cardinalities));
}

WeightSum weight_of(const Dataset& data) {
    if (data.weights().empty()) return WeightSum::of_count(data.rows());
    WeightSum sum;
    for (const double weight : data.weights()) {
        if (weight >= 0x1p62 || sum.whole() >= std::uint64_t{1} << 62) throw TooLargeError("the weights of the rows sum to more than 2^62");
        sum += WeightSum::of(weight);
    }
    return sum;
}

void check_weight(WeightSum a, WeightSum b) {
    if (a.whole() + b.whole() >= std::uint64_t{1} << 63) throw TooLargeError("the weights of the rows sum to more than 2^63");
}

}  // namespace

Statistics::Statistics(std::vector<Variable> schema, std::vector<Family> families, const Limits& limits) : schema_(std::move(schema)) {
    std::vector<std::size_t> cells;
    for (const Family& family : families) {
        check_members(schema_, family);
        cells.push_back(checked_cells(schema_, family, limits));
        check_total(cells, limits);
    }
    for (Family& family : families) add_family(std::move(family));
}

void Statistics::add_family(Family family) {
    if (!counts_of_.emplace(family, counts_.size()).second) return;
    const auto is_discrete = [&](ColumnId id) { return schema_[id.index()].is_discrete(); };
    if (!is_discrete(family.child) || !std::all_of(family.parents.begin(), family.parents.end(), is_discrete)) {
        throw ArgumentError("the family of " + named(schema_[family.child.index()]) + " has a continuous member");
    }
    Scope scope = scope_of(schema_, family);
    counts_.emplace_back(std::move(family), std::move(scope));
}

std::vector<ColumnId> Statistics::matching_columns(const Dataset& data) const {
    std::vector<ColumnId> columns(schema_.size());
    const auto match = [&](ColumnId id) {
        const Variable& wanted = schema_[id.index()];
        columns[id.index()] = data.id(wanted.name());
        const Column& found = data.column(columns[id.index()]);
        if (found.variable.states() == wanted.states()) return;
        throw ArgumentError("column " + named(wanted) + " of the data has not the states that the statistics expect",
                            "align the data with the schema first");
    };
    for (const FamilyCounts& counts : counts_) {
        match(counts.family().child);
        for (const ColumnId parent : counts.family().parents) match(parent);
    }
    return columns;
}

void Statistics::add(const Dataset& data, std::size_t threads) {
    const std::vector<ColumnId> columns = matching_columns(data);
    const WeightSum more = weight_of(data);
    check_weight(weight_, more);
    count_rows(data, columns, counts_, threads);
    rows_ += data.rows();
    weight_ += more;
}

void Statistics::check_same_families(const Statistics& other) const {
    if (schema_ != other.schema_ || counts_of_ != other.counts_of_) {
        throw ArgumentError("statistics of different columns or families cannot be combined");
    }
}

void Statistics::merge(const Statistics& other) {
    check_same_families(other);
    check_weight(weight_, other.weight_);
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].merge(other.counts_[i]);
    rows_ += other.rows_;
    weight_ += other.weight_;
}

void Statistics::subtract(const Statistics& other) {
    check_same_families(other);
    if (rows_ < other.rows_ || weight_ < other.weight_) throw ArgumentError("more rows would be taken away than were added");
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].check_subtract(other.counts_[i]);
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].subtract(other.counts_[i]);
    rows_ -= other.rows_;
    weight_ -= other.weight_;
}

ColumnId Statistics::id(std::string_view name) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < schema_.size(); ++i) {
        if (schema_[i].name() == name) return ColumnId(i);
        names.push_back(schema_[i].name());
    }
    throw ArgumentError("the statistics know no column '" + printable(name) + "'", did_you_mean(name, names));
}

const FamilyCounts& Statistics::counts(const Family& family) const {
    const auto found = counts_of_.find(family);
    if (found != counts_of_.end()) return counts_[found->second];
    const std::string child =
        family.child.index() < schema_.size() ? named(schema_[family.child.index()]) : "column " + std::to_string(family.child.index());
    throw ArgumentError("the statistics have no counts of the family of " + child);
}

}  // namespace pgm
