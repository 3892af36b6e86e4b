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

/// Logarithms of estimates, all levels and classes, that one set of strengths takes at most: a
/// fraction of a second for few rows, a second or two for many. So many are in memory at a time.
constexpr std::size_t most_of_few = std::size_t{1} << 22, most_of_many = std::size_t{1} << 27;

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

LeaveOneOut::LeaveOneOut(const LeaveOneOutSource& source, Rows rows)
    : source_(source),
      classes_(source.columns.states(class_column)),
      log_prior_(fixed_log_prior(source.class_prior, source.columns.schema.front())) {
    add_rows(rows);
    for (const ModelStructure& structure : source.structures) add_member(structure);
    if (rows == Rows::many) return;
    for (Factor& factor : factors_) factor.counts = counts_of(factor);
}

void LeaveOneOut::add_rows(Rows rows) {
    const std::size_t most = rows == Rows::few ? most_of_few : most_of_many;
    const std::size_t affordable = std::max<std::size_t>(most / estimates_of_row(source_), 1);
    source_.rows = source_.rows.first(std::min(affordable, source_.rows.size()));
    for (const DistinctRows::Row& row : source_.rows) {
        labels_.push_back(row.codes.front());
        weights_.push_back(row.weight.value());
    }
}

void LeaveOneOut::add_member(const ModelStructure& structure) {
    for (std::size_t i = 0; i < structure.families.size(); ++i) {
        const ColumnId child = structure.families[i].child;
        const std::span<const ColumnId> parents = structure.parents_as_chosen(i);
        const bool is_prior = child == class_column && parents.empty();
        const bool has_class =
            child == class_column || std::ranges::find(parents, class_column) != parents.end();
        if (!source_.columns.is_discrete(child) || !has_class ||
            (is_prior && !counts_classes(source_.class_prior)))
            continue;
        factors_.push_back(
            {.child = child,
             .parents = {parents.begin(), parents.end()},
             .member = takes_part_.size(),
             .levels = parents.size() + 1,
             .smoothed = !is_prior || std::holds_alternative<SmoothedPrior>(source_.class_prior),
             .uniform = 1 / static_cast<double>(source_.columns.states(child)),
             .counts = std::nullopt});
        levels_ = std::max(levels_, factors_.back().levels);
    }
    takes_part_.push_back(structure.super_parent ? admitted(*structure.super_parent)
                                                 : std::vector<char>());
}

std::vector<char> LeaveOneOut::admitted(ColumnId super_parent) const {
    const FamilyCounts counts =
        back_off_levels(source_.sums, super_parent, std::array{class_column}).front();
    const SuperParent rule{};
    std::vector<char> takes_part;
    const std::size_t place = places_in_row(source_.columns)[super_parent.index()];
    for (const DistinctRows::Row& row : source_.rows) {
        const std::uint32_t state = row.codes[place];
        takes_part.push_back(
            state == DistinctRows::missing ||
            (counts.weight(state) - std::min(counts.weight(state), taken_back(row))).value() >=
                rule.least_weight);
    }
    return takes_part;
}

LeaveOneOutCounts LeaveOneOut::counts_of(const Factor& factor) const {
    return FactorCounts(source_, factor.child, factor.parents)
        .of_rows(source_.rows, places_in_row(source_.columns));
}

/// The first of the factors, as many as may be in memory together.
std::span<const LeaveOneOut::Factor> LeaveOneOut::next_factors(
    std::span<const Factor> factors) const {
    std::size_t count = 0, estimates = 0;
    while (count < factors.size()) {
        estimates += size() * classes_ * (factors[count].levels + 1);
        if (count > 0 && estimates > most_of_few) break;
        ++count;
    }
    return factors.first(count);
}

