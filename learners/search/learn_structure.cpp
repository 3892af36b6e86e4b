#include <learners/search/learn_structure.hpp>

#include <learners/independence/data_test.hpp>
#include <learners/score/data_score.hpp>
#include <learners/score/decomposable_score.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

const IndependenceTest& test_of(const SearchCriteria& criteria, const SearchAlgorithm& algorithm) {
    if (criteria.test == nullptr)
        throw ArgumentError(
            "'" + format(algorithm) + "' asks tests of independence, and none was given",
            "SearchCriteria(score, *data_test(data, G2{}))");
    return *criteria.test;
}

/// The structure with its total score; a search that was stopped has that of the required arcs.
LearnedStructure with_score(const LearnedClass& found, const DecomposableScore& score) {
    return {.dag = found.dag, .score = total(score, found.dag), .partial = found.partial};
}

bool asks_tests(const SearchAlgorithm& algorithm) {
    return std::holds_alternative<Mmhc>(algorithm) || std::holds_alternative<Pc>(algorithm);
}

/// True if a search climbs from arc to arc or from class to class: it comes back to families, and
/// so do later starts.
bool asks_again(const SearchAlgorithm& algorithm) {
    return std::holds_alternative<HillClimbing>(algorithm) ||
           std::holds_alternative<Boss>(algorithm) || std::holds_alternative<Tabu>(algorithm);
}

/// The search over orders that it is or begins with; null where there is none.
Boss* orders_of(SearchAlgorithm& algorithm) {
    if (auto* const exact = std::get_if<Exact>(&algorithm)) return &exact->beginning;
    return std::get_if<Boss>(&algorithm);
}

/// True if a search scores so many families that making equal rows one before pays.
bool asks_much(const SearchAlgorithm& algorithm) {
    return std::holds_alternative<Boss>(algorithm) || std::holds_alternative<Exact>(algorithm);
}

const WordTable<SearchAlgorithm>& search_algorithm_words() {
    static const auto words =
        WordTable<SearchAlgorithm>("search algorithm")
            .alternative<HillClimbing>("hc", "hill climbing over DAGs, one arc at a time")
            .alternative<Tabu>("tabu", "the same, beyond local optima")
            .alternative<Ges>("ges", "equivalence classes, one edge at a time")
            .alternative<Boss>("boss", "orders of variables, equivalence classes")
            .alternative<Exact>("exact", "all DAGs; a few dozen variables")
            .alternative<ChowLiuTree>("chow-liu", "forests")
            .alternative<Mmhc>("mmhc", "DAGs of the arcs that tests of independence leave")
            .alternative<Pc>("pc", "the class that tests of independence leave");
    return words;
}

}  // namespace

SearchAlgorithm parse_search_algorithm(std::string_view word) {
    return search_algorithm_words().parse(word);
}

std::string format(const SearchAlgorithm& algorithm) {
    return search_algorithm_words().format(algorithm);
}

LearnedStructure learn_structure(const SearchCriteria& criteria, const SearchAlgorithm& algorithm,
                                 const Constraints& constraints, const SearchControl& control) {
    const DecomposableScore& score = *criteria.score;
    return std::visit(
        Overloaded{
            [&](const HillClimbing& options) {
                return hill_climbing(score, constraints, control, options);
            },
            [&](const Tabu& options) { return tabu_search(score, constraints, control, options); },
            [&](const Ges& options) {
                return greedy_equivalence_search(score, constraints, control, options);
            },
            [&](const Boss& options) { return boss(score, constraints, control, options); },
            [&](const Exact& options) {
                return exact_search(score, constraints, control, options);
            },
            [&](const ChowLiuTree& options) {
                return chow_liu_tree(score, constraints, control, options);
            },
            [&](const Mmhc& options) {
                return max_min_hill_climbing(score, test_of(criteria, algorithm), constraints,
                                             control, options);
            },
            [&](const Pc& options) {
                return with_score(pc(test_of(criteria, algorithm), constraints, control, options),
                                  score);
            }},
        algorithm);
}

