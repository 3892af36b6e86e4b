#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/format/record/detail/json_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The keys of the rows of a distribution in a text of JSON: each row may name the states of the
/// discrete parents, and otherwise is for the configuration of its number, the last parent fastest.
class JsonKeys {
public:
    /// The keys of a family whose child the assembly has. A parent that it does not know is
    /// reported with the family, and then no states are looked up.
    JsonKeys(NetworkAssembly& assembly, const WrittenFamily& family);

    /// Begins a row.
    void begin(std::size_t offset);
    /// Reads the states that the row names.
    void read_states(JsonReader& reader);
    /// Reports what is wrong with the row, which is then left out.
    void refuse(std::string message);
    /// Ends a row. False if it was refused.
    bool end();

    WrittenKeys take() { return std::move(keys_); }

private:
    NetworkAssembly& assembly_;
    StateFinder states_;
    std::string family_;
    std::vector<VariableId> parents_;  ///< the discrete ones
    bool knows_parents_ = true;
    WrittenKeys keys_;
    std::size_t offset_ = 0;
    std::vector<std::uint32_t> row_;  ///< the states of the row that is read, or of the one before
    bool names_states_ = false, is_refused_ = false;
};

}  // namespace pgm::io::detail
