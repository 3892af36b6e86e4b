#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/text/detail/block_lexer.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The numbers of a table as the first versions of Elvira wrote it, each with the state of the
/// child and those of the parents, in any order:
///
///     values = table ( [yes, no] = 0.01, [yes, yes] = 0.05, [no, no] = 0.99, [no, yes] = 0.95 );
struct ElvKeyedNumbers {
    std::vector<std::vector<WrittenName>> keys;
    WrittenNumbers numbers;
};

/// Reads such a table behind the word 'table', with its ';'; null, with nothing read, if it is a
/// list of numbers. Throws ParseError that begins with `what` where a number is none.
std::optional<ElvKeyedNumbers> read_keyed_numbers(BlockLexer& lexer, const std::string& what);

/// The numbers with the states of the child slowest, then those of the parents, the last one
/// fastest. Null after a report of a key that does not fit the family, of an unknown state, and of
/// states that have two numbers or none. All variables must have been added to the assembly.
std::optional<WrittenNumbers> in_order_of_cells(const ElvKeyedNumbers& keyed,
                                                const WrittenFamily& family,
                                                NetworkAssembly& assembly);

}  // namespace pgm::io::detail
