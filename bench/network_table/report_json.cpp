#include <bench/network_table/report.hpp>

#include <nlohmann/json.hpp>

namespace pgm::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr double ms = 1e3;

Json json_of(const NetworkTimes& t) {
    if (!t.trouble.empty()) return {{"network", t.name}, {"trouble", t.trouble}};
    return {{"network", t.name},
            {"nodes", t.nodes},
            {"cells", t.clique_cells},
            {"drawn_evidence", t.drawn_evidence},
            {"text_bytes", t.text_bytes},
            {"load_ms", t.load * ms},
            {"engine_ms", t.engine * ms},
            {"first_ms", (t.first_compile + t.first_query) * ms},
            {"first_compile_ms", t.first_compile * ms},
            {"first_query_ms", t.first_query * ms},
            {"fresh_ms", t.fresh * ms},
            {"fixed_ms", t.fixed * ms},
            {"fixed_evidence_only_ms", t.fixed_evidence_only * ms},
            {"fixed_mpe_ms", t.fixed_mpe * ms},
            {"varying_ms", t.varying * ms},
            {"varying_compile_ms", t.varying_compile * ms},
            {"varying_run_ms", t.varying_run * ms},
            {"varying_evidence_only_ms", t.varying_evidence_only * ms},
            {"varying_mpe_ms", t.varying_mpe * ms},
            {"arena_bytes", t.arena_bytes},
            {"peak_bytes", t.peak_bytes},
            {"first_multiplications_per_s", t.first_rate},
            {"fixed_multiplications_per_s", t.fixed_rate},
            {"varying_multiplications_per_s", t.varying_rate},
            {"disturbed", t.disturbed}};
}

Json json_of(const BatchTimes& b) {
    return {{"network", b.name},
            {"one_us", b.one},
            {"one_missing_us", b.one_missing},
            {"all_us", b.all},
            {"all_missing_us", b.all_missing},
            {"two_threads", b.two_threads}};
}

Json json_of(const OtherTime& other) {
    return {{"question", other.name},
            {other.is_ratio ? "ratio" : "ms", other.is_ratio ? other.value : other.value * ms}};
}

template <class Rows>
Json list_of(const Rows& rows) {
    Json list = Json::array();
    for (const auto& row : rows) list.push_back(json_of(row));
    return list;
}

}  // namespace

std::string json_of(const Report& report) {
    const Json machine = {{"l1_multiply_adds_per_s", report.machine.l1_multiply_adds},
                          {"l2_multiply_adds_per_s", report.machine.l2_multiply_adds},
                          {"l2_bytes_per_s", report.machine.l2_bytes},
                          {"memory_bytes_per_s", report.machine.memory_bytes}};
    return Json({{"machine", machine},
                 {"networks", list_of(report.networks)},
                 {"batches", list_of(report.batches)},
                 {"others", list_of(report.others)}})
               .dump(1) +
           "\n";
}

}  // namespace pgm::bench
