#include <io/format/xml/detail/xbn.hpp>

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
    XbnReader(std::string_view bytes, const ReadOptions& options) : XmlReader(bytes, options) {}

    ReadResult read() {
        const pugi::xml_node model = find_model(document_.root("analysisnotebook"));
        WrittenName name = named(model, "name");
        for (const pugi::xml_node part : model.children())
            if (is_element(part, "name")) name = document_.text(part);
        assembly_.set_name(std::move(name));
        for_each(model, "dynamicproperties", [&](pugi::xml_node properties) {
            for_each(properties, "property", [&](pugi::xml_node property) {
                assembly_.builder().annotate(line_of(property));
            });
        });
        for_each(model, "variables", [&](pugi::xml_node variables) {
            for_each(variables, "var", [&](pugi::xml_node node) { read_variable(node); });
        });
        for_each(model, "distributions", [&](pugi::xml_node distributions) {
            for_each(distributions, "dist", [&](pugi::xml_node node) { read_distribution(node); });
        });
        for_each(model, "structure", [&](pugi::xml_node structure) {
            for_each(structure, "arc", [&](pugi::xml_node arc) {
                assembly_.builder().add_arc(named(arc, "parent"), named(arc, "child"));
            });
        });
        return finish();
    }

private:
    using Part = NetworkAssembly::Part;

    /// The only model of a notebook, or the one that its ROOT names.
    pugi::xml_node find_model(pugi::xml_node notebook) {
        std::vector<pugi::xml_node> models;
        for_each(notebook, "bnmodel", [&](pugi::xml_node node) { models.push_back(node); });
        const std::string root = document_.attribute(notebook, "root");
        const auto found = std::ranges::find_if(models, [&](pugi::xml_node node) {
            return models.size() == 1 || document_.attribute(node, "name") == root;
        });
        if (found == models.end())
            document_.cursor().fail(
                document_.offset(notebook),
                "expected one <BNMODEL>, found " + std::to_string(models.size()),
                "the attribute ROOT of the notebook names the one to be read");
        if (models.size() > 1) {
            assembly_.leave_in_file(Part::told_contents, "model", document_.offset(notebook),
                                    models.size() - 1);
            assembly_.warn(document_.offset(*found), "of " + std::to_string(models.size()) +
                                                         " models of the notebook only " +
                                                         shown(root) + " is read");
        }
        return *found;
    }

    /// The line of a PROPERTY, whose value some programs put into an element of its own.
    std::string line_of(pugi::xml_node property) {
        std::string value = document_.text(property).text;
        for (const pugi::xml_node part : property.children())
            if (value.empty() && part.type() == pugi::node_element)
                value = document_.text(part).text;
        return property_line(document_.attribute(property, "name"), value);
    }

    void require_discrete(const WrittenName& variable, pugi::xml_node node) {
        const std::string type = document_.attribute(node, "type");
        if (!type.empty() && !equals_ignoring_case(type, "discrete"))
            assembly_.refuse_kind(variable, type);
    }

    void read_variable(pugi::xml_node node) {
        FileVariable variable{named(node, "name"), {}, {}};
        require_discrete(variable.name, node);
        LabelAndPosition known;
        known.name = variable.name.text;
        std::vector<std::string> others;
        const auto x = parse_number(document_.attribute(node, "xpos")),
                   y = parse_number(document_.attribute(node, "ypos"));
        if (x && y) known.position = Position{*x, *y};
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "statename")) {
                variable.states.push_back(document_.text(part));
            } else if (is_element(part, "property")) {
                others.push_back(line_of(part));
            } else if (part.type() == pugi::node_element) {
                read_description(part, known, others);
            }
        }
        assembly_.require_states(variable, "variable", "each state is a <STATENAME>");
        if (!is_spelled_out(others)) variable.annotations = known.lines();
        variable.annotations.insert(variable.annotations.end(), others.begin(), others.end());
        assembly_.add_variable(std::move(variable));
    }

    /// True if properties have the label or the position, as the writer has them where their order
    /// matters.
    static bool is_spelled_out(const std::vector<std::string>& lines) {
        LabelAndPosition none;
        return std::ranges::any_of(lines, [&](const std::string& line) { return none.take(line); });
    }

    /// A FULLNAME or DESCRIPTION, which may be empty. All other elements stay in the file.
    void read_description(pugi::xml_node part, LabelAndPosition& known,
                          std::vector<std::string>& lines) {
        const std::string text = document_.text(part).text;
        const bool is_label = is_element(part, "fullname");
        if (!is_label && !is_element(part, "description")) {
            assembly_.leave_in_file(Part::contents, "<" + std::string(part.name()) + "> element",
                                    document_.offset(part));
        } else if (is_label && !text.empty()) {
            known.set_label(text);
        } else if (!text.empty()) {
            lines.push_back(text_line("description", text));
        }
    }

    void read_distribution(pugi::xml_node node) {
        WrittenFamily family;
        family.child.offset = document_.offset(node);
        for_each(node, "private", [&](pugi::xml_node part) { family.child = named(part, "name"); });
        require_discrete(family.child, node);
        for_each(node, "condset", [&](pugi::xml_node parents) {
            for_each(parents, "condelem", [&](pugi::xml_node parent) {
                family.parents.push_back(named(parent, "name"));
            });
        });
        WrittenRows rows;
        rows.keys.way_out = "give every row, or one without INDEXES for all others";
        rows.numbers.begin = family.offset = document_.offset(node);
        for_each(node, "dpis", [&](pugi::xml_node list) {
            family.offset = document_.offset(list);
            for_each(list, "dpi", [&](pugi::xml_node row) { read_row(row, family, rows); });
        });
        family.distribution = std::move(rows);
        assembly_.add_family(std::move(family));
    }

    void read_row(pugi::xml_node node, const WrittenFamily& family, WrittenRows& rows) {
        const std::size_t offset = document_.offset(node);
        std::vector<std::uint32_t> states = states_of(node, family);
        if (states.empty() && !family.parents.empty()) {
            if (rows.keys.default_row)
                document_.cursor().fail(
                    offset, "this is a second row of " + shown(family.child.text) +
                                " without INDEXES, which is for all rows that are not given");
            rows.keys.default_row = rows.keys.size();
            states.resize(family.parents.size());
        }
        rows.add(offset, states);
        const WrittenNumbers numbers =
            document_.numbers(node, "the table of " + shown(family.child.text));
        for (std::size_t n = 0; n < numbers.values.size(); ++n)
            rows.numbers.add(numbers.values[n], numbers.offset_of(n));
    }

    /// The states of the parents that INDEXES has; none where it is not there.
    std::vector<std::uint32_t> states_of(pugi::xml_node node, const WrittenFamily& family) {
        const std::string indexes = document_.attribute(node, "indexes");
        std::vector<WrittenName> numbers;
        for (std::size_t at = 0; at < indexes.size();) {
            const std::size_t begin = std::min(indexes.find_first_not_of(" \t\r\n,", at),
                                               indexes.size()),
                              end = std::min(indexes.find_first_of(" \t\r\n,", begin),
                                             indexes.size());
            at = end;
            if (begin != end)
                numbers.push_back({indexes.substr(begin, end - begin), document_.offset(node)});
        }
        if (numbers.empty()) return {};
        return assembly_.states_by_number(numbers, document_.offset(node), family);
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
