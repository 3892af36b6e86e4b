#include <learners/plan/count_source.hpp>

#include <learners/plan/detail/derived_table.hpp>
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

}  // namespace

CountedRows CountSource::count(const CountRequest& request) const {
    if (const auto* const function = std::get_if<CountFunction>(&data_)) {
        CountedRows counted = (*function)(request);
        require_answered(request, counted.statistics);
        return counted;
    }
    CountedRows counted{Statistics(request.schema, request.families, request.limits)};
    for_each_part([&](const Dataset& part) {
        const detail::DerivedTable rows = detail::prepared_rows(part, request.schema.front().name(),
                                                                request.cuts, request.replacements);
        counted.statistics.add(*rows, request.threads, request.stop);
        counted.rows_without_class += part.rows() - rows->rows();
    });
    return counted;
}

void CountSource::for_each_part(const std::function<void(const Dataset& part)>& take) const {
    std::visit(Overloaded{[&](const Dataset* table) { take(*table); },
                          [&](const ChunkSource& parts) { parts(take); },
                          [&](const CountFunction&) {
                              throw ArgumentError(
                                  "the data come as counts, and this choice needs their rows",
                                  "choose what is learned from counts alone (laplace:A, gaussian), "
                                  "or read the rows");
                          }},
               data_);
}

}  // namespace pgm::learners
