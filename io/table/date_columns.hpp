#pragma once

#include <io/options/data_options.hpp>
#include <pgm/data/column.hpp>

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// The days of texts that are all dates; null of others. Throws ParseError where the order of day
/// and month matters and no text shows it. `column` is the name that the error has.
std::optional<std::vector<double>> days_of(std::span<const std::string> texts,
                                           const std::string& column, const DateOptions& options);

/// Days as a date: "2024-03-05", or with a time of day "2024-03-05T14:30:00"; a number where it is
/// not one of the years 0 to 9999.
std::string date_text(double days);

/// The mark of a column of days, by which what prints its numbers has dates. Tables that are read
/// for a model have it (TableBlocks); no model gets it.
void mark_as_days(Variable& column);
bool is_marked_as_days(const Variable& column);

/// The columns that a column of dates becomes (DateOptions): its number of days under its own
/// name, and 'month of admitted', 'weekday of admitted' and 'hour of admitted' with all twelve
/// months, seven days from Monday on and 24 hours, 0 to 23, as states.
///
/// The variable of a part.
Variable part_variable(const std::string& column, DatePart part);

/// The part of a column of days since 1970-01-01, missing where the day is.
Column part_column(const Column& days, DatePart part);

/// A part of a date with the column that it is made of.
struct NamedPart {
    DatePart part;
    std::string column;
};

/// The month, weekday or hour that a variable of that name is; null for another name.
std::optional<NamedPart> part_named(std::string_view name);

/// The columns of dates that the parts among these names are made of.
std::set<std::string> columns_of_parts(std::span<const std::string> names);

/// The parts that a column of dates becomes in a table of these columns. None takes the name of a
/// column that is there already.
std::vector<DatePart> parts_of(const std::string& column, const DateOptions& options,
                               std::span<const std::string> columns);

}  // namespace pgm::io
