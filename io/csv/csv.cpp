#include <io/csv/csv.hpp>

#include <io/csv/detail/csv_columns.hpp>
#include <io/csv/detail/csv_header.hpp>
#include <io/csv/detail/csv_rows.hpp>
#include <io/csv/detail/short_csv.hpp>
#include <io/table/date_columns.hpp>
#include <io/table/detail/block_columns.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <io/table/detail/column_notes.hpp>
#include <io/table/detail/data_columns.hpp>
#include <io/table/detail/kept_cells.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::io {

using namespace detail;

namespace {

class CsvReader {
public:
    CsvReader(ByteSource& source, const DataOptions& options)
        : options_(options), rows_(source, options) {}

    Dataset read(DataRemarks& remarks) {
        CsvHeader header = read_csv_header(rows_, options_);
        remarks.notes = std::move(header.notes);
        std::vector<std::string>& names = header.names;
        if (names.size() >= fewest_short_columns) {
            if (auto data = read_short_csv(rows_, options_, std::move(names), remarks))
                return std::move(*data);
            names = read_csv_header(rows_, options_).names;
        }
        make_encoders(std::move(names), {});
        read_whole();
        if (const std::vector<bool> spoiled = spoiled_columns(); has_any(spoiled)) {
            begin(spoiled);
            read_whole();
        }
        remark(remarks);
        return finish();
    }

    /// Reads the whole file to determine the columns, and keeps cells where there is room. Returns
    /// nothing as soon as they are not admitted.
    std::optional<std::vector<ColumnDeclaration>> find_columns(const ColumnCheck& admits,
                                                               DataRemarks& remarks,
                                                               KeptCells& kept) {
        remarks.notes = begin({});
        if (encoders_.size() >= fewest_short_columns || !skim_rows(admits, kept))
            return std::nullopt;
        if (const std::vector<bool> spoiled = spoiled_columns(); has_any(spoiled)) {
            kept.clear();
            begin(spoiled);
            if (!skim_rows(admits, kept)) return std::nullopt;
        }
        remark(remarks);
        std::vector<ColumnDeclaration> columns;
        for (const ColumnEncoder& encoder : encoders_) {
            columns.push_back(declaration_of(encoder));
            if (auto column = encoder.undecided()) remarks.undecided.push_back(*std::move(column));
        }
        kept.end(encoders_);
        return columns;
    }

private:
    static bool has_any(const std::vector<bool>& marks) {
        return std::find(marks.begin(), marks.end(), true) != marks.end();
    }

    /// Goes to the first row of data. Returns the notes on the header.
    std::vector<Problem> begin(const std::vector<bool>& keep_texts) {
        CsvHeader header = read_csv_header(rows_, options_);
        make_encoders(std::move(header.names), keep_texts);
        return std::move(header.notes);
    }

    /// Makes one encoder per column.
    void make_encoders(std::vector<std::string> names, const std::vector<bool>& keep_texts) {
        std::vector<ColumnEncoder>().swap(encoders_);
        const DeclaredColumns declared(options_, names);
        rules_.emplace(options_, names.size());
        encoders_.reserve(names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            encoders_.emplace_back(std::move(names[i]), declared.find(i), *rules_,
                                   !keep_texts.empty() && keep_texts[i]);
        }
        row_ = rows_before_ = 0;
    }

    /// Reads all rows, part by part. Returns false as soon as the columns are not admitted: those
    /// that the first rows show, or those of all rows.
    bool skim_rows(const ColumnCheck& admits, KeptCells& kept) {
        constexpr std::size_t rows_at_a_time = 1 << 16;
        bool admitted = true;
        read_rows(rows_at_a_time, [&] {
            admitted = rows_before_ > 0 || admits(variables(), row_);
            if (admitted) kept.add(encoders_, row_);
            rows_before_ += std::exchange(row_, 0);
            return admitted;
        });
        if (!admitted || !admits(variables(), rows_before_ + row_)) return false;
        kept.add(encoders_, row_);
        return true;
    }

    /// Reads all rows into memory, which is taken at once if the first rows show how many come.
    void read_whole() {
        constexpr std::size_t most = std::size_t{1} << 24;
        const std::size_t expected = std::min(rows_.expected_rows(encoders_.size()), most);
        for (ColumnEncoder& encoder : encoders_) encoder.expect_rows(expected);
        read_rows();
    }

    /// Reads all rows. Calls `end_part` whenever at least `part` rows are there, unless it is 0,
    /// and ends where that returns false.
    void read_rows(std::size_t part = 0, const std::function<bool()>& end_part = {}) {
        do {
            const std::size_t most = row_ + rows_.most_rows(encoders_.size());
            for (ColumnEncoder& encoder : encoders_) encoder.make_room(most);
            add_rows(rows_, encoders_, options_, row_, most,
                     [](const RefusedCell&) { return false; });
            if (part > 0 && row_ >= part && !end_part()) return;
        } while (rows_.next_piece());
    }

    void remark(DataRemarks& remarks) const {
        ColumnNotes notes(options_);
        for (const ColumnEncoder& encoder : encoders_) {
            std::optional<NearlyNumericColumn> column = encoder.nearly_numeric();
            if (notes.add(encoder, column.has_value()) || !column) continue;
            column->where.file = options_.name;
            remarks.add(std::move(*column));
        }
        notes.append_to(remarks.notes);
        for (const ColumnEncoder& encoder : encoders_)
            if (encoder.has_days()) remarks.dates.push_back(encoder.name());
    }

