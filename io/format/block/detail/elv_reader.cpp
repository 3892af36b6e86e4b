#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_reader.hpp>
#include <io/format/block/detail/elv_table.hpp>
#include <io/format/detail/annotation.hpp>
#include <io/format/detail/utility_families.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// The first words of networks, and of influence diagrams, also with nodes that add up utilities.
constexpr std::array<std::string_view, 3> elv_kinds = {"bnet", "idiagram", "id-with-svnodes"};

/// The number of comments that Elvira itself writes above the parts of a file.
std::size_t heading_count(std::string_view text) {
    constexpr std::array<std::string_view, 6> headings = {"// Bayesian Network",
                                                          "//   Elvira format",
                                                          "// Network Properties",
                                                          "// Variables",
                                                          "// Links of the associated graph:",
                                                          "// Network Relationships:"};
    const auto has = [&](std::string_view heading) {
        return text.find("\n" + std::string(heading)) != text.npos || text.starts_with(heading);
    };
    return static_cast<std::size_t>(std::ranges::count_if(headings, has));
}

class ElvReader : BlockReader {
public:
    ElvReader(std::string_view bytes, const ReadOptions& options)
        : BlockReader(bytes, options, elv_comments) {}

    ReadResult read() {
        const BlockToken first = lexer_.next();
        const auto is_first = [&](std::string_view kind) { return first.is_word(kind); };
        if (std::ranges::none_of(elv_kinds, is_first)) lexer_.fail_expected("'bnet'", first);
        const WrittenName name = lexer_.expect_name("the name of the network");
        lexer_.expect('{', "before the network");
        while (!lexer_.take('}')) read_element();
        expect_end();
        assembly_.set_name(name);
        for (FileVariable& variable : variables_) assembly_.add_variable(std::move(variable));
        for (Relation& relation : relations_)
            if (!make_rows(relation.table, relation.family, assembly_)) relation.is_active = false;
        for (Relation& relation : relations_) add_relation(relation);
        utilities_.finish();
        for (const auto& [parent, child] : links_) assembly_.add_arc(parent, child);
        return finish(NetworkAssembly::End::marked, heading_count(text_.text()));
    }

private:
    /// A relation of a child and parents: a table, or a function of others that have names.
    struct Relation {
        WrittenFamily family;
        ElvTable table;
        WrittenName name, function;
        std::vector<WrittenName> arguments;
        std::vector<std::string> lines;
        bool is_active = true, is_used = false;
    };

    void read_element() {
        const BlockToken token = lexer_.next();
        if (token.kind != BlockToken::Kind::word)
            lexer_.fail_expected("an attribute or '}'", token);
        if (token.is_word("node")) return read_node();
        if (token.is_word("link")) return read_link();
        if (token.is_word("relation")) return read_relation();
        if (token.is_word("default") && lexer_.peek().is_word("node")) {
            lexer_.next();
            const BlockToken states = lexer_.next();
            if (!states.is_word("states")) lexer_.fail_expected("'states'", states);
            lexer_.expect('=', "after 'default node states'");
            default_states_ = names("the states");
            return;
        }
        lexer_.expect('=', "after the name of an attribute");
        assembly_.builder().annotate(std::string(token.text) + " = " + lexer_.value());
    }

    /// So many in all that memory stays proportional to the text.
    std::vector<WrittenName> default_states(const WrittenName& node) {
        filled_states_ += default_states_.size();
        if (filled_states_ > cursor_.text().size())
            throw TooLargeError("too many nodes have the states of 'default node states'",
                                cursor_.locate(node.offset), "list the states of each node");
        return default_states_;
    }

    void read_node() {
        FileVariable variable{lexer_.expect_name("the name of the node"), {}, {}};
        constexpr std::string_view finite = "finite-states";
        std::string type;
        if (lexer_.take('(')) {
            type = lexer_.expect_name("the type of the node").text;
            lexer_.expect(')', "after the type of the node");
        }
        lexer_.expect('{', "before the attributes of a node");
        std::optional<WrittenNumbers> count;
        std::optional<double> x, y;
        for_each_attribute([&](const WrittenName& name) {
            const std::string what = name.text + " of " + shown(variable.name.text);
            if (name.text == "states") {
                variable.states = names("the states");
            } else if (name.text == "num-states") {
                count = lexer_.numbers(what);
            } else if (name.text == "pos_x" || name.text == "pos_y") {
                (name.text == "pos_x" ? x : y) = one_number(what);
                if (!x || !y) return;
                variable.annotations.push_back(position_line({*x, *y}));
                x = y = std::nullopt;
            } else if (name.text == "kind-of-node") {
                variable.kind = kind_of_node(variable.name, lexer_.value());
            } else if (name.text == "type-of-variable") {
                const std::string again = lexer_.value();
                if (type.empty() || equals_ignoring_case(type, finite)) type = again;
            } else {
                variable.annotations.push_back(name.text + " = " + lexer_.value());
            }
        });
        if (x) variable.annotations.push_back("pos_x = " + to_text(*x));
        if (y) variable.annotations.push_back("pos_y = " + to_text(*y));
        // The writer puts these into the relation, whose attributes are read after the node's.
        std::ranges::stable_partition(variable.annotations, [](const std::string& line) {
            return !line.starts_with(elv_relation_prefix);
        });
        if (variable.kind == Variable::Kind::utility) {
            make_utility(variable);
        } else {
            if (!type.empty() && !equals_ignoring_case(type, finite))
                assembly_.refuse_kind(variable.name, type);
            if (variable.states.empty()) variable.states = default_states(variable.name);
            check_states(variable, count);
        }
        variables_.push_back(std::move(variable));
    }

