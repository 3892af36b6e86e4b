#include <pgm/data/family_counter.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/detail/bit_columns.hpp>
#include <pgm/data/detail/cell_counting.hpp>
#include <pgm/data/detail/row_bits.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm {
namespace {

/// A table of more cells than this and than a few per row is counted by sorting.
constexpr std::size_t small_table = std::size_t{1} << 16;
constexpr std::size_t cells_per_row = 4;
constexpr std::size_t largest_table = std::size_t{1} << 28;
constexpr std::size_t candidates_at_a_time = 1024;
/// The predicted time of counting a row by its cell, in the unit of bits::count_costs().
constexpr double cost_of_cell = 2.5;

/// Doubles hold all whole numbers below.
constexpr double largest_weight = 0x1p53;

std::vector<std::uint64_t> whole_weights(const Dataset& data) {
    std::vector<std::uint64_t> weights;
    weights.reserve(data.weights().size());
    double sum = 0;
    for (const double weight : data.weights()) {
        if (weight != std::floor(weight))
            throw ArgumentError("counting needs weights that are whole numbers, row " +
                                std::to_string(weights.size() + 1) + " weighs " + to_text(weight));
        sum += weight;
        if (sum >= largest_weight)
            throw ArgumentError("the weights of the rows add up to 2^53 or more");
        weights.push_back(static_cast<std::uint64_t>(weight));
    }
    return weights;
}

std::uint64_t weight_of(const Dataset& data, std::size_t row) {
    return data.weights().empty() ? 1 : static_cast<std::uint64_t>(data.weights()[row]);
}

/// The number of the cell of a row, the last member fastest; null where one is missing.
std::optional<std::uint64_t> cell_of(std::span<const Column* const> members, std::size_t row) {
    std::uint64_t cell = 0;
    for (const Column* const member : members) {
        const std::optional<StateId> state = member->state(row);
        if (!state) return std::nullopt;
        cell = cell * member->variable.cardinality() + state->index();
    }
    return cell;
}

}  // namespace

/// The four counting strategies, and the choice among them.
class FamilyCounter::Strategies {
public:
    Strategies(const Dataset& data, std::size_t threads)
        : data_(data),
          weights_(whole_weights(data)),
          rows_{data.rows(), weights_},
          bits_(data, rows_, most_bit_states, threads),
          rows_suit_(detail::RowBits::suits(data, rows_, most_bit_states)) {}

    std::uint64_t weight() const {
        return weights_.empty()
                   ? rows_.rows
                   : std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0});
    }

    void count_child(ColumnId child, const Take& take) const;
    void count_additions(ColumnId child, std::span<const ColumnId> parents,
                         std::span<const ColumnId> candidates, const TakeAddition& take) const;

private:
    /// A family while its additions are counted.
    struct Growing {
        ColumnId child;
        std::span<const ColumnId> parents;
        std::span<const ColumnId> candidates;
        const TakeAddition& take;
        std::optional<std::size_t> cells;  ///< of child and parents; nothing past std::size_t
    };

    std::size_t states(ColumnId id) const { return data_.column(id).variable.cardinality(); }
    detail::AddedAxis axis_of(const Growing& family, ColumnId candidate) const;
    std::vector<detail::Addition> additions(const Growing& family,
                                            std::span<const std::size_t> chosen) const;
    std::vector<std::uint32_t> base_cells(const Growing& family) const;
    const detail::RowBits* row_bits(double saving) const;
    bool count_by_rows(const Growing& family, std::span<const std::size_t> chosen,
                       double cost_of_others) const;
    void count_by_bits(const Growing& family, std::span<const std::size_t> chosen) const;
    void count_by_cells(const Growing& family, std::span<const std::size_t> chosen) const;
    void count_by_sorting(const Growing& family, std::size_t candidate) const;

    const Dataset& data_;
    std::vector<std::uint64_t> weights_;
    detail::WeightedRows rows_;
    detail::BitColumns bits_;
    bool rows_suit_;
    mutable std::atomic<double> saved_ = 0;  ///< by row bits, if there had been any
    mutable std::once_flag row_bits_made_;
    mutable std::optional<detail::RowBits> row_bits_;  ///< made under that once_flag
};

void FamilyCounter::Strategies::count_child(ColumnId child, const Take& take) const {
    if (bits_.has(child)) {
        std::vector<std::uint64_t> counts;
        bits_.count(child, counts);
        return take(FamilyRuns(counts, counts.size()));
    }
    const Column* const column = &data_.column(child);
    const detail::SortedCounts sorted = detail::count_by_sorting(rows_, std::span(&column, 1));
    take(FamilyRuns(sorted.counts, sorted.ends));
}

