#include <learners/judge/detail/leave_one_out.hpp>

#include <learners/estimate/detail/back_off_tables.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr double minus_infinity = -infinity;
constexpr std::uint32_t no_entry = LeaveOneOutCounts::no_entry;
constexpr std::size_t no_level = std::numeric_limits<std::size_t>::max();
constexpr std::size_t rows_of_block = 64;

}  // namespace

/// Estimates by entry and class at the deepest level that sees the row; or by entry, level and
/// class.
std::vector<double> LeaveOneOut::estimates(const LeftOutFactor& factor,
                                           const LeaveOneOutCounts& counts,
                                           std::span<const double> concentrations,
                                           bool of_every_level) const {
    const std::vector<std::size_t>& levels_of = counts.levels_of;
    const bool shrinks = factor.pseudo_counts.empty();
    std::vector<double> all(levels_of.size() * classes_ * (of_every_level ? factor.levels : 1));
    double* of_entry = all.data();
    for (std::size_t entry = 0; entry < levels_of.size(); ++entry) {
        std::fill_n(of_entry, classes_, factor.uniform);
        for (std::size_t l = 0; l < factor.levels; ++l) {
            if (of_every_level && l > 0) {
                std::copy_n(of_entry, classes_, of_entry + classes_);
                of_entry += classes_;
            }
            if (l >= levels_of[entry]) continue;
            const double concentration =
                shrinks ? concentration_of(concentrations, l) : factor.pseudo_counts[l];
            const double* const numbers =
                counts.numbers.data() + (entry * factor.levels + l) * 2 * classes_;
            for (std::size_t k = 0; k < classes_; ++k)
                of_entry[k] = backed_off(numbers[k], numbers[classes_ + k], concentration,
                                         shrinks ? of_entry[k] : factor.uniform);
        }
        of_entry += classes_;
    }
    return all;
}

/// Factors with their estimates, by factor.
struct LeaveOneOut::Estimated {
    std::span<const LeftOutFactor> factors;
    std::vector<std::vector<double>> values;
    std::vector<LeaveOneOutCounts> made;  ///< those that were not kept

    const LeaveOneOutCounts& counts(std::size_t f) const {
        return factors[f].counts ? *factors[f].counts : made[f];
    }
};

/// The first of the factors, as many as may be in memory together.
std::span<const LeaveOneOut::LeftOutFactor> LeaveOneOut::next_factors(
    std::span<const LeftOutFactor> factors) const {
    std::size_t count = 0, estimates = 0;
    while (count < factors.size()) {
        estimates += size() * classes_ * (factors[count].levels + 1);
        if (count > 0 && estimates > most_of_few) break;
        ++count;
    }
    return factors.first(count);
}

/// Multiplies the factors of some members into P_m(k, x), of which it keeps the logarithms: by row,
/// member and class. Products are taken to logarithms before they underflow, which is far cheaper
/// than a logarithm for every factor.
void LeaveOneOut::multiply(const Estimated& estimated, std::size_t begin, std::size_t end,
                           std::span<double> log_joint) const {
    constexpr double small = 1e-100;
    const std::size_t of_row = members_.size() * classes_;
    std::vector<double> products((end - begin) * classes_, 1.0);
    const auto take_logarithms = [&](std::size_t member) {
        for (std::size_t i = 0; i < products.size(); ++i) {
            log_joint[(begin + i / classes_) * of_row + member * classes_ + i % classes_] +=
                std::log(products[i]);
            products[i] = 1;
        }
    };
    const std::span<const LeftOutFactor> factors = estimated.factors;
    for (std::size_t f = 0; f < factors.size(); ++f) {
        const std::size_t member = factors[f].member;
        const std::vector<std::uint32_t>& entry_of = estimated.counts(f).entry_of;
        for (std::size_t row = begin; row < end; ++row) {
            if (entry_of[row] == no_entry) continue;
            const double* const of_entry = estimated.values[f].data() + entry_of[row] * classes_;
            double* const product = products.data() + (row - begin) * classes_;
            double* const sums = log_joint.data() + row * of_row + member * classes_;
            for (std::size_t k = 0; k < classes_; ++k) {
                product[k] *= of_entry[k];
                if (product[k] < small) sums[k] += std::log(std::exchange(product[k], 1.0));
            }
        }
        if (f + 1 == factors.size() || factors[f + 1].member != member) take_logarithms(member);
    }
}

