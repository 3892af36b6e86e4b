#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/genie_network.hpp>
#include <io/format/detail/linear_form.hpp>
#include <io/format/xml/detail/xml_reader.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <map>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

class XdslReader : XmlReader {
public:
    using XmlReader::XmlReader;

    ReadResult read() {
        const pugi::xml_node root = document.root("smile");
        assembly.set_name(named(root, "id"));
        for (const pugi::xml_node part : root.children()) {
            if (is_element(part, "nodes")) {
                for (const pugi::xml_node node : part.children())
                    if (node.type() == pugi::node_element) nodes_.push_back(node);
            } else if (is_element(part, "properties")) {
                for (const pugi::xml_node property : part.children())
                    if (property.type() == pugi::node_element)
                        assembly.builder().annotate(property_line(property));
            } else if (is_element(part, "cases")) {
                report_cases(part);
            } else if (is_element(part, "extensions")) {
                find_appearances(part);
            } else if (is_element(part, "dynamic")) {
                refuse_dynamic(part);
            } else {
                leave(Part::contents, part);
            }
        }
        for (const pugi::xml_node node : nodes_) read_variable(node);
        for (const pugi::xml_node node : nodes_) read_family(node);
        return finish();
    }

private:
    using Part = NetworkAssembly::Part;

    /// Leaves an element in the file.
    void leave(Part kind, pugi::xml_node part) {
        if (part.type() != pugi::node_element) return;
        const std::string noun = is_element(part, "textbox")    ? "text box"
                                 : is_element(part, "barchart") ? "bar chart"
                                 : is_element(part, "font") || is_element(part, "submodel")
                                     ? part.name()
                                     : "<" + std::string(part.name()) + "> element";
        assembly.leave_in_file(kind, noun, document.offset(part));
    }

    std::string property_line(pugi::xml_node property) {
        const std::string id = document.attribute(property, "id");
        const std::string value = document.text(property).text;
        return is_identifier(id) ? id + " = " + value : value;
    }

    void report_cases(pugi::xml_node cases) {
        const auto count = static_cast<std::size_t>(
            std::distance(cases.children("case").begin(), cases.children("case").end()));
        if (count == 0) return;
        assembly.leave_in_file(Part::told_contents, "saved case", document.offset(cases), count);
        assembly.note(document.offset(cases),
                      counted(count, "saved case") +
                          " of the file: the findings are not entered as evidence");
    }

    [[noreturn]] void refuse_dynamic(pugi::xml_node node) {
        throw ModelError("this is a dynamic network, which cannot be read",
                         document.cursor().locate(document.offset(node)),
                         "unroll it in GeNIe and save the result");
    }

    /// The name in <genie>, and the elements `node` below it, also those of submodels.
    void find_appearances(pugi::xml_node extensions) {
        std::vector<pugi::xml_node> open{extensions};
        while (!open.empty()) {
            const pugi::xml_node element = open.back();
            open.pop_back();
            for (const pugi::xml_node part : element.children()) {
                const bool is_submodel = is_element(part, "submodel");
                if (is_element(part, "genie") || is_submodel) open.push_back(part);
                if (is_element(part, "node")) {
                    appearances_[document.attribute(part, "id")] = part;
                } else if (is_element(part, "genie")) {
                    read_heading(part);
                } else if (is_submodel || !is_element(element, "submodel") ||
                           is_element(part, "textbox")) {
                    leave(Part::contents, part);
                }
            }
        }
    }

    void read_heading(pugi::xml_node genie) {
        if (genie.attribute("name")) assembly.set_name(named(genie, "name"));
        const std::string writer = document.attribute(genie, "app");
        if (!equals_ignoring_case(std::string_view(writer).substr(0, 5), "agrum")) return;
        is_by_agrum_ = true;
        assembly.drop_text();
    }

