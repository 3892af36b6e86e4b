#include <pgm/model/detail/network_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>

namespace pgm::detail {
namespace {

class NetworkTextReader {
public:
    NetworkTextReader(std::string_view text, const Limits& limits)
        : text_(text), limits_(limits), cursor_(text, Dialect::structure) {}

    NetworkText read() {
        for (;;) {
            while (cursor_.take_if(TokenKind::semicolon) || cursor_.take_if(TokenKind::line_end)) {
            }
            if (cursor_.at(TokenKind::end)) return {std::move(structure_), std::move(rows_)};
            if (const std::optional<std::size_t> colon = colon_ahead())
                take_row(*colon);
            else
                take_statement();
        }
    }

private:
    using Group = std::vector<VariableId>;

    bool ends_statement(const Token& token) const {
        return token.kind == TokenKind::end || token.kind == TokenKind::semicolon ||
               token.kind == TokenKind::line_end;
    }

    /// The number of the token that ends in the colon of a row, if a row begins here: a statement
    /// without arrows in which a blank follows a colon.
    std::optional<std::size_t> colon_ahead() const {
        std::optional<std::size_t> colon;
        bool is_in_braces = false;
        for (std::size_t ahead = 0; !ends_statement(cursor_.peek(ahead)); ++ahead) {
            const Token& token = cursor_.peek(ahead);
            if (token.kind == TokenKind::arrow || token.kind == TokenKind::back_arrow)
                return std::nullopt;
            if (token.kind == TokenKind::open_brace) is_in_braces = true;
            if (token.kind == TokenKind::close_brace) is_in_braces = false;
            const bool is_colon = token.kind == TokenKind::word && token.text.ends_with(':');
            if (is_colon && !is_in_braces && !colon) colon = ahead;
        }
        return colon;
    }

    void take_row(std::size_t colon) {
        const std::size_t begin = cursor_.peek().column - 1;
        const Token last = cursor_.peek(colon);
        const std::size_t middle = last.column - 1 + last.length - 1;
        RowStatement row = row_before(text_.substr(begin, middle - begin), begin);
        for (std::size_t i = 0; i <= colon; ++i) cursor_.take();
        if (ends_statement(cursor_.peek())) fail("expected numbers behind ':'", cursor_.peek());
        row.location = cursor_.location(cursor_.peek());
        const std::size_t first = cursor_.peek().column - 1;
        std::size_t end = first;
        while (!ends_statement(cursor_.peek())) {
            const Token& token = cursor_.take();
            end = token.column - 1 + token.length;
        }
        row.distribution = text_.substr(first, end - first);
        rows_.push_back(std::move(row));
    }

    /// The variable and the states of its parents, from the text before the colon.
    RowStatement row_before(std::string_view text, std::size_t offset) const {
        TokenCursor head(text);
        const auto fail_at_head = [&](std::string message) {
            throw ParseError(
                std::move(message),
                location_in(text_, offset + head.peek().column - 1, Dialect::structure),
                "a row is written A: 0.2 0.8, or A | B=b: 0.2 0.8 with a parent's state");
        };
        RowStatement row;
        const std::size_t length = head.name_length(Extent::one_word);
        if (length == 0) fail_at_head("expected the name of a variable");
        row.child = head.take_joined(length).text;
        if (head.at(TokenKind::end)) return row;
        if (!head.take_if(TokenKind::bar)) fail_at_head("expected '|' or ':'");
        row.parent_states = text.substr(std::min(head.peek().column - 1, text.size()));
        return row;
    }

    void take_statement() {
        Group left = take_group();
        while (cursor_.at(TokenKind::arrow) || cursor_.at(TokenKind::back_arrow)) {
            const Token arrow = cursor_.take();
            Group right = take_group();
            if (arrow.kind == TokenKind::arrow) {
                join(left, right, arrow);
            } else {
                join(right, left, arrow);
            }
            left = std::move(right);
        }
        if (!ends_statement(cursor_.peek()))
            fail("expected '->', '<-', ',' or ';'", cursor_.peek(),
                 "rows are written A: 0.2 0.8 or A | B=b: 0.2 0.8, with a blank after the colon");
    }

    Group take_group() {
        Group group;
        do {
            skip_line_ends();
            group.push_back(take_node());
        } while (cursor_.take_if(TokenKind::comma));
        return group;
    }

    void join(const Group& parents, const Group& children, const Token& arrow) {
        if (children.size() > (most_arcs - structure_.arcs.size()) / parents.size()) {
            throw TooLargeError(
                "the structure has more than " + std::to_string(most_arcs) + " arcs",
                cursor_.location(arrow));
        }
        for (const VariableId parent : parents) {
            for (const VariableId child : children) {
                if (seen_arcs_.insert({parent, child}).second)
                    structure_.arcs.push_back({parent, child});
            }
        }
    }

