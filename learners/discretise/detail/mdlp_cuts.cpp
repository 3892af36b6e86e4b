#include <learners/discretise/detail/cut_rules.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// The weights of the classes in a set of rows.
class ClassWeights {
public:
    explicit ClassWeights(std::size_t classes) : weights_(classes) {}

    void add(const CutValue& value) { change(value.label, value.weight); }
    void remove(const CutValue& value) { change(value.label, -value.weight); }
    /// Weights that are whole numbers: no sum is rounded, and no difference is below 0.
    void add_whole(const CutValue& value) { weights_[value.label] += value.weight; }
    ClassWeights without(const ClassWeights& part) const {
        ClassWeights rest = *this;
        for (std::size_t k = 0; k < weights_.size(); ++k) rest.weights_[k] -= part.weights_[k];
        return rest;
    }
    void clear() { std::fill(weights_.begin(), weights_.end(), 0.0); }

    std::size_t size() const { return weights_.size(); }
    double weight(std::size_t label) const { return weights_[label]; }
    double total() const {
        double total = 0;
        for (const double weight : weights_) total += weight;
        return total;
    }
    /// In bits.
    double entropy() const {
        const double all = total();
        double entropy = 0;
        for (const double weight : weights_) {
            if (weight > 0) entropy -= weight / all * std::log2(weight / all);
        }
        return entropy;
    }
    double classes() const {
        return static_cast<double>(std::count_if(weights_.begin(), weights_.end(),
                                                 [](double weight) { return weight > 0; }));
    }

private:
    void change(std::uint32_t label, double weight) {
        weights_[label] = std::max(0.0, weights_[label] + weight);
    }

    std::vector<double> weights_;
};

/// log2(3^k - 2)
double cost_of_classes(double k) {
    return k > 30 ? k * std::log2(3.0) : std::log2(std::pow(3.0, k) - 2);
}

class MdlpSplitter {
public:
    MdlpSplitter(std::span<const CutValue> values, const EntropyTable& table)
        : values_(values),
          table_(table),
          counts_whole_weights_(has_whole_weights(values, table)),
          left_(classes_of(values)),
          right_(classes_of(values)),
          all_(classes_of(values)),
          block_(std::max<std::size_t>(64, 4 * all_.size())) {
        if (counts_whole_weights_) sum_blocks();
    }

    CutPoints cuts() {
        CutPoints result;
        std::vector<OpenRange> open{{0, values_.size(), std::nullopt}};
        while (!open.empty()) {
            const OpenRange range = std::move(open.back());
            open.pop_back();
            const std::optional<std::size_t> cut = accepted_cut(range);
            if (!cut) continue;
            result.cuts.push_back(cut_between(values_[*cut - 1].value, values_[*cut].value));
            const bool known = counts_whole_weights_;
            open.push_back({range.begin, *cut, known ? std::optional(left_) : std::nullopt});
            open.push_back({*cut, range.end, known ? std::optional(right_) : std::nullopt});
        }
        std::sort(result.cuts.begin(), result.cuts.end());
        return result;
    }

private:
    /// Entries that may be cut further. Their weights are known if they are whole numbers, which
    /// are subtracted without rounding.
    struct OpenRange {
        std::size_t begin, end;
        std::optional<ClassWeights> weights;
    };

    /// A cut before an entry, and what it leaves.
    struct Best {
        std::size_t cut;
        double remaining;
    };

    static std::size_t classes_of(std::span<const CutValue> values) {
        std::uint32_t largest = 0;
        for (const CutValue& value : values) largest = std::max(largest, value.label);
        return std::size_t{largest} + 1;
    }

    /// True if a cut before entry i lies between two numbers, and not in the midst of one class.
    bool is_boundary(std::size_t begin, std::size_t i, std::size_t end) const {
        if (values_[i - 1].value == values_[i].value) return false;
        const bool one_class_below = i < begin + 2 || values_[i - 2].value != values_[i - 1].value;
        const bool one_class_above = i + 1 == end || values_[i + 1].value != values_[i].value;
        return !one_class_below || !one_class_above || values_[i - 1].label != values_[i].label;
    }

