#include <python/src/detail/frame.hpp>
#include <python/src/detail/listening.hpp>

#include <learners/independence/data_test.hpp>
#include <learners/independence/test_remarks.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/unusable_columns.hpp>

namespace pgm::python {
namespace {

using ColumnNames = std::vector<std::string>;

/// The column of that name. Throws ArgumentError with what was probably meant.
ColumnId column_id(const Dataset& data, const std::string& name) {
    if (const auto id = data.find(name)) return *id;
    std::vector<std::string> names;
    for (const Column& column : data.columns()) names.push_back(column.name());
    throw ArgumentError("no column '" + name + "'", did_you_mean(name, names));
}

std::vector<ColumnId> column_ids(const Dataset& data, const ColumnNames& names) {
    std::vector<ColumnId> ids;
    for (const std::string& name : names) ids.push_back(column_id(data, name));
    return ids;
}

/// The columns with values that do not identify rows, but for those in `kept`; null keeps all.
NarrowedTable columns_to_relate(const Dataset& data, const std::optional<ColumnNames>& kept) {
    NarrowedTable rest{without_empty_columns(data), {}};
    for (const std::string& remark : empty_column_remarks(data))
        rest.remarks.push_back(remark + " and is left out");
    if (kept) {
        NarrowedTable named = without_identifiers(rest.data, *kept);
        rest.data = std::move(named.data);
        for (const std::string& remark : named.remarks)
            rest.remarks.push_back(remark + "; keep_identifiers=True keeps it");
    }
    for (std::string& remark : remarks_on_codes(rest.data))
        rest.remarks.push_back(std::move(remark));
    return rest;
}

/// (column, other column, test, statistic, degrees of freedom, residual ones or None, p, q,
/// strength, rows); all None between test and rows where there is nothing to test.
nb::tuple association_row(const Dataset& data, const learners::Association& pair) {
    const auto& result = pair.result;
    const auto part = [&](double learners::AssociationResult::*number) {
        return result ? nb::object(nb::cast((*result).*number)) : nb::object(nb::none());
    };
    using Result = learners::AssociationResult;
    return nb::make_tuple(data.column(pair.first).name(), data.column(pair.second).name(),
                          learners::name_of(pair.test), part(&Result::statistic),
                          part(&Result::degrees_of_freedom),
                          result ? result->residual_degrees_of_freedom : std::nullopt,
                          part(&Result::p), part(&Result::q), part(&Result::strength), pair.rows);
}

/// (rows, remarks on columns, remarks on the results)
Parts associations_of(const Frame& frame, const ColumnNames& columns,
                      const std::optional<std::string>& target, bool ranks,
                      std::optional<std::size_t> permutations, std::uint64_t seed,
                      std::size_t threads, const std::optional<ColumnNames>& kept) {
    column_ids(frame.data(), columns);  // refuses those that there are not
    const NarrowedTable rest = columns_to_relate(frame.data(), kept);
    learners::AssociationOptions options{.columns = column_ids(rest.data, columns),
                                         .ranks = ranks,
                                         .permutations = permutations,
                                         .seed = seed};
    if (target) options.with = column_id(rest.data, *target);
    const auto pairs = listening(threads, nb::none(), [&](const learners::SearchControl& control) {
        options.threads = control.threads;
        return learners::associations(rest.data, options);
    });
    nb::list rows;
    for (const learners::Association& pair : pairs) rows.append(association_row(rest.data, pair));
    return nb::make_tuple(rows, rest.remarks,
                          problem_list(learners::remarks_on_associations(rest.data, pairs)));
}

/// (test, statistic, degrees of freedom, p, rows, remarks) of "left _||_ right | given".
Parts tested(const Frame& frame, const ColumnNames& left, const ColumnNames& right,
             const std::pair<ColumnNames, std::optional<std::string>>& given_and_test) {
    const Dataset& data = frame.data();
    const auto a = column_ids(data, left), b = column_ids(data, right),
               z = column_ids(data, given_and_test.first);
    std::vector<ColumnId> all = a;
    for (const auto* const more : {&b, &z}) all.insert(all.end(), more->begin(), more->end());
    if (learners::rows_with(data, all).empty())
        throw ArgumentError("no row has a value in every one of these columns",
                            "name columns that are observed together");
    std::vector<ColumnId> different = all;
    std::ranges::sort(different);
    const auto twice = std::ranges::unique(different);
    different.erase(twice.begin(), twice.end());
    const learners::TestStatistic statistic =
        given_and_test.second ? learners::parse_test_statistic(*given_and_test.second)
                              : learners::default_statistic(data.select_columns(different));
    const learners::TestResult result =
        listening(1, nb::none(), [&](const learners::SearchControl&) {
            return learners::test_independence(data, a, b, z, statistic);
        });
    return nb::make_tuple(learners::format(statistic), result.statistic, result.degrees_of_freedom,
                          result.p, result.rows,
                          problem_list(learners::remarks_on_test(data, a, b, z)));
}

}  // namespace

void bind_associations(nb::module_& module) {
    module.def("associations", &associations_of, nb::arg("frame"), nb::arg("columns"),
               nb::arg("target").none(), nb::arg("ranks"), nb::arg("permutations").none(),
               nb::arg("seed"), nb::arg("threads"), nb::arg("kept").none());
    module.def("test_independence", &tested, nb::arg("frame"), nb::arg("left"), nb::arg("right"),
               nb::arg("given_and_test"));
}

}  // namespace pgm::python
