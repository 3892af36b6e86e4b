#include <pgm/data/moment_rows.hpp>

#include <pgm/core/parallel.hpp>
#include <pgm/data/moment_kernels.hpp>
#include <pgm/data/moment_plan.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

namespace pgm {
namespace {

constexpr std::size_t run_rows = kernels::longest_run;
constexpr std::size_t runs_at_a_time = 64;
/// Shorter runs are added one by one.
constexpr std::size_t shortest_run = 16;
/// Pieces and scales stay within the exponents of doubles up to this; numbers beyond are added one by one.
constexpr int largest_bound = 900;
/// Past so many sums every further thread's copy of them would cost more than the thread is worth.
constexpr std::size_t most_sums_for_threads = std::size_t{1} << 22;

/// The sums of one group, per configuration.
struct GroupSums {
    std::vector<WeightSum> weights;
    std::vector<ExactSum> sums;
};

std::vector<GroupSums> empty_sums(const std::vector<MomentGroup>& groups) {
    std::vector<GroupSums> sums;
    for (const MomentGroup& group : groups) {
        sums.push_back({std::vector<WeightSum>(group.configurations), std::vector<ExactSum>(group.configurations * group.sums())});
    }
    return sums;
}

constexpr std::uint32_t left_out = ~std::uint32_t{0};

/// The rows of a block in the order of their configurations; within one, in the order of the data.
class SortedRows {
public:
    void sort(const MomentGroup& group, std::size_t first, std::size_t rows) {
        configurations_.assign(rows, 0);
        for (const Column* column : group.discrete) append(*column, first);
        for (const std::size_t number : group.incomplete) {
            const double* const cells = group.numbers[number]->data() + first;
            for (std::size_t row = 0; row < rows; ++row) {
                if (std::isnan(cells[row])) configurations_[row] = left_out;
            }
        }
        order_.clear();
        if (group.configurations <= run_rows) {
            count_sort(group.configurations);
        } else {
            for (std::uint32_t row = 0; row < rows; ++row) {
                if (configurations_[row] != left_out) order_.push_back(row);
            }
            std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return configurations_[a] < configurations_[b]; });
        }
    }

    /// Calls body(configuration, rows) for every run, rows counted from the first of the block.
    template <class Body>
    void for_each_run(Body&& body) const {
        for (std::size_t begin = 0; begin < order_.size();) {
            const std::uint32_t configuration = configurations_[order_[begin]];
            std::size_t end = begin;
            while (end < order_.size() && configurations_[order_[end]] == configuration) ++end;
            body(configuration, std::span(order_).subspan(begin, end - begin));
            begin = end;
        }
    }

private:
    void append(const Column& column, std::size_t first) {
        const auto cardinality = static_cast<std::uint32_t>(column.variable.cardinality());
        visit_codes(column, [&](const auto& codes) {
            using Code = typename std::decay_t<decltype(codes)>::value_type;
            for (std::size_t row = 0; row < configurations_.size(); ++row) {
                const Code code = codes[first + row];
                const bool known = code != missing_code<Code> && configurations_[row] != left_out;
                configurations_[row] = known ? configurations_[row] * cardinality + code : left_out;
            }
        });
    }

    void count_sort(std::size_t configurations) {
        starts_.assign(configurations + 1, 0);
        std::size_t kept = 0;
        for (const std::uint32_t configuration : configurations_) {
            if (configuration == left_out) continue;
            ++starts_[configuration + 1];
            ++kept;
        }
        for (std::size_t i = 1; i <= configurations; ++i) starts_[i] += starts_[i - 1];
        order_.resize(kept);
        for (std::uint32_t row = 0; row < configurations_.size(); ++row) {
            if (configurations_[row] != left_out) order_[starts_[configurations_[row]]++] = row;
        }
    }

    std::vector<std::uint32_t> configurations_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> starts_;
};

void add_scaled(ExactSum& sum, std::int64_t number, int exponent) {
    const std::uint64_t magnitude = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    sum.add_term({magnitude, 0, 0}, exponent, number < 0);
}

/// sum += factor * m * 2^exponent for m of 128 bits
void add_multiple(ExactSum& sum, std::uint64_t factor, unsigned __int128 m, int exponent, bool negative) {
    using Wide = unsigned __int128;
    const Wide low = static_cast<Wide>(factor) * static_cast<std::uint64_t>(m);
    const Wide high = static_cast<Wide>(factor) * static_cast<std::uint64_t>(m >> 64) + static_cast<std::uint64_t>(low >> 64);
    sum.add_term({static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high), static_cast<std::uint64_t>(high >> 64)}, exponent, negative);
}

