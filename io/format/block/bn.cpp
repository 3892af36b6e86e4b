#include <io/format/block/bn.hpp>

#include <io/format/detail/kept_text.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>

namespace pgm::io {
namespace {

constexpr std::string_view name_mark = "# network ";

/// A text with blanks in place of lines of comment, so that all else stays where it is.
struct PlainText {
    std::string text;
    std::size_t comments = 0;  ///< lines, but for the name of the network
};

/// Makes every line end in LF without moving other bytes: CR becomes LF, CR LF a blank and LF.
void unify_line_ends(std::string& text) {
    for (std::size_t at = text.find('\r'); at != text.npos; at = text.find('\r', at))
        text[at] = at + 1 < text.size() && text[at + 1] == '\n' ? ' ' : '\n';
}

PlainText without_comments(std::string_view text) {
    PlainText result{std::string(text)};
    std::string& plain = result.text;
    unify_line_ends(plain);
    for (std::size_t begin = 0; begin < plain.size();) {
        const std::size_t end = std::min(plain.find('\n', begin), plain.size());
        const std::size_t first = std::min(plain.find_first_not_of(" \t", begin), end);
        const std::string_view line = std::string_view(plain).substr(first, end - first);
        if (line.starts_with('#') || line.starts_with("//")) {
            if (begin > 0 || !line.starts_with(name_mark)) ++result.comments;
            std::fill_n(plain.begin() + static_cast<std::ptrdiff_t>(first), end - first, ' ');
        }
        begin = end + 1;
    }
    return result;
}

/// The name in the first line, if it has one.
std::string name_in(std::string_view text) {
    if (!text.starts_with(name_mark)) return {};
    std::string_view rest = text.substr(name_mark.size());
    rest = rest.substr(0, rest.find_first_of("\r\n"));
    try {
        const std::vector<Token> tokens = tokenize(rest);
        if (tokens.size() == 2) return tokens.front().text;
    } catch (const ParseError&) {
        // A name with signs and without quotes.
    }
    return std::string(rest);
}

/// The file in the location of an error.
template <class Read>
auto located(const std::string& file, Read&& read) {
    const auto in_file = [&](Location location) {
        if (location.file.empty()) location.file = file;
        if (location.line == 0 && location.column != 0) location.line = 1;
        return location;
    };
    if (file.empty()) return read();
    try {
        return read();
    } catch (const ParseError& error) {
        throw ParseError(error.message(), in_file(error.location()), error.hint());
    } catch (const ModelError& error) {
        std::vector<Problem> problems = error.problems();
        for (Problem& problem : problems) problem.location = in_file(problem.location);
        throw ModelError(std::move(problems));
    }
}

std::string first_statement(const std::string& text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n;"), text.size());
    std::string statement = text.substr(begin, text.find_first_of("\n;", begin) - begin);
    return statement;
}

}  // namespace

ReadResult read_bn(std::string_view bytes, const ReadOptions& options) {
    const std::string_view whole = prepare_text(bytes, options.name, options.limits);
    const auto [text, comments] = without_comments(whole);
    return located(options.name, [&, &text = text, comments = comments] {
        NetworkBuilder builder = NetworkBuilder::parse(text, options.limits);
        builder.set_name(name_in(whole));
        ReadResult read;
        for (const VariableId variable : builder.fill_in())
            read.tables_to_learn.push_back({variable, {}});
        const bool has_rows = read.tables_to_learn.size() < builder.size();
        read.network = std::move(builder).build(read.remarks);
        if (options.tables_to_learn == TablesToLearn::refuse)
            require_all_tables(read.network, read.tables_to_learn);
        const std::string states =
            has_rows ? sentence_about_states(variables_without_states(text, options.limits)) : "";
        if (!states.empty())
            read.remarks.push_back({Problem::Severity::note,
                                    states,
                                    {.file = options.name},
                                    "A{no|yes} lists others"});
        read.source = detail::text_with_comments(comments, read.remarks);
        return read;
    });
}

bool is_bn(std::string_view first_bytes) {
    try {
        const std::string_view bytes = without_byte_order_mark(first_bytes);
        const std::string text = first_statement(without_comments(bytes).text);
        if (text.empty()) return false;
        const StructureGraph graph = parse_structure_graph(text);
        return !graph.arcs.empty() || std::ranges::any_of(graph.nodes, [](const auto& node) {
            return node.continuous || !node.states.empty();
        });
    } catch (const Error&) {
        return false;
    }
}

std::string sentence_about_states(const std::vector<std::string>& variables) {
    if (variables.empty()) return {};
    return first_few(variables, 3, in_quotes) + (variables.size() == 1 ? " has" : " have") +
           " the states 0 and 1, as the text lists none";
}

}  // namespace pgm::io
