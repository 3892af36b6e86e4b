#pragma once

#include <bench/network_table/network_files.hpp>

#include <cstddef>
#include <string>

namespace pgm::bench {

/// One row of the table. Times are medians, in seconds; all posteriors of all variables are asked
/// for unless it says otherwise.
struct NetworkTimes {
    std::string name;
    std::string trouble;  ///< why there are no times; empty when there are
    bool drawn_evidence = false;
    std::size_t nodes = 0;
    double clique_cells = 0;

    double text_bytes = 0;
    double load = 0;    ///< reading the file
    double engine = 0;  ///< constructing the engine: arc consistency

    // Without evidence.
    double first_compile = 0, first_query = 0;  ///< in a warm process
    double fresh = 0;                           ///< in a fresh one, engine and compilation included
    std::size_t peak_bytes = 0, arena_bytes = 0;

    // With evidence: the same variables each time and their plan kept, or other variables each time
    // and no plan kept.
    double fixed = 0, fixed_evidence_only = 0, fixed_mpe = 0;
    double varying = 0, varying_compile = 0, varying_run = 0, varying_evidence_only = 0,
           varying_mpe = 0;

    // Multiplications per second of the runs.
    double first_rate = 0, fixed_rate = 0, varying_rate = 0;

    double disturbed =
        0;  ///< share of the questions during which another program had the processor
};

/// Measures for about `seconds` (large networks take longer). What goes wrong with the network is
/// told in the row.
NetworkTimes time_network(const NetworkFile& file, double seconds);

}  // namespace pgm::bench