    void check_states(const FileVariable& variable, const std::optional<WrittenNumbers>& count) {
        const std::size_t states = variable.states.size();
        assembly_.require_states(variable, "node");
        if (states > 0 && count && count->values != std::vector{static_cast<double>(states)})
            assembly_.error(count->offset_of(0), "node " + shown(variable.name.text) + " has " +
                                                     counted(states, "state") + ", not num-states");
    }

    Variable::Kind kind_of_node(const WrittenName& variable, const std::string& kind) {
        const auto is = [&](std::string_view word) { return equals_ignoring_case(kind, word); };
        if (is("utility") || is("super-value")) return Variable::Kind::utility;
        if (is("decision")) return Variable::Kind::decision;
        if (!is("chance")) assembly_.refuse_kind(variable, kind);
        return Variable::Kind::chance;
    }

    void read_link() {
        WrittenName parent = lexer_.expect_name("the name of a node"),
                    child = lexer_.expect_name("the name of a node");
        if (lexer_.take('{')) {
            lexer_.skip_block();
            lexer_.take(';');
        } else {
            lexer_.expect(';', "after a link");
        }
        links_.emplace_back(std::move(parent), std::move(child));
    }

    void read_relation() {
        Relation& relation = relations_.emplace_back();
        WrittenFamily& family = relation.family;
        family.child = lexer_.expect_name("the name of a node");
        family.offset = relation.table.numbers.begin = family.child.offset;
        while (!lexer_.take('{'))
            family.parents.push_back(lexer_.expect_name("the name of a parent or '{'"));
        const std::string what = "the relation of " + shown(family.child.text);
        for_each_attribute([&](const WrittenName& name) {
            if (name.text == "values") {
                read_values(relation, what);
            } else if (name.text == "name-of-relation") {
                relation.name = lexer_.expect_name("the name of the relation");
                lexer_.expect(';', "after the name of the relation");
            } else {
                read_attribute(relation, name, what);
            }
        });
    }

    void read_attribute(Relation& relation, const WrittenName& name, const std::string& what) {
        const std::string value = lexer_.value();
        if (name.text == "active") {
            relation.is_active = !equals_ignoring_case(value, "false");
        } else if (name.text == "kind-of-relation" || name.text == "kind") {
            constexpr std::array<std::string_view, 4> known = {"potential", "conditional-prob",
                                                               "utility", "utility-combination"};
            if (value == "constraint")
                throw ModelError(what +
                                     " is a constraint: what can be decided or observed depends on "
                                     "what was before, and such asymmetric problems are not solved",
                                 cursor_.locate(name.offset),
                                 "take the constraints out in Elvira, and save the result");
            if (std::ranges::find(known, value) == known.end())
                assembly_.error(name.offset, what + " is of the kind " + shown(value) +
                                                 ", and only potentials and utilities can be read");
        } else if (name.text != "deterministic") {
            const bool is_empty = name.text == "comment" && value == "\"\"";
            if (!is_empty)
                relation.lines.push_back(std::string(elv_relation_prefix) + name.text + " = " +
                                         value);
        }
    }

    void read_values(Relation& relation, const std::string& what) {
        const BlockToken kind = lexer_.next();
        relation.family.offset = kind.offset;
        if (kind.is_word("table") || kind.is_word("generalizedtable")) {
            lexer_.back_to(kind.offset);
            relation.table = read_elv_table(lexer_, what);
        } else if (kind.is_word("function")) {
            relation.function = lexer_.expect_name("the name of a function");
            relation.arguments = names("the relations of a function");
        } else if (kind.is_word("logical-expression")) {
            lexer_.back_to(kind.offset);
            lexer_.value();
        } else {
            lexer_.fail_expected("'table' or 'function' in " + what, kind);
        }
    }

