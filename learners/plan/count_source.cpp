#include <learners/plan/count_source.hpp>

#include <learners/plan/detail/derived_table.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>

#include <string>

namespace pgm::learners {
namespace {

std::string name_of(const Family& family, std::span<const Variable> schema) {
    std::string name = "P(" + printable(schema[family.child.index()].name());
    for (std::size_t i = 0; i < family.parents.size(); ++i)
        name += (i == 0 ? " | " : ", ") + printable(schema[family.parents[i].index()].name());
    return name + ")";
}

void require_answered(const CountRequest& request, const Statistics& sums) {
    if (sums.schema() != request.schema)
        throw ArgumentError("the source of the data counted other columns than it was asked for",
                            "its statistics have the schema of the request");
    for (const Family& family : request.families)
        if (!sums.has(family))
            throw ArgumentError("the source of the data gave no sums of " +
                                name_of(family, request.schema));
}

constexpr const char* unchanged_hint =
    "the data must stay as they are from one pass over them to the next";

[[noreturn]] void refuse_new_value(const UnseenValues& unseen) {
    throw ArgumentError("'" + printable(unseen.column) + "' is '" + printable(unseen.first_value) +
                            "' in row " + std::to_string(unseen.first_row + 1) +
                            ", which it never was when its states were collected",
                        unchanged_hint);
}

}  // namespace

CountedRows CountSource::count(const CountRequest& request) const {
    if (const auto* const source = std::get_if<Counted>(&data_)) {
        CountedRows counted = source->count(request);
        require_answered(request, counted.statistics);
        return counted;
    }
    CountedRows counted{Statistics(request.schema, request.families, request.limits)};
    for_each_part([&](const Dataset& part) {
        const detail::DerivedTable rows =
            detail::prepared_rows(part, request.schema.front().name(), request.cuts,
                                  request.replacements, request.threads);
        counted.statistics.add(*rows, request.threads, request.stop);
        counted.rows_without_class += part.rows() - rows->rows();
    });
    return counted;
}

void CountSource::for_each_part(const std::function<void(const Dataset& part)>& take) const {
    std::visit(Overloaded{[&](const Dataset* table) { take(*table); },
                          [&](const ChunkSource& parts) { parts(take); },
                          [&](const Counted& counted) {
                              if (counted.parts) return counted.parts(take);
                              throw ArgumentError(
                                  "the data come as counts, and this choice needs their rows",
                                  "choose what is learned from counts alone (laplace:A, gaussian), "
                                  "or read the rows");
                          }},
               data_);
}

Dataset part_of_whole(const Dataset& part, std::span<const Variable> whole) {
    const ColumnAlignment alignment(part, whole, UnseenPolicy::missing);
    if (!alignment.report().unseen.empty()) refuse_new_value(alignment.report().unseen.front());
    std::vector<Column> found;
    for (const Column* const column : alignment.columns())
        if (column != nullptr) found.push_back(*column);
    return Dataset(std::move(found), part.weights());
}

CountedRows joined(const CountRequest& request, std::span<const CountedRows> counted,
                   std::uint64_t rows) {
    const Statistics wanted(request.schema, request.families, request.limits);
    if (counted.empty()) return {wanted};
    const Statistics& first = counted.front().statistics;
    for (const CountedRows& part : counted)
        if (part.statistics.weight() != first.weight())
            throw ArgumentError("two passes over the data found different numbers of rows",
                                unchanged_hint);
    const auto part_with = [&](const Family& family) -> const Statistics& {
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
    return {Statistics::from_parts(request.schema, rows, first.weight(), std::move(counts),
                                   std::move(moments), request.limits)};
}

}  // namespace pgm::learners
