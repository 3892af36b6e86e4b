#pragma once

#include <io/network/detail/family_text.hpp>
#include <io/network/detail/file_network.hpp>
#include <io/text/detail/reader_report.hpp>
#include <pgm/model/network_builder.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Puts the rows of a distribution, which name the states of the discrete parents, into the order
/// of its configurations, the last parent fastest. It reports states that do not exist, rows that
/// do not fit, rows that are given twice, and missing rows, each once.
class KeyedRows {
public:
    /// What is wrong with a row, which may stand for several, as a message goes on after its name:
    /// " has 3 numbers, expected 2". Empty if it fits the distribution.
    using Mistake = std::function<std::string(std::size_t row, bool is_repeated)>;

    /// All must outlive the object. The parents are the discrete ones of the family.
    KeyedRows(const NetworkBuilder& builder, const FoundFamily& family,
              std::span<const VariableId> parents, const FileKeys& keys, ReaderReport& report,
              const Mistake& mistake);

    /// True if a row stands for several, so that the file does not spell all of them out.
    bool repeats_rows() const { return keys_.default_row || !for_many_.empty(); }

    /// For each of so many configurations the row of the file, or the number of rows there where
    /// the row was refused. Null after a report of rows that are missing.
    std::optional<std::vector<std::size_t>> sources(std::size_t configurations);
    /// False for a row that was refused.
    bool is_fine(std::size_t row) const { return row < keys_.size() && is_fine_[row]; }

private:
    struct Found {
        std::size_t configuration;
        std::size_t source;
        auto operator<=>(const Found&) const = default;
    };

    std::span<const std::uint32_t> key(std::size_t row) const;
    bool has_states(std::size_t row);
    bool is_for_many(std::size_t row) const;
    std::size_t number_of(std::size_t row) const;
    void report_twice(std::size_t configuration, std::size_t second, std::size_t first);
    void report_missing(std::size_t first, std::size_t count);
    void fill(std::size_t row, std::vector<std::size_t>& sources);
    std::string name_of(std::size_t configuration) const;
    std::string name_of_source(std::size_t row) const;
    std::string family_name() const;

    const NetworkBuilder& builder_;
    const FoundFamily& family_;
    std::span<const VariableId> parents_;
    const FileKeys& keys_;
    ReaderReport& report_;
    std::vector<Found> found_;           ///< rows for one configuration, ascending
    std::vector<std::size_t> for_many_;  ///< rows of the file for several
    std::vector<char> is_fine_;          ///< by row of the file
    bool is_explained_;                  ///< missing rows have been reported in another way
};

/// Finds the states that keys name.
class StateFinder {
public:
    /// Both must outlive the object.
    StateFinder(const NetworkBuilder& builder, ReaderReport& report)
        : builder_(builder), report_(report) {}

    /// The number of a state; null where there is none of this name. Most files list rows in
    /// order, so the state of the row before, the next one and the first are compared first.
    std::optional<std::uint32_t> find(VariableId variable, std::string_view name,
                                      std::uint32_t before = 0);
    /// Likewise, but null after a report.
    std::optional<std::uint32_t> require(VariableId variable, const FileName& name,
                                         std::uint32_t before = 0);
    void report_unknown(VariableId variable, const FileName& name);

private:
    const NetworkBuilder& builder_;
    ReaderReport& report_;
    std::vector<std::optional<StateIndex>> states_;  ///< by variable, made when first needed
};

}  // namespace pgm::io::detail
