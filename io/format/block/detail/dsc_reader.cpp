#include <io/format/block/detail/block_formats.hpp>

#include <io/format/block/detail/block_reader.hpp>
#include <io/format/detail/annotation.hpp>
#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

constexpr BlockSyntax dsc_comments{"//", "*#"};

class DscReader : BlockReader {
public:
    DscReader(std::string_view bytes, const ReadOptions& options)
        : BlockReader(bytes, options, dsc_comments) {}

    ReadResult read() {
        for (const std::string_view word : {"belief", "network"}) {
            const BlockToken token = lexer_.next();
            if (!token.is_word(word)) lexer_.fail_expected("'belief network'", token);
        }
        const BlockToken token = lexer_.peek();
        const bool is_named = token.is_name() && !token.is_word("node") &&
                              !token.is_word("probability") && !token.is_word("properties");
        if (is_named) assembly_.set_name(lexer_.expect_name("the name of the network"));
        while (lexer_.peek().kind != BlockToken::Kind::end) read_element();
        for (WrittenFamily& family : families_) assembly_.add_family(std::move(family));
        return finish(NetworkAssembly::End::unmarked);
    }

private:
    void read_element() {
        const BlockToken token = lexer_.next();
        if (token.is_word("node")) return read_node();
        if (token.is_word("probability")) return read_probability();
        if (token.is_word("properties")) {
            lexer_.expect('{', "before the properties");
            while (!lexer_.take('}')) assembly_.builder().annotate(property_line());
            return;
        }
        const bool has_scope = token.kind == BlockToken::Kind::word && lexer_.take('(');
        if (!has_scope) lexer_.fail_expected("a node or a probability", token);
        assembly_.refuse_kind({lexer_.expect_name("the name of a node").text, token.offset},
                              token.text);
    }

    /// The annotation that `name : value;` or `property "text";` is.
    std::string property_line() {
        const WrittenName name = lexer_.expect_name("a property or '}'");
        if (lexer_.take(':') || lexer_.take('=')) return attribute_line(name.text, lexer_.value());
        if (!name.is("property")) lexer_.back_to(name.offset);
        return lexer_.text_value();
    }

    void read_node() {
        FileVariable variable{lexer_.expect_name("the name of the node"), {}, {}};
        LabelAndPosition known{.name = variable.name.text};
        std::vector<std::string> others;
        lexer_.expect('{', "before the attributes of a node");
        while (!lexer_.take('}')) {
            const BlockToken token = lexer_.peek();
            if (token.is_word("type")) {
                read_type(variable);
            } else if (token.is_word("name")) {
                lexer_.next();
                lexer_.expect(':', "after 'name'");
                known.set_label(lexer_.text_value());
            } else {
                std::string line = property_line();
                if (!known.take(line)) others.push_back(std::move(line));
            }
        }
        assembly_.require_states(variable, "node");
        variable.annotations = known.lines(others);
        assembly_.add_variable(std::move(variable));
    }

    /// type : discrete [ 2 ] = { "yes", "no" };
    void read_type(FileVariable& variable) {
        lexer_.next();
        lexer_.expect(':', "after 'type'");
        const WrittenName kind = lexer_.expect_name("the type of the node");
        const BlockToken following = lexer_.peek();
        if (following.kind == BlockToken::Kind::end)
            lexer_.fail_expected("'=' before the states", following);
        if (!kind.is("discrete"))
            assembly_.refuse_kind({variable.name.text, kind.offset}, kind.text);
        std::optional<WrittenName> announced;
        if (lexer_.take('[')) {
            announced = lexer_.expect_name("the number of states");
            lexer_.expect(']', "after the number of states");
        }
        lexer_.expect('=', "before the states");
        variable.states = names("the states", '{', '}');
        if (announced && whole_number(announced->text) != variable.states.size())
            assembly_.error(announced->offset, "node " + shown(variable.name.text) + " announces " +
                                                   shown(announced->text) + " states and lists " +
                                                   std::to_string(variable.states.size()));
    }

    void read_probability() {
        WrittenFamily family = read_scope("probability", &BlockLexer::expect_name);
        WrittenRows rows;
        rows.keys.way_out = "give every row, or a 'default' row";
        rows.numbers.begin = lexer_.expect('{', "before the rows");
        const std::string what = "the table of " + shown(family.child.text);
        while (!lexer_.take('}')) read_row(family, what, rows);
        family.distribution = std::move(rows);
        families_.push_back(std::move(family));
    }

    /// (0, 1) : 0.1, 0.9;
    void read_row(const WrittenFamily& family, const std::string& what, WrittenRows& rows) {
        const BlockToken token = lexer_.peek();
        std::vector<std::uint32_t> states(family.parents.size());
        if (token.is_word("default")) {
            lexer_.next();
            lexer_.expect(':', "after 'default'");
            if (rows.keys.default_row)
                cursor_.fail(token.offset,
                             "this is a second default row of " + shown(family.child.text));
            rows.keys.default_row = rows.keys.size();
        } else if (!family.parents.empty()) {
            const std::vector<WrittenName> numbers = lexer_.names("the states of the parents");
            lexer_.expect(':', "after the states of the parents");
            states = assembly_.states_by_number(numbers, token.offset, family);
        }
        rows.add(token.offset, states);
        lexer_.append_numbers(what, rows.numbers);
    }

    std::vector<WrittenFamily> families_;
};

}  // namespace

ReadResult read_dsc(std::string_view bytes, const ReadOptions& options) {
    return DscReader(bytes, options).read();
}

bool is_dsc(std::string_view first_bytes) {
    return begins_with_words(first_bytes, dsc_comments, {"belief", "network"});
}

}  // namespace pgm::io::detail
