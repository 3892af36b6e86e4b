#include <io/network/detail/annotation.hpp>
#include <io/network/detail/network_assembly.hpp>
#include <io/text/detail/xml_document.hpp>
#include <io/xmlbif/detail/xmlbif.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// The prefix of all elements.
constexpr std::string_view prefix = "xbifns:";

class UnbbayesReader {
public:
    UnbbayesReader(std::string_view bytes, const ReadOptions& options)
        : document_(bytes, options.name, options.limits), assembly_(document_.cursor(), options) {}

    ReadResult read() {
        const pugi::xml_node root = document_.root(unbbayes_root);
        assembly_.forget_text();
        for_each(root, "header", [&](pugi::xml_node header) {
            for_each(header, "name",
                     [&](pugi::xml_node node) { assembly_.set_name(document_.text(node)); });
        });
        const pugi::xml_node network = only(root, "network");
        for_each(only(network, "variables"), "variable",
                 [&](pugi::xml_node node) { read_variable(node); });
        for_each(only(network, "conditionaldistributionset"), "conditionaldistribution",
                 [&](pugi::xml_node node) { read_distribution(node); });
        for_each(network, "structure", [&](pugi::xml_node structure) {
            for_each(structure, "edge", [&](pugi::xml_node edge) {
                assembly_.add_link(named(edge, "parent"), named(edge, "child"));
            });
        });
        assembly_.leave_comments(document_.comments());
        return std::move(assembly_).finish(NetworkAssembly::End::marked);
    }

private:
    /// Names are in small letters, as letter case does not matter.
    static bool is(pugi::xml_node node, std::string_view name) {
        const std::string_view found = node.name();
        return found.size() > prefix.size() &&
               equals_ignoring_case(found.substr(0, prefix.size()), prefix) &&
               equals_ignoring_case(found.substr(prefix.size()), name);
    }

    template <class Use>
    static void for_each(pugi::xml_node parent, std::string_view name, const Use& use) {
        for (const pugi::xml_node node : parent.children())
            if (is(node, name)) use(node);
    }

    /// The one element of that name.
    pugi::xml_node only(pugi::xml_node parent, std::string_view name) {
        std::vector<pugi::xml_node> found;
        for_each(parent, name, [&](pugi::xml_node node) { found.push_back(node); });
        if (found.size() == 1) return found.front();
        document_.cursor().fail(document_.offset(found.empty() ? parent : found[1]),
                                "expected one <" + std::string(prefix) + std::string(name) +
                                    ">, found " + std::to_string(found.size()));
    }

    FileName named(pugi::xml_node node, std::string_view attribute) {
        return {document_.attribute(node, attribute), document_.offset(node)};
    }

    void read_variable(pugi::xml_node node) {
        FileVariable variable{named(node, "name"), {}, {}};
        const std::string type = document_.attribute(node, "type");
        if (!equals_ignoring_case(type, "discreteprobabilistic"))
            assembly_.refuse_kind(variable.name, type);
        const auto x = parse_number(document_.attribute(node, "xpos")),
                   y = parse_number(document_.attribute(node, "ypos"));
        if (x && y) variable.annotations.push_back(position_line({*x, *y}));
        for_each(node, "description", [&](pugi::xml_node part) {
            const std::string label = document_.text(part).text;
            if (!label.empty() && label != variable.name.text)
                variable.annotations.push_back(text_line("label", label));
        });
        for_each(node, "state",
                 [&](pugi::xml_node state) { variable.states.push_back(named(state, "name")); });
        if (variable.states.empty())
            assembly_.report().error(variable.name.offset,
                                     "variable " + shown(variable.name.text) + " has no states");
        assembly_.add_variable(std::move(variable));
    }

    void read_distribution(pugi::xml_node node) {
        FileFamily family;
        family.child = named(only(node, "owner"), "name");
        const std::string what = "the table of " + shown(family.child.text);
        for_each(node, "parents", [&](pugi::xml_node parents) {
            for_each(parents, "parent", [&](pugi::xml_node parent) {
                require_index(parent, family.parents.size(), what);
                family.parents.push_back(named(parent, "name"));
            });
        });
        const pugi::xml_node cells = only(node, "cpt");
        family.offset = document_.offset(cells);
        FileTable table{{family.offset, {}, {}}, NumberOrder::first_fastest};
        for_each(cells, "dependentparentindex", [&](pugi::xml_node cell) {
            require_index(cell, table.numbers.values.size(), what);
            const FileNumbers number = document_.numbers(cell, what);
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

    XmlDocument document_;
    NetworkAssembly assembly_;
};

}  // namespace

ReadResult read_unbbayes_xmlbif(std::string_view bytes, const ReadOptions& options) {
    return UnbbayesReader(bytes, options).read();
}

}  // namespace pgm::io::detail
