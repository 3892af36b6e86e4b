#include <io/format/block/detail/bif_head.hpp>

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>

namespace pgm::io::detail {
namespace {

/// A name or a part of one, as it is spelled.
struct Word {
    WrittenName name;
    bool is_quoted = false;
};

std::string name_of_words(std::span<const Word> words) {
    std::string name;
    for (const Word& word : words) name.append(name.empty() ? "" : " ").append(word.name.text);
    return name;
}

/// The ways to split the first words of a piece into names, for every number of words.
class Splitter {
public:
    Splitter(const BifVariables& variables, std::span<const Word> words)
        : variables_(variables), words_(words), ends_(words.size() + 1) {
        ends_[0].ways = 1;
        for (std::size_t at = 0; at < words.size(); ++at)
            if (ends_[at].ways > 0) continue_at(at);
    }

    bool is_ambiguous() const { return ends_.back().ways > 1; }

    std::vector<WrittenName> names() const {
        std::vector<std::size_t> lengths;
        std::size_t end = words_.size();
        while (ends_[end].ways == 0) --end;
        if (end < words_.size()) lengths.push_back(words_.size() - end);
        for (; end > 0; end -= ends_[end].last) lengths.push_back(ends_[end].last);
        std::vector<WrittenName> names;
        std::size_t at = 0;
        for (const std::size_t length : lengths | std::views::reverse) {
            names.push_back({name_of_words(words_.subspan(at, length)), words_[at].name.offset});
            at += length;
        }
        return names;
    }

private:
    struct End {
        int ways = 0;          ///< at most 2
        std::size_t last = 0;  ///< the length of the last name
    };

    /// Adds all names that begin at this word.
    void continue_at(std::size_t at) {
        if (variables_.builder.find(words_[at].name.text)) add(at, 1);
        std::string name = words_[at].name.text;
        const std::size_t longest = std::min(variables_.most_words, words_.size() - at);
        for (std::size_t length = 1; length < longest; ++length) {
            if (words_[at].is_quoted || words_[at + length].is_quoted) return;
            name.append(" ").append(words_[at + length].name.text);
            const std::optional<VariableId> found = variables_.builder.find(name);
            if (found && variables_.words[found->index()] == length + 1) add(at, length + 1);
        }
    }

    void add(std::size_t at, std::size_t length) {
        End& end = ends_[at + length];
        if (end.ways == 0) end.last = length;
        end.ways = std::min(end.ways + ends_[at].ways, 2);
    }

    const BifVariables& variables_;
    std::span<const Word> words_;
    std::vector<End> ends_;
};

/// True if all words of a piece are the name of one variable.
bool is_one_name(const BifVariables& variables, std::span<const Word> words) {
    if (words.size() > variables.most_words || std::ranges::any_of(words, &Word::is_quoted))
        return false;
    const std::optional<VariableId> found = variables.builder.find(name_of_words(words));
    return found && variables.words[found->index()] == words.size();
}

class HeadReader {
public:
    HeadReader(BifLexer& lexer, const BifVariables& variables, std::size_t max_parents,
               NetworkAssembly& assembly)
        : lexer_(lexer), variables_(variables), max_parents_(max_parents), assembly_(assembly) {}

    std::vector<WrittenName> read() {
        lexer_.expect('(', "after 'probability'");
        bool has_bar = false;
        for (;;) {
            const BlockToken token = lexer_.next();
            if (token.is_name()) {
                require_few(names_.size() + piece_.size() / variables_.most_words, token.offset);
                piece_.push_back({{lexer_.name_of(token), token.offset},
                                  token.kind == BlockToken::Kind::quoted});
                continue;
            }
            end_piece();
            if (token.is(')')) break;
            if (token.is('|') && !has_bar) {
                if (names_.size() != 1 && !is_ambiguous_) refuse_before_bar(token);
                has_bar = true;
            } else if (!token.is(',')) {
                lexer_.fail_expected("a variable or ')' in the head of a probability block", token);
            }
        }
        if (names_.empty() && !is_ambiguous_)
            lexer_.cursor().fail(lexer_.cursor().offset() - 1,
                                 "expected the name of a variable, found ')'");
        if (!names_.empty()) require_few(names_.size() - 1, names_.back().offset);
        return is_ambiguous_ ? std::vector<WrittenName>() : std::move(names_);
    }

private:
    void require_few(std::size_t parents, std::size_t offset) const {
        if (parents <= max_parents_) return;
        throw TooLargeError("more than " + std::to_string(max_parents_) + " parents",
                            lexer_.cursor().locate(offset), "raise Limits::max_parents");
    }

    [[noreturn]] void refuse_before_bar(const BlockToken& bar) {
        const WrittenName found = names_.empty() ? WrittenName{"|", bar.offset} : names_[1];
        lexer_.cursor().fail(found.offset,
                             "expected one variable before the '|', found " + shown(found.text));
    }

    void end_piece() {
        if (variables_.most_words == 1 || piece_.size() < 2) {
            for (Word& word : piece_) names_.push_back(std::move(word.name));
        } else if (is_one_name(variables_, piece_)) {
            names_.push_back({name_of_words(piece_), piece_.front().name.offset});
        } else {
            const Splitter split(variables_, piece_);
            if (split.is_ambiguous()) {
                is_ambiguous_ = true;
                assembly_.error(piece_.front().name.offset,
                                "the words " + shown(name_of_words(piece_)) +
                                    " can be split into names of variables in several ways",
                                "put commas between the variables");
            }
            for (WrittenName& name : split.names()) names_.push_back(std::move(name));
        }
        piece_.clear();
    }

    BifLexer& lexer_;
    const BifVariables& variables_;
    std::size_t max_parents_;
    NetworkAssembly& assembly_;
    std::vector<WrittenName> names_;
    std::vector<Word> piece_;
    bool is_ambiguous_ = false;
};

}  // namespace

std::vector<WrittenName> read_bif_head(BifLexer& lexer, const BifVariables& variables,
                                       std::size_t max_parents, NetworkAssembly& assembly) {
    return HeadReader(lexer, variables, max_parents, assembly).read();
}

}  // namespace pgm::io::detail