void FamilyCounter::Strategies::count_additions(ColumnId child, std::span<const ColumnId> parents,
                                                std::span<const ColumnId> candidates,
                                                const TakeAddition& take) const {
    Growing family{child, parents, candidates, take, states(child)};
    bool have_bits = bits_.has(child);
    for (const ColumnId parent : parents) {
        if (family.cells) family.cells = checked_mul(*family.cells, states(parent));
        have_bits = have_bits && bits_.has(parent);
    }
    const std::size_t most_cells =
        std::clamp(cells_per_row * rows_.rows, small_table, largest_table);
    std::vector<std::size_t> by_bits, by_cells, with_bits;
    double cost = 0;  // of those with bits, where rows of bits may count them
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const ColumnId candidate = candidates[i];
        const auto cells =
            family.cells ? checked_mul(*family.cells, states(candidate)) : std::nullopt;
        if (!cells || *cells > most_cells) {
            count_by_sorting(family, i);
            continue;
        }
        const bool has_bits = bits_.has(candidate);
        const bool by_ones = have_bits && has_bits && bits_.pays(*cells);
        (by_ones ? by_bits : by_cells).push_back(i);
        if (!rows_suit_ || !has_bits) continue;
        with_bits.push_back(i);
        cost += by_ones ? bits_.cost(*family.cells, candidate)
                        : cost_of_cell * static_cast<double>(rows_.rows);
    }
    if (count_by_rows(family, with_bits, cost)) {
        by_bits.clear();
        std::erase_if(by_cells, [&](std::size_t i) { return bits_.has(candidates[i]); });
    }
    // The counts of so many candidates are in memory at the same time.
    for (std::size_t first = 0; first < by_bits.size(); first += candidates_at_a_time)
        count_by_bits(family, std::span(by_bits).subspan(
                                  first, std::min(candidates_at_a_time, by_bits.size() - first)));
    if (!by_cells.empty()) count_by_cells(family, by_cells);
}

detail::AddedAxis FamilyCounter::Strategies::axis_of(const Growing& family,
                                                     ColumnId candidate) const {
    detail::AddedAxis axis{.candidate_states = states(candidate), .states = states(family.child)};
    for (const ColumnId parent : family.parents)
        (parent < candidate ? axis.high : axis.low) *= states(parent);
    return axis;
}

std::vector<detail::Addition> FamilyCounter::Strategies::additions(
    const Growing& family, std::span<const std::size_t> chosen) const {
    std::vector<detail::Addition> additions;
    additions.reserve(chosen.size());
    for (const std::size_t i : chosen)
        additions.push_back({family.candidates[i], axis_of(family, family.candidates[i])});
    return additions;
}

/// Makes them once they would have saved what making them takes; null before. Most tables are never
/// asked for enough.
const detail::RowBits* FamilyCounter::Strategies::row_bits(double saving) const {
    const double saved = saved_.fetch_add(saving) + saving;
    if (saved < detail::RowBits::cost_to_make(rows_.rows, data_.columns().size())) return nullptr;
    std::call_once(row_bits_made_, [&] { row_bits_.emplace(data_, most_bit_states, 1); });
    return &*row_bits_;
}

/// Unless another way is expected to be faster, or this one cannot count the family.
bool FamilyCounter::Strategies::count_by_rows(const Growing& family,
                                              std::span<const std::size_t> chosen,
                                              double cost_of_others) const {
    if (!rows_suit_ || !family.cells || *family.cells > detail::RowBits::most_cells) return false;
    const double saving =
        cost_of_others - detail::RowBits::cost(rows_.rows, *family.cells, chosen.size());
    const detail::RowBits* const bits = saving > 0 ? row_bits(saving) : nullptr;
    if (bits == nullptr) return false;
    const detail::RowsByCell rows = detail::rows_by_cell(base_cells(family), *family.cells);
    if (!detail::RowBits::can_count(rows)) return false;
    bits->count_additions(rows, additions(family, chosen),
                          [&](std::size_t i, std::span<const std::uint64_t> counts) {
                              family.take(chosen[i], FamilyRuns(counts, states(family.child)));
                          });
    return true;
}

void FamilyCounter::Strategies::count_by_bits(const Growing& family,
                                              std::span<const std::size_t> chosen) const {
    const std::size_t child_states = states(family.child);
    bits_.count_additions(family.child, family.parents, additions(family, chosen),
                          [&](std::size_t i, std::span<const std::uint64_t> counts) {
                              family.take(chosen[i], FamilyRuns(counts, child_states));
                          });
}

/// The cell of each row in the table of the child and the parents.
std::vector<std::uint32_t> FamilyCounter::Strategies::base_cells(const Growing& family) const {
    std::vector<const Column*> members;
    for (const ColumnId parent : family.parents) members.push_back(&data_.column(parent));
    members.push_back(&data_.column(family.child));
    return detail::row_cells(members, rows_.rows, *family.cells);
}

void FamilyCounter::Strategies::count_by_cells(const Growing& family,
                                               std::span<const std::size_t> chosen) const {
    const std::vector<std::uint32_t> base = base_cells(family);
    std::vector<std::uint64_t> counts;
    for (const std::size_t i : chosen) {
        const ColumnId candidate = family.candidates[i];
        detail::count_by_cells(rows_, base, data_.column(candidate), axis_of(family, candidate),
                               counts);
        family.take(i, FamilyRuns(counts, states(family.child)));
    }
}

