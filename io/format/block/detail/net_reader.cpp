#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_reader.hpp>
#include <io/format/detail/annotation.hpp>
#include <io/format/detail/linear_form.hpp>
#include <io/text/detail/decimal.hpp>

#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

constexpr BlockSyntax comments{"%"};

/// The tokens before a mark, without blanks.
std::string text_before(BlockLexer& lexer, char mark, const std::string& what) {
    std::string text;
    for (BlockToken token = lexer.next(); !token.is(mark); token = lexer.next()) {
        const bool belongs = token.kind == BlockToken::Kind::word || token.is('*');
        if (!belongs) lexer.fail_expected("'" + std::string(1, mark) + "' in " + what, token);
        text += token.text;
    }
    return text;
}

WrittenGaussian::Row read_normal(BlockLexer& lexer, std::size_t offset, const std::string& what) {
    WrittenGaussian::Row row;
    row.offset = offset;
    lexer.expect('(', "after 'normal'");
    const std::string mean = text_before(lexer, ',', what),
                      variance = text_before(lexer, ')', what);
    const std::optional<NamedLinearForm> form = parse_linear_form(mean);
    if (!form || form->variance != 0)
        lexer.cursor().fail(offset, what + ": the mean " + shown(mean) +
                                        " is no sum of numbers and multiples of parents");
    set_mean(row, *form);
    const char* const end = variance.data() + variance.size();
    const ScannedDecimal number = scan_decimal(variance.data(), end);
    if (number.end != end)
        lexer.cursor().fail(offset, what + ": the variance " + shown(variance) + " is no number");
    row.variance = number.value;
    return row;
}

/// Reads the normal distributions of a potential, `(normal (1 + 0.5 * x, 4) ...)`, and the ';'
/// behind them. `what` begins messages. Throws ParseError.
WrittenGaussian read_gaussian(BlockLexer& lexer, const std::string& what) {
    WrittenGaussian gaussian;
    OpenLists lists(gaussian.lists);
    for (BlockToken token = lexer.next(); !token.is(';'); token = lexer.next()) {
        if (lists.follow(token, gaussian.rows.size())) continue;
        if (!token.is_word("normal")) lexer.fail_expected("'normal' in " + what, token);
        gaussian.rows.push_back(read_normal(lexer, token.offset, what));
    }
    return gaussian;
}

class NetReader : BlockReader {
public:
    NetReader(std::string_view bytes, const ReadOptions& options)
        : BlockReader(bytes, options, comments) {}

    ReadResult read() {
        const BlockToken first = lexer_.next();
        if (first.is_word("class")) {
            assembly_.set_name(lexer_.expect_name("the name of the class"));
        } else if (!first.is_word("net")) {
            lexer_.fail_expected("'net' or 'class'", first);
        }
        lexer_.expect('{', "after '" + std::string(first.text) + "'");
        while (!lexer_.take('}')) read_attribute_or_element();
        while (lexer_.peek().kind != BlockToken::Kind::end) read_element(lexer_.next());
        for (auto& [family, lines] : families_) assembly_.add_family(std::move(family), lines);
        return finish(NetworkAssembly::End::unmarked);
    }

private:
    void read_attribute_or_element() {
        const BlockToken token = lexer_.next();
        if (token.kind != BlockToken::Kind::word) lexer_.fail_expected("an attribute", token);
        if (lexer_.take('=')) {
            if (token.is_word("name"))
                assembly_.set_name({lexer_.text_value(), token.offset});
            else
                assembly_.builder().annotate(attribute_line(token.text, lexer_.value()));
        } else if (!lexer_.peek().is('}') && !lexer_.peek().is(';')) {
            read_element(token);
        } else {
            assembly_.warn(token.offset,
                           "the word " + shown(token.text) + " is no attribute and was left out");
            lexer_.take(';');
        }
    }

