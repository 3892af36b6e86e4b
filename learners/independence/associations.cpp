#include <learners/independence/associations.hpp>

#include <learners/independence/detail/contingency.hpp>
#include <learners/independence/detail/paired_columns.hpp>
#include <learners/independence/detail/row_permutations.hpp>
#include <learners/independence/detail/tails.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/family_counter.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>

namespace pgm::learners {
namespace {

/// The least share of a sum of squares that is left: a rounding error. Less would make F infinite.
constexpr double least_residual = std::numeric_limits<double>::epsilon();

/// The columns that are paired, ascending.
std::vector<ColumnId> paired_columns(const Dataset& data, const AssociationOptions& options) {
    std::vector<ColumnId> columns = options.columns;
    if (columns.empty())
        for (std::size_t i = 0; i < data.columns().size(); ++i) columns.emplace_back(i);
    if (options.with && std::ranges::find(columns, *options.with) == columns.end())
        columns.push_back(*options.with);
    std::ranges::sort(columns);
    if (!columns.empty() && columns.back().index() >= data.columns().size())
        throw ArgumentError("associations of a column that is not there: there are " +
                            std::to_string(data.columns().size()));
    if (const auto twice = std::ranges::adjacent_find(columns); twice != columns.end())
        throw ArgumentError("the column '" + printable_word(data.column(*twice).name()) +
                            "' is named twice");
    if (columns.size() < 2)
        throw ArgumentError("associations are those of two columns or more, not of " +
                            std::to_string(columns.size()));
    return columns;
}

/// The columns as a table without rows of weight 0, which have no rank.
Dataset counted_rows(const Dataset& data, std::span<const ColumnId> columns) {
    const Dataset narrowed = data.view().select_columns(columns);
    if (std::ranges::find(data.weights(), 0.0) == data.weights().end()) return narrowed;
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < data.rows(); ++row)
        if (data.weights()[row] > 0) rows.push_back(static_cast<std::uint32_t>(row));
    return narrowed.select_rows(rows);
}

AssociationTest test_of(const Column& a, const Column& b, bool ranks) {
    if (a.is_discrete() && b.is_discrete()) return AssociationTest::g2;
    if (a.is_discrete() == b.is_discrete())
        return ranks ? AssociationTest::spearman : AssociationTest::pearson;
    return ranks ? AssociationTest::kruskal_wallis : AssociationTest::anova;
}

/// The sums of the states that occur.
std::vector<std::uint64_t> occurring(const std::vector<std::uint64_t>& sums) {
    std::vector<std::uint64_t> some;
    std::ranges::copy_if(sums, std::back_inserter(some), [](std::uint64_t n) { return n > 0; });
    return some;
}

/// Cochran's rule, see AssociationResult::has_small_counts.
bool are_small(const std::vector<std::uint64_t>& of_a, std::vector<std::uint64_t> of_b,
               double rows) {
    constexpr double least = 1, enough = 5, most_below_enough = 0.2;
    std::ranges::sort(of_b);
    std::size_t below = 0;
    for (const std::uint64_t a : of_a) {
        const auto expected = [&](std::uint64_t b) {
            return static_cast<double>(a) * static_cast<double>(b) / rows;
        };
        if (expected(of_b.front()) < least) return true;
        below += static_cast<std::size_t>(std::ranges::lower_bound(of_b, enough, {}, expected) -
                                          of_b.begin());
    }
    return static_cast<double>(below) >=
           most_below_enough * static_cast<double>(of_a.size() * of_b.size());
}

/// Tests of two discrete columns by their table of counts.
class CountTests {
public:
    CountTests(const AssociationOptions& options, const Dataset& data)
        : options_(options),
          log_factorial_(options.permutations ? static_cast<std::uint64_t>(total_weight(data))
                                              : 0) {}

