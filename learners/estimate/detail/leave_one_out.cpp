#include <learners/estimate/detail/leave_one_out.hpp>

#include <learners/estimate/detail/back_off_tables.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
constexpr std::uint32_t no_entry = LeaveOneOutCounts::no_entry;

/// Logarithms of estimates, all levels and classes, that one set of strengths takes at most.
constexpr std::size_t most_estimates = std::size_t{1} << 22;

WeightSum taken_back(const DistinctRows::Row& row) {
    return std::min(row.weight, WeightSum::of_count(1));
}

/// Where each column stands among the codes of a row; nowhere if it is continuous.
std::vector<std::size_t> places_in_row(const Columns& columns) {
    std::vector<std::size_t> places;
    std::size_t next = 0;
    for (const Variable& variable : columns.schema)
        places.push_back(variable.is_discrete() ? next++ : 0);
    return places;
}

/// What a table needs to know of a row: how many levels see it, its cell at the deepest of these,
/// and the weight that it takes back. The class is always known and the first parent, or the child,
/// so rows of one key have one class.
struct RowKey {
    std::size_t levels = 0;
    std::size_t cell = 0;
    WeightSum removed;

    friend auto operator<=>(const RowKey&, const RowKey&) = default;
};

/// The counts that the table of one child offers to rows that are left out.
class FactorCounts {
public:
    FactorCounts(const LeaveOneOutSource& source, ColumnId child, std::span<const ColumnId> parents)
        : levels_(back_off_levels(source.sums, child, parents)),
          classes_(source.columns.states(class_column)) {
        for (const FamilyCounts& counts : levels_)
            class_axis_.push_back(counts.scope().axis(class_column));
    }

    std::size_t levels() const { return levels_.size(); }
    bool has_class() const { return class_axis_.back().has_value(); }

    /// `places` tells where columns stand in a row.
    LeaveOneOutCounts of_rows(std::span<const DistinctRows::Row> rows,
                              std::span<const std::size_t> places) const {
        LeaveOneOutCounts counts{std::vector(rows.size(), no_entry), {}, {}};
        std::vector<std::pair<RowKey, std::uint32_t>> keys;
        for (std::uint32_t row = 0; row < rows.size(); ++row)
            keys.emplace_back(key_of(rows[row], places), row);
        std::ranges::sort(keys);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const auto& [key, row] = keys[i];
            if (key.levels == 0) continue;
            if (i == 0 || keys[i - 1].first != key) {
                append(key, rows[row].codes.front(), counts.numbers);
                counts.levels_of.push_back(key.levels);
            }
            counts.entry_of[row] = static_cast<std::uint32_t>(counts.levels_of.size() - 1);
        }
        return counts;
    }

private:
    /// No levels where the child is missing.
    RowKey key_of(const DistinctRows::Row& row, std::span<const std::size_t> places) const {
        RowKey key{.levels = 0, .cell = 0, .removed = taken_back(row)};
        const auto code = [&](ColumnId column) { return row.codes[places[column.index()]]; };
        const ColumnScope& deepest = levels_.back().scope();
        const std::uint32_t child = code(deepest.variables().back());
        if (child == DistinctRows::missing) return key;
        key.levels = 1;
        for (std::size_t axis = 0; axis + 1 < deepest.size(); ++axis, ++key.levels) {
            const std::uint32_t parent = code(deepest.variables()[axis]);
            if (parent == DistinctRows::missing) break;
            key.cell = key.cell * deepest.cardinalities()[axis] + parent;
        }
        key.cell = key.cell * levels_.front().states() + child;
        return key;
    }

    /// n(x, u) and n(u) of every class at every level, without a row of that key and class.
    void append(const RowKey& key, std::size_t label, std::vector<double>& counts) const {
        for (std::size_t l = 0; l < levels_.size(); ++l) {
            const std::size_t begin = counts.size();
            counts.resize(begin + 2 * classes_);
            if (l >= key.levels) continue;
            for (std::size_t k = 0; k < classes_; ++k) {
                const auto [count, total] = without_row(key, l, label, k);
                counts[begin + k] = count.value();
                counts[begin + classes_ + k] = total.value();
            }
        }
    }

    /// The row's cell at level l, were it of class k.
    std::size_t cell_of(const RowKey& key, std::size_t l, std::size_t label, std::size_t k) const {
        const std::size_t states = levels_.front().states();
        const ColumnScope& seen = levels_[key.levels - 1].scope();
        const std::size_t child = key.cell % states;
        std::size_t configuration = key.cell / states;
        for (std::size_t axis = key.levels - 1; axis-- > l;)
            configuration /= seen.cardinalities()[axis];
        const std::size_t cell = configuration * states + child;
        if (!class_axis_[l]) return cell;
        const std::size_t stride = levels_[l].scope().strides()[*class_axis_[l]];
        return cell - label * stride + k * stride;
    }

    std::pair<WeightSum, WeightSum> without_row(const RowKey& key, std::size_t l, std::size_t label,
                                                std::size_t k) const {
        const FamilyCounts& counts = levels_[l];
        const std::size_t states = counts.states(), cell = cell_of(key, l, label, k),
                          first = cell / states * states;
        WeightSum count = counts.weight(cell), total;
        counts.for_each_from(first, first + states,
                             [&](std::size_t, WeightSum weight) { total += weight; });
        const bool class_is_child = class_axis_[l] == counts.scope().size() - 1;
        const bool row_is_there = !class_axis_[l] || k == label;
        if (row_is_there) count -= std::min(count, key.removed);
        if (row_is_there || class_is_child) total -= std::min(total, key.removed);
        return {count, total};
    }

    std::vector<FamilyCounts> levels_;
    std::size_t classes_;
    std::vector<std::optional<std::size_t>> class_axis_;  ///< by level
};

