#include <bench/network_table/report.hpp>
#include <bench/network_table/table_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::bench {
namespace {

std::string milliseconds(double seconds) {
    return digits(seconds * 1e3);
}
std::string megabytes(std::size_t bytes) {
    return digits(static_cast<double>(bytes) / 1e6);
}
std::string billions(double value) {
    return digits(value / 1e9);
}

std::string cells_text(double cells) {
    if (cells < 1e4) return digits(cells);
    return cells < 1e6 ? digits(cells / 1e3) + "k" : digits(cells / 1e6) + "M";
}

std::string questions_table(const std::vector<const NetworkTimes*>& networks) {
    std::vector<Row> rows;
    for (const NetworkTimes* const t : networks) {
        rows.push_back({t->name + (t->drawn_evidence ? " *" : ""), std::to_string(t->nodes),
                        cells_text(t->clique_cells),
                        milliseconds(t->first_compile + t->first_query),
                        milliseconds(t->first_compile), milliseconds(t->first_query),
                        milliseconds(t->fresh), milliseconds(t->fixed), milliseconds(t->varying),
                        milliseconds(t->varying_compile), milliseconds(t->varying_run)});
    }
    return table({"network", "nodes", "cells", "first", "= compile", "+ query", "fresh process",
                  "fixed", "varying", "= compile", "+ run"},
                 rows);
}

std::string kinds_table(const std::vector<const NetworkTimes*>& networks) {
    std::vector<Row> rows;
    for (const NetworkTimes* const t : networks) {
        rows.push_back({t->name, milliseconds(t->fixed), milliseconds(t->fixed_evidence_only),
                        milliseconds(t->fixed_mpe), milliseconds(t->varying),
                        milliseconds(t->varying_evidence_only), milliseconds(t->varying_mpe)});
    }
    return table({"network", "fixed: all posteriors", "P(e) only", "MPE", "varying: all posteriors",
                  "P(e) only", "MPE"},
                 rows);
}

std::string resources_table(const std::vector<const NetworkTimes*>& networks) {
    std::vector<Row> rows;
    for (const NetworkTimes* const t : networks) {
        rows.push_back({t->name, milliseconds(t->load), milliseconds(t->engine),
                        digits(t->text_bytes / (t->load + t->engine) / 1e6),
                        megabytes(t->arena_bytes), megabytes(t->peak_bytes),
                        billions(t->first_rate), billions(t->fixed_rate),
                        billions(t->varying_rate)});
    }
    return table({"network", "load, ms", "engine, ms", "MB/s", "arena, MB", "peak, MB",
                  "first, 1e9/s", "fixed", "varying"},
                 rows);
}

std::string batches_table(const std::vector<BatchTimes>& batches) {
    std::vector<Row> rows;
    for (const BatchTimes& b : batches)
        rows.push_back({b.name, digits(b.one), digits(b.one_missing), digits(b.all),
                        digits(b.all_missing), digits(b.two_threads)});
    return table({"network", "one posterior", "30 % missing", "all posteriors", "30 % missing",
                  "two threads, x"},
                 rows);
}

std::string machine_text(const MachineLimits& machine) {
    return "This machine, one thread: " + billions(machine.l1_multiply_adds) +
           "e9 multiply-adds/s from L1, " + billions(machine.l2_multiply_adds) +
           "e9 from L2; reads L2 at " + billions(machine.l2_bytes) + " GB/s, memory at " +
           billions(machine.memory_bytes) + " GB/s.\n";
}

}  // namespace

std::string text_of(const Report& report) {
    std::vector<const NetworkTimes*> timed;
    std::string troubles, disturbed;
    bool drawn = false;
    for (const NetworkTimes& network : report.networks) {
        if (network.trouble.empty())
            timed.push_back(&network);
        else
            troubles += network.name + ": " + network.trouble + '\n';
        drawn = drawn || network.drawn_evidence;
        if (network.disturbed > 0.05)
            disturbed += (disturbed.empty() ? "" : ", ") + network.name + " " +
                         digits(100 * network.disturbed) + " %";
    }
    std::string text = machine_text(report.machine);
    if (!timed.empty()) {
        text += "\nAll posteriors, milliseconds:\n\n" + questions_table(timed);
        if (drawn) text += "\n* evidence drawn from the network itself\n";
        text += "\nOther questions, milliseconds:\n\n" + kinds_table(timed);
        text += "\nLoading, memory of the first question, multiplications per second:\n\n" +
                resources_table(timed);
    }
    if (!report.batches.empty())
        text +=
            "\nBatches of 10,000 rows, microseconds per row:\n\n" + batches_table(report.batches);
    if (!report.others.empty()) text += "\n";
    for (const OtherTime& other : report.others)
        text += other.name + ": " +
                (other.is_ratio ? "x " + digits(other.value) : milliseconds(other.value) + " ms") +
                "\n";
    if (!troubles.empty()) text += "\nNot measured:\n" + troubles;
    if (!disturbed.empty())
        text += "\nQuestions during which other programs had the processor (they do not count): " +
                disturbed + "\n";
    return text;
}

}  // namespace pgm::bench
