#pragma once

#include <io/data_options.hpp>
#include <pgm/data/column.hpp>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Turns the texts of one column into codes or numbers, cell by cell, and finds out on the way which of the two the column is.
///
/// Codes are given out in the order in which texts appear; finish() puts the states in their canonical order and recodes. A column of many different numbers stops
/// remembering their texts and keeps doubles; should a text that is no number come after that, numbers_spoiled() tells, and
/// the whole column must be read again with `keep_texts`.
///
/// How it is fast: a text of up to 16 bytes is two machine words, looked up in a small table (a cache of the dictionary) where the column's few texts
/// have slots of their own. The dictionary behind it is a tree, so no choice of texts makes it slow.
class ColumnEncoder {
public:
    /// What came of a cell.
    enum class Outcome : std::uint8_t { good, not_a_number, not_a_state, too_many_states };

    ColumnEncoder(std::string name, const ColumnDeclaration* declaration, const DataOptions& options, bool keep_texts);

    static constexpr std::size_t padding = 16;

    /// Adds a cell. Of a text given to add_padded(), however short, `padding` bytes from its start must be readable.
    Outcome add(std::string_view text, std::size_t row) {
        return text.size() <= padding ? add_keyed(text, key_of(text), row) : add_slowly(text, row);
    }
    Outcome add_padded(std::string_view text, std::size_t row) {
        return text.size() <= padding ? add_keyed(text, padded_key_of(text), row) : add_slowly(text, row);
    }

    /// Adds a missing cell.
    void add_missing(std::size_t row);

    /// Makes room for rows [0, rows); to be called before cells of these rows are added.
    void make_room(std::size_t rows);
    void reserve(std::size_t rows);
    /// Whether a cell of a column that is not (yet) one of numbers has had a value.
    bool has_texts() const { return !texts_.empty(); }
    bool is_ignored() const { return kind_ == Kind::ignored; }
    bool numbers_spoiled() const { return spoiled_; }
    const std::string& name() const { return name_; }
    const std::vector<std::string>& declared_states() const { return declared_states_; }

    /// The column, of its first `rows` cells. The encoder is done with after that.
    Column finish(std::size_t rows);
    /// The same for a column whose states were declared or finished before; the encoder goes on with no rows.
    Column take(std::size_t rows);

private:
    enum class Kind : std::uint8_t { codes8, codes16, codes32, numbers, ignored };
    static constexpr std::uint32_t nothing = ~std::uint32_t{0};  ///< the size of no text: a slot that is free
    /// The bytes of a text of at most 16 and their number; two texts have the same key only if they are the same.
    struct Key {
        std::uint64_t low = 0, high = 0;
        std::uint32_t size = nothing;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Slot {
        Key key;
        std::uint32_t code = 0;
    };

    static Key key_of(std::string_view text);
    static Key padded_key_of(std::string_view text);
    Outcome add_keyed(std::string_view text, const Key& key, std::size_t row) {
        const Slot& slot = slots_[slot_of(key)];
        if (kind_ != Kind::codes8 || slot.key != key) [[unlikely]]
            return add_slowly(text, row);
        codes8_[row] = static_cast<std::uint8_t>(slot.code);
        return Outcome::good;
    }
    std::size_t slot_of(const Key& key) const { return ((key.low * 0x9e3779b97f4a7c15u) ^ (key.high * 0xc2b2ae3d27d4eb4fu)) >> slot_shift_; }

    Outcome add_slowly(std::string_view text, std::size_t row);
    Outcome add_number(std::string_view text, std::size_t row);
    Outcome add_code(std::string_view text, std::size_t row);
    void remember(std::string_view text, std::uint32_t code);
    void put(std::size_t row, std::uint32_t code);
    void widen();
    void turn_to_numbers(std::size_t rows);
    bool is_missing_mark(std::string_view text) const;
    bool is_yes_or_no() const;
    Column coded(std::vector<std::string> states, std::size_t rows);

    std::string name_;
    const DataOptions& options_;
    bool declared_continuous_ = false;
    bool may_be_numbers_ = true;  ///< every text so far is a number
    bool spoiled_ = false;
    std::vector<std::string> declared_states_;
    Kind kind_ = Kind::codes8;
    unsigned slot_shift_ = 60;
    std::vector<Slot> slots_;
    std::vector<std::string> texts_;  ///< by code
    std::map<std::string, std::uint32_t, std::less<>> codes_;
    Codes8 codes8_;
    Codes16 codes16_;
    Codes32 codes32_;
    std::vector<double> numbers_;
    std::size_t wanted_rows_ = 0;
};

inline ColumnEncoder::Key ColumnEncoder::padded_key_of(std::string_view text) {
    // One mask per size, so that texts of all sizes take the same way: which size comes next is what a processor cannot guess.
    struct Masks {
        std::uint64_t low[padding + 1], high[padding + 1];
    };
    static constexpr Masks masks = [] {
        Masks made{};
        for (std::size_t size = 0; size <= padding; ++size) {
            made.low[size] = size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
            made.high[size] = size >= 16 ? ~std::uint64_t{0} : size <= 8 ? 0 : (std::uint64_t{1} << (8 * (size - 8))) - 1;
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

}  // namespace pgm::io
