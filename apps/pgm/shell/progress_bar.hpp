#pragma once

#include <apps/pgm/shell/timings.hpp>

#include <cstddef>
#include <string>

namespace pgm::apps {

/// One line on standard error that says how far long work has come, redrawn in place. Only on a
/// terminal; in a pipe or a file it draws nothing.
class ProgressBar {
public:
    /// `what` is counted: "folds".
    explicit ProgressBar(std::string what);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Not by two threads at once.
    void show(std::size_t done, std::size_t all);

    /// Takes the line away.
    void clear();

private:
    std::string what_;
    bool on_terminal_;
    bool drawn_ = false;
    Stopwatch watch_;
};

}  // namespace pgm::apps
