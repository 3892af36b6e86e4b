#include <pgm/data/detail/exact/product_moments.hpp>

#include <pgm/data/detail/exact/exact_terms.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

constexpr std::size_t run_rows = kernels::longest_run;
/// Shorter runs are added one by one.
constexpr std::size_t shortest_product_run = 16;
/// Pieces and scales stay within the exponents of doubles up to this; numbers beyond are added one
/// by one.
constexpr int largest_bound = 900;

}  // namespace

ProductMoments::ProductMoments(const MomentGroup& group, std::span<const double> weights)
    : group_(&group),
      weights_(weights),
      row_weights_(group.configurations),
      sums_(group.configurations * group.sums()) {}

void ProductMoments::add_rows(std::size_t first, std::size_t rows) {
    for (const std::size_t end = first + rows; first < end; first += run_rows) {
        first_ = first;
        sorted_.sort(group_->discrete, group_->incomplete, group_->configurations, first,
                     std::min(run_rows, end - first));
        for (const auto& [configuration, run] : sorted_.runs()) {
            const std::span<ExactSum> sums =
                std::span(sums_).subspan(configuration * group_->sums(), group_->sums());
            if (weights_.empty()) {
                row_weights_[configuration] += WeightSum::of_count(run.size());
                run.size() < shortest_product_run ? add_one_by_one(run, sums) : add_run(run, sums);
            } else {
                row_weights_[configuration] += add_weighted_rows(run, sums);
            }
        }
    }
}

void ProductMoments::add_one_by_one(std::span<const std::uint32_t> run, std::span<ExactSum> sums) {
    const std::size_t numbers = group_->numbers.size();
    for (const std::uint32_t row : run) {
        for (std::size_t i = 0; i < numbers; ++i) sums[i].add(cell(i, row));
        for (std::size_t p = 0; p < group_->pairs.size(); ++p) {
            sums[numbers + p].add_product(cell(group_->pairs[p].first, row),
                                          cell(group_->pairs[p].second, row));
        }
    }
}

WeightSum ProductMoments::add_weighted_rows(std::span<const std::uint32_t> run,
                                            std::span<ExactSum> sums) {
    const std::size_t numbers = group_->numbers.size();
    WeightSum total;
    for (const std::uint32_t row : run) {
        const WeightSum weight = WeightSum::of(weights_[first_ + row]);
        total += weight;
        for (std::size_t i = 0; i < numbers; ++i) add_weighted(sums[i], weight, cell(i, row), 1);
        for (std::size_t p = 0; p < group_->pairs.size(); ++p) {
            add_weighted(sums[numbers + p], weight, cell(group_->pairs[p].first, row),
                         cell(group_->pairs[p].second, row));
        }
    }
    return total;
}

void ProductMoments::add_run(std::span<const std::uint32_t> run, std::span<ExactSum> sums) {
    const std::size_t numbers = group_->numbers.size();
    const std::size_t count = (run.size() + kernels::lanes - 1) / kernels::lanes * kernels::lanes;
    while (cut_.size() < numbers) cut_.push_back(std::make_unique<CutColumn>());
    for (std::size_t i = 0; i < numbers; ++i) cut_column(i, run, count, sums[i]);
    for (std::size_t p = 0; p < group_->pairs.size(); ++p) {
        const auto [i, j] = group_->pairs[p];
        const std::array<std::int64_t, 5> products =
            exact_kernels().multiply(cut_[i]->pieces, cut_[j]->pieces, count);
        const int exponent = cut_[i]->bound + cut_[j]->bound - 132;
        for (int k = 0; k < 5; ++k)
            add_scaled(sums[numbers + p], products[static_cast<std::size_t>(k)],
                       exponent + 88 - 22 * k);
        add_apart(i, j, run, sums[numbers + p]);
    }
}

void ProductMoments::cut_column(std::size_t number, std::span<const std::uint32_t> run,
                                std::size_t count, ExactSum& sum) {
    CutColumn& column = *cut_[number];
    const double* const cells = group_->numbers[number]->data() + first_;
    for (std::size_t k = 0; k < run.size(); ++k) values_[k] = cells[run[k]];
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(run.size()),
              values_.begin() + static_cast<std::ptrdiff_t>(count), 0.0);
    column.bound = exact_kernels().bound_of(values_.data(), count);
    column.apart.clear();
    const bool extreme = std::abs(column.bound) > largest_bound;
    std::array<std::int64_t, 3> sums{};
    if (extreme || !exact_kernels().cut(values_.data(), count, column.bound, column.pieces, sums)) {
        for (std::uint32_t k = 0; k < run.size(); ++k) {
            if (!extreme && kernels::is_cut_exactly(values_[k], column.bound)) continue;
            column.apart.push_back(k);
            sum.add(values_[k]);
            values_[k] = 0;
        }
        column.bound = extreme ? 0 : column.bound;
        exact_kernels().cut(values_.data(), count, column.bound, column.pieces, sums);
    }
    for (int k = 0; k < 3; ++k)
        add_scaled(sum, sums[static_cast<std::size_t>(k)], column.bound - 22 * (k + 1));
}

/// The products of which at least one factor was not cut exactly, hence stands as 0 among the
/// pieces.
void ProductMoments::add_apart(std::size_t i, std::size_t j, std::span<const std::uint32_t> run,
                               ExactSum& sum) {
    const std::vector<std::uint32_t>& a = cut_[i]->apart;
    const std::vector<std::uint32_t>& b = cut_[j]->apart;
    if (a.empty() && b.empty()) return;
    both_.clear();
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both_));
    for (const std::uint32_t k : both_) sum.add_product(cell(i, run[k]), cell(j, run[k]));
}

void ProductMoments::merge(const ProductMoments& other) {
    for (std::size_t k = 0; k < row_weights_.size(); ++k) row_weights_[k] += other.row_weights_[k];
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += other.sums_[k];
}

void ProductMoments::store_in(std::span<FamilyMoments> families) const {
    std::vector<ExactSum> picked;
    for (const MomentGroup::FamilyPlace& member : group_->members) {
        picked.resize(member.sums.size());
        for (std::size_t configuration = 0; configuration < group_->configurations;
             ++configuration) {
            for (std::size_t i = 0; i < picked.size(); ++i)
                picked[i] = sums_[configuration * group_->sums() + member.sums[i]];
            families[member.family].add(configuration, row_weights_[configuration], picked);
        }
    }
}

}  // namespace pgm::detail
