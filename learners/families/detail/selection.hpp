#pragma once

#include <learners/families/model_structure.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

// Selective k-dependence (Martinez, Webb, Chen and Zaidi 2016, "Scalable learning of Bayesian
// network classifiers") and its counterparts for naive Bayes, TAN, FAN and AODE: the structures of
// Structure::Features::selected.
//
// The features are put in order of I(X; class), the most informative one first. Of the structure
// over all features, every p first ones with at most j parents besides the class are tried: p = 0,
// 1, ..., all; j = 0, ..., K. A feature keeps its parents, in the order in which they were chosen,
// up to the first that is not among the p. A member of aode keeps its super-parent and is there if
// that is. The p and j of the least loss are taken, fewer features and then fewer parents where
// losses are equal, and the structure is that of these p features with at most j parents; it is the
// one that was tried, except that tan and fan then find the best tree among them. The loss is the
// mean of -log P(its class | x), at most 30, over the training rows, each left out of the counts.
//
// All these models share the counts of the largest, so no further pass over the data is needed
// (structures of K = 2 and more make a second one in any case), and update() gives what fitting all
// rows gives. Where the tables of K parents pass the limits on memory, fewer are tried. All
// features must be discrete, and tables smoothed in a way that counts can be taken out of: not by
// floor:E or prior:S.

/// Number of parents that a feature keeps of those in the order in which they were chosen: the
/// first ones, up to one that is not kept or would be one more than `most` besides the class.
/// `is_kept` says which columns are.
template <class IsKept>
std::size_t parents_left(std::span<const ColumnId> as_chosen, std::size_t most, IsKept&& is_kept) {
    std::size_t left = 0, features = 0;
    for (const ColumnId parent : as_chosen) {
        if (parent != class_column && (!is_kept(parent) || ++features > most)) break;
        ++left;
    }
    return left;
}

/// The most parents besides the class that a family of the structures has.
std::size_t most_parents(std::span<const ModelStructure> structures);

/// The structures over the features of `columns` with at most so many parents besides the class.
std::vector<ModelStructure> restricted(std::span<const ModelStructure> structures,
                                       const Columns& columns, std::size_t most);

}  // namespace pgm::learners::detail
