#pragma once

#include <pgm/data/detail/exact/exact_kernels.hpp>
#include <pgm/data/detail/exact/moment_plan.hpp>
#include <pgm/data/detail/counting/sorted_rows.hpp>
#include <pgm/data/family_moments.hpp>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

/// Moments of several numbers together, per configuration of the discrete parents: what Gaussians
/// with continuous parents need of the data. Each sum and each product of two columns is formed
/// once for all families of the group.
///
/// A block of rows is sorted by configuration; a run of one configuration is added in whole numbers
/// of doubles that never round (exact_kernels.hpp), what does not fit those, and weighted rows,
/// one by one.
class ProductMoments {
public:
    /// Group and weights (of all rows, or none) must live as long.
    ProductMoments(const MomentGroup& group, std::span<const double> weights);

    void add_rows(std::size_t first, std::size_t rows);
    void merge(const ProductMoments& other);
    void store_in(std::span<FamilyMoments> families) const;

private:
    /// A column of a run, cut into pieces; `apart` are the places in the run that were not cut
    /// exactly, or all of them.
    struct CutColumn {
        int bound = 0;
        kernels::Pieces pieces;
        std::vector<std::uint32_t> apart;
    };

    double cell(std::size_t number, std::uint32_t row) const {
        return (*group_->numbers[number])[first_ + row];
    }
    void add_one_by_one(std::span<const std::uint32_t> run, std::span<ExactSum> sums);
    WeightSum add_weighted_rows(std::span<const std::uint32_t> run, std::span<ExactSum> sums);
    void add_run(std::span<const std::uint32_t> run, std::span<ExactSum> sums);
    void cut_column(std::size_t number, std::span<const std::uint32_t> run, std::size_t count,
                    ExactSum& sum);
    void add_apart(std::size_t i, std::size_t j, std::span<const std::uint32_t> run, ExactSum& sum);

    const MomentGroup* group_;
    std::span<const double> weights_;
    std::vector<WeightSum> row_weights_;  ///< by configuration
    std::vector<ExactSum> sums_;  ///< configuration by configuration: numbers, then products
    std::size_t first_ = 0;       ///< row of the block
    SortedRows sorted_;
    std::array<double, kernels::longest_run> values_{};
    std::vector<std::unique_ptr<CutColumn>> cut_;
    std::vector<std::uint32_t> both_;
};

}  // namespace pgm::detail
