#include <io/bif/detail/bif_row_key.hpp>

#include <cstring>

namespace pgm::io::detail {
namespace {

const char* past_blanks(const char* at, const char* end) {
    while (at != end && is_bif_blank(*at)) ++at;
    return at;
}

/// The end of the word if it is at `at`, otherwise null.
const char* past_word(const char* at, const char* end, const std::string& word) {
    if (static_cast<std::size_t>(end - at) <= word.size() || *at != word.front() ||
        std::memcmp(at, word.data(), word.size()) != 0)
        return nullptr;
    at += word.size();
    return is_bif_word_byte(*at) ? nullptr : at;
}

}  // namespace

void BifRowKey::begin(const BifFamily& family) {
    family_ = &family;
    predicted_.clear();
    predictable_ = true;
    for (const VariableId parent : family.parents) {
        predicted_.push_back({outline_.variable(parent).states(), 0});
        predictable_ = predictable_ && outline_.variables[parent.index()].states_are_words;
    }
}

std::optional<std::size_t> BifRowKey::read(std::size_t offset) {
    std::size_t row = 0;
    wildcards_.clear();
    if (predictable_ && read_predicted(row)) return row;
    return read_any(offset);
}

bool BifRowKey::read_predicted(std::size_t& row) {
    TextCursor& cursor = lexer_.cursor();
    const char* const end = cursor.end();
    const char* at = cursor.at();
    for (std::size_t i = 0; i < predicted_.size(); ++i) {
        const std::span<const std::string> states = predicted_[i].states;
        if (i > 0 && at != end && *at == ',') ++at;
        at = past_blanks(at, end);
        std::uint32_t state = predicted_[i].last;
        const char* next = past_word(at, end, states[state]);
        if (!next) {
            state = state + 1 < states.size() ? state + 1 : 0;
            next = past_word(at, end, states[state]);
        }
        if (!next) {
            state = 0;
            next = past_word(at, end, states[state]);
        }
        if (!next) return false;
        at = past_blanks(next, end);
        predicted_[i].last = state;
        row = row * states.size() + state;
    }
    at = past_blanks(at, end);
    if (at == end || *at != ')') return false;
    cursor.move_to(at + 1);
    return true;
}

std::optional<std::size_t> BifRowKey::read_any(std::size_t offset) {
    std::vector<BifToken> words;
    std::vector<std::size_t> pieces;  // the first word of each piece between commas
    bool after_comma = true;
    for (BifToken token = lexer_.next(); !token.is(')'); token = lexer_.next()) {
        if (token.is(',') && !after_comma) {
            after_comma = true;
            continue;
        }
        if (!token.is_name())
            lexer_.fail_expected(after_comma ? "a state" : "',' or ')' after the states of a row",
                                 token);
        if (after_comma) pieces.push_back(words.size());
        words.push_back(token);
        after_comma = false;
    }
    const std::vector<VariableId>& parents = family_->parents;
    const bool joined = words.size() != parents.size() && pieces.size() == parents.size();
    if (words.size() != parents.size() && !joined) {
        report_.error(offset, "this row of " + family_text(outline_, *family_) + " names " +
                                  std::to_string(words.size()) +
                                  (words.size() == 1 ? " state" : " states") + ", but there " +
                                  (parents.size() == 1
                                       ? "is 1 parent"
                                       : "are " + std::to_string(parents.size()) + " parents"));
        return std::nullopt;
    }
    pieces.push_back(words.size());
    std::size_t row = 0;
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const std::size_t first = joined ? pieces[i] : i;
        const std::size_t last = joined ? pieces[i + 1] : i + 1;
        std::string name = lexer_.name_of(words[first]);
        for (std::size_t w = first + 1; w < last; ++w)
            name.append(" ").append(lexer_.name_of(words[w]));
        const std::size_t states = predicted_[i].states.size();
        row *= states;
        for (Wildcard& earlier : wildcards_) earlier.stride *= states;
        if (is_wildcard(parents[i], words[first], name)) {
            wildcards_.push_back({1, states});
            continue;
        }
        const std::optional<std::uint32_t> state = find_state(parents[i], words[first], name);
        if (!state) return std::nullopt;
        predicted_[i].last = *state;
        row += *state;
    }
    return row;
}

/// True if a name stands for every state: it is `*` without quotes, and no state has this name.
bool BifRowKey::is_wildcard(VariableId parent, const BifToken& token, const std::string& name) {
    return name == "*" && token.kind == BifToken::Kind::word && !states_of(parent).find(name);
}

std::optional<std::uint32_t> BifRowKey::find_state(VariableId parent, const BifToken& token,
                                                   const std::string& name) {
    if (const std::optional<StateId> state = states_of(parent).find(name)) return state->value;
    const Variable& variable = outline_.variable(parent);
    report_.unknown(token.offset,
                    "variable " + shown(variable.name()) + " has no state " + shown(name), name,
                    variable.states());
    return std::nullopt;
}

const StateIndex& BifRowKey::states_of(VariableId variable) {
    states_.resize(outline_.variables.size());
    std::optional<StateIndex>& index = states_[variable.index()];
    if (!index) index.emplace(outline_.variable(variable));
    return *index;
}

}  // namespace pgm::io::detail
