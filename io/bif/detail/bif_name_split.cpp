#include <io/bif/detail/bif_name_split.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

std::string name_in(const BifToken& token) {
    return token.kind == BifToken::Kind::quoted ? bif_unescaped(token.text)
                                                : std::string(token.text);
}

/// The ways to split the first words of a list into names, for every number of words.
class Splitter {
public:
    Splitter(const BifOutline& outline, std::span<const BifToken> words)
        : outline_(outline), words_(words), ends_(words.size() + 1) {
        ends_[0].ways = 1;
        for (std::size_t at = 0; at < words.size(); ++at) {
            if (ends_[at].ways > 0) continue_at(at);
        }
    }

    BifNameSplit split() const {
        std::size_t end = words_.size();
        while (ends_[end].ways == 0) --end;
        BifNameSplit result{.lengths = {}, .is_ambiguous = ends_[words_.size()].ways > 1};
        if (end < words_.size()) result.lengths.push_back(words_.size() - end);
        for (; end > 0; end -= ends_[end].last) result.lengths.push_back(ends_[end].last);
        std::ranges::reverse(result.lengths);
        return result;
    }

private:
    struct End {
        int ways = 0;          ///< at most 2
        std::size_t last = 0;  ///< the length of the last name
    };

    /// Adds all names that begin at this word.
    void continue_at(std::size_t at) {
        if (outline_.builder.find(name_in(words_[at]))) add(at, 1);
        std::string name(words_[at].text);
        const std::size_t longest = std::min(outline_.most_name_words, words_.size() - at);
        for (std::size_t length = 1; length < longest; ++length) {
            if (words_[at].kind != BifToken::Kind::word ||
                words_[at + length].kind != BifToken::Kind::word)
                return;
            name.append(" ").append(words_[at + length].text);
            const std::optional<VariableId> found = outline_.builder.find(name);
            if (found && outline_.variables[found->index()].name_words == length + 1)
                add(at, length + 1);
        }
    }

    void add(std::size_t at, std::size_t length) {
        End& end = ends_[at + length];
        if (end.ways == 0) end.last = length;
        end.ways = std::min(end.ways + ends_[at].ways, 2);
    }

    const BifOutline& outline_;
    std::span<const BifToken> words_;
    std::vector<End> ends_;
};

}  // namespace

BifNameSplit split_into_names(const BifOutline& outline, std::span<const BifToken> words) {
    if (words.size() <= outline.most_name_words) {
        const bool all_words = std::ranges::all_of(
            words, [](const BifToken& word) { return word.kind == BifToken::Kind::word; });
        const std::optional<VariableId> found =
            all_words ? outline.builder.find(joined_words(words)) : std::nullopt;
        if (found && outline.variables[found->index()].name_words == words.size())
            return {.lengths = {words.size()}};
    }
    return Splitter(outline, words).split();
}

std::string joined_words(std::span<const BifToken> words) {
    std::string name;
    for (const BifToken& word : words) name.append(name.empty() ? "" : " ").append(name_in(word));
    return name;
}

}  // namespace pgm::io::detail