std::vector<double> LeaveOneOut::logarithms(const Factor& factor, const LeaveOneOutCounts& counts,
                                            std::span<const double> strengths) const {
    std::vector<double> logs(counts.levels_of.size() * classes_);
    for (std::size_t entry = 0; entry < counts.levels_of.size(); ++entry) {
        const std::span<double> estimates = std::span(logs).subspan(entry * classes_, classes_);
        std::ranges::fill(estimates, factor.uniform);
        for (std::size_t l = 0; l < counts.levels_of[entry]; ++l) {
            const double strength = factor.smoothed ? strength_of(strengths, l) : 0;
            const double* const numbers =
                counts.numbers.data() + (entry * factor.levels + l) * 2 * classes_;
            for (std::size_t k = 0; k < classes_; ++k)
                estimates[k] =
                    backed_off(numbers[k], numbers[classes_ + k], strength, estimates[k]);
        }
        for (double& estimate : estimates) estimate = std::log(estimate);
    }
    return logs;
}

/// Adds the logarithms of the factors to log P_m(k, x), by row, member and class.
void LeaveOneOut::add_factors(std::span<const Factor> factors, std::span<const double> strengths,
                              std::size_t threads, std::span<double> joint) const {
    std::vector<std::vector<double>> logs(factors.size());
    std::vector<std::vector<std::uint32_t>> entries(factors.size());  // of counts made here
    parallel_for(factors.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f) {
            if (factors[f].counts) {
                logs[f] = logarithms(factors[f], *factors[f].counts, strengths);
                continue;
            }
            LeaveOneOutCounts counts = counts_of(factors[f]);
            logs[f] = logarithms(factors[f], counts, strengths);
            entries[f] = std::move(counts.entry_of);
        }
    });
    const std::size_t members = takes_part_.size();
    parallel_for(size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t f = 0; f < factors.size(); ++f) {
                const std::uint32_t entry =
                    factors[f].counts ? factors[f].counts->entry_of[row] : entries[f][row];
                if (entry == no_entry) continue;
                const double* const of_entry = logs[f].data() + entry * classes_;
                double* const of_row =
                    joint.data() + (row * members + factors[f].member) * classes_;
                for (std::size_t k = 0; k < classes_; ++k) of_row[k] += of_entry[k];
            }
        }
    });
}

void LeaveOneOut::write_posterior(std::size_t row, std::span<const double> joint,
                                  std::span<double> out) const {
    const auto is_admitted = [&](const std::vector<char>& takes_part) {
        return takes_part.empty() || takes_part[row];
    };
    const bool none_admitted = std::ranges::none_of(takes_part_, is_admitted);
    std::vector<double> of_class;  // by member that takes part
    for (std::size_t k = 0; k < classes_; ++k) {
        of_class.clear();
        for (std::size_t m = 0; m < takes_part_.size(); ++m)
            if (none_admitted || is_admitted(takes_part_[m]))
                of_class.push_back(joint[m * classes_ + k]);
        out[k] = of_class.size() == 1 ? of_class.front() : log_of_sum(of_class);
    }
    const double log_evidence = log_of_sum(out);
    if (log_evidence == minus_infinity) return;
    for (double& log_p : out) log_p -= log_evidence;
}

LeftOutPredictions LeaveOneOut::predict(std::span<const double> strengths,
                                        std::size_t threads) const {
    const std::size_t members = takes_part_.size();
    std::vector<double> joint;
    joint.reserve(size() * members * classes_);
    for (std::size_t i = 0; i < size() * members; ++i)
        joint.insert(joint.end(), log_prior_.begin(), log_prior_.end());
    for (std::span<const Factor> left = factors_; !left.empty();) {
        const std::span<const Factor> next = next_factors(left);
        add_factors(next, strengths, threads, joint);
        left = left.subspan(next.size());
    }
    std::vector<double> posteriors(size() * classes_);
    parallel_for(size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            write_posterior(row,
                            std::span(joint).subspan(row * members * classes_, members * classes_),
                            std::span(posteriors).subspan(row * classes_, classes_));
    });
    return {labels_, weights_, std::move(posteriors)};
}

}  // namespace pgm::learners::detail