/// Adds the logarithms of the factors to log P_m(k, x), by row, member and class.
void LeaveOneOut::add_factors(std::span<const LeftOutFactor> factors,
                              std::span<const double> concentrations, std::size_t threads,
                              std::span<double> log_joint) const {
    Estimated estimated{factors, std::vector<std::vector<double>>(factors.size()),
                        std::vector<LeaveOneOutCounts>(factors.size())};
    parallel_for(factors.size(), threads, source_.stop, [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f) {
            if (!factors[f].counts)
                estimated.made[f] =
                    LevelCounts(source_.columns, source_.sums, factors[f].child, factors[f].parents)
                        .of_rows(source_.rows, places_in_row(source_.columns));
            estimated.values[f] = estimates(factors[f], estimated.counts(f), concentrations, false);
        }
    });
    const std::size_t blocks = (size() + rows_of_block - 1) / rows_of_block;
    parallel_for(blocks, threads, source_.stop, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block)
            multiply(estimated, block * rows_of_block,
                     std::min((block + 1) * rows_of_block, size()), log_joint);
    });
}

/// The memory in which a thread computes posteriors.
struct LeaveOneOut::Scratch {
    Scratch(std::size_t members, std::size_t classes)
        : log_joint(members * classes), terms(members), mixture(classes) {}

    std::vector<double> log_joint;  ///< log P_m(k, row), by member and class
    std::vector<double> terms;
    std::vector<double> mixture;  ///< by class: log of the sum over the members
};

bool LeaveOneOut::takes_part(std::size_t member, std::size_t row) const {
    return members_[member].takes_part.empty() || members_[member].takes_part[row];
}

/// The mixture of those of the members that the row's values admit, or of all if they admit none.
void LeaveOneOut::mix(std::size_t row, std::span<const std::size_t> members,
                      Scratch& scratch) const {
    const bool none =
        std::ranges::none_of(members, [&](std::size_t member) { return takes_part(member, row); });
    for (std::size_t k = 0; k < classes_; ++k) {
        std::size_t terms = 0;
        for (const std::size_t member : members) {
            if (none || takes_part(member, row))
                scratch.terms[terms++] = scratch.log_joint[member * classes_ + k];
        }
        scratch.mixture[k] =
            terms == 1 ? scratch.terms.front() : log_sum_exp(std::span(scratch.terms).first(terms));
    }
}

std::vector<double> LeaveOneOut::log_joint(std::span<const double> concentrations,
                                           std::size_t threads) const {
    std::vector<double> log_joint(size() * members_.size() * classes_);
    for (std::size_t i = 0; i < log_joint.size(); ++i) log_joint[i] = log_prior_[i % classes_];
    for (std::span<const LeftOutFactor> left = factors_; !left.empty();) {
        const std::span<const LeftOutFactor> next = next_factors(left);
        add_factors(next, concentrations, threads, log_joint);
        left = left.subspan(next.size());
    }
    return log_joint;
}

OutOfFold LeaveOneOut::predict(std::span<const double> concentrations, std::size_t threads) const {
    const std::vector<double> log_joint = this->log_joint(concentrations, threads);
    const std::size_t of_row = members_.size() * classes_;
    std::vector<std::size_t> members(members_.size());
    std::iota(members.begin(), members.end(), std::size_t{0});
    std::vector<double> posteriors(size() * classes_);
    parallel_for(size(), threads, source_.stop, [&](std::size_t begin, std::size_t end) {
        Scratch scratch(members_.size(), classes_);
        for (std::size_t row = begin; row < end; ++row) {
            std::ranges::copy(std::span(log_joint).subspan(row * of_row, of_row),
                              scratch.log_joint.begin());
            mix(row, members, scratch);
            const double log_evidence = log_sum_exp(scratch.mixture);
            for (std::size_t k = 0; k < classes_; ++k)
                posteriors[row * classes_ + k] =
                    scratch.mixture[k] - (log_evidence == minus_infinity ? 0 : log_evidence);
        }
    });
    return {labels_, weights_, std::move(posteriors)};
}

/// The terms and members that change when one more feature is kept.
struct LeaveOneOut::Prefix {
    /// A factor of a member and the level that is asked of it.
    struct Term {
        std::size_t member = 0;
        std::size_t factor = 0;
        std::size_t level = 0;
    };

    bool afresh = false;      ///< whether `terms` are all there are, and not those that are new
    std::vector<Term> terms;  ///< by member and factor
    std::vector<std::size_t> members;
};

