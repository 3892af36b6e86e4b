#include <learners/discretise/detail/cut_rules.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pgm::learners::detail {
namespace {

/// The weights of the classes in a set of rows.
class ClassWeights {
public:
    explicit ClassWeights(std::size_t classes) : weights_(classes) {}

    void add(const CutValue& value) { change(value.label, value.weight); }
    void remove(const CutValue& value) { change(value.label, -value.weight); }
    void clear() { std::fill(weights_.begin(), weights_.end(), 0.0); }

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
    explicit MdlpSplitter(std::span<const CutValue> values)
        : values_(values),
          left_(classes_of(values)),
          right_(classes_of(values)),
          all_(classes_of(values)) {}

    CutPoints cuts() {
        struct Range {
            std::size_t begin, end;
        };
        CutPoints result;
        std::vector<Range> open{{0, values_.size()}};
        while (!open.empty()) {
            const Range range = open.back();
            open.pop_back();
            const std::optional<std::size_t> cut = accepted_cut(range.begin, range.end);
            if (!cut) continue;
            result.cuts.push_back(cut_between(values_[*cut - 1].value, values_[*cut].value));
            open.push_back({range.begin, *cut});
            open.push_back({*cut, range.end});
        }
        std::sort(result.cuts.begin(), result.cuts.end());
        return result;
    }

private:
    static std::size_t classes_of(std::span<const CutValue> values) {
        std::uint32_t largest = 0;
        for (const CutValue& value : values) largest = std::max(largest, value.label);
        return std::size_t{largest} + 1;
    }

    /// Whether a cut before entry i lies between two numbers, and not in the midst of one class.
    bool is_boundary(std::size_t begin, std::size_t i, std::size_t end) const {
        if (values_[i - 1].value == values_[i].value) return false;
        const bool one_class_below = i < begin + 2 || values_[i - 2].value != values_[i - 1].value;
        const bool one_class_above = i + 1 == end || values_[i + 1].value != values_[i].value;
        return !one_class_below || !one_class_above || values_[i - 1].label != values_[i].label;
    }

    std::optional<std::size_t> accepted_cut(std::size_t begin, std::size_t end) {
        all_.clear();
        for (std::size_t i = begin; i < end; ++i) all_.add(values_[i]);
        const double total = all_.total();
        if (all_.classes() < 2 || !(total > 1)) return std::nullopt;
        std::optional<std::size_t> best;
        double least = 0;
        left_.clear();
        right_ = all_;
        for (std::size_t i = begin + 1; i < end; ++i) {
            left_.add(values_[i - 1]);
            right_.remove(values_[i - 1]);
            if (!is_boundary(begin, i, end)) continue;
            const double remaining =
                (left_.total() * left_.entropy() + right_.total() * right_.entropy()) / total;
            if (best && remaining >= least) continue;
            best = i;
            least = remaining;
        }
        return best && pays(begin, *best, end, total, least) ? best : std::nullopt;
    }

    bool pays(std::size_t begin, std::size_t cut, std::size_t end, double total, double remaining) {
        left_.clear();
        right_.clear();
        for (std::size_t i = begin; i < end; ++i) (i < cut ? left_ : right_).add(values_[i]);
        const double gain = all_.entropy() - remaining;
        const double delta = cost_of_classes(all_.classes()) -
                             (all_.classes() * all_.entropy() - left_.classes() * left_.entropy() -
                              right_.classes() * right_.entropy());
        return gain > (std::log2(total - 1) + delta) / total;
    }

    std::span<const CutValue> values_;
    ClassWeights left_, right_, all_;
};

}  // namespace

CutPoints mdlp_cuts(std::span<const CutValue> values) {
    return values.empty() ? CutPoints{} : MdlpSplitter(values).cuts();
}

}  // namespace pgm::learners::detail
