#include <io/pgmdata/detail/encoded_blocks.hpp>

#include <io/pgmdata/detail/encoded_table.hpp>
#include <io/table/date_columns.hpp>
#include <io/table/detail/block_columns.hpp>
#include <io/table/detail/data_columns.hpp>
#include <io/table/detail/growing_table.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::io::detail {
namespace {

using Kind = ColumnDeclaration::Kind;

std::vector<std::string> names_in(std::span<const Variable> schema) {
    std::vector<std::string> names;
    for (const Variable& column : schema) names.push_back(column.name());
    return names;
}

/// The days of states that are all dates; null of other columns.
std::optional<std::vector<double>> days_of_states(const Variable& column,
                                                  const DataOptions& options) {
    if (!column.is_discrete()) return std::nullopt;
    return days_of(column.states(), column.name(), options.dates);
}

/// The numbers that states are. Throws ParseError for another state.
std::vector<double> numbers_of_states(const Variable& column, const DataOptions& options) {
    if (auto days = days_of_states(column, options)) return *std::move(days);
    std::vector<double> values;
    for (const std::string& state : column.states()) {
        const std::optional<double> value = parse_number(state);
        if (!value)
            throw ParseError("column " + shown(column.name()) + " has the state " + shown(state) +
                                 ", which is no number",
                             {.file = options.name}, "it was encoded as a discrete column");
        values.push_back(*value);
    }
    return values;
}

/// A column of states that are numbers, or dates, as numbers.
Column as_numbers(const Column& column, const DataOptions& options) {
    if (!column.is_discrete()) return column;
    const std::vector<double> values = numbers_of_states(column.variable, options);
    RealCells cells(column.rows(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < column.rows(); ++row)
        if (const auto state = column.state(row)) cells[row] = values[state->index()];
    return continuous_column(column.name(), std::move(cells));
}

bool are_numbers(const Variable& column, const DataOptions& options) {
    const auto is_number = [](const std::string& state) { return parse_number(state).has_value(); };
    return std::ranges::all_of(column.states(), is_number) || days_of_states(column, options);
}

Kind kind_of(const Variable& column) {
    return column.is_discrete() ? Kind::discrete : Kind::continuous;
}

/// A table of its own cells, so that it outlives the group that it is a view of.
Dataset owned(const Dataset& rows) {
    const auto copied = [](const auto& cells) {
        return std::decay_t<decltype(cells)>(cells.data(), cells.size());
    };
    std::vector<Column> columns;
    for (const Column& column : rows.columns())
        columns.push_back({column.variable,
                           std::visit([&](const auto& cells) { return ColumnCells(copied(cells)); },
                                      column.cells)});
    return Dataset(std::move(columns), copied(rows.weights()));
}

bool changes_type(const Variable& column, const ColumnDeclaration* declaration) {
    return declaration && declaration->kind != Kind::ignored &&
           declaration->kind != kind_of(column);
}

Column as_declared(const Column& column, const ColumnDeclaration* declaration,
                   const DataOptions& options) {
    if (!changes_type(column.variable, declaration)) return column;
    if (declaration->kind != Kind::discrete) return as_numbers(column, options);
    return as_discrete(column, declaration->max_states.value_or(options.limits.max_states));
}

/// The columns of a table that are not ignored, and the weights of its rows.
Dataset declared(const Dataset& rows, const DeclaredColumns& declarations,
                 const DataOptions& options, std::size_t rows_before) {
    const std::vector<std::string> names = names_in(rows.schema());
    FinishedColumns columns(options.dates, names);
    const std::set<std::string> dated = columns_of_parts(options.dates.known);
    for (std::size_t i = 0; i < rows.columns().size(); ++i) {
        const Column& column = rows.columns()[i];
        const ColumnDeclaration* declaration = declarations.find(i);
        const ColumnDeclaration date{.name = column.name(), .kind = Kind::date};
        if (!declaration &&
            (dated.contains(column.name()) || days_of_states(column.variable, options)))
            declaration = &date;
        if (declaration && declaration->kind == Kind::ignored) continue;
        columns.add(as_declared(column, declaration, options),
                    declaration && declaration->kind == Kind::date);
    }
    if (options.weights.empty()) return Dataset(columns.take(), rows.weights());
    return with_weight_column(columns.take(), options, rows_before);
}

/// The wanted columns of a table, block by block, whose cells are views that are valid until the
/// next one.
class EncodedBlocks {
public:
    EncodedBlocks(EncodedTable table, const DataOptions& options,
                  std::span<const ColumnDeclaration> wanted)
        : options_(options), table_(std::move(table)), names_(names_in(table_.schema())) {
        for (const ColumnDeclaration& column : wanted) options_.dates.known.push_back(column.name);
        choose(wanted);
    }

    const std::vector<std::string>& names() const { return names_; }
    const std::vector<std::string>& skipped() const { return skipped_; }

    std::optional<Dataset> next(std::size_t rows) {
        if (!group_ || row_ == group_->rows()) {
            group_ = table_.next();
            row_ = 0;
            if (!group_ && !std::exchange(is_first_, false)) return std::nullopt;
            if (!group_) return block(GrowingTable(table_.schema()).take());
        }
        is_first_ = false;
        const std::size_t count = std::min(std::max<std::size_t>(rows, 1), group_->rows() - row_);
        const std::size_t first = std::exchange(row_, row_ + count);
        return block(group_->view_rows(first, count));
    }

private:
    void choose(std::span<const ColumnDeclaration> wanted) {
        const DeclaredColumns by_options(options_, names_);
        const std::set<std::string> dated = columns_of_parts(options_.dates.known);
        bool keeps_any = false;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const ColumnDeclaration* const declared = by_options.find(i);
            const auto found = std::ranges::find(wanted, names_[i], &ColumnDeclaration::name);
            const bool is_wanted = found != wanted.end();
            ColumnDeclaration choice{.name = names_[i], .kind = Kind::ignored};
            if (declared)
                choice = *declared;
            else if (dated.contains(names_[i]) &&
                     !parts_of(names_[i], options_.dates, names_).empty())
                choice.kind = Kind::date;
            else if (is_wanted)
                choice = *found;
            else
                skipped_.push_back(names_[i]);
            // A column of states where numbers are wanted stays one: its cells are told.
            if (!declared && choice.kind == Kind::continuous &&
                !are_numbers(table_.schema()[i], options_))
                choice.kind = Kind::discrete;
            if (choice.kind == Kind::discrete) choice.max_states = no_limit;
            keeps_any |= choice.kind != Kind::ignored && names_[i] != options_.weights;
            choices_.push_back(std::move(choice));
        }
        if (keeps_any || skipped_.empty()) return;
        const auto first = std::ranges::find(choices_, skipped_.front(), &ColumnDeclaration::name);
        first->kind = kind_of(table_.schema()[static_cast<std::size_t>(first - choices_.begin())]);
        skipped_.erase(skipped_.begin());
    }

    Dataset block(const Dataset& rows) {
        FinishedColumns columns(options_.dates, names_);
        for (std::size_t i = 0; i < choices_.size(); ++i)
            if (choices_[i].kind != Kind::ignored)
                columns.add(as_declared(rows.columns()[i], &choices_[i], options_),
                            choices_[i].kind == Kind::date);
        const std::size_t before = std::exchange(rows_before_, rows_before_ + rows.rows());
        if (!options_.weights.empty()) return with_weight_column(columns.take(), options_, before);
        return Dataset(columns.take(), rows.weights());
    }

    static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

    DataOptions options_;
    EncodedTable table_;
    std::vector<std::string> names_, skipped_;
    std::vector<ColumnDeclaration> choices_;  ///< by column
    std::optional<Dataset> group_;            ///< views into the table
    std::size_t row_ = 0;                     ///< of the group
    std::size_t rows_before_ = 0;
    bool is_first_ = true;
};

}  // namespace