/// log P(class) where it does not depend on the rows.
std::vector<double> fixed_log_prior(const ClassPrior& prior, const Variable& class_variable) {
    std::vector<double> logs(class_variable.cardinality(), 0.0);
    if (const auto* const given = std::get_if<GivenPrior>(&prior)) {
        logs = given_probabilities(*given, class_variable);
        for (double& p : logs) p = std::log(p);
    }
    return logs;
}

/// Whether P(class) is estimated from the rows.
bool counts_classes(const ClassPrior& prior) {
    return std::holds_alternative<SmoothedPrior>(prior) ||
           std::holds_alternative<ClassProportions>(prior);
}

/// log sum_i e^terms[i]; -inf where all are.
double log_of_sum(std::span<const double> terms) {
    const double largest = *std::ranges::max_element(terms);
    if (largest == minus_infinity) return minus_infinity;
    double sum = 0;
    for (const double term : terms) sum += std::exp(term - largest);
    return largest + std::log(sum);
}

/// Estimates per row.
std::size_t estimates_of_row(const LeaveOneOutSource& source) {
    std::size_t estimates = 1;
    for (const ModelStructure& structure : source.structures) {
        for (const Family& family : structure.families) {
            if (source.columns.is_discrete(family.child))
                estimates += (family.parents.size() + 1) * source.columns.states(class_column);
        }
    }
    return estimates;
}

}  // namespace

LeaveOneOut::LeaveOneOut(const LeaveOneOutSource& source)
    : classes_(source.columns.states(class_column)),
      log_prior_(fixed_log_prior(source.class_prior, source.columns.schema.front())) {
    add_rows(source);
    for (const ModelStructure& structure : source.structures) add_member(source, structure);
}

void LeaveOneOut::add_rows(const LeaveOneOutSource& source) {
    const std::size_t rows = std::clamp<std::size_t>(most_estimates / estimates_of_row(source), 1,
                                                     std::max<std::size_t>(source.rows.size(), 1));
    for (const DistinctRows::Row& row : source.rows.first(std::min(rows, source.rows.size()))) {
        labels_.push_back(row.codes.front());
        weights_.push_back(row.weight.value());
    }
}

void LeaveOneOut::add_member(const LeaveOneOutSource& source, const ModelStructure& structure) {
    Member& member = members_.emplace_back();
    for (std::size_t i = 0; i < structure.families.size(); ++i) {
        const ColumnId child = structure.families[i].child;
        const std::span<const ColumnId> parents = structure.parents_as_chosen(i);
        const bool is_prior = child == class_column && parents.empty();
        if (!source.columns.is_discrete(child) || (is_prior && !counts_classes(source.class_prior)))
            continue;
        const FactorCounts counts(source, child, parents);
        if (!counts.has_class()) continue;
        member.factors.push_back(factors_.size());
        factors_.push_back(
            {.levels = counts.levels(),
             .smoothed = !is_prior || std::holds_alternative<SmoothedPrior>(source.class_prior),
             .uniform = 1 / static_cast<double>(source.columns.states(child)),
             .counts = counts.of_rows(source.rows.first(size()), places_in_row(source.columns))});
        levels_ = std::max(levels_, counts.levels());
    }
    if (structure.super_parent) member.takes_part = admitted(source, *structure.super_parent);
}

