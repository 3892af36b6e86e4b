#include <apps/pgm/options/column_names.hpp>

#include <apps/pgm/shell/errors.hpp>

namespace pgm::apps {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::vector<std::string> split_names(std::string_view text, const std::string& option) {
    std::vector<std::string> names;
    if (trimmed(text).empty()) throw UsageError(option + ": no name is given");
    for (;;) {
        text.remove_prefix(text.find_first_not_of(" \t"));
        const bool quoted = text.front() == '\'' || text.front() == '"';
        std::size_t end = text.find(',');
        if (quoted) {
            const std::size_t close = text.find(text.front(), 1);
            if (close == std::string_view::npos)
                throw UsageError(option + ": a quote is not closed in " + std::string(text));
            end = text.find(',', close);
            if (!trimmed(
                     text.substr(close + 1, end == std::string_view::npos ? end : end - close - 1))
                     .empty())
                throw UsageError(option + ": a comma is missing after " +
                                 std::string(text.substr(0, close + 1)));
            names.emplace_back(text.substr(1, close - 1));
        } else {
            names.emplace_back(trimmed(text.substr(0, end)));
        }
        if (names.back().empty())
            throw UsageError(option + ": a name is empty", "names are separated by commas");
        if (end == std::string_view::npos) return names;
        text.remove_prefix(end + 1);
        if (trimmed(text).empty())
            throw UsageError(option + ": a name is missing after the last comma");
    }
}

}  // namespace pgm::apps