    void sum_blocks() {
        std::vector<std::uint32_t> weights(all_.size());
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (i % block_ == 0)
                weights_before_.insert(weights_before_.end(), weights.begin(), weights.end());
            weights[values_[i].label] += static_cast<std::uint32_t>(values_[i].weight);
        }
        weights_before_.insert(weights_before_.end(), weights.begin(), weights.end());
    }

    /// Leaves the weights of the two sides in left_ and right_.
    std::optional<std::size_t> accepted_cut(const OpenRange& range) {
        all_ = range.weights ? *range.weights : sum(range.begin, range.end);
        const double total = all_.total();
        if (all_.classes() < 2 || !(total > 1)) return std::nullopt;
        const std::optional<Best> best = counts_whole_weights_
                                             ? best_of_likely(range.begin, range.end, total)
                                             : best_of_all(range.begin, range.end, total);
        return best && pays(total, best->remaining) ? std::optional(best->cut) : std::nullopt;
    }

    ClassWeights sum(std::size_t begin, std::size_t end) const {
        ClassWeights weights(all_.size());
        for (std::size_t i = begin; i < end; ++i) weights.add(values_[i]);
        return weights;
    }

    double remaining(double total) const {
        return (left_.total() * left_.entropy() + right_.total() * right_.entropy()) / total;
    }

    std::optional<Best> best_of_all(std::size_t begin, std::size_t end, double total) {
        std::optional<Best> best;
        left_.clear();
        right_ = all_;
        for (std::size_t i = begin + 1; i < end; ++i) {
            left_.add(values_[i - 1]);
            right_.remove(values_[i - 1]);
            if (!is_boundary(begin, i, end)) continue;
            const double left_over = remaining(total);
            if (!best || left_over < best->remaining) best = {i, left_over};
        }
        if (best) {
            left_ = sum(begin, best->cut);
            right_ = sum(best->cut, end);
        }
        return best;
    }

    std::optional<Best> best_of_likely(std::size_t begin, std::size_t end, double total) {
        std::optional<Best> best;
        ClassWeights below(all_.size()), best_below = below;
        std::size_t i = begin;
        for (const std::size_t cut : likely_cuts(begin, end)) {
            for (; i < cut; ++i) below.add_whole(values_[i]);
            set_sides(below);
            const double left_over = remaining(total);
            if (best && left_over >= best->remaining) continue;
            best = {cut, left_over};
            best_below = below;
        }
        set_sides(best_below);
        return best;
    }

    void set_sides(const ClassWeights& below) {
        left_ = below;
        right_ = all_.without(below);
    }

    /// True if the table has the weights of all sets of rows.
    static bool has_whole_weights(std::span<const CutValue> values, const EntropyTable& table) {
        double total = 0;
        for (const CutValue& value : values) {
            if (value.weight != std::floor(value.weight)) return false;
            total += value.weight;
        }
        return total <= static_cast<double>(table.largest());
    }

    /// The weights of the classes on the two sides of a cut.
    struct Sides {
        std::vector<std::size_t> left, right;
        std::size_t below = 0, above = 0;

        void move(std::size_t label, std::size_t weight) {
            left[label] += weight;
            right[label] -= weight;
            below += weight;
            above -= weight;
        }
    };

    struct CandidateCut {
        std::size_t cut;
        std::int64_t remaining;
    };

    /// The least that a cut leaves, as far as is known, and the cuts that may leave as little.
    struct Search {
        std::int64_t margin;
        std::int64_t least = std::numeric_limits<std::int64_t>::max() - margin;
        std::vector<CandidateCut> candidates = {};

        void add(const CandidateCut& candidate) {
            if (candidate.remaining > least + margin) return;
            if (candidate.remaining < least - margin) candidates.clear();
            least = std::min(least, candidate.remaining);
            candidates.push_back(candidate);
        }
    };

    /// The boundaries among which the cut is that leaves least entropy, in increasing order; nearly
    /// always there is one. What a cut leaves, times the weight of the rows, is
    ///
    ///     g = f(n_left) + f(n_right) - sum over classes of (f(n_left,k) + f(n_right,k))
    ///
    /// with f(n) = n log2 n from a table: a few additions per number, where the formula itself
    /// takes two logarithms per class. Boundaries that the table cannot tell apart, by the bounds
    /// of its errors and of those of the formula in doubles, are all candidates. Most blocks of
    /// entries are passed over as a whole.
    std::vector<std::size_t> likely_cuts(std::size_t begin, std::size_t end) const {
        const std::size_t first = std::min((begin / block_ + 1) * block_, end);
        Sides sides = all_above();
        Search search{indistinguishable(sides.above)};
        scan(sides, begin, first, begin, end, search);
        std::vector<std::int64_t> bounds;
        Sides ahead = sides;
        for (std::size_t next = first + block_; next < end; next += block_) {
            bounds.push_back(pass_block(ahead, next - block_));
            if (is_boundary(begin, next, end))
                search.least = std::min(search.least, remaining(ahead, of_classes(ahead)));
        }
        std::size_t at = first;
        for (const std::int64_t bound : bounds) {
            if (bound > search.least + search.margin)
                skip_block(sides, at);
            else
                scan(sides, at, at + block_, begin, end, search);
            at += block_;
        }
        scan(sides, at, end, begin, end, search);
        std::vector<std::size_t> cuts;
        for (const CandidateCut& candidate : search.candidates)
            if (candidate.remaining <= search.least + search.margin) cuts.push_back(candidate.cut);
        return cuts;
    }

    /// Before the first entry of a range whose weights are all_.
    Sides all_above() const {
        const std::size_t classes = all_.size();
        Sides sides{std::vector<std::size_t>(classes), std::vector<std::size_t>(classes)};
        for (std::size_t k = 0; k < classes; ++k) {
            sides.right[k] = static_cast<std::size_t>(all_.weight(k));
            sides.above += sides.right[k];
        }
        return sides;
    }

    std::int64_t of_class(const Sides& sides, std::size_t label) const {
        return table_[sides.left[label]] + table_[sides.right[label]];
    }
    std::int64_t of_classes(const Sides& sides) const {
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < sides.left.size(); ++k) sum += of_class(sides, k);
        return sum;
    }
    std::int64_t remaining(const Sides& sides, std::int64_t classes) const {
        return table_[sides.below] + table_[sides.above] - classes;
    }

    /// Moves the entries [from, to) of the range [begin, end) below, and tries the cuts behind
    /// them.
    void scan(Sides& sides, std::size_t from, std::size_t to, std::size_t begin, std::size_t end,
              Search& search) const {
        std::int64_t classes = of_classes(sides);
        for (std::size_t i = from; i < to; ++i) {
            const std::size_t label = values_[i].label;
            classes -= of_class(sides, label);
            sides.move(label, static_cast<std::size_t>(values_[i].weight));
            classes += of_class(sides, label);
            if (i + 1 < end && is_boundary(begin, i + 1, end))
                search.add({i + 1, remaining(sides, classes)});
        }
    }

    /// The weight of a class in the block of entries from `at` on.
    std::size_t weight_in_block(std::size_t at, std::size_t label) const {
        const std::size_t classes = all_.size(), block = at / block_;
        return weights_before_[(block + 1) * classes + label] -
               weights_before_[block * classes + label];
    }

    void skip_block(Sides& sides, std::size_t at) const {
        for (std::size_t k = 0; k < all_.size(); ++k) sides.move(k, weight_in_block(at, k));
    }

    /// Moves a block of entries below. Returns what any cut within it or behind it leaves at least,
    /// by the table.
    ///
    /// F(n) = f(n) + f(N - n) is convex, so that behind m of the block's weight it is at least
    /// F(n) + m slope, the slope being F(n + 1) - F(n) before the block. The same function of a
    /// class, less slope times the weight of the class that has been moved, is convex too, hence at
    /// most what it is before or behind the block. Together,
    ///
    ///     g >= g(before) - sum over classes of max(0, rise of the class - slope m_k).
    std::int64_t pass_block(Sides& sides, std::size_t at) const {
        const std::int64_t before = remaining(sides, of_classes(sides));
        const std::size_t below = sides.below, above = sides.above;
        if (above == 0) return before;
        const std::int64_t slope =
            table_[below + 1] + table_[above - 1] - table_[below] - table_[above];
        std::int64_t spare = 0;
        for (std::size_t k = 0; k < all_.size(); ++k) {
            const std::size_t weight = weight_in_block(at, k);
            const std::int64_t rise_before = of_class(sides, k);
            sides.move(k, weight);
            const std::int64_t rise = of_class(sides, k) - rise_before;
            spare += std::max<std::int64_t>(0, rise - slope * static_cast<std::int64_t>(weight));
        }
        const std::size_t terms = 8 * all_.size() + 4 + 4 * (sides.below - below);
        return before - spare - std::llround(static_cast<double>(terms) * table_.error());
    }

    /// Twice the sum of both errors, in units of the table. An entropy of k classes in doubles is a
    /// sum of k rounded terms, each less than log2 k.
    std::int64_t indistinguishable(std::size_t total) const {
        const auto k = static_cast<double>(left_.size());
        const double of_table = (2 * k + 2) * table_.error();
        const double of_doubles = static_cast<double>(total) * (k + 4) * 16 * std::log2(k + 2) *
                                  std::numeric_limits<double>::epsilon() / table_.unit();
        return std::llround(std::min(2 * (of_table + of_doubles), 0x1p61));
    }

    bool pays(double total, double remaining) const {
        const double gain = all_.entropy() - remaining;
        const double delta = cost_of_classes(all_.classes()) -
                             (all_.classes() * all_.entropy() - left_.classes() * left_.entropy() -
                              right_.classes() * right_.entropy());
        return gain > (std::log2(total - 1) + delta) / total;
    }

    std::span<const CutValue> values_;
    const EntropyTable& table_;
    bool counts_whole_weights_;
    ClassWeights left_, right_, all_;
    std::size_t block_;  ///< entries of a block
    /// [block][class]: the weights of all entries before the block.
    std::vector<std::uint32_t> weights_before_;
};

}  // namespace

CutPoints mdlp_cuts(std::span<const CutValue> values, const EntropyTable& table) {
    return values.empty() ? CutPoints{} : MdlpSplitter(values, table).cuts();
}

CutPoints mdlp_cuts(std::span<const CutValue> values) {
    double weight = 0;
    for (const CutValue& value : values) weight += value.weight;
    return mdlp_cuts(values, EntropyTable(weight));
}

}  // namespace pgm::learners::detail
