#pragma once

#include <pgm/table/table.hpp>

namespace pgm {

/// The algebra of tables as textbooks write it (Koller and Friedman 2009, section 4.2.1): plain
/// loops over assignments. The engine computes the same by compiled contractions over one arena;
/// these are for small tables, for teaching and for checking.

/// (a * b)(x) = a(x restricted to a's scope) * b(x restricted to b's scope). The axes of the result
/// are those of a, then those of b that a lacks. Throws ArgumentError where the two give a variable
/// different cardinalities, TooLargeError where the number of cells overflows.
Table product(const Table& a, const Table& b);

/// The sum over the states of one variable; its axis leaves, the others keep their order. Throws
/// ArgumentError unless the table has the variable.
Table sum_out(const Table& table, VariableId variable);

}  // namespace pgm
