#include <pgm/data/detail/bit_columns.hpp>

#include <pgm/core/parallel.hpp>
#include <pgm/data/detail/bit_count.hpp>

#include <algorithm>
#include <bit>
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

/// The conjunctions of one state of every parent and of the child, for some words of the runs: mask
/// configuration * states + state.
class BitColumns::Masks {
public:
    Masks(const BitColumns& columns, ColumnId child, std::span<const ColumnId> parents)
        : columns_(columns), members_(parents.begin(), parents.end()) {
        members_.push_back(child);
        for (const ColumnId member : members_) count_ *= columns_.columns_[member.index()].states;
    }

    std::size_t count() const { return count_; }

    /// Makes the masks of `words` words from the first one on, under a binary digit of the weights.
    void make(std::size_t first, std::size_t words, std::size_t digit) {
        const bool weighted = columns_.is_weighted();
        const std::uint64_t* before =
            weighted ? columns_.words() + columns_.first_weights_ + digit * columns_.run_words_
                     : columns_.run(members_.front(), 0);
        before += first;
        std::size_t size = weighted ? 1 : columns_.columns_[members_.front().index()].states;
        stride_ = columns_.run_words_;
        for (std::size_t i = weighted ? 0 : 1; i < members_.size(); ++i) {
            conjoin(members_[i], before, size, first, words);
            before = memory_.data();
            stride_ = words;
        }
        masks_ = before;
    }

    const std::uint64_t* masks() const { return masks_; }
    std::size_t stride() const { return stride_; }

private:
    /// Splits each of `size` masks by the states of a member.
    void conjoin(ColumnId member, const std::uint64_t* before, std::size_t& size, std::size_t first,
                 std::size_t words) {
        const std::size_t states = columns_.columns_[member.index()].states;
        spare_.resize(std::max(spare_.size(), size * states * words));
        std::uint64_t* after = spare_.data();
        for (std::size_t mask = 0; mask < size; ++mask, before += stride_) {
            for (std::size_t state = 0; state < states; ++state, after += words) {
                const std::uint64_t* const bits = columns_.run(member, state) + first;
                for (std::size_t word = 0; word < words; ++word)
                    after[word] = before[word] & bits[word];
            }
        }
        memory_.swap(spare_);
        size *= states;
    }

    const BitColumns& columns_;
    std::vector<ColumnId> members_;
    std::size_t count_ = 1;
    std::vector<std::uint64_t> memory_, spare_;
    const std::uint64_t* masks_ = nullptr;
    std::size_t stride_ = 0;
};

BitColumns::BitColumns(const Dataset& data, const WeightedRows& rows, std::size_t most_states,
                       std::size_t threads)
    : run_words_(rounded_up((rows.rows + 63) / 64)), columns_(data.columns().size()) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = data.columns()[i];
        if (!column.is_discrete() || column.variable.cardinality() > most_states) continue;
        columns_[i] = {.first = size, .states = column.variable.cardinality()};
        size += columns_[i].states * run_words_;
    }
    first_ones_ = size;
    first_weights_ = size + run_words_;
    const std::uint64_t heaviest =
        rows.weights.empty() ? 0 : *std::ranges::max_element(rows.weights);
    if (!rows.weights.empty())
        digit_words_.assign(std::max<std::size_t>(std::bit_width(heaviest), 1), 0);
    size = first_weights_ + digit_words_.size() * run_words_;
    memory_ = std::make_unique_for_overwrite<std::uint64_t[]>(size + vector_words);
    parallel_for(columns_.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            BitColumn& column = columns_[i];
            if (column.states == 0) continue;
            const Codes8& codes = std::get<Codes8>(data.columns()[i].cells);
            column.is_complete =
                std::find(codes.begin(), codes.end(), missing_code<std::uint8_t>) == codes.end();
            bits::state_bits(codes.data(), rows.rows, column.states, run_words_,
                             words() + column.first);
        }
    });
    make_weight_bits(rows);
}

