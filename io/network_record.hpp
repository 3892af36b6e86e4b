#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io {

/// A network as three flat columns, without pointers or nested objects, which is all that a native file stores.
///
///     numbers   network:   bytes of its name, number of annotations, the bytes of each; number of variables
///               variable:  bytes of its name, number of states, the bytes of each, number of annotations, the bytes of each
///               table:     kind (0, a TableCpd), number of parents, their ids
///     text      all names, states and annotations, one after the other, in that order
///     values    the cells of all tables, one table after the other
///
/// First everything of the network, then of the variables in order of ids, then of the tables in order of ids.
struct NetworkRecord {
    std::vector<std::uint64_t> numbers;
    std::vector<double> values;
    std::string text;
};

NetworkRecord record_of(const BayesianNetwork& network);

/// Takes a record apart. Every count is compared with what is left before it is believed, and the network is built by NetworkBuilder, so that a record
/// made by hand can give a wrong network but never an invalid one. Throws ParseError for a record that contradicts itself, ModelError and TooLargeError as NetworkBuilder
/// does. Its warnings are appended to `remarks`; `name` is what errors call the file.
BayesianNetwork network_of(const NetworkRecord& record, const Limits& limits, const std::string& name, std::vector<Problem>& remarks);

}  // namespace pgm::io
