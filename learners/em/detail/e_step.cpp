#include <learners/em/detail/e_step.hpp>

#include <learners/em/detail/pattern_solver.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numbers>

namespace pgm::learners::detail {
namespace {

/// Joint states of the hidden discrete cells of a row that are listed one by one.
constexpr double most_joint_cells = 1 << 22;
/// Multiplications of an iteration: some minutes of one core.
constexpr double most_work = 1e12;
/// Between two questions whether to go on.
constexpr std::chrono::milliseconds round_time(200);

std::string names_of(std::span<const ColumnId> columns, std::span<const Variable> schema) {
    constexpr std::size_t most_names = 6;
    std::string names;
    for (std::size_t i = 0; i < std::min(columns.size(), most_names); ++i)
        names += (i > 0 ? ", " : "") + in_quotes(schema[columns[i].index()].name());
    return columns.size() > most_names
               ? names + ", ... (" + std::to_string(columns.size()) + " columns)"
               : names;
}

void require_feasible(std::span<const HiddenPattern> patterns, std::span<const Variable> schema) {
    double work = 0;
    for (const HiddenPattern& pattern : patterns) {
        if (pattern.asks_engine) continue;
        const double hidden = static_cast<double>(pattern.members.hidden_continuous.size());
        if (pattern.layout.joint_cells * (1 + hidden * hidden) > most_joint_cells) {
            throw TooLargeError(
                "the missing values of " + names_of(pattern.members.hidden_discrete, schema) +
                    ", which are missing together in some row, have " +
                    to_text(pattern.layout.joint_cells, 3) + " joint states; the limit is " +
                    to_text(most_joint_cells / (1 + hidden * hidden), 7),
                {}, "leave columns out, or give hidden variables fewer states");
        }
        work += pattern.work_per_case() * static_cast<double>(pattern.cases());
    }
    if (work > most_work) {
        throw TooLargeError("an iteration would take " + to_text(work, 3) +
                                " multiplications; the limit is " + to_text(most_work, 3),
                            {}, "give hidden variables fewer states, or take fewer rows");
    }
}

[[noreturn]] void refuse_impossible(const std::string& subject) {
    throw ArgumentError(subject + " has probability zero under the network",
                        "smooth the tables (laplace:1), and give every class a prior above 0");
}

/// Some cases of a pattern, which one thread solves.
struct Slice {
    std::uint32_t pattern;
    std::size_t begin, end;
};

/// All cases in slices of moderate work.
struct Schedule {
    std::vector<Slice> slices;
    std::vector<std::size_t> first_case;  ///< by pattern
    std::size_t cases = 0;
};

Schedule schedule_of(std::span<const HiddenPattern> patterns) {
    constexpr double work_per_slice = 1e5;
    Schedule schedule;
    for (std::uint32_t p = 0; p < patterns.size(); ++p) {
        schedule.first_case.push_back(schedule.cases);
        schedule.cases += patterns[p].cases();
        const double each = patterns[p].work_per_case();
        // How long the engine takes depends on the network, too.
        const auto step = patterns[p].asks_engine
                              ? std::size_t{1}
                              : static_cast<std::size_t>(std::max(1.0, work_per_slice / each));
        for (std::size_t begin = 0; begin < patterns[p].cases(); begin += step) {
            const std::size_t end = std::min(begin + step, patterns[p].cases());
            schedule.slices.push_back({p, begin, end});
        }
    }
    return schedule;
}

/// The sum over all shares of the work.
ExactSum sum_of_shares(const ExactSum& of_share, const CountExchange& exchange) {
    std::vector<std::uint64_t> sent = {of_share.limbs().size(),
                                       static_cast<std::uint64_t>(of_share.first_limb())};
    sent.insert(sent.end(), of_share.limbs().begin(), of_share.limbs().end());
    const std::vector<std::uint64_t> all = exchange.join(sent);
    ExactSum sum;
    for (auto next = all.begin(); next != all.end();) {
        const auto limbs = static_cast<std::ptrdiff_t>(*next++);
        const auto first_limb = static_cast<int>(static_cast<std::int64_t>(*next++));
        if (limbs > 0) sum += ExactSum::from_limbs({next, next + limbs}, first_limb);
        next += limbs;
    }
    return sum;
}

/// The cases of one share of the work, to whose first one what is known belongs.
class ExpectationRun {
public:
    ExpectationRun(const IncompleteRows& rows, const BayesianNetwork& network, std::size_t threads,
                   const WorkShare& work)
        : rows_(rows),
          work_(work),
          nothing_(rows.known.schema(), rows.sums, rows.limits),
          parameters_(network, rows.factors),
          threads_(thread_count(threads)),
          schedule_(schedule_of(rows.patterns)),
          log_sums_(schedule_.cases),
          total_(work.share == 0 ? rows.known : nothing_, rows.sums) {
        if (std::ranges::any_of(rows.patterns, &HiddenPattern::asks_engine))
            engine_.emplace(network);
    }

