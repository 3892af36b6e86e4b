#include <pgm/inference/detail/mixture/member_mixture.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <variant>

namespace pgm::detail {
namespace {

/// A sum above this has lost nothing to terms that underflowed.
constexpr double least_exact_sum = 1e-280;

/// The state of a cell of a discrete column, if it is known.
std::optional<StateId> state_in(const EvidenceColumn& column, std::size_t row) {
    return std::visit(
        [&]<class Cell>(std::span<const Cell> cells) -> std::optional<StateId> {
            if constexpr (std::is_integral_v<Cell>) {
                if (cells[row] != missing_cell<Cell>) return StateId(cells[row]);
            }
            return std::nullopt;
        },
        column.cells);
}

/// References to the results of one row.
struct RowOfResult {
    std::span<double> probabilities;
    std::span<double> log_probabilities;
    double& log_evidence;
};

RowOfResult row_of(BatchPosterior& result, std::size_t row) {
    const auto classes = static_cast<std::size_t>(result.probabilities.cols());
    return {{result.probabilities.data() + row * classes, classes},
            {result.log_probabilities.data() + row * classes, classes},
            result.log_evidence[row]};
}

/// log P_m(k | x) of every class.
std::span<const double> log_probabilities(const BatchPosterior& part, std::size_t row) {
    const auto classes = static_cast<std::size_t>(part.log_probabilities.cols());
    return {part.log_probabilities.data() + row * classes, classes};
}

std::span<const double> probabilities(const BatchPosterior& part, std::size_t row) {
    const auto classes = static_cast<std::size_t>(part.probabilities.cols());
    return {part.probabilities.data() + row * classes, classes};
}

void write_impossible(const RowOfResult& out) {
    std::ranges::fill(out.probabilities, 0.0);
    std::ranges::fill(out.log_probabilities, -infinity);
    out.log_evidence = -infinity;
}

/// log sum_m w_m P_m(k, x) - largest, for one class.
double log_sum(std::span<const MemberShare> shares, std::span<const BatchPosterior> parts,
               std::size_t part_row, std::size_t k, double largest) {
    std::vector<double> terms;
    for (const MemberShare& share : shares)
        terms.push_back(log_probabilities(parts[share.member], part_row)[k] +
                        (share.log_evidence - largest) + std::log(share.weight));
    return log_sum_exp(terms);
}

void mix(std::span<const MemberShare> shares, std::span<const BatchPosterior> parts,
         std::size_t part_row, const RowOfResult& out) {
    double weight = 0, largest = -infinity;
    for (const MemberShare& share : shares) {
        weight += share.weight;
        largest = std::max(largest, share.log_evidence);
    }
    if (largest == -infinity) return write_impossible(out);
    std::ranges::fill(out.probabilities, 0.0);
    for (const MemberShare& share : shares) {
        const double factor = share.weight * std::exp(share.log_evidence - largest);
        const std::span<const double> p = probabilities(parts[share.member], part_row);
        for (std::size_t k = 0; k < p.size(); ++k) out.probabilities[k] += factor * p[k];
    }
    double sum = 0;
    for (const double p : out.probabilities) sum += p;
    const double log_of_sum = std::log(sum);
    for (std::size_t k = 0; k < out.probabilities.size(); ++k) {
        double& p = out.probabilities[k];
        const double log_p =
            p > least_exact_sum ? std::log(p) : log_sum(shares, parts, part_row, k, largest);
        out.log_probabilities[k] = log_p - log_of_sum;
        p /= sum;
    }
    out.log_evidence = log_of_sum - std::log(weight) + largest;
}

}  // namespace

MemberMixture::MemberMixture(std::span<const WeightedNetwork> members,
                             std::span<const SuperParentColumns> super_parents)
    : members_(members), super_parents_(super_parents) {
    for (const WeightedNetwork& member : members)
        may_be_left_out_.push_back(member.super_parent && member.super_parent->may_exclude());
}

bool MemberMixture::takes_part(std::size_t member, std::size_t row) const {
    if (!may_be_left_out_[member]) return true;
    std::vector<std::optional<StateId>> values;
    for (const EvidenceColumn* const column : super_parents_[member])
        values.push_back(column ? state_in(*column, row) : std::nullopt);
    return members_[member].super_parent->admits(values);
}

void MemberMixture::find_shares(std::span<const BatchPosterior> parts, std::size_t part_row,
                                std::size_t row, std::vector<MemberShare>& shares) const {
    shares.clear();
    const auto add = [&](std::size_t m) {
        shares.push_back({m, members_[m].weight, parts[m].log_evidence[part_row]});
    };
    for (std::size_t m = 0; m < members_.size(); ++m)
        if (takes_part(m, row)) add(m);
    if (!shares.empty()) return;
    for (std::size_t m = 0; m < members_.size(); ++m) add(m);
}

void MemberMixture::write(std::span<const BatchPosterior> parts, std::size_t first,
                          BatchPosterior& result) const {
    std::vector<MemberShare> shares;
    for (std::size_t row = 0; row < parts.front().log_evidence.size(); ++row) {
        find_shares(parts, row, first + row, shares);
        mix(shares, parts, row, row_of(result, first + row));
    }
}

}  // namespace pgm::detail