    VariableId take_node() {
        const Token name = take_name(Extent::one_word, "the name of a variable");
        refuse_time_steps(name);
        const auto [found, is_new] = ids_.try_emplace(name.text, structure_.nodes.size());
        const VariableId id = found->second;
        if (is_new) structure_.nodes.push_back({name.text, {}, false});
        if (cursor_.at(TokenKind::open_brace)) declare(structure_.nodes[id.index()], name);
        return id;
    }

    /// "R[t-1]"; in quotes it is a name.
    void refuse_time_steps(const Token& name) const {
        if (name.kind == TokenKind::quoted) return;
        const std::size_t bracket = name.text.find("[t");
        const bool is_step = bracket != std::string::npos && bracket > 0 &&
                             name.text.find_first_of("]+-", bracket) == bracket + 2;
        if (!is_step) return;
        const std::string base = printable(name.text.substr(0, bracket));
        fail("'" + printable(name.text) +
                 "' is a variable at a step in time, and a network has none",
             name,
             "name each step, " + base + "0 -> " + base + "1 -> " + base +
                 "2; a name with brackets is put in quotes");
    }

    /// {continuous}, {boolean}, {yes no} and {a..c}: hardly the only state of a variable.
    void refuse_other_than_state(const Token& state) const {
        constexpr std::string_view real[] = {"continuous", "numeric",  "number", "double",
                                             "float",      "gaussian", "normal"};
        constexpr std::string_view discrete[] = {"discrete", "boolean", "bool",    "binary",
                                                 "int",      "integer", "nominal", "categorical"};
        const auto is_word = [&](std::string_view word) { return is_keyword(state, word); };
        const bool is_real = std::ranges::any_of(real, is_word);
        if (!is_real && std::ranges::none_of(discrete, is_word) &&
            state.text.find(' ') == state.text.npos && state.text.find("..") == state.text.npos)
            return;
        fail("'" + printable(state.text) + "' would be the only state of the variable", state,
             is_real ? "a continuous variable is declared {real}; the state is put in quotes"
                     : "states are listed, {no|yes}, or are the whole numbers of a range, {1..6}; "
                       "the state is put in quotes");
    }

    /// Reads what stands in braces behind the name of a variable.
    void declare(StructureNode& node, const Token& name) {
        const bool is_declared = node.continuous || !node.states.empty();
        const bool is_utility = is_keyword(cursor_.peek(1), "utility");
        const bool is_without_states = is_utility || is_keyword(cursor_.peek(1), "real");
        if (is_without_states && cursor_.peek(2).kind == TokenKind::comma)
            fail(is_utility ? "a utility is neither hidden nor a decision"
                            : "a continuous variable is neither hidden nor a decision",
                 cursor_.peek(2));
        StructureNode declared;
        declared.continuous = is_without_states && cursor_.peek(2).kind == TokenKind::close_brace;
        if (declared.continuous) {
            for (int token = 0; token < 3; ++token) cursor_.take();
            if (is_utility) declared.kind = Variable::Kind::utility;
        } else {
            take_states(declared);
        }
        if (is_declared &&
            (node.continuous != declared.continuous || node.states != declared.states))
            fail("'" + printable(node.name) + "' was given other states before", name);
        if (is_declared && node.kind != declared.kind)
            fail("'" + printable(node.name) + "' was declared as another kind before", name);
        node.states = std::move(declared.states);
        node.hidden |= declared.hidden;
        node.continuous = declared.continuous;
        node.kind = declared.kind;
    }

    Token take_name(Extent extent, const std::string& what) {
        const std::size_t length = cursor_.name_length(extent);
        if (length == 0) fail("expected " + what, cursor_.peek());
        return cursor_.take_joined(length);
    }

    /// Reads the states from '{' to '}', and whether the variable is hidden or a decision.
    void take_states(StructureNode& node) {
        const Token open = cursor_.take();
        std::vector<Token> names;
        do {
            skip_line_ends();
            names.push_back(take_name(Extent::value, "the name of a state"));
            skip_line_ends();
        } while (cursor_.take_if(TokenKind::bar));
        if (cursor_.at(TokenKind::end) || cursor_.at(TokenKind::arrow))
            fail("'{' is not closed by '}'", open);
        if (cursor_.at(TokenKind::comma)) take_role(node);
        if (!cursor_.take_if(TokenKind::close_brace))
            fail("expected '|' or '}' after a state", cursor_.peek(),
                 cursor_.at(TokenKind::comma) ? "states are listed as {no|yes}" : "");
        node.states = states_named(std::move(names), open);
    }

