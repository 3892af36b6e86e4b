#include <pgm/model/structure_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

namespace pgm {
namespace {

constexpr std::size_t most_arcs = 10'000'000;

class StructureReader {
public:
    explicit StructureReader(std::string_view text) : text_(text) {}

    Structure read() {
        for (;;) {
            while (!at_end() && (is_blank(current()) || current() == ';')) ++position_;
            if (at_end()) return std::move(structure_);
            read_statement();
        }
    }

private:
    using Group = std::vector<VariableId>;

    void read_statement() {
        Group left = read_group();
        for (;;) {
            const std::size_t at = position_;
            const std::string_view arrow = text_.substr(position_, 2);
            if (arrow != "->" && arrow != "<-") break;
            position_ += 2;
            Group right = read_group();
            if (arrow == "->") {
                join(left, right, at);
            } else {
                join(right, left, at);
            }
            left = std::move(right);
        }
        if (!at_end() && current() != ';' && current() != '\n')
            fail("expected '->', '<-', ',' or ';'", position_);
    }

    Group read_group() {
        Group group;
        for (;;) {
            while (!at_end() && is_blank(current())) ++position_;
            group.push_back(read_node());
            skip_spaces();
            if (at_end() || current() != ',') return group;
            ++position_;
        }
    }

    void join(const Group& parents, const Group& children, std::size_t at) {
        if (children.size() > (most_arcs - structure_.arcs.size()) / parents.size()) {
            throw TooLargeError(
                "the structure has more than " + std::to_string(most_arcs) + " arcs", place(at));
        }
        for (const VariableId parent : parents) {
            for (const VariableId child : children) {
                if (seen_arcs_.insert({parent, child}).second)
                    structure_.arcs.push_back({parent, child});
            }
        }
    }

    VariableId read_node() {
        const std::size_t begin = position_;
        std::string name = read_name();
        const auto [found, is_new] = ids_.try_emplace(name, structure_.nodes.size());
        const VariableId id = found->second;
        if (is_new) structure_.nodes.push_back({std::move(name), {}});
        skip_spaces();
        if (!at_end() && current() == '{') {
            std::vector<std::string> states = read_states();
            StructureNode& node = structure_.nodes[id.index()];
            if (!node.states.empty() && node.states != states)
                fail("'" + printable(node.name) + "' was given other states before", begin);
            node.states = std::move(states);
        }
        return id;
    }

    std::string read_name() {
        if (!at_end() && is_quote(current())) return read_quoted_name();
        const std::size_t begin = position_;
        while (!at_end() && !is_blank(current()) &&
               std::string_view(",;{}|<>'\"").find(current()) == std::string_view::npos) {
            if (text_.substr(position_, 2) == "->") break;
            ++position_;
        }
        if (position_ == begin) fail("expected the name of a variable", begin);
        return std::string(text_.substr(begin, position_ - begin));
    }

    std::string read_quoted_name() {
        const std::size_t begin = position_;
        std::optional<std::string> name = read_quoted(text_, position_);
        if (!name) fail("the quote is not closed", begin);
        return *std::move(name);
    }

    /// From '{' to behind '}'.
    std::vector<std::string> read_states() {
        const std::size_t open = position_;
        std::vector<std::string> states;
        bool counts = true;  // {3}: a single unquoted number
        do {
            ++position_;
            counts = read_state(states) && counts && states.size() == 1;
            if (at_end()) fail("'{' is not closed by '}'", open);
        } while (current() == '|');
        ++position_;
        if (counts) states = numbered(states.front(), open);
        std::vector<std::string_view> sorted(states.begin(), states.end());
        std::sort(sorted.begin(), sorted.end());
        const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
        if (repeated != sorted.end())
            fail("state '" + printable(*repeated) + "' is listed twice", open);
        return states;
    }

    /// Reads up to '|', '}' or the end; true for an unquoted number.
    bool read_state(std::vector<std::string>& states) {
        while (!at_end() && is_blank(current())) ++position_;
        const std::size_t begin = position_;
        if (!at_end() && is_quote(current())) {
            states.push_back(read_quoted_name());
            while (!at_end() && is_blank(current())) ++position_;
            if (!at_end() && current() != '|' && current() != '}')
                fail("expected '|' or '}' after a state", position_);
            return false;
        }
        while (!at_end() && current() != '|' && current() != '}') ++position_;
        std::size_t end = position_;
        while (end > begin && is_blank(text_[end - 1])) --end;
        if (end == begin && !at_end()) fail("expected the name of a state", begin);
        states.emplace_back(text_.substr(begin, end - begin));
        return std::all_of(states.back().begin(), states.back().end(),
                           [](char c) { return c >= '0' && c <= '9'; });
    }

    /// The states "0", "1", ... of {count}.
    std::vector<std::string> numbered(const std::string& digits, std::size_t open) const {
        const std::size_t most = Limits{}.max_states;
        std::size_t count = 0;
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), count);
        if (result.ec != std::errc{} || count > most)
            throw TooLargeError(
                "a variable of " + digits + " states; the limit is " + std::to_string(most),
                place(open));
        if (count == 0) fail("a variable needs at least one state", open);
        std::vector<std::string> states;
        for (std::size_t i = 0; i < count; ++i) states.push_back(std::to_string(i));
        return states;
    }

    void skip_spaces() {
        while (!at_end() && is_blank(current()) && current() != '\n') ++position_;
    }

    bool at_end() const { return position_ == text_.size(); }
    char current() const { return text_[position_]; }
    static bool is_quote(char c) { return c == '\'' || c == '"'; }

    /// The column alone for text of one line.
    Location place(std::size_t position) const {
        Location location;
        const std::string_view before = text_.substr(0, position);
        const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
        location.column = static_cast<std::uint32_t>(position - line_begin + 1);
        if (text_.find('\n') != text_.npos)
            location.line =
                static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
        return location;
    }

    [[noreturn]] void fail(std::string message, std::size_t position) const {
        throw ParseError(std::move(message), place(position));
    }

    std::string_view text_;
    std::size_t position_ = 0;
    Structure structure_;
    std::map<std::string, VariableId> ids_;
    std::set<Arc> seen_arcs_;
};

}  // namespace

Structure parse_structure(std::string_view text) {
    return StructureReader(text).read();
}

}  // namespace pgm
