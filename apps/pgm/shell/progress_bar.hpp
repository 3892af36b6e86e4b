#pragma once

#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/timings.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <string>

namespace pgm::apps {

/// One line on standard error that says how far long work has come, redrawn in place: "3 of 10
/// folds", "40.0 % of the replicates". Only on a terminal; in a pipe or a file it draws nothing.
class ProgressBar {
public:
    /// `what` is the noun that is counted, in the singular, or what follows a percentage.
    explicit ProgressBar(std::string what);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    bool is_shown() const { return on_terminal_; }

    // Not by two threads at once.
    void show(std::size_t done, std::size_t all);
    /// Shows a share of the whole, from 0 to 1; a few times a second.
    void show(double share);
    /// Shows how many are done of an unknown number; a few times a second.
    void count(std::size_t done);

    /// Takes the line away.
    void clear();

private:
    bool is_due();
    void draw(double share, const std::string& text);
    void draw(const std::string& line);

    std::string what_;
    bool on_terminal_;
    bool drawn_ = false;
    Stopwatch watch_;
    double shown_ = 0;  ///< when the last share was, in milliseconds
};

/// A search or fit whose progress the bar shows, until it is interrupted.
learners::SearchControl control_of(const Interruption& interruption, ProgressBar& bar,
                                   std::size_t threads = 0);

}  // namespace pgm::apps
