#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_reader.hpp>
#include <io/format/block/detail/dne_attribute.hpp>
#include <io/format/block/detail/dne_rows.hpp>
#include <io/format/detail/annotation.hpp>
#include <io/text/detail/decimal.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// A node whose family is made when all variables are known.
struct DneNode {
    FileVariable variable;
    WrittenFamily family;
    std::string kind = "NATURE";
    bool is_discrete = true, has_value = false;
    std::optional<WrittenNumbers> probabilities;
    std::vector<NumberList> lists;  ///< of the probabilities, BlockLexer::numbers()
    std::optional<std::vector<WrittenName>> function;
    std::optional<std::size_t> equation, levels_offset;
    std::size_t levels = 0;
    LabelAndPosition known;  ///< without a name: of the network, which has none of these
    std::vector<std::string> attributes, fields;  ///< in the order in which they are written

    bool has_distribution() const { return probabilities || function || equation; }
};

class DneReader : BlockReader {
public:
    DneReader(std::string_view bytes, const ReadOptions& options)
        : BlockReader(bytes, options, dne_comments) {}

    ReadResult read() {
        read_beginning("bnet");
        DneNode network;
        while (!lexer_.take('}')) read_element(network);
        for (const auto* const lines : {&network.attributes, &network.fields})
            for (const std::string& line : *lines) assembly_.builder().annotate(line);
        lexer_.take(';');
        expect_end();
        for (DneNode& node : nodes_) add_family(node);
        return finish(NetworkAssembly::End::marked, has_file_identifier() ? 1 : 0);
    }

private:
    using Part = NetworkAssembly::Part;

    /// "// ~->[DNET-1]->~"
    bool has_file_identifier() const { return cursor_.text().starts_with(dne_identifier); }

    void read_element(DneNode& network) {
        const WrittenName name = lexer_.expect_name("a node, an attribute or '}'");
        if (lexer_.take('=')) {
            if (name.is("title"))
                assembly_.set_name({lexer_.text_value(), name.offset});
            else
                add_line(name, lexer_.value(), network);
        } else if (name.is("node") || name.is("param")) {
            read_node();
        } else if (name.is("user")) {
            read_user(network);
        } else {
            skip_block(name);
        }
    }

    /// The rest of `visual V1 { ... };` or of another block that says nothing about the network.
    void skip_block(const WrittenName& name) {
        const bool is_drawing = name.is("visual") || name.is("link");
        assembly_.leave_in_file(is_drawing ? Part::looks : Part::contents, name.text + " block",
                                name.offset);
        while (!lexer_.take('{')) lexer_.expect_name("'=' or '{'");
        lexer_.skip_block();
        lexer_.take(';');
    }

    static void add_line(const WrittenName& name, std::string_view value, DneNode& node) {
        std::string line = attribute_line(name.text, value);
        if (!node.known.name.empty() && node.known.take(line)) return;
        (is_dne_attribute(name.text) ? node.attributes : node.fields).push_back(std::move(line));
    }

    /// user U1 { name = value; ... };
    void read_user(DneNode& node) {
        lexer_.expect_name("the name of a block");
        lexer_.expect('{', "before the fields of 'user'");
        while (!lexer_.take('}')) {
            const WrittenName name = lexer_.expect_name("a field or '}'");
            lexer_.expect('=', "after the name of a field");
            const std::string value = lexer_.value();
            if (!is_dne_attribute(name.text)) {
                add_line(name, value, node);
                continue;
            }
            assembly_.warn(name.offset, "the field " + shown(name.text) +
                                            " is called like an attribute and was left out");
        }
        lexer_.take(';');
    }

    /// visual V1 { center = (10, 20); ... };
    void read_visual(DneNode& node) {
        lexer_.expect_name("the name of a block");
        lexer_.expect('{', "before the attributes of 'visual'");
        while (!lexer_.take('}')) {
            const WrittenName name = lexer_.expect_name("an attribute or '}'");
            if (!lexer_.take('=')) {
                skip_block(name);
            } else if (const std::string value = lexer_.value(); name.is("center")) {
                node.known.take("position = " + value);
            } else {
                assembly_.leave_in_file(Part::looks, "attribute", name.offset);
            }
        }
        lexer_.take(';');
    }

