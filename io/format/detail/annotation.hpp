#pragma once

#include <io/text/detail/block_lexer.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

// Attributes that a format has no other place for become annotations (Variable::annotations),
// lines such as `label = "wet grass"`. Positions are written `position = (10, 20)`, as in BIF,
// whatever the format has, so that they survive from one format to another.

/// An annotation that is an attribute.
struct Attribute {
    std::string name;
    std::string value;
};

/// The line of an attribute. Of `position` only the first two numbers of the value matter.
std::string attribute_line(std::string_view name, std::string_view value);

/// The attribute that a line is; null if it does not begin with an identifier and '='.
std::optional<Attribute> attribute_of(std::string_view line);

/// The line of a property of a format that has properties with names and values: `name = value`,
/// or the value alone without a name.
std::string property_line(const std::string& name, const std::string& value);
/// The property whose property_line() is this line: without a name unless it is an attribute.
Attribute property_of(const std::string& line);

/// True if the BlockLexer reads the text as one value, before the ';' that ends it, and as the same
/// text again.
bool is_block_value(std::string_view text, const BlockSyntax& comments);

/// The attribute that attribute_line() made a line of, if the formats that BlockLexer reads can
/// have its value; null otherwise.
std::optional<Attribute> block_attribute(const std::string& line, const BlockSyntax& comments);

/// Two numbers.
struct Position {
    double x = 0;
    double y = 0;
    friend bool operator==(const Position&, const Position&) = default;
};

/// "position = (10, 20)"
std::string position_line(const Position& position);

/// The position that a line of that name gives, or null.
std::optional<Position> position_of(std::string_view line);

/// The line of a text, `label = "wet grass"`.
std::string text_line(const std::string& name, std::string_view text);

/// The label and the position of a variable, for which most formats have places of their own.
///
/// The first line of each kind takes its place. lines() stand before all other annotations, so that
/// the same lines take the places when the network is written and read again.
struct LabelAndPosition {
    std::string name;  ///< of the variable; a label that is equal to it is left out
    std::optional<std::string> label;
    std::optional<Position> position;

    void set_label(std::string text);
    /// True if a line took one of the places, or is a label that is left out.
    bool take(const std::string& line);
    /// The lines that took none.
    std::vector<std::string> take_all(const std::vector<std::string>& lines);
    /// The lines of both, and others behind them.
    std::vector<std::string> lines(const std::vector<std::string>& others = {}) const;
};

/// True for letters, digits and '_' that begin with no digit.
bool is_identifier(std::string_view name);

}  // namespace pgm::io::detail
