#pragma once

#include <cstddef>
#include <string>

namespace pgm::bench {

/// The first question of a process that has read a network and done nothing else: cold code,
/// untouched memory.
struct FreshQuestion {
    double seconds = 0;  ///< from the engine's construction to the posteriors of all variables
    std::size_t peak_bytes =
        0;  ///< by which the process grew meanwhile, at its largest; 0 unless asked for
};

/// Starts this very program again, several times; the median of the times.
FreshQuestion ask_in_fresh_processes(const std::string& network_path, int processes);

/// What such a process does: reads the network, asks, writes a line for the process that started
/// it. With `memory` it watches its memory instead of the clock.
void answer_as_fresh_process(const std::string& network_path, bool memory);

}  // namespace pgm::bench
