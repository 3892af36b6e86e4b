#include <io/csv/detail/short_csv.hpp>

#include <io/csv/detail/csv_header.hpp>
#include <io/table/detail/cell_texts.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <io/table/detail/column_notes.hpp>
#include <io/table/detail/data_columns.hpp>

#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace pgm::io::detail {
namespace {

/// The encoder of a longer column takes little memory compared with its text.
constexpr std::size_t most_bytes_of_column = 128;

/// With very many columns an encoder stores next to nothing, which suits few rows.
constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

class ShortCsvReader {
public:
    ShortCsvReader(CsvRows& rows, const DataOptions& options, std::vector<std::string> names)
        : rows_(rows),
          options_(options),
          columns_(names.size()),
          declared_(options, names),
          rules_(options, unlimited),
          notes_(options),
          made_(options.dates, {}) {
        texts_->begin_row();
        for (const std::string& name : names) texts_->add(name);
        texts_->end_row();
    }

    /// Returns false if columns are not short.
    bool read_texts() {
        const auto cell = [this](std::size_t column, std::string_view text) {
            if (column == 0) texts_->begin_row();
            if (column >= columns_) fail_long_row(rows_, options_, columns_);
            texts_->add(text);
        };
        const auto end = [this](std::size_t cells) {
            if (cells != columns_) fail_short_row(rows_, options_, cells, columns_);
            texts_->end_row();
        };
        do {
            while (rows_.next_row(cell, end)) {
                if (texts_->bytes() / columns_ >= most_bytes_of_column) return false;
            }
        } while (rows_.next_piece());
        rows_.release();
        return true;
    }

    /// Returns false if a cell contradicts the declaration of its column.
    bool make_columns(DataRemarks& remarks) {
        made_.reserve(columns_);
        for (std::size_t i = 0; i < columns_; ++i) {
            const std::span<const std::string_view> texts = texts_->next_column();
            bool good = encode(i, texts, false);
            if (good && encoder_->numbers_spoiled()) good = encode(i, texts, true);
            if (!good) return false;
            remark(remarks, i);
            if (!encoder_->is_ignored())
                made_.add(encoder_->finish(texts.size() - 1), encoder_->has_days());
        }
        texts_.reset();
        notes_.append_to(remarks.notes);
        locate_remarks(remarks);
        return true;
    }

    Dataset finish() { return with_weight_column(made_.take(), options_); }

private:
    /// A cell by its row (0 is the header) and column.
    using CellNumber = std::pair<std::size_t, std::size_t>;

    /// Encodes a column. Its name is the first text.
    bool encode(std::size_t column, std::span<const std::string_view> texts, bool keep_texts) {
        encoder_.emplace(std::string(texts.front()), declared_.find(column), rules_, keep_texts);
        encoder_->make_room(texts.size() - 1);
        for (std::size_t row = 1; row < texts.size(); ++row) {
            const ColumnEncoder::Outcome outcome = encoder_->add_padded(texts[row], row - 1);
            if (outcome == ColumnEncoder::Outcome::good) continue;
            if (outcome != ColumnEncoder::Outcome::first_word) return false;
            row_of_word_ = row;
        }
        return true;
    }

    void remark(DataRemarks& remarks, std::size_t column) {
        if (encoder_->has_days()) remarks.dates.push_back(encoder_->name());
        std::optional<NearlyNumericColumn> found = encoder_->nearly_numeric();
        if (notes_.add(*encoder_, found.has_value())) return;
        if (found && remarks.add(std::move(*found)))
            remarked_.emplace(CellNumber{row_of_word_, column}, remarks.nearly_numeric.size() - 1);
    }

    /// Reads the table again to find the locations of the few cells that have remarks.
    void locate_remarks(DataRemarks& remarks) {
        if (remarked_.empty()) return;
        std::size_t row = options_.header ? 0 : 1;
        const auto cell = [&](std::size_t column, std::string_view) {
            const auto found = remarked_.find({row, column});
            if (found != remarked_.end())
                remarks.nearly_numeric[found->second].where = rows_.location();
        };
        const auto end = [&row](std::size_t) { ++row; };
        rows_.restart();
        rows_.read_rows(cell, end);
        rows_.release();
    }

    CsvRows& rows_;
    const DataOptions& options_;
    std::size_t columns_;
    const DeclaredColumns declared_;
    const EncoderRules rules_;
    ColumnNotes notes_;
    std::optional<CellTexts> texts_{std::in_place};  ///< the first row has the names
    std::optional<ColumnEncoder> encoder_;
    std::size_t row_of_word_ = 0;
    std::map<CellNumber, std::size_t> remarked_;  ///< the remark about each cell
    FinishedColumns made_;
};

}  // namespace

std::optional<Dataset> read_short_csv(CsvRows& rows, const DataOptions& options,
                                      std::vector<std::string> names, DataRemarks& remarks) {
    DataRemarks found;
    ShortCsvReader reader(rows, options, std::move(names));
    if (!reader.read_texts() || !reader.make_columns(found)) return std::nullopt;
    remarks.notes.insert(remarks.notes.end(), found.notes.begin(), found.notes.end());
    found.notes = std::move(remarks.notes);
    remarks = std::move(found);
    return reader.finish();
}

}  // namespace pgm::io::detail
