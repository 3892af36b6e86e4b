#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/format/record/detail/json_reader.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace pgm::io::detail {

/// The kinds of distributions in a text of JSON, and their names as members of a variable.
enum class JsonKind : std::uint8_t {
    table,
    uniform,
    noisy_max,
    gaussian,
    kernel_density,
    function,
    other
};

inline constexpr std::array<std::string_view, 7> json_kinds = {
    "table", "uniform", "noisy_max", "gaussian", "kernel_density", "function", "other"};

constexpr std::string_view name_of(JsonKind kind) {
    return json_kinds[static_cast<std::size_t>(kind)];
}

/// Reads the distribution of a family that begins at family.offset. The assembly must have all
/// variables. Returns false, after reports, if its rows are not those of the family.
bool read_distribution(JsonReader& reader, NetworkAssembly& assembly, WrittenFamily& family,
                       JsonKind kind);

}  // namespace pgm::io::detail
