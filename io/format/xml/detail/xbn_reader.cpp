#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/annotation.hpp>
#include <io/format/xml/detail/xml_reader.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

class XbnReader : XmlReader {
public:
    using XmlReader::XmlReader;

    ReadResult read() {
        const pugi::xml_node model = find_model(document.root("analysisnotebook"));
        WrittenName name = named(model, "name");
        for (const pugi::xml_node part : elements(model, {"name"})) name = document.text(part);
        assembly.set_name(std::move(name));
        for (const pugi::xml_node property : elements(model, {"dynamicproperties", "property"}))
            assembly.builder().annotate(line_of(property));
        for (const pugi::xml_node node : elements(model, {"variables", "var"})) read_variable(node);
        for (const pugi::xml_node node : elements(model, {"distributions", "dist"}))
            read_distribution(node);
        for (const pugi::xml_node arc : elements(model, {"structure", "arc"}))
            assembly.builder().add_arc(named(arc, "parent"), named(arc, "child"));
        return finish();
    }

private:
    using Part = NetworkAssembly::Part;

    /// The only model of a notebook, or the one that its ROOT names.
    pugi::xml_node find_model(pugi::xml_node notebook) {
        const std::vector<pugi::xml_node> models = elements(notebook, {"bnmodel"});
        const std::string root = document.attribute(notebook, "root");
        const auto found = std::ranges::find_if(models, [&](pugi::xml_node node) {
            return models.size() == 1 || document.attribute(node, "name") == root;
        });
        if (found == models.end())
            document.cursor().fail(document.offset(notebook),
                                   "expected one <BNMODEL>, found " + std::to_string(models.size()),
                                   "the attribute ROOT of the notebook names the one to be read");
        if (models.size() > 1) {
            assembly.leave_in_file(Part::told_contents, "model", document.offset(notebook),
                                   models.size() - 1);
            assembly.warn(document.offset(*found), "of " + std::to_string(models.size()) +
                                                       " models of the notebook only " +
                                                       shown(root) + " is read");
        }
        return *found;
    }

    /// The line of a PROPERTY, whose value some programs put into an element of its own.
    std::string line_of(pugi::xml_node property) {
        std::string value = document.text(property).text;
        for (const pugi::xml_node part : property.children())
            if (value.empty() && part.type() == pugi::node_element)
                value = document.text(part).text;
        return property_line(document.attribute(property, "name"), value);
    }

    void require_discrete(const WrittenName& variable, pugi::xml_node node) {
        const std::string type = document.attribute(node, "type");
        if (!type.empty() && !equals_ignoring_case(type, "discrete"))
            assembly.refuse_kind(variable, type);
    }

    void read_variable(pugi::xml_node node) {
        FileVariable variable{named(node, "name"), {}, {}};
        require_discrete(variable.name, node);
        LabelAndPosition known{.name = variable.name.text};
        std::vector<std::string> others;
        const auto x = parse_number(document.attribute(node, "xpos")),
                   y = parse_number(document.attribute(node, "ypos"));
        if (x && y) known.position = Position{*x, *y};
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "statename")) {
                variable.states.push_back(document.text(part));
            } else if (is_element(part, "property")) {
                others.push_back(line_of(part));
            } else if (part.type() == pugi::node_element) {
                read_description(part, known, others);
            }
        }
        assembly.require_states(variable, "variable", "each state is a <STATENAME>");
        variable.annotations = is_spelled_out(others) ? others : known.lines(others);
        assembly.add_variable(std::move(variable));
    }

    /// True if properties have the label or the position, as the writer has them where their order
    /// matters.
    static bool is_spelled_out(const std::vector<std::string>& lines) {
        return LabelAndPosition{}.take_all(lines).size() < lines.size();
    }

    /// A FULLNAME or DESCRIPTION, which may be empty. All other elements stay in the file.
    void read_description(pugi::xml_node part, LabelAndPosition& known,
                          std::vector<std::string>& lines) {
        const std::string text = document.text(part).text;
        const bool is_label = is_element(part, "fullname");
        if (!is_label && !is_element(part, "description")) {
            assembly.leave_in_file(Part::contents, "<" + std::string(part.name()) + "> element",
                                   document.offset(part));
        } else if (is_label && !text.empty()) {
            known.set_label(text);
        } else if (!text.empty()) {
            lines.push_back(text_line("description", text));
        }
    }

    void read_distribution(pugi::xml_node node) {
        WrittenFamily family;
        family.child.offset = document.offset(node);
        for (const pugi::xml_node part : elements(node, {"private"}))
            family.child = named(part, "name");
        require_discrete(family.child, node);
        for (const pugi::xml_node parent : elements(node, {"condset", "condelem"}))
            family.parents.push_back(named(parent, "name"));
        WrittenRows rows;
        rows.keys.way_out = "give every row, or one without INDEXES for all others";
        rows.numbers.begin = family.offset = document.offset(node);
        for (const pugi::xml_node list : elements(node, {"dpis"})) {
            family.offset = document.offset(list);
            for (const pugi::xml_node row : elements(list, {"dpi"})) read_row(row, family, rows);
        }
        family.distribution = std::move(rows);
        assembly.add_family(std::move(family));
    }

    void read_row(pugi::xml_node node, const WrittenFamily& family, WrittenRows& rows) {
        const std::size_t offset = document.offset(node);
        std::vector<std::uint32_t> states = states_of(node, family);
        if (states.empty() && !family.parents.empty()) {
            if (rows.keys.default_row)
                document.cursor().fail(
                    offset, "this is a second row of " + shown(family.child.text) +
                                " without INDEXES, which is for all rows that are not given");
            rows.keys.default_row = rows.keys.size();
            states.resize(family.parents.size());
        }
        rows.add(offset, states);
        const WrittenNumbers numbers =
            document.numbers(node, "the table of " + shown(family.child.text));
        for (std::size_t n = 0; n < numbers.values.size(); ++n)
            rows.numbers.add(numbers.values[n], numbers.offset_of(n));
    }

    /// The states of the parents that INDEXES has; none where it is not there.
    std::vector<std::uint32_t> states_of(pugi::xml_node node, const WrittenFamily& family) {
        const std::string indexes = document.attribute(node, "indexes");
        std::vector<WrittenName> numbers;
        for (std::size_t at = 0; at < indexes.size();) {
            const std::size_t begin = std::min(indexes.find_first_not_of(" \t\r\n,", at),
                                               indexes.size()),
                              end = std::min(indexes.find_first_of(" \t\r\n,", begin),
                                             indexes.size());
            at = end;
            if (begin != end)
                numbers.push_back({indexes.substr(begin, end - begin), document.offset(node)});
        }
        if (numbers.empty()) return {};
        return assembly.states_by_number(numbers, document.offset(node), family);
    }
};

}  // namespace

ReadResult read_xbn(std::string_view bytes, const ReadOptions& options) {
    return XbnReader(bytes, options).read();
}

bool is_xbn(std::string_view first_bytes) {
    return begins_with_element(first_bytes, "analysisnotebook");
}

}  // namespace pgm::io::detail