    void read_element(const BlockToken& token) {
        if (token.is_word("node")) return read_node(Variable::Kind::chance);
        if (token.is_word("potential")) return read_potential();
        if (token.is_word("function")) return read_function();
        const BlockToken following = lexer_.peek();
        if (token.is_word("discrete") || token.is_word("continuous")) {
            lexer_.next();
            if (following.is_word("function")) return read_function();
            if (following.is_word("decision") && token.is_word("discrete"))
                return read_node(Variable::Kind::decision);
            if (!following.is_word("node")) lexer_.fail_expected("'node'", following);
            return read_node(Variable::Kind::chance, token.is_word("discrete"));
        }
        if (token.is_word("decision")) return read_node(Variable::Kind::decision);
        if (token.is_word("utility")) return read_node(Variable::Kind::utility);
        if (token.kind != BlockToken::Kind::word || !following.is_name())
            lexer_.fail_expected("a node or a potential", token);
        assembly_.refuse_kind({BlockLexer::text_of(following), token.offset}, token.text);
    }

    void read_node(Variable::Kind kind, bool is_discrete = true) {
        FileVariable variable{lexer_.expect_name_with_brackets("the name of the node")};
        lexer_.expect('{', "before the attributes of a node");
        for_each_attribute([&](const WrittenName& name) {
            if (name.text != "states") {
                variable.annotations.push_back(attribute_line(name.text, lexer_.value()));
                return;
            }
            for (WrittenName& state : names("the states")) {
                if (state.text.empty())
                    state.text = "state " + std::to_string(variable.states.size() + 1);
                variable.states.push_back(std::move(state));
            }
        });
        if (kind == Variable::Kind::utility)
            make_utility(variable);
        else if (is_discrete)
            assembly_.require_states(variable, "node",
                                     "a node without states is a 'continuous node'");
        if (kind == Variable::Kind::decision) variable.kind = kind;
        assembly_.add_variable(std::move(variable));
    }

    void read_potential() {
        WrittenFamily family = read_scope("potential", &BlockLexer::expect_name_with_brackets);
        std::vector<std::string> lines;
        lexer_.expect('{', "before the attributes of a potential");
        if (assembly_.is_left_out(family.child)) return lexer_.skip_block();
        std::optional<std::size_t> expression;
        bool has_data = false;
        for_each_attribute([&](const WrittenName& name) {
            if (name.text == "data") {
                read_data(family);
                has_data = true;
            } else {
                if (name.text == "model_data") expression = name.offset;
                lines.push_back(attribute_line(name.text, lexer_.value()));
            }
        });
        if (!has_data && assembly_.kind_of(family.child) == Variable::Kind::utility)
            family.distribution = WrittenUtility{};
        if (expression && !has_data)
            assembly_.error(*expression,
                            "the table of " + shown(family.child.text) +
                                " is given by an expression (model_data) without numbers",
                            "compile the network in Hugin and save it with its tables");
        families_.emplace_back(std::move(family), std::move(lines));
    }

    void read_data(WrittenFamily& family) {
        family.offset = lexer_.peek().offset;
        const std::string what = "the potential of " + shown(family.child.text);
        while (lexer_.take('(')) {
        }
        const bool is_gaussian = lexer_.peek().is_word("normal");
        lexer_.back_to(family.offset);
        if (is_gaussian) {
            family.distribution = read_gaussian(lexer_, what);
        } else if (assembly_.kind_of(family.child) == Variable::Kind::utility) {
            WrittenTable table = read_table(what);
            family.distribution =
                WrittenUtility{std::move(table.numbers), table.order, std::move(table.lists)};
        } else {
            family.distribution = read_table(what);
        }
    }

    WrittenTable read_table(const std::string& what) {
        WrittenTable table{.numbers = {}, .may_be_counts = true};
        table.numbers = lexer_.numbers(what, &table.lists);
        return table;
    }

    /// function F { ... }: a number that follows from the states of its parents.
    void read_function() {
        WrittenName name = lexer_.expect_name("the name of the node");
        lexer_.expect('{', "before the attributes of a node");
        lexer_.skip_block();
        assembly_.note(name.offset, "the function " + shown(name.text) +
                                        " has no distribution and was left out");
        assembly_.leave_out(std::move(name), "function");
    }

    std::vector<std::pair<WrittenFamily, std::vector<std::string>>> families_;
};

}  // namespace

ReadResult read_net(std::string_view bytes, const ReadOptions& options) {
    return NetReader(bytes, options).read();
}

bool is_net(std::string_view first_bytes) {
    return begins_with_words(first_bytes, comments, {"net", "{"}) ||
           begins_with_words(first_bytes, comments, {"class", "", "{"});
}

}  // namespace pgm::io::detail
