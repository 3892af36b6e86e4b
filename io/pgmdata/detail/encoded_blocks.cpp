#include <io/pgmdata/detail/encoded_blocks.hpp>

#include <io/pgmdata/detail/encoded_table.hpp>
#include <io/table/detail/data_columns.hpp>
#include <io/table/detail/growing_table.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <limits>
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

/// A column of states that are numbers, as numbers. Throws ParseError for another state.
Column as_numbers(const Column& column, const std::string& file) {
    std::vector<double> values;
    for (const std::string& state : column.variable.states()) {
        const std::optional<double> value = parse_number(state);
        if (!value)
            throw ParseError("column " + shown(column.name()) + " has the state " + shown(state) +
                                 ", which is no number",
                             {.file = file}, "it was encoded as a discrete column");
        values.push_back(*value);
    }
    RealCells cells(column.rows(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < column.rows(); ++row)
        if (const auto state = column.state(row)) cells[row] = values[state->index()];
    return continuous_column(column.name(), std::move(cells));
}

bool are_numbers(const Variable& column) {
    return std::ranges::all_of(
        column.states(), [](const std::string& state) { return parse_number(state).has_value(); });
}

/// A column of its own cells, so that it outlives the group that it is a view of.
Column owned(const Column& column) {
    return {column.variable,
            std::visit(
                [](const auto& cells) {
                    return ColumnCells(std::decay_t<decltype(cells)>(cells.data(), cells.size()));
                },
                column.cells)};
}

bool changes_type(const Variable& column, const ColumnDeclaration* declaration) {
    return declaration && declaration->kind != Kind::ignored &&
           (declaration->kind == Kind::discrete) != column.is_discrete();
}

Column as_declared(const Column& column, const ColumnDeclaration* declaration,
                   const DataOptions& options) {
    if (!changes_type(column.variable, declaration)) return column;
    if (declaration->kind == Kind::continuous) return as_numbers(column, options.name);
    return as_discrete(column, declaration->max_states.value_or(options.limits.max_states));
}

/// The columns of a table that are not ignored, and the weights of its rows.
Dataset declared(const Dataset& rows, const DeclaredColumns& declarations,
                 const DataOptions& options, std::size_t rows_before) {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < rows.columns().size(); ++i) {
        const ColumnDeclaration* const declaration = declarations.find(i);
        if (declaration && declaration->kind == Kind::ignored) continue;
        columns.push_back(as_declared(rows.columns()[i], declaration, options));
    }
    if (options.weights.empty()) return Dataset(std::move(columns), rows.weights());
    return with_weight_column(std::move(columns), options, rows_before);
}

class EncodedParts {
public:
    EncodedParts(EncodedTable table, DataOptions options)
        : options_(std::move(options)),
          table_(std::move(table)),
          declarations_(options_, names_in(table_.schema())) {
        for (std::size_t i = 0; i < table_.schema().size(); ++i) {
            const Variable& column = table_.schema()[i];
            const ColumnDeclaration* const declaration = declarations_.find(i);
            needs_all_rows_ |= changes_type(column, declaration);
            if (column.name() == options_.weights) continue;
            if (!declaration || declaration->kind != Kind::ignored) schema_.push_back(column);
        }
    }

    /// True if a declaration changes the type of a column.
    bool needs_all_rows() const { return needs_all_rows_; }
    const std::vector<Variable>& schema() const { return schema_; }
    std::size_t rows() const { return static_cast<std::size_t>(table_.rows()); }

    void pass(std::size_t rows, const Rows::Visit& use) const {
        // The source has its place in the file, which each pass begins again.
        EncodedTable table = table_;
        table.restart();
        std::size_t rows_before = 0;
        while (const std::optional<Dataset> group = table.next()) {
            const Dataset part = declared(*group, declarations_, options_, rows_before);
            for (std::size_t first = 0; first < part.rows();
                 first += std::max<std::size_t>(rows, 1))
                use(part.view_rows(first, std::min(rows, part.rows() - first)));
            rows_before += group->rows();
        }
    }

private:
    DataOptions options_;
    EncodedTable table_;
    DeclaredColumns declarations_;
    std::vector<Variable> schema_;
    bool needs_all_rows_ = false;
};

class EncodedBlocks final : public TableBlocks {
public:
    EncodedBlocks(ByteSource& source, const DataOptions& options,
                  std::span<const ColumnDeclaration> wanted)
        : options_(options), table_(source, options_), names_(names_in(table_.schema())) {
        source.never_restart();
        choose(wanted);
    }

    const std::vector<std::string>& names() const override { return names_; }
    const std::vector<std::string>& skipped() const override { return skipped_; }
    const std::vector<Problem>& notes() const override { return notes_; }

    std::optional<Dataset> next(std::size_t rows) override {
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
        bool keeps_any = false;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const ColumnDeclaration* const declared = by_options.find(i);
            const auto found = std::ranges::find(wanted, names_[i], &ColumnDeclaration::name);
            const bool is_wanted = found != wanted.end();
            ColumnDeclaration choice{.name = names_[i], .kind = Kind::ignored};
            if (declared)
                choice = *declared;
            else if (is_wanted)
                choice = *found;
            else
                skipped_.push_back(names_[i]);
            // A column of states where numbers are wanted stays one: its cells are told.
            if (!declared && choice.kind == Kind::continuous && !are_numbers(table_.schema()[i]))
                choice.kind = Kind::discrete;
            if (choice.kind == Kind::discrete) choice.max_states = no_limit;
            keeps_any |= choice.kind != Kind::ignored && names_[i] != options_.weights;
            choices_.push_back(std::move(choice));
        }
        if (keeps_any || skipped_.empty()) return;
        const auto first = std::ranges::find(choices_, skipped_.front(), &ColumnDeclaration::name);
        const bool is_discrete =
            table_.schema()[static_cast<std::size_t>(first - choices_.begin())].is_discrete();
        first->kind = is_discrete ? Kind::discrete : Kind::continuous;
        skipped_.erase(skipped_.begin());
    }

    Dataset block(const Dataset& rows) {
        std::vector<Column> columns;
        for (std::size_t i = 0; i < choices_.size(); ++i)
            if (choices_[i].kind != Kind::ignored)
                columns.push_back(owned(as_declared(rows.columns()[i], &choices_[i], options_)));
        const std::size_t before = std::exchange(rows_before_, rows_before_ + rows.rows());
        if (!options_.weights.empty())
            return with_weight_column(std::move(columns), options_, before);
        return Dataset(std::move(columns), RealCells(rows.weights().data(), rows.weights().size()));
    }

    static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

    const DataOptions options_;
    EncodedTable table_;
    std::vector<std::string> names_, skipped_;
    std::vector<Problem> notes_;
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
    const auto parts = std::make_shared<const EncodedParts>(EncodedTable(source, options), options);
    if (!parts->needs_all_rows() && admits(parts->schema(), parts->rows()))
        return Rows(parts->schema(), parts->rows(),
                    [parts](std::size_t rows, const Rows::Visit& use) { parts->pass(rows, use); });
    source.restart();
    return std::nullopt;
}

std::unique_ptr<TableBlocks> encoded_blocks(ByteSource& source, const DataOptions& options,
                                            std::span<const ColumnDeclaration> wanted) {
    return std::make_unique<EncodedBlocks>(source, options, wanted);
}

}  // namespace pgm::io::detail
