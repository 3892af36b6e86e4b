#include <learners/search/constraints.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace pgm::learners {
namespace {

constexpr std::string_view statements =
    "a line is 'require A -> B', 'forbid A -> B', 'tier 1: A, B' or 'max parents 3'";

/// The line up to a `#` outside of quotes.
std::string_view without_comment(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '#') {
            return line.substr(0, i);
        }
    }
    return line;
}

std::optional<std::size_t> whole_number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

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

ConstraintReader::ConstraintReader(std::span<const std::string_view> names, std::string_view file)
    : names_(names), file_(file), index_(names.size(), [&](std::uint32_t i) { return names[i]; }) {}

Constraints ConstraintReader::read(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        ++line_;
        std::string_view line = text.substr(begin, end - begin);
        if (line.ends_with('\r')) line.remove_suffix(1);
        read_line(without_comment(line));
        begin = end + 1;
    }
    return std::move(read_);
}

void ConstraintReader::read_line(std::string_view line) {
    try {
        TokenCursor cursor(line);
        if (cursor.at(TokenKind::end)) return;
        is_keyword(cursor.peek(), "tier") ? read_tier(line) : read_statement(cursor);
    } catch (const ParseError& error) {
        // The lexer knows a column, but neither the file nor the line.
        if (error.location().line != 0 && error.location().file == file_) throw;
        throw ParseError(error.message(),
                         {.file = file_,
                          .line = saturated(line_),
                          .column = std::max(error.location().column, std::uint32_t{1})},
                         error.hint());
    }
}

void ConstraintReader::read_statement(TokenCursor& line) {
    const Token& word = line.peek();
    if (is_keyword(word, "require")) {
        read_.required.push_back(read_arc(line));
    } else if (is_keyword(word, "forbid")) {
        read_.forbidden.push_back(read_arc(line));
    } else if (is_keyword(word, "max")) {
        read_max_parents(line);
    } else {
        fail(word.column, "expected a constraint, found " + described(word),
             std::string(statements));
    }
    if (!line.at(TokenKind::end))
        fail(line.peek().column, "expected the end of the line, found " + described(line.peek()));
}

Arc ConstraintReader::read_arc(TokenCursor& line) const {
    line.take();
    const Token parent = line.take_name(Extent::words, "the parent's name");
    line.expect(TokenKind::arrow, "'->'");
    const Token child = line.take_name(Extent::words, "the child's name");
    const Arc arc{variable(parent), variable(child)};
    if (arc.parent == arc.child)
        fail(child.column,
             "the arc from " + printable_word(child.text) + " leads back to its start");
    return arc;
}

void ConstraintReader::read_max_parents(TokenCursor& line) {
    line.take();
    if (!is_keyword(line.peek(), "parents"))
        fail(line.peek().column, "expected 'parents', found " + described(line.peek()),
             std::string(statements));
    line.take();
    const Token number = line.peek();
    const auto value = whole_number(number.text);
    if (!value) fail(number.column, "expected a whole number, found " + described(number));
    if (read_.max_parents) fail(number.column, "the largest number of parents is given twice");
    read_.max_parents = value;
    line.take();
}

void ConstraintReader::read_tier(std::string_view line) {
    const std::size_t colon = line.find(':');
    const std::size_t after_word = TokenCursor(line).peek().column + 3;  // of "tier"
    if (colon == std::string_view::npos || colon < after_word)
        fail(line.size() + 1, "expected ':' after the number of the tier", std::string(statements));
    const TokenCursor number(line.substr(after_word, colon - after_word));
    const auto tier = whole_number(number.peek().text);
    if (!tier || number.peek(1).kind != TokenKind::end)
        fail(after_word + number.peek().column,
             "expected the number of the tier, found " + described(number.peek()));
    if (read_.tiers.empty()) read_.tiers.resize(names_.size());
    const std::size_t offset = colon + 1;
    TokenCursor list(line.substr(offset));
    do {
        if (list.name_length(Extent::words) == 0)
            fail(offset + list.peek().column,
                 "expected a variable, found " + described(list.peek()));
        add_to_tier(list.take_name(Extent::words, "a variable"), *tier, offset);
    } while (list.take_if(TokenKind::comma));
    if (!list.at(TokenKind::end))
        fail(offset + list.peek().column,
             "expected a comma or the end of the line, found " + described(list.peek()));
}

void ConstraintReader::add_to_tier(const Token& name, std::size_t tier, std::size_t offset) {
    auto& there = read_.tiers[variable(name, offset).index()];
    if (there && *there != tier)
        fail(offset + name.column, printable_word(name.text) + " is in two tiers, " +
                                       std::to_string(*there) + " and " + std::to_string(tier));
    there = tier;
}

VariableId ConstraintReader::variable(const Token& name, std::size_t offset) const {
    const auto found = index_.find(name.text, [this](std::uint32_t i) { return names_[i]; });
    if (!found)
        fail(offset + name.column, "there is no variable " + printable_word(name.text),
             did_you_mean(name.text, std::vector<std::string>(names_.begin(), names_.end())));
    return VariableId(*found);
}

void ConstraintReader::fail(std::size_t column, const std::string& message,
                            const std::string& hint) const {
    throw ParseError(message,
                     {.file = file_, .line = saturated(line_), .column = saturated(column)}, hint);
}

}  // namespace

Constraints parse_constraints(std::string_view text, std::span<const std::string_view> names,
                              std::string_view file) {
    return ConstraintReader(names, file).read(text);
}

}  // namespace pgm::learners
