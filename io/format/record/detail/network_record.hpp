#pragma once

#include <io/format/record/detail/flat_record.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The newest version of the records that record_of() makes.
inline constexpr std::uint32_t newest_network_version = 6;

/// The record of a network.
///
///     numbers   network:   from version 2 on first the RowSums (0 normalise, 1 keep); bytes of its
///                          name, number of annotations, the bytes of each; number of variables
///               variable:  bytes of its name, number of states (0 when continuous), the bytes of
///                          each, number of annotations, the bytes of each; (version 6) its kind
///               kinds:     (version 3) their number, the bytes of the name of each
///               CPD:       its kind, counted from 0 among the kinds; number of discrete parents,
///                          their ids; number of continuous parents, their ids; number of values
///     weights:  (version 4) the number of row weights of each variable
///     text      all names, states and annotations, and the kinds, one after the other, in that
///               order
///     values    the numbers of one CPD after the other (AnyCpd::numbers()), then the row weights
///
/// First everything of the network, then of the variables in order of ids, then of the CPDs in
/// order of ids, then the weights. Kinds have names, so a record of a kind that the program does
/// not know is refused, and one that it knows needs no other version.
///
/// Versions 1 and 2 knew three kinds by number, of which only tables were in version 1: after the
/// discrete parents nothing more for 0, TableCpd; for 1, LinearGaussianCpd, the continuous parents
/// and the tying; for 2, KernelDensityCpd, its kernel, and per row the number of points and 1 if
/// they have weights, otherwise 0. Networks of tables are still written so, in version 1 if their
/// rows sum to 1, for older programs to read.
///
/// Throws ArgumentError for a network with a FunctionCpd: no file holds a function.
FlatRecord record_of(const BayesianNetwork& network);

/// Takes a record of that version apart. Every count is compared with what is left before it is
/// believed, and the network is built by NetworkBuilder, so that a record made by hand can give a
/// wrong network but never an invalid one. Throws ParseError for a record that contradicts itself,
/// ModelError and TooLargeError as NetworkBuilder does. Its warnings are appended to `remarks`;
/// `name` is what errors call the file.
BayesianNetwork network_of(const FlatRecord& record, std::uint32_t version, const Limits& limits,
                           const std::string& name, std::vector<Problem>& remarks);

/// A network as part of another record: the version of its own, which follows that one.
void write_value(FlatWriter& writer, const BayesianNetwork& network);
void read_value(FlatReader& reader, std::string_view what, BayesianNetwork& network);

}  // namespace pgm::io::detail
