#include <io/table/detail/column_encoder.hpp>

#include <io/text/detail/decimal.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace pgm::io::detail {
namespace {

constexpr std::uint32_t missing = ~std::uint32_t{0};

/// The limits of one column in a table of few columns.
constexpr std::size_t most_number_texts_of_column = 250;
constexpr std::size_t most_slots_of_column = 4096;
constexpr unsigned first_shift = 60;  ///< 16 slots

/// The limits of all columns of a table together: about 24 and 32 MiB.
constexpr std::size_t most_number_texts_of_table = std::size_t{1} << 18;
constexpr std::size_t most_slots_of_table = std::size_t{1} << 20;

template <class To, class From>
To converted(const From& codes) {
    To wide(codes.size());
    using Narrow = typename From::value_type;
    using Wide = typename To::value_type;
    std::transform(codes.begin(), codes.end(), wide.begin(), [](Narrow code) {
        return code == missing_code<Narrow> ? missing_code<Wide> : static_cast<Wide>(code);
    });
    return wide;
}

}  // namespace

const std::array<ColumnEncoder::Slot, 2> ColumnEncoder::free_slots{};

EncoderRules::EncoderRules(const DataOptions& all, std::size_t columns) : options(all) {
    const std::size_t share = std::max<std::size_t>(columns, 1);
    most_number_texts = std::min(most_number_texts_of_column, most_number_texts_of_table / share);
    const std::size_t slots =
        std::clamp<std::size_t>(most_slots_of_table / share, 2, most_slots_of_column);
    smallest_shift = 64 - static_cast<unsigned>(std::bit_width(slots) - 1);
    for (const std::string& mark : options.missing_marks)
        if (!mark.empty()) begins_mark[static_cast<unsigned char>(mark.front())] = true;
}

ColumnEncoder::ColumnEncoder(std::string name, const ColumnDeclaration* declaration,
                             const EncoderRules& rules, bool keep_texts)
    : name_(std::move(name)), rules_(rules), most_states_(rules.options.limits.max_states) {
    may_be_numbers_ = !declaration && !keep_texts;
    seeks_word_ = !declaration;
    may_be_dates_ = !keep_texts;
    has_plain_numbers_ = rules.options.decimal == '.';
    const DateOptions& dates = rules.options.dates;
    if (!declaration && !dates.are_texts) dates_ = DateCells(dates.order);
    if (!declaration) return;
    using Kind = ColumnDeclaration::Kind;
    declared_date_ = declaration->kind == Kind::date;
    const bool may_be_date = declaration->kind == Kind::continuous && !dates.are_texts &&
                             declaration->name != rules.options.weights;
    if (declared_date_ || may_be_date)
        dates_ =
            DateCells(dates.order != DateOrder::unknown ? dates.order : declaration->date_order);
    if (declaration->max_states) most_states_ = *declaration->max_states;
    ignored_ = declaration->kind == Kind::ignored;
    declared_continuous_ = declared_date_ || declaration->kind == Kind::continuous;
    if (declared_continuous_) cells_.emplace<GrowingCells<double>>();
    if (declaration->kind != Kind::discrete || declaration->states.empty()) return;
    dictionary().declared_states = declaration->states;
    while (!codes_hold(declaration->states.size())) widen();
    for (const std::string& state : declaration->states) remember(state, new_code(state));
}

const std::vector<std::string>& ColumnEncoder::declared_states() const {
    static const std::vector<std::string> none;
    return dictionary_ ? dictionary_->declared_states : none;
}

std::span<const std::string* const> ColumnEncoder::texts() const {
    if (!dictionary_) return {};
    return dictionary_->texts;
}

ColumnEncoder::Dictionary& ColumnEncoder::dictionary() {
    if (!dictionary_) dictionary_ = std::make_unique<Dictionary>();
    return *dictionary_;
}

void ColumnEncoder::make_room(std::size_t rows) {
    if (ignored_) return;
    std::visit([&](auto& cells) { cells.resize(rows); }, cells_);
}

void ColumnEncoder::expect_rows(std::size_t rows) {
    if (ignored_) return;
    std::visit([&](auto& cells) { cells.reserve(rows); }, cells_);
}

bool ColumnEncoder::is_missing_mark(std::string_view text) const {
    return text.empty() || (rules_.begins_mark[static_cast<unsigned char>(text.front())] &&
                            std::ranges::find(rules_.options.missing_marks, text) !=
                                rules_.options.missing_marks.end());
}

/// Adds a cell to a column of numbers: a short decimal of several characters at once.
ColumnEncoder::Outcome ColumnEncoder::add_padded_number(std::string_view text, std::size_t row) {
    if (text.size() < 2 || !has_plain_numbers_ ||
        rules_.begins_mark[static_cast<unsigned char>(text.front())])
        return add_slowly(text, row);
    const bool negative = text.front() == '-';
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const ScannedDecimal found =
        scan_short_decimal(begin + negative, end, std::max(end, begin + padding));
    if (found.end != end) return add_slowly(text, row);
    // A sign that is put there by arithmetic costs no branch, which nothing predicts.
    std::get<GrowingCells<double>>(cells_)[row] = std::copysign(found.value, negative ? -1.0 : 1.0);
    other_numbers_ = true;
    return Outcome::good;
}

