#pragma once

#include <chrono>
#include <cstddef>
#include <ctime>
#include <vector>

namespace pgm::bench {

/// Seconds of processor time that this thread has used.
inline double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// How long something took: by the clock on the wall, and of the processor's time.
struct Duration {
    double wall = 0;
    double processor = 0;

    /// Somebody else had the processor for a while: the clock on the wall went on, this thread did
    /// not.
    bool disturbed() const { return wall > 1.02 * processor + 2e-6; }
    /// What it would have taken alone.
    double undisturbed() const { return disturbed() ? processor : wall; }
};

template <class Work>
Duration duration_of(Work&& work) {
    const double processor = thread_seconds();
    const auto start = std::chrono::steady_clock::now();
    work();
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {wall, thread_seconds() - processor};
}

/// Times of repetitions by one thread. By the clock on the wall; where another program had the
/// processor for a while, that says nothing about this one, and such a repetition counts only when
/// most were interrupted, by its processor time.
class Samples {
public:
    void add(const Duration& duration) {
        (duration.disturbed() ? disturbed_ : quiet_).push_back(duration.undisturbed());
    }
    std::size_t size() const { return quiet_.size() + disturbed_.size(); }
    std::size_t disturbed() const { return disturbed_.size(); }

    /// Seconds; 0 without samples.
    double median() const;

private:
    std::vector<double> quiet_, disturbed_;
};

/// The middle value; of an even number the mean of the two middle ones; 0 of none.
double median_of(std::vector<double> values);

}  // namespace pgm::bench
