#include <io/bif/detail/bif_family.hpp>

#include <io/bif/detail/bif_name_split.hpp>
#include <io/network/detail/family_text.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace pgm::io::detail {

const BifFamily* BifFamilyReader::read() {
    read_names();
    const std::optional<VariableId> child = find_child(names_.front());
    family_.parents.clear();
    family_.complete = !is_ambiguous_;
    seen_.clear();
    for (std::size_t i = 1; i < names_.size(); ++i) read_parent(names_[i], child);
    if (!child) return nullptr;
    report_repeated_parents();
    family_.child = *child;
    family_.offset = names_.front().offset;
    return &family_;
}

void BifFamilyReader::read_names() {
    lexer_.expect('(', "after 'probability'");
    names_.clear();
    joined_.clear();
    piece_ = 0;
    is_ambiguous_ = false;
    bool has_bar = false;
    for (;;) {
        const BifToken token = lexer_.next();
        if (!token.is_name()) join_words();
        if (token.is(')')) break;
        if (token.is_name()) {
            fail_if_too_many(names_.size() / outline_.most_name_words, token.offset);
            names_.push_back(token);
        } else if (token.is('|') && !has_bar) {
            if (names_.size() != 1)
                lexer_.fail_expected("one variable before the '|'",
                                     names_.empty() ? token : names_[1]);
            has_bar = true;
        } else if (!token.is(',')) {
            lexer_.fail_expected("a variable or ')' in the head of a probability block", token);
        }
    }
    if (!names_.empty()) fail_if_too_many(names_.size() - 1, names_.back().offset);
    if (names_.empty())
        lexer_.cursor().fail(lexer_.cursor().offset() - 1,
                             "expected the name of a variable, found ')'");
}

void BifFamilyReader::fail_if_too_many(std::size_t names, std::size_t offset) {
    if (names <= limits_.max_parents) return;
    throw TooLargeError("more than " + std::to_string(limits_.max_parents) + " parents",
                        lexer_.cursor().locate(offset), "raise Limits::max_parents");
}

/// Joins the words of the piece that ends here to names of variables.
void BifFamilyReader::join_words() {
    const std::size_t first = std::exchange(piece_, names_.size());
    if (outline_.most_name_words == 1 || names_.size() - first < 2) return;
    const std::vector<BifToken> words(names_.begin() + static_cast<std::ptrdiff_t>(first),
                                      names_.end());
    const BifNameSplit split = split_into_names(outline_, words);
    if (split.is_ambiguous) {
        is_ambiguous_ = true;
        report_.error(words.front().offset,
                      "the words " + shown(joined_words(words)) +
                          " can be split into names of variables in several ways",
                      "put commas between the variables");
    }
    names_.resize(first);
    std::size_t at = 0;
    for (const std::size_t length : split.lengths) {
        names_.push_back(words[at]);
        if (length > 1) {
            joined_.push_back(joined_words(std::span(words).subspan(at, length)));
            names_.back().kind = BifToken::Kind::word;
            names_.back().text = joined_.back();
        }
        at += length;
    }
    piece_ = names_.size();
}

void BifFamilyReader::read_parent(const BifToken& token, std::optional<VariableId> child) {
    const std::optional<VariableId> parent = find_variable(token);
    if (!parent) {
        family_.complete = false;
    } else if (parent == child) {
        report_.error(token.offset,
                      "variable " + shown(lexer_.name_of(token)) + " is given as its own parent");
        family_.complete = false;
    } else {
        family_.parents.push_back(*parent);
        seen_.emplace_back(*parent, token.offset);
    }
}

void BifFamilyReader::report_repeated_parents() {
    std::ranges::sort(seen_);
    for (std::size_t i = 1; i < seen_.size(); ++i) {
        if (seen_[i].first != seen_[i - 1].first) continue;
        const std::string& name = outline_.variable(seen_[i].first).name();
        report_.error(seen_[i].second, "parent " + shown(name) + " is named twice");
        family_.complete = false;
    }
}

/// Most blocks are in the order of the variables, so the next name is compared first.
std::optional<VariableId> BifFamilyReader::find_child(const BifToken& token) {
    const bool expected = token.kind == BifToken::Kind::word &&
                          next_child_.index() < outline_.variables.size() &&
                          outline_.variable(next_child_).name() == token.text;
    const std::optional<VariableId> child = expected ? next_child_ : find_variable(token);
    if (child) next_child_ = VariableId(child->index() + 1);
    return child;
}

std::optional<VariableId> BifFamilyReader::find_variable(const BifToken& token) {
    if (token.kind == BifToken::Kind::word) {
        if (const std::optional<VariableId> found = outline_.builder.find(token.text)) return found;
    }
    const std::string name = lexer_.name_of(token);
    if (const std::optional<VariableId> found = outline_.builder.find(name)) return found;
    std::vector<std::string> names;
    if (report_.suggests()) {
        for (std::size_t i = 0; i < outline_.variables.size(); ++i)
            names.push_back(outline_.variable(VariableId(i)).name());
    }
    report_.unknown(token.offset, "there is no variable " + shown(name), name, names);
    return std::nullopt;
}

std::string family_text(const BifOutline& outline, const BifFamily& family) {
    return family_text(outline.builder, family.child, family.parents);
}

std::string row_text(const BifOutline& outline, const BifFamily& family, std::size_t row) {
    std::string key = family.parents.size() > most_parents_named ? ", ..." : "";
    for (std::size_t i = family.parents.size(); i-- > 0;) {
        const Variable& parent = outline.variable(family.parents[i]);
        const std::string& state = parent.states()[row % parent.cardinality()];
        row /= parent.cardinality();
        if (i >= most_parents_named) continue;
        key.insert(
            0, (i == 0 ? " | " : ", ") + short_name(parent) + "=" + shortened(state, longest_name));
    }
    return "P(" + short_name(outline.variable(family.child)) + key + ")";
}

}  // namespace pgm::io::detail
