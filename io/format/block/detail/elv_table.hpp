#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/text/detail/block_lexer.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// A number of a table as the first versions of Elvira wrote it, with the state of the child and
/// those of the parents: `[yes, no] = 0.01`.
struct ElvKeyedNumber {
    std::vector<WrittenName> states;
    double value = 0;
    std::size_t offset = 0;
    std::vector<std::uint32_t> key = {};  ///< the states of the parents, then that of the child

    std::span<const std::uint32_t> row() const { return {key.data(), key.size() - 1}; }
};

/// The numbers of a relation, behind the word `table`: a list, or numbers with states.
struct ElvTable {
    WrittenNumbers numbers;
    std::vector<ElvKeyedNumber> keyed;
    std::optional<WrittenRows> rows{};  ///< of the numbers with states, by make_rows()
};

/// Reads a table and the ';' behind it. In a `generalizedTable` a number may have a range and a
/// name for analyses of sensitivity behind it, `0.14|range(0.1,0.5)|"prevalence"`, which are left
/// out. '#' in place of a number is NaN. `what` begins messages. Throws ParseError.
ElvTable read_elv_table(BlockLexer& lexer, const std::string& what);

/// Replaces '#' in the numbers of a chance variable, NaN here, by what the other states of its
/// configuration leave of 1. False where '#' stands twice for one configuration.
bool fill_complements(WrittenNumbers& numbers, std::size_t states);

/// Makes rows of the numbers that have states, when all variables are known. False after a report.
bool make_rows(ElvTable& table, const WrittenFamily& family, NetworkAssembly& assembly);

/// The numbers of all rows, as the other tables of Elvira have them.
WrittenNumbers child_slowest(const WrittenRows& rows);

}  // namespace pgm::io::detail
