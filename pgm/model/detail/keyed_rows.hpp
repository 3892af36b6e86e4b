#pragma once

#include <pgm/model/detail/draft.hpp>
#include <pgm/model/detail/family_text.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::detail {

/// A family whose variables were found, and where its distribution stands.
struct FoundFamily {
    VariableId child;
    std::vector<VariableId> parents;
    std::size_t place = no_place;
};

/// Puts the rows of a distribution, which name the states of the discrete parents, into the order
/// of its configurations, the last parent fastest. It reports states that do not exist, rows that
/// do not fit, rows that are given twice, and missing rows, each once.
class KeyedRows {
public:
    /// What is wrong with a row, which may stand for several, as a message goes on after its name:
    /// " has 3 numbers, expected 2". Empty if it fits the distribution.
    using Mistake = std::function<std::string(std::size_t row, bool is_repeated)>;

    /// All must outlive the object. The parents are the discrete ones of the family.
    KeyedRows(Draft& draft, const FoundFamily& family, std::span<const VariableId> parents,
              const WrittenKeys& keys, const Mistake& mistake);

    /// True if a row stands for several, so that not all of them are spelled out.
    bool repeats_rows() const { return keys_.default_row || !for_many_.empty(); }

    /// For each of so many configurations the row in what was written, or the number of rows there
    /// where the row was refused. Null after a report of rows that are missing.
    std::optional<std::vector<std::size_t>> sources(std::size_t configurations);
    /// False for a row that was refused.
    bool is_fine(std::size_t row) const { return row < keys_.size() && is_fine_[row]; }
    /// Reports mistakes in the rows for one configuration each, for those who need not go on.
    void report_mistakes(const std::function<std::string(std::size_t row)>& mistake);

private:
    /// A row by the number of its configuration, and its number in what was written.
    struct Found {
        std::size_t configuration;
        std::size_t source;
        auto operator<=>(const Found&) const = default;
    };

    bool is_right(std::size_t row, const std::string& wrong);
    std::span<const std::uint32_t> key(std::size_t row) const;
    bool has_states(std::size_t row);
    bool is_for_many(std::size_t row) const;
    std::size_t number_of(std::size_t row) const;
    void report_twice(std::size_t configuration, std::size_t second, std::size_t first);
    void report_missing(std::size_t first, std::size_t count);
    void fill(std::size_t row, std::vector<std::size_t>& sources);
    std::string name_of(std::size_t configuration) const { return text_.row(configuration); }
    std::string name_of_source(std::size_t row) const;
    std::string family_name() const;
    const Variable& parent(std::size_t i) const { return draft_.variable(parents_[i]); }

    Draft& draft_;
    const FoundFamily& family_;
    std::span<const VariableId> parents_;
    const WrittenKeys& keys_;
    FamilyText text_;                    ///< of the rows
    std::vector<Found> found_;           ///< for one configuration each, ascending, each once
    std::vector<std::size_t> for_many_;  ///< rows for several configurations
    std::vector<char> is_fine_;          ///< by row
    bool is_explained_;                  ///< missing rows have been reported in another way
};

}  // namespace pgm::detail
