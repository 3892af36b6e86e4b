#pragma once

#include <io/format/record/detail/flat_record.hpp>
#include <pgm/classify/provenance.hpp>

namespace pgm::io::detail {

/// The part of a classifier's record that has the history of its fit: 1 and the candidates of a
/// choice (their number; of each its name, log loss and error (values); the number of the chosen
/// one; 1 where the last is the stack of the others; 1 where the choice was stopped), or 0. Then 1
/// and the report of expectation maximisation (iterations; number of log-likelihoods, these and the
/// last one without prior (values); 1 where it converged; 1 where it was stopped; number of
/// initialisations), or 0.
void write_history(FlatWriter& writer, const Provenance& provenance);

/// Reads it into the provenance. What contradicts itself is refused by FlatReader::fail().
void read_history(FlatReader& reader, Provenance& provenance);

}  // namespace pgm::io::detail
