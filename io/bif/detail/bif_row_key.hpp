#pragma once

#include <io/bif/detail/bif_family.hpp>
#include <pgm/model/variable.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Reads the keys of the rows of one table, `(yes, no)`, as row numbers.
///
/// Most programs write rows in counting order, so each parent's state is the same as in the
/// previous row, the next one, or the first again. These states are compared with the text first,
/// without a hash, an allocation or a search.
class BifRowKey {
public:
    BifRowKey(BifLexer& lexer, const BifOutline& outline, ReaderReport& report)
        : lexer_(lexer), outline_(outline), report_(report) {
        predicted_.reserve(8);  // most variables have fewer parents
    }

    /// Begins the table of a family. The family must be valid until the table has been read.
    void begin(const BifFamily& family);

    /// A `*` in a key, which stands for every state of its parent.
    struct Wildcard {
        std::size_t stride;  ///< from the row of one state to that of the next
        std::size_t states;
    };

    /// Reads the key after its `(`, including the `)`. Returns the number of the row, with the last
    /// parent fastest; where the key has wildcards, that of the first of its rows. Reports an
    /// unknown state or a wrong number of states and returns nothing.
    std::optional<std::size_t> read(std::size_t offset);

    /// The wildcards of the key that was read last.
    std::span<const Wildcard> wildcards() const { return wildcards_; }

private:
    /// The states of one parent and which one to expect.
    struct Predicted {
        std::span<const std::string> states;
        std::uint32_t last;  ///< the state in the previous row
    };

    bool read_predicted(std::size_t& row);
    std::optional<std::size_t> read_any(std::size_t offset);
    bool is_wildcard(VariableId parent, const BifToken& token, const std::string& name);
    std::optional<std::uint32_t> find_state(VariableId parent, const BifToken& token,
                                            const std::string& name);
    const StateIndex& states_of(VariableId variable);

    BifLexer& lexer_;
    const BifOutline& outline_;
    ReaderReport& report_;
    const BifFamily* family_ = nullptr;
    std::vector<Predicted> predicted_;
    bool predictable_ = true;
    std::vector<Wildcard> wildcards_;
    std::vector<std::optional<StateIndex>> states_;  ///< by variable, made when first needed
};

}  // namespace pgm::io::detail
