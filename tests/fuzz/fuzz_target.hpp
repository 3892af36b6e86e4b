#pragma once

#include <pgm/core/limits.hpp>
#include <tests/support/sealed_file.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::tests {

/// Small enough that no input makes a reader allocate more than a few megabytes.
inline constexpr Limits fuzz_limits{.max_file_bytes = 1 << 20,
                                    .max_variables = 2000,
                                    .max_states = 1000,
                                    .max_parents = 20,
                                    .max_name_bytes = 200,
                                    .max_table_cells = 1 << 12,
                                    .max_model_cells = 1 << 16,
                                    .max_filled_cells = 1 << 16};

/// A fuzz target takes any bytes: a reader, and checks of whatever it accepts. Inputs come from
/// libFuzzer (scripts/fuzz) and, with any compiler, from mutations of the seeds
/// (mutation_test.cpp).
///
/// The name is also that of the folder tests/fuzz/seeds/<name> with good inputs, of the dictionary
/// tests/fuzz/dictionaries/<name>.dict, and the suffix of files in tests/fuzz/regressions, which
/// are inputs that once found an error.
struct FuzzTarget {
    std::string name;
    /// Returns what is wrong, "" when all is well; lets every exception that is no pgm::Error pass.
    /// `accepted` reports whether the bytes were good input.
    std::function<std::string_view(std::string_view bytes, bool& accepted)> check;
    /// Seeds beside those of the folder; none when null.
    std::function<std::vector<std::string>()> generated_seeds = nullptr;
    /// True if every change of good input makes it bad.
    bool has_checksum = false;
    /// What takes many times as long, of accepted bytes; null where that is all. libFuzzer asks it
    /// of one accepted input in 64, which the bytes choose, the tests of every one.
    std::function<std::string_view(std::string_view bytes)> check_further = nullptr;
    /// True for inputs that take many times as long as others; null where there are none. libFuzzer
    /// checks one in 64 of them, the tests every one.
    std::function<bool(std::string_view bytes)> is_slow = nullptr;
};

/// The targets of all readers. The networks have one per row of io::network_formats().
const std::vector<FuzzTarget>& fuzz_targets();
const FuzzTarget& fuzz_target(std::string_view name);  ///< throws std::out_of_range
std::vector<FuzzTarget> network_targets();
std::vector<FuzzTarget> table_targets();
std::vector<FuzzTarget> packing_targets();
std::vector<FuzzTarget> question_targets();
std::vector<FuzzTarget> uai_targets();
std::vector<FuzzTarget> classifier_targets();
std::vector<FuzzTarget> archive_targets();
FuzzTarget evidence_json_target();

/// Those of the folder and the generated ones.
std::vector<std::string> seeds_of(const FuzzTarget& target);

/// A file that pgm writes for itself, of an input without its header: the first byte is the
/// version, the rest the contents, which get a right checksum. And such an input of a file.
std::string sealed_contents(std::string_view bytes, SealedKind kind);
std::string contents_with_version(const std::string& file);

/// What an error says, as the result of a target: "" unless it says nothing.
std::string_view complaint_about(const std::exception& error);

}  // namespace pgm::tests
