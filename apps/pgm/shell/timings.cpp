#include <apps/pgm/shell/timings.hpp>

#include <apps/pgm/shell/json_text.hpp>

#include <sys/resource.h>

#include <cmath>

namespace pgm::apps {
namespace {

double peak_rss_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr double kilobytes_per_megabyte = 1024;  // Linux counts ru_maxrss in kilobytes
    return static_cast<double>(usage.ru_maxrss) / kilobytes_per_megabyte;
}

/// The clock ticks in nanoseconds; digits beyond are noise of the arithmetic.
double to_nanosecond(double milliseconds) {
    constexpr double nanoseconds_per_millisecond = 1e6;
    return std::round(milliseconds * nanoseconds_per_millisecond) / nanoseconds_per_millisecond;
}

}  // namespace

std::string Timings::json_line() const {
    JsonText json;
    json.begin_object().key("load_ms").number(to_nanosecond(load_ms));
    json.key("compile_ms").begin_array();
    for (const double value : compile_ms) json.number(to_nanosecond(value));
    json.end_array().key("query_ms").begin_array();
    for (const double value : query_ms) json.number(to_nanosecond(value));
    json.end_array().key("peak_rss_mb").number(peak_rss_mb()).end_object();
    return json.take() + "\n";
}

double median(std::vector<double> values) {
    const std::size_t middle = values.size() / 2;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle),
                     values.end());
    if (values.size() % 2 == 1) return values[middle];
    return (values[middle] +
            *std::max_element(values.begin(),
                              values.begin() + static_cast<std::ptrdiff_t>(middle))) /
           2;
}

}  // namespace pgm::apps
