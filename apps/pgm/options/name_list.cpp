#include <apps/pgm/options/name_list.hpp>

#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <optional>

namespace pgm::apps {
namespace {

/// One name of the list; `position` is left behind it, blanks skipped.
std::string read_name(std::string_view text, std::size_t& position) {
    const auto skip_blanks = [&] {
        while (position < text.size() && is_blank(text[position])) ++position;
    };
    skip_blanks();
    const auto column = static_cast<std::uint32_t>(position + 1);
    std::string name;
    if (position < text.size() && (text[position] == '\'' || text[position] == '"')) {
        std::optional<std::string> quoted = read_quoted(text, position);
        if (!quoted) throw ParseError("the closing quote is missing", {.column = column});
        name = std::move(*quoted);
    } else {
        const std::size_t end = std::min(text.find(',', position), text.size());
        name = text.substr(position, end - position);
        while (!name.empty() && is_blank(name.back())) name.pop_back();
        position = end;
    }
    skip_blanks();
    if (name.empty()) throw ParseError("a name is missing", {.column = column});
    return name;
}

std::vector<VariableId> read_names(const BayesianNetwork& network, std::string_view text) {
    std::vector<VariableId> variables;
    std::vector<bool> seen(network.size());
    for (std::size_t position = 0;; ++position) {
        const std::size_t start = text.find_first_not_of(" \t\r\n", position);
        const Location where{.column =
                                 static_cast<std::uint32_t>(std::min(start, text.size()) + 1)};
        const std::string name = read_name(text, position);
        const std::optional<VariableId> variable = network.find(name);
        if (!variable) {
            try {
                network.id(name);
            } catch (const Error& error) {
                throw ParseError(error.message(), where, error.hint());
            }
        }
        if (seen[variable->index()])
            throw ParseError("variable '" + shown_name(name) + "' is named twice", where);
        seen[variable->index()] = true;
        variables.push_back(*variable);
        if (position == text.size()) return variables;
        if (text[position] != ',')
            throw ParseError("expected a comma",
                             {.column = static_cast<std::uint32_t>(position + 1)});
    }
}

}  // namespace

std::vector<VariableId> parse_name_list(const BayesianNetwork& network, const std::string& text) {
    return with_caret(text, [&] { return read_names(network, text); });
}

}  // namespace pgm::apps
