#include <io/format/detail/annotation.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <vector>

namespace pgm::io::detail {
namespace {

/// The first two numbers in a text of numbers, brackets, commas and blanks.
std::optional<Position> two_numbers(std::string_view text) {
    std::vector<double> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end && numbers.size() < 2) {
        if (std::string_view(" (),\t\r\n").find(*at) != std::string_view::npos) {
            ++at;
            continue;
        }
        const ScannedDecimal number = scan_decimal(at, end);
        if (!number.end) return std::nullopt;
        numbers.push_back(number.value);
        at = number.end;
    }
    if (numbers.size() < 2) return std::nullopt;
    return Position{numbers[0], numbers[1]};
}

}  // namespace

bool is_identifier(std::string_view name) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.empty() && is_letter(name[0]) && std::ranges::all_of(name, [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9');
    });
}

std::string attribute_line(std::string_view name, std::string_view value) {
    std::string line = std::string(name) + " = ";
    const std::optional<Position> position = name == "position" ? two_numbers(value) : std::nullopt;
    return position ? position_line(*position) : line.append(value);
}

std::string position_line(const Position& position) {
    return "position = (" + to_text(position.x) + ", " + to_text(position.y) + ")";
}

std::optional<Attribute> attribute_of(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == line.npos) return std::nullopt;
    const std::string_view name = without_blanks_around(line.substr(0, equals));
    const std::string_view value = without_blanks_around(line.substr(equals + 1));
    if (!is_identifier(name)) return std::nullopt;
    return Attribute{std::string(name), std::string(value)};
}

std::string text_line(const std::string& name, std::string_view text) {
    return name + " = " + block_quoted(text);
}

void LabelAndPosition::set_label(std::string text) {
    if (text != name) label = std::move(text);
}

bool LabelAndPosition::take(const std::string& line) {
    if (const std::optional<Position> given = position ? std::nullopt : position_of(line)) {
        position = given;
        return true;
    }
    const std::optional<Attribute> attribute = attribute_of(line);
    if (!attribute || attribute->name != "label") return false;
    std::optional<std::string> text = block_unquoted(attribute->value);
    if (!text || (label && *text != name)) return false;
    set_label(std::move(*text));
    return true;
}

std::vector<std::string> LabelAndPosition::take_all(const std::vector<std::string>& lines) {
    std::vector<std::string> others;
    for (const std::string& line : lines)
        if (!take(line)) others.push_back(line);
    return others;
}

std::vector<std::string> LabelAndPosition::lines(const std::vector<std::string>& others) const {
    std::vector<std::string> lines;
    if (label) lines.push_back(text_line("label", *label));
    if (position) lines.push_back(position_line(*position));
    lines.insert(lines.end(), others.begin(), others.end());
    return lines;
}

std::string property_line(const std::string& name, const std::string& value) {
    return name.empty() ? value : name + " = " + value;
}

Attribute property_of(const std::string& line) {
    std::optional<Attribute> attribute = attribute_of(line);
    const bool is_exact = attribute && property_line(attribute->name, attribute->value) == line;
    return is_exact ? std::move(*attribute) : Attribute{"", line};
}

std::optional<Position> position_of(std::string_view line) {
    const std::optional<Attribute> attribute = attribute_of(line);
    if (!attribute || attribute->name != "position") return std::nullopt;
    return two_numbers(attribute->value);
}

bool is_block_value(std::string_view text, const BlockSyntax& comments) {
    try {
        const std::string name, line = std::string(text) + ";";
        TextCursor cursor(line, name);
        const Limits limits;
        BlockLexer lexer(cursor, comments, limits);
        return lexer.value() == text && cursor.left() == 0 && !text.empty();
    } catch (const ParseError&) {
        return false;
    }
}

std::optional<Attribute> block_attribute(const std::string& line, const BlockSyntax& comments) {
    std::optional<Attribute> attribute = attribute_of(line);
    const bool is_kept = attribute && attribute_line(attribute->name, attribute->value) == line &&
                         is_block_value(attribute->value, comments);
    return is_kept ? attribute : std::nullopt;
}

}  // namespace pgm::io::detail