std::vector<LeaveOneOut::Prefix> LeaveOneOut::prefixes(std::span<const ColumnId> order,
                                                       std::size_t most) const {
    std::vector<std::size_t> rank(1, 0);  // by column: the least prefix that has it
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank.resize(std::max(rank.size(), order[i].index() + 1));
        rank[order[i].index()] = i + 1;
    }
    std::vector<std::size_t> level_of(factors_.size(), no_level);
    std::vector<Prefix> all(order.size() + 1);
    for (std::size_t p = 0; p < all.size(); ++p) {
        const auto is_kept = [&](ColumnId column) { return rank[column.index()] <= p; };
        std::vector<Prefix::Term> terms, new_terms;
        for (std::size_t m = 0; m < members_.size(); ++m) {
            if (!std::ranges::all_of(members_[m].super_parents, is_kept)) continue;
            all[p].members.push_back(m);
            for (const std::size_t f : members_[m].factors) {
                if (!is_kept(factors_[f].child)) continue;
                const std::size_t level = parents_left(factors_[f].parents, most, is_kept);
                terms.push_back({m, f, level});
                if (level_of[f] == no_level) new_terms.push_back(terms.back());
                all[p].afresh |= level_of[f] != no_level && level_of[f] != level;
                level_of[f] = level;
            }
        }
        all[p].terms = all[p].afresh ? std::move(terms) : std::move(new_terms);
    }
    return all;
}

double LeaveOneOut::loss_of(std::size_t row, const Prefix& prefix, Scratch& scratch) const {
    if (prefix.members.empty()) return std::numeric_limits<double>::infinity();
    mix(row, prefix.members, scratch);
    const std::vector<double>& logs = scratch.mixture;
    const double of_label = logs[labels_[row]];
    if (of_label == minus_infinity) return -least_log_likelihood;
    return -std::max(of_label - log_sum_exp(logs), least_log_likelihood);
}

/// Adds what the prefix adds to the joint probabilities of the one before.
void LeaveOneOut::extend(std::size_t row, const Prefix& prefix, const Logarithms& logs,
                         Scratch& scratch) const {
    const auto start = [&](std::size_t member) {
        std::ranges::copy(
            log_prior_, scratch.log_joint.begin() + static_cast<std::ptrdiff_t>(member * classes_));
    };
    if (prefix.afresh) std::ranges::for_each(prefix.members, start);
    for (const auto& [member, f, level] : prefix.terms) {
        const std::uint32_t entry = factors_[f].counts->entry_of[row];
        if (entry == no_entry) continue;
        const double* const added =
            logs[f].data() + (entry * factors_[f].levels + level) * classes_;
        for (std::size_t k = 0; k < classes_; ++k)
            scratch.log_joint[member * classes_ + k] += added[k];
    }
}

std::vector<double> LeaveOneOut::losses_of_prefixes(std::span<const ColumnId> order,
                                                    std::size_t most,
                                                    std::span<const double> concentrations,
                                                    std::size_t threads) const {
    const std::vector<Prefix> all = prefixes(order, most);
    Logarithms logs(factors_.size());
    parallel_for(factors_.size(), threads, source_.stop, [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f) {
            logs[f] = estimates(factors_[f], *factors_[f].counts, concentrations, true);
            for (double& value : logs[f]) value = std::log(value);
        }
    });
    // Blocks of rows are added up in their order, so that threads change no bit.
    const std::size_t blocks = (size() + rows_of_block - 1) / rows_of_block;
    std::vector<double> sums(blocks * all.size());
    parallel_for(blocks, threads, source_.stop, [&](std::size_t begin, std::size_t end) {
        Scratch scratch(members_.size(), classes_);
        for (std::size_t row = begin * rows_of_block; row < std::min(end * rows_of_block, size());
             ++row) {
            for (std::size_t i = 0; i < scratch.log_joint.size(); ++i)
                scratch.log_joint[i] = log_prior_[i % classes_];
            for (std::size_t p = 0; p < all.size(); ++p) {
                extend(row, all[p], logs, scratch);
                sums[row / rows_of_block * all.size() + p] +=
                    weights_[row] * loss_of(row, all[p], scratch);
            }
        }
    });
    const double weight = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    std::vector<double> losses(all.size());
    for (std::size_t i = 0; i < sums.size(); ++i) losses[i % all.size()] += sums[i] / weight;
    return losses;
}

}  // namespace pgm::learners::detail
