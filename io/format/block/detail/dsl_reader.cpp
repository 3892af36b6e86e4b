#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_reader.hpp>
#include <io/format/detail/genie_network.hpp>
#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>

#include <array>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

constexpr BlockSyntax dsl_comments{"//", "*#"};

/// A colour, which DSL has as the number 65536 blue + 256 green + red, as XDSL has it: "ffcc99".
std::optional<std::string> color_text(const std::string& value) {
    const std::optional<std::size_t> color = whole_number(value);
    if (!color || *color > 0xFFFFFF) return std::nullopt;
    std::string text;
    for (const std::size_t part : {*color & 0xFF, *color >> 8 & 0xFF, *color >> 16})
        for (const std::size_t digit : {part >> 4, part & 0xF}) text += "0123456789abcdef"[digit];
    return text;
}

/// A node whose family is made when all variables are known.
struct DslNode {
    enum class Kind { table, truth_table, noisy_max, decision, utility, sum };

    Kind kind = Kind::table;
    FileVariable variable;
    WrittenFamily family;
    std::optional<WrittenNumbers> numbers;
    std::vector<NumberList> lists;  ///< of the numbers
    std::vector<WrittenName> strengths, results;
    std::size_t order_offset = 0;
    GenieNode genie;
    std::optional<std::string> label;
    std::vector<std::string> properties;
};

class DslReader : BlockReader {
public:
    DslReader(std::string_view bytes, const ReadOptions& options)
        : BlockReader(bytes, options, dsl_comments) {}

    ReadResult read() {
        read_beginning("net");
        for (std::size_t submodels = 0;;) {
            if (!lexer_.take('}')) {
                read_element(submodels);
            } else if (submodels > 0) {
                --submodels;
                lexer_.expect(';', "after a submodel");
            } else {
                break;
            }
        }
        lexer_.take(';');
        expect_end();
        for (DslNode& node : nodes_) add_family(node);
        return finish(NetworkAssembly::End::marked);
    }

private:
    /// A node, an attribute of the network, or the beginning of a submodel.
    void read_element(std::size_t& submodels) {
        const WrittenName name = lexer_.expect_name("a node, an attribute or '}'");
        if (name.is("node")) return read_node();
        if (name.is("submodel")) {
            assembly_.leave_in_file(NetworkAssembly::Part::contents, "submodel", name.offset);
            lexer_.expect_name("the name of the submodel");
            lexer_.expect('{', "after the name of the submodel");
            ++submodels;
            return;
        }
        lexer_.expect('=', "after the name of an attribute");
        if (submodels == 0 && name.is("header")) {
            for_each_field([&](const WrittenName& field) {
                if (field.is("name"))
                    assembly_.set_name({lexer_.text_value(), field.offset});
                else if (field.is("id"))
                    lexer_.value();  // the word after `net` once more
                else
                    skip_value();
            });
        } else if (submodels == 0 && name.is("user_properties")) {
            for_each_field([&](const WrittenName& field) {
                assembly_.builder().annotate(property_line(field));
            });
        } else {
            skip_value();
        }
    }

    /// Calls use(name) for each `name = ` of a block, which then reads the value.
    template <class Use>
    void for_each_field(const Use& use) {
        lexer_.expect('{', "before the attributes of a block");
        for_each_attribute(use);
        lexer_.expect(';', "after a block");
    }

    /// The value of an attribute that no network holds.
    void skip_value() {
        assembly_.leave_in_file(NetworkAssembly::Part::looks, "attribute", cursor_.offset());
        if (!lexer_.take('{')) {
            lexer_.value();
            return;
        }
        lexer_.skip_block();
        lexer_.expect(';', "after a block");
    }

    std::string property_line(const WrittenName& name) {
        const std::string text = lexer_.text_value();
        return name.text + " = " + std::string(without_blanks_around(text));
    }

    void read_node() {
        DslNode node;
        node.variable.name = lexer_.expect_name("the name of the node");
        node.family.offset = node.variable.name.offset;
        lexer_.expect('{', "before the attributes of a node");
        for_each_attribute([&](const WrittenName& name) { read_attribute(name, node); });
        lexer_.expect(';', "after a node");
        node.family.child = node.variable.name;
        if (node.kind == DslNode::Kind::decision) node.variable.kind = Variable::Kind::decision;
        if (node.kind == DslNode::Kind::utility || node.kind == DslNode::Kind::sum)
            make_utility(node.variable);
        else
            assembly_.require_states(node.variable, "node");
        node.genie.name = node.variable.name.text;
        node.genie.of_states.resize(node.variable.states.size());
        if (node.label) node.genie.set_label(std::move(*node.label));
        for (const std::string& line : node.properties) node.genie.add(line);
        node.variable.annotations = node.genie.lines();
        assembly_.add_variable(std::move(node.variable));
        nodes_.push_back(std::move(node));
    }

    void read_attribute(const WrittenName& name, DslNode& node) {
        if (name.is("type")) {
            read_type(node);
        } else if (name.is("header")) {
            for_each_field([&](const WrittenName& field) { read_header(field, node); });
        } else if (name.is("screen")) {
            for_each_field([&](const WrittenName& field) { read_screen(field, node.genie); });
        } else if (name.is("user_properties")) {
            for_each_field(
                [&](const WrittenName& field) { node.properties.push_back(property_line(field)); });
        } else if (name.is("parents")) {
            node.family.parents = names("the parents");
        } else if (name.is("definition")) {
            for_each_field([&](const WrittenName& field) { read_definition(field, node); });
        } else if (name.is("extra_definition")) {
            for_each_field([&](const WrittenName& field) { read_diagnosis(field, node.genie); });
        } else {
            skip_value();
        }
    }

