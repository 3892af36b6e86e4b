#pragma once

#include <io/network/detail/network_assembly.hpp>
#include <io/text/detail/json_reader.hpp>
#include <pgm/model/variable.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The rows of a distribution in a text of JSON, each of which may name the states of the discrete
/// parents that it belongs to: finds out which row of the distribution each of them is.
class JsonRows {
public:
    /// The rows of a family whose variables the assembly has. Where it does not know a parent,
    /// which it reports itself, rows are taken in the order of the file.
    JsonRows(NetworkAssembly& assembly, const FileFamily& family);

    /// Begins a row.
    void begin(std::size_t offset);
    /// Reads the states that the row names.
    void read_states(JsonReader& reader);
    /// Reports what is wrong with the row.
    void error(std::string message);
    void end();

    /// For each row of the distribution its number in the file. Nothing, after reports, if rows are
    /// missing or given twice, or error() was called.
    std::optional<std::vector<std::size_t>> order();

private:
    StateId state(std::size_t parent, const FileName& name);
    std::string name_of(std::size_t row) const;
    void report_missing(std::optional<std::size_t> expected);

    NetworkAssembly& assembly_;
    std::string family_;
    std::size_t offset_;                             ///< of the distribution
    std::vector<const Variable*> parents_;           ///< the discrete ones
    std::vector<std::optional<StateIndex>> states_;  ///< made when rows are not in order
    bool knows_parents_ = true;
    std::vector<std::size_t> next_;   ///< the states of the next row in order
    std::optional<std::size_t> row_;  ///< that was named
    std::vector<std::size_t> rows_, offsets_;
    bool is_right_ = true;
};

}  // namespace pgm::io::detail
