#include <io/format/block/detail/bif_reader.hpp>

#include <io/format/detail/kept_text.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace pgm::io::detail {
namespace {

/// Of the word of a type that begins there. Brackets and equals signs, which are part of names
/// elsewhere, are words of their own.
std::size_t end_of_type_word(std::string_view text, std::size_t at) {
    return std::max(at + 1, std::min(text.find_first_of("[]=", at), text.size()));
}

}  // namespace

BifReader::BifReader(std::string_view text, const ReadOptions& options)
    : options_(options),
      cursor_(prepare_text(text, options.name, options.limits), options.name),
      lexer_(cursor_, options.limits),
      assembly_(cursor_, options),
      variables_{assembly_.builder()},
      states_(assembly_.builder()) {}

void BifReader::read() {
    std::optional<ParseError> end;
    try {
        read_outline();
    } catch (const ParseError& error) {
        end = error;  // blocks before it may leave the grammar earlier
    }
    try {
        for (const Block& block : blocks_) read_block(block);
    } catch (const ParseError& error) {
        end = error;
    }
    settle_orders();
    report_missing_semicolons();
    if (end) throw *end;
}

ReadResult BifReader::finish(NetworkAssembly::End end) && {
    ReadResult result = std::move(assembly_).finish(
        end,
        "each variable needs its block 'probability ( ... ) { ... }'; the file may have been cut "
        "off");
    if (options_.tables_to_learn == TablesToLearn::refuse)
        require_all_tables(result.network, to_learn_);
    result.tables_to_learn = std::move(to_learn_);
    result.source = text_with_comments(lexer_.comments(), result.remarks);
    return result;
}

void BifReader::warn_of_tables_to_learn() {
    constexpr std::size_t most_named = 50;
    const std::size_t named = std::min(to_learn_.size(), most_named);
    for (std::size_t i = 0; i < named; ++i) {
        const std::size_t more = i + 1 == named ? to_learn_.size() - named : 0;
        assembly_.builder().add_problem(
            {Problem::Severity::warning,
             sentence_about_table_to_learn(assembly_.builder().variable(to_learn_[i].variable)) +
                 (more > 0 ? ", as it has for " + std::to_string(more) + " more" : ""),
             to_learn_[i].location, "only questions about the arcs can be answered"});
    }
}

/// A missing semicolon is only a note, because the end of its statement was clear.
void BifReader::report_missing_semicolons() {
    const std::vector<std::size_t>& offsets = lexer_.missing_semicolons();
    const std::size_t hidden = lexer_.missing_semicolon_count() - offsets.size();
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const bool is_last = i + 1 == offsets.size();
        assembly_.note(
            offsets[i],
            "a ';' is missing at the end of this statement" +
                (is_last && hidden > 0 ? ", here and in " + std::to_string(hidden) + " more places"
                                       : std::string()),
            "it was read as if it were there");
    }
}

void BifReader::read_outline() {
    static const std::array<std::string, 3> keywords = {"network", "variable", "probability"};
    bool is_empty = true;
    for (BlockToken token = lexer_.next(); token.kind != BlockToken::Kind::end;
         token = lexer_.next(), is_empty = false) {
        if (token.is(';')) continue;
        if (token.is('}') && is_in_network_) {
            is_in_network_ = false;
        } else if (token.is_word("property") && is_in_network_) {
            assembly_.builder().annotate(lexer_.property());
        } else if (token.is_word("network")) {
            read_network();
        } else if (token.is_word("variable")) {
            read_variable();
        } else if (token.is_word("probability")) {
            blocks_.push_back({token.offset, cursor_.offset()});
            skip_probability();
        } else {
            lexer_.fail_expected("'network', 'variable' or 'probability'", token,
                                 keyword_meant(token, keywords));
        }
    }
    if (is_empty)
        cursor_.fail(cursor_.offset(), "no network here: the text is empty",
                     "a BIF text begins with 'network NAME { }'");
    if (is_in_network_)
        cursor_.fail(cursor_.offset(), "expected '}' to close the network block, found the end");
    if (variables_.words.empty()) assembly_.warn(cursor_.offset(), "the network has no variables");
}

void BifReader::read_network() {
    std::string name;
    while (lexer_.peek().is_name())
        name.append(name.empty() ? "" : " ").append(lexer_.name_of(lexer_.next()));
    assembly_.builder().set_name(std::move(name));
    lexer_.expect('{', "to open the network block");
    for (;;) {
        const BlockToken token = lexer_.next();
        if (token.is('}')) return;
        if (token.is(';')) continue;
        if (token.is_word("variable") || token.is_word("probability")) {
            // Some programs put all other blocks into that of the network.
            is_in_network_ = true;
            return lexer_.back_to(token.offset);
        }
        if (!token.is_word("property"))
            lexer_.fail_expected("'property' or '}' in the network block", token);
        assembly_.builder().annotate(lexer_.property());
    }
}

/// Some programs write names with blanks without quotes. Appends the words that follow the first on
/// its line, with one blank between them, and returns how many words there are.
std::size_t BifReader::append_words(const BlockToken& first, std::string& name) {
    // Heads of blocks are searched for names of up to this many words.
    constexpr std::size_t most_words = 32;
    std::size_t words = 1, end = cursor_.offset();
    for (; first.kind == BlockToken::Kind::word; ++words) {
        const BlockToken word = lexer_.peek();
        const std::string_view gap = cursor_.text().substr(end, word.offset - end);
        if (word.kind != BlockToken::Kind::word || gap.find_first_of("\r\n") != gap.npos) break;
        if (words == most_words)
            cursor_.fail(first.offset, "a name of more than " + std::to_string(most_words) +
                                           " words needs quotes");
        name.append(" ").append(lexer_.name_of(lexer_.next()));
        lexer_.name_of({BlockToken::Kind::word, name, first.offset});  // the limit is of all words
        end = word.offset + word.text.size();
    }
    return words;
}

