#include <learners/score/data_score.hpp>

#include <learners/estimate/detail/density/column_spread.hpp>
#include <learners/estimate/detail/log_gamma.hpp>
#include <learners/estimate/detail/threshold_estimation.hpp>
#include <learners/score/detail/column_entropies.hpp>
#include <learners/score/detail/gaussian_score.hpp>
#include <learners/score/detail/table_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/family_counter.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::learners {
namespace {

constexpr double unscored = -infinity;

bool is_bge(const Score& score) {
    return std::holds_alternative<BgeScore>(score);
}

/// True if it is defined for continuous children.
bool scores_continuous(const Score& score) {
    return is_bge(score) || std::holds_alternative<LogLikelihoodScore>(score) ||
           std::holds_alternative<AicScore>(score) || std::holds_alternative<BicScore>(score) ||
           std::holds_alternative<ExtendedBicScore>(score);
}

/// The spread of numbers that are not all the same, to rounding and about one of them, which tells
/// whether their variance is a double. NaN is a missing value.
detail::ColumnSpread rough_spread(std::span<const double> cells, double center) {
    double largest = 0, sum = 0, squares = 0, count = 0;
    const auto for_each = [&](auto&& body) {
        // A quarter of each, so that no difference overflows.
        for (const double cell : cells)
            if (!std::isnan(cell)) body(cell / 4 - center / 4);
    };
    for_each([&](double x) { largest = std::max(largest, std::abs(x)); });
    for_each([&](double x) {
        sum += x / largest;
        squares += x / largest * (x / largest);
        ++count;
    });
    const double mean = sum / count, sd = std::sqrt(std::max(squares / count - mean * mean, 0.0));
    return {.weight = count,
            .mean = center,
            .variance = 4 * largest * sd * (4 * largest * sd),
            .is_constant = false};
}

void check_continuous(const Column& column, const Score& score) {
    const std::string name = "column '" + printable(column.name()) + "'";
    if (!scores_continuous(score))
        throw ArgumentError(
            "the score " + format(score) + " is for discrete columns, and " + name +
                " is continuous",
            "bic, ebic, aic, loglik and bge score both; or cut the column into intervals");
    const RealCells& cells = std::get<RealCells>(column.cells);
    std::optional<double> first;
    for (const double cell : cells) {
        if (std::isnan(cell)) continue;
        if (first && *first != cell)
            return detail::require_variance_in_range(rough_spread(cells, cell), column.name());
        first = cell;
    }
    throw ArgumentError(name + (first ? " has the same value in every row" : " has no values") +
                            ", so its density cannot be scored",
                        "leave the column out");
}

void check(const Dataset& data, const Score& score, const DataScoreOptions& options) {
    const bool is_shard = static_cast<bool>(options.exchange);
    if (data.columns().empty() || (data.rows() == 0 && !is_shard))
        throw ArgumentError("a score needs a table with at least one column and one row");
    for (const Column& column : data.columns())
        if (!column.is_discrete()) check_continuous(column, score);
    if (is_bge(score) && options.continuous_parents)
        throw ArgumentError(
            "the score bge has no marginal likelihood for states whose parents are numbers",
            "bic, ebic, aic and loglik score these, too");
}

/// True if any shard has missing cells.
bool has_missing_cells(const Dataset& data, const CountExchange& exchange) {
    std::uint64_t missing = 0;
    for (const Column& column : data.columns()) missing += column.missing_cells();
    if (exchange) exchange.add({&missing, 1});
    return missing > 0;
}

std::vector<ColumnId> columns_of(std::span<const VariableId> variables) {
    std::vector<ColumnId> columns;
    columns.reserve(variables.size());
    for (const VariableId variable : variables) columns.emplace_back(variable.index());
    return columns;
}

}  // namespace

