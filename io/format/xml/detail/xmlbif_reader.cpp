#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/xml/detail/xml_reader.hpp>
#include <pgm/core/text/characters.hpp>

#include <vector>

namespace pgm::io::detail {
namespace {

class XmlbifReader : XmlReader {
public:
    using XmlReader::XmlReader;

    ReadResult read() {
        const pugi::xml_node root = document.root("bif");
        for (const pugi::xml_node node : only(root, "NETWORK").children()) read_part(node);
        for (const pugi::xml_node node : definitions_) read_definition(node);
        return finish();
    }

private:
    static constexpr std::string_view is_no_part = "is no part of XMLBIF";

    void read_part(pugi::xml_node node) {
        if (is_element(node, "variable")) return read_variable(node);
        if (is_element(node, "definition") || is_element(node, "probability")) {
            definitions_.push_back(node);
        } else if (is_element(node, "name")) {
            assembly.set_name(document.text(node));
        } else if (is_element(node, "property")) {
            assembly.builder().annotate(document.text(node).text);
        } else {
            leave_with_warning(node, is_no_part);
        }
    }

    void read_variable(pugi::xml_node node) {
        FileVariable variable{{{}, document.offset(node)}, {}, {}};
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "name")) {
                variable.name.text = document.text(part).text;
            } else if (is_element(part, "outcome") || is_element(part, "value")) {
                variable.states.push_back(document.text(part));
            } else if (is_element(part, "property")) {
                variable.annotations.push_back(document.text(part).text);
            } else if (!is_element(part, "type")) {
                leave_with_warning(part, is_no_part);
            }
        }
        const std::string type = document.attribute(node, "type");
        if (equals_ignoring_case(type, "decision"))
            variable.kind = Variable::Kind::decision;
        else if (equals_ignoring_case(type, "utility"))
            make_utility(variable);
        else if (!type.empty() && !equals_ignoring_case(type, "nature"))
            assembly.refuse_kind(variable.name, type);
        if (variable.kind != Variable::Kind::utility)
            assembly.require_states(variable, "variable", "each state is an <OUTCOME>");
        assembly.add_variable(std::move(variable));
    }

    void read_definition(pugi::xml_node node) {
        WrittenFamily family;
        family.child.offset = family.offset = document.offset(node);
        pugi::xml_node table;
        std::vector<std::string> lines;
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "for")) {
                family.child = document.text(part);
            } else if (is_element(part, "given")) {
                family.parents.push_back(document.text(part));
            } else if (is_element(part, "table")) {
                if (table) assembly.error(document.offset(part), "this is a second <TABLE>");
                table = part;
            } else if (is_element(part, "property")) {
                lines.push_back(document.text(part).text);
            } else if (part.type() == pugi::node_element) {
                document.cursor().fail(document.offset(part),
                                       shown("<" + std::string(part.name()) + ">") +
                                           " cannot be read in the definition of " +
                                           shown(family.child.text));
            }
        }
        const Variable::Kind kind = assembly.kind_of(family.child);
        if (!table && kind == Variable::Kind::decision)
            return assembly.add_family(std::move(family), lines);
        if (!table)
            return assembly.error(
                family.offset, "the definition of " + shown(family.child.text) + " has no <TABLE>");
        family.offset = document.offset(table);
        const bool is_old = is_element(node, "probability");
        const NumberOrder order = is_old ? NumberOrder::child_slowest : NumberOrder::child_fastest;
        WrittenNumbers numbers =
            document.numbers(table, "the table of " + shown(family.child.text));
        if (kind == Variable::Kind::utility)
            family.distribution = WrittenUtility{std::move(numbers), order};
        else
            family.distribution = WrittenTable{std::move(numbers), order};
        assembly.add_family(std::move(family), lines);
    }

    std::vector<pugi::xml_node> definitions_;
};

bool is_of_unbbayes(std::string_view first_bytes) {
    return begins_with_element(first_bytes, unbbayes_root);
}

}  // namespace

ReadResult read_xmlbif(std::string_view bytes, const ReadOptions& options) {
    if (is_of_unbbayes(bytes)) return read_unbbayes_xmlbif(bytes, options);
    return XmlbifReader(bytes, options).read();
}

bool is_xmlbif(std::string_view first_bytes) {
    return begins_with_element(first_bytes, "bif") || is_of_unbbayes(first_bytes);
}

}  // namespace pgm::io::detail
