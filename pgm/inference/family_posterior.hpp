#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// P(X, parents of X | e) of every discrete variable X of a network: the answer of
/// InferenceEngine::families().
///
/// The posteriors of the families are the expected counts of a table in a row with the evidence e,
/// hence the E-step of expectation maximisation; and the derivatives of log P(e) with respect to
/// the cells of the tables are these probabilities divided by the cells (Darwiche 2003). One
/// backward pass gives them all, where a question about each family would be a run by itself.
///
/// Only cells that are positive are listed; a family that the evidence determines has one. Cells
/// are numbered as in the variable's TableCpd: parents first, the variable itself fastest. A
/// variable that was set by do() has no table, so its range is meaningless. Where the evidence is
/// impossible, log_evidence is -inf and there are no cells.
struct FamilyPosteriors {
    struct Cell {
        std::size_t cell;  ///< of the table of the variable
        double probability;
    };

    double log_evidence = 0;         ///< log P(e), natural logarithm
    std::vector<std::size_t> first;  ///< by variable, into `cells`; one more at the end
    std::vector<Cell> cells;

    std::span<const Cell> of(VariableId variable) const {
        return std::span(cells).subspan(first[variable.index()],
                                        first[variable.index() + 1] - first[variable.index()]);
    }
};

}  // namespace pgm