struct DataScore::Parts {
    Parts(const Dataset& table, const Score& wanted, const DataScoreOptions& chosen,
          std::shared_ptr<const FamilyCounter> counts)
        : data(table),
          score(wanted),
          options(chosen),
          is_complete(!has_missing_cells(table, chosen.exchange)),
          counter(std::move(counts)),
          tables(wanted, counter->weight()) {
        const bool has_continuous = std::ranges::any_of(
            table.columns(), [](const Column& column) { return !column.is_discrete(); });
        if (chosen.continuous_parents) schema = table.schema();
        for (std::size_t c = 0; c < schema.size(); ++c) all_columns.emplace_back(c);
        if (has_continuous) gaussian.emplace(table, wanted, chosen.threads, chosen.max_kept_bytes);
    }

    const Variable& variable(VariableId id) const { return data.columns()[id.index()].variable; }
    bool is_discrete(VariableId id) const { return variable(id).is_discrete(); }

    /// The configurations of the discrete ones, or nothing beyond the limits: of a table with the
    /// child's states, where it has some.
    std::optional<std::size_t> configurations(VariableId child,
                                              std::span<const VariableId> parents) const {
        std::optional<std::size_t> count = 1;
        const std::size_t states = std::max<std::size_t>(variable(child).cardinality(), 1);
        for (const VariableId parent : parents) {
            if (is_discrete(parent)) count = checked_mul(*count, variable(parent).cardinality());
            if (!count) return std::nullopt;
        }
        const std::optional<std::size_t> cells = checked_mul(*count, states);
        return cells && *cells <= options.limits.max_table_cells ? count : std::nullopt;
    }

    /// True if all members are discrete.
    bool is_table(VariableId child, std::span<const VariableId> parents) const {
        return is_discrete(child) &&
               std::ranges::all_of(parents, [&](VariableId id) { return is_discrete(id); });
    }

    double score_table(VariableId child, std::size_t parents, const FamilyRuns& counts,
                       std::size_t configurations) const {
        const double value = tables(counts, static_cast<double>(configurations),
                                    static_cast<double>(variable(child).cardinality())) -
                             size_penalty(parents);
        return std::isnan(value) ? unscored : value;
    }

    /// The score of a discrete child with continuous parents. Its penalty is that of a table with
    /// as many parameters.
    double score_threshold(VariableId child, std::span<const VariableId> parents,
                           std::size_t configurations) const {
        if (!options.continuous_parents) return unscored;
        detail::ThresholdRows rows({ColumnId(child.index()), columns_of(parents)}, schema);
        rows.add(data, all_columns);
        const auto coefficients =
            static_cast<double>(variable(child).cardinality() + rows.regressors().size());
        const double value = detail::largest_log_likelihood(rows, *options.continuous_parents) +
                             tables.bound(static_cast<double>(configurations), coefficients) -
                             size_penalty(parents.size());
        return std::isnan(value) ? unscored : value;
    }

    /// The penalty of ebic for the number of parents; it never falls with them, so bounds of bic
    /// hold.
    double size_penalty(std::size_t parents) const {
        const auto* const extended = std::get_if<ExtendedBicScore>(&score);
        if (extended == nullptr) return 0;
        const double others = static_cast<double>(data.columns().size()) - 1;
        const double chosen = std::min(static_cast<double>(parents), std::floor(others / 2));
        using detail::log_gamma;
        return extended->gamma *
               (log_gamma(others + 1) - log_gamma(chosen + 1) - log_gamma(others - chosen + 1));
    }

    /// An upper bound of the scores of a family that has more than these configurations, before it
    /// is counted.
    double bound(VariableId child, std::size_t configurations, VariableId added) const {
        const auto more = static_cast<double>(configurations * variable(added).cardinality());
        return tables.bound(more, static_cast<double>(variable(child).cardinality()));
    }
    /// True if the parent, added to any set that has these, raises the log-likelihood by less than
    /// the penalty grows, which grows by at least as much as for these parents alone (Correia,
    /// Cussens and de Campos 2020, section 4).
    bool never_pays(VariableId child, std::span<const VariableId> parents,
                    std::size_t configurations, VariableId added) const {
        // Far more than rounding.
        constexpr double surely = 1 - 1e-9;
        const auto states = static_cast<double>(variable(child).cardinality());
        const double penalty = tables.bound(static_cast<double>(configurations), states) -
                               bound(child, configurations, added);
        // A regression for each state of the parent may gain more than its entropy.
        if (!is_complete || options.continuous_parents || !(penalty > 0)) return false;
        std::call_once(entropies_made, [&] { entropies.emplace(*counter, options.threads); });
        return entropies->bound(added, parents) < penalty * surely;
    }

