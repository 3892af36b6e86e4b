#pragma once

#include <pgm/core/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pgm::tests {

/// Small enough that no input makes a reader allocate more than a few megabytes.
inline constexpr Limits fuzz_limits{.max_file_bytes = 1 << 20,
                                    .max_variables = 2000,
                                    .max_states = 1000,
                                    .max_parents = 20,
                                    .max_name_bytes = 200,
                                    .max_table_cells = 1 << 12,
                                    .max_model_cells = 1 << 16};

/// What each format's target does with any bytes: read them within the limits and, where that gives
/// a network, check the promises (rows sum to 1, parents before children in some order, every table
/// fits), write the network, read it again and compare bit for bit. Returns what is wrong, "" when
/// all is well; lets every exception that is no pgm::Error pass. `read_a_network` tells whether it
/// came that far.
std::string_view fuzz_bif(std::string_view bytes, bool& read_a_network);
std::string_view fuzz_xmlbif(std::string_view bytes, bool& read_a_network);
std::string_view fuzz_xdsl(std::string_view bytes, bool& read_a_network);
std::string_view fuzz_net(std::string_view bytes, bool& read_a_network);
std::string_view fuzz_pgmx(std::string_view bytes, bool& read_a_network);
std::string_view fuzz_elv(std::string_view bytes, bool& read_a_network);
std::string_view fuzz_pmml(std::string_view bytes, bool& read_a_network);
std::string_view fuzz_pgmodel(std::string_view bytes, bool& read_a_network);

/// The same behind a right checksum: the bytes are the contents of the envelope.
std::string_view fuzz_pgmodel_contents(std::string_view bytes, bool& read_a_network);

/// Tables of data: what was read is a sound table, and written as CSV it reads back as the same
/// columns.
std::string_view fuzz_csv(std::string_view bytes, bool& read_a_table);
std::string_view fuzz_arff(std::string_view bytes, bool& read_a_table);

/// Bytes unpacked, or an error.
std::string_view fuzz_gzip(std::string_view bytes, bool& unpacked);

}  // namespace pgm::tests