    void read_node() {
        DneNode node;
        node.variable.name = lexer_.expect_name("the name of the node");
        node.known.name = node.variable.name.text;
        node.family.child = node.variable.name;
        node.family.offset = node.variable.name.offset;
        lexer_.expect('{', "before the attributes of a node");
        while (!lexer_.take('}')) {
            const BlockToken token = lexer_.peek();
            const WrittenName name = lexer_.expect_name("an attribute or '}'");
            if (token.is_word("node") || token.is_word("param")) {
                lexer_.fail_expected("an attribute or '}' of the node before", token);
            } else if (lexer_.take('=')) {
                read_attribute(name, node);
            } else if (token.is_word("user")) {
                read_user(node);
            } else if (token.is_word("visual")) {
                read_visual(node);
            } else {
                skip_block(name);
            }
        }
        lexer_.take(';');
        finish_node(node);
    }

    void read_attribute(const WrittenName& name, DneNode& node) {
        const std::string what = "the table of " + shown(node.variable.name.text);
        const std::size_t offset = lexer_.peek().offset;
        if (name.is("kind")) {
            node.kind = lexer_.value();
            if (equals_ignoring_case(node.kind, "utility")) make_utility(node.variable);
            if (equals_ignoring_case(node.kind, "decision"))
                node.variable.kind = Variable::Kind::decision;
        } else if (name.is("states")) {
            node.variable.states = lexer_.items("the states");
        } else if (name.is("parents")) {
            node.family.parents = lexer_.items("the parents");
        } else if (name.is("probs")) {
            node.lists.clear();
            node.probabilities = lexer_.numbers(what, &node.lists, "@imposs");
            node.family.offset = offset;
        } else if (name.is("functable")) {
            if (node.variable.kind == Variable::Kind::utility)
                node.probabilities = lexer_.numbers(what, &node.lists);
            else
                node.function = lexer_.items(what);
            if (!node.probabilities) node.family.offset = offset;
        } else if (name.is("evidence")) {
            assembly_.leave_in_file(Part::told_contents, "saved finding", offset);
            assembly_.note(offset, "the file has the finding " + shown(lexer_.value()) + " of " +
                                       shown(node.variable.name.text) +
                                       ": it is not entered as evidence");
        } else if (name.is("title")) {
            node.known.set_label(lexer_.text_value());
        } else {
            read_other_attribute(name, offset, node);
        }
    }

    /// Attributes whose values are kept, unless they say what is usual or follow from the others.
    void read_other_attribute(const WrittenName& name, std::size_t offset, DneNode& node) {
        const std::string value = lexer_.value();
        if (name.is("chance") || name.is("belief")) return;
        if (name.is("discrete")) {
            node.is_discrete = !equals_ignoring_case(value, "false");
            if (node.is_discrete || node.variable.kind == Variable::Kind::utility) return;
        }
        if (name.is("levels")) {
            node.levels_offset = offset;
            node.levels = count_of_levels(value);
        }
        if (name.is("equation")) node.equation = offset;
        node.has_value |= name.is("value");
        if (name.is("delays") && value.find_first_not_of("(), ") != value.npos)
            assembly_.refuse_kind({node.variable.name.text, name.offset}, "dynamic");
        add_line(name, value, node);
    }

    void finish_node(DneNode& node) {
        FileVariable& variable = node.variable;
        const bool is_constant = equals_ignoring_case(node.kind, "constant");
        const bool is_utility = variable.kind == Variable::Kind::utility,
                   is_decision = variable.kind == Variable::Kind::decision;
        if (!is_constant && !is_utility && !is_decision &&
            !equals_ignoring_case(node.kind, "nature") &&
            !equals_ignoring_case(node.kind, "assume"))
            assembly_.refuse_kind(variable.name, node.kind);
        if (is_utility) return add_node(std::move(node));
        if (variable.states.empty() && node.levels_offset) name_states_by_place(node);
        if (is_constant || (variable.states.empty() && !node.has_distribution() && !is_decision)) {
            const bool has_value = node.has_value || !variable.states.empty();
            const std::string noun = is_constant && has_value ? "constant" : "title";
            assembly_.note(variable.name.offset, "node " + shown(variable.name.text) + " is a " +
                                                     noun +
                                                     " without probabilities and was left out");
            return assembly_.leave_out(std::move(variable.name), noun);
        }
        assembly_.require_states(variable, "node", "discretise it in Netica and save the result");
        const std::size_t levels = levels_of(variable.states.size(), node.is_discrete);
        if (node.levels_offset && node.levels != levels)
            assembly_.error(*node.levels_offset,
                            "node " + shown(variable.name.text) + " needs " +
                                std::to_string(levels) + " levels, found " +
                                std::to_string(node.levels),
                            "a continuous node has one more level than states");
        add_node(std::move(node));
    }

