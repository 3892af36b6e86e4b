#include <io/format/block/detail/dne_attribute.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <array>

namespace pgm::io::detail {

bool is_dne_attribute(std::string_view name) {
    constexpr std::array<std::string_view, 14> attributes = {
        "autocompile", "autoupdate",  "comment",       "discrete",   "elimorder",
        "eqndirty",    "equation",    "inputs",        "levels",     "measure",
        "numcases",    "statetitles", "statecomments", "whenchanged"};
    return std::ranges::any_of(attributes, [&](std::string_view attribute) {
        return equals_ignoring_case(name, attribute);
    });
}

std::size_t count_of_levels(std::string_view value) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < value.size();) {
        const std::size_t end = std::min(value.find(' ', at), value.size());
        const std::string_view word = value.substr(at, end - at);
        if (word != "(" && word != ")" && word != ",") ++count;
        at = end + 1;
    }
    return count;
}

}  // namespace pgm::io::detail
