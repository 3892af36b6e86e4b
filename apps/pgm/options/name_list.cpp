#include <apps/pgm/options/name_list.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/words.hpp>

#include <optional>

namespace pgm::apps {
namespace {

std::vector<VariableId> read_names(const BayesianNetwork& network, std::string_view text) {
    std::vector<VariableId> variables;
    std::vector<bool> seen(network.size());
    for (const Token& name : parse_name_list(text)) {
        const Location where{.column = static_cast<std::uint32_t>(name.column)};
        const std::optional<VariableId> variable = network.find(name.text);
        if (!variable)
            throw ParseError("no variable " + quoted_name(name.text), where,
                             did_you_mean(name.text, names_of(network.variables())));
        if (seen[variable->index()])
            throw ParseError("variable " + quoted_name(name.text) + " is named twice", where);
        seen[variable->index()] = true;
        variables.push_back(*variable);
    }
    return variables;
}

}  // namespace

std::vector<std::string> split_names(std::string_view text, const std::string& option) {
    try {
        std::vector<std::string> names;
        for (Token& name : parse_name_list(text)) names.push_back(std::move(name.text));
        return names;
    } catch (const ParseError& error) {
        throw UsageError(option + ": " + error.what(), "names are separated by commas");
    }
}

std::vector<VariableId> parse_variables(const BayesianNetwork& network, const std::string& text) {
    return with_caret(text, [&] { return read_names(network, text); });
}

}  // namespace pgm::apps
