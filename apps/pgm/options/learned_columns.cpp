#include <apps/pgm/options/learned_columns.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>

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
        for (const learners::FitOptions& options : learners::choices_of(choice.estimator))
            if (const auto* const given = std::get_if<learners::UserDefined>(&options.structure))
                for (std::string& name : given->names()) named.push_back(std::move(name));
    return named;
}

std::vector<std::string> named_columns(const learners::Constraints& rules, const Dataset& data) {
    std::vector<std::string> named;
    for (const ColumnId column : learners::named_columns(rules))
        named.push_back(data.column(column).name());
    return named;
}

void say_codes(const Dataset& data, const DataChoices& table, const std::string& class_name,
               const std::string& taken_as) {
    constexpr std::size_t most_named = 8;
    std::vector<std::string> named{class_name};
    append_names(named, table.continuous, "--numbers");
    const std::vector<std::string> columns = columns_of_codes(data, named);
    if (columns.empty()) return;
    const bool are_few = columns.size() <= most_named;
    print_note(codes_remark(columns) + taken_as,
               "if they are codes, --discrete " +
                   (are_few ? join(columns, shown_name, ",") + " makes" : "COLUMNS makes") +
                   " states of them");
}

}  // namespace pgm::apps
