#include <io/csv/csv.hpp>
#include <io/csv/detail/csv_header.hpp>
#include <io/csv/detail/csv_rows.hpp>
#include <io/csv/detail/short_csv.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <io/table/detail/data_columns.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/suggest.hpp>
#include <pgm/core/text/utf8.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace pgm::io {

using namespace detail;

namespace {

class CsvReader {
public:
    CsvReader(ByteSource& source, const DataOptions& options)
        : source_(source), options_(options), rows_(source, options) {}

    Dataset read(DataRemarks& remarks) {
        std::vector<std::string> names = read_csv_names(rows_, options_);
        if (names.size() >= fewest_short_columns) {
            if (auto data = read_short_csv(rows_, options_, std::move(names), remarks))
                return std::move(*data);
            names = read_csv_names(rows_, options_);
        }
        make_encoders(std::move(names), {});
        read_rows();
        if (const std::vector<bool> spoiled = spoiled_columns();
            std::find(spoiled.begin(), spoiled.end(), true) != spoiled.end()) {
            make_encoders(read_csv_names(rows_, options_), spoiled);
            read_rows();
        }
        remark(remarks);
        return finish();
    }

    /// Reads with all columns declared and passes a table to `use` for every `chunk` rows.
    void read_chunks(std::size_t chunk, const std::function<void(const Dataset&)>& use) {
        make_encoders(read_csv_names(rows_, options_), {});
        read_rows(chunk, [&] { emit_chunk(use); });
        if (row_ > 0) emit_chunk(use);
    }

    /// Reads the whole file to determine the columns, without keeping cells.
    std::vector<ColumnDeclaration> find_columns() {
        make_encoders(read_csv_names(rows_, options_), {});
        std::vector<bool> spoiled;
        for (;;) {
            read_rows(rows_at_a_time, [this] { row_ = 0; });
            const std::vector<bool> now = spoiled_columns();
            if (spoiled == now || std::find(now.begin(), now.end(), true) == now.end()) break;
            spoiled = now;
            make_encoders(read_csv_names(rows_, options_), spoiled);
        }
        std::vector<ColumnDeclaration> columns;
        for (ColumnEncoder& encoder : encoders_) columns.push_back(declaration_of(encoder));
        return columns;
    }

private:
    static constexpr std::size_t rows_at_a_time = 1 << 16;

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
        row_ = 0;
    }

    /// Reads all rows. Calls `end_chunk` whenever at least `chunk` rows are there, unless it is 0.
    void read_rows(std::size_t chunk = 0, const std::function<void()>& end_chunk = {}) {
        const std::size_t columns = encoders_.size();
        const auto cell = [&](std::size_t column, std::string_view text) {
            if (column >= columns) fail_long_row(rows_, options_, columns);
            const ColumnEncoder::Outcome outcome = encoders_[column].add_padded(text, row_);
            if (outcome != ColumnEncoder::Outcome::good) [[unlikely]]
                handle(encoders_[column], outcome, text);
        };
        const auto end = [&](std::size_t cells) {
            if (cells != columns) fail_short_row(rows_, options_, cells, columns);
            ++row_;
        };
        do {
            const std::size_t most = row_ + rows_.most_rows(columns);
            for (ColumnEncoder& encoder : encoders_) encoder.make_room(most);
            while (rows_.next_row(cell, end)) {
            }
            if (chunk > 0 && row_ >= chunk) end_chunk();
        } while (rows_.next_piece());
    }

    void handle(ColumnEncoder& encoder, ColumnEncoder::Outcome outcome, std::string_view text) {
        if (outcome != ColumnEncoder::Outcome::first_word) fail_cell(encoder, outcome, text);
        const Location location = rows_.location();
        encoder.set_location_of_first_word(location.line, location.column);
    }

    void remark(DataRemarks& remarks) const {
        for (const ColumnEncoder& encoder : encoders_) {
            std::optional<NearlyNumericColumn> column = encoder.nearly_numeric();
            if (!column) continue;
            column->where.file = options_.name;
            remarks.add(std::move(*column));
        }
    }

    void emit_chunk(const std::function<void(const Dataset&)>& use) {
        std::vector<Column> columns;
        for (ColumnEncoder& encoder : encoders_) {
            if (!encoder.is_ignored()) columns.push_back(encoder.take(row_));
        }
        row_ = 0;
        use(with_weight_column(std::move(columns), options_));
    }

    Dataset finish() {
        rows_.release();
        std::vector<Column> columns;
        columns.reserve(encoders_.size());
        for (ColumnEncoder& encoder : encoders_) {
            if (!encoder.is_ignored()) columns.push_back(encoder.finish(row_));
        }
        std::vector<ColumnEncoder>().swap(encoders_);
        return with_weight_column(std::move(columns), options_);
    }

    ColumnDeclaration declaration_of(ColumnEncoder& encoder) {
        if (encoder.is_ignored()) return {encoder.name(), ColumnDeclaration::Kind::ignored};
        const Variable variable = encoder.finish(0).variable;
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

    [[noreturn]] void fail_cell(const ColumnEncoder& encoder, ColumnEncoder::Outcome outcome,
                                std::string_view text) const {
        if (outcome == ColumnEncoder::Outcome::too_many_states) {
            rows_.fail_too_large("column " + shown(encoder.name()) + " has more than " +
                                 std::to_string(options_.limits.max_states) +
                                 " different values, the limit of states");
        }
        if (!is_utf8(text)) {
            rows_.fail(shown(text) + " in column " + shown(encoder.name()) + " is not UTF-8",
                       not_utf8_hint);
        }
        if (outcome == ColumnEncoder::Outcome::not_a_number) {
            rows_.fail(shown(text) + " is not a finite number, but column " +
                       shown(encoder.name()) + " is continuous");
        }
        rows_.fail(shown(text) + " is no state of column " + shown(encoder.name()),
                   did_you_mean(text, encoder.declared_states()));
    }

    ByteSource& source_;
    const DataOptions& options_;
    CsvRows rows_;
    std::optional<EncoderRules> rules_;
    std::vector<ColumnEncoder> encoders_;
    std::size_t row_ = 0;
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

void for_each_csv_chunk(ByteSource& source, const DataOptions& options, std::size_t rows,
                        const std::function<void(const Dataset&)>& use) {
    DataOptions declared = options;
    declared.columns = CsvReader(source, options).find_columns();
    CsvReader(source, declared).read_chunks(rows, use);
}

}  // namespace pgm::io
