#pragma once

#include <pgm/table/table.hpp>

namespace pgm {

/// Operations on factors as textbooks define them (Koller and Friedman 2009, section 4.2.1), as
/// plain loops over assignments. The engine computes the same by compiled contractions over one
/// arena; these functions are for small tables, for teaching and for testing.

/// (a * b)(x) = a(x restricted to a's scope) * b(x restricted to b's scope). The axes of the result
/// are those of a, then those of b that a does not have. Throws ArgumentError when a variable has
/// different cardinalities in a and b, and TooLargeError when the number of cells overflows.
Table product(const Table& a, const Table& b);

/// Sums over the states of one variable. Its axis is removed and the others keep their order.
/// Throws ArgumentError unless the table has the variable.
Table sum_out(const Table& table, VariableId variable);

}  // namespace pgm
