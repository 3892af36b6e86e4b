#include <io/format/block/bif.hpp>

#include <io/format/block/detail/bif_reader.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::string_view blanks = " \t\r\n", delimiters = ",;\t|@";

void skip_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

/// Removes the word that begins a block, letter case aside, so that a tab after it is no delimiter.
void skip_keyword(std::string_view& text) {
    for (const std::string_view keyword : {"network", "variable", "probability"}) {
        if (!equals_ignoring_case(text.substr(0, keyword.size()), keyword)) continue;
        text.remove_prefix(keyword.size());
        return skip_blanks(text);
    }
}

}  // namespace

ReadResult read_bif(std::string_view text, const ReadOptions& options) {
    BifReader reader(text, options);
    reader.read();
    return std::move(reader).finish(NetworkAssembly::End::unmarked);
}

std::vector<Problem> check_bif(std::string_view text, const ReadOptions& options) {
    try {
        ReadOptions accepting = options;
        accepting.tables_to_learn = TablesToLearn::accept;
        BifReader reader(text, accepting);
        try {
            reader.read();
        } catch (const ParseError& error) {
            return reader.problems(error);
        }
        reader.warn_of_tables_to_learn();
        return std::move(reader).finish(NetworkAssembly::End::marked).remarks;
    } catch (const ModelError& error) {
        return error.problems();
    } catch (const Error& error) {
        return {problem_of(error)};
    }
}

bool is_bif(std::string_view first_bytes) {
    std::string_view text = without_byte_order_mark(first_bytes);
    skip_blanks(text);
    if (text.starts_with("//") || text.starts_with("/*")) return true;
    skip_keyword(text);
    bool quoted = false, bracketed = false;
    for (const char c : text) {
        if (c == '\0') return false;
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '{') return true;
        if (c == '(' || c == ')') bracketed = c == '(';
        if (!bracketed && delimiters.find(c) != delimiters.npos) return false;
    }
    return false;
}

}  // namespace pgm::io