/// sum += weight * x * y
void add_weighted(ExactSum& sum, WeightSum weight, double x, double y) {
    const DoubleParts a = parts_of(x), b = parts_of(y);
    const unsigned __int128 product = static_cast<unsigned __int128>(a.mantissa) * b.mantissa;
    const int exponent = a.exponent + b.exponent;
    add_multiple(sum, weight.whole(), product, exponent, a.negative != b.negative);
    add_multiple(sum, weight.fraction(), product, exponent - 64, a.negative != b.negative);
}

/// Adds the rows of one thread.
class Adder {
public:
    Adder(const std::vector<MomentGroup>& groups, std::span<const double> weights) : groups_(groups), weights_(weights), sums_(empty_sums(groups)) {}

    void add_block(std::size_t first, std::size_t rows) {
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            group_ = &groups_[i];
            first_ = first;
            sorted_.sort(*group_, first, rows);
            sorted_.for_each_run([&](std::size_t configuration, std::span<const std::uint32_t> run) {
                const std::span<ExactSum> sums = std::span(sums_[i].sums).subspan(configuration * group_->sums(), group_->sums());
                if (weights_.empty()) {
                    sums_[i].weights[configuration] += WeightSum::of_count(run.size());
                    run.size() < shortest_run ? add_one_by_one(run, sums) : add_run(run, sums);
                } else {
                    sums_[i].weights[configuration] += add_weighted_rows(run, sums);
                }
            });
        }
    }

    const std::vector<GroupSums>& sums() const { return sums_; }

private:
    /// A column of a run, cut into pieces; `apart` are the places in the run that were not cut exactly, or all of them.
    struct CutColumn {
        int bound = 0;
        kernels::Pieces pieces;
        std::vector<std::uint32_t> apart;
    };

    double cell(std::size_t number, std::uint32_t row) const { return (*group_->numbers[number])[first_ + row]; }

    void add_one_by_one(std::span<const std::uint32_t> run, std::span<ExactSum> sums) {
        const std::size_t numbers = group_->numbers.size();
        for (const std::uint32_t row : run) {
            for (std::size_t i = 0; i < numbers; ++i) sums[i].add(cell(i, row));
            for (std::size_t p = 0; p < group_->pairs.size(); ++p) {
                sums[numbers + p].add_product(cell(group_->pairs[p].first, row), cell(group_->pairs[p].second, row));
            }
        }
    }

    WeightSum add_weighted_rows(std::span<const std::uint32_t> run, std::span<ExactSum> sums) {
        const std::size_t numbers = group_->numbers.size();
        WeightSum total;
        for (const std::uint32_t row : run) {
            const WeightSum weight = WeightSum::of(weights_[first_ + row]);
            total += weight;
            for (std::size_t i = 0; i < numbers; ++i) add_weighted(sums[i], weight, cell(i, row), 1);
            for (std::size_t p = 0; p < group_->pairs.size(); ++p) {
                add_weighted(sums[numbers + p], weight, cell(group_->pairs[p].first, row), cell(group_->pairs[p].second, row));
            }
        }
        return total;
    }

    void add_run(std::span<const std::uint32_t> run, std::span<ExactSum> sums) {
        const std::size_t numbers = group_->numbers.size();
        const std::size_t count = (run.size() + kernels::lanes - 1) / kernels::lanes * kernels::lanes;
        while (cut_.size() < numbers) cut_.push_back(std::make_unique<CutColumn>());
        for (std::size_t i = 0; i < numbers; ++i) cut_column(i, run, count, sums[i]);
        for (std::size_t p = 0; p < group_->pairs.size(); ++p) {
            const auto [i, j] = group_->pairs[p];
            const std::array<std::int64_t, 5> products = kernels::multiply(cut_[i]->pieces, cut_[j]->pieces, count);
            const int exponent = cut_[i]->bound + cut_[j]->bound - 132;
            for (int k = 0; k < 5; ++k) add_scaled(sums[numbers + p], products[static_cast<std::size_t>(k)], exponent + 88 - 22 * k);
            add_apart(i, j, run, sums[numbers + p]);
        }
    }

    void cut_column(std::size_t number, std::span<const std::uint32_t> run, std::size_t count, ExactSum& sum) {
        CutColumn& column = *cut_[number];
        const double* const cells = group_->numbers[number]->data() + first_;
        for (std::size_t k = 0; k < run.size(); ++k) values_[k] = cells[run[k]];
        std::fill(values_.begin() + static_cast<std::ptrdiff_t>(run.size()), values_.begin() + static_cast<std::ptrdiff_t>(count), 0.0);
        column.bound = kernels::bound_of(values_.data(), count);
        column.apart.clear();
        const bool extreme = std::abs(column.bound) > largest_bound;
        std::array<std::int64_t, 3> sums{};
        if (extreme || !kernels::cut(values_.data(), count, column.bound, column.pieces, sums)) {
            for (std::uint32_t k = 0; k < run.size(); ++k) {
                if (!extreme && kernels::is_cut_exactly(values_[k], column.bound)) continue;
                column.apart.push_back(k);
                sum.add(values_[k]);
                values_[k] = 0;
            }
            column.bound = extreme ? 0 : column.bound;
            kernels::cut(values_.data(), count, column.bound, column.pieces, sums);
        }
        for (int k = 0; k < 3; ++k) add_scaled(sum, sums[static_cast<std::size_t>(k)], column.bound - 22 * (k + 1));
    }

    /// The products of which at least one factor was not cut exactly, hence stands as 0 among the pieces.
    void add_apart(std::size_t i, std::size_t j, std::span<const std::uint32_t> run, ExactSum& sum) {
        const std::vector<std::uint32_t>& a = cut_[i]->apart;
        const std::vector<std::uint32_t>& b = cut_[j]->apart;
        if (a.empty() && b.empty()) return;
        both_.clear();
        std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both_));
        for (const std::uint32_t k : both_) sum.add_product(cell(i, run[k]), cell(j, run[k]));
    }

    const std::vector<MomentGroup>& groups_;
    std::span<const double> weights_;
    std::vector<GroupSums> sums_;
    const MomentGroup* group_ = nullptr;
    std::size_t first_ = 0;
    SortedRows sorted_;
    std::array<double, run_rows> values_{};
    std::vector<std::unique_ptr<CutColumn>> cut_;
    std::vector<std::uint32_t> both_;
};

