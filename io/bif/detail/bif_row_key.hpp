#pragma once

#include <io/bif/detail/bif_family.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Reads the keys of the rows of one table, `(yes, no)`, as row numbers.
///
/// Programs write rows in counting order, so the state of each parent is mostly the one of the row
/// before, the next one, or the first again. These are compared with the text first; neither a hash
/// nor an allocation nor a search is needed for a row that follows the pattern.
class BifRowKey {
public:
    BifRowKey(BifLexer& lexer, const BifOutline& outline, BifReport& report)
        : lexer_(lexer), outline_(outline), report_(report) {
        predicted_.reserve(8);  // more parents than most have
    }

    /// Begins the table of a family, which must outlive the reading of the table.
    void begin(const BifFamily& family);

    /// What follows the `(`, just read, through the `)`: the row's number, counted with the last
    /// parent fastest. Nothing when the key names an unknown state or not one state per parent,
    /// which is reported.
    std::optional<std::size_t> read(std::size_t offset);

private:
    /// What is expected of one parent.
    struct Predicted {
        std::span<const std::string> states;
        std::uint32_t last;  ///< the state of the row before
    };

    bool read_predicted(std::size_t& row);
    std::optional<std::size_t> read_any(std::size_t offset);
    std::optional<std::uint32_t> find_state(VariableId parent, const BifToken& token,
                                            const std::string& name);
    const std::vector<std::uint32_t>& sorted_states(VariableId variable);

    BifLexer& lexer_;
    const BifOutline& outline_;
    BifReport& report_;
    const BifFamily* family_ = nullptr;
    std::vector<Predicted> predicted_;
    bool predictable_ = true;
    /// Of each variable, by name; made when first needed.
    std::vector<std::vector<std::uint32_t>> sorted_states_;
};

}  // namespace pgm::io::detail
