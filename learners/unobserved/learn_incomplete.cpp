#include <learners/unobserved/learn_incomplete.hpp>

#include <learners/em/structural_em.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/unobserved/detail/drawn_structure.hpp>
#include <learners/unobserved/known_cells_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

void require_values(const Dataset& data) {
    for (const std::string& remark : empty_column_remarks(data))
        throw ArgumentError(remark, "leave the column out");
}

LearnedFromIncomplete from_complete_rows(const Dataset& data, const StructureLearning& learning,
                                         const SearchControl& control) {
    LearnedFromIncomplete learned{.rows = complete_rows(data)};
    learned.structure = learn_structure(*learned.rows, learning, control);
    return learned;
}

/// Regressions have no rows that are expected or drawn.
void require_no_regressions(const StructureLearning& learning, MissingCellsInSearch treatment) {
    if (!learning.continuous_parents || treatment == MissingCellsInSearch::complete) return;
    throw ArgumentError(
        "where numbers may be parents of states, missing values cannot be treated "
        "by '" +
            format(treatment) + "'",
        "--missing-cells complete");
}

/// Refuses what structural EM cannot do before it begins.
void require_expectations(const Dataset& data, const StructureLearning& learning) {
    const char* const hint = "--missing-cells draw";
    if (!std::holds_alternative<BicScore>(learning.score))
        throw ArgumentError(
            "missing values by 'em' maximise the expected bic, not " + format(learning.score),
            hint);
    if (std::holds_alternative<Pc>(learning.algorithm) ||
        std::holds_alternative<Mmhc>(learning.algorithm))
        throw ArgumentError("'" + format(learning.algorithm) +
                                "' asks tests, which have no expected counts: missing values "
                                "cannot be treated by 'em'",
                            hint);
    for (const Column& column : data.columns())
        if (!column.is_discrete())
            throw ArgumentError("missing values by 'em' are for discrete columns, and '" +
                                    printable(column.name()) + "' is continuous",
                                hint);
}

LearnedFromIncomplete by_expectation(const Dataset& data, const StructureLearning& learning,
                                     const IncompleteLearning& options,
                                     const SearchControl& control) {
    require_expectations(data, learning);
    check_constraints(learning.constraints, data);
    detail::SearchWatch watch(control);
    const SearchAlgorithm algorithm = detail::with_few_starts(learning.algorithm);
    const auto search = [&](const DecomposableScore& score) {
        return learn_structure(SearchCriteria(score), algorithm, learning.constraints, watch.rest())
            .dag;
    };
    const Dag no_arcs(data.columns().size(), learning.constraints.required);
    Fit fit{.structure = UserDefined(no_arcs, data.schema()),
            .smoothing = MaximumLikelihood{},
            .missing_cells = MissingCells::em,
            .threads = watch.threads()};
    fit.em.seed = options.seed;
    const StructuralEmResult found = structural_em(data, fit, search, {}, watch.rest());
    return {.structure = {.dag = found.network.dag(),
                          .score = found.bic.back(),
                          .partial = found.partial},
            .rounds = found.bic.size() - 1,
            .settled = found.converged};
}

/// The class that tests of the rows that have their columns leave, with the score of known cells.
LearnedStructure tested(const Dataset& data, const StructureLearning& learning,
                        const IncompleteLearning& options, const SearchControl& control) {
    LearnedStructure found = learn_structure(data, learning, control);
    if (!found.partial)
        found.score = known_cells_scores(data, found.dag, {{learning.score}}, options.seed,
                                         {.threads = control.threads, .stop = control.stop})
                          .front();
    return found;
}

}  // namespace

bool has_missing_cells(const Dataset& data) {
    return std::ranges::any_of(data.columns(),
                               [](const Column& column) { return column.missing_cells() > 0; });
}

Dataset complete_rows(const Dataset& data) {
    std::vector<char> is_complete(data.rows(), 1);
    for (const Column& column : data.columns())
        for (std::size_t row = 0; row < data.rows() && column.missing_cells() > 0; ++row)
            if (column.is_missing(row)) is_complete[row] = 0;
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < data.rows(); ++row)
        if (is_complete[row]) rows.push_back(static_cast<std::uint32_t>(row));
    if (rows.empty())
        throw ArgumentError("every row has a missing value, so no complete row is left",
                            "--missing-cells draw, or leave out the columns with most missing "
                            "cells");
    return data.select_rows(rows);
}

std::string missing_cells_remark(const Dataset& data, MissingCellsInSearch treatment) {
    std::size_t missing = 0;
    for (const Column& column : data.columns()) missing += column.missing_cells();
    if (missing == 0) return {};
    const std::string head =
        std::to_string(missing) + (missing == 1 ? " cell is missing: " : " cells are missing: ");
    switch (treatment) {
        case MissingCellsInSearch::draw:
            return head +
                   "drawn given the known cells of their rows, which is right where these explain "
                   "why cells are missing";
        case MissingCellsInSearch::em:
            return head +
                   "counted in expectation, which is right where the known cells of their rows "
                   "explain why cells are missing";
        case MissingCellsInSearch::complete:
            return head + "rows that have some are left out, " +
                   std::to_string(complete_rows(data).rows()) + " of " +
                   std::to_string(data.rows()) +
                   " are left, which is right where cells are missing by chance alone";
        case MissingCellsInSearch::sum:
            break;
    }
    return head +
           "a test takes the rows that have its columns, which is right where cells are missing by "
           "chance alone";
}

MissingCellsInSearch default_missing_cells(const Dataset& data, const SearchAlgorithm& algorithm) {
    const bool can_test = std::holds_alternative<Pc>(algorithm) &&
                          std::ranges::all_of(data.columns(), &Column::is_discrete);
    return can_test ? MissingCellsInSearch::sum : MissingCellsInSearch::draw;
}

LearnedFromIncomplete learn_incomplete(const Dataset& data, const StructureLearning& learning,
                                       const IncompleteLearning& options,
                                       const SearchControl& control) {
    if (!has_missing_cells(data)) return {.structure = learn_structure(data, learning, control)};
    require_values(data);
    const MissingCellsInSearch treatment =
        options.missing_cells.value_or(default_missing_cells(data, learning.algorithm));
    require_no_regressions(learning, treatment);
    LearnedFromIncomplete learned;
    switch (treatment) {
        case MissingCellsInSearch::draw:
            learned = detail::drawn_structure(data, learning, options, control);
            break;
        case MissingCellsInSearch::complete:
            learned = from_complete_rows(data, learning, control);
            break;
        case MissingCellsInSearch::em:
            learned = by_expectation(data, learning, options, control);
            break;
        case MissingCellsInSearch::sum:
            learned.structure = tested(data, learning, options, control);
            break;
    }
    learned.missing_cells = treatment;
    return learned;
}

}  // namespace pgm::learners