    void read_variable(pugi::xml_node node) {
        FileVariable variable{named(node, "id"), {}, {}};
        const bool is_equation = is_element(node, "equation");
        if (is_element(node, "decision"))
            variable.kind = Variable::Kind::decision;
        else if (is_utility(node))
            make_utility(variable);
        else if (!is_equation && !is_element(node, "cpt") && !is_element(node, "deterministic") &&
                 !is_element(node, "noisymax"))
            assembly.refuse_kind(variable.name, node.name());
        GenieNode genie;
        genie.name = variable.name.text;
        for (const pugi::xml_node state : elements(node, {"state"}))
            read_state(state, variable, genie);
        find_appearance(variable.name.text, genie);
        if (!is_equation && !is_utility(node)) assembly.require_states(variable, "node");
        for (const pugi::xml_attribute attribute : node.attributes()) {
            if (equals_ignoring_case(attribute.name(), "dynamic")) refuse_dynamic(node);
            if (!equals_ignoring_case(attribute.name(), "id"))
                genie.add(text_line(attribute.name(), document.value(node, attribute)));
        }
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "property"))
                genie.add(property_line(part));
            else if (is_element(part, "doc"))
                genie.documents.push_back(document.text(part).text);
            else if (!is_of_distribution(part) && !is_element(part, "state"))
                leave(is_element(part, "discretization") ? Part::looks : Part::contents, part);
        }
        variable.annotations = genie.lines();
        assembly.add_variable(std::move(variable));
    }

    /// A utility, or the weighted sum of others.
    static bool is_utility(pugi::xml_node node) {
        return is_element(node, "utility") || is_element(node, "mau");
    }
    static bool is_of_distribution(pugi::xml_node part) {
        return is_element(part, "parents") || is_element(part, "strengths") ||
               is_element(part, "definition") || is_element(part, "weights") || is_numbers(part);
    }
    static bool is_numbers(pugi::xml_node part) {
        return is_element(part, "probabilities") || is_element(part, "parameters") ||
               is_element(part, "resultingstates") || is_element(part, "utilities");
    }

    void read_state(pugi::xml_node state, FileVariable& variable, GenieNode& genie) {
        variable.states.push_back(named(state, "id"));
        auto& attributes = genie.of_states.emplace_back();
        for (const pugi::xml_attribute attribute : state.attributes())
            if (!equals_ignoring_case(attribute.name(), "id"))
                attributes.try_emplace(attribute.name(), document.value(state, attribute));
    }

    /// The name, colours and comments, and the rectangle.
    void find_appearance(const std::string& id, GenieNode& genie) {
        const auto found = appearances_.find(id);
        if (found == appearances_.end()) return;
        std::vector<double> corners;
        for (const pugi::xml_node part : found->second.children()) {
            if (is_element(part, "name")) {
                genie.set_label(document.text(part).text);
            } else if (is_element(part, "position")) {
                corners = document.numbers(part, "the position of a node").values;
            } else if (is_element(part, "interior")) {
                genie.interior = document.attribute(part, "color");
            } else if (is_element(part, "outline")) {
                genie.outline = document.attribute(part, "color");
            } else if (is_element(part, "comment")) {
                genie.comments.push_back(document.text(part).text);
            } else {
                leave(Part::looks, part);
            }
        }
        if (corners.size() != 4) return;
        genie.set_rectangle(Rectangle{{corners[0], corners[1]}, {corners[2], corners[3]}});
    }

    /// Throws ModelError for an equation that is no linear Gaussian distribution.
    void read_equation(pugi::xml_node node) {
        WrittenFamily family{named(node, "id"), {}, document.offset(node)};
        WrittenName definition;
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "parents")) family.parents = document.names(part);
            if (!is_element(part, "definition")) continue;
            definition = document.text(part);
            family.offset = document.offset(part);
            if (part.attribute("lower") || part.attribute("upper"))
                assembly.note(family.offset,
                              "the bounds of " + shown(family.child.text) +
                                  " were left out: its normal distribution has none");
        }
        const std::string_view equation = definition.text;
        const std::size_t sign = equation.find('=');
        const auto form =
            sign == equation.npos ? std::nullopt : parse_linear_form(equation.substr(sign + 1));
        if (!form)
            throw ModelError("the equation of " + shown(family.child.text) + ", " +
                                 shown(definition.text) +
                                 ", is not linear in its parents with normal noise",
                             document.cursor().locate(family.offset),
                             "make a table of it in GeNIe, and save the result");
        WrittenGaussian::Row row{.offset = family.offset, .variance = form->variance, .slopes = {}};
        set_mean(row, *form);
        family.distribution = WrittenGaussian{.rows = {std::move(row)}};
        assembly.add_family(std::move(family));
    }

    void read_family(pugi::xml_node node) {
        if (is_element(node, "equation")) return read_equation(node);
        WrittenFamily family{named(node, "id"), {}, document.offset(node)};
        pugi::xml_node numbers, strengths, weights;
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "parents")) {
                family.parents = document.names(part);
            } else if (is_element(part, "strengths")) {
                strengths = part;
            } else if (is_element(part, "weights")) {
                weights = part;
            } else if (is_numbers(part)) {
                numbers = part;
            }
        }
        if (is_element(node, "decision")) return assembly.add_family(std::move(family));
        if (is_element(node, "mau")) return read_sum(node, weights, std::move(family));
        if (!numbers)
            return assembly.error(family.offset,
                                  "node " + shown(family.child.text) + " has no " +
                                      (is_utility(node) ? "utilities" : "probabilities"));
        family.offset = document.offset(numbers);
        const std::string what = "the table of " + shown(family.child.text);
        if (is_utility(node)) {
            WrittenUtility utility{document.numbers(numbers, what)};
            if (is_by_agrum_) utility.order = assembly.order_of_agrum(family);
            family.distribution = std::move(utility);
        } else if (is_element(node, "deterministic")) {
            family.distribution = WrittenDeterministic{document.names(numbers)};
        } else if (is_element(node, "noisymax")) {
            WrittenNoisyMax noisy{document.numbers(numbers, what), {}};
            if (strengths &&
                !match_order_of_causes(document.names(strengths), document.offset(strengths),
                                       family, assembly, noisy))
                return;
            family.distribution = std::move(noisy);
        } else {
            WrittenTable table{document.numbers(numbers, what)};
            if (is_by_agrum_) table.order = assembly.order_of_agrum(family);
            family.distribution = std::move(table);
        }
        assembly.add_family(std::move(family));
    }

    /// A node `mau`: the sum of its parents, weighted by numbers of its own.
    void read_sum(pugi::xml_node node, pugi::xml_node weights, WrittenFamily family) {
        WrittenUtility sum;
        if (weights) sum.weights = document.numbers(weights, "the weights of a node").values;
        for (const pugi::xml_node part : node.children())
            if (is_element(part, "definition") || is_element(part, "expression"))
                throw ModelError("the utility " + shown(family.child.text) +
                                     " is a formula of others, and only weighted sums are read",
                                 document.cursor().locate(document.offset(part)),
                                 "give it weights in GeNIe, and save the result");
        family.distribution = std::move(sum);
        assembly.add_family(std::move(family));
    }

    bool is_by_agrum_ = false;
    std::vector<pugi::xml_node> nodes_;
    std::map<std::string, pugi::xml_node> appearances_;  ///< by id
};

}  // namespace

ReadResult read_xdsl(std::string_view bytes, const ReadOptions& options) {
    return XdslReader(bytes, options).read();
}

bool is_xdsl(std::string_view first_bytes) {
    return begins_with_element(first_bytes, "smile");
}

}  // namespace pgm::io::detail
