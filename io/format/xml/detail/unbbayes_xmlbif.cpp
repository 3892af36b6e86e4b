#include <io/format/detail/annotation.hpp>
#include <io/format/xml/detail/xml_reader.hpp>
#include <io/format/xml/detail/xmlbif.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

class UnbbayesReader : XmlReader {
public:
    UnbbayesReader(std::string_view bytes, const ReadOptions& options)
        : XmlReader(bytes, options) {}

    ReadResult read() {
        const pugi::xml_node root = document_.root(unbbayes_root);
        assembly_.drop_text();
        for_each(root, "xbifns:header", [&](pugi::xml_node header) {
            for_each(header, "xbifns:name",
                     [&](pugi::xml_node node) { assembly_.set_name(document_.text(node)); });
        });
        const pugi::xml_node network = only(root, "xbifns:network");
        for_each(only(network, "xbifns:variables"), "xbifns:variable",
                 [&](pugi::xml_node node) { read_variable(node); });
        for_each(only(network, "xbifns:conditionaldistributionset"),
                 "xbifns:conditionaldistribution",
                 [&](pugi::xml_node node) { read_distribution(node); });
        for_each(network, "xbifns:structure", [&](pugi::xml_node structure) {
            for_each(structure, "xbifns:edge", [&](pugi::xml_node edge) {
                assembly_.builder().add_arc(named(edge, "parent"), named(edge, "child"));
            });
        });
        return finish();
    }

private:
    void read_variable(pugi::xml_node node) {
        FileVariable variable{named(node, "name"), {}, {}};
        const std::string type = document_.attribute(node, "type");
        if (!equals_ignoring_case(type, "discreteprobabilistic"))
            assembly_.refuse_kind(variable.name, type);
        const auto x = parse_number(document_.attribute(node, "xpos")),
                   y = parse_number(document_.attribute(node, "ypos"));
        if (x && y) variable.annotations.push_back(position_line({*x, *y}));
        for_each(node, "xbifns:description", [&](pugi::xml_node part) {
            const std::string label = document_.text(part).text;
            if (!label.empty() && label != variable.name.text)
                variable.annotations.push_back(text_line("label", label));
        });
        for_each(node, "xbifns:state",
                 [&](pugi::xml_node state) { variable.states.push_back(named(state, "name")); });
        assembly_.require_states(variable, "variable");
        assembly_.add_variable(std::move(variable));
    }

    void read_distribution(pugi::xml_node node) {
        WrittenFamily family;
        family.child = named(only(node, "xbifns:owner"), "name");
        const std::string what = "the table of " + shown(family.child.text);
        for_each(node, "xbifns:parents", [&](pugi::xml_node parents) {
            for_each(parents, "xbifns:parent", [&](pugi::xml_node parent) {
                require_index(parent, family.parents.size(), what);
                family.parents.push_back(named(parent, "name"));
            });
        });
        const pugi::xml_node cells = only(node, "xbifns:cpt");
        family.offset = document_.offset(cells);
        WrittenTable table{{family.offset, {}, {}}, NumberOrder::first_fastest};
        for_each(cells, "xbifns:dependentparentindex", [&](pugi::xml_node cell) {
            require_index(cell, table.numbers.values.size(), what);
            const WrittenNumbers number = document_.numbers(cell, what);
            if (number.values.size() != 1)
                document_.cursor().fail(
                    document_.offset(cell),
                    what + ": expected one number, found " + std::to_string(number.values.size()));
            table.numbers.add(number.values[0], number.offset_of(0));
        });
        family.distribution = std::move(table);
        assembly_.add_family(std::move(family));
    }

    /// Parents and cells are numbered from 0 in their order.
    void require_index(pugi::xml_node node, std::size_t index, const std::string& what) {
        const std::string found = document_.attribute(node, "index");
        if (found == std::to_string(index)) return;
        document_.cursor().fail(
            document_.offset(node),
            what + ": expected the index " + std::to_string(index) + ", found " + shown(found));
    }
};

}  // namespace

ReadResult read_unbbayes_xmlbif(std::string_view bytes, const ReadOptions& options) {
    return UnbbayesReader(bytes, options).read();
}

}  // namespace pgm::io::detail
