#pragma once

#include <bench/network_table/samples.hpp>
#include <pgm/model/evidence.hpp>

#include <functional>
#include <vector>

namespace pgm::bench {

/// One kind of question, asked about every evidence set in turn. Several kinds are timed in
/// alternation, a round of each, so that a slow minute of the machine meets all of them.
class Questions {
public:
    /// `ask` answers and tells the seconds that it spent on compiling a plan. Goes round once,
    /// untimed: kept plans are compiled, memory is touched.
    Questions(const std::vector<Evidence>& sets, std::function<double(const Evidence&)> ask);

    /// One round. Questions of a few microseconds are timed together, for looking at the clock
    /// takes time too; longer ones each by itself.
    void round();

    double seconds() const { return total_.median(); }  ///< of a question, the median
    double compile_seconds() const { return median_of(compile_); }
    double run_seconds() const { return run_.median(); }
    std::size_t count() const { return total_.size(); }
    std::size_t disturbed() const { return total_.disturbed(); }

private:
    const std::vector<Evidence>& sets_;
    std::function<double(const Evidence&)> ask_;
    bool together_ = false;
    Samples total_, run_;
    std::vector<double> compile_;
};

/// Rounds of all of them in turn, for about that long and at least three times.
void alternate(std::vector<Questions*> kinds, double seconds);

}  // namespace pgm::bench
