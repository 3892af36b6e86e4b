#pragma once

#include <io/arff/detail/arff_header.hpp>
#include <io/arff/detail/arff_lexer.hpp>
#include <io/arff/detail/arff_pieces.hpp>
#include <io/options/data_options.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <pgm/core/error.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Reads the header and then the rows of an ARFF file, dense and sparse ones, into encoders.
class ArffRows {
public:
    /// Reads the header. The source must outlive the object.
    ArffRows(ByteSource& source, const DataOptions& options);
    ArffRows(const ArffRows&) = delete;
    ArffRows& operator=(const ArffRows&) = delete;

    /// The options that encoders of the file need: ARFF has no missing marks but its own.
    const DataOptions& options() const { return options_; }
    const std::vector<ArffAttribute>& attributes() const { return attributes_; }
    /// Notes about what the header declares.
    std::vector<Problem> notes() const;

    /// Reads the next row into row `row` of the encoders, one per attribute and with room for it.
    /// Returns false at the end of the file.
    bool next(std::span<ColumnEncoder> encoders, std::size_t row);
    /// The weight of the last row, if it has one.
    std::optional<double> weight() const { return weight_; }

private:
    void begin_piece();
    void read_dense_row();
    void next_value(std::size_t values);
    void read_sparse_row();
    std::size_t read_index();
    void add(std::size_t i, const ArffWord& word);
    void read_weight();
    [[noreturn]] void fail_short_row(std::size_t values);

    const DataOptions options_;
    ArffPieces pieces_;
    std::optional<ArffLexer> lexer_;  ///< of the current piece
    std::vector<ArffAttribute> attributes_;
    /// The value of each attribute that a sparse row leaves out; empty: missing.
    std::vector<std::string> omitted_;
    std::vector<bool> given_;
    std::span<ColumnEncoder> encoders_;
    std::size_t row_ = 0;
    std::optional<double> weight_;
};

}  // namespace pgm::io::detail