    void test(std::span<const detail::CellCount> cells, std::size_t a_states, std::size_t b_states,
              Association& pair) const {
        std::vector<std::uint64_t> of_a(a_states, 0), of_b(b_states, 0);
        for (const auto& [a, b, count] : cells) {
            of_a[a] += count;
            of_b[b] += count;
        }
        of_a = occurring(of_a);
        of_b = occurring(of_b);
        const TestResult g2 = result_of(G2{}, cells, a_states, b_states);
        pair.rows = g2.rows;
        if (!(g2.degrees_of_freedom > 0)) return;
        const double chi_square = result_of(X2{}, cells, a_states, b_states).statistic;
        const double states = static_cast<double>(std::min(of_a.size(), of_b.size()));
        pair.result = {.statistic = g2.statistic,
                       .degrees_of_freedom = g2.degrees_of_freedom,
                       .p = g2.p,
                       .strength = std::min(1.0, std::sqrt(chi_square / (g2.rows * (states - 1)))),
                       .has_small_counts = are_small(of_a, of_b, g2.rows)};
        if (pair.result->has_small_counts && options_.permutations)
            permute(cells, std::move(of_a), std::move(of_b), *pair.result);
    }

private:
    TestResult result_of(const TestStatistic& statistic, std::span<const detail::CellCount> cells,
                         std::size_t a_states, std::size_t b_states) const {
        detail::ContingencyTest test(statistic, log_factorial_, a_states, b_states);
        test.add(cells);
        return test.result();
    }

    void permute(std::span<const detail::CellCount> cells, std::vector<std::uint64_t> of_a,
                 std::vector<std::uint64_t> of_b, AssociationResult& result) const {
        detail::PermutationTest permutations(log_factorial_);
        permutations.add(std::move(of_a), std::move(of_b));
        double observed = 0;
        for (const detail::CellCount& cell : cells) observed += detail::n_log_n(cell.count);
        result.p = permutations.p(observed, *options_.permutations, options_.seed);
        result.has_small_counts = false;
    }

    const AssociationOptions& options_;
    detail::LogFactorials log_factorial_;
};

/// Pairs, by their numbers among all, in lists of those with the same key.
template <class KeyOf>
std::vector<std::vector<std::size_t>> pairs_by(std::span<const Association> pairs,
                                               std::span<const std::size_t> some,
                                               const KeyOf& key_of) {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> lists;
    for (const std::size_t i : some) lists[key_of(pairs[i])].push_back(i);
    std::vector<std::vector<std::size_t>> result;
    for (auto& [key, list] : lists) result.push_back(std::move(list));
    return result;
}

/// Pairs that are being tested.
struct PairTests {
    const Dataset& data;
    const AssociationOptions& options;
    std::vector<Association> pairs = {};
    std::vector<char> is_reached = {};  ///< by pair

    /// Tests lists of pairs with `test(list)`, on several threads, until a stop is requested.
    template <class Test>
    void run(const std::vector<std::vector<std::size_t>>& lists, const Test& test) {
        parallel_for(lists.size(), options.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end && !options.stop.requested(); ++i) {
                test(lists[i]);
                for (const std::size_t pair : lists[i]) is_reached[pair] = 1;
            }
        });
    }
};

/// The key of pairs with the same first column.
std::pair<std::size_t, std::size_t> line_of(const Association& pair) {
    return {pair.first.index(), 0};
}

/// The key of pairs of few columns, which stay in the nearest memory.
std::pair<std::size_t, std::size_t> tile_of(const Association& pair) {
    constexpr std::size_t side = 8;
    return {pair.first.index() / side, pair.second.index() / side};
}

/// Tests pairs of discrete columns that have the first one in common. A table of more cells than
/// are counted one by one has its rows sorted.
void test_line(const FamilyCounter& counter, const CountTests& tests,
               std::span<const std::size_t> line, std::span<Association> pairs) {
    const ColumnId a = pairs[line.front()].first;
    const auto states = [&](ColumnId id) {
        return counter.data().column(id).variable.cardinality();
    };
    std::vector<std::size_t> dense;
    std::vector<ColumnId> candidates;
    std::vector<detail::CellCount> cells;
    for (const std::size_t i : line) {
        const ColumnId b = pairs[i].second;
        if (states(b) <= FamilyRuns::always_complete / states(a)) {
            dense.push_back(i);
            candidates.push_back(b);
            continue;
        }
        counter.count_pairs(
            a, b, counter.configurations({}), [&](std::span<const FamilyCounts::CountedCell> some) {
                cells.clear();
                for (const auto& [cell, weight] : some)
                    cells.push_back({cell % states(a), cell / states(a), weight.whole()});
                tests.test(cells, states(a), states(b), pairs[i]);
            });
    }
    counter.count_additions(a, {}, candidates, [&](std::size_t i, const FamilyRuns& runs) {
        cells.clear();
        for (std::size_t cell = 0; cell < runs.counts().size(); ++cell)
            if (runs.counts()[cell] > 0)
                cells.push_back({cell % states(a), cell / states(a), runs.counts()[cell]});
        tests.test(cells, states(a), states(candidates[i]), pairs[dense[i]]);
    });
}

