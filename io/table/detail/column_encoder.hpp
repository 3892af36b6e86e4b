#pragma once

#include <io/options/data_options.hpp>
#include <io/table/detail/cell_grid.hpp>
#include <io/table/detail/date_text.hpp>
#include <io/table/detail/growing_cells.hpp>
#include <pgm/data/column.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::io::detail {

/// State shared by the encoders of one table: how to read cells, and how many texts each column may
/// store.
///
/// The memory of all columns together is bounded, so each column of a table with very many columns
/// has a smaller share. The share affects the speed of reading, never the result.
struct EncoderRules {
    EncoderRules(const DataOptions& options, std::size_t columns);

    const DataOptions& options;
    /// A column with more different numbers than this stores doubles and no texts.
    std::size_t most_number_texts;
    /// The size of the largest table of slots, as 64 minus its binary logarithm.
    unsigned smallest_shift;
    /// True, by first byte, if some mark of missing values begins with it.
    std::array<bool, 256> begins_mark{};
};

/// The number that a cell is in the notation of these options; null where it is another text.
std::optional<double> cell_number(std::string_view text, const DataOptions& options);

/// The meaning of the cells that a ColumnEncoder had at any time, once all are there: the variable,
/// and the state or the number of each code.
struct CellMeaning {
    Variable variable;
    bool has_days = false;  ///< days since 1970-01-01, of dates
    std::vector<std::uint32_t> states;
    std::vector<double> numbers;
};

/// Turns the texts of one column into codes or numbers, cell by cell, and infers the type of the
/// column.
///
/// Codes are assigned in the order in which texts appear; finish() puts the states into canonical
/// order and recodes the cells. A column with many different numbers stores doubles instead of
/// texts. If a text that is not a number follows, numbers_spoiled() returns true and the whole
/// column must be read again with `keep_texts`. A column of dates is one of numbers in another
/// notation; it keeps texts while the order of day and month is uncertain.
///
/// For speed, a text of up to 16 bytes is treated as two machine words and looked up in a small
/// hash table, a cache of the dictionary. The dictionary is a tree, so no choice of texts makes it
/// slow. A column of numbers needs neither.
class ColumnEncoder {
public:
    /// The result of adding a cell.
    enum class Outcome : std::uint8_t {
        good,
        first_word,  ///< good, and the first cell of an undeclared column that is not a number or,
                     ///< where the first text is a date, not a date
        not_a_number,
        uncertain_date,
        not_a_state,
        too_many_states,
        not_utf8
    };

    /// The encoder refers to `rules`.
    ColumnEncoder(std::string name, const ColumnDeclaration* declaration, const EncoderRules& rules,
                  bool keep_texts);

    static constexpr std::size_t padding = CellGrid::padding;

    /// Adds a cell. add_padded() needs `padding` readable bytes from the start of the text, even if
    /// it is shorter.
    Outcome add(std::string_view text, std::size_t row) {
        return text.size() <= padding ? add_keyed(text, key_of(text), row) : add_slowly(text, row);
    }
    Outcome add_padded(std::string_view text, std::size_t row) {
        if (has_numbers()) return add_padded_number(text, row);
        return text.size() <= padding ? add_keyed(text, padded_key_of(text), row)
                                      : add_slowly(text, row);
    }

    /// Adds the cells of a column of the grid from a row of the grid on, until one is not good or
    /// the rows end, where the outcome is good. The first row of the grid is `first_row`. Returns
    /// the row of the grid at which it stopped.
    std::pair<std::size_t, Outcome> add_column(const CellGrid& grid, std::size_t column,
                                               std::size_t from, std::size_t first_row);

    /// Adds a missing value.
    void add_missing(std::size_t row);

    /// True of a column of dates, declared or since every text is one. Its numbers are days since
    /// 1970-01-01.
    bool has_days() const { return declared_date_ || has_dates(); }
    /// What the cells so far say about dates, for another encoder of the column.
    DateCells dates() const { return found_number() ? DateCells() : dates_; }
    void go_on_with(const DateCells& dates) {
        dates_ = dates;
        has_plain_numbers_ = has_plain_numbers_ && !dates.has_any();
    }
    /// The order of day and month in a column of dates. Throws ParseError where it matters and no
    /// cell shows it.
    DateOrder date_order() const;

