#include <pgm/data/detail/sorted_rows.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

constexpr std::uint32_t left_out = ~std::uint32_t{0};

}  // namespace

void SortedRows::sort(std::span<const Column* const> discrete,
                      std::span<const RealCells* const> numbers, std::size_t configurations,
                      std::size_t first, std::size_t rows) {
    configurations_.assign(rows, 0);
    for (const Column* column : discrete) append(*column, first);
    for (const RealCells* cells : numbers) leave_out_missing(cells->data() + first);
    runs_.clear();
    configurations <= rows ? sort_by_counting(configurations) : sort_by_comparing();
}

void SortedRows::append(const Column& column, std::size_t first) {
    const auto cardinality = static_cast<std::uint32_t>(column.variable.cardinality());
    visit_codes(column, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        const Code* const here = codes.data() + first;
        std::uint32_t* const configurations = configurations_.data();
        const std::size_t rows = configurations_.size();
        for (std::size_t row = 0; row < rows; ++row) {
            const bool known = here[row] != missing_code<Code> && configurations[row] != left_out;
            configurations[row] = known ? configurations[row] * cardinality + here[row] : left_out;
        }
    });
}

void SortedRows::leave_out_missing(const double* cells) {
    for (std::size_t row = 0; row < configurations_.size(); ++row) {
        if (std::isnan(cells[row])) configurations_[row] = left_out;
    }
}

/// Rows that are left out count as one configuration more.
void SortedRows::sort_by_counting(std::size_t configurations) {
    const auto last = static_cast<std::uint32_t>(configurations);
    starts_.assign(configurations + 2, 0);
    for (std::uint32_t& configuration : configurations_) {
        configuration = std::min(configuration, last);
        ++starts_[configuration + 1];
    }
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    order_.resize(configurations_.size());
    for (std::size_t i = 0; i < configurations; ++i) {
        const std::size_t count = starts_[i + 1] - starts_[i];
        if (count > 0) runs_.push_back({i, std::span(order_).subspan(starts_[i], count)});
    }
    for (std::uint32_t row = 0; row < configurations_.size(); ++row)
        order_[starts_[configurations_[row]]++] = row;
}

void SortedRows::sort_by_comparing() {
    order_.clear();
    for (std::uint32_t row = 0; row < configurations_.size(); ++row) {
        if (configurations_[row] != left_out) order_.push_back(row);
    }
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return configurations_[a] < configurations_[b];
    });
    for (std::size_t begin = 0; begin < order_.size();) {
        const std::uint32_t configuration = configurations_[order_[begin]];
        std::size_t end = begin;
        while (end < order_.size() && configurations_[order_[end]] == configuration) ++end;
        runs_.push_back({configuration, std::span(order_).subspan(begin, end - begin)});
        begin = end;
    }
}

}  // namespace pgm::detail
