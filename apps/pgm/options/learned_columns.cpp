#include <apps/pgm/options/learned_columns.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <utility>
#include <variant>

namespace pgm::apps {
namespace {

void append_names(std::vector<std::string>& names, const std::string& list,
                  const std::string& option) {
    if (list.empty()) return;
    for (std::string& name : split_names(list, option)) names.push_back(std::move(name));
}

}  // namespace

void LearnedColumns::add_to(Options& options) {
    options.flag("--keep-identifiers", keep_identifiers_,
                 "Learn from columns that identify rows, too: names, numbers of orders");
}

NarrowedTable LearnedColumns::narrowed(const Dataset& data, const DataChoices& table,
                                       std::vector<std::string> named) const {
    if (keep_identifiers_) return {data, {}};
    append_names(named, table.discrete, "--discrete");
    append_names(named, table.continuous, "--numbers");
    named.insert(named.end(), table.dates_found->begin(), table.dates_found->end());
    NarrowedTable rest = without_identifiers(data, named);
    for (std::string& remark : rest.remarks) remark += "; --keep-identifiers keeps it";
    return rest;
}

Dataset LearnedColumns::narrowed_with_notes(const Dataset& data, const DataChoices& table,
                                            std::vector<std::string> named) const {
    NarrowedTable rest = narrowed(data, table, std::move(named));
    for (const std::string& remark : rest.remarks) print_note(remark);
    return std::move(rest.data);
}

std::vector<std::string> named_columns(std::span<const NamedChoice> choices,
                                       const std::string& class_name) {
    std::vector<std::string> named{class_name};
    for (const NamedChoice& choice : choices)
        for (const learners::Fit* const leaf : learners::leaves_of(choice.estimator))
            if (const auto* const given = std::get_if<learners::UserDefined>(&leaf->structure))
                for (std::string& name : given->names()) named.push_back(std::move(name));
    return named;
}

std::vector<std::string> named_columns(const learners::Constraints& rules, const Dataset& data) {
    std::vector<std::string> named;
    for (const ColumnId column : learners::named_columns(rules))
        named.push_back(data.column(column).name());
    return named;
}

void say_codes(const CodeColumns& codes, const DataChoices& table, const std::string& class_name,
               const std::string& taken_as) {
    constexpr std::size_t most_named = 8;
    std::vector<std::string> named{class_name};
    append_names(named, table.continuous, "--numbers");
    const std::vector<std::string> columns = codes.names(named);
    if (columns.empty()) return;
    const bool are_few = columns.size() <= most_named;
    print_note(codes_remark(columns) + taken_as,
               "if they are codes, --discrete " +
                   (are_few ? join(columns, shown_name, ",") + " makes" : "COLUMNS makes") +
                   " states of them");
}

/// The columns that have values; the others are named.
Dataset with_values(Dataset data) {
    const std::vector<std::string> remarks = empty_column_remarks(data);
    if (remarks.empty()) return data;
    if (remarks.size() == data.columns().size())
        throw ArgumentError("no column has any value: there is nothing to learn from");
    for (const std::string& remark : remarks) print_note(remark + " and is left out");
    return without_empty_columns(data);
}

/// The columns but those of numbers that are all the same, which are named: no density of theirs
/// can be scored, and nothing depends on them.
Dataset without_constant_numbers(Dataset data) {
    std::vector<ColumnId> kept;
    std::vector<std::string> constant;
    for (std::size_t i = 0; i < data.columns().size(); ++i) {
        const Column& column = data.column(ColumnId(i));
        if (is_constant_number(column))
            constant.push_back(column.name());
        else
            kept.emplace_back(i);
    }
    if (constant.empty()) return data;
    const bool is_one = constant.size() == 1;
    const std::string message =
        join(constant, quoted_name) + (is_one ? " has" : " have") + " the same number in every row";
    if (kept.empty()) throw ArgumentError(message + ": there is nothing to learn from");
    print_note(message + (is_one ? " and is left out" : " and are left out"));
    return data.select_columns(kept);
}

}  // namespace pgm::apps