std::vector<char> LeaveOneOut::admitted(const LeaveOneOutSource& source,
                                        ColumnId super_parent) const {
    const FamilyCounts counts =
        back_off_levels(source.sums, super_parent, std::array{class_column}).front();
    const SuperParent rule{};
    std::vector<char> takes_part;
    const std::size_t place = places_in_row(source.columns)[super_parent.index()];
    for (const DistinctRows::Row& row : source.rows.first(size())) {
        const std::uint32_t state = row.codes[place];
        takes_part.push_back(
            state == DistinctRows::missing ||
            (counts.weight(state) - std::min(counts.weight(state), taken_back(row))).value() >=
                rule.least_weight);
    }
    return takes_part;
}

std::vector<double> LeaveOneOut::logarithms(const Factor& factor,
                                            std::span<const double> strengths) const {
    const std::vector<std::size_t>& levels_of = factor.counts.levels_of;
    std::vector<double> logs(levels_of.size() * classes_);
    for (std::size_t entry = 0; entry < levels_of.size(); ++entry) {
        const std::span<double> estimates = std::span(logs).subspan(entry * classes_, classes_);
        std::ranges::fill(estimates, factor.uniform);
        for (std::size_t l = 0; l < levels_of[entry]; ++l) {
            const double strength = factor.smoothed ? strength_of(strengths, l) : 0;
            const double* const counts =
                factor.counts.numbers.data() + (entry * factor.levels + l) * 2 * classes_;
            for (std::size_t k = 0; k < classes_; ++k)
                estimates[k] = backed_off(counts[k], counts[classes_ + k], strength, estimates[k]);
        }
        for (double& estimate : estimates) estimate = std::log(estimate);
    }
    return logs;
}

void LeaveOneOut::write_posterior(std::size_t row, std::span<const std::vector<double>> logs,
                                  std::span<double> joint, std::span<double> out) const {
    const bool none_admitted = std::ranges::all_of(members_, [&](const Member& member) {
        return !member.takes_part.empty() && !member.takes_part[row];
    });
    std::size_t terms = 0;  // members that take part
    for (const Member& member : members_) {
        if (!none_admitted && !member.takes_part.empty() && !member.takes_part[row]) continue;
        const std::span<double> log_joint = joint.subspan(terms++ * classes_, classes_);
        std::ranges::copy(log_prior_, log_joint.begin());
        for (const std::size_t f : member.factors) {
            const std::uint32_t entry = factors_[f].counts.entry_of[row];
            if (entry == no_entry) continue;
            const double* const of_entry = logs[f].data() + entry * classes_;
            for (std::size_t k = 0; k < classes_; ++k) log_joint[k] += of_entry[k];
        }
    }
    std::vector<double> of_class(terms);
    for (std::size_t k = 0; k < classes_; ++k) {
        for (std::size_t m = 0; m < terms; ++m) of_class[m] = joint[m * classes_ + k];
        out[k] = terms == 1 ? of_class.front() : log_of_sum(of_class);
    }
    const double log_evidence = log_of_sum(out);
    if (log_evidence == minus_infinity) return;
    for (double& log_p : out) log_p -= log_evidence;
}

LeftOutPredictions LeaveOneOut::predict(std::span<const double> strengths,
                                        std::size_t threads) const {
    std::vector<std::vector<double>> logs(factors_.size());
    parallel_for(factors_.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f) logs[f] = logarithms(factors_[f], strengths);
    });
    std::vector<double> posteriors(size() * classes_);
    parallel_for(size(), threads, [&](std::size_t begin, std::size_t end) {
        std::vector<double> joint(members_.size() * classes_);
        for (std::size_t row = begin; row < end; ++row)
            write_posterior(row, logs, joint,
                            std::span(posteriors).subspan(row * classes_, classes_));
    });
    return {labels_, weights_, std::move(posteriors)};
}

}  // namespace pgm::learners::detail
