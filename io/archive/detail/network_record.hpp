#pragma once

#include <io/archive/detail/flat_record.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// A network as three flat columns.
///
///     numbers   network:   in version 2 first the RowSums (0 normalise, 1 keep); bytes of its
///                          name, number of annotations, the bytes of each; number of variables
///               variable:  bytes of its name, number of states (0 when continuous), the bytes of
///                          each, number of annotations, the bytes of each
///               CPD:       its kind, number of discrete parents, their ids; then
///                 0  TableCpd            nothing more
///                 1  LinearGaussianCpd   (version 2) number of continuous parents, their ids,
///                                        tying (0 none, 1 slopes and variance)
///                 2  KernelDensityCpd    (version 2) kernel (0 gaussian, 1 tophat); per row the
///                                        number of points and 1 if they have weights, otherwise 0
///     text      all names, states and annotations, one after the other, in that order
///     values    one CPD after the other:
///                 0  the cells
///                 1  per row intercept, slopes, variance
///                 2  per row bandwidth, points, weights
///
/// First everything of the network, then of the variables in order of ids, then of the CPDs in
/// order of ids. A network that version 1 can hold is written in it, so that older programs read
/// all they can.
struct NetworkRecord : FlatRecord {
    std::uint32_t version = 1;
};

inline constexpr std::uint32_t newest_network_version = 2;

/// Throws ArgumentError for a network with a FunctionCpd: no file holds a function.
NetworkRecord record_of(const BayesianNetwork& network);

/// Takes a record apart. Every count is compared with what is left before it is believed, and the
/// network is built by NetworkBuilder, so that a record made by hand can give a wrong network but
/// never an invalid one. Throws ParseError for a record that contradicts itself, ModelError and
/// TooLargeError as NetworkBuilder does. Its warnings are appended to `remarks`; `name` is what
/// errors call the file.
BayesianNetwork network_of(const NetworkRecord& record, const Limits& limits,
                           const std::string& name, std::vector<Problem>& remarks);

}  // namespace pgm::io::detail
