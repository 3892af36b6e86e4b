#include <pgm/data/detail/counting/bit_columns.hpp>

#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace pgm::detail {
namespace {

constexpr std::size_t vector_words = 8;  // of 512 bits
/// Words of a run that are counted at a time: the conjunctions of a usual family then stay in the
/// caches.
constexpr std::size_t counted_words = 256;

std::size_t rounded_up(std::size_t words) {
    return (words + vector_words - 1) / vector_words * vector_words;
}

}  // namespace

/// The conjunctions of one state of every member, for some words of the runs, the states of the
/// last one fastest.
class BitColumns::Masks {
public:
    Masks(const BitColumns& columns, std::span<const ColumnId> members)
        : columns_(columns), members_(members) {
        for (const ColumnId member : members_) count_ *= columns_.columns_[member.index()].states;
    }

    std::size_t count() const { return count_; }

    /// Makes the masks of `words` words from the first one on, under a binary digit of the weights.
    bits::Runs make(std::size_t first, std::size_t words, std::size_t digit) {
        std::size_t size = 1, stride = columns_.run_words_;
        const std::uint64_t* before = columns_.words() + columns_.first_weights_ + digit * stride;
        std::span<const ColumnId> left = members_;
        if (!columns_.is_weighted_ && !left.empty()) {
            before = columns_.run(left.front(), 0);
            size = columns_.columns_[left.front().index()].states;
            left = left.subspan(1);
        }
        before += first;
        for (const ColumnId member : left) {
            before = conjoined(member, {before, size, stride}, first, words);
            size *= columns_.columns_[member.index()].states;
            stride = words;
        }
        return {before, size, stride};
    }

private:
    /// Splits each mask by the states of a member.
    const std::uint64_t* conjoined(ColumnId member, bits::Runs masks, std::size_t first,
                                   std::size_t words) {
        const std::size_t states = columns_.columns_[member.index()].states;
        spare_.resize(std::max(spare_.size(), masks.count * states * words));
        std::uint64_t* after = spare_.data();
        for (std::size_t mask = 0; mask < masks.count; ++mask, masks.first += masks.stride) {
            for (std::size_t state = 0; state < states; ++state, after += words) {
                const std::uint64_t* const bits = columns_.run(member, state) + first;
                for (std::size_t word = 0; word < words; ++word)
                    after[word] = masks.first[word] & bits[word];
            }
        }
        memory_.swap(spare_);
        return memory_.data();
    }

    const BitColumns& columns_;
    std::span<const ColumnId> members_;
    std::size_t count_ = 1;
    std::vector<std::uint64_t> memory_, spare_;
};

BitColumns::BitColumns(std::span<const Column* const> columns, const WeightedRows& rows,
                       std::size_t threads)
    : run_words_(rounded_up((rows.rows + 63) / 64)),
      is_weighted_(!rows.weights.empty()),
      columns_(columns.size()) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns[i] == nullptr) continue;
        columns_[i] = {.first = first_ones_, .states = columns[i]->variable.cardinality()};
        first_ones_ += columns_[i].states * run_words_;
    }
    first_weights_ = is_weighted_ ? first_ones_ + run_words_ : first_ones_;
    const std::uint64_t heaviest = is_weighted_ ? *std::ranges::max_element(rows.weights) : 1;
    digit_words_.resize(std::max<std::size_t>(std::bit_width(heaviest), 1));
    const std::size_t size = first_weights_ + digit_words_.size() * run_words_;
    memory_ = std::make_unique_for_overwrite<std::uint64_t[]>(size + vector_words);
    parallel_for(columns_.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            BitColumn& column = columns_[i];
            if (column.states == 0) continue;
            const std::uint8_t* const codes =
                std::get<Codes8>(columns[i]->cells).data() + rows.first;
            column.is_complete =
                std::memchr(codes, missing_code<std::uint8_t>, rows.rows) == nullptr;
            bits::state_bits(codes, rows.rows, column.states, run_words_, words() + column.first);
        }
    });
    make_weight_bits(rows);
}

std::uint64_t* BitColumns::words() const {
    return bits::aligned(memory_.get(), vector_words * sizeof(std::uint64_t));
}

void BitColumns::make_weight_bits(const WeightedRows& rows) {
    std::uint64_t* const ones = words() + first_ones_;
    std::fill_n(ones, run_words_, std::uint64_t{0});
    std::fill_n(ones, rows.rows / 64, ~std::uint64_t{0});
    if (rows.rows % 64 > 0) ones[rows.rows / 64] = (std::uint64_t{1} << rows.rows % 64) - 1;
    if (!is_weighted_) return digit_words_.assign(1, run_words_);
    std::uint64_t* const digits = words() + first_weights_;
    std::fill_n(digits, digit_words_.size() * run_words_, std::uint64_t{0});
    for (std::size_t row = 0; row < rows.rows; ++row) {
        for (std::size_t digit = 0; rows.weights[row] >> digit > 0; ++digit) {
            if ((rows.weights[row] >> digit & 1) == 0) continue;
            digits[digit * run_words_ + row / 64] |= std::uint64_t{1} << row % 64;
            digit_words_[digit] = rounded_up(row / 64 + 1);
        }
    }
}

/// The length of a run in words, over all binary digits of the weights.
std::size_t BitColumns::words_of_digits() const {
    return std::accumulate(digit_words_.begin(), digit_words_.end(), std::size_t{0});
}

bool BitColumns::pays(std::size_t cells) const {
    const std::size_t most = bits::best_kernels().counts_vectors ? 1024 : 128;
    return cells * words_of_digits() <= most * run_words_;
}

double BitColumns::cost(std::size_t cells, ColumnId candidate) const {
    const double word_of_pair = bits::best_kernels().counts_vectors ? 0.2 : 1;
    return static_cast<double>(cells * counted_states(candidate) * words_of_digits()) *
           word_of_pair;
}

void BitColumns::count_additions(std::span<const ColumnId> members,
                                 std::span<const Addition> additions,
                                 const TakeCounts& take) const {
    const auto count_pairs = bits::best_kernels().count_pairs;
    Masks masks(*this, members);
    std::size_t size = 0;
    for (const Addition& added : additions) size += masks.count() * counted_states(added.candidate);
    std::vector<std::uint64_t> totals(masks.count(), 0), ones(size, 0), cells;
    for (std::size_t first = 0; first < run_words_; first += counted_words) {
        for (std::size_t digit = 0; digit < digit_words_.size(); ++digit) {
            const std::size_t words_here = words_of_digit(digit, first, counted_words);
            if (words_here == 0) continue;
            const bits::Runs rows = masks.make(first, words_here, digit);
            count_pairs(rows, {words() + first_ones_ + first, 1, run_words_}, words_here, digit,
                        totals.data());
            std::uint64_t* next = ones.data();
            for (const auto& [candidate, axis] : additions) {
                const bits::Runs states{run(candidate, 0) + first, counted_states(candidate),
                                        run_words_};
                count_pairs(rows, states, words_here, digit, next);
                next += rows.count * states.count;
            }
        }
    }
    const std::uint64_t* next = ones.data();
    for (std::size_t i = 0; i < additions.size(); ++i) {
        const auto& [candidate, axis] = additions[i];
        const std::size_t counted = counted_states(candidate);
        spread(axis, std::span<const std::uint64_t>(totals), counted, next, counted, cells);
        take(i, cells);
        next += masks.count() * counted;
    }
}

}  // namespace pgm::detail
