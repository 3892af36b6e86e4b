#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <pgm/core/error.hpp>
#include <tests/fuzz/fuzz_target.hpp>

#include <algorithm>
#include <sstream>

namespace pgm::tests {
namespace {

using ReadTable = Dataset (*)(std::string_view, const io::DataOptions&);

io::DataOptions fuzz_options() {
    io::DataOptions options;
    options.name = "f";
    options.limits = fuzz_limits;
    options.max_cell_bytes = 200;
    return options;
}

/// Options under which a table written as CSV must read back as it is, or null where it has
/// states that CSV takes for missing cells.
bool describes(const Dataset& data, io::DataOptions& options) {
    options = {};
    options.delimiter = ',';
    options.missing_marks = {"?"};
    for (const Column& column : data.columns()) {
        const std::vector<std::string>& states = column.variable.states();
        if (std::find(states.begin(), states.end(), "?") != states.end()) return false;
        const auto kind = column.is_discrete() ? io::ColumnDeclaration::Kind::discrete
                                               : io::ColumnDeclaration::Kind::continuous;
        options.columns.push_back({column.name(), kind, states});
    }
    return true;
}

bool same_cells(const Column& a, const Column& b) {
    if (a.rows() != b.rows() || a.variable != b.variable) return false;
    for (std::size_t row = 0; row < a.rows(); ++row) {
        if (a.is_missing(row) != b.is_missing(row)) return false;
        if (!a.is_missing(row) &&
            (a.is_discrete() ? a.state(row) != b.state(row) : a.value(row) != b.value(row)))
            return false;
    }
    return true;
}

std::string_view check_table(ReadTable read, std::string_view bytes, bool& read_a_table) {
    Dataset data;
    read_a_table = false;
    try {
        data = read(bytes, fuzz_options());
        read_a_table = true;
    } catch (const Error& error) {
        return std::string_view(error.what()).empty() ? "an error says nothing" : "";
    }
    io::DataOptions options;
    if (data.columns().empty() || !describes(data, options)) return "";
    std::ostringstream out;
    io::write_csv(data, out);
    const Dataset again = io::read_csv(out.view(), options);
    if (again.columns().size() != data.columns().size())
        return "what was written reads back with other columns";
    for (std::size_t i = 0; i < data.columns().size(); ++i) {
        if (!same_cells(data.column(ColumnId(i)), again.column(ColumnId(i))))
            return "what was written reads back as other cells";
    }
    return "";
}

}  // namespace

std::string_view fuzz_csv(std::string_view bytes, bool& read_a_table) {
    return check_table(io::read_csv, bytes, read_a_table);
}

std::string_view fuzz_arff(std::string_view bytes, bool& read_a_table) {
    return check_table(io::read_arff, bytes, read_a_table);
}

}  // namespace pgm::tests
