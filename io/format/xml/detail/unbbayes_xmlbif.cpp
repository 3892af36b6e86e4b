#include <io/format/detail/annotation.hpp>
#include <io/format/xml/detail/xml_formats.hpp>
#include <io/format/xml/detail/xml_reader.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

class UnbbayesReader : XmlReader {
public:
    using XmlReader::XmlReader;

    ReadResult read() {
        const pugi::xml_node root = document.root(unbbayes_root);
        assembly.drop_text();
        for (const pugi::xml_node node : elements(root, {"xbifns:header", "xbifns:name"}))
            assembly.set_name(document.text(node));
        const pugi::xml_node network = only(root, "xbifns:network");
        for (const pugi::xml_node node :
             elements(only(network, "xbifns:variables"), {"xbifns:variable"}))
            read_variable(node);
        for (const pugi::xml_node node :
             elements(only(network, "xbifns:conditionaldistributionset"),
                      {"xbifns:conditionaldistribution"}))
            read_distribution(node);
        for (const pugi::xml_node edge : elements(network, {"xbifns:structure", "xbifns:edge"}))
            assembly.builder().add_arc(named(edge, "parent"), named(edge, "child"));
        return finish();
    }

private:
    void read_variable(pugi::xml_node node) {
        FileVariable variable{named(node, "name"), {}, {}};
        const std::string type = document.attribute(node, "type");
        if (!equals_ignoring_case(type, "discreteprobabilistic"))
            assembly.refuse_kind(variable.name, type);
        const auto x = parse_number(document.attribute(node, "xpos")),
                   y = parse_number(document.attribute(node, "ypos"));
        if (x && y) variable.annotations.push_back(position_line({*x, *y}));
        for (const pugi::xml_node part : elements(node, {"xbifns:description"})) {
            const std::string label = document.text(part).text;
            if (!label.empty() && label != variable.name.text)
                variable.annotations.push_back(text_line("label", label));
        }
        for (const pugi::xml_node state : elements(node, {"xbifns:state"}))
            variable.states.push_back(named(state, "name"));
        assembly.require_states(variable, "variable");
        assembly.add_variable(std::move(variable));
    }

    void read_distribution(pugi::xml_node node) {
        WrittenFamily family;
        family.child = named(only(node, "xbifns:owner"), "name");
        const std::string what = "the table of " + shown(family.child.text);
        for (const pugi::xml_node parent : elements(node, {"xbifns:parents", "xbifns:parent"})) {
            require_index(parent, family.parents.size(), what);
            family.parents.push_back(named(parent, "name"));
        }
        const pugi::xml_node cells = only(node, "xbifns:cpt");
        family.offset = document.offset(cells);
        WrittenTable table{{family.offset, {}, {}}, NumberOrder::first_fastest};
        for (const pugi::xml_node cell : elements(cells, {"xbifns:dependentparentindex"})) {
            require_index(cell, table.numbers.values.size(), what);
            const WrittenNumbers number = document.numbers(cell, what);
            if (number.values.size() != 1)
                document.cursor().fail(
                    document.offset(cell),
                    what + ": expected one number, found " + std::to_string(number.values.size()));
            table.numbers.add(number.values[0], number.offset_of(0));
        }
        family.distribution = std::move(table);
        assembly.add_family(std::move(family));
    }

    /// Parents and cells are numbered from 0 in their order.
    void require_index(pugi::xml_node node, std::size_t index, const std::string& what) {
        const std::string found = document.attribute(node, "index");
        if (found == std::to_string(index)) return;
        document.cursor().fail(
            document.offset(node),
            what + ": expected the index " + std::to_string(index) + ", found " + shown(found));
    }
};

}  // namespace

ReadResult read_unbbayes_xmlbif(std::string_view bytes, const ReadOptions& options) {
    return UnbbayesReader(bytes, options).read();
}

}  // namespace pgm::io::detail
