#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>

#include <cstddef>

namespace pgm::detail {

/// run_contractions() on several threads: every contraction long enough to pay for it is cut along
/// the outermost loop of its output, and the threads make disjoint parts of the output. Each cell
/// is computed as one thread would, hence the same bits for any number of threads. Contractions
/// with few outputs, and small ones, stay on the calling thread, so a question on a small network
/// gains nothing; many rows are better divided among threads as rows.
///
/// `lost_precision` is set when arithmetic of another thread underflowed or overflowed (FloatFlags
/// sees one thread only), and left alone otherwise.
std::int64_t run_shared_contractions(const ContractionList& list, double* arena,
                                     std::size_t threads, bool& lost_precision);

}  // namespace pgm::detail
