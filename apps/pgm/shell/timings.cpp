#include <apps/pgm/shell/timings.hpp>

#include <apps/pgm/render/render.hpp>

#include <sys/resource.h>

#include <algorithm>
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

std::string Timings::line() const {
    const auto rounded = [](std::vector<double> milliseconds) {
        std::ranges::transform(milliseconds, milliseconds.begin(), to_nanosecond);
        return milliseconds;
    };
    return json_line(Report{{"load_ms", to_nanosecond(load_ms_ + construction_ms_)},
                            {"compile_ms", rounded(compile_ms_)},
                            {"query_ms", rounded(query_ms_)},
                            {"peak_rss_mb", peak_rss_mb()}});
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
