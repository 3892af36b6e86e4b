#include <io/bif/detail/bif_grammar.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace pgm::io::detail {
namespace {

/// Reads the network and variable blocks and skips the probability blocks.
class OutlineReader {
public:
    OutlineReader(BifLexer& lexer, const Limits& limits, ReaderReport& report, BifOutline& outline)
        : lexer_(lexer), limits_(limits), report_(report), outline_(outline) {}

    void run() {
        bool empty = true;
        for (;; empty = false) {
            const BifToken token = lexer_.next();
            if (token.kind == BifToken::Kind::end) break;
            if (token.is(';')) continue;
            if (token.is('}') && in_network_) {
                in_network_ = false;
            } else if (token.is_keyword("property") && in_network_) {
                outline_.builder.annotate(lexer_.property());
            } else if (token.is_keyword("network")) {
                network();
            } else if (token.is_keyword("variable")) {
                variable();
            } else if (token.is_keyword("probability")) {
                const std::size_t header = lexer_.cursor().offset();
                const bool closed = skip_probability();
                outline_.blocks.push_back({token.offset, header, lexer_.cursor().offset(), closed});
            } else {
                unknown_block(token);
            }
        }
        if (empty)
            lexer_.cursor().fail(lexer_.cursor().offset(), "no network here: the text is empty",
                                 "a BIF text begins with 'network NAME { }'");
        if (in_network_)
            lexer_.cursor().fail(lexer_.cursor().offset(),
                                 "expected '}' to close the network block, found the end");
        if (outline_.variables.empty()) {
            report_.add(Problem::Severity::warning, lexer_.cursor().offset(),
                        "the network has no variables", {});
        }
    }

private:
    [[noreturn]] void unknown_block(const BifToken& token) {
        static const std::array<std::string, 3> blocks = {"network", "variable", "probability"};
        const std::string meant = nearest_name(token.text, blocks);
        lexer_.fail_expected("'network', 'variable' or 'probability'", token,
                             meant.empty() ? "" : "did you mean '" + meant + "'?");
    }

    void check_name_length(std::size_t bytes, std::size_t offset) {
        if (bytes <= limits_.max_name_bytes) return;
        throw TooLargeError("a name of " + std::to_string(bytes) +
                                " bytes is longer than the limit of " +
                                std::to_string(limits_.max_name_bytes),
                            lexer_.cursor().locate(offset),
                            "a quote or a blank may be missing; or raise Limits::max_name_bytes");
    }

    std::string limited_name(const BifToken& token) {
        check_name_length(token.text.size(), token.offset);
        return lexer_.name_of(token);
    }

    void network() {
        std::string name;
        while (lexer_.peek().is_name())
            name.append(name.empty() ? "" : " ").append(limited_name(lexer_.next()));
        outline_.builder.set_name(name);
        lexer_.expect('{', "to open the network block");
        for (;;) {
            // Some programs put all other blocks into that of the network.
            in_network_ = in_network_ || begins_block(lexer_.peek());
            if (in_network_) return;
            const BifToken token = lexer_.next();
            if (token.is('}')) return;
            if (token.is(';')) continue;
            if (!token.is_keyword("property"))
                lexer_.fail_expected("'property' or '}' in the network block", token);
            outline_.builder.annotate(lexer_.property());
        }
    }

    static bool begins_block(const BifToken& token) {
        return token.is_keyword("variable") || token.is_keyword("probability");
    }

    /// Some programs write names with blanks without quotes. Appends the words that follow the
    /// first on its line, with one blank between them, and returns how many words there are.
    std::size_t append_words(const BifToken& first, std::string& name) {
        // Heads of blocks are searched for names of up to this many words.
        constexpr std::size_t most_words = 32;
        std::size_t words = 1;
        for (; first.kind == BifToken::Kind::word; ++words) {
            const std::size_t end = lexer_.cursor().offset();
            const BifToken word = lexer_.peek();
            const std::string_view gap = lexer_.cursor().text().substr(end, word.offset - end);
            if (word.kind != BifToken::Kind::word || gap.find_first_of("\r\n") != gap.npos) break;
            if (words == most_words) {
                lexer_.cursor().fail(
                    first.offset,
                    "a name of more than " + std::to_string(most_words) + " words needs quotes");
            }
            name.append(" ").append(limited_name(lexer_.next()));
            check_name_length(name.size(), first.offset);
        }
        return words;
    }

