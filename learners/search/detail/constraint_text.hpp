#pragma once

#include <learners/search/constraints.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/sorted_names.hpp>

#include <string>
#include <string_view>

namespace pgm::learners::detail {

/// Reads the text form of Constraints, one line after the other.
class ConstraintReader {
public:
    /// Refers to the names.
    ConstraintReader(std::span<const std::string_view> names, std::string_view file);

    Constraints read(std::string_view text);

private:
    void read_line(std::string_view line);
    void read_statement(TokenCursor& line);
    Arc read_arc(TokenCursor& line) const;
    void read_max_parents(TokenCursor& line);
    /// `tier 1: A, B`, whose colon belongs to a word of the lexer and is looked for in the text.
    void read_tier(std::string_view line);
    void add_to_tier(const Token& name, std::size_t tier, std::size_t offset);
    VariableId variable(const Token& name, std::size_t offset = 0) const;
    [[noreturn]] void fail(std::size_t column, const std::string& message,
                           const std::string& hint = {}) const;

    std::span<const std::string_view> names_;
    std::string file_;
    SortedNames index_;
    std::size_t line_ = 0;
    Constraints read_;
};

}  // namespace pgm::learners::detail
