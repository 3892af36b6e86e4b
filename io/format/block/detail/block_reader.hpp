#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/options/read_options.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <io/text/detail/encoding.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// The beginning that the readers of all formats of blocks (BlockLexer) share: the text, which is
/// read as Latin-1 with a note where it is not UTF-8, its tokens, and the network that is made of
/// them. XmlReader is its sibling for the XML formats.
class BlockReader {
protected:
    /// The bytes and the options must outlive the reader.
    BlockReader(std::string_view bytes, const ReadOptions& options, const BlockSyntax& syntax)
        : text_(bytes, {}, options.name, options.limits, DecodedText::Fallback::latin1),
          cursor_(text_.text(), options.name),
          lexer_(cursor_, syntax, options.limits),
          assembly_(cursor_, options) {
        if (text_.was_latin1()) assembly_.report_latin1();
    }

    /// `net Late {`: the beginning of a network, with the word of the format.
    void read_beginning(const std::string& word) {
        const BlockToken first = lexer_.next();
        if (!first.is_word(word)) lexer_.fail_expected("'" + word + "'", first);
        assembly_.set_name(lexer_.expect_name("the name of the network"));
        lexer_.expect('{', "after the name of the network");
    }

    /// Throws ParseError unless the text ends behind the network.
    void expect_end() {
        const BlockToken last = lexer_.next();
        if (last.kind != BlockToken::Kind::end)
            lexer_.fail_expected("the end of the text after the network", last);
    }

    /// Calls use(name), which reads the value and its ';', for each `name =` up to the '}' of a
    /// block.
    template <class Use>
    void for_each_attribute(const Use& use) {
        while (!lexer_.take('}')) {
            const WrittenName name = lexer_.expect_name("an attribute or '}'");
            lexer_.expect('=', "after the name of an attribute");
            use(name);
        }
    }

    /// The variables of a distribution behind its word, `(wet | rain, cold)`, each of which `take`
    /// reads.
    WrittenFamily read_scope(const std::string& word,
                             WrittenName (BlockLexer::*take)(std::string_view)) {
        WrittenFamily family;
        lexer_.expect('(', "after '" + word + "'");
        family.child = (lexer_.*take)("the name of a node");
        family.offset = family.child.offset;
        if (!lexer_.peek().is(')')) lexer_.expect('|', "or ')' after " + shown(family.child.text));
        while (!lexer_.take(')')) {
            family.parents.push_back((lexer_.*take)("the name of a parent or ')'"));
            lexer_.take(',');
        }
        return family;
    }

    /// A value that is one number. Throws ParseError that begins with `what`.
    double one_number(const std::string& what) {
        const WrittenNumbers numbers = lexer_.numbers(what);
        if (numbers.values.size() != 1)
            cursor_.fail(numbers.begin, what + ": expected one number, found " +
                                            std::to_string(numbers.values.size()));
        return numbers.values[0];
    }

    /// A value that is a list of names in brackets.
    std::vector<WrittenName> names(std::string_view what, char open = '(', char close = ')') {
        std::vector<WrittenName> found = lexer_.names(what, open, close);
        lexer_.expect(';', "after " + std::string(what));
        return found;
    }

    /// The network; comments stay in the file, but for those that the format asks for.
    ReadResult finish(NetworkAssembly::End end, std::size_t own_comments = 0) {
        assembly_.leave_comments(lexer_.comments() - own_comments);
        return std::move(assembly_).finish(end);
    }

    DecodedText text_;
    TextCursor cursor_;
    BlockLexer lexer_;
    NetworkAssembly assembly_;
};

}  // namespace pgm::io::detail