    void variable() {
        const BifToken token = lexer_.expect_name("the name of a variable");
        std::string name = limited_name(token);
        BifVariable about{.offset = token.offset};
        if (repeats_a_body(about, name)) return;
        about.name_words = append_words(token, name);
        if (about.name_words > 1 && repeats_a_body(about, name)) return;
        const std::size_t body = lexer_.cursor().offset();
        const std::size_t semicolons_missed = lexer_.missing_semicolon_count();
        VariableBlock block = variable_block(name);
        if (!block.states)
            report_.error(token.offset, "variable " + shown(name) + " has no states",
                          "expected 'type discrete [ 2 ] { a, b };'");
        Variable variable(std::move(name), block.states && !block.states->empty()
                                               ? std::move(*block.states)
                                               : std::vector<std::string>{"?"});
        about.states_are_words =
            std::all_of(variable.states().begin(), variable.states().end(), is_bif_word);
        for (std::string& line : block.annotations) variable.annotate(std::move(line));
        add(std::move(variable), about);
        // A variable that is declared twice was not added; each missing semicolon must be reported.
        const bool plain =
            block.annotations.empty() && lexer_.missing_semicolon_count() == semicolons_missed;
        if (plain && !report_.has_error()) remember_body(body);
    }

    struct VariableBlock {
        std::optional<std::vector<std::string>> states;
        std::vector<std::string> annotations;
    };

    /// Reads what follows the name of a variable.
    VariableBlock variable_block(const std::string& name) {
        const auto of_it = [&] { return "of variable " + shown(name); };
        lexer_.expect('{', [&] { return "to open the block " + of_it(); });
        VariableBlock block;
        for (;;) {
            const BifToken statement = lexer_.next();
            if (statement.is('}')) return block;
            if (statement.is(';')) continue;
            if (statement.is_keyword("property")) {
                block.annotations.push_back(lexer_.property());
            } else if (statement.is_keyword("type")) {
                if (block.states)
                    report_.error(statement.offset, "the type " + of_it() + " is given twice");
                block.states = type(name);
            } else {
                lexer_.fail_expected("'type', 'property' or '}' in the block " + of_it(),
                                     statement);
            }
        }
    }

    void add(Variable&& declared, const BifVariable& about) {
        if (outline_.variables.size() == limits_.max_variables) {
            throw TooLargeError("more than " + std::to_string(limits_.max_variables) + " variables",
                                lexer_.cursor().locate(about.offset),
                                "raise Limits::max_variables");
        }
        const VariableId owner = outline_.builder.add_variable_once(std::move(declared));
        if (owner.index() == outline_.variables.size()) {
            outline_.variables.push_back(about);
            outline_.most_name_words = std::max(outline_.most_name_words, about.name_words);
            return;
        }
        const std::uint32_t line =
            lexer_.cursor().locate(outline_.variables[owner.index()].offset).line;
        report_.error(about.offset, "variable " + shown(outline_.variable(owner).name()) +
                                        " is declared twice, first on line " +
                                        std::to_string(line));
    }

    /// The text between the name of a variable and the end of its block, which has no mistake.
    struct Body {
        std::string_view text;
        VariableId variable;
    };

    /// Many variables have the same states as one shortly before. If the text of the block is the
    /// same, it is not parsed again.
    bool repeats_a_body(BifVariable& about, std::string& name) {
        for (const Body& body : bodies_) {
            if (body.text.empty() || !lexer_.skip_text(body.text)) continue;
            about.states_are_words = outline_.variables[body.variable.index()].states_are_words;
            add(Variable(std::move(name), outline_.variable(body.variable).states()), about);
            return true;
        }
        return false;
    }

    /// Records the body of the variable that was added last.
    void remember_body(std::size_t begin) {
        const TextCursor& cursor = lexer_.cursor();
        bodies_[next_body_++ % bodies_.size()] = {
            cursor.text().substr(begin, cursor.offset() - begin),
            VariableId(outline_.variables.size() - 1)};
    }

    /// Reads what follows the keyword `type`: discrete [ 2 ] { yes, no };
    std::vector<std::string> type(const std::string& variable) {
        const auto of_it = [&] { return "of variable " + shown(variable); };
        const auto expected_kind = [&] { return "'discrete' as the type " + of_it(); };
        const BifToken kind = lexer_.expect_name_in_type(expected_kind);
        if (!kind.is_keyword("discrete"))
            lexer_.fail_expected(expected_kind(), kind, "BIF knows discrete variables only");
        std::optional<BifToken> count;
        if (lexer_.accept('[')) {
            count = lexer_.expect_name_in_type([&] { return "the number of states " + of_it(); });
            lexer_.expect(']', [&] { return "after the number of states " + of_it(); });
        }
        lexer_.accept('=');  // as in the format DSC, from which BIF comes
        lexer_.skip_space();
        const std::size_t list_offset = lexer_.cursor().offset();
        lexer_.expect('{', [&] { return "to open the states " + of_it(); });
        read_states(of_it, announced(count));
        lexer_.end_statement();
        std::vector<std::string> states = settle_blanks(count);
        if (states.empty())
            report_.error(list_offset, "variable " + shown(variable) + " has no states");
        check_count(variable, states.size(), count);
        return states;
    }