void test_counts(PairTests& all, std::span<const std::size_t> chosen) {
    if (chosen.empty()) return;
    const FamilyCounter counter(all.data, all.options.threads);
    const CountTests tests(all.options, all.data);
    all.run(pairs_by(all.pairs, chosen, line_of),
            [&](std::span<const std::size_t> line) { test_line(counter, tests, line, all.pairs); });
}

void set_result(const detail::PairScatter& scatter, Association& pair) {
    pair.rows = scatter.rows;
    if (!(scatter.rows > 2) || !(scatter.first > 0) || !(scatter.second > 0)) return;
    const double r = std::clamp(
        scatter.product / std::sqrt(scatter.first) / std::sqrt(scatter.second), -1.0, 1.0);
    const double freedom = scatter.rows - 2,
                 share = std::max((1 - std::abs(r)) * (1 + std::abs(r)), least_residual);
    pair.result = {.statistic = r,
                   .degrees_of_freedom = freedom,
                   .p = detail::f_upper_tail(share, 1, freedom),
                   .strength = std::abs(r)};
}

void set_result(const detail::GroupScatter& scatter, Association& pair) {
    pair.rows = scatter.rows;
    const double total = scatter.between + scatter.within,
                 within = scatter.rows - static_cast<double>(scatter.groups);
    if (scatter.groups < 2 || !(total > 0)) return;
    const double between = static_cast<double>(scatter.groups - 1);
    AssociationResult result{.degrees_of_freedom = between,
                             .strength = std::sqrt(scatter.between / total)};
    if (pair.test == AssociationTest::kruskal_wallis) {
        result.statistic = (scatter.rows - 1) * (scatter.between / total);
        result.p = detail::chi_square_upper_tail(result.statistic, between);
    } else {
        if (!(within > 0)) return;
        const double share = std::max(scatter.within / total, least_residual);
        result.statistic = scatter.between / total / between / (share / within);
        result.residual_degrees_of_freedom = within;
        result.p = detail::f_upper_tail(share, between, within);
    }
    pair.result = result;
}

/// The columns of pairs that have numbers, made ready.
struct ReadyColumns {
    std::vector<std::optional<detail::ReadyNumbers>> numbers;
    std::vector<std::optional<detail::GroupedRows>> groups;

    ReadyColumns(const Dataset& data, const AssociationOptions& options,
                 std::span<const std::size_t> chosen, std::span<const Association> pairs)
        : numbers(data.columns().size()), groups(data.columns().size()) {
        std::vector<bool> used(data.columns().size(), false);
        for (const std::size_t i : chosen)
            used[pairs[i].first.index()] = used[pairs[i].second.index()] = true;
        parallel_for(used.size(), options.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Column& column = data.column(ColumnId(i));
                if (used[i] && column.is_discrete()) groups[i] = detail::grouped_rows(column);
                if (used[i] && !column.is_discrete())
                    numbers[i] = detail::ready_numbers(column, data.weights(), options.ranks);
            }
        });
    }

    /// The scatters of two complete columns are computed with those of others.
    std::optional<detail::NumberPair> complete(const Association& pair) const {
        const auto &a = numbers[pair.first.index()], &b = numbers[pair.second.index()];
        if (!a || !b || !a->is_complete || !b->is_complete) return std::nullopt;
        return detail::NumberPair(&*a, &*b);
    }

    void test(detail::PairScatters& scatters, Association& pair) const {
        const std::size_t a = pair.first.index(), b = pair.second.index();
        if (numbers[a] && numbers[b])
            set_result(scatters.of(*numbers[a], *numbers[b]), pair);
        else
            set_result(numbers[a] ? scatters.of(*numbers[a], *groups[b])
                                  : scatters.of(*numbers[b], *groups[a]),
                       pair);
    }

    void test(std::span<const double> weights, std::span<const std::size_t> tile,
              std::span<Association> pairs) const {
        detail::PairScatters scatters(weights);
        std::vector<detail::NumberPair> complete_pairs;
        std::vector<std::size_t> places;
        for (const std::size_t i : tile) {
            if (const auto pair = complete(pairs[i])) {
                complete_pairs.push_back(*pair);
                places.push_back(i);
            } else {
                test(scatters, pairs[i]);
            }
        }
        const auto complete_scatters = detail::scatters_of_complete(complete_pairs, weights);
        for (std::size_t i = 0; i < places.size(); ++i)
            set_result(complete_scatters[i], pairs[places[i]]);
    }
};

