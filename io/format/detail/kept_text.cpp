#include <io/format/detail/kept_text.hpp>

#include <io/text/detail/decimal.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/table_cpd.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// A number to be written where another one stands.
struct NewNumber {
    std::size_t offset = 0;
    double value = 0;
};

/// Adds the numbers of rows that have changed. False where a distribution has changed in another
/// way, or the places of its numbers are not known.
bool add_changed_rows(const Cpd& before, const Cpd& after, const std::vector<std::size_t>& places,
                      std::vector<NewNumber>& new_numbers) {
    if (before == after) return true;
    const TableCpd* const old_table = as_table(before);
    const TableCpd* const new_table = as_table(after);
    if (!old_table || !new_table || !(old_table->scope() == new_table->scope()) ||
        places.size() != new_table->table().size())
        return false;
    const std::size_t states = new_table->cardinalities().back();
    for (std::size_t row = 0; row < new_table->row_count(); ++row) {
        if (std::ranges::equal(old_table->row(row), new_table->row(row))) continue;
        for (std::size_t x = 0; x < states; ++x)
            new_numbers.push_back({places[row * states + x], new_table->row(row)[x]});
    }
    return true;
}

/// Null where one of the places has no number, or two new numbers are for the same one.
std::optional<std::string> replaced(std::string_view text, std::vector<NewNumber> new_numbers) {
    std::ranges::sort(new_numbers, {}, &NewNumber::offset);
    std::string result;
    std::size_t at = 0;
    for (const NewNumber& now : new_numbers) {
        if (now.offset < at || now.offset >= text.size()) return std::nullopt;
        const char* const begin = text.data() + now.offset;
        const ScannedDecimal number = scan_decimal(begin, text.data() + text.size());
        if (!number.end) return std::nullopt;
        result += text.substr(at, now.offset - at);
        result += to_text(now.value);
        at = now.offset + static_cast<std::size_t>(number.end - begin);
    }
    return result.append(text.substr(at));
}

std::optional<std::string> with_numbers_of(const BayesianNetwork& after,
                                           const BayesianNetwork& before, std::string_view text,
                                           const NumberPlaces& places) {
    if (before.size() != after.size()) return std::nullopt;
    std::vector<NewNumber> new_numbers;
    for (std::size_t v = 0; v < after.size(); ++v) {
        const VariableId id(v);
        const std::vector<std::size_t> none;
        if (!add_changed_rows(before.cpd(id), after.cpd(id), v < places.size() ? places[v] : none,
                              new_numbers))
            return std::nullopt;
    }
    return replaced(text, std::move(new_numbers));
}

}  // namespace

std::optional<std::string> kept_text(const SourceText& source, NetworkReader read,
                                     const BayesianNetwork& network) {
    if (source.suffix.empty()) return std::nullopt;
    try {
        NumberPlaces places;
        const ReadResult whole = read(
            source.bytes, {.tables_to_learn = TablesToLearn::accept, .number_places = &places});
        const BayesianNetwork& before = whole.network;
        if (before == network && whole.tables_to_learn.empty()) return source.bytes;
        // Places are those of the decoded text.
        if (!is_utf8(source.bytes) || source.bytes.starts_with(byte_order_mark))
            return std::nullopt;
        std::optional<std::string> text = with_numbers_of(network, before, source.bytes, places);
        if (!text || !(read(*text, {}).network == network)) return std::nullopt;
        return text;
    } catch (const Error&) {
        return std::nullopt;  // a file that could be read with other limits only
    }
}

SourceText text_with_comments(std::size_t comments, const std::vector<Problem>& remarks) {
    SourceText source;
    if (comments > 0) source.looks.push_back(counted(comments, "comment"));
    source.is_usual = comments > 0 && remarks.empty();
    return source;
}

}  // namespace pgm::io::detail