void merge(std::vector<GroupSums>& all, const std::vector<GroupSums>& more) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = 0; k < all[i].weights.size(); ++k) all[i].weights[k] += more[i].weights[k];
        for (std::size_t k = 0; k < all[i].sums.size(); ++k) all[i].sums[k] += more[i].sums[k];
    }
}

void hand_over(const MomentGroup& group, const GroupSums& sums, std::span<FamilyMoments> families) {
    std::vector<ExactSum> picked;
    for (const MomentGroup::Member& member : group.members) {
        picked.resize(member.sums.size());
        for (std::size_t configuration = 0; configuration < group.configurations; ++configuration) {
            for (std::size_t i = 0; i < picked.size(); ++i) picked[i] = sums.sums[configuration * group.sums() + member.sums[i]];
            families[member.family].add(configuration, sums.weights[configuration], picked);
        }
    }
}

}  // namespace

void add_moments(const Dataset& data, std::span<const ColumnId> columns, std::span<FamilyMoments> families, std::size_t threads) {
    const std::vector<MomentGroup> groups = plan_moments(data, columns, families);
    std::vector<GroupSums> total = empty_sums(groups);
    std::size_t sums = 0;
    for (const GroupSums& group : total) sums += group.sums.size();
    std::mutex mutex;
    const std::size_t batch_rows = run_rows * runs_at_a_time;
    const std::size_t batches = groups.empty() ? 0 : (data.rows() + batch_rows - 1) / batch_rows;
    parallel_for(batches, sums > most_sums_for_threads ? 1 : threads, [&](std::size_t begin, std::size_t end) {
        Adder adder(groups, data.weights());
        for (std::size_t first = begin * batch_rows; first < std::min(end * batch_rows, data.rows()); first += run_rows) {
            adder.add_block(first, std::min(run_rows, data.rows() - first));
        }
        const std::lock_guard lock(mutex);
        merge(total, adder.sums());
    });
    for (std::size_t i = 0; i < groups.size(); ++i) hand_over(groups[i], total[i], families);
}

}  // namespace pgm