void FamilyCounter::Strategies::count_by_sorting(const Growing& family,
                                                 std::size_t candidate) const {
    std::vector<ColumnId> parents(family.parents.begin(), family.parents.end());
    const ColumnId added = family.candidates[candidate];
    parents.insert(std::ranges::upper_bound(parents, added), added);
    std::vector<const Column*> members;
    for (const ColumnId parent : parents) members.push_back(&data_.column(parent));
    members.push_back(&data_.column(family.child));
    const detail::SortedCounts sorted = detail::count_by_sorting(rows_, members);
    family.take(candidate, FamilyRuns(sorted.counts, sorted.ends));
}

bool FamilyCounter::can_count(const Dataset& data) {
    double sum = 0;
    return std::ranges::all_of(data.weights(), [&](double weight) {
        sum += weight;
        return weight == std::floor(weight) && sum < largest_weight;
    });
}

FamilyCounter::FamilyCounter(const Dataset& data, std::size_t threads, CountExchange exchange)
    : data_(data),
      strategies_(std::make_unique<const Strategies>(data, threads)),
      exchange_(std::move(exchange)),
      weight_(strategies_->weight()) {
    if (exchange_) exchange_.add({&weight_, 1});
}

FamilyCounter::~FamilyCounter() = default;

void FamilyCounter::count(ColumnId child, std::span<const ColumnId> parents,
                          const Take& take) const {
    if (parents.empty())
        return exchange_ ? count_sparse_shards(child, parents, take)
                         : strategies_->count_child(child, take);
    count_additions(child, parents.first(parents.size() - 1), parents.last(1),
                    [&](std::size_t, const FamilyRuns& counts) { take(counts); });
}

void FamilyCounter::count_additions(ColumnId child, std::span<const ColumnId> parents,
                                    std::span<const ColumnId> candidates,
                                    const TakeAddition& take) const {
    exchange_ ? count_shards(child, parents, candidates, take)
              : strategies_->count_additions(child, parents, candidates, take);
}

/// A family of few cells has all of them sent; every shard counts such a one in full, however few
/// rows it has. All of a batch are sent at once.
void FamilyCounter::count_shards(ColumnId child, std::span<const ColumnId> parents,
                                 std::span<const ColumnId> candidates,
                                 const TakeAddition& take) const {
    const auto states = [&](ColumnId id) { return data_.column(id).variable.cardinality(); };
    std::optional<std::size_t> cells = states(child);
    for (const ColumnId parent : parents)
        if (cells) cells = checked_mul(*cells, states(parent));
    std::vector<std::size_t> small, begins;
    std::vector<ColumnId> small_candidates;
    std::size_t size = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto with = cells ? checked_mul(*cells, states(candidates[i])) : std::nullopt;
        if (with && *with <= small_table) {
            small.push_back(i);
            small_candidates.push_back(candidates[i]);
            begins.push_back(std::exchange(size, size + *with));
            continue;
        }
        std::vector<ColumnId> all(parents.begin(), parents.end());
        all.insert(std::ranges::upper_bound(all, candidates[i]), candidates[i]);
        count_sparse_shards(child, all, [&](const FamilyRuns& counts) { take(i, counts); });
    }
    if (small.empty()) return;
    std::vector<std::uint64_t> numbers(size);
    strategies_->count_additions(child, parents, small_candidates,
                                 [&](std::size_t i, const FamilyRuns& counts) {
                                     std::ranges::copy(counts.counts(), numbers.data() + begins[i]);
                                 });
    exchange_.add(numbers);
    begins.push_back(size);
    for (std::size_t i = 0; i < small.size(); ++i)
        take(small[i], FamilyRuns(std::span(numbers).subspan(begins[i], begins[i + 1] - begins[i]),
                                  states(child)));
}

/// A family of many cells has those sent that have rows, each with its number.
void FamilyCounter::count_sparse_shards(ColumnId child, std::span<const ColumnId> parents,
                                        const Take& take) const {
    std::vector<const Column*> members;
    for (const ColumnId parent : parents) members.push_back(&data_.column(parent));
    members.push_back(&data_.column(child));
    std::map<std::uint64_t, std::uint64_t> counts;
    for (std::size_t row = 0; row < data_.rows(); ++row)
        if (const std::optional<std::uint64_t> cell = cell_of(members, row))
            counts[*cell] += weight_of(data_, row);
    std::vector<std::uint64_t> sent;
    for (const auto& [cell, count] : counts) sent.insert(sent.end(), {cell, count});
    const std::vector<std::uint64_t> all = exchange_.join(sent);
    counts.clear();
    for (std::size_t i = 0; i + 1 < all.size(); i += 2) counts[all[i]] += all[i + 1];
    std::erase_if(counts, [](const auto& cell) { return cell.second == 0; });
    const std::size_t states = members.back()->variable.cardinality();
    std::vector<std::uint64_t> numbers;
    std::vector<std::size_t> ends;
    std::optional<std::uint64_t> configuration;
    for (const auto& [cell, count] : counts) {
        if (configuration && *configuration != cell / states) ends.push_back(numbers.size());
        configuration = cell / states;
        numbers.push_back(count);
    }
    if (configuration) ends.push_back(numbers.size());
    take(FamilyRuns(numbers, ends));
}

}  // namespace pgm
