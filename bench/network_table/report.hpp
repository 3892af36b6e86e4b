#pragma once

#include <bench/network_table/machine_limits.hpp>
#include <bench/network_table/network_times.hpp>
#include <bench/network_table/other_times.hpp>

#include <string>
#include <vector>

namespace pgm::bench {

/// Everything that one run measured.
struct Report {
    MachineLimits machine;
    std::vector<NetworkTimes> networks;
    std::vector<BatchTimes> batches;
    std::vector<OtherTime> others;
};

/// Tables in the notation of Markdown, legible as they are.
std::string text_of(const Report& report);

/// {"machine": {...}, "networks": [{"network": "asia", ...}], "batches": [...], "others": [...]}:
/// times in the unit that their names end in.
std::string json_of(const Report& report);

}  // namespace pgm::bench