    /// False when `proceed` said no.
    bool run(const std::function<bool()>& proceed) {
        for (std::size_t begin = 0; begin < schedule_.slices.size();) {
            if (proceed && !proceed()) return false;
            begin = solve(begin);
        }
        return true;
    }

    Expectation result() const {
        ExactSum sum;
        std::size_t number = 0;
        for (const HiddenPattern& pattern : rows_.patterns) {
            for (const WeightSum weight : pattern.weights) {
                const double log = log_sums_[number++];
                if (!std::isfinite(log))
                    refuse_impossible("a row, whatever its missing values are,");
                sum.add_product(weight.value(), log);
            }
        }
        Sums sums = total_.with_known(rows_.limits);
        if (!work_.exchange) return {std::move(sums), sum.value()};
        return {work_.exchange.merge(sums), sum_of_shares(sum, work_.exchange).value()};
    }

private:
    /// One slice after the other goes to whichever thread is free, until the time of the round is
    /// over. Sums are exact, so it matters neither which nor when. The slice to go on with.
    std::size_t solve(std::size_t begin) {
        const std::size_t end = schedule_.slices.size();
        const auto is_over = [start = StopToken::Clock::now()] {
            return StopToken::Clock::now() - start > round_time;
        };
        std::atomic<std::size_t> next = begin;
        parallel_for(std::min(threads_, end - begin), threads_, [&](std::size_t, std::size_t) {
            PatternSolver solver(parameters_, engine_ ? &*engine_ : nullptr);
            ExpectedSums sums(rows_.known, rows_.sums);
            for (std::size_t i = next++; i < end; i = is_over() ? end : next++) {
                if (!work_.has(i)) continue;
                const Slice& slice = schedule_.slices[i];
                solver.solve(
                    rows_.patterns[slice.pattern], slice.begin,
                    std::span(log_sums_).subspan(schedule_.first_case[slice.pattern] + slice.begin,
                                                 slice.end - slice.begin),
                    sums);
            }
            const std::scoped_lock lock(merging_);
            total_.merge(sums);
        });
        return std::min(next.load(), end);
    }

