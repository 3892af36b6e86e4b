#include <python/src/detail/bindings.hpp>
#include <python/src/detail/listening.hpp>

#include <io/data_file.hpp>

#include <memory>
#include <variant>

namespace pgm::python {
namespace {

using Names = std::vector<std::string>;

/// How a table is read: what io::DataOptions says, as Python has it.
io::DataOptions options_from(const Names& missing_marks, std::optional<char> delimiter, bool header,
                             char decimal, bool is_latin1, const Names& numbers,
                             const Names& discrete, const Names& ignored,
                             const std::string& dates) {
    using Kind = io::ColumnDeclaration::Kind;
    io::DataOptions options{
        .encoding = is_latin1 ? io::Encoding::latin1 : io::Encoding::utf8,
        .missing_marks = missing_marks,
        .delimiter = delimiter,
        .decimal = decimal,
        .header = header,
    };
    options.dates = io::parse_date_options(dates);
    const auto declare = [&](const Names& names, Kind kind) {
        for (const std::string& name : names) options.columns.push_back({name, kind});
    };
    declare(numbers, Kind::continuous);
    declare(discrete, Kind::discrete);
    declare(ignored, Kind::ignored);
    return options;
}

/// The cells of a column as an array: numbers, or codes of 8, 16 or 32 bits, all of them one where
/// a cell is missing. They are not copied: the arrays own the table together, which has no other
/// owner, so that they may be written to.
nb::object cells_of(const std::shared_ptr<const Dataset>& data, const Column& column) {
    using Owner = std::shared_ptr<const Dataset>;
    const nb::capsule owner(new Owner(data),
                            [](void* memory) noexcept { delete static_cast<Owner*>(memory); });
    return std::visit(
        [&](const auto& list) {
            using Cell = typename std::decay_t<decltype(list)>::value_type;
            return nb::cast(nb::ndarray<nb::numpy, Cell, nb::ndim<1>>(
                const_cast<Cell*>(list.data()), {list.size()}, owner));
        },
        column.cells);
}

/// The findings of the reader: findings about the file, and (column, the cell that makes it one of
/// states, line of that cell) of columns that are numbers or dates otherwise; the columns of dates.
Parts remarks_of(const io::DataRemarks& remarks) {
    nb::list columns;
    for (const io::NearlyNumericColumn& column : remarks.nearly_numeric)
        columns.append(nb::make_tuple(column.name, column.cell, column.where.line, column.are_dates,
                                      column.reason));
    return nb::make_tuple(problem_list(remarks.notes), columns, remarks.more_nearly_numeric,
                          remarks.dates);
}

/// ([(name, states or None, cells)], remarks) of a file, or of the bytes of one.
Parts table_in(const std::string& path, const std::optional<nb::bytes>& bytes,
               io::DataOptions options) {
    io::DataRemarks remarks;
    std::string_view text;
    if (bytes) text = {static_cast<const char*>(bytes->data()), bytes->size()};
    const auto data = listening(1, nb::none(), [&](const learners::SearchControl& control) {
        options.stop = control.stop;
        if (!bytes) return std::make_shared<const Dataset>(io::read_data(path, options, &remarks));
        options.name = path;
        io::ByteSource source(text, path, options.limits.max_file_bytes);
        return std::make_shared<const Dataset>(io::read_data(source, options, &remarks));
    });
    nb::list columns;
    for (const Column& column : data->columns()) {
        const nb::object states =
            column.is_discrete() ? nb::cast(column.variable.states()) : nb::none();
        columns.append(nb::make_tuple(column.name(), states, cells_of(data, column)));
    }
    return nb::make_tuple(columns, remarks_of(remarks));
}

}  // namespace

void bind_data_file(nb::module_& module) {
    module.def(
        "read_data",
        [](const std::string& path, const std::optional<nb::bytes>& bytes,
           const Names& missing_marks, std::optional<char> delimiter, bool header, char decimal,
           bool is_latin1, const Names& numbers, const Names& discrete, const Names& ignored,
           const std::string& dates) {
            return table_in(path, bytes,
                            options_from(missing_marks, delimiter, header, decimal, is_latin1,
                                         numbers, discrete, ignored, dates));
        },
        nb::arg("path"), nb::arg("bytes").none(), nb::kw_only(), nb::arg("missing_marks"),
        nb::arg("delimiter").none(), nb::arg("header"), nb::arg("decimal"), nb::arg("is_latin1"),
        nb::arg("numbers"), nb::arg("discrete"), nb::arg("ignored"), nb::arg("dates"));
}

}  // namespace pgm::python
