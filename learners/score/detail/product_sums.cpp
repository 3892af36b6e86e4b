#include <learners/score/detail/product_sums.hpp>

#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <variant>

namespace pgm::learners::detail {
namespace {

/// Rows of a column that are centred together: those of a few columns fit into the first cache.
constexpr std::size_t chunk_rows = 256;

double centred(double value, double near, double) {
    return value - near;
}

DoubleDouble centred(double value, double near, DoubleDouble) {
    return exact_sum_of(value, -near);
}

/// Several sums side by side, which do not wait for each other.
double dot(const double* a, const double* b, std::size_t size) {
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    for (; i < size; ++i) sums[0] += a[i] * b[i];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) +
           ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

DoubleDouble dot(const DoubleDouble* a, const DoubleDouble* b, std::size_t size) {
    DoubleDouble even, odd;
    std::size_t i = 0;
    for (; i + 2 <= size; i += 2) {
        even += a[i] * b[i];
        odd += a[i + 1] * b[i + 1];
    }
    return i < size ? even + odd + a[i] * b[i] : even + odd;
}

const RealCells& numbers_of(const Dataset& data, ColumnId column) {
    return std::get<RealCells>(data.column(column).cells);
}

}  // namespace

/// Sums some pairs over all rows, a few rows of all their columns at a time.
template <class Number>
class ProductSums<Number>::BlockPass {
public:
    BlockPass(const ProductSums& of, std::span<const Pair> pairs) : of_(of) {
        for (const auto& [a, b] : pairs) {
            columns_.push_back(a);
            columns_.push_back(b);
        }
        std::ranges::sort(columns_);
        columns_.erase(std::ranges::unique(columns_).begin(), columns_.end());
        for (const auto& [a, b] : pairs) places_.emplace_back(place_of(a), place_of(b));
        cells_.resize(columns_.size() * chunk_rows);
        if (!of.groups_.weights.empty()) weighted_.resize(cells_.size());
    }

    /// sums[i * groups + g] becomes the scatter of pair i in group g.
    void run(std::span<Number> sums) {
        const std::size_t groups = of_.groups_.size();
        for (std::size_t group = 0; group < groups; ++group) {
            const std::size_t end = of_.groups_.begins[group + 1];
            for (std::size_t begin = of_.groups_.begins[group]; begin < end; begin += chunk_rows) {
                const std::size_t rows = std::min(chunk_rows, end - begin);
                for (std::size_t i = 0; i < columns_.size(); ++i) gather(i, group, begin, rows);
                for (std::size_t i = 0; i < places_.size(); ++i)
                    sums[i * groups + group] +=
                        dot(factors() + places_[i].first * chunk_rows,
                            cells_.data() + places_[i].second * chunk_rows, rows);
            }
            for (std::size_t i = 0; i < places_.size(); ++i)
                sums[i * groups + group] -= Number(of_.groups_.total_weight[group]) *
                                            (rest(places_[i].first, group) *
                                             rest(places_[i].second, group));
        }
    }

private:
    std::size_t place_of(ColumnId column) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(columns_, column) -
                                        columns_.begin());
    }
    const Number* factors() const { return weighted_.empty() ? cells_.data() : weighted_.data(); }
    Number rest(std::size_t place, std::size_t group) const {
        return of_.centres_[columns_[place].index()][group].rest;
    }

    void gather(std::size_t place, std::size_t group, std::size_t begin, std::size_t rows) {
        const RealCells& numbers = numbers_of(of_.data_, columns_[place]);
        const double near = of_.centres_[columns_[place].index()][group].near;
        const std::uint32_t* const row = of_.groups_.rows.data() + begin;
        Number* const to = cells_.data() + place * chunk_rows;
        for (std::size_t i = 0; i < rows; ++i) to[i] = centred(numbers[row[i]], near, Number());
        if (weighted_.empty()) return;
        const double* const weight = of_.groups_.weights.data() + begin;
        Number* const product = weighted_.data() + place * chunk_rows;
        for (std::size_t i = 0; i < rows; ++i) product[i] = to[i] * Number(weight[i]);
    }

    const ProductSums& of_;
    std::vector<ColumnId> columns_;
    std::vector<std::pair<std::size_t, std::size_t>> places_;  ///< of the pairs, in columns_
    std::vector<Number> cells_, weighted_;  ///< chunk_rows for each column; times the weights
};