    void add_node(DneNode node) {
        FileVariable& variable = node.variable;
        if (variable.kind == Variable::Kind::utility) make_utility(variable);
        variable.annotations = node.known.lines();
        for (const auto* const lines : {&node.attributes, &node.fields})
            variable.annotations.insert(variable.annotations.end(), lines->begin(), lines->end());
        assembly_.add_variable(std::move(variable));
        nodes_.push_back(std::move(node));
    }

    static void name_states_by_place(DneNode& node) {
        for (std::size_t s = 0; levels_of(s, node.is_discrete) < node.levels; ++s)
            node.variable.states.push_back({"#" + std::to_string(s), *node.levels_offset});
    }

    /// Netica marks configurations of the parents that it has found to be impossible. Returns false
    /// after a report.
    bool without_impossible_rows(WrittenNumbers& numbers, const WrittenFamily& family,
                                 std::size_t states) {
        const auto filled = fill_impossible_rows(numbers, states);
        if (!filled)
            assembly_.error(family.offset, "the table of " + shown(family.child.text) +
                                               ": '@imposs' stands for whole rows");
        if (filled && *filled > 0)
            assembly_.note(family.offset, "the table of " + shown(family.child.text) + ": " +
                                              counted(*filled, "row") +
                                              " of impossible configurations of the parents became "
                                              "uniform ('@imposs')");
        return filled.has_value();
    }

    void add_family(DneNode& node) {
        WrittenFamily& family = node.family;
        const std::optional<VariableId> child = assembly_.builder().find(family.child.text);
        const std::vector<std::string>& states = assembly_.builder().variable(*child).states();
        const Variable::Kind kind = assembly_.builder().variable(*child).kind();
        if (kind == Variable::Kind::decision) {
            if (node.function || node.probabilities)
                assembly_.leave_policy(family.child, family.offset);
        } else if (kind == Variable::Kind::utility && (node.probabilities || !node.equation)) {
            family.distribution =
                WrittenUtility{.numbers = std::move(node.probabilities).value_or(WrittenNumbers{}),
                               .lists = std::move(node.lists)};
        } else if (node.probabilities) {
            const std::size_t given = node.probabilities->values.size();
            WrittenTable table{with_last_probabilities(std::move(*node.probabilities), node.lists,
                                                       states.size(), count_of_rows(family))};
            if (!without_impossible_rows(table.numbers, family, states.size())) return;
            if (table.numbers.values.size() == given) table.lists = std::move(node.lists);
            family.distribution = std::move(table);
        } else if (node.function) {
            for (WrittenName& state : *node.function) {
                const bool is_number = state.text.starts_with('#');
                const auto number = is_number ? whole_number(state.text.substr(1)) : std::nullopt;
                if (number && *number < states.size()) state.text = states[*number];
            }
            family.distribution = WrittenDeterministic{std::move(*node.function)};
        } else if (node.equation) {
            return assembly_.error(
                *node.equation,
                "the table of " + shown(family.child.text) + " is given by an equation only",
                "convert the equation to a table in Netica and save the result");
        }
        assembly_.add_family(std::move(family));
    }

    /// The number of configurations of the parents; null if one is unknown or there are too many.
    std::optional<std::size_t> count_of_rows(const WrittenFamily& family) {
        std::optional<std::size_t> rows = 1;
        for (const WrittenName& parent : family.parents) {
            const std::optional<VariableId> id = assembly_.builder().find(parent.text);
            if (!rows || !id) return std::nullopt;
            rows = checked_mul(*rows, assembly_.builder().variable(*id).cardinality());
        }
        return rows;
    }

    std::vector<DneNode> nodes_;
};

}  // namespace

ReadResult read_dne(std::string_view bytes, const ReadOptions& options) {
    return DneReader(bytes, options).read();
}

bool is_dne(std::string_view first_bytes) {
    return begins_with_words(first_bytes, dne_comments, {"bnet", "", "{"});
}

}  // namespace pgm::io::detail
