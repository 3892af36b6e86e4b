#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/format/record/detail/json_reader.hpp>
#include <io/format/record/detail/network_fields.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The members of a network, which must live as long.
NetworkFields fields_of(const BayesianNetwork& network);

/// The keys of the rows of a distribution in a text of JSON: each row may name the states of the
/// discrete parents, and otherwise is for the configuration of its number, the last parent fastest.
class JsonKeys {
public:
    /// The keys of a family, which must live as long, whose child the assembly has. A parent that
    /// it does not know is reported with the family, and then no states are looked up.
    JsonKeys(NetworkAssembly& assembly, const WrittenFamily& family);

    /// Adds a row. False, after a report, for one that is left out.
    bool add(const DistributionRow& row);

    WrittenKeys take() { return std::move(keys_); }

private:
    bool find_states(const DistributionRow& row);
    /// In messages; all parents must be known.
    std::string family_text() const;
    void set_states_of_number(std::size_t number);

    NetworkAssembly& assembly_;
    const WrittenFamily& written_;
    StateFinder states_;
    std::vector<VariableId> parents_;  ///< the discrete ones
    bool knows_parents_ = true;
    WrittenKeys keys_;
    std::vector<std::uint32_t> row_;  ///< the states of the row that is read, or of the one before
};

/// Reads the distribution of a family that stands at family.offset, the deferred member of a
/// variable with this number. The assembly must have all variables. Returns false, after reports,
/// if its rows are not those of the family.
bool read_distribution(JsonReader& reader, NetworkAssembly& assembly, WrittenFamily& family,
                       std::size_t member);

}  // namespace pgm::io::detail