    void read_type(DslNode& node) {
        constexpr std::array<std::pair<std::string_view, DslNode::Kind>, 6> kinds = {
            {{"cpt", DslNode::Kind::table},
             {"truthtable", DslNode::Kind::truth_table},
             {"noisy_max", DslNode::Kind::noisy_max},
             {"list", DslNode::Kind::decision},
             {"table", DslNode::Kind::utility},
             {"mau", DslNode::Kind::sum}}};
        const std::size_t offset = lexer_.peek().offset;
        const std::string type = lexer_.value();
        for (const auto& [word, kind] : kinds) {
            if (!equals_ignoring_case(type, word)) continue;
            node.kind = kind;
            return;
        }
        assembly_.refuse_kind({node.variable.name.text, offset}, type);
    }

    void read_header(const WrittenName& field, DslNode& node) {
        if (field.is("id")) {
            node.variable.name = lexer_.expect_name("the ID of the node");
            lexer_.expect(';', "after the ID of the node");
        } else if (field.is("name")) {
            node.label = lexer_.text_value();
        } else if (field.is("comment")) {
            const std::string comment = lexer_.text_value();
            if (!comment.empty()) node.genie.comments.push_back(comment);
        } else {
            skip_value();
        }
    }

    void read_screen(const WrittenName& field, GenieNode& genie) {
        if (field.is("position")) {
            read_position(genie);
        } else if (field.is("color")) {
            genie.interior = color_text(lexer_.value());
        } else if (field.is("bordercolor")) {
            genie.outline = color_text(lexer_.value());
        } else {
            skip_value();
        }
    }

    void read_position(GenieNode& genie) {
        std::optional<double> x, y, width, height;
        for_each_field([&](const WrittenName& field) {
            if (field.is("center_x"))
                x = one_number(field.text);
            else if (field.is("center_y"))
                y = one_number(field.text);
            else if (field.is("width"))
                width = one_number(field.text);
            else if (field.is("height"))
                height = one_number(field.text);
            else
                skip_value();
        });
        if (!x || !y) return;
        const bool has_size = width && height;
        genie.set_rectangle({*x, *y}, has_size ? Position{*width, *height} : GenieNode::usual_size);
    }

    void read_definition(const WrittenName& field, DslNode& node) {
        const std::size_t offset = lexer_.peek().offset;
        if (field.is("namestates") || field.is("namechoices")) {
            node.variable.states = names("the states");
        } else if (field.is("probabilities") || field.is("utilities") || field.is("weights")) {
            node.lists.clear();
            node.numbers =
                lexer_.numbers("the table of " + shown(node.variable.name.text), &node.lists);
            node.family.offset = offset;
        } else if (field.is("strengths")) {
            node.strengths = names("the strengths");
            node.order_offset = offset;
        } else if (field.is("resultingstates")) {
            node.results = names("the resulting states");
            node.family.offset = offset;
        } else {
            skip_value();
        }
    }

    void read_diagnosis(const WrittenName& field, GenieNode& genie) {
        const bool is_type = field.is("diagnosis_type");
        if (!is_type && !field.is("ranked")) return skip_value();
        const std::string value = lexer_.value();
        if (is_type && equals_ignoring_case(value, "target"))
            genie.attributes["diagtype"] = "target";
        if (is_type && equals_ignoring_case(value, "observation"))
            genie.attributes["diagtype"] = "observation";
        if (!is_type && equals_ignoring_case(value, "true")) genie.attributes["ranked"] = "true";
    }

    void add_family(DslNode& node) {
        WrittenFamily& family = node.family;
        if (node.kind == DslNode::Kind::decision) {
            // What is known then is all that it has.
        } else if (node.kind == DslNode::Kind::sum) {
            WrittenUtility sum;
            if (node.numbers) sum.weights = std::move(node.numbers->values);
            family.distribution = std::move(sum);
        } else if (node.kind == DslNode::Kind::utility && node.numbers) {
            family.distribution =
                WrittenUtility{.numbers = std::move(*node.numbers), .lists = std::move(node.lists)};
        } else if (node.kind == DslNode::Kind::truth_table && !node.numbers) {
            family.distribution = WrittenDeterministic{std::move(node.results)};
        } else if (!node.numbers) {
            return assembly_.error(
                family.offset,
                "node " + shown(family.child.text) + " has no " +
                    (node.kind == DslNode::Kind::utility ? "utilities" : "probabilities"));
        } else if (node.kind == DslNode::Kind::noisy_max) {
            WrittenNoisyMax noisy{std::move(*node.numbers), {}};
            if (!node.strengths.empty() &&
                !match_order_of_causes(node.strengths, node.order_offset, family, assembly_, noisy))
                return;
            family.distribution = std::move(noisy);
        } else {
            family.distribution =
                WrittenTable{.numbers = std::move(*node.numbers), .lists = std::move(node.lists)};
        }
        assembly_.add_family(std::move(family));
    }

    std::vector<DslNode> nodes_;
};

}  // namespace

ReadResult read_dsl(std::string_view bytes, const ReadOptions& options) {
    return DslReader(bytes, options).read();
}

bool is_dsl(std::string_view first_bytes) {
    return begins_with_words(first_bytes, dsl_comments, {"net", "", "{"});
}

}  // namespace pgm::io::detail
