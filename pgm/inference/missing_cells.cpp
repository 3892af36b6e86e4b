#include <pgm/inference/missing_cells.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/detail/owned_cells.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace pgm {

using detail::ChosenRows;
using detail::OwnedCells;
using detail::rows_without_cell;

namespace {

/// A seed for every row: of its cells and of how many rows before it have the same ones.
std::vector<std::uint64_t> row_seeds(const EvidenceColumns& columns, std::uint64_t seed) {
    std::vector<std::uint64_t> seeds(columns.rows, seed);
    for (const auto& [variable, cells] : columns.columns)
        detail::mix_cells(cells, variable.index(), seeds);
    std::unordered_map<std::uint64_t, std::uint64_t> seen;
    for (std::uint64_t& of_row : seeds) of_row = Rng(of_row + Rng(seen[of_row]++)())();
    return seeds;
}

/// The rows to be asked for at a time: their memory is bounded, and the token is polled between two
/// lots.
constexpr std::size_t most_rows = std::size_t{1} << 14;

/// True if every number has one normal distribution given all states.
bool is_normal_given_states(const Model& model) {
    return !model.is_mixture() && std::ranges::all_of(model.network().cpds(), [](const Cpd& cpd) {
        return is_continuous(cpd) ? is_linear_gaussian(cpd) : !has_cuts(cpd);
    });
}

class Drawing {
public:
    /// Without `current` cells a missing one that is not drawn yet is unknown.
    Drawing(const InferenceEngine& engine, const EvidenceColumns& rows,
            const EvidenceColumns* current, const MissingDrawOptions& options)
        : engine_(engine),
          options_(options),
          is_normal_(is_normal_given_states(engine.model())),
          columns_(rows),
          seeds_(row_seeds(rows, options.seed)) {
        if (!current) add_unlisted_states();
        for (std::size_t i = 0; i < columns_.columns.size(); ++i) {
            std::vector<std::uint32_t> to_draw = rows_without_cell(columns_.columns[i].cells);
            if (!to_draw.empty())
                holes_.push_back({.column = i, .rows = std::move(to_draw), .cells = {}});
        }
        for (Hole& hole : holes_) {
            EvidenceCells& cells = columns_.columns[hole.column].cells;
            hole.cells = detail::copy(current ? current->columns[hole.column].cells : cells);
            cells = detail::view(hole.cells);
        }
    }

    std::vector<DrawnCells> run(std::size_t listed) {
        for (const std::size_t i : order()) draw(holes_[i]);
        std::vector<DrawnCells> drawn;
        for (Hole& hole : holes_)
            if (hole.column < listed)
                drawn.push_back({columns_.columns[hole.column].variable, hole.rows,
                                 detail::values_of(hole.cells, hole.rows)});
        return drawn;
    }

private:
    /// A column with missing values; what is known and drawn of it.
    struct Hole {
        std::size_t column;
        std::vector<std::uint32_t> rows;
        OwnedCells cells;
    };

    bool is_discrete(const Hole& hole) const {
        return engine_.network().variable(columns_.columns[hole.column].variable).is_discrete();
    }

    /// States that no row knows are drawn, too, where numbers are drawn given them.
    void add_unlisted_states() {
        const auto has_missing_number = [&](const EvidenceColumn& column) {
            return std::holds_alternative<std::span<const double>>(column.cells) &&
                   !rows_without_cell(column.cells).empty();
        };
        if (!is_normal_ || std::ranges::none_of(columns_.columns, has_missing_number)) return;
        unknown_.assign(columns_.rows, missing_cell<std::uint32_t>);
        for (std::size_t v = 0; v < engine_.network().size(); ++v) {
            const VariableId id(v);
            const bool is_listed =
                std::ranges::find(columns_.columns, id, &EvidenceColumn::variable) !=
                columns_.columns.end();
            if (!is_listed && engine_.network().variable(id).is_discrete())
                columns_.columns.push_back({id, std::span<const std::uint32_t>(unknown_)});
        }
    }

    /// States before numbers, those with few missing cells first.
    std::vector<std::size_t> order() const {
        std::vector<std::size_t> order(holes_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) {
            return std::pair(!is_discrete(holes_[i]), holes_[i].rows.size());
        });
        return order;
    }

    void draw(Hole& hole) {
        for (std::size_t begin = 0; begin < hole.rows.size(); begin += most_rows) {
            options_.stop.check();
            const auto rows =
                std::span(hole.rows).subspan(begin, std::min(most_rows, hole.rows.size() - begin));
            detail::clear(hole.cells, rows);
            const ChosenRows chosen(columns_, rows);
            if (is_discrete(hole))
                draw_states(hole, rows, chosen.found());
            else if (is_normal_)
                draw_normals(hole, rows, chosen.found());
            else
                draw_quantiles(hole, rows, chosen.found());
        }
    }

    Rng generator(const Hole& hole, std::uint32_t row) const {
        const std::uint64_t variable = columns_.columns[hole.column].variable.index();
        return Rng(seeds_[row] + variable);
    }

    VariableId target(const Hole& hole) const { return columns_.columns[hole.column].variable; }

