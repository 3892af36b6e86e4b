#pragma once

#include <io/bif_family.hpp>
#include <io/bif_row_key.hpp>
#include <pgm/model/table_cpd.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// The table of one probability block.
struct BifTable {
    TableCpd cpd;
    /// Where a row stands. Holds four bytes per row; lines are counted only when it is asked.
    std::function<Location(std::size_t row)> row_place;
};

/// Reads the statements of one probability block: keyed rows `(yes, no) 0.1, 0.9;` in any order, or one `table` with all numbers, and perhaps a
/// `default` row for what is not given.
///
/// A `table` with k numbers per row for R parent configurations lists the child's index slowest, as the format has it:
///
///     number[s R + r] = P(X = s | r),        r counts the parents' states, the last parent fastest.
///
/// Some programs write it with the child fastest, number[r k + s]. Where only that reading gives rows that sum to 1 it is taken, with a warning.
///
/// Rows that cannot be understood are reported and replaced by uniform ones, so that one mistake is told once.
class BifTableReader {
public:
    /// The lexer stands behind the head of the block. `cells` is the number of cells of the family's table, found acceptable by the caller.
    BifTableReader(BifLexer& lexer, BifOutline& outline, BifReport& report, const BifFamily& family, const BifBlock& block, std::size_t cells);

    /// Throws ParseError where the text does not follow the grammar.
    BifTable read();

private:
    /// What has been given where; offsets count from the beginning of the block, 0 is "not given".
    struct Places {
        std::vector<std::uint32_t> rows;
        std::size_t default_row = 0;
        std::size_t first_of_table = 0;
        bool child_fastest = false;
        std::size_t seen_row = 0;  ///< the number of `table` found by the question before, from where the next one starts
        std::size_t seen_offset = 0;
    };

    void statements();
    [[noreturn]] void fail_at_statement(const BifToken& token);
    void keyed_row(std::size_t offset);
    void default_row(std::size_t offset);
    void whole_table(std::size_t offset);
    void store_table(std::size_t offset, const std::vector<double>& numbers);
    void fill_gaps();
    void make_uniform(std::span<double> values) const;
    std::span<double> row_values(std::size_t row) { return table_.values().subspan(row * row_length_, row_length_); }
    bool is_count(std::size_t found, std::size_t expected, std::size_t offset, const std::string& what);
    std::function<Location(std::size_t)> row_places() const;

    BifLexer& lexer_;
    BifOutline& outline_;
    BifReport& report_;
    const BifFamily& family_;
    BifBlock block_;
    BifRowKey key_;
    Table table_;
    std::size_t row_length_;
    std::vector<double> default_;
    std::shared_ptr<Places> places_;
    bool broken_row_ = false;
};

}  // namespace pgm::io
