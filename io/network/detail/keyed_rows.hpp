#pragma once

#include <io/network/detail/family_text.hpp>
#include <io/network/detail/file_network.hpp>
#include <io/text/detail/reader_report.hpp>
#include <pgm/model/network_builder.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pgm::io::detail {

/// Puts the rows of a file, which name the states of the parents, into the order of a table. It
/// reports states that do not exist, rows of the wrong length, rows that are given twice, missing
/// rows, and rows for many configurations that are no probabilities, each once.
class KeyedRows {
public:
    /// All must outlive the object.
    KeyedRows(const NetworkBuilder& builder, const FoundFamily& family, const FileRows& given,
              ReaderReport& report);

    /// True if a row stands for several, so that the file does not spell all of them out.
    bool repeats_rows() const { return given_.default_row || !for_many_.empty(); }

    /// For each of so many rows of the table the row of the file, or the number of rows there
    /// where the row was refused and a uniform one takes its place. Null after a report of rows
    /// that are missing.
    std::optional<std::vector<std::size_t>> sources(std::size_t rows);
    /// The numbers of a row of the file.
    std::span<const double> numbers(std::size_t row) const;
    /// False for a row that was refused.
    bool is_fine(std::size_t row) const { return row < given_.rows.size() && is_fine_[row]; }

private:
    struct Found {
        std::size_t row;  ///< of the table
        std::size_t source;
        auto operator<=>(const Found&) const = default;
    };

    std::span<const std::uint32_t> key(std::size_t row) const;
    bool has_states(std::size_t row);
    bool is_for_many(std::size_t row) const;
    std::size_t number_of(std::size_t row) const;
    bool check_row(std::size_t row);
    void report_twice(std::size_t table_row, std::size_t second, std::size_t first);
    void report_missing(std::size_t first, std::size_t count);
    void fill(std::size_t row, std::vector<std::size_t>& sources);
    std::string name_of(std::size_t table_row) const;
    std::string family_name() const;

    const NetworkBuilder& builder_;
    const FoundFamily& family_;
    const FileRows& given_;
    ReaderReport& report_;
    std::vector<Found> found_;           ///< rows for one configuration, ascending
    std::vector<std::size_t> for_many_;  ///< rows of the file for several
    std::vector<char> is_fine_;          ///< by row of the file
    bool is_explained_;                  ///< missing rows have been reported in another way
};

}  // namespace pgm::io::detail
