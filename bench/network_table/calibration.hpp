#pragma once

#include <cstdint>
#include <vector>

namespace pgm::bench {

/// Work that never changes, to compare the engine's with: what takes as long as so many calibration loops today should do so tomorrow, on a slow hour of the machine as on a fast one. It resembles
/// the engine's: contractions of small tables with strides in and out of the first cache, and the bookkeeping of a compiler of plans (sorting, lists, marks).
/// It must not call the library, or an improvement there would hide itself. Changing it means saving all ratios anew.
class Calibration {
public:
    Calibration();

    /// Does the work once, about a third of a millisecond; processor seconds.
    double pass();

private:
    void contract();
    void keep_books();

    std::vector<double> tables_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::vector<std::uint32_t>> lists_;
};

}  // namespace pgm::bench
