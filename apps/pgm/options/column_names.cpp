#include <apps/pgm/options/column_names.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/lexer.hpp>

namespace pgm::apps {

std::vector<std::string> split_names(std::string_view text, const std::string& option) {
    try {
        std::vector<std::string> names;
        for (Token& name : parse_name_list(text)) names.push_back(std::move(name.text));
        return names;
    } catch (const ParseError& error) {
        throw UsageError(option + ": " + error.what(), "names are separated by commas");
    }
}

}  // namespace pgm::apps
