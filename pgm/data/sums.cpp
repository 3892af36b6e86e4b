#include <pgm/data/sums.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/detail/counting/known_families.hpp>
#include <pgm/data/detail/exact/moment_rows.hpp>

#include <algorithm>
#include <string>

namespace pgm {

using namespace detail;

namespace {

std::string named(const Variable& variable) {
    return "'" + printable(variable.name()) + "'";
}

void check_members(const std::vector<Variable>& schema, const Family& family) {
    std::vector<ColumnId> members = family.parents;
    members.push_back(family.child);
    for (const ColumnId member : members) {
        if (member.index() >= schema.size()) {
            throw ArgumentError("a family names column " + std::to_string(member.index()) +
                                ", but there are " + std::to_string(schema.size()));
        }
    }
    std::sort(members.begin(), members.end());
    const auto repeated = std::adjacent_find(members.begin(), members.end());
    if (repeated != members.end())
        throw ArgumentError("the family of " + named(schema[family.child.index()]) +
                            " names column " + named(schema[repeated->index()]) + " twice");
}

/// Counts, or sums of moments, that the family needs; 1 for each configuration of the discrete
/// members.
std::optional<std::size_t> cells_of(const std::vector<Variable>& schema, const Family& family) {
    const Variable& child = schema[family.child.index()];
    std::optional<std::size_t> cells = child.is_discrete() ? child.cardinality() : 1;
    std::size_t continuous = child.is_discrete() ? 0 : 1;
    for (const ColumnId parent : family.parents) {
        const Variable& variable = schema[parent.index()];
        if (cells && variable.is_discrete()) cells = checked_mul(*cells, variable.cardinality());
        if (!variable.is_discrete()) ++continuous;
    }
    const std::size_t sums = continuous + continuous * (continuous + 1) / 2;
    return cells && continuous > 0 ? checked_mul(*cells, sums) : cells;
}

std::size_t checked_cells(const std::vector<Variable>& schema, const Family& family,
                          const Limits& limits) {
    const std::optional<std::size_t> cells = cells_of(schema, family);
    if (cells && *cells <= limits.max_table_cells) return *cells;
    const Variable& child = schema[family.child.index()];
    throw TooLargeError("the sums for " + named(child) + " given its " +
                            counted(family.parents.size(), "parent") + " have " +
                            (cells ? std::to_string(*cells) : "more than 2^64") +
                            " cells; the limit is " + std::to_string(limits.max_table_cells),
                        {.variable = child.name()}, "fewer parents, or fewer states");
}

/// `total` is that of the first so many families; each has at most max_table_cells, so checking as
/// we go cannot overflow.
void check_total(std::size_t total, std::size_t families, const Limits& limits) {
    if (total > limits.max_model_cells) {
        throw TooLargeError("the sums for " + std::to_string(families) + " families have " +
                            std::to_string(total) + " cells; the limit is " +
                            std::to_string(limits.max_model_cells));
    }
}

WeightSum weight_of(const Dataset& data) {
    if (data.weights().empty()) return WeightSum::of_count(data.rows());
    WeightSum sum;
    for (const double weight : data.weights()) {
        if (weight >= 0x1p62 || sum.whole() >= std::uint64_t{1} << 62)
            throw TooLargeError("the weights of the rows sum to more than 2^62");
        sum += WeightSum::of(weight);
    }
    return sum;
}

void check_weight(WeightSum a, WeightSum b) {
    if (a.whole() + b.whole() >= std::uint64_t{1} << 63)
        throw TooLargeError("the weights of the rows sum to more than 2^63");
}

}  // namespace

Sums::Sums(std::vector<Variable> schema, std::vector<Family> families, const Limits& limits)
    : schema_(std::move(schema)) {
    std::size_t total = 0, checked = 0;
    for (const Family& family : families) {
        check_members(schema_, family);
        total += checked_cells(schema_, family, limits);
        check_total(total, ++checked, limits);
    }
    for (Family& family : families) add_family(std::move(family));
}

void Sums::add_family(Family family) {
    if (has(family)) return;
    std::vector<ColumnId> discrete, continuous;
    for (const ColumnId parent : family.parents)
        (schema_[parent.index()].is_discrete() ? discrete : continuous).push_back(parent);
    const Variable& child = schema_[family.child.index()];
    (child.is_discrete() ? discrete : continuous).push_back(family.child);
    if (child.is_discrete() && !continuous.empty()) {
        throw ArgumentError("discrete column " + named(child) + " has the continuous parent " +
                                named(schema_[continuous.front().index()]),
                            "turn the arc round, or make the parent discrete");
    }
    if (child.is_discrete()) {
        counts_of_.emplace(family, counts_.size());
        counts_.emplace_back(std::move(family), scope_of(discrete, schema_));
    } else {
        moments_of_.emplace(family, moments_.size());
        moments_.emplace_back(std::move(family), scope_of(discrete, schema_),
                              std::move(continuous));
    }
}

std::vector<ColumnId> Sums::matching_columns(const Dataset& data) const {
    const ColumnIndex index(data);
    std::vector<ColumnId> columns(schema_.size());
    const auto match = [&](ColumnId id) {
        const Variable& wanted = schema_[id.index()];
        columns[id.index()] = index.id(wanted.name());
        const Column& found = data.column(columns[id.index()]);
        if (found.variable.states() == wanted.states())
            return;  // both are empty where both are continuous
        throw ArgumentError("column " + named(wanted) +
                                " of the data has not the states that the statistics expect",
                            "align the data with the schema first");
    };
    const auto match_members = [&](const Family& family) {
        match(family.child);
        for (const ColumnId parent : family.parents) match(parent);
    };
    for (const FamilyCounts& counts : counts_) match_members(counts.family());
    for (const FamilyMoments& moments : moments_) match_members(moments.family());
    return columns;
}

void Sums::add(const Dataset& data, std::size_t threads, const StopToken& stop) {
    const std::vector<ColumnId> columns = matching_columns(data);
    const WeightSum more = weight_of(data);
    check_weight(weight_, more);
    count_rows(data, columns, counts_, threads, stop);
    add_moments(data, columns, moments_, threads, stop);
    rows_ += data.rows();
    weight_ += more;
}

void Sums::check_same_families(const Sums& other) const {
    if (schema_ != other.schema_ || counts_of_ != other.counts_of_ ||
        moments_of_ != other.moments_of_) {
        throw ArgumentError("statistics of different columns or families cannot be combined");
    }
}

void Sums::merge(const Sums& other) {
    check_same_families(other);
    check_weight(weight_, other.weight_);
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].merge(other.counts_[i]);
    for (std::size_t i = 0; i < moments_.size(); ++i) moments_[i].merge(other.moments_[i]);
    rows_ += other.rows_;
    weight_ += other.weight_;
}

