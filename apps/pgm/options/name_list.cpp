#include <apps/pgm/options/name_list.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
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

void require_column(const std::vector<std::string>& columns, const std::string& name) {
    if (std::ranges::find(columns, name) == columns.end())
        throw ArgumentError("the data have no column " + quoted_name(name),
                            did_you_mean(name, columns));
}

std::vector<std::string> parse_kept(const std::string& text) {
    if (text.empty()) return {};
    std::vector<std::string> names = split_names(text, "--keep");
    for (auto name = names.begin(); name != names.end(); ++name)
        if (std::find(names.begin(), name, *name) != name)
            throw UsageError("--keep names the column " + quoted_name(*name) + " twice");
    return names;
}

void check_kept(const std::vector<std::string>& kept, const std::vector<std::string>& own,
                const std::vector<std::string>& columns) {
    for (const std::string& name : kept) {
        require_column(columns, name);
        if (std::ranges::find(own, name) != own.end())
            throw UsageError("the predictions have a column " + quoted_name(name) + " of their own",
                             "rename the one of the data");
    }
}

}  // namespace pgm::apps