void BifReader::read_variable() {
    const BlockToken token = lexer_.next();
    if (!token.is_name()) lexer_.fail_expected("the name of a variable", token);
    FileVariable variable{{lexer_.name_of(token), token.offset}, {}, {}};
    std::string& name = variable.name.text;
    const std::size_t words = append_words(token, name);
    const std::string named = "variable " + shown(name);
    Declaration declaration = read_declaration(named);
    if (!declaration.states)
        assembly_.require_states(variable, "variable", "expected 'type discrete [ 2 ] { a, b };'");
    if (declaration.states) variable.states = std::move(*declaration.states);
    if (variable.states.empty()) variable.states.push_back({"?", token.offset});
    variable.annotations = std::move(declaration.annotations);
    if (!assembly_.add_variable(std::move(variable))) return;
    variables_.words.push_back(words);
    variables_.most_words = std::max(variables_.most_words, words);
}

BifReader::Declaration BifReader::read_declaration(const std::string& variable) {
    const std::string of_it = "of " + variable;
    lexer_.expect('{', "to open the block " + of_it);
    Declaration declaration;
    for (;;) {
        const BlockToken statement = lexer_.next();
        if (statement.is('}')) return declaration;
        if (statement.is(';')) continue;
        if (statement.is_word("property")) {
            declaration.annotations.push_back(lexer_.property());
        } else if (statement.is_word("type")) {
            if (declaration.states)
                assembly_.error(statement.offset, "the type " + of_it + " is given twice");
            declaration.states = read_type(variable);
        } else {
            lexer_.fail_expected("'type', 'property' or '}' in the block " + of_it, statement);
        }
    }
}

/// The words between the keyword `type` and the states, and the token behind them.
std::vector<BlockToken> BifReader::type_words() {
    std::vector<BlockToken> words;
    for (; lexer_.peek().is_name(); lexer_.next()) {
        const BlockToken token = lexer_.peek();
        const std::size_t size = token.text.size();
        std::size_t at = 0;
        do {
            const std::size_t end =
                token.kind == BlockToken::Kind::word ? end_of_type_word(token.text, at) : size;
            words.push_back({token.kind, token.text.substr(at, end - at), token.offset + at});
            at = end;
        } while (at < size);
    }
    words.push_back(lexer_.next());
    return words;
}

/// Reads what follows the keyword `type`: discrete [ 2 ] { yes, no }; An equals sign may follow, as
/// in the format DSC, from which BIF comes.
std::vector<WrittenName> BifReader::read_type(const std::string& variable) {
    const std::string of_it = "of " + variable;
    const std::vector<BlockToken> words = type_words();
    auto word = words.begin();
    if (!word->is_word("discrete"))
        lexer_.fail_expected("'discrete' as the type " + of_it, *word,
                             "BIF knows discrete variables only");
    BlockToken count;
    if ((++word)->is_word("[")) {
        count = *++word;
        if (!count.is_name() || count.is_word("[") || count.is_word("]"))
            lexer_.fail_expected("the number of states " + of_it, count);
        if (!(++word)->is_word("]"))
            lexer_.fail_expected("']' after the number of states " + of_it, *word);
        ++word;
    }
    if (word->is_word("=")) ++word;
    if (!word->is('{')) lexer_.fail_expected("'{' to open the states " + of_it, *word);
    std::vector<WrittenName> states = read_states(variable, count.text);
    if (states.empty()) assembly_.error(word->offset, variable + " has no states");
    const std::optional<double> number = parse_number(count.text);
    if (count.is_name() && number != static_cast<double>(states.size()))
        assembly_.error(count.offset, variable + " lists " + counted(states.size(), "state") +
                                          ", but its type says " + shown(count.text));
    return states;
}

/// Words between commas are one state if there are as many pieces as the type says:
/// `{ low risk, high risk }` declared as [ 2 ] is two states, as [ 4 ] four.
std::vector<WrittenName> BifReader::read_states(const std::string& variable,
                                                std::string_view count) {
    const std::string of_it = "of " + variable;
    std::vector<WrittenName> words, pieces;
    bool is_new = true;
    for (;;) {
        const BlockToken token = lexer_.next();
        if (token.is('}')) {
            lexer_.end_statement(token.offset + 1);
            const bool has_blanks = words.size() != pieces.size();
            return has_blanks && count == std::to_string(pieces.size()) ? pieces : words;
        }
        if (token.is(',')) {
            if (is_new) lexer_.fail_expected("a state " + of_it, token);
            is_new = true;
            continue;
        }
        if (!token.is_name()) lexer_.fail_expected("',' or '}' in the states " + of_it, token);
        if (words.size() == options_.limits.max_states)
            throw TooLargeError(
                "more than " + std::to_string(options_.limits.max_states) + " states " + of_it,
                cursor_.locate(token.offset), "raise Limits::max_states");
        words.push_back({lexer_.name_of(token), token.offset});
        if (std::exchange(is_new, false))
            pieces.push_back(words.back());
        else
            pieces.back().text.append(" ").append(words.back().text);
    }
}

void BifReader::skip_probability() {
    for (BlockToken token = lexer_.next(); !token.is('{'); token = lexer_.next())
        if (token.kind == BlockToken::Kind::end || token.is('}'))
            lexer_.fail_expected("'{' to open a probability block", token);
    lexer_.skip_block();
}

}  // namespace pgm::io::detail
