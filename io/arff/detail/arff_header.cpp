#include <io/arff/detail/arff_header.hpp>

#include <io/table/detail/control_character.hpp>
#include <io/table/detail/date_text.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <set>

namespace pgm::io::detail {
namespace {

/// A date that is written by the pattern of a date attribute, such as dd/MM/yyyy HH:mm. Empty for
/// letters that stand for words.
std::string sample_of_pattern(std::string_view pattern) {
    std::string sample;
    while (!pattern.empty()) {
        const char letter = pattern.front();
        const std::size_t count = std::min(pattern.find_first_not_of(letter), pattern.size());
        pattern.remove_prefix(letter == '\'' ? 1 : count);
        if (letter == 'y')
            sample += count == 2 ? "24" : "2024";
        else if (letter == 'M' && count > 2)
            return {};
        else if (const auto at = std::string_view("MdHms").find(letter); at != std::string::npos)
            sample += std::string_view("1231235958").substr(2 * at, 2);
        else if (letter == 'S')
            sample.append(count, '0');
        else if (letter == 'X' || letter == 'Z')
            sample += 'Z';
        else if (letter != '\'')
            sample.append(count, letter);
    }
    return sample;
}

class ArffHeaderReader {
public:
    ArffHeaderReader(ArffLexer& lexer, const Limits& limits) : lexer_(lexer), limits_(limits) {}

    std::vector<ArffAttribute> read() {
        while (lexer_.next_line()) {
            const ArffWord keyword = lexer_.word();
            if (equals_ignoring_case(keyword.text, "@relation")) {
                lexer_.skip_line();
            } else if (equals_ignoring_case(keyword.text, "@attribute")) {
                read_attribute(keyword.offset);
            } else if (equals_ignoring_case(keyword.text, "@data")) {
                if (!lexer_.at_line_end())
                    lexer_.fail(lexer_.offset(), "expected the end of the line after @data");
                if (attributes_.empty())
                    lexer_.fail(keyword.offset, "there is no @attribute before @data");
                return std::move(attributes_);
            } else {
                lexer_.fail(keyword.offset,
                            "expected @relation, @attribute or @data, not " + shown(keyword.text));
            }
        }
        lexer_.fail(lexer_.offset(), "the file ends before @data");
    }

private:
    void read_attribute(std::size_t offset) {
        if (attributes_.size() >= limits_.max_variables) {
            lexer_.fail_too_large(offset, "more than " + std::to_string(limits_.max_variables) +
                                              " attributes, the limit");
        }
        if (lexer_.at_line_end()) lexer_.fail(lexer_.offset(), "expected the name of an attribute");
        const ArffWord name = lexer_.word();
        check_name(name);
        if (!names_.emplace(name.text).second)
            lexer_.fail(name.offset, "two attributes are called " + shown(name.text),
                        "rename one of them");
        ArffAttribute attribute{std::string(name.text)};
        if (lexer_.at_line_end())
            lexer_.fail(lexer_.offset(), "expected the type of attribute " + shown(attribute.name),
                        expected_type);
        if (lexer_.take('{')) {
            attribute.type = ArffAttribute::Type::nominal;
            read_states(attribute);
        } else {
            attribute.type = read_type();
            if (attribute.type == ArffAttribute::Type::date && !lexer_.at_line_end())
                read_pattern(attribute, lexer_.word().text);
            lexer_.skip_line();  // a range
        }
        attributes_.push_back(std::move(attribute));
    }

    void check_name(const ArffWord& name) {
        if (name.text.empty()) lexer_.fail(name.offset, "an attribute has an empty name");
        const std::size_t control = find_control_character(name.text);
        if (control != std::string_view::npos)
            lexer_.fail(name.offset, "the name " + shown(name.text) +
                                         " holds the control character " +
                                         code_point_of(name.text[control]));
    }

    ArffAttribute::Type read_type() {
        const ArffWord type = lexer_.word();
        for (const char* number : {"numeric", "real", "integer"}) {
            if (equals_ignoring_case(type.text, number)) return ArffAttribute::Type::number;
        }
        if (equals_ignoring_case(type.text, "string")) return ArffAttribute::Type::text;
        if (equals_ignoring_case(type.text, "date")) return ArffAttribute::Type::date;
        if (equals_ignoring_case(type.text, "relational"))
            lexer_.fail(type.offset, "relational attributes are not supported", expected_type);
        lexer_.fail(type.offset, shown(type.text) + " is no type of an attribute", expected_type);
    }

    /// Dates of another form than those of read_date() are texts.
    static void read_pattern(ArffAttribute& attribute, std::string_view pattern) {
        DateCells dates(DateOrder::unknown);
        if (!dates.take(sample_of_pattern(pattern))) attribute.type = ArffAttribute::Type::text;
        attribute.date_order = dates.order();
    }

    void read_states(ArffAttribute& attribute) {
        std::set<std::string, std::less<>> known;
        for (bool first = true;; first = false) {
            if (lexer_.at_line_end())
                lexer_.fail(lexer_.offset(),
                            "the list of states of attribute " + shown(attribute.name) +
                                " is not closed in its line",
                            "expected , or }");
            if (lexer_.take('}')) break;
            if (!first) lexer_.take(',');
            if (lexer_.at_line_end() || (!first && lexer_.peek() == '}')) continue;
            const ArffWord state = lexer_.word();
            if (!known.emplace(state.text).second)
                lexer_.fail(state.offset, "attribute " + shown(attribute.name) +
                                              " has two states " + shown(state.text));
            add_state(attribute, state);
        }
        if (attribute.states.empty())
            lexer_.fail(lexer_.offset(), "attribute " + shown(attribute.name) + " has no states");
        if (!lexer_.at_line_end())
            lexer_.fail(lexer_.offset(),
                        "expected the end of the line after the states of attribute " +
                            shown(attribute.name));
    }

    /// Weka writes the empty text as a state, which models do not have: it is a missing value.
    void add_state(ArffAttribute& attribute, const ArffWord& state) {
        if (state.text.empty()) {
            attribute.has_empty_state = true;
            attribute.begins_with_empty_state = attribute.states.empty();
            return;
        }
        if (attribute.states.size() >= limits_.max_states) {
            lexer_.fail_too_large(state.offset,
                                  "attribute " + shown(attribute.name) + " has more than " +
                                      std::to_string(limits_.max_states) + " states, the limit");
        }
        attribute.states.emplace_back(state.text);
    }

    static constexpr const char* expected_type =
        "expected {states}, numeric, real, integer, string or date";

    ArffLexer& lexer_;
    const Limits& limits_;
    std::vector<ArffAttribute> attributes_;
    std::set<std::string, std::less<>> names_;
};

}  // namespace

std::vector<ArffAttribute> read_arff_header(ArffLexer& lexer, const Limits& limits) {
    return ArffHeaderReader(lexer, limits).read();
}

}  // namespace pgm::io::detail
