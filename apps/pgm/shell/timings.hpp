#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

/// Milliseconds since it was made.
class Stopwatch {
public:
    double milliseconds() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
            .count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The line of `--timings`: reading the model, then one entry per evidence set or query.
/// Compilation is 0 where a plan was reused; that of the first entry includes the construction of
/// the engine, since without it there is no answer.
class Timings {
public:
    void add_loading(double ms) { load_ms_ += ms; }
    void add_construction(double ms) { construction_ms_ += ms; }
    void add(double compile_ms, double query_ms) {
        compile_ms_.push_back(compile_ms + std::exchange(construction_ms_, 0));
        query_ms_.push_back(query_ms);
    }

    /// {"load_ms":..,"compile_ms":[..],"query_ms":[..],"peak_rss_mb":..}
    std::string line() const;

private:
    double load_ms_ = 0;
    double construction_ms_ = 0;  ///< of an engine that was not yet asked
    std::vector<double> compile_ms_;
    std::vector<double> query_ms_;
};

/// The middle value; of an even number the mean of the two middle ones. `values` must not be empty.
double median(std::vector<double> values);

}  // namespace pgm::apps
