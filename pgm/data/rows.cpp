#include <pgm/data/rows.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <span>
#include <string>

namespace pgm {
namespace {

/// The number of rows of a part of a table, which then takes a few megabytes.
std::size_t usual_rows_of_part(std::span<const Variable> schema) {
    constexpr std::size_t bytes = std::size_t{1} << 23, most = std::size_t{1} << 18, least = 16;
    std::size_t bytes_of_row = 1;
    for (const Variable& column : schema) bytes_of_row += bytes_of_cell(column);
    return std::clamp(bytes / bytes_of_row, least, most);
}

std::string name_of(const Family& family, std::span<const Variable> schema) {
    std::string name = "P(" + printable(schema[family.child.index()].name());
    for (std::size_t i = 0; i < family.parents.size(); ++i)
        name += (i == 0 ? " | " : ", ") + printable(schema[family.parents[i].index()].name());
    return name + ")";
}

void require_answered(const CountRequest& request, const Sums& sums) {
    if (sums.schema() != request.schema)
        throw ArgumentError("the source of the data counted other columns than it was asked for",
                            "its statistics have the schema of the request");
    for (const Family& family : request.families)
        if (!sums.has(family))
            throw ArgumentError("the source of the data gave no sums of " +
                                name_of(family, request.schema));
}

}  // namespace

void CountedRows::merge(const CountedRows& more) {
    statistics.merge(more.statistics);
    rows_without_class += more.rows_without_class;
}

CountedRows joined(const CountRequest& request, std::span<const CountedRows> counted,
                   std::uint64_t rows) {
    const Sums wanted(request.schema, request.families, request.limits);
    if (counted.empty()) return {wanted};
    const Sums& first = counted.front().statistics;
    for (const CountedRows& part : counted)
        if (part.statistics.weight() != first.weight())
            throw ArgumentError(
                "two passes over the data found different numbers of rows",
                "the data must stay as they are from one pass over them to the next");
    const auto part_with = [&](const Family& family) -> const Sums& {
        for (const CountedRows& part : counted)
            if (part.statistics.has(family)) return part.statistics;
        return wanted;
    };
    std::vector<FamilyCounts> counts;
    for (const FamilyCounts& of : wanted.all_counts())
        counts.push_back(part_with(of.family()).counts(of.family()));
    std::vector<FamilyMoments> moments;
    for (const FamilyMoments& of : wanted.all_moments())
        moments.push_back(part_with(of.family()).moments(of.family()));
    return {Sums::from_parts(request.schema, rows, first.weight(), std::move(counts),
                             std::move(moments), request.limits)};
}

void Rows::pass(const Visit& visit) const {
    const auto* const source = std::get_if<Elsewhere>(&rows_);
    pass(source ? usual_rows_of_part(source->schema) : 0, visit);
}

void Rows::pass(std::size_t rows_of_part, const Visit& visit) const {
    if (table()) return visit(*table());
    if (const Pass& pass = std::get<Elsewhere>(rows_).pass) return pass(rows_of_part, visit);
    throw ArgumentError("the data come as counts, and this choice needs their rows",
                        "choose what is learned from counts alone (laplace:A, gaussian), or read "
                        "the rows");
}

CountedRows Rows::count(const CountRequest& request) const {
    if (const auto* const source = std::get_if<Elsewhere>(&rows_); source && source->count) {
        CountedRows counted = source->count(request);
        require_answered(request, counted.statistics);
        return counted;
    }
    CountedRows counted{Sums(request.schema, request.families, request.limits)};
    pass([&](const Dataset& part) {
        const Dataset rows = prepared_rows(part, request.schema.front().name(), request.cuts,
                                           request.replacements, request.threads);
        counted.statistics.add(rows, request.threads, request.stop);
        counted.rows_without_class += part.rows() - rows.rows();
    });
    return counted;
}

Dataset labelled_rows(const Dataset& data, std::string_view class_name) {
    const Column& labels = data.column(class_name);
    if (labels.missing_cells() == 0) return data.view();
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < data.rows(); ++row)
        if (!labels.is_missing(row)) rows.push_back(static_cast<std::uint32_t>(row));
    return data.select_rows(rows);
}

Dataset prepared_rows(const Dataset& data, std::string_view class_name, const Discretisation& cuts,
                      const Replacements& replacements, std::size_t threads) {
    Dataset labelled = labelled_rows(data, class_name);
    if (replacements.empty() && (cuts.empty() || cuts.apply(data.schema()) == data.schema()))
        return labelled;
    return prepared(labelled, cuts, replacements, threads);
}

}  // namespace pgm
