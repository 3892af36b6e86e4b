#include <io/table/column_encoder.hpp>

#include <io/text/decimal.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/number_text.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace pgm::io {
namespace {

constexpr std::uint32_t missing = ~std::uint32_t{0};
/// A column with more different numbers than this keeps doubles and forgets the texts.
constexpr std::size_t most_number_texts = 250;
constexpr unsigned smallest_table = 60;  ///< shifts of a 64-bit product: 16 slots
constexpr unsigned largest_table = 52;   ///< 4096 slots

std::optional<double> number_of(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const ScannedDecimal found = scan_decimal(text.data(), text.data() + text.size());
    if (!found.end || found.end != text.data() + text.size() || text.starts_with('-') || (negative && text.starts_with('+'))) return std::nullopt;
    return negative ? -found.value : found.value;
}

template <class To, class From>
To converted(const From& codes) {
    To wide(codes.size());
    using Narrow = typename From::value_type;
    using Wide = typename To::value_type;
    std::transform(codes.begin(), codes.end(), wide.begin(),
                   [](Narrow code) { return code == missing_code<Narrow> ? missing_code<Wide> : static_cast<Wide>(code); });
    return wide;
}

}  // namespace

ColumnEncoder::ColumnEncoder(std::string name, const ColumnDeclaration* declaration, const DataOptions& options, bool keep_texts)
    : name_(std::move(name)), options_(options), slots_(std::size_t{1} << (64 - smallest_table)) {
    may_be_numbers_ = !declaration && !keep_texts;
    if (!declaration) return;
    if (declaration->kind == ColumnDeclaration::Kind::ignored) kind_ = Kind::ignored;
    if (declaration->kind == ColumnDeclaration::Kind::continuous) {
        kind_ = Kind::numbers;
        declared_continuous_ = true;
    }
    if (declaration->kind != ColumnDeclaration::Kind::discrete) return;
    declared_states_ = declaration->states;
    while (kind_ != Kind::codes32 && declared_states_.size() > (kind_ == Kind::codes8 ? missing_code<std::uint8_t> : missing_code<std::uint16_t>))
        widen();
    for (const std::string& state : declared_states_) {
        remember(state, static_cast<std::uint32_t>(texts_.size()));
        codes_.emplace(state, static_cast<std::uint32_t>(texts_.size()));
        texts_.push_back(state);
    }
}

void ColumnEncoder::reserve(std::size_t rows) {
    wanted_rows_ = rows;
}

void ColumnEncoder::make_room(std::size_t rows) {
    const auto grow = [&](auto& cells) {
        if (cells.capacity() < rows) cells.reserve(std::max({rows, wanted_rows_, 2 * cells.capacity()}));
        cells.resize(rows);
    };
    if (kind_ == Kind::codes8) grow(codes8_);
    if (kind_ == Kind::codes16) grow(codes16_);
    if (kind_ == Kind::codes32) grow(codes32_);
    if (kind_ == Kind::numbers) grow(numbers_);
}

bool ColumnEncoder::is_missing_mark(std::string_view text) const {
    return text.empty() || std::find(options_.missing_marks.begin(), options_.missing_marks.end(), text) != options_.missing_marks.end();
}

ColumnEncoder::Outcome ColumnEncoder::add_slowly(std::string_view text, std::size_t row) {
    if (kind_ == Kind::ignored) return Outcome::good;
    return kind_ == Kind::numbers ? add_number(text, row) : add_code(text, row);
}

void ColumnEncoder::add_missing(std::size_t row) {
    if (kind_ == Kind::numbers) numbers_[row] = std::numeric_limits<double>::quiet_NaN();
    put(row, missing);
}