    const IncompleteRows& rows_;
    const WorkShare& work_;
    Sums nothing_;  ///< in place of what is known, but for the first share
    FactorParameters parameters_;
    std::optional<InferenceEngine> engine_;
    std::size_t threads_;
    Schedule schedule_;
    std::vector<double> log_sums_;  ///< by case
    ExpectedSums total_;
    std::mutex merging_;
};

double log_likelihood_of_table(const FamilyCounts& counts, std::span<const double> cells) {
    double sum = 0;
    counts.for_each(
        [&](std::size_t cell, WeightSum weight) { sum += weight.value() * std::log(cells[cell]); });
    return sum;
}

/// The mean squared residual about the regression line from exact means and covariances, so that it
/// is right at any offset.
double mean_squared_residual(const FamilyMoments& moments, std::size_t g,
                             const LinearGaussianCpd::Row& row) {
    const std::size_t child = row.slopes.size();
    double offset = moments.mean(g, child) - row.intercept;
    double squares = moments.covariance(g, child, child);
    for (std::size_t i = 0; i < child; ++i) {
        offset -= row.slopes[i] * moments.mean(g, i);
        squares -= 2 * row.slopes[i] * moments.covariance(g, child, i);
        for (std::size_t j = 0; j < child; ++j)
            squares += row.slopes[i] * row.slopes[j] * moments.covariance(g, i, j);
    }
    return offset * offset + std::max(squares, 0.0);
}

double log_likelihood_of_gaussian(const FamilyMoments& moments, const Cpd& cpd) {
    double sum = 0;
    for (std::size_t g = 0; g < moments.configurations(); ++g) {
        if (moments.weight(g).is_zero()) continue;
        const LinearGaussianCpd::Row& row = *regression(cpd, g);
        sum -= 0.5 * moments.weight(g).value() *
               (std::log(2 * std::numbers::pi * row.variance) +
                mean_squared_residual(moments, g, row) / row.variance);
    }
    return sum;
}

/// The contribution of the rows that know a family whole.
double log_likelihood_of_factor(const IncompleteRows& rows, const BayesianNetwork& network,
                                std::size_t f) {
    const Family& family = rows.factors[f];
    const Cpd& cpd = network.cpd(VariableId(f));
    if (const TableCpd* const table = as_table(cpd))
        return log_likelihood_of_table(rows.known.counts(family), table->table().values());
    // EM learns no other kinds.
    return is_linear_gaussian(cpd) ? log_likelihood_of_gaussian(rows.known.moments(family), cpd)
                                   : 0;
}

}  // namespace

IncompleteRows split_rows(const Dataset& rows, std::span<const Family> factors,
                          std::span<const Family> sums, const Fit& options,
                          double max_pattern_bytes) {
    IncompleteRows split{
        {factors.begin(), factors.end()}, {sums.begin(), sums.end()}, {}, {}, options.limits};
    split.known = Sums(rows.schema(), split.sums, options.limits);
    split.patterns = find_hidden_patterns(rows, factors, sums, {max_pattern_bytes, options.stop});
    require_feasible(split.patterns, rows.schema());
    split.known.add(rows, options.threads, options.stop);
    return split;
}

std::optional<Expectation> expect(const IncompleteRows& rows, const BayesianNetwork& network,
                                  std::size_t threads, const std::function<bool()>& proceed,
                                  const WorkShare& work) {
    double known = 0;
    for (std::size_t f = 0; f < rows.factors.size(); ++f) {
        const double log = log_likelihood_of_factor(rows, network, f);
        if (!std::isfinite(log))
            refuse_impossible("a known cell of " +
                              in_quotes(network.variable(VariableId(f)).name()) +
                              ", given those of its parents,");
        known += log;
    }
    ExpectationRun run(rows, network, threads, work);
    if (!run.run(proceed)) return std::nullopt;
    Expectation expectation = run.result();
    expectation.log_likelihood += known;
    return expectation;
}

FamilyCounts expected_counts(const Dataset& rows, std::span<const Family> factors,
                             const BayesianNetwork& network, const Family& family,
                             const Limits& limits) {
    IncompleteRows split{{factors.begin(), factors.end()}, {family}, {}, {}, limits};
    split.known = Sums(rows.schema(), split.sums, limits);
    split.known.add(rows);
    std::vector<std::uint32_t> incomplete;
    for (std::uint32_t row = 0; row < rows.rows(); ++row) {
        const auto has_none = [&](ColumnId column) { return rows.column(column).is_missing(row); };
        if (has_none(family.child) || std::ranges::any_of(family.parents, has_none))
            incomplete.push_back(row);
    }
    split.patterns = find_hidden_patterns(rows.select_rows(incomplete), factors, split.sums);
    std::erase_if(split.patterns,
                  [](const HiddenPattern& pattern) { return pattern.layout.sums.empty(); });
    require_feasible(split.patterns, rows.schema());
    const WorkShare alone;
    ExpectationRun run(split, network, 1, alone);
    run.run({});
    return run.result().sums.counts(family);
}

double log_likelihood_of_known(const IncompleteRows& rows, const BayesianNetwork& network) {
    double sum = 0;
    for (std::size_t f = 0; f < rows.factors.size(); ++f)
        sum += log_likelihood_of_factor(rows, network, f);
    return sum;
}

}  // namespace pgm::learners::detail