    void add_relation(Relation& relation) {
        if (!relation.is_active) return;
        WrittenFamily& family = relation.family;
        const Variable::Kind kind = assembly_.kind_of(family.child);
        if (kind == Variable::Kind::decision)
            return assembly_.leave_policy(family.child, family.offset);
        if (kind == Variable::Kind::utility) return add_utility(relation);
        fill_in(relation);
        if (relation.table.rows) {
            family.distribution = *std::move(relation.table.rows);
        } else if (relation.function.text.empty()) {
            family.distribution =
                WrittenTable{std::move(relation.table.numbers), NumberOrder::child_slowest};
        } else {
            std::optional<WrittenNoisyMaxParts> noisy = noisy_max(relation);
            if (!noisy) return;
            family.distribution = std::move(*noisy);
        }
        assembly_.add_family(std::move(family), relation.lines);
    }

    void fill_in(Relation& relation) {
        const std::optional<VariableId> child =
            assembly_.builder().find(relation.family.child.text);
        if (child && !fill_complements(relation.table.numbers,
                                       assembly_.builder().variable(*child).cardinality()))
            report_complement(relation.family);
    }

    void report_complement(const WrittenFamily& family) {
        assembly_.error(family.offset, "the relation of " + shown(family.child.text) +
                                           ": '#' stands for one probability of a configuration, "
                                           "the rest to 1");
    }

    /// A table, or the sum or product of others: a super-value node.
    void add_utility(Relation& relation) {
        WrittenFamily& family = relation.family;
        const WrittenName& function = relation.function;
        using UtilityOrigin = UtilityFamilies::UtilityOrigin;
        const bool is_known = function.is("sum") || function.is("product");
        if (!is_known && !function.text.empty())
            return assembly_.error(function.offset, "the utility " + shown(family.child.text) +
                                                        " is the function " + shown(function.text) +
                                                        " of others, and only Sum and Product can "
                                                        "be read");
        for (const double number : relation.table.numbers.values)
            if (std::isnan(number)) return report_complement(family);
        family.distribution = WrittenUtility{std::move(relation.table.numbers)};
        const UtilityOrigin derivation = !is_known            ? UtilityOrigin::numbers
                                         : function.is("sum") ? UtilityOrigin::sum
                                                              : UtilityOrigin::product;
        utilities_.add(std::move(family), derivation, std::move(relation.lines));
    }

    std::optional<WrittenNoisyMaxParts> noisy_max(const Relation& relation) {
        const auto refuse = [&](const WrittenName& at, const std::string& message) {
            assembly_.error(at.offset,
                            "the relation of " + shown(relation.family.child.text) + message);
            return std::nullopt;
        };
        const std::optional<Combination> combination = combination_of(relation.function.text);
        if (!combination)
            return refuse(relation.function, " is the function " + shown(relation.function.text) +
                                                 ", and only Or, Max, And, Min and their causal "
                                                 "and generalized forms can be read");
        WrittenNoisyMaxParts parts{{},
                                   NumberOrder::child_slowest,
                                   combination == Combination::maximum
                                       ? NoisyMaxCpd::Order::strongest_first
                                       : NoisyMaxCpd::Order::absent_first};
        for (const WrittenName& argument : relation.arguments) {
            Relation* const link = find(relation.family.child.text, argument.text);
            if (!link || link->family.parents.size() > 1)
                return refuse(argument, " has no link called " + shown(argument.text));
            if (std::exchange(link->is_used, true))
                return refuse(argument, " has the link " + shown(argument.text) + " twice");
            WrittenNoisyMaxParts::Part& part = parts.parts.emplace_back();
            if (!link->family.parents.empty()) part.parent = link->family.parents[0];
            part.numbers = link->table.rows ? child_slowest(*link->table.rows)
                                            : std::move(link->table.numbers);
        }
        return parts;
    }

    /// The relation of that child with that name, or null.
    Relation* find(const std::string& child, const std::string& name) {
        if (by_name_.empty())
            for (Relation& relation : relations_)
                by_name_.emplace(std::pair(relation.family.child.text, relation.name.text),
                                 &relation);
        const auto found = by_name_.find({child, name});
        return found == by_name_.end() ? nullptr : found->second;
    }

    UtilityFamilies utilities_{assembly_};
    std::vector<WrittenName> default_states_;
    std::size_t filled_states_ = 0;
    std::vector<FileVariable> variables_;
    std::vector<std::pair<WrittenName, WrittenName>> links_;
    std::vector<Relation> relations_;
    std::map<std::pair<std::string, std::string>, Relation*> by_name_;
};

}  // namespace

ReadResult read_elv(std::string_view bytes, const ReadOptions& options) {
    return ElvReader(bytes, options).read();
}

bool is_elv(std::string_view first_bytes) {
    const bool is_of_netica = first_bytes.find("~->[DNET") != first_bytes.npos;
    return !is_of_netica && std::ranges::any_of(elv_kinds, [&](std::string_view kind) {
        return begins_with_words(first_bytes, elv_comments, {kind, "", "{"});
    });
}

}  // namespace pgm::io::detail