    /// The states as words, with marks for those that follow a comma. A state with blanks that is
    /// not quoted has several words.
    struct StateList {
        std::vector<std::string> words;
        std::vector<char> begins_piece;
        std::size_t pieces = 0;
    };

    /// The declared number of states, at most 8, to reserve memory for.
    static std::size_t announced(const std::optional<BifToken>& count) {
        constexpr std::size_t most_believed = 8;
        std::size_t number = 0;
        if (count)
            std::from_chars(count->text.data(), count->text.data() + count->text.size(), number);
        return std::min(number, most_believed);
    }

    /// Reads the words between the braces into list_.
    template <class Text>
    void read_states(const Text& of_it, std::size_t expected) {
        StateList& list = list_;
        list.words.clear();
        list.words.reserve(expected);
        list.begins_piece.clear();
        list.begins_piece.reserve(expected);
        list.pieces = 0;
        bool after_comma = true;
        for (;;) {
            const BifToken token = lexer_.next();
            if (token.is('}')) return;
            if (token.is(',')) {
                if (after_comma) lexer_.fail_expected("a state " + of_it(), token);
                after_comma = true;
                continue;
            }
            if (!token.is_name())
                lexer_.fail_expected("',' or '}' in the states " + of_it(), token);
            if (list.words.size() == limits_.max_states) {
                throw TooLargeError(
                    "more than " + std::to_string(limits_.max_states) + " states " + of_it(),
                    lexer_.cursor().locate(token.offset), "raise Limits::max_states");
            }
            list.words.push_back(limited_name(token));
            list.begins_piece.push_back(after_comma);
            list.pieces += after_comma ? 1 : 0;
            after_comma = false;
        }
    }

    /// `{ low risk, high risk }` declared as [ 2 ] is two states, as [ 4 ] four.
    std::vector<std::string> settle_blanks(const std::optional<BifToken>& count) {
        StateList& list = list_;
        if (!count || list.words.size() == list.pieces ||
            count->text != std::to_string(list.pieces))
            return std::move(list.words);
        std::vector<std::string> pieces;
        for (std::size_t i = 0; i < list.words.size(); ++i) {
            if (list.begins_piece[i]) {
                pieces.push_back(std::move(list.words[i]));
            } else {
                pieces.back().append(" ").append(list.words[i]);
            }
        }
        return pieces;
    }

    void check_count(const std::string& variable, std::size_t listed,
                     const std::optional<BifToken>& count) {
        if (!count || count->text == std::to_string(listed)) return;
        const std::optional<double> number = parse_number(count->text);
        if (!number || *number < 0 || *number != static_cast<double>(listed)) {
            const std::string states =
                std::to_string(listed) + (listed == 1 ? " state" : " states");
            report_.error(count->offset, "variable " + shown(variable) + " lists " + states +
                                             ", but its type says " + shown(count->text));
        }
    }

    /// Returns false if the text ends inside the block.
    bool skip_probability() {
        if (lexer_.skip_plain_head()) return lexer_.skip_block();
        BifToken token = lexer_.next();
        while (!token.is('{')) {
            if (token.kind == BifToken::Kind::end || token.is('}'))
                lexer_.fail_expected("'{' to open a probability block", token);
            token = lexer_.next();
        }
        return lexer_.skip_block();
    }

    BifLexer& lexer_;
    const Limits& limits_;
    ReaderReport& report_;
    BifOutline& outline_;
    StateList list_;
    std::array<Body, 4> bodies_;  ///< the last ones
    std::size_t next_body_ = 0;
    bool in_network_ = false;  ///< whether blocks stand in that of the network, not yet closed
};

}  // namespace

void read_bif_outline(BifLexer& lexer, const Limits& limits, ReaderReport& report,
                      BifOutline& outline) {
    try {
        OutlineReader(lexer, limits, report, outline).run();
    } catch (const ParseError& error) {
        outline.syntax_error = error;
    }
}

}  // namespace pgm::io::detail