    Dataset finish() {
        rows_.release();
        FinishedColumns columns(options_.dates, names());
        columns.reserve(encoders_.size());
        for (ColumnEncoder& encoder : encoders_)
            if (!encoder.is_ignored()) columns.add(encoder.finish(row_), encoder.has_days());
        std::vector<ColumnEncoder>().swap(encoders_);
        return with_weight_column(columns.take(), options_);
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const ColumnEncoder& encoder : encoders_) names.push_back(encoder.name());
        return names;
    }

    /// The variables of the table, as the rows until now show them.
    std::vector<Variable> variables() const {
        std::vector<Variable> variables;
        const std::vector<std::string> all = names();
        for (const ColumnEncoder& encoder : encoders_) {
            if (encoder.is_ignored() || encoder.name() == options_.weights) continue;
            if (!encoder.has_days()) {
                variables.push_back(encoder.variable());
                continue;
            }
            for (const DatePart part : parts_of(encoder.name(), options_.dates, all))
                variables.push_back(part_variable(encoder.name(), part));
        }
        return variables;
    }

    static ColumnDeclaration declaration_of(const ColumnEncoder& encoder) {
        if (encoder.is_ignored()) return {encoder.name(), ColumnDeclaration::Kind::ignored};
        if (encoder.has_days())
            return {.name = encoder.name(),
                    .kind = ColumnDeclaration::Kind::date,
                    .date_order = encoder.date_order()};
        const Variable variable = encoder.variable();
        return {variable.name(),
                variable.is_discrete() ? ColumnDeclaration::Kind::discrete
                                       : ColumnDeclaration::Kind::continuous,
                variable.states()};
    }

    std::vector<bool> spoiled_columns() const {
        std::vector<bool> spoiled;
        for (const ColumnEncoder& encoder : encoders_) spoiled.push_back(encoder.numbers_spoiled());
        return spoiled;
    }

    const DataOptions& options_;
    CsvRows rows_;
    std::optional<EncoderRules> rules_;
    std::vector<ColumnEncoder> encoders_;
    std::size_t row_ = 0;          ///< of the part
    std::size_t rows_before_ = 0;  ///< of the parts before it
};

constexpr std::string_view missing_text = "?";

/// The text of a column's cells. The texts of the states are made once.
struct ColumnText {
    explicit ColumnText(const Column& column) : cells(column) {
        for (const std::string& state : column.variable.states()) states.push_back(csv_cell(state));
    }

    void append(std::size_t row, std::string& line) const {
        if (cells.is_missing(row)) {
            line += missing_text;
        } else if (const auto state = cells.state(row)) {
            line += states[state->index()];
        } else {
            line += to_text(cells.value(row));
        }
    }

    const Column& cells;
    std::vector<std::string> states;
};

}  // namespace

Dataset read_csv(ByteSource& source, const DataOptions& options, DataRemarks* remarks) {
    DataRemarks unused;
    return CsvReader(source, options).read(remarks ? *remarks : unused);
}

Dataset read_csv(std::string_view text, const DataOptions& options) {
    ByteSource source(text, options.name, options.limits.max_file_bytes);
    return read_csv(source, options);
}

std::optional<Rows> csv_rows(ByteSource& source, const DataOptions& options,
                             const ColumnCheck& admits, DataRemarks* remarks) {
    DataRemarks found;
    std::vector<Variable> schema;
    std::size_t rows = 0;
    const auto check = [&](std::span<const Variable> columns, std::size_t so_far) {
        schema.assign(columns.begin(), columns.end());
        rows = so_far;
        return admits(columns, so_far);
    };
    const auto kept = std::make_shared<KeptCells>(options);
    auto columns = CsvReader(source, options).find_columns(check, found, *kept);
    if (!columns) return std::nullopt;
    if (remarks) *remarks = std::move(found);
    if (kept->has_all())
        return Rows(std::move(schema), rows,
                    [kept](std::size_t rows_of_part, const Rows::Visit& visit) {
                        kept->pass(rows_of_part, visit);
                    });
    DataOptions declared = options;
    declared.columns = std::move(*columns);
    const auto begin = [&source, declared = std::move(declared)] {
        return csv_blocks(source, declared, {});
    };
    return passes_over(begin, std::move(schema), rows, options.name);
}

std::string csv_cell(std::string_view text) {
    if (!is_utf8(text))
        throw ArgumentError("the name " + shown(text) +
                            " is not UTF-8, and what is written of it could not be read");
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    const bool blank_at_an_end = !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
    if (!text.empty() && !blank_at_an_end && !text.starts_with(byte_order_mark) &&
        text.find_first_of(",;|\t\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string cell = "\"";
    for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
    return cell + '"';
}

void write_csv(const Dataset& data, std::ostream& out) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::vector<ColumnText> columns;
    std::string text;
    for (const Column& column : data.columns()) {
        columns.emplace_back(column);
        text += (text.empty() ? "" : ",") + csv_cell(column.name());
    }
    text += '\n';
    for (std::size_t row = 0; row < data.rows(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0) text += ',';
            columns[i].append(row, text);
        }
        text += '\n';
        if (text.size() < piece) continue;
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
        text.clear();
    }
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace pgm::io