/// Adds cells of texts that are in their slots, and stops at another. Whatever the loop needs is a
/// copy of its own: a byte that is written could be any byte of the encoder.
std::size_t ColumnEncoder::add_remembered(CellGrid grid, std::size_t column, std::size_t from,
                                          std::size_t first_row) {
    auto* const codes = std::get_if<GrowingCells<std::uint8_t>>(&cells_);
    if (!codes) return from;
    std::uint8_t* const cells = codes->begin() + first_row;
    const Slot* const slots = slots_;
    const unsigned shift = slot_shift_;
    for (std::size_t row = from; row < grid.rows; ++row) {
        const std::string_view text = grid.cell(row, column);
        if (text.size() > padding) return row;
        const Key key = padded_key_of(text);
        const Slot& slot = slots[slot_of(key, shift)];
        if (slot.key != key) return row;
        cells[row] = static_cast<std::uint8_t>(slot.code);
    }
    return grid.rows;
}

std::pair<std::size_t, ColumnEncoder::Outcome> ColumnEncoder::add_column(const CellGrid& grid,
                                                                         std::size_t column,
                                                                         std::size_t from,
                                                                         std::size_t first_row) {
    if (ignored_) return {grid.rows, Outcome::good};
    for (std::size_t row = from; row < grid.rows; ++row) {
        if (!has_numbers()) row = add_remembered(grid, column, row, first_row);
        if (row == grid.rows) break;
        const Outcome outcome = add_padded(grid.cell(row, column), first_row + row);
        if (outcome != Outcome::good) return {row, outcome};
    }
    return {grid.rows, Outcome::good};
}

ColumnEncoder::Outcome ColumnEncoder::add_slowly(std::string_view text, std::size_t row) {
    if (ignored_) return Outcome::good;
    return has_numbers() ? add_number(text, row) : add_code(text, row);
}

void ColumnEncoder::add_missing(std::size_t row) {
    if (!ignored_) put(row, missing);
}

/// The number that the text is, if it is one. Records how it is written.
std::optional<double> ColumnEncoder::number_in(std::string_view text) {
    const std::optional<double> number = cell_number(text, rules_.options);
    if (text.size() != 1) {
        other_numbers_ = other_numbers_ || number;
        return number;
    }
    const bool is_zero = text.front() == '0', is_one = text.front() == '1';
    zeros_ = zeros_ || is_zero;
    ones_ = ones_ || is_one;
    other_numbers_ = other_numbers_ || (number && !is_zero && !is_one);
    return number;
}

/// The number of a cell, or its days in a column of dates: one in which no number was before.
std::optional<double> ColumnEncoder::value_in(std::string_view text) {
    if (!has_dates()) {
        if (const auto number = number_in(text)) return number;
        if (found_number()) return std::nullopt;
    }
    const std::optional<double> days = dates_.take(text);
    has_plain_numbers_ = has_plain_numbers_ && !days;
    return days;
}

ColumnEncoder::Outcome ColumnEncoder::add_number(std::string_view text, std::size_t row) {
    double& cell = std::get<GrowingCells<double>>(cells_)[row];
    cell = std::numeric_limits<double>::quiet_NaN();
    if (is_missing_mark(text)) return Outcome::good;
    if (const auto number = value_in(text)) {
        if (!dates_.is_certain()) return Outcome::uncertain_date;
        cell = *number;
        return Outcome::good;
    }
    if (declared_continuous_) return Outcome::not_a_number;
    spoiled_ = true;
    return Outcome::good;
}

ColumnEncoder::Outcome ColumnEncoder::add_code(std::string_view text, std::size_t row) {
    if (is_missing_mark(text)) {
        put(row, missing);
        remember(text, missing);
        return Outcome::good;
    }
    if (const std::optional<std::uint32_t> code = known_code(text)) {
        put(row, *code);
        remember(text, *code);
        return Outcome::good;
    }
    const std::size_t known = dictionary_ ? dictionary_->texts.size() : 0;
    if (!declared_states().empty()) return Outcome::not_a_state;
    may_be_numbers_ = may_be_numbers_ && number_in(text).has_value();
    const bool is_first_word = seeks_word_ && !may_be_numbers_ && !is_like_those_before(text);
    if (is_first_word) {
        may_be_dates_ = seeks_word_ = false;
        found_word_ = true;
    }
    const bool are_certain_dates = has_dates() && dates_.is_certain();
    if ((may_be_numbers_ || are_certain_dates) && known >= rules_.most_number_texts) {
        turn_to_numbers(row);
        return add_number(text, row);
    }
    if (!is_utf8(text)) return Outcome::not_utf8;
    if (known >= most_states_) return Outcome::too_many_states;
    const std::uint32_t code = new_code(text);
    put(row, code);
    remember(text, code);
    return is_first_word ? Outcome::first_word : Outcome::good;
}

