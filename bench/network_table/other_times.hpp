#pragma once

#include <bench/network_table/network_files.hpp>

#include <string>
#include <vector>

namespace pgm::bench {

/// Microseconds per row of a batch of 10,000 rows that observe the same fifth of the variables.
struct BatchTimes {
    std::string name;
    double one = 0, all = 0;                  ///< one posterior, or those of all variables
    double one_missing = 0, all_missing = 0;  ///< three in ten of the cells missing at random
    double two_threads = 0;  ///< how many times faster all posteriors are on two threads
};

/// A question of another kind, in seconds, or a ratio.
struct OtherTime {
    std::string name;
    double value = 0;
    bool is_ratio = false;
};

/// Of asia, alarm, insurance and win95pts, as far as they are among the files.
std::vector<BatchTimes> time_batches(const std::vector<NetworkFile>& files, double seconds);

/// Marginal MAP on alarm, one target on pigs, two threads: as far as these networks are among the
/// files.
std::vector<OtherTime> time_other_questions(const std::vector<NetworkFile>& files, double seconds);

}  // namespace pgm::bench
