#include <learners/em/detail/hidden_pattern.hpp>

#include <learners/families/model_structure.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace pgm::learners::detail {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// A question to the engine takes as long as so many multiplications of a list for every variable
/// of the network (tan over kr-vs-kp, mushroom, vote, soybean, segment and audiology).
constexpr double question_work_per_variable = 200;

/// The missing columns of every row that has any, ascending: those of row i lie from first[i] on.
struct MissingLists {
    std::vector<std::size_t> first;
    Numbers columns;

    Numbers of(std::size_t row) const {
        return Numbers(columns.begin() + static_cast<std::ptrdiff_t>(first[row]),
                       columns.begin() + static_cast<std::ptrdiff_t>(first[row + 1]));
    }
};

template <class Item>
double bytes_of_list(const std::vector<Item>& items) {
    return static_cast<double>(items.capacity() * sizeof(Item));
}

double bytes_of_layout(const PatternLayout& layout) {
    double bytes = bytes_of_list(layout.states);
    for (const std::vector<PatternFamily>* const families : {&layout.factors, &layout.sums}) {
        bytes += bytes_of_list(*families);
        for (const PatternFamily& family : *families)
            bytes += bytes_of_list(family.known) + bytes_of_list(family.axes) +
                     bytes_of_list(family.continuous);
    }
    return bytes;
}

double bytes_of(const HiddenPattern& pattern) {
    double bytes = sizeof(HiddenPattern) + bytes_of_layout(pattern.layout) +
                   bytes_of_list(pattern.codes) + bytes_of_list(pattern.values) +
                   bytes_of_list(pattern.weights);
    const auto& [hidden, hidden_numbers, known, known_numbers] = pattern.members;
    for (const auto* columns : {&hidden, &hidden_numbers, &known, &known_numbers})
        bytes += bytes_of_list(*columns);
    return bytes;
}

template <class Body>
void for_each_missing(const Column& column, Body&& body) {
    std::visit(
        [&](const auto& cells) {
            using Cell = typename std::decay_t<decltype(cells)>::value_type;
            for (std::size_t row = 0; row < cells.size(); ++row) {
                if constexpr (std::is_same_v<Cell, double>) {
                    if (cells[row] != cells[row]) body(row);
                } else {
                    if (cells[row] == missing_code<Cell>) body(row);
                }
            }
        },
        column.cells);
}

MissingLists missing_lists(const Dataset& rows, std::span<const char> takes_part) {
    MissingLists lists;
    lists.first.assign(rows.rows() + 1, 0);
    const auto for_each_cell = [&](auto&& body) {
        for (std::uint32_t c = 0; c < takes_part.size(); ++c) {
            if (takes_part[c])
                for_each_missing(rows.column(ColumnId(c)), [&](std::size_t row) { body(row, c); });
        }
    };
    for_each_cell([&](std::size_t row, std::uint32_t) { ++lists.first[row + 1]; });
    std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
    lists.columns.resize(lists.first.back());
    std::vector<std::size_t> next(lists.first.begin(), lists.first.end() - 1);
    for_each_cell([&](std::size_t row, std::uint32_t c) { lists.columns[next[row]++] = c; });
    return lists;
}

/// The families that each column is a member of: those of `factors`, then those of `sums`.
struct Membership {
    std::vector<Numbers> families_of;               ///< by column
    std::vector<std::vector<ColumnId>> members_of;  ///< by family

    Membership(std::size_t columns, std::span<const Family> factors, std::span<const Family> sums)
        : families_of(columns) {
        for (const std::span<const Family> families : {factors, sums})
            for (const Family& family : families) add(members(family));
    }

    void add(std::vector<ColumnId> columns) {
        const auto number = static_cast<std::uint32_t>(members_of.size());
        for (const ColumnId column : columns) families_of[column.index()].push_back(number);
        members_of.push_back(std::move(columns));
    }
};

