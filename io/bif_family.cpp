#include <io/bif_family.hpp>

#include <io/utf8.hpp>

#include <algorithm>

namespace pgm::io {
namespace {

struct Header {
    std::vector<BifToken> names;
    bool has_bar = false;
};

Header read_header(BifLexer& lexer, const Limits& limits) {
    lexer.expect('(', "after 'probability'");
    Header header;
    for (BifToken token = lexer.next(); !token.is(')'); token = lexer.next()) {
        if (token.is_name()) {
            if (header.names.size() > limits.max_parents) {
                throw TooLargeError("more than " + std::to_string(limits.max_parents) + " parents", lexer.cursor().locate(token.offset),
                                    "raise Limits::max_parents");
            }
            header.names.push_back(token);
        } else if (token.is('|') && !header.has_bar) {
            if (header.names.size() != 1) lexer.fail_expected("one variable before the '|'", header.names.empty() ? token : header.names[1]);
            header.has_bar = true;
        } else if (!token.is(',')) {
            lexer.fail_expected("a variable or ')' in the head of a probability block", token);
        }
    }
    if (header.names.empty()) lexer.cursor().fail(lexer.cursor().offset() - 1, "expected the name of a variable, found ')'");
    return header;
}

// A message stays readable, and a text full of mistakes cannot make messages of gigabytes, whatever the names.
constexpr std::size_t longest_name = 80;
constexpr std::size_t most_parents_named = 12;

std::string short_name(const BifOutline& outline, VariableId id) {
    return shortened(outline.variables[id.index()].variable.name(), longest_name);
}

std::optional<VariableId> find_variable(BifLexer& lexer, const BifOutline& outline, BifReport& report, const BifToken& token) {
    const std::string name = lexer.name_of(token);
    const std::optional<VariableId> found = outline.find(name);
    if (!found) {
        std::vector<std::string> names;
        if (report.suggests()) {
            for (const BifVariable& variable : outline.variables) names.push_back(variable.variable.name());
        }
        report.unknown(token.offset, "there is no variable " + shown(name), name, names);
    }
    return found;
}

}  // namespace

std::optional<BifFamily> read_bif_family(BifLexer& lexer, const BifOutline& outline, const Limits& limits, BifReport& report) {
    const Header header = read_header(lexer, limits);
    const std::optional<VariableId> child = find_variable(lexer, outline, report, header.names.front());
    BifFamily family;
    std::vector<std::pair<VariableId, std::size_t>> seen;
    for (std::size_t i = 1; i < header.names.size(); ++i) {
        const std::optional<VariableId> parent = find_variable(lexer, outline, report, header.names[i]);
        if (!parent) {
            family.complete = false;
        } else if (parent == child) {
            report.error(header.names[i].offset, "variable " + shown(lexer.name_of(header.names[i])) + " is given as its own parent");
            family.complete = false;
        } else {
            family.parents.push_back(*parent);
            seen.emplace_back(*parent, header.names[i].offset);
        }
    }
    if (!child) return std::nullopt;
    std::sort(seen.begin(), seen.end());
    for (std::size_t i = 1; i < seen.size(); ++i) {
        if (seen[i].first != seen[i - 1].first) continue;
        const std::string& name = outline.variables[seen[i].first.index()].variable.name();
        report.error(seen[i].second, "parent " + shown(name) + " is named twice");
        family.complete = false;
    }
    family.child = *child;
    family.offset = header.names.front().offset;
    return family;
}

std::string family_text(const BifOutline& outline, const BifFamily& family) {
    std::string text = "P(" + short_name(outline, family.child);
    for (std::size_t i = 0; i < std::min(family.parents.size(), most_parents_named); ++i) {
        text.append(i == 0 ? " | " : ", ").append(short_name(outline, family.parents[i]));
    }
    return text + (family.parents.size() > most_parents_named ? ", ...)" : ")");
}

std::string row_text(const BifOutline& outline, const BifFamily& family, std::size_t row) {
    std::string key = family.parents.size() > most_parents_named ? ", ..." : "";
    for (std::size_t i = family.parents.size(); i-- > 0;) {
        const Variable& parent = outline.variables[family.parents[i].index()].variable;
        const std::string& state = parent.states()[row % parent.cardinality()];
        row /= parent.cardinality();
        if (i >= most_parents_named) continue;
        key.insert(0, (i == 0 ? " | " : ", ") + short_name(outline, family.parents[i]) + "=" + shortened(state, longest_name));
    }
    return "P(" + short_name(outline, family.child) + key + ")";
}

}  // namespace pgm::io
