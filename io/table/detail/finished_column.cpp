/// The column of a ColumnEncoder when all cells are there.

#include <io/table/detail/column_encoder.hpp>
#include <io/text/detail/decimal.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::io::detail {
namespace {

std::vector<std::string> yes_or_no_states() {
    return {"0", "1"};
}

}  // namespace

std::optional<NearlyNumericColumn> ColumnEncoder::nearly_numeric() const {
    constexpr std::size_t few_words = 3;
    if (!dictionary_ || !found_word_) return std::nullopt;
    if (auto found = nearly_dates()) return found;
    NearlyNumericColumn found{.name = name_};
    for (const std::string* const text : dictionary_->texts) {
        if (cell_number(*text, rules_.options)) {
            ++found.numbers;
            continue;
        }
        if (found.words == 0) found.cell = *text;
        if (++found.words > few_words) return std::nullopt;
    }
    if (found.numbers <= found.words) return std::nullopt;
    found.where = {.line = word_line_, .column = word_column_};
    std::string with_point = found.cell;
    if (rules_.options.decimal != '.')
        std::ranges::replace(with_point, rules_.options.decimal, '.');
    found.is_beyond_double = is_beyond_double(with_point);
    return found;
}

/// Likewise of a column that would be dates. Dates are hardly ever an accident, so that there may
/// be many other cells.
std::optional<NearlyNumericColumn> ColumnEncoder::nearly_dates() const {
    constexpr std::size_t first_words = 3;
    DateCells dates =
        rules_.options.dates.are_texts ? DateCells() : DateCells(rules_.options.dates.order);
    NearlyNumericColumn found{.name = name_, .are_dates = true};
    for (const std::string* const text : dictionary_->texts) {
        if (dates.take(*text)) {
            ++found.numbers;
            continue;
        }
        if (found.words == 0) {
            found.cell = *text;
            found.reason = reason_against_date(*text);
        }
        if (++found.words > first_words && found.numbers == 0) return std::nullopt;
    }
    if (found.numbers <= found.words && found.reason.empty()) return std::nullopt;
    if (found.numbers == 0) return std::nullopt;
    found.where = {.line = word_line_, .column = word_column_};
    return found;
}

/// Converts a column of the words 0 and 1 back to codes.
void ColumnEncoder::turn_to_codes(std::size_t rows) {
    const GrowingCells<double> numbers = std::move(std::get<GrowingCells<double>>(cells_));
    GrowingCells<std::uint8_t> codes(rows, missing_code<std::uint8_t>);
    for (std::size_t row = 0; row < rows; ++row) {
        if (!std::isnan(numbers[row])) codes[row] = numbers[row] != 0;
    }
    cells_ = std::move(codes);
    dictionary().declared_states = yes_or_no_states();
}

/// The different texts as states in canonical order.
std::vector<std::string> ColumnEncoder::sorted_texts() const {
    std::vector<std::string> states;
    if (dictionary_)
        for (const auto& [text, code] : dictionary_->codes) states.push_back(text);
    sort_states(states);
    return states;
}

Variable ColumnEncoder::variable() const {
    const bool are_numbers = has_numbers() || may_be_numbers_ || has_dates();
    if (are_numbers && !declared_continuous_ && is_yes_or_no()) return {name_, yes_or_no_states()};
    if (are_numbers) return Variable(name_);
    if (!declared_states().empty()) return {name_, declared_states()};
    std::vector<std::string> states = sorted_texts();
    return states.empty() ? Variable(name_) : Variable(name_, std::move(states));
}

std::string_view ColumnEncoder::bytes(std::size_t rows) const {
    if (ignored_) return {};
    return std::visit(
        [&](const auto& cells) {
            return std::string_view(reinterpret_cast<const char*>(cells.begin()),
                                    rows * sizeof *cells.begin());
        },
        cells_);
}

CellMeaning ColumnEncoder::meaning() const {
    CellMeaning meaning{variable(), has_days(), {}, {}};
    if (!meaning.variable.is_discrete()) {
        meaning.numbers = has_numbers() ? numbers_ : numbers_of_texts();
        return meaning;
    }
    meaning.states.resize(texts().size());
    for (std::uint32_t i = 0; i < meaning.variable.cardinality(); ++i)
        meaning.states[*known_code(meaning.variable.states()[i])] = i;
    return meaning;
}

Column ColumnEncoder::finish(std::size_t rows) {
    if (has_dates()) date_order();  // else there are no numbers to turn to
    if (!has_numbers() && (has_dates() || (may_be_numbers_ && !is_yes_or_no())))
        turn_to_numbers(rows);
    if (has_numbers() && !declared_continuous_ && is_yes_or_no()) turn_to_codes(rows);
    if (has_numbers() || !declared_states().empty()) return take(rows);
    std::vector<std::string> states = sorted_texts();
    if (states.empty()) {
        // Without any value a column has no names, whatever was asked for: unusable_columns.hpp.
        turn_to_numbers(rows);
        return take(rows);
    }
    return coded(std::move(states), rows);
}

Column ColumnEncoder::take(std::size_t rows) {
    Column column{has_numbers() ? Variable(name_) : Variable(name_, declared_states()), {}};
    std::visit([&](auto& cells) { column.cells = cells.take(rows); }, cells_);
    return column;
}

/// Makes the column with its states in another order.
Column ColumnEncoder::coded(std::vector<std::string> states, std::size_t rows) {
    std::vector<std::uint32_t> new_code(states.size());
    for (std::uint32_t i = 0; i < states.size(); ++i) new_code[*known_code(states[i])] = i;
    dictionary_->declared_states = std::move(states);
    Column column = take(rows);
    if (std::is_sorted(new_code.begin(), new_code.end())) return column;
    std::visit(
        [&](auto& cells) {
            using Code = typename std::decay_t<decltype(cells)>::value_type;
            if constexpr (std::is_unsigned_v<Code>) {
                for (Code& code : cells) {
                    if (code != missing_code<Code>) code = static_cast<Code>(new_code[code]);
                }
            }
        },
        column.cells);
    return column;
}

}  // namespace pgm::io::detail
