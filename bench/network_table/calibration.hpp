#pragma once

#include <pgm/inference/detail/plan/arena.hpp>

#include <cstdint>
#include <vector>

namespace pgm::bench {

/// Work that never changes, to compare the engine's with: what takes as long as so many calibration
/// loops today should do so tomorrow, on a slow hour of the machine as on a fast one. There are two
/// loops, for slow hours slow the two differently, and the engine does both: contractions of small
/// tables in vector registers, and the bookkeeping of a compiler of plans (lists, sorting, marks).
/// They must not call the engine, or an improvement there would hide itself. Changing them means
/// saving all ratios anew.
class Calibration {
public:
    Calibration();

    /// Does the work a few times, a fifth of a millisecond.
    void pass();

    /// Processor seconds: the geometric mean of the two loops, the fastest pass of each.
    double seconds() const;

private:
    void keep_books();

    detail::Arena tables_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::vector<std::uint32_t>> lists_;
    double arithmetic_ = 1e300, books_ = 1e300;
};

}  // namespace pgm::bench
