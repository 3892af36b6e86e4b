#pragma once

#include <io/format/detail/network_assembly.hpp>

#include <vector>

namespace pgm::io::detail {

/// Decides in which order the `table` statements of a file are. Each has a row for several
/// configurations of the parents, and as many numbers as cells.
///
/// BIF lists the child's states slowest,
///
///     number[s R + r] = P(X = s | r),     r counts the R configurations, the last parent fastest;
///
/// some programs list them fastest, number[r k + s] for k states. A table whose rows sum to 1 in
/// one order only is read in that order. A program writes all its tables alike, so these tables
/// also decide for the others, unless they contradict each other. Otherwise a table whose rows sum
/// to 1 in neither order is read in the one that is nearer to 1, and one that does in both, and is
/// another table in each, as BIF prescribes. All but the prescribed order has a warning or a note.
void settle_bif_table_orders(std::vector<WrittenFamily>& families, NetworkAssembly& assembly);

}  // namespace pgm::io::detail
