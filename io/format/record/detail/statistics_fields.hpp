#pragma once

#include <io/format/record/detail/fields.hpp>
#include <pgm/core/exact_sum.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/sums.hpp>

#include <span>

namespace pgm::io::detail {

// Sums in files, as they stand there, and their members (fields.hpp).

/// A column of data, of numbers if it has no states.
struct ColumnFields {
    std::string name;
    std::vector<std::string> states;

    static constexpr std::string_view noun = "a column";
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& column) {
        visit(Field("name", "a name", Presence::required), column.name);
        visit(Field("states", "a state").about("A column without states is of numbers."),
              column.states);
    }
};

/// The counts of a family: all of them, or of a large family those that are not zero.
struct CountsFields : FileObject {
    WrittenName child;
    std::vector<WrittenName> parents;
    std::optional<std::vector<WeightSum>> counts;
    std::optional<std::vector<FamilyCounts::CountedCell>> cells;

    static constexpr std::string_view noun = "a family of counts";
    static void fields(auto& visit, auto& family) {
        fields_of_family(visit, family);
        visit(Field("counts", "a sum of weights")
                  .about("by cell, the child fastest, then the last parent"),
              family.counts);
        visit(Field("cells", "a cell and its weight")
                  .about(
                      "of large families: the number of each cell that is not zero, and its count"),
              family.cells);
    }
};

/// The limbs of an exact sum, of which the first has the weight 2^(64 first).
struct SumFields {
    double first = 0;
    std::vector<std::uint64_t> limbs;

    static constexpr std::string_view noun = "a sum";
    static void fields(auto& visit, auto& sum) {
        visit(Field("first", "a place")
                  .about("The sum is that of limb i times 2^(64 (first + i)), in two's complement.",
                         "\"multipleOf\": 1"),
              sum.first);
        visit(Field("limbs", "a limb", Presence::always), sum.limbs);
    }
};

/// The sums of one configuration of the discrete parents, none where its weight is 0.
struct MomentsRow {
    WeightSum weight;
    std::vector<ExactSum> sums;

    static constexpr std::string_view noun = "a configuration";
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& row) {
        visit(Field("weight", "a sum of weights"), row.weight);
        visit(Field("sums", "the sums"), row.sums);
    }
};

struct MomentsFields : FileObject {
    WrittenName child;
    std::vector<WrittenName> parents;
    std::vector<MomentsRow> rows;

    static constexpr std::string_view noun = "a family of moments";
    static void fields(auto& visit, auto& family) {
        fields_of_family(visit, family);
        visit(Field("rows", "the configurations", Presence::always), family.rows);
    }
};

struct StatisticsFields {
    std::vector<ColumnFields> schema;
    std::uint64_t rows = 0;
    WeightSum weight;
    Sequence<CountsFields> counts;
    Sequence<MomentsFields> moments;

    static constexpr std::string_view noun = "an object of statistics";
    static void fields(auto& visit, auto& statistics) {
        visit(Field("schema", "the schema", Presence::required), statistics.schema);
        visit(Field("rows", "a number of rows"), statistics.rows);
        visit(Field("weight", "a sum of weights"), statistics.weight);
        visit(Field("counts", "the counts"), statistics.counts);
        visit(Field("moments", "the moments"), statistics.moments);
    }
};

std::vector<ColumnFields> columns_of(std::span<const Variable> schema);
/// Throws TooLargeError for more columns than Limits::max_variables.
std::vector<Variable> schema_of(std::vector<ColumnFields> columns, const Limits& limits);

/// The discrete members of a family as the axes of a table, the child last, if it is one of them.
/// Throws ArgumentError for a table of more than 2^64 cells.
ColumnScope axes_of(const Family& family, std::span<const Variable> schema);
/// The continuous ones, the child last.
std::vector<ColumnId> continuous_members(const Family& family, std::span<const Variable> schema);

template <class Visit, class T>
void fields_of_family(Visit& visit, T& family) {
    visit(Field("child", "the name of a column", Presence::required), family.child);
    visit(Field("parents", "the name of a column"), family.parents);
}

}  // namespace pgm::io::detail