/// Splits missing columns into components that share no family.
class PatternSplitter {
public:
    explicit PatternSplitter(const Membership& membership)
        : membership_(membership), met_by_(membership.members_of.size(), none) {}

    std::vector<Numbers> components(const Numbers& missing) {
        parent_.resize(missing.size());
        std::iota(parent_.begin(), parent_.end(), 0u);
        for_each_family(missing, [&](std::uint32_t i, std::uint32_t family) {
            if (met_by_[family] == none) met_by_[family] = i;
            parent_[root(i)] = root(met_by_[family]);
        });
        for_each_family(missing, [&](auto, std::uint32_t family) { met_by_[family] = none; });
        std::map<std::uint32_t, Numbers> by_root;
        for (std::uint32_t i = 0; i < missing.size(); ++i) by_root[root(i)].push_back(missing[i]);
        std::vector<Numbers> found;
        for (auto& [ignored, columns] : by_root) found.push_back(std::move(columns));
        return found;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    template <class Body>
    void for_each_family(const Numbers& missing, Body&& body) const {
        for (std::uint32_t i = 0; i < missing.size(); ++i)
            for (const std::uint32_t family : membership_.families_of[missing[i]]) body(i, family);
    }

    std::uint32_t root(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    const Membership& membership_;
    Numbers met_by_;  ///< per family the first missing member met, between calls none
    Numbers parent_;
};

/// The families that a component touches, and the known columns among their members.
class PatternMaker {
public:
    PatternMaker(const Dataset& rows, const Membership& membership, std::span<const Family> factors,
                 std::span<const Family> sums)
        : rows_(rows),
          schema_(rows.schema()),
          membership_(membership),
          factors_(factors),
          sums_(sums) {}

    HiddenPattern make(const Numbers& component) const {
        Numbers touched;
        for (const std::uint32_t column : component) {
            const Numbers& families = membership_.families_of[column];
            touched.insert(touched.end(), families.begin(), families.end());
        }
        std::ranges::sort(touched);
        touched.erase(std::ranges::unique(touched).begin(), touched.end());
        HiddenPattern pattern;
        pattern.members = members_of(component, touched);
        const auto first_sum = std::ranges::lower_bound(touched, factors_.size());
        Numbers sums(first_sum, touched.end());
        for (std::uint32_t& sum : sums) sum -= static_cast<std::uint32_t>(factors_.size());
        pattern.layout = lay_out_pattern(pattern.members, schema_, factors_, sums_,
                                         std::span(touched.begin(), first_sum), sums);
        return pattern;
    }

    double question_work() const {
        return question_work_per_variable * static_cast<double>(factors_.size());
    }

    /// All that some rows miss, as a question to the engine.
    HiddenPattern make_question(const Numbers& missing) const {
        HiddenPattern pattern = make(missing);
        Numbers all(membership_.members_of.size()), untouched;
        std::iota(all.begin(), all.end(), 0u);
        for (std::uint32_t f = 0; f < factors_.size(); ++f) {
            const bool is_touched = std::ranges::any_of(
                pattern.layout.factors, [&](const auto& factor) { return factor.family == f; });
            if (!is_touched) untouched.push_back(f);
        }
        Numbers sums;
        for (const PatternFamily& sum : pattern.layout.sums) sums.push_back(sum.family);
        pattern.members = members_of(missing, all);
        pattern.layout =
            lay_out_pattern(pattern.members, schema_, factors_, sums_, untouched, sums);
        pattern.asks_engine = true;
        return pattern;
    }

    /// Gathers what the rows know, and makes one case of those that agree.
    void add_cases(HiddenPattern& pattern, const Numbers& rows) const {
        gather(pattern, rows);
        const std::span<const double> weights = rows_.weights();
        std::vector<std::uint32_t> order(rows.size());
        std::iota(order.begin(), order.end(), 0u);
        const auto key = [&](std::uint32_t i) {
            return std::pair(
                std::span(pattern.codes_of(i), pattern.members.known_discrete.size()),
                std::span(pattern.values_of(i), pattern.members.known_continuous.size()));
        };
        const auto is_less = [&](std::uint32_t a, std::uint32_t b) {
            const auto [codes_a, values_a] = key(a);
            const auto [codes_b, values_b] = key(b);
            const auto codes = std::lexicographical_compare_three_way(
                codes_a.begin(), codes_a.end(), codes_b.begin(), codes_b.end());
            return codes != 0 ? codes < 0
                              : std::ranges::lexicographical_compare(values_a, values_b);
        };
        std::ranges::sort(order, is_less);
        HiddenPattern merged{pattern.members, pattern.layout, pattern.asks_engine, {}, {}, {}};
        for (std::size_t i = 0; i < order.size(); ++i) {
            const double weight = weights.empty() ? 1 : weights[rows[order[i]]];
            if (i == 0 || is_less(order[i - 1], order[i])) {
                const auto [codes, values] = key(order[i]);
                merged.codes.insert(merged.codes.end(), codes.begin(), codes.end());
                merged.values.insert(merged.values.end(), values.begin(), values.end());
                merged.weights.emplace_back();
            }
            merged.weights.back() += WeightSum::of(weight);
        }
        pattern = std::move(merged);
    }

private:
    PatternMembers members_of(const Numbers& component, const Numbers& touched) const {
        PatternMembers members;
        std::vector<ColumnId> known;
        for (const std::uint32_t family : touched)
            for (const ColumnId column : membership_.members_of[family])
                if (!std::ranges::binary_search(component, column.value)) known.push_back(column);
        std::ranges::sort(known);
        known.erase(std::ranges::unique(known).begin(), known.end());
        for (const std::uint32_t c : component)
            (schema_[c].is_discrete() ? members.hidden_discrete : members.hidden_continuous)
                .push_back(ColumnId(std::size_t{c}));
        for (const ColumnId column : known)
            (schema_[column.index()].is_discrete() ? members.known_discrete
                                                   : members.known_continuous)
                .push_back(column);
        return members;
    }

    void gather(HiddenPattern& pattern, const Numbers& rows) const {
        const std::size_t width = pattern.members.known_discrete.size();
        pattern.codes.resize(rows.size() * width);
        for (std::size_t k = 0; k < width; ++k) {
            visit_codes(rows_.column(pattern.members.known_discrete[k]), [&](const auto& codes) {
                for (std::size_t i = 0; i < rows.size(); ++i)
                    pattern.codes[i * width + k] = codes[rows[i]];
            });
        }
        const std::size_t numbers = pattern.members.known_continuous.size();
        pattern.values.resize(rows.size() * numbers);
        for (std::size_t k = 0; k < numbers; ++k) {
            const auto& cells =
                std::get<RealCells>(rows_.column(pattern.members.known_continuous[k]).cells);
            for (std::size_t i = 0; i < rows.size(); ++i)
                pattern.values[i * numbers + k] = cells[rows[i]];
        }
    }

    const Dataset& rows_;
    std::vector<Variable> schema_;
    const Membership& membership_;
    std::span<const Family> factors_, sums_;
};

/// Collects the rows of each pattern.
class PatternCollector {
public:
    PatternCollector(const Membership& membership, const PatternMaker& maker,
                     const PatternLimits& limits)
        : finder_(membership), maker_(maker), limits_(limits) {}

    void add(std::uint32_t row, Numbers missing) {
        limits_.stop.check();
        const auto [found, is_new] = patterns_of_.try_emplace(std::move(missing));
        if (is_new) found->second = patterns_for(found->first);
        for (const auto pattern : found->second) pattern->second.rows.push_back(row);
    }

    /// The patterns to be listed first, then the questions.
    std::vector<HiddenPattern> patterns() && {
        std::vector<HiddenPattern> patterns;
        for (Known* const known : {&listed_, &asked_}) {
            for (auto& [columns, found] : *known) {
                if (found.rows.empty()) continue;
                limits_.stop.check();
                take(-bytes_of(found.pattern));
                patterns.push_back(std::move(found.pattern));
                maker_.add_cases(patterns.back(), found.rows);
                take(bytes_of(patterns.back()));
            }
        }
        return patterns;
    }

private:
    struct PatternRows {
        HiddenPattern pattern;
        Numbers rows;
    };
    using Known = std::map<Numbers, PatternRows>;  ///< by missing columns

    void take(double bytes) {
        bytes_ += bytes;
        if (bytes_ <= limits_.max_bytes) return;
        throw TooLargeError(
            "the rows miss " + std::to_string(patterns_of_.size()) +
                " different sets of cells or more, which need more than the " +
                to_text(std::ceil(limits_.max_bytes / 0x1p20), 6) + " MB that are left for them",
            {}, "leave out columns with missing values, or raise Fit::max_fit_bytes");
    }

    /// The pattern of these columns, which `make()` makes where it is not known.
    template <class Make>
    Known::iterator pattern_in(Known& known, const Numbers& columns, Make&& make) {
        const auto [place, is_new] = known.try_emplace(columns);
        if (!is_new) return place;
        place->second.pattern = make();
        take(bytes_of(place->second.pattern));
        return place;
    }

    std::vector<Known::iterator> patterns_for(const Numbers& missing) {
        std::vector<Known::iterator> found;
        bool asks_engine = false;
        for (const Numbers& component : finder_.components(missing)) {
            const auto place =
                pattern_in(listed_, component, [&] { return maker_.make(component); });
            asks_engine |= place->second.pattern.work_per_case() > maker_.question_work();
            found.push_back(place);
        }
        if (!asks_engine) return found;
        const auto place =
            pattern_in(asked_, missing, [&] { return maker_.make_question(missing); });
        const bool is_discrete = std::ranges::all_of(
            place->second.pattern.layout.sums,
            [](const PatternFamily& family) { return family.continuous.empty(); });
        if (is_discrete) return {place};
        take(-bytes_of(place->second.pattern));
        asked_.erase(place);
        return found;
    }

    PatternSplitter finder_;
    const PatternMaker& maker_;
    const PatternLimits& limits_;
    double bytes_ = 0;  ///< of all patterns
    Known listed_, asked_;
    std::map<Numbers, std::vector<Known::iterator>> patterns_of_;  ///< by the row's missing columns
};

}  // namespace

double HiddenPattern::work_per_case() const {
    if (asks_engine) {
        const std::size_t columns = members.hidden_discrete.size() +
                                    members.hidden_continuous.size() +
                                    members.known_discrete.size() + members.known_continuous.size();
        return question_work_per_variable * static_cast<double>(columns);
    }
    const double hidden = static_cast<double>(members.hidden_continuous.size());
    const double families = static_cast<double>(layout.factors.size() + layout.sums.size());
    return layout.joint_cells * (families * (1 + hidden * hidden) + hidden * hidden * hidden);
}

std::vector<HiddenPattern> find_hidden_patterns(const Dataset& rows,
                                                std::span<const Family> factors,
                                                std::span<const Family> sums,
                                                const PatternLimits& limits) {
    std::vector<char> takes_part(rows.columns().size(), 0);
    for (const Family& family : factors) takes_part[family.child.index()] = 1;
    const MissingLists missing = missing_lists(rows, takes_part);
    const Membership membership(rows.columns().size(), factors, sums);
    const PatternMaker maker(rows, membership, factors, sums);
    PatternCollector collector(membership, maker, limits);
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        if (missing.first[row] == missing.first[row + 1]) continue;
        if (!rows.weights().empty() && !(rows.weights()[row] > 0)) continue;
        collector.add(static_cast<std::uint32_t>(row), missing.of(row));
    }
    return std::move(collector).patterns();
}

}  // namespace pgm::learners::detail