void Sums::subtract(const Sums& other) {
    check_same_families(other);
    if (rows_ < other.rows_ || weight_ < other.weight_)
        throw ArgumentError("more rows would be taken away than were added");
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].check_subtract(other.counts_[i]);
    for (std::size_t i = 0; i < moments_.size(); ++i) moments_[i].check_subtract(other.moments_[i]);
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].subtract(other.counts_[i]);
    for (std::size_t i = 0; i < moments_.size(); ++i) moments_[i].subtract(other.moments_[i]);
    rows_ -= other.rows_;
    weight_ -= other.weight_;
}

ColumnId Sums::id(std::string_view name) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < schema_.size(); ++i) {
        if (schema_[i].name() == name) return ColumnId(i);
        names.push_back(schema_[i].name());
    }
    throw ArgumentError("the statistics know no column '" + printable(name) + "'",
                        did_you_mean(name, names));
}

const FamilyCounts& Sums::counts(const Family& family) const {
    const auto found = counts_of_.find(family);
    if (found == counts_of_.end()) fail_unknown("counts", family);
    return counts_[found->second];
}

const FamilyMoments& Sums::moments(const Family& family) const {
    const auto found = moments_of_.find(family);
    if (found == moments_of_.end()) fail_unknown("moments", family);
    return moments_[found->second];
}

void Sums::fail_unknown(const std::string& what, const Family& family) const {
    const bool known = family.child.index() < schema_.size();
    throw ArgumentError("the statistics have no " + what + " of the family of " +
                        (known ? named(schema_[family.child.index()])
                               : "column " + std::to_string(family.child.index())));
}

Sums Sums::from_parts(std::vector<Variable> schema, std::uint64_t rows, WeightSum weight,
                      std::vector<FamilyCounts> counts, std::vector<FamilyMoments> moments,
                      const Limits& limits) {
    std::vector<Family> families;
    for (const FamilyCounts& part : counts) families.push_back(part.family());
    for (const FamilyMoments& part : moments) families.push_back(part.family());
    Sums statistics(std::move(schema), std::move(families), limits);
    const auto fits = [](const auto& empty, const auto& parts, const auto& shape) {
        return std::equal(empty.begin(), empty.end(), parts.begin(), parts.end(),
                          [&](const auto& a, const auto& b) {
                              return a.family() == b.family() && shape(a) == shape(b);
                          });
    };
    const bool all_fit =
        fits(statistics.counts_, counts, [](const FamilyCounts& part) { return part.scope(); }) &&
        fits(statistics.moments_, moments, [](const FamilyMoments& part) {
            return std::pair(part.discrete_parents(), part.variables());
        });
    if (!all_fit) throw ArgumentError("stored sums do not fit the columns they are about");
    check_weight(weight, {});
    statistics.rows_ = rows;
    statistics.weight_ = weight;
    statistics.counts_ = std::move(counts);
    statistics.moments_ = std::move(moments);
    return statistics;
}

}  // namespace pgm
