#pragma once

namespace pgm::bench {

/// What this machine can do at best, on one thread, measured by loops that do nothing else. Beside
/// these stand the multiplications per second that the engine achieves.
struct MachineLimits {
    double l1_multiply_adds =
        0;  ///< per second: dot products of two tables that lie in the first cache
    double l2_multiply_adds = 0;  ///< the same in the second cache
    double l2_bytes = 0;          ///< per second: reading a table that lies in the second cache
    double memory_bytes = 0;      ///< per second: reading a table far larger than all caches
};

/// Takes half a second. The widest vectors that the processor has.
MachineLimits measure_machine_limits();

}  // namespace pgm::bench
