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

    /// Adds a cell.
    Outcome add(std::string_view text, std::size_t row) {
        if (kind_ == Kind::codes8 && text.size() <= 16) [[likely]] {
            const Key key = key_of(text);
            const Slot& slot = slots_[slot_of(key)];
            if (slot.key == key) [[likely]] {
                codes8_[row] = static_cast<std::uint8_t>(slot.code);
                return Outcome::good;
            }
        }
        return add_slowly(text, row);
    }

    /// Adds a missing cell.
    void add_missing(std::size_t row);

    /// Makes room for rows [0, rows); to be called before cells of these rows are added.
    void make_room(std::size_t rows);
    void reserve(std::size_t rows);
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

inline ColumnEncoder::Key ColumnEncoder::key_of(std::string_view text) {
    Key key{0, 0, static_cast<std::uint32_t>(text.size())};
    if (text.size() <= 8) {
        // Copies of fixed length compile to single loads; the two may overlap, which loses nothing as the size is known.
        if (text.size() >= 4) {
            std::uint32_t front = 0, back = 0;
            std::memcpy(&front, text.data(), 4);
            std::memcpy(&back, text.data() + text.size() - 4, 4);
            key.low = front | std::uint64_t{back} << 32;
        } else if (!text.empty()) {
            const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(text[i])}; };
            key.low = byte(0) | byte(text.size() / 2) << 8 | byte(text.size() - 1) << 16;
        }
    } else if (text.size() <= 16) {
        std::memcpy(&key.low, text.data(), 8);
        std::memcpy(&key.high, text.data() + text.size() - 8, 8);
    }
    return key;
}

}  // namespace pgm::io
