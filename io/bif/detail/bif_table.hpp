#pragma once

#include <io/bif/detail/bif_family.hpp>
#include <io/bif/detail/bif_row_key.hpp>
#include <io/bif/detail/bif_row_locations.hpp>
#include <io/bif/detail/bif_table_order.hpp>
#include <pgm/model/cpd/table_cpd.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Reads the statements of one probability block: keyed rows `(yes, no) 0.1, 0.9;` in any order, or
/// one `table` with all numbers, and optionally a `default` row for all other rows. A `*` in a key
/// stands for every state of its parent.
///
/// A `table` with R parent configurations lists the numbers with the child's index s slowest, as
/// the format prescribes:
///
///     number[s R + r] = P(X = s | r),     r counts the parents' states, the last parent fastest.
///
/// Some programs write it with the child fastest, number[r k + s] for k states; BifTableOrder
/// decides.
///
/// Invalid rows are reported and replaced by uniform ones, so that each mistake is reported once.
class BifTableReader {
public:
    BifTableReader(BifLexer& lexer, BifOutline& outline, ReaderReport& report,
                   BifRowLocations& locations)
        : lexer_(lexer),
          outline_(outline),
          report_(report),
          locations_(locations),
          key_(lexer, outline, report) {
        constexpr std::size_t first_room = 8;
        members_.reserve(first_room);
        cardinalities_.reserve(first_room);
    }

    /// Reads a block whose head the lexer has just passed. `cells` is the number of cells of the
    /// family's table, which the caller has checked. Throws ParseError where the text leaves the
    /// grammar.
    TableCpd read(const BifFamily& family, const BifBlock& block, std::size_t cells);

    /// The offset of the first -1 if all numbers of the table that was read last, or of some of its
    /// rows, are -1: they are to be learned. Uniform rows stand in for them.
    std::optional<std::size_t> to_be_learned() const { return to_be_learned_; }

    /// Decides the order of tables that leave it open, after all blocks were read.
    void settle_orders() { order_.settle(outline_.builder, locations_, report_); }

    /// The number of the table that was read last in the BifRowLocations.
    std::size_t number() const { return number_; }

private:
    void begin(const BifFamily& family, const BifBlock& block, std::size_t cells);
    Scope scope_of(const BifFamily& family);
    void statements();
    [[noreturn]] void fail_at_statement(const BifToken& token);
    void keyed_row(std::size_t offset);
    void default_row(std::size_t offset);
    void wildcard_rows(std::size_t offset, std::size_t first_row);
    void read_repeated_row(std::size_t offset, const std::string& name, std::vector<double>& row);
    void whole_table(std::size_t offset);
    void store_table(std::size_t offset);
    void fill_gaps();
    void make_uniform(std::span<double> values) const;
    bool leaves_to_be_learned(std::span<double> values, std::size_t offset);
    BifRowLocations::TableOffsets& offsets() { return locations_.table(number_); }
    std::string family() const { return family_text(outline_, *family_); }
    std::span<double> row_values(std::size_t row) {
        return table_.values().subspan(row * row_length_, row_length_);
    }
    void report_count(std::size_t found, std::size_t expected, std::size_t offset,
                      const std::string& what);

    BifLexer& lexer_;
    BifOutline& outline_;
    ReaderReport& report_;
    BifRowLocations& locations_;
    BifRowKey key_;
    BifTableOrder order_;
    // The table that is being read.
    const BifFamily* family_ = nullptr;
    BifBlock block_;
    std::size_t number_ = 0;
    std::span<std::uint32_t> rows_;
    std::size_t row_length_ = 0;
    Table table_;
    std::vector<double> default_;
    std::vector<double> wildcard_;  ///< the numbers of a row whose key has a `*`
    std::vector<double> numbers_;   ///< the numbers of `table` in their order
    bool broken_row_ = false;
    std::optional<std::size_t> to_be_learned_;
    // The scope of the table. These lists keep their memory from table to table.
    std::vector<VariableId> members_;
    std::vector<std::size_t> cardinalities_;
};

}  // namespace pgm::io::detail
