#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/detail/network_text.hpp>
#include <pgm/model/structure_graph.hpp>

#include <utility>

namespace pgm {

bool is_model_string(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos || text[first] != '[' || text[text.find_last_not_of(blanks)] != ']')
        return false;
    const bool has_arrow = text.find("->") != text.npos || text.find("<-") != text.npos;
    return !has_arrow && text.find_first_of("{;,") == text.npos;
}

std::vector<std::string> variables_without_states(std::string_view text, const Limits& limits) {
    std::vector<std::string> names;
    for (StructureNode& node : detail::parse_network_text(text, limits).structure.nodes)
        if (!node.continuous && node.states.empty()) names.push_back(std::move(node.name));
    return names;
}

std::vector<std::string> hidden_variables(std::string_view text, const Limits& limits) {
    std::vector<std::string> names;
    for (StructureNode& node : detail::parse_network_text(text, limits).structure.nodes)
        if (node.hidden) names.push_back(std::move(node.name));
    return names;
}

StructureGraph parse_structure_graph(std::string_view text, const Limits& limits) {
    detail::NetworkText read = detail::parse_network_text(text, limits);
    if (read.rows.empty()) return std::move(read.structure);
    throw ParseError("a structure has arcs and no numbers", read.rows.front().location,
                     "leave the row of '" + printable(read.rows.front().child) + "' out");
}

}  // namespace pgm