    /// Allocates the rows [0, rows). It must be called before their cells are added.
    void make_room(std::size_t rows);
    /// Allocates memory for about so many rows at once, which saves copies where they come.
    void expect_rows(std::size_t rows);
    /// True if a cell had a value, in a column that does not store numbers.
    bool has_texts() const { return dictionary_ && !dictionary_->texts.empty(); }
    bool is_ignored() const { return ignored_; }
    bool numbers_spoiled() const { return spoiled_; }
    /// Sets the location of the first word.
    void set_location_of_first_word(std::uint32_t line, std::uint32_t column) {
        word_line_ = line;
        word_column_ = column;
    }
    /// The remark about a column that would be numeric without a few cells; its file is left empty.
    /// It must be called before finish().
    std::optional<NearlyNumericColumn> nearly_numeric() const;
    /// The different texts of a column that is not one of numbers, in order of appearance. They
    /// are gone after finish().
    std::span<const std::string* const> texts() const;
    bool has_text(std::string_view text) const { return known_code(text).has_value(); }
    /// True if some text of an undeclared column was not a number.
    bool found_word() const { return found_word_; }
    /// The remark about an undeclared column in which other rows decide whether it is one of
    /// numbers. It must be called before finish().
    std::optional<UndecidedColumn> undecided() const {
        const bool are_numbers = (has_numbers() && !declared_continuous_) || may_be_numbers_;
        if (ignored_ || !are_numbers || has_dates() || other_numbers_ || is_yes_or_no())
            return std::nullopt;
        UndecidedColumn column{.name = name_};
        if (zeros_ || ones_) column.value = ones_;
        return column;
    }
    const std::string& name() const { return name_; }
    /// The declared states of a discrete column, otherwise none.
    const std::vector<std::string>& declared_states() const;

    /// The variable of the column if no further cells come.
    Variable variable() const;
    /// The first `rows` cells as they are, codes of one to four bytes or numbers of eight, and what
    /// they and those before them mean if no further cells come.
    std::string_view bytes(std::size_t rows) const;
    CellMeaning meaning() const;

    /// Makes the column from the first `rows` cells. The encoder must not be used afterwards.
    Column finish(std::size_t rows);

private:
    /// The cells as a column whose states are known.
    Column take(std::size_t rows);
    static constexpr std::uint32_t nothing = ~std::uint32_t{0};  ///< the size of no text
    /// The bytes of a text of at most 16 bytes and their number. Different texts have different
    /// keys.
    struct Key {
        std::uint64_t low = 0, high = 0;
        std::uint32_t size = nothing;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Slot {
        Key key;
        std::uint32_t code = 0;
    };
    /// The texts of a column. A column of numbers has none.
    struct Dictionary {
        std::vector<Slot> slots;
        std::vector<std::string> declared_states;
        std::map<std::string, std::uint32_t, std::less<>> codes;
        std::vector<const std::string*> texts;  ///< by code; they are the keys of `codes`
    };
    static const std::array<Slot, 2> free_slots;
    using Cells = std::variant<GrowingCells<std::uint8_t>, GrowingCells<std::uint16_t>,
                               GrowingCells<std::uint32_t>, GrowingCells<double>>;

    static Key key_of(std::string_view text);
    static Key padded_key_of(std::string_view text);
    Outcome add_keyed(std::string_view text, const Key& key, std::size_t row) {
        const Slot& slot = slots_[slot_of(key)];
        auto* const codes = std::get_if<GrowingCells<std::uint8_t>>(&cells_);
        if (codes && slot.key == key) [[likely]] {
            (*codes)[row] = static_cast<std::uint8_t>(slot.code);
            return Outcome::good;
        }
        return add_slowly(text, row);
    }
    static std::size_t slot_of(const Key& key, unsigned shift) {
        return ((key.low * 0x9e3779b97f4a7c15u) ^ (key.high * 0xc2b2ae3d27d4eb4fu)) >> shift;
    }
    std::size_t slot_of(const Key& key) const { return slot_of(key, slot_shift_); }

