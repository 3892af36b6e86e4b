#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_reader.hpp>
#include <io/format/detail/annotation.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
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
        if (!first.is_word("bnet")) assembly_.refuse_kind(name, first.text);
        for (Relation& relation : relations_)
            if (!relation.keyed.empty() && !make_rows(relation)) relation.is_active = false;
        for (Relation& relation : relations_) add_relation(relation);
        for (const auto& [parent, child] : links_) assembly_.builder().add_arc(parent, child);
        return finish(NetworkAssembly::End::marked, heading_count(text_.text()));
    }

private:
    /// A number of a table as the first versions of Elvira wrote it, with the state of the child
    /// and those of the parents: `[yes, no] = 0.01`.
    struct KeyedNumber {
        std::vector<WrittenName> states;
        double value = 0;
        std::size_t offset = 0;
        std::vector<std::uint32_t> key = {};  ///< the states of the parents, then that of the child

        std::span<const std::uint32_t> row() const { return {key.data(), key.size() - 1}; }
    };

    /// A relation of a child and parents: a table, or a function of others that have names.
    struct Relation {
        WrittenFamily family;
        WrittenNumbers numbers;
        std::vector<KeyedNumber> keyed;  ///< they become rows when all variables are known
        std::optional<WrittenRows> rows;
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
        if (lexer_.take('(')) {
            const WrittenName type = lexer_.expect_name("the type of the node");
            lexer_.expect(')', "after the type of the node");
            require_states(variable.name, type.text);
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
            } else {
                read_attribute(variable, name);
            }
        });
        if (x) variable.annotations.push_back("pos_x = " + to_text(*x));
        if (y) variable.annotations.push_back("pos_y = " + to_text(*y));
        // The writer puts these into the relation, whose attributes are read after the node's.
        std::ranges::stable_partition(variable.annotations, [](const std::string& line) {
            return !line.starts_with(elv_relation_prefix);
        });
        if (variable.states.empty()) variable.states = default_states(variable.name);
        check_states(variable, count);
        variables_.push_back(std::move(variable));
    }

    void check_states(const FileVariable& variable, const std::optional<WrittenNumbers>& count) {
        const std::size_t states = variable.states.size();
        assembly_.require_states(variable, "node");
        if (states > 0 && count && count->values != std::vector{static_cast<double>(states)})
            assembly_.error(count->offset_of(0), "node " + shown(variable.name.text) + " has " +
                                                     counted(states, "state") + ", not num-states");
    }

    void require_states(const WrittenName& variable, std::string_view type) {
        if (!equals_ignoring_case(type, "finite-states")) assembly_.refuse_kind(variable, type);
    }

    void read_attribute(FileVariable& variable, const WrittenName& name) {
        const std::string value = lexer_.value();
        if (name.text == "kind-of-node") {
            if (!equals_ignoring_case(value, "chance")) assembly_.refuse_kind(variable.name, value);
        } else if (name.text == "type-of-variable") {
            require_states(variable.name, value);
        } else {
            variable.annotations.push_back(name.text + " = " + value);
        }
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
        family.offset = relation.numbers.begin = family.child.offset;
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
            if (value != "potential" && value != "conditional-prob")
                assembly_.error(name.offset, what + " is of the kind " + shown(value) +
                                                 ", and only potentials can be read");
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
        if (kind.is_word("table")) {
            relation.keyed = read_keyed_numbers(what);
            if (relation.keyed.empty()) relation.numbers = lexer_.numbers(what);
        } else if (kind.is_word("function")) {
            relation.function = lexer_.expect_name("the name of a function");
            relation.arguments = names("the relations of a function");
        } else {
            lexer_.fail_expected("'table' or 'function' in " + what, kind);
        }
    }

    /// None, with nothing read, if the table is a list of numbers.
    std::vector<KeyedNumber> read_keyed_numbers(const std::string& what) {
        std::vector<KeyedNumber> keyed;
        const std::size_t offset = lexer_.peek().offset;
        if (!lexer_.take('(') || !lexer_.peek().is('[')) {
            lexer_.back_to(offset);
            return keyed;
        }
        while (!lexer_.take(')')) {
            KeyedNumber& found = keyed.emplace_back();
            found.states = lexer_.names("the states of a number", '[', ']');
            lexer_.expect('=', "after the states of a number");
            const BlockToken token = lexer_.next();
            const std::optional<double> number = parse_number(token.text);
            if (token.kind != BlockToken::Kind::word || !number)
                cursor_.fail(token.offset,
                             what + ": expected a number, found " + shown(token.text));
            found.value = *number;
            found.offset = token.offset;
            lexer_.take(',');
        }
        lexer_.expect(';', "after the table");
        return keyed;
    }

    /// Finds the states that a number has of the members of its family, the child's first. False
    /// after a report.
    bool find_key(KeyedNumber& number, std::span<const VariableId> members, StateFinder& states) {
        const NetworkBuilder& builder = assembly_.builder();
        if (number.states.size() != members.size()) {
            assembly_.error(number.offset,
                            "the relation of " + shown(builder.variable(members[0]).name()) +
                                " needs " + counted(members.size(), "state") +
                                " for a number, found " + std::to_string(number.states.size()));
            return false;
        }
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto state = assembly_.require_state(states, members[i], number.states[i]);
            if (!state) return false;
            number.key.push_back(*state);
        }
        std::ranges::rotate(number.key, number.key.begin() + 1);
        return true;
    }

    /// Makes rows of the numbers that have states. False after a report.
    bool make_rows(Relation& relation) {
        const WrittenFamily& family = relation.family;
        std::vector<WrittenName> names = family.parents;
        names.insert(names.begin(), family.child);
        std::vector<VariableId> members;
        for (const WrittenName& name : names)
            if (const auto id = assembly_.builder().find(name.text)) members.push_back(*id);
        if (members.size() < names.size()) return true;  // reported with the family
        StateFinder states(assembly_.builder());
        for (KeyedNumber& number : relation.keyed)
            if (!find_key(number, members, states)) return false;
        std::ranges::stable_sort(relation.keyed, {}, &KeyedNumber::key);
        WrittenRows& rows = relation.rows.emplace();
        rows.numbers.begin = family.offset;
        const KeyedNumber* before = nullptr;
        for (const KeyedNumber& number : relation.keyed) {
            if (before && before->key == number.key) {
                assembly_.error(number.offset, "the relation of " + shown(family.child.text) +
                                                   " has two numbers for these states");
                return false;
            }
            if (!before || !std::ranges::equal(before->row(), number.row()))
                rows.add(number.offset, number.row());
            rows.numbers.add(number.value, number.offset);
            before = &number;
        }
        return true;
    }

    /// The numbers of all rows, as the other tables of Elvira have them.
    static WrittenNumbers child_slowest(const WrittenRows& rows) {
        WrittenNumbers numbers{rows.numbers.begin, {}, {}};
        for (std::size_t x = 0; x < rows.row(0).size(); ++x)
            for (std::size_t r = 0; r < rows.keys.size(); ++r)
                if (x < rows.row(r).size())
                    numbers.add(rows.row(r)[x], rows.numbers.offset_of(rows.first_numbers[r] + x));
        return numbers;
    }

    void add_relation(Relation& relation) {
        if (!relation.is_active) return;
        WrittenFamily& family = relation.family;
        if (relation.rows) {
            family.distribution = *std::move(relation.rows);
        } else if (relation.function.text.empty()) {
            family.distribution =
                WrittenTable{std::move(relation.numbers), NumberOrder::child_slowest};
        } else {
            std::optional<WrittenNoisyMaxParts> noisy = noisy_max(relation);
            if (!noisy) return;
            family.distribution = std::move(*noisy);
        }
        assembly_.add_family(std::move(family), relation.lines);
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
            part.numbers = link->rows ? child_slowest(*link->rows) : std::move(link->numbers);
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