/// The mean by differences from the first row: of equal numbers it is that number.
template <class Number>
void ProductSums<Number>::centre(ColumnId column) {
    std::vector<Centre>& centres = centres_[column.index()];
    if (!centres.empty()) return;
    const RealCells& numbers = numbers_of(data_, column);
    const auto weight = [&](std::size_t i) {
        return groups_.weights.empty() ? 1.0 : groups_.weights[i];
    };
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        const std::size_t begin = groups_.begins[group], end = groups_.begins[group + 1];
        const double first = numbers[groups_.rows[begin]];
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i)
            sum += weight(i) * (numbers[groups_.rows[i]] - first);
        Centre found{.near = first + sum / groups_.total_weight[group]};
        Number rest{};
        for (std::size_t i = begin; i < end; ++i)
            rest += Number(weight(i)) * centred(numbers[groups_.rows[i]], found.near, Number());
        found.rest = rest / Number(groups_.total_weight[group]);
        centres.push_back(found);
    }
}

template <class Number>
std::uint32_t ProductSums<Number>::slot(ColumnId a, ColumnId b) const {
    const auto [small, large] = std::minmax({a.index(), b.index()});
    return slots_[large].empty() ? unknown : slots_[large][small];
}

template <class Number>
bool ProductSums<Number>::copy_known(std::span<const ColumnId> columns,
                                     std::vector<Number>& to) const {
    const std::size_t groups = groups_.size(), size = triangle(columns.size(), 0);
    to.resize(groups * size);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            const std::uint32_t found = slot(columns[i], columns[j]);
            if (found == unknown) return false;
            const Number* const sums = sums_.data() + (found - 1) * groups;
            Number* const at = to.data() + triangle(i, j);
            for (std::size_t group = 0; group < groups; ++group) at[group * size] = sums[group];
        }
    }
    return true;
}

/// Gives every pair that is not known a place, and centres what it needs.
template <class Number>
auto ProductSums<Number>::prepare(std::span<const ColumnId> columns) -> std::vector<Pair> {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        centre(columns[i]);
        for (std::size_t j = 0; j <= i; ++j) {
            if (slot(columns[i], columns[j]) != unknown) continue;
            const auto [small, large] = std::minmax({columns[i], columns[j]});
            std::vector<std::uint32_t>& row = slots_[large.index()];
            row.resize(large.index() + 1, unknown);
            pairs.emplace_back(large, small);
            row[small.index()] =
                static_cast<std::uint32_t>(sums_.size() / groups_.size() + pairs.size());
        }
    }
    return pairs;
}

template <class Number>
void ProductSums<Number>::sum_all(std::span<const ColumnId> columns, std::size_t threads) {
    const std::vector<Pair> pairs = prepare(columns);
    const std::size_t groups = groups_.size();
    sums_.resize(pairs.size() * groups);
    parallel_for(pairs.size(), threads, [&](std::size_t begin, std::size_t end) {
        BlockPass(*this, std::span(pairs).subspan(begin, end - begin))
            .run(std::span(sums_).subspan(begin * groups, (end - begin) * groups));
    });
}

template <class Number>
std::vector<Number> ProductSums<Number>::scatters(std::span<const ColumnId> columns) {
    std::vector<Number> found;
    {
        const std::shared_lock lock(mutex_);
        if (copy_known(columns, found)) return found;
    }
    const std::unique_lock lock(mutex_);
    const std::vector<Pair> pairs = prepare(columns);
    const std::size_t before = sums_.size();
    sums_.resize(before + pairs.size() * groups_.size());
    BlockPass(*this, pairs).run(std::span(sums_).subspan(before));
    copy_known(columns, found);
    return found;
}

template <class Number>
double ProductSums<Number>::mean(ColumnId column, std::size_t group) const {
    const std::shared_lock lock(mutex_);
    return centres_[column.index()][group].near;
}

template <class Number>
std::size_t ProductSums<Number>::bytes() const {
    const std::shared_lock lock(mutex_);
    return sums_.size() * sizeof(Number) +
           slots_.size() * (sizeof(slots_.front()) + sizeof(centres_.front()));
}

template class ProductSums<double>;
template class ProductSums<DoubleDouble>;

}  // namespace pgm::learners::detail
