#pragma once

#include <chrono>
#include <string>
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

/// What `--timings` tells: reading the model, then one entry per evidence set or query. Compilation
/// is 0 where a plan was reused.
struct Timings {
    double load_ms = 0;
    std::vector<double> compile_ms;
    std::vector<double> query_ms;

    void add(double compile, double query) {
        compile_ms.push_back(compile);
        query_ms.push_back(query);
    }

    /// {"load_ms":..,"compile_ms":[..],"query_ms":[..],"peak_rss_mb":..}
    std::string line() const;
};

/// The middle value; of an even number the mean of the two middle ones. `values` must not be empty.
double median(std::vector<double> values);

}  // namespace pgm::apps
