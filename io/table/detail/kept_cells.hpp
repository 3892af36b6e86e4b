#pragma once

#include <io/file/detail/kept_bytes.hpp>
#include <io/options/data_options.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <pgm/data/rows.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The cells of a table as its encoders had them while it was read, so that passes over its rows,
/// once the columns are known, need not read the text again.
class KeptCells {
public:
    explicit KeptCells(const DataOptions& options) : options_(options), bytes_(options.name) {}

    /// Keeps the first rows of the encoders. Gives all cells up where there is no room for them.
    void add(std::span<const ColumnEncoder> encoders, std::size_t rows);
    /// Gives up the cells, to begin again.
    void clear();
    /// The last cells have come, and these are their columns.
    void end(std::span<const ColumnEncoder> encoders);
    bool has_all() const { return !is_full_; }

    /// One pass over the rows, in parts of at most so many.
    void pass(std::size_t rows_of_part, const Rows::Visit& visit) const;

private:
    /// Rows whose columns lie one behind the other.
    struct KeptPart {
        std::size_t begin, rows;
        std::vector<std::size_t> widths;  ///< of the cells of each column
    };
    Dataset rows_of(const KeptPart& part, std::size_t from, std::size_t rows,
                    std::size_t rows_before) const;

    DataOptions options_;
    KeptBytes bytes_;
    bool is_full_ = false;  ///< there was no room
    std::vector<KeptPart> parts_;
    std::vector<std::string> names_;
    std::vector<CellMeaning> columns_;
};

}  // namespace pgm::io::detail
