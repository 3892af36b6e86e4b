#include <learners/unobserved/detail/completed_table.hpp>

#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/missing_cells.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// Copies of a row of that weight.
std::size_t copies_of(double weight) {
    constexpr double most = 64;
    return weight == std::floor(weight) ? static_cast<std::size_t>(std::min(weight, most)) : 1;
}

EvidenceColumns findings_of(const Dataset& data) {
    EvidenceColumns found{.rows = data.rows()};
    for (std::size_t i = 0; i < data.columns().size(); ++i)
        found.columns.push_back({VariableId(i), evidence_cells(data.column(ColumnId(i)))});
    return found;
}

/// Writes the drawn cells into the column; a cell without a draw is that of `before`.
void write(const DrawnCells& drawn, const Column& before, Column& column) {
    const auto write_cells = [&]<class T>(CellList<T>& cells) {
        using Value = std::conditional_t<std::is_same_v<T, double>, double, std::uint32_t>;
        const auto& values = std::get<std::vector<Value>>(drawn.values);
        T* const to = cells.data();
        const CellList<T>& of_before = std::get<CellList<T>>(before.cells);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint32_t row = drawn.rows[i];
            bool is_drawn = false;
            if constexpr (std::is_same_v<T, double>)
                is_drawn = std::isfinite(values[i]);
            else
                is_drawn = values[i] != missing_cell<std::uint32_t>;
            to[row] = is_drawn ? static_cast<T>(values[i]) : of_before[row];
        }
    };
    std::visit(write_cells, column.cells);
}

/// The limit of a plan's memory: beyond it a row takes a millisecond, and there are thousands.
constexpr std::size_t most_arena_bytes = std::size_t{1} << 18;

std::vector<DrawnCells> drawn_cells(const Dataset& data, const BayesianNetwork& network,
                                    const Dataset& before, const MissingDrawOptions& options) {
    const EvidenceColumns known = findings_of(data);
    const InferenceEngine engine(network, {.max_arena_bytes = most_arena_bytes});
    try {
        return draw_missing_cells(engine, known, options);
    } catch (const TooLargeError&) {
        return resample_missing_cells(engine, known, findings_of(before), options);
    }
}

}  // namespace

Dataset rows_to_draw(const Dataset& data) {
    std::vector<char> has_known(data.rows(), 0), has_missing(data.rows(), 0);
    for (const Column& column : data.columns())
        for (std::size_t row = 0; row < data.rows(); ++row)
            (column.is_missing(row) ? has_missing : has_known)[row] = 1;
    std::vector<std::uint32_t> rows;
    std::vector<double> weights;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        const double weight = data.weights().empty() ? 1 : data.weights()[row];
        if (!has_known[row] || !(weight > 0)) continue;
        const std::size_t copies = has_missing[row] ? copies_of(weight) : 1;
        double left = weight;
        for (std::size_t copy = 0; copy < copies; ++copy) {
            rows.push_back(static_cast<std::uint32_t>(row));
            const double share = copies == 1
                                     ? left
                                     : std::floor(left / static_cast<double>(copies - copy));
            weights.push_back(share);
            left -= share;
        }
    }
    Dataset chosen = data.select_rows(rows);
    return data.weights().empty() ? chosen : chosen.with_weights(std::move(weights));
}

Dataset completed(const Dataset& data, const BayesianNetwork& network, const Dataset& before,
                  const CompletionOptions& options) {
    std::vector<Column> columns = data.columns();
    for (const DrawnCells& drawn : drawn_cells(
             data, network, before,
             {.seed = options.seed, .threads = options.threads, .stop = options.stop})) {
        const std::size_t i = drawn.variable.index();
        write(drawn, before.column(ColumnId(i)), columns[i]);
    }
    return Dataset(std::move(columns), data.weights());
}

Dataset with_relations(Dataset table, const Dataset& known,
                       std::span<const LinearRelation> relations) {
    std::vector<Column> columns = table.columns();
    for (const LinearRelation& relation : relations) {
        // 0 = intercept + sum of slopes times columns, the function itself with slope -1.
        std::vector<ColumnId> members = relation.by;
        std::vector<double> slopes = relation.slopes;
        members.push_back(relation.column);
        slopes.push_back(-1);
        for (std::size_t row = 0; row < table.rows(); ++row) {
            std::size_t solved = members.size();
            for (std::size_t k = 0; k < members.size(); ++k)
                if (known.column(members[k]).is_missing(row)) solved = k;
            if (solved == members.size()) continue;
            double rest = relation.intercept;
            for (std::size_t k = 0; k < members.size(); ++k)
                if (k != solved) rest += slopes[k] * columns[members[k].index()].value(row);
            if (!std::isnan(rest))
                std::get<RealCells>(columns[members[solved].index()].cells)[row] =
                    -rest / slopes[solved];
        }
    }
    return Dataset(std::move(columns), table.weights());
}

}  // namespace pgm::learners::detail