namespace {

bool has_numbers(const Dataset& data) {
    return std::ranges::any_of(data.columns(),
                               [](const Column& column) { return !column.is_discrete(); });
}

/// The starts of Boss: many where rows and variables are few and each takes milliseconds, one
/// restart where they are many and most of the gain comes from the first. None where there are no
/// more rows than columns of numbers: regressions then fit to rounding, which takes many digits to
/// compare, and there is no optimum worth searching for.
std::size_t affordable_restarts(const Dataset& data, std::size_t rows) {
    const auto numbers = std::ranges::count_if(
        data.columns(), [](const Column& column) { return !column.is_discrete(); });
    if (rows <= static_cast<std::size_t>(numbers)) return 0;
    constexpr double pairs_of_all_starts = 5e8, most = 60;
    const auto columns = static_cast<double>(data.columns().size());
    const double pairs = static_cast<double>(rows) * columns * columns;
    return static_cast<std::size_t>(std::clamp(pairs_of_all_starts / pairs, 1.0, most));
}

/// Hash value of a row of discrete columns, the same in every process.
std::uint64_t hash_of(const Dataset& data, std::size_t row) {
    std::uint64_t hash = 0;
    for (const Column& column : data.columns()) {
        const std::optional<StateId> state = column.state(row);
        hash += state ? state->index() + 1 : 0;
        hash = (hash ^ hash >> 31) * 0x9E3779B97F4A7C15;  // the multiplier of Fibonacci hashing
        hash ^= hash >> 29;
    }
    return hash;
}

void make_different(std::vector<std::uint64_t>& hashes) {
    std::ranges::sort(hashes);
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

/// affordable_restarts() for all shards, by the rows that merge_equal_rows() would leave of them.
/// Hash values are counted instead of rows: two of n rows share one with probability n^2 / 2^65.
/// They are sent only where their number matters.
std::size_t affordable_restarts(const Dataset& shard, const CountExchange& exchange) {
    std::vector<std::uint64_t> different;
    for (std::size_t row = 0; row < shard.rows(); ++row)
        if (shard.weights().empty() || shard.weights()[row] > 0)
            different.push_back(hash_of(shard, row));
    make_different(different);
    std::uint64_t rows = shard.rows();
    exchange.add({&rows, 1});
    const std::uint64_t of_shard = different.size();
    const std::size_t fewest = std::ranges::max(exchange.join({&of_shard, 1}));
    if (affordable_restarts(shard, fewest) == affordable_restarts(shard, rows))
        return affordable_restarts(shard, rows);
    different = exchange.join(different);
    make_different(different);
    return affordable_restarts(shard, different.size() <= rows / 2 ? different.size() : rows);
}

/// The constraints, and unless regressions are scored no arc from a column of numbers to a discrete
/// one, which searches among equivalence classes must know beforehand.
Constraints with_kinds(const StructureLearning& learning, const Dataset& data) {
    Constraints constraints = learning.constraints;
    if (learning.continuous_parents) return constraints;
    for (std::size_t from = 0; from < data.columns().size(); ++from)
        for (std::size_t to = 0; to < data.columns().size(); ++to)
            if (!data.columns()[from].is_discrete() && data.columns()[to].is_discrete())
                constraints.forbidden.push_back({VariableId(from), VariableId(to)});
    return constraints;
}

/// The families whose scores have the memory to be remembered.
std::size_t families_within(const StructureLearning& learning) {
    // More where hardly two families share all parents but one.
    constexpr double bytes_per_family = 12.5;
    return static_cast<std::size_t>(static_cast<double>(learning.max_kept_bytes) /
                                    bytes_per_family);
}

/// Sums over available cases would count missing values for arcs (MissingCellsInSearch).
void require_complete(const DataScore& score, const SearchAlgorithm& algorithm) {
    if (score.is_complete() || std::holds_alternative<Pc>(algorithm)) return;
    throw ArgumentError("'" + format(algorithm) +
                            "' sums scores over the rows that have the columns of a family, and "
                            "missing values would count for arcs",
                        "learn_incomplete() with draw, complete or em");
}

/// The search itself, among columns of which none is a function of others.
LearnedStructure search(const Dataset& data, const StructureLearning& learning,
                        const SearchControl& control) {
    SearchAlgorithm algorithm = learning.algorithm;
    const std::optional<Dataset> merged =
        asks_much(algorithm) ? merge_equal_rows(data) : std::nullopt;
    const Dataset& counted = merged ? *merged : data;
    if (Boss* const boss = orders_of(algorithm); boss != nullptr && !boss->restarts) {
        boss->restarts = control.exchange ? affordable_restarts(data, control.exchange)
                                          : affordable_restarts(data, counted.rows());
        if (has_numbers(data)) boss->least_gain = std::log(total_weight(data)) / 2;
    }
    const DataScore score(counted, learning.score,
                          {.threads = control.threads,
                           .exchange = control.exchange,
                           .continuous_parents = learning.continuous_parents,
                           .max_kept_bytes = learning.max_kept_bytes});
    require_complete(score, algorithm);
    if (!learning.constraints.required.empty() && !std::holds_alternative<Pc>(algorithm)) {
        std::vector<std::string_view> names;
        for (const Column& column : data.columns()) names.push_back(column.name());
        detail::require_finite_score(score, Dag(names.size(), learning.constraints.required),
                                     names);
    }
    const Constraints constraints = with_kinds(learning, data);
    const auto by = [&](const SearchCriteria& criteria) {
        return learn_structure(criteria, algorithm, constraints, control);
    };
    if (std::holds_alternative<ChowLiuTree>(algorithm)) {
        LearnedStructure tree = by(score.with(LogLikelihoodScore{}));
        tree.score = total(score, tree.dag);
        return tree;
    }
    if (asks_tests(algorithm)) {
        const TestStatistic statistic = learning.test.value_or(default_statistic(data));
        return by({score, *data_test(data, statistic, control.threads)});
    }
    if (asks_again(algorithm)) return by(CachedScore(score, families_within(learning)));
    return by(score);
}

/// A test given the parts of a total finds nothing left of it, however many parents are allowed.
void require_testable(const Dataset& data, const DeterminedColumns& determined) {
    for (const LinearRelation& relation : determined.relations())
        if (!std::ranges::binary_search(determined.taken_out(), relation.column))
            throw ArgumentError(linear_relation_remark(relation, data) +
                                    "; these are more than the largest number of parents, so "
                                    "tests cannot do without it",
                                "leave it out, or allow more parents");
}

}  // namespace

DeterminedColumns determined_columns(const Dataset& data, const StructureLearning& learning) {
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    const bool is_tree = std::holds_alternative<ChowLiuTree>(learning.algorithm);
    DeterminedColumns determined(data, learning.constraints, is_tree ? 1 : any);
    if (asks_tests(learning.algorithm)) require_testable(data, determined);
    return determined;
}

LearnedStructure learn_structure(const Dataset& data, const StructureLearning& learning,
                                 const SearchControl& control) {
    check_constraints(learning.constraints, data, learning.continuous_parents.has_value());
    const DeterminedColumns determined = determined_columns(data, learning);
    LearnedStructure learned;
    if (determined.taken_out().empty()) {
        learned = search(data, learning, control);
    } else {
        StructureLearning of_others = learning;
        of_others.constraints = determined.constraints_of_others();
        if (!of_others.test) of_others.test = default_statistic(data);
        learned = search(determined.others(data), of_others, control);
        learned.dag = determined.with_determined(learned.dag);
    }
    learned.relations = determined.relations();
    return learned;
}

}  // namespace pgm::learners