    void draw_states(Hole& hole, std::span<const std::uint32_t> rows,
                     const EvidenceColumns& found) {
        const BatchPosterior batch =
            engine_.marginals(target(hole), found, {.threads = options_.threads});
        const auto states = static_cast<std::size_t>(batch.probabilities.cols());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (batch.log_evidence[i] == -infinity) continue;
            const std::span line(batch.probabilities.data() + i * states, states);
            double left = generator(hole, rows[i]).uniform();
            std::size_t drawn = 0;
            for (std::size_t k = 0; k < states; ++k) {
                if (!(line[k] > 0)) continue;
                drawn = k;
                left -= line[k];
                if (left < 0) break;
            }
            detail::set_state(hole.cells, rows[i], drawn);
        }
    }

    void draw_normals(Hole& hole, std::span<const std::uint32_t> rows,
                      const EvidenceColumns& found) {
        const ContinuousBatchPosterior batch =
            engine_.densities(target(hole), found, {.threads = options_.threads});
        std::vector<double>& numbers = std::get<std::vector<double>>(hole.cells);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (batch.status[i] == PosteriorStatus::impossible) continue;
            Rng rng = generator(hole, rows[i]);
            numbers[rows[i]] = batch.means[i] + batch.sds[i] * detail::standard_normal(rng);
        }
    }

    void draw_quantiles(Hole& hole, std::span<const std::uint32_t> rows,
                        const EvidenceColumns& found) {
        std::vector<double>& numbers = std::get<std::vector<double>>(hole.cells);
        Workspace workspace;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            options_.stop.check();
            const ContinuousPosterior posterior =
                engine_.density(target(hole), evidence_of_row(found, i), workspace);
            if (posterior.impossible()) continue;
            constexpr double half = 0x1.0p-54;  // no probability is 0
            numbers[rows[i]] = posterior.quantile(generator(hole, rows[i]).uniform() + half);
        }
    }

    const InferenceEngine& engine_;
    const MissingDrawOptions& options_;
    bool is_normal_;
    EvidenceColumns columns_;  ///< with what is drawn so far
    std::vector<std::uint64_t> seeds_;
    std::vector<std::uint32_t> unknown_;
    std::vector<Hole> holes_;
};

}  // namespace

std::vector<MissingMarginals> missing_marginals(const InferenceEngine& engine,
                                                const EvidenceColumns& rows,
                                                const BatchOptions& options) {
    validate(rows, engine.network());
    const BatchOptions unscored{.threads = options.threads, .interval = options.interval};
    std::vector<MissingMarginals> marginals;
    std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> places;  // numbers, by rows
    for (const auto& [variable, cells] : rows.columns) {
        std::vector<std::uint32_t> missing = rows_without_cell(cells);
        if (missing.empty()) continue;
        MissingMarginals& of_variable = marginals.emplace_back(variable, std::move(missing));
        if (engine.network().variable(variable).is_discrete())
            of_variable.posterior =
                engine.marginals(variable, ChosenRows(rows, of_variable.rows).found(), unscored);
        else
            places[of_variable.rows].push_back(marginals.size() - 1);
    }
    for (const auto& [missing, alike] : places) {
        std::vector<VariableId> targets;
        for (const std::size_t place : alike) targets.push_back(marginals[place].variable);
        std::vector<ContinuousBatchPosterior> answers =
            engine.densities(targets, ChosenRows(rows, missing).found(), unscored);
        for (std::size_t i = 0; i < alike.size(); ++i)
            marginals[alike[i]].posterior = std::move(answers[i]);
    }
    return marginals;
}

DrawnCells most_probable_cells(const MissingMarginals& missing) {
    DrawnCells cells{missing.variable, missing.rows, {}};
    if (const auto* const numbers = std::get_if<ContinuousBatchPosterior>(&missing.posterior)) {
        auto& means = cells.values.emplace<std::vector<double>>(numbers->means);
        for (std::size_t i = 0; i < means.size(); ++i)
            if (numbers->status[i] != PosteriorStatus::ok) means[i] = std::nan("");
        return cells;
    }
    const RowsByStates& states = std::get<BatchPosterior>(missing.posterior).probabilities;
    auto& chosen = cells.values.emplace<std::vector<std::uint32_t>>();
    for (Eigen::Index row = 0; row < states.rows(); ++row) {
        Eigen::Index best = 0;
        const bool is_possible = states.row(row).maxCoeff(&best) > 0;
        chosen.push_back(is_possible ? static_cast<std::uint32_t>(best)
                                     : missing_cell<std::uint32_t>);
    }
    return cells;
}

std::vector<DrawnCells> draw_missing_cells(const InferenceEngine& engine,
                                           const EvidenceColumns& rows,
                                           const MissingDrawOptions& options) {
    validate(rows, engine.network());
    return Drawing(engine, rows, nullptr, options).run(rows.columns.size());
}

std::vector<DrawnCells> resample_missing_cells(const InferenceEngine& engine,
                                               const EvidenceColumns& rows,
                                               const EvidenceColumns& completed,
                                               const MissingDrawOptions& options) {
    validate(rows, engine.network());
    validate(completed, engine.network());
    const bool fits = completed.rows == rows.rows &&
                      std::ranges::equal(completed.columns, rows.columns, {},
                                         &EvidenceColumn::variable, &EvidenceColumn::variable);
    if (!fits)
        throw ArgumentError("the completed rows have other columns than those with missing values");
    return Drawing(engine, rows, &completed, options).run(rows.columns.size());
}

}  // namespace pgm