    bool has_dates() const { return may_be_dates_ && dates_.has_any(); }
    bool has_numbers() const { return std::holds_alternative<GrowingCells<double>>(cells_); }
    Outcome add_padded_number(std::string_view text, std::size_t row);
    std::size_t add_remembered(CellGrid grid, std::size_t column, std::size_t from,
                               std::size_t first_row);
    Outcome add_slowly(std::string_view text, std::size_t row);
    Outcome add_number(std::string_view text, std::size_t row);
    Outcome add_code(std::string_view text, std::size_t row);
    std::optional<double> number_in(std::string_view text);
    std::optional<double> value_in(std::string_view text);
    bool is_like_those_before(std::string_view text);
    bool found_number() const { return zeros_ || ones_ || other_numbers_; }
    std::optional<NearlyNumericColumn> nearly_dates() const;
    Dictionary& dictionary();
    std::optional<std::uint32_t> known_code(std::string_view text) const;
    bool codes_hold(std::size_t states) const;
    std::uint32_t new_code(std::string_view text);
    void remember(std::string_view text, std::uint32_t code);
    void make_slots(unsigned shift);
    void put(std::size_t row, std::uint32_t code);
    void widen();
    std::vector<double> numbers_of_texts() const;
    void turn_to_numbers(std::size_t rows);
    void turn_to_codes(std::size_t rows);
    bool is_missing_mark(std::string_view text) const;
    bool is_yes_or_no() const { return zeros_ && ones_ && !other_numbers_; }
    std::vector<std::string> sorted_texts() const;
    Column coded(std::vector<std::string> states, std::size_t rows);

    std::string name_;
    const EncoderRules& rules_;
    std::size_t most_states_;
    const Slot* slots_ = free_slots.data();  ///< the slots of the dictionary, if it has any
    std::uint8_t slot_shift_ = 63;
    bool ignored_ = false;
    bool declared_continuous_ = false;
    bool declared_date_ = false;
    bool may_be_numbers_ = true;     ///< every text was a number
    bool may_be_dates_ = true;       ///< no text was something else
    bool has_plain_numbers_ = true;  ///< with a decimal point, and no dates
    bool zeros_ = false;             ///< the text 0 has occurred
    bool ones_ = false;              ///< the text 1 has occurred
    bool other_numbers_ = false;     ///< a number written in another way has occurred
    bool spoiled_ = false;
    bool seeks_word_ = false;                        ///< undeclared, and no text was a word
    bool found_word_ = false;                        ///< undeclared, and some text was not
    std::uint32_t word_line_ = 0, word_column_ = 0;  ///< of that text, if known
    DateCells dates_;
    std::unique_ptr<Dictionary> dictionary_;
    std::vector<double> numbers_;  ///< of the codes that cells had before they became numbers
    Cells cells_;
};

inline ColumnEncoder::Key ColumnEncoder::padded_key_of(std::string_view text) {
    // One mask per size avoids a branch on the size, which the processor could not predict.
    struct KeyMasks {
        std::uint64_t low[padding + 1], high[padding + 1];
    };
    static constexpr KeyMasks masks = [] {
        KeyMasks made{};
        for (std::size_t size = 0; size <= padding; ++size) {
            made.low[size] = size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
            made.high[size] = size >= 16  ? ~std::uint64_t{0}
                              : size <= 8 ? 0
                                          : (std::uint64_t{1} << (8 * (size - 8))) - 1;
        }
        return made;
    }();
    Key key{0, 0, static_cast<std::uint32_t>(text.size())};
    std::memcpy(&key.low, text.data(), 8);
    std::memcpy(&key.high, text.data() + 8, 8);
    key.low &= masks.low[text.size()];
    key.high &= masks.high[text.size()];
    return key;
}

inline ColumnEncoder::Key ColumnEncoder::key_of(std::string_view text) {
    char copy[padding] = {};
    text.copy(copy, padding);
    return padded_key_of({copy, text.size()});
}

}  // namespace pgm::io::detail