    /// ", hidden" or ", decision" behind the states.
    void take_role(StructureNode& node) {
        node.hidden = is_keyword(cursor_.peek(1), "hidden");
        const bool is_decision = is_keyword(cursor_.peek(1), "decision");
        if (is_decision) node.kind = Variable::Kind::decision;
        for (int token = 0; token < 2 && (node.hidden || is_decision); ++token) cursor_.take();
    }

    std::vector<std::string> states_named(std::vector<Token> names, const Token& open) {
        if (names.size() == 1 && names.front().kind == TokenKind::word) {
            const std::string count = count_in(names.front().text);
            if (!count.empty()) return numbered(count, open);
            if (const auto range = range_in(names.front().text)) return numbered(*range, open);
            refuse_other_than_state(names.front());
        }
        std::vector<std::string> states;
        for (Token& name : names) states.push_back(std::move(name.text));
        std::vector<std::string_view> sorted(states.begin(), states.end());
        std::sort(sorted.begin(), sorted.end());
        const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
        if (repeated != sorted.end())
            fail("state '" + printable(*repeated) + "' is listed twice", open);
        return states;
    }

    /// The digits of {3} or {3 states}; null for the name of a state.
    static std::string count_in(const std::string& text) {
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        const auto end = std::ranges::find_if_not(text, is_digit);
        const std::string_view rest(end, text.end());
        const bool is_count = rest.empty() || rest == " states" || rest == " state";
        return is_count ? std::string(text.begin(), end) : std::string();
    }

    /// The ends of {1..6} or {1 .. 6}.
    static std::optional<std::pair<std::int64_t, std::int64_t>> range_in(std::string_view text) {
        const std::size_t dots = text.find("..");
        if (dots == std::string_view::npos) return std::nullopt;
        const auto number_in = [](std::string_view part) -> std::optional<std::int64_t> {
            while (part.starts_with(' ')) part.remove_prefix(1);
            while (part.ends_with(' ')) part.remove_suffix(1);
            std::int64_t number = 0;
            const auto [end, error] =
                std::from_chars(part.data(), part.data() + part.size(), number);
            const bool is_number = error == std::errc() && end == part.data() + part.size();
            constexpr std::int64_t most = std::int64_t{1} << 40;
            return is_number && std::abs(number) < most ? std::optional(number) : std::nullopt;
        };
        const auto first = number_in(text.substr(0, dots)), last = number_in(text.substr(dots + 2));
        if (!first || !last) return std::nullopt;
        return std::pair(*first, *last);
    }

    /// The states "1" to "6" of {1..6}.
    std::vector<std::string> numbered(const std::pair<std::int64_t, std::int64_t>& range,
                                      const Token& open) {
        const auto [first, last] = range;
        if (last < first) fail("the states of a range ascend, {1..6}", open);
        std::vector<std::string> states =
            numbered(std::to_string(static_cast<std::uint64_t>(last - first) + 1), open);
        for (std::size_t i = 0; i < states.size(); ++i)
            states[i] = std::to_string(first + static_cast<std::int64_t>(i));
        return states;
    }

    /// The states "0", "1", ... of {count}. A few digits ask for all of them, so that all counts
    /// of the text together have one limit.
    std::vector<std::string> numbered(const std::string& text, const Token& open) {
        std::size_t count = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), count);
        if (result.ec != std::errc{} || count > limits_.max_states - counted_states_) {
            const std::string before =
                counted_states_ == 0 ? "" : " after " + std::to_string(counted_states_) + " others";
            throw TooLargeError("a variable of " + text + " states" + before + "; the limit is " +
                                    std::to_string(limits_.max_states),
                                cursor_.location(open));
        }
        if (count == 0) fail("a variable needs at least one state", open);
        counted_states_ += count;
        std::vector<std::string> states;
        for (std::size_t i = 0; i < count; ++i) states.push_back(std::to_string(i));
        return states;
    }

    void skip_line_ends() {
        while (cursor_.take_if(TokenKind::line_end)) {
        }
    }

    [[noreturn]] void fail(std::string message, const Token& token, std::string hint = {}) const {
        throw ParseError(std::move(message), cursor_.location(token), std::move(hint));
    }

    std::string_view text_;
    const Limits& limits_;
    TokenCursor cursor_;
    StructureGraph structure_;
    std::size_t counted_states_ = 0;
    std::vector<RowStatement> rows_;
    std::map<std::string, VariableId> ids_;
    std::set<Arc> seen_arcs_;
};

}  // namespace

NetworkText parse_network_text(std::string_view text, const Limits& limits) {
    if (is_model_string(text)) return {parse_model_string(text), {}};
    return NetworkTextReader(text, limits).read();
}

}  // namespace pgm::detail