/// Memory begins anywhere; runs begin where vectors do.
std::uint64_t* BitColumns::words() const {
    constexpr std::uintptr_t vector_bytes = vector_words * sizeof(std::uint64_t);
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    const std::uintptr_t skipped = (vector_bytes - address % vector_bytes) % vector_bytes;
    return memory_.get() + skipped / sizeof(std::uint64_t);
}

void BitColumns::make_weight_bits(const WeightedRows& rows) {
    std::fill_n(words() + first_ones_, run_words_, ~std::uint64_t{0});
    std::uint64_t* const digits = words() + first_weights_;
    std::fill_n(digits, digit_words_.size() * run_words_, std::uint64_t{0});
    for (std::size_t row = 0; row < rows.weights.size(); ++row) {
        for (std::size_t digit = 0; rows.weights[row] >> digit > 0; ++digit) {
            if ((rows.weights[row] >> digit & 1) == 0) continue;
            digits[digit * run_words_ + row / 64] |= std::uint64_t{1} << row % 64;
            digit_words_[digit] = rounded_up(row / 64 + 1);
        }
    }
}

/// The length of a run in words, over all binary digits of the weights.
std::size_t BitColumns::words_of_digits() const {
    return is_weighted() ? std::accumulate(digit_words_.begin(), digit_words_.end(), std::size_t{0})
                         : run_words_;
}

bool BitColumns::pays(std::size_t cells) const {
    return cells * words_of_digits() <= bits::most_cells_by_ones() * run_words_;
}

double BitColumns::cost(std::size_t cells, ColumnId candidate) const {
    return static_cast<double>(cells * counted_states(candidate) * words_of_digits()) *
           bits::count_costs().word_of_pair;
}

void BitColumns::count(ColumnId column, std::vector<std::uint64_t>& counts) const {
    Masks masks(*this, column, {});
    counts.assign(masks.count(), 0);
    for (std::size_t digit = 0; digit < digits(); ++digit) {
        const std::size_t words_here = words_of_digit(digit, 0, run_words_);
        if (words_here == 0) continue;
        masks.make(0, words_here, digit);
        bits::count_ones_of_pairs({masks.masks(), masks.count(), masks.stride()},
                                  {words() + first_ones_, 1, run_words_}, words_here, digit,
                                  counts.data());
    }
}

void BitColumns::count_additions(
    ColumnId child, std::span<const ColumnId> parents, std::span<const Addition> additions,
    const std::function<void(std::size_t, std::span<const std::uint64_t>)>& take) const {
    Masks masks(*this, child, parents);
    std::vector<std::uint64_t> totals(masks.count(), 0), ones, cells;
    count_masks(masks, additions, totals, ones);
    const std::uint64_t* next = ones.data();
    for (std::size_t i = 0; i < additions.size(); ++i) {
        const std::size_t counted = counted_states(additions[i].candidate);
        spread(additions[i].axis, totals, counted, next, counted, cells);
        take(i, cells);
        next += masks.count() * counted;
    }
}

void BitColumns::count_masks(Masks& masks, std::span<const Addition> additions,
                             std::vector<std::uint64_t>& totals,
                             std::vector<std::uint64_t>& ones) const {
    std::size_t size = 0;
    for (const Addition& addition : additions)
        size += masks.count() * counted_states(addition.candidate);
    ones.assign(size, 0);
    for (std::size_t first = 0; first < run_words_; first += counted_words) {
        for (std::size_t digit = 0; digit < digits(); ++digit) {
            const std::size_t words_here = words_of_digit(digit, first, counted_words);
            if (words_here == 0) continue;
            masks.make(first, words_here, digit);
            const bits::Runs rows{masks.masks(), masks.count(), masks.stride()};
            bits::count_ones_of_pairs(rows, {words() + first_ones_, 1, run_words_}, words_here,
                                      digit, totals.data());
            std::uint64_t* next = ones.data();
            for (const auto& [candidate, axis] : additions) {
                const bits::Runs states{run(candidate, 0) + first, counted_states(candidate),
                                        run_words_};
                bits::count_ones_of_pairs(rows, states, words_here, digit, next);
                next += masks.count() * states.count;
            }
        }
    }
}

}  // namespace pgm::detail
