#pragma once

#include <io/bif/detail/bif_outline.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// Whose table a probability block holds: P(child | parents), parents in the order of the block's
/// header.
struct BifFamily {
    VariableId child;
    std::size_t offset = 0;  ///< of the child's name in the header
    std::vector<VariableId> parents;
    bool complete = true;  ///< false when a parent was refused, which was reported
};

/// Reads `( x | a, b )` in the spellings met in practice: commas or blanks, `|` or, as the first
/// programs wrote it, simply the child first.
class BifFamilyReader {
public:
    BifFamilyReader(BifLexer& lexer, const BifOutline& outline, const Limits& limits,
                    BifReport& report)
        : lexer_(lexer), outline_(outline), limits_(limits), report_(report) {
        // Room for most families, which would else be made step by step.
        constexpr std::size_t first_room = 8;
        family_.parents.reserve(first_room);
        names_.reserve(first_room);
        seen_.reserve(first_room);
    }

    /// The family, valid until the next call. Null when there is no variable of the child's name,
    /// which is reported.
    const BifFamily* read();

private:
    void read_names();
    std::optional<VariableId> find_child(const BifToken& token);
    void read_parent(const BifToken& token, std::optional<VariableId> child);
    void report_repeated_parents();
    std::optional<VariableId> find_variable(const BifToken& token);

    BifLexer& lexer_;
    const BifOutline& outline_;
    const Limits& limits_;
    BifReport& report_;
    VariableId next_child_{0};  ///< the variable after that of the block before
    // Their memory serves one block after the other.
    BifFamily family_;
    std::vector<BifToken> names_;
    /// Parents and the offsets of their names.
    std::vector<std::pair<VariableId, std::size_t>> seen_;
};

/// "P(x | a, b)"; long names and long lists of parents are cut.
std::string family_text(const BifOutline& outline, const BifFamily& family);

/// "P(x | a=yes, b=no)": the row of that number, the last parent fastest.
std::string row_text(const BifOutline& outline, const BifFamily& family, std::size_t row);

}  // namespace pgm::io::detail