    /// Rows in which an additional parent is missing do not count, so the configurations that occur
    /// may become fewer where cells are missing.
    double bound(VariableId child, const FamilyRuns& counts, std::size_t configurations) const {
        const auto states = static_cast<double>(variable(child).cardinality());
        return std::min(tables.bound(static_cast<double>(configurations), states),
                        is_complete ? tables.bound(counts, states) : infinity);
    }

    const Dataset& data;
    Score score;
    DataScoreOptions options;
    bool is_complete;
    std::shared_ptr<const FamilyCounter> counter;
    std::vector<Variable> schema;  ///< and the columns, where regressions are scored
    std::vector<ColumnId> all_columns;
    detail::TableScore tables;
    std::optional<detail::GaussianScore> gaussian;
    mutable std::once_flag entropies_made;
    mutable std::optional<detail::ColumnEntropies> entropies;  ///< made under that once_flag
};

DataScore::DataScore(const Dataset& data, const Score& score, const DataScoreOptions& options) {
    check(data, score, options);
    parts_ = std::make_shared<const Parts>(
        data, score, options,
        std::make_shared<const FamilyCounter>(data, options.threads, options.exchange));
}

DataScore::~DataScore() = default;

DataScore DataScore::with(const Score& score) const {
    check(parts_->data, score, parts_->options);
    return DataScore(
        std::make_shared<const Parts>(parts_->data, score, parts_->options, parts_->counter));
}

std::size_t DataScore::variables() const {
    return parts_->data.columns().size();
}

const Score& DataScore::score() const {
    return parts_->score;
}

bool DataScore::is_complete() const {
    return parts_->is_complete;
}

double DataScore::rows() const {
    return static_cast<double>(parts_->counter->weight());
}

double DataScore::family(VariableId child, std::span<const VariableId> parents) const {
    const std::optional<std::size_t> configurations = parts_->configurations(child, parents);
    if (!configurations) return unscored;
    if (!parts_->is_discrete(child))
        return (*parts_->gaussian)(ColumnId(child.index()), columns_of(parents)) -
               parts_->size_penalty(parents.size());
    if (!parts_->is_table(child, parents))
        return parts_->score_threshold(child, parents, *configurations);
    double score = unscored;
    parts_->counter->count(
        ColumnId(child.index()), columns_of(parents), [&](const FamilyRuns& counts) {
            score = parts_->score_table(child, parents.size(), counts, *configurations);
        });
    return score;
}

template <class Take>
void DataScore::count_additions(VariableId child, std::span<const VariableId> parents,
                                std::span<const VariableId> candidates, double worth,
                                Take take) const {
    const std::optional<std::size_t> before = parts_->configurations(child, parents);
    std::vector<ColumnId> counted;
    std::vector<std::size_t> place;  // of counted[i] among the candidates
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (!before || !parts_->is_discrete(candidates[i])) continue;
        const std::optional<std::size_t> cells =
            checked_mul(*before * parts_->variable(child).cardinality(),
                        parts_->variable(candidates[i]).cardinality());
        if (!cells || *cells > parts_->options.limits.max_table_cells) continue;
        if (!(parts_->bound(child, *before, candidates[i]) > worth)) continue;
        if (worth > unscored && parts_->never_pays(child, parents, *before, candidates[i]))
            continue;
        counted.emplace_back(candidates[i].index());
        place.push_back(i);
    }
    parts_->counter->count_additions(ColumnId(child.index()), columns_of(parents), counted,
                                     [&](std::size_t i, const FamilyRuns& counts) {
                                         const std::size_t states =
                                             parts_->variable(candidates[place[i]]).cardinality();
                                         take(place[i], counts, *before * states);
                                     });
}