ColumnEncoder::Outcome ColumnEncoder::add_number(std::string_view text, std::size_t row) {
    numbers_[row] = std::numeric_limits<double>::quiet_NaN();
    if (is_missing_mark(text)) return Outcome::good;
    if (const auto number = number_of(text)) {
        numbers_[row] = *number;
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
    auto found = codes_.find(text);
    if (found == codes_.end()) {
        if (!declared_states_.empty()) return Outcome::not_a_state;
        may_be_numbers_ = may_be_numbers_ && number_of(text).has_value();
        if (may_be_numbers_ && texts_.size() >= most_number_texts) {
            turn_to_numbers(row);
            return add_number(text, row);
        }
        if (texts_.size() >= options_.limits.max_states) return Outcome::too_many_states;
        const std::size_t highest = kind_ == Kind::codes8    ? missing_code<std::uint8_t>
                                    : kind_ == Kind::codes16 ? missing_code<std::uint16_t>
                                                             : missing;
        if (texts_.size() >= highest) widen();
        found = codes_.emplace(text, static_cast<std::uint32_t>(texts_.size())).first;
        texts_.emplace_back(text);
    }
    put(row, found->second);
    remember(text, found->second);
    return Outcome::good;
}

/// Gives the text a slot of the table. A slot that is taken makes the table grow, up to a size; past it, the text that came last has the slot.
void ColumnEncoder::remember(std::string_view text, std::uint32_t code) {
    if (text.size() > padding) return;
    const Key key = key_of(text);
    if (slots_[slot_of(key)].key.size != nothing && slot_shift_ > largest_table) {
        slot_shift_ -= 2;
        std::vector<Slot> before(std::size_t{1} << (64 - slot_shift_));
        before.swap(slots_);
        for (const Slot& slot : before) {
            if (slot.key.size != nothing) slots_[slot_of(slot.key)] = slot;
        }
    }
    slots_[slot_of(key)] = {key, code};
}

void ColumnEncoder::put(std::size_t row, std::uint32_t code) {
    if (kind_ == Kind::codes8) codes8_[row] = static_cast<std::uint8_t>(code);
    if (kind_ == Kind::codes16) codes16_[row] = static_cast<std::uint16_t>(code);
    if (kind_ == Kind::codes32) codes32_[row] = code;
}

void ColumnEncoder::widen() {
    if (kind_ == Kind::codes8) {
        codes16_ = converted<Codes16>(codes8_);
        codes8_ = {};
        kind_ = Kind::codes16;
    } else {
        codes32_ = converted<Codes32>(codes16_);
        codes16_ = {};
        kind_ = Kind::codes32;
    }
}

void ColumnEncoder::turn_to_numbers(std::size_t rows) {
    std::vector<double> values(texts_.size());
    std::transform(texts_.begin(), texts_.end(), values.begin(), [](const std::string& text) { return *number_of(text); });
    numbers_.reserve(std::max(wanted_rows_, codes8_.size()));
    numbers_.resize(codes8_.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < rows; ++row) {
        if (codes8_[row] != missing_code<std::uint8_t>) numbers_[row] = values[codes8_[row]];
    }
    codes8_ = {};
    kind_ = Kind::numbers;
}

bool ColumnEncoder::is_yes_or_no() const {
    return texts_.size() == 2 && std::min(texts_[0], texts_[1]) == "0" && std::max(texts_[0], texts_[1]) == "1";
}

Column ColumnEncoder::finish(std::size_t rows) {
    if (kind_ == Kind::codes8 && may_be_numbers_ && !is_yes_or_no()) turn_to_numbers(rows);
    if (kind_ == Kind::numbers) {
        numbers_.resize(rows);
        return continuous_column(std::move(name_), std::move(numbers_));
    }
    if (declared_states_.empty()) {
        std::vector<std::string> states = texts_;
        sort_states(states);
        return coded(std::move(states), rows);
    }
    return take(rows);
}

Column ColumnEncoder::take(std::size_t rows) {
    Column column{kind_ == Kind::numbers ? Variable(name_) : Variable(name_, declared_states_), {}};
    const auto move_to = [&](auto& cells) {
        cells.resize(rows);
        column.cells = std::move(cells);
        cells = {};
    };
    if (kind_ == Kind::codes8) move_to(codes8_);
    if (kind_ == Kind::codes16) move_to(codes16_);
    if (kind_ == Kind::codes32) move_to(codes32_);
    if (kind_ == Kind::numbers) move_to(numbers_);
    return column;
}

/// The codes as those of states in another order.
Column ColumnEncoder::coded(std::vector<std::string> states, std::size_t rows) {
    if (states.empty())
        throw ArgumentError("column " + shown(name_) + " is discrete, but none of its cells has a value, so it has no states", "declare its states");
    std::vector<std::uint32_t> new_code(texts_.size());
    for (std::uint32_t i = 0; i < states.size(); ++i) new_code[codes_.find(states[i])->second] = i;
    declared_states_ = std::move(states);
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

}  // namespace pgm::io
