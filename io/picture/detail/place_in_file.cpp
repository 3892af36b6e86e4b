#include <io/picture/detail/place_in_file.hpp>

#include <io/text/detail/block_lexer.hpp>
#include <io/text/detail/decimal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>

namespace pgm::io::detail {
namespace {

constexpr std::string_view label_of_state = "state_label_";

void set_label(std::vector<std::string>& labels, std::size_t state, std::string text) {
    if (state < labels.size() && !text.empty()) labels[state] = std::move(text);
}

/// A list of texts, of which each may be absent: `( , "1", "2, or more")`.
void read_titles(const std::string& list, std::vector<std::string>& labels) {
    try {
        const Limits limits;
        TextCursor cursor(list, "");
        BlockLexer lexer(cursor, {"//"}, limits);
        if (!lexer.take('(')) return;
        for (std::size_t state = 0;;) {
            const BlockToken token = lexer.next();
            if (token.is_name())
                set_label(labels, state, BlockLexer::text_of(token));
            else if (token.is(','))
                ++state;
            else
                return;
        }
    } catch (const ParseError&) {
        // A line that is no such list says nothing of states.
    }
}

}  // namespace

std::vector<std::string> state_labels(const Variable& variable) {
    if (!variable.is_discrete()) return {};
    std::vector<std::string> labels = variable.states();
    for (const std::string& line : variable.annotations()) {
        const std::optional<Attribute> attribute = attribute_of(line);
        if (!attribute) continue;
        const std::string& name = attribute->name;
        if (name == "statetitles") read_titles(attribute->value, labels);
        if (!name.starts_with(label_of_state)) continue;
        const auto number = whole_number(std::string_view(name).substr(label_of_state.size()));
        if (const auto text = block_unquoted(attribute->value); number && *number > 0 && text)
            set_label(labels, *number - 1, *text);
    }
    return labels;
}

}  // namespace pgm::io::detail