/// True of a date in a column that begins with one, and else of a number.
bool ColumnEncoder::is_like_those_before(std::string_view text) {
    const bool were_dates = dates_.has_any();
    const bool is_first = !dictionary_ || dictionary_->texts.empty();
    if ((were_dates || is_first) && dates_.take(text)) return true;
    return !were_dates && cell_number(text, rules_.options);
}

DateOrder ColumnEncoder::date_order() const {
    if (!has_dates() || dates_.is_certain()) return dates_.order();
    const auto is_uncertain = [](const std::string* text) {
        DateCells one(DateOrder::unknown);
        return one.take(*text) && !one.is_certain();
    };
    throw ParseError(uncertain_date(**std::ranges::find_if(texts(), is_uncertain), name_),
                     {.file = rules_.options.name}, order_hint);
}

std::optional<std::uint32_t> ColumnEncoder::known_code(std::string_view text) const {
    if (!dictionary_) return std::nullopt;
    const auto found = dictionary_->codes.find(text);
    return found != dictionary_->codes.end() ? std::optional(found->second) : std::nullopt;
}

/// True if codes of the current width can represent this many states and a missing value.
bool ColumnEncoder::codes_hold(std::size_t states) const {
    return std::visit(
        [&](const auto& cells) {
            using Code = typename std::decay_t<decltype(cells)>::value_type;
            if constexpr (std::is_unsigned_v<Code>) {
                return states <= std::numeric_limits<Code>::max();
            } else {
                return true;
            }
        },
        cells_);
}

/// Assigns the next code to a new text and makes the codes wide enough.
std::uint32_t ColumnEncoder::new_code(std::string_view text) {
    Dictionary& known = dictionary();
    const auto code = static_cast<std::uint32_t>(known.texts.size());
    if (!codes_hold(std::size_t{code} + 1)) widen();
    known.texts.push_back(&known.codes.emplace(text, code).first->first);
    return code;
}

/// Stores the text in its slot. If the slot is occupied the table grows up to its largest size;
/// then the new text replaces the old one.
void ColumnEncoder::remember(std::string_view text, std::uint32_t code) {
    if (text.size() > padding) return;
    const Key key = key_of(text);
    std::vector<Slot>& slots = dictionary().slots;
    if (slots.empty()) make_slots(std::max(first_shift, rules_.smallest_shift));
    if (slots[slot_of(key)].key.size != nothing && slot_shift_ > rules_.smallest_shift) {
        make_slots(std::max(slot_shift_ - 2u, rules_.smallest_shift));
    }
    slots[slot_of(key)] = {key, code};
}

void ColumnEncoder::make_slots(unsigned shift) {
    std::vector<Slot>& slots = dictionary().slots;
    std::vector<Slot> before(std::size_t{1} << (64 - shift));
    before.swap(slots);
    slots_ = slots.data();
    slot_shift_ = static_cast<std::uint8_t>(shift);
    for (const Slot& slot : before) {
        if (slot.key.size != nothing) slots[slot_of(slot.key)] = slot;
    }
}

void ColumnEncoder::put(std::size_t row, std::uint32_t code) {
    std::visit(
        [&](auto& cells) {
            using Cell = typename std::decay_t<decltype(cells)>::value_type;
            if constexpr (std::is_same_v<Cell, double>) {
                cells[row] = std::numeric_limits<double>::quiet_NaN();
            } else {
                cells[row] = static_cast<Cell>(code);
            }
        },
        cells_);
}

void ColumnEncoder::widen() {
    if (const auto* const bytes = std::get_if<GrowingCells<std::uint8_t>>(&cells_)) {
        cells_ = converted<GrowingCells<std::uint16_t>>(*bytes);
    } else if (const auto* const words = std::get_if<GrowingCells<std::uint16_t>>(&cells_)) {
        cells_ = converted<GrowingCells<std::uint32_t>>(*words);
    }
}

std::vector<double> ColumnEncoder::numbers_of_texts() const {
    std::vector<double> numbers;
    DateCells dates = dates_;
    for (const std::string* text : texts())
        numbers.push_back(has_dates() ? *dates.take(*text) : *cell_number(*text, rules_.options));
    return numbers;
}

/// Converts codes to numbers.
void ColumnEncoder::turn_to_numbers(std::size_t rows) {
    numbers_ = numbers_of_texts();
    has_plain_numbers_ = has_plain_numbers_ && !has_dates();
    cells_ = std::visit(
        [&](const auto& codes) {
            using Code = typename std::decay_t<decltype(codes)>::value_type;
            GrowingCells<double> numbers(codes.size(), std::numeric_limits<double>::quiet_NaN());
            numbers.reserve(codes.room());
            if constexpr (std::is_unsigned_v<Code>)
                for (std::size_t row = 0; row < rows; ++row)
                    if (codes[row] != missing_code<Code>) numbers[row] = numbers_[codes[row]];
            return numbers;
        },
        cells_);
    slots_ = free_slots.data();
    slot_shift_ = 63;
    dictionary_.reset();
}

}  // namespace pgm::io::detail
