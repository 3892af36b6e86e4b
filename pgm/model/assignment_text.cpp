#include <pgm/model/assignment_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <utility>

namespace pgm {
namespace {

class AssignmentReader {
public:
    explicit AssignmentReader(std::string_view text) : text_(text) {}

    std::vector<NamedState> read() {
        skip_blanks();
        if (at_end()) return {};
        for (;;) {
            read_item();
            if (at_end()) return std::move(items_);
            expect(',', "expected ',' between two findings");
        }
    }

private:
    void read_item() {
        skip_blanks();
        if (!skip_do()) return read_pair(false);
        for (;;) {
            read_pair(true);
            if (!at_end() && text_[position_] == ')') break;
            expect(',', "expected ')' to close do(");
        }
        ++position_;
        skip_blanks();
    }

    /// Steps behind "do (" when it stands here.
    bool skip_do() {
        if (text_.substr(position_, 2) != "do") return false;
        const std::size_t open = text_.find_first_not_of(" \t\r\n", position_ + 2);
        if (open == text_.npos || text_[open] != '(') return false;
        position_ = open + 1;
        return true;
    }

    void read_pair(bool intervention) {
        NamedState item;
        item.intervention = intervention;
        item.variable = read_name("=", item.variable_column, "a variable");
        if (at_end() || text_[position_] != '=') {
            fail("expected '=' and a state after '" + printable(item.variable) + "'", position_);
        }
        ++position_;
        item.state = read_name(intervention ? ",)" : ",", item.state_column,
                               "a state of '" + printable(item.variable) + "'");
        items_.push_back(std::move(item));
    }

    /// A quoted name, or everything up to one of `ends`; a ')' ends a name only when no '(' inside
    /// it is open, so that do(X=a(b)) works.
    std::string read_name(std::string_view ends, std::uint32_t& column, const std::string& what) {
        skip_blanks();
        column = static_cast<std::uint32_t>(position_ + 1);
        const std::size_t begin = position_;
        if (!at_end() && (text_[begin] == '\'' || text_[begin] == '"')) {
            std::optional<std::string> name = read_quoted(text_, position_);
            if (!name) fail("the quote is not closed", begin);
            skip_blanks();
            return *std::move(name);
        }
        std::size_t open = 0;
        // A comma always ends a name: "Rain, Wet=wet" misses the state of Rain.
        for (; !at_end() && text_[position_] != ',' &&
               (open > 0 || ends.find(text_[position_]) == ends.npos);
             ++position_) {
            if (text_[position_] == '(') ++open;
            if (text_[position_] == ')' && open > 0) --open;
        }
        std::size_t end = position_;
        while (end > begin && is_blank(text_[end - 1])) --end;
        if (end == begin) fail("expected " + what, begin);
        return std::string(text_.substr(begin, end - begin));
    }

    void expect(char wanted, const char* message) {
        if (at_end() || text_[position_] != wanted) fail(message, position_);
        ++position_;
    }

    void skip_blanks() {
        while (!at_end() && is_blank(text_[position_])) ++position_;
    }

    bool at_end() const { return position_ == text_.size(); }

    [[noreturn]] static void fail(const std::string& message, std::size_t position) {
        throw ParseError(message, {.column = static_cast<std::uint32_t>(position + 1)});
    }

    std::string_view text_;
    std::size_t position_ = 0;
    std::vector<NamedState> items_;
};

}  // namespace

std::vector<NamedState> parse_assignment(std::string_view text) {
    return AssignmentReader(text).read();
}

}  // namespace pgm