Dataset read_encoded(ByteSource& source, const DataOptions& options) {
    EncodedTable table(source, options);
    const DeclaredColumns declarations(options, names_in(table.schema()));
    GrowingTable all(table.schema());
    while (const std::optional<Dataset> group = table.next()) all.add(*group);
    return declared(std::move(all).take(), declarations, options, 0);
}

std::optional<Rows> encoded_rows(ByteSource& source, const DataOptions& options,
                                 const ColumnCheck& admits) {
    EncodedTable table(source, options);
    const DeclaredColumns declarations(options, names_in(table.schema()));
    std::vector<Variable> schema;
    std::vector<ColumnDeclaration> all;
    const std::set<std::string> dated = columns_of_parts(options.dates.known);
    bool needs_all_rows = false;
    for (std::size_t i = 0; i < table.schema().size(); ++i) {
        const Variable& column = table.schema()[i];
        const ColumnDeclaration* const declaration = declarations.find(i);
        needs_all_rows |= declaration ? changes_type(column, declaration)
                                      : dated.contains(column.name()) ||
                                            days_of_states(column, options).has_value();
        all.push_back({.name = column.name(), .kind = kind_of(column)});
        if (column.name() == options.weights) continue;
        if (!declaration || declaration->kind != Kind::ignored) schema.push_back(column);
    }
    if (needs_all_rows || !admits(schema, table.rows())) {
        source.restart();
        return std::nullopt;
    }
    const std::uint64_t rows = table.rows();
    const auto begin = [table = std::move(table), options, all = std::move(all)] {
        // The source has its place in the file, which each pass begins again.
        EncodedTable again = table;
        again.restart();
        const auto blocks = std::make_shared<EncodedBlocks>(std::move(again), options, all);
        return TableBlocks{
            .names = {}, .skipped = {}, .notes = {}, .next = [blocks](std::size_t n) {
                return blocks->next(n);
            }};
    };
    return passes_over(begin, std::move(schema), rows, options.name);
}

TableBlocks encoded_blocks(ByteSource& source, const DataOptions& options,
                           std::span<const ColumnDeclaration> wanted) {
    const auto blocks =
        std::make_shared<EncodedBlocks>(EncodedTable(source, options), options, wanted);
    return {.names = blocks->names(),
            .skipped = blocks->skipped(),
            .notes = {},
            .next = [blocks](std::size_t rows) -> std::optional<Dataset> {
                const std::optional<Dataset> block = blocks->next(rows);
                return block ? std::optional(owned(*block)) : std::nullopt;
            }};
}

}  // namespace pgm::io::detail
