#include <tests/fuzz/fuzz_target.hpp>

#include <io/arc_confidence_file.hpp>
#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/loss_matrix_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/all_kinds_table.hpp>

#include <algorithm>
#include <cmath>
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
/// states that CSV takes for missing values.
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

/// What was read is a sound table, and written as CSV it reads back as the same columns.
std::string_view check_table(ReadTable read, std::string_view bytes, bool& accepted) {
    Dataset data;
    accepted = false;
    try {
        data = read(bytes, fuzz_options());
        accepted = true;
    } catch (const Error& error) {
        return complaint_about(error);
    }
    io::DataOptions options;
    if (data.columns().empty() || !describes(data, options)) return "";
    std::ostringstream out;
    io::write_csv(data, out);
    const Dataset again = io::read_csv(out.view(), options);
    if (again.columns().size() != data.columns().size())
        return "what was written reads back with other columns";
    for (std::size_t i = 0; i < data.columns().size(); ++i) {
        if (!are_equal(data.column(ColumnId(i)), again.column(ColumnId(i))))
            return "what was written reads back as other cells";
    }
    return "";
}

/// A loss for every action and class, in the order of the classes.
std::string_view check_losses(std::string_view bytes, bool& accepted) {
    const std::vector<std::string> classes = {"ill", "well", "not sure"};
    accepted = false;
    try {
        const LossMatrix matrix = io::parse_loss_matrix(bytes, "f", classes, fuzz_limits);
        accepted = true;
        if (matrix.classes != classes) return "the classes of a loss matrix are others";
        if (matrix.loss.rows() != static_cast<Eigen::Index>(matrix.actions.size()) ||
            matrix.loss.cols() != static_cast<Eigen::Index>(classes.size()))
            return "a loss matrix has another shape";
        return matrix.loss.allFinite() ? "" : "a loss is not finite";
    } catch (const Error& error) {
        return complaint_about(error);
    }
}

/// Arcs that written read back as the same.
std::string_view check_arcs(std::string_view bytes, bool& accepted) {
    const std::vector<std::string> names = {"smoke", "lung", "x, y", "\"q\""};
    std::vector<io::SureArc> arcs;
    accepted = false;
    try {
        arcs = io::parse_arc_confidence(bytes, "f", names, fuzz_limits);
        accepted = true;
    } catch (const Error& error) {
        return complaint_about(error);
    }
    for (const io::SureArc& arc : arcs)
        if (!(arc.confidence >= 0 && arc.confidence <= 1)) return "a confidence is out of bounds";
    return io::parse_arc_confidence(io::arc_confidence_text(arcs, names), "f", names) == arcs
               ? ""
               : "what was written reads back as other arcs";
}

}  // namespace

std::vector<FuzzTarget> table_targets() {
    const auto reading = [](ReadTable read) {
        return [read](std::string_view bytes, bool& accepted) {
            return check_table(read, bytes, accepted);
        };
    };
    return {{"csv", reading(io::read_csv)},
            {"arff", reading(io::read_arff)},
            {"loss", check_losses},
            {"arcs", check_arcs}};
}

}  // namespace pgm::tests