/// Of few rows p is that of permutations, or marked.
void judge_rows(const Dataset& data, const AssociationOptions& options, Association& pair) {
    constexpr double few_rows = 20;
    if (!pair.result || pair.rows >= few_rows) return;
    pair.result->has_small_counts = !options.permutations;
    if (options.permutations)
        pair.result->p =
            detail::RowPermutations{options.ranks, *options.permutations, options.seed}.p(
                data.column(pair.first), data.column(pair.second), data.weights());
}

void test_numbers(PairTests& all, std::span<const std::size_t> chosen) {
    const ReadyColumns columns(all.data, all.options, chosen, all.pairs);
    all.run(pairs_by(all.pairs, chosen, tile_of), [&](std::span<const std::size_t> tile) {
        columns.test(all.data.weights(), tile, all.pairs);
        for (const std::size_t i : tile) judge_rows(all.data, all.options, all.pairs[i]);
    });
}

void set_rates(std::span<Association> pairs) {
    std::vector<double> p;
    for (const Association& pair : pairs)
        if (pair.result) p.push_back(pair.result->p);
    const std::vector<double> q = benjamini_hochberg(p);
    auto next = q.begin();
    for (Association& pair : pairs)
        if (pair.result) pair.result->q = *next++;
}

}  // namespace

std::string_view name_of(AssociationTest test) {
    constexpr std::array<std::string_view, 5> names = {"g2", "pearson", "anova", "spearman",
                                                       "kruskal-wallis"};
    return names[static_cast<std::size_t>(test)];
}

std::vector<Association> associations(const Dataset& data, const AssociationOptions& options) {
    const std::vector<ColumnId> columns = paired_columns(data, options);
    if (!FamilyCounter::can_count(data))
        throw ArgumentError("associations count rows, and the weights are not whole numbers",
                            "leave the weights out, or scale them to numbers of rows");
    const Dataset rows = counted_rows(data, columns);
    PairTests all{rows, options};
    std::vector<std::size_t> of_counts, of_numbers;
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = i + 1; j < columns.size(); ++j) {
            if (options.with && columns[i] != *options.with && columns[j] != *options.with)
                continue;
            const ColumnId a(i), b(j);
            const AssociationTest test = test_of(rows.column(a), rows.column(b), options.ranks);
            (test == AssociationTest::g2 ? of_counts : of_numbers).push_back(all.pairs.size());
            all.pairs.push_back({a, b, test});
        }
    all.is_reached.resize(all.pairs.size(), 0);
    test_counts(all, of_counts);
    test_numbers(all, of_numbers);
    std::vector<Association> pairs;
    for (std::size_t i = 0; i < all.pairs.size(); ++i) {
        if (!all.is_reached[i]) continue;
        Association& pair = pairs.emplace_back(std::move(all.pairs[i]));
        pair.first = columns[pair.first.index()];
        pair.second = columns[pair.second.index()];
    }
    set_rates(pairs);
    return pairs;
}

std::vector<double> benjamini_hochberg(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
    std::vector<double> q(p.size());
    double least = 1;
    for (std::size_t rank = p.size(); rank > 0; --rank) {
        const std::size_t i = order[rank - 1];
        least = std::min(least, p[i] * static_cast<double>(p.size()) / static_cast<double>(rank));
        q[i] = least;
    }
    return q;
}

}  // namespace pgm::learners