void DataScore::additions(VariableId child, std::span<const VariableId> parents,
                          std::span<const VariableId> candidates, std::span<double> scores) const {
    if (!parts_->is_table(child, parents))
        return DecomposableScore::additions(child, parents, candidates, scores);
    std::ranges::fill(scores, unscored);
    count_additions(child, parents, candidates, unscored,
                    [&](std::size_t i, const FamilyRuns& counts, std::size_t configurations) {
                        scores[i] =
                            parts_->score_table(child, parents.size() + 1, counts, configurations);
                    });
    if (parts_->options.continuous_parents) add_thresholds(child, parents, candidates, scores);
}

void DataScore::bounded_additions(VariableId child, std::span<const VariableId> parents,
                                  std::span<const VariableId> candidates, double worth,
                                  std::span<double> scores, std::span<double> bounds) const {
    if (!parts_->is_table(child, parents))
        return DecomposableScore::bounded_additions(child, parents, candidates, worth, scores,
                                                    bounds);
    // What is past the limits, or has a continuous parent that none may have, stays so with more.
    std::ranges::fill(scores, unscored);
    std::ranges::fill(bounds, unscored);
    count_additions(child, parents, candidates, worth,
                    [&](std::size_t i, const FamilyRuns& counts, std::size_t configurations) {
                        scores[i] =
                            parts_->score_table(child, parents.size() + 1, counts, configurations);
                        bounds[i] = parts_->bound(child, counts, configurations);
                    });
    if (!parts_->options.continuous_parents) return;
    add_thresholds(child, parents, candidates, scores);
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (!parts_->is_discrete(candidates[i])) bounds[i] = infinity;
}

void DataScore::add_thresholds(VariableId child, std::span<const VariableId> parents,
                               std::span<const VariableId> candidates,
                               std::span<double> scores) const {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (parts_->is_discrete(candidates[i])) continue;
        std::vector<VariableId> more(parents.begin(), parents.end());
        more.insert(std::ranges::upper_bound(more, candidates[i]), candidates[i]);
        scores[i] = family(child, more);
    }
}

double DataScore::free_parameters(VariableId child, std::span<const VariableId> parents) const {
    double configurations = 1, continuous = 0;
    for (const VariableId parent : parents) {
        if (parts_->is_discrete(parent)) {
            configurations *= static_cast<double>(parts_->variable(parent).cardinality());
        } else {
            ++continuous;
        }
    }
    if (!parts_->is_discrete(child)) return configurations * (continuous + 2);
    return configurations *
           (static_cast<double>(parts_->variable(child).cardinality()) - 1 + continuous);
}

ResolvedVariance DataScore::resolved(VariableId child, std::span<const VariableId> parents) const {
    if (parts_->is_discrete(child) || is_bge(parts_->score)) return {};
    const ColumnId column(child.index());
    return {parts_->gaussian->configurations_at_resolution(column, columns_of(parents)),
            parts_->gaussian->resolution(column)};
}

namespace {

template <class FamilyFunction>
double sum_over_families(const Dag& dag, FamilyFunction function) {
    double sum = 0;
    for (std::size_t v = 0; v < dag.size(); ++v) {
        std::vector<VariableId> parents = dag.parents(VariableId(v));
        std::ranges::sort(parents);
        sum += function(VariableId(v), std::span<const VariableId>(parents));
    }
    return sum;
}

}  // namespace

double total(const DecomposableScore& score, const Dag& dag, std::span<const VariableId> without) {
    return sum_over_families(dag, [&](VariableId child, std::span<const VariableId> parents) {
        return std::ranges::find(without, child) == without.end() ? score.family(child, parents)
                                                                  : 0;
    });
}

double free_parameters(const DataScore& score, const Dag& dag) {
    return sum_over_families(dag, [&](VariableId child, std::span<const VariableId> parents) {
        return score.free_parameters(child, parents);
    });
}

}  // namespace pgm::learners
