#pragma once

#include <learners/independence/linear_relations.hpp>
#include <learners/search/constraints.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace pgm::learners {

/// The columns that a search for a structure does without, since they are linear functions of
/// others (linear_relations()), and their way back into its result.
///
/// A family of such a column and those that determine it has no density: scores refuse it and would
/// call the columns independent, and a test given the one finds no dependence on the others. So the
/// search runs on the other columns, and a determined column then gets arcs from those that
/// determine it, and no other but for required ones. The DAG is one of the true class all the same:
/// a function of its parents is independent of everything given them.
///
/// Any column of a relation can be the determined one; it is the last in the table whose arcs the
/// constraints allow and that has no required arc to another column. A relation to more columns
/// than a variable may have parents is only reported: no family can hold it, so its columns stay in
/// the search.
///
/// A column of numbers that does not vary has no density either and is independent of all, as
/// happens in resampled tables. It is taken out, too, and stays alone, unless it has required arcs.
class DeterminedColumns {
public:
    /// `most_parents` is a limit of the search beside that of the constraints. Throws what
    /// AllowedArcs throws, and ArgumentError that names the columns where constraints leave a
    /// relation no determined column.
    DeterminedColumns(const Dataset& data, const Constraints& constraints,
                      std::size_t most_parents = std::numeric_limits<std::size_t>::max());

    /// All relations, whether their columns are taken out or stay.
    const std::vector<LinearRelation>& relations() const { return relations_; }
    /// The columns taken out, ascending.
    const std::vector<ColumnId>& taken_out() const { return taken_out_; }

    /// The table of the search, and what is known of its columns.
    Dataset others(const Dataset& data) const;
    Constraints constraints_of_others() const;

    /// The DAG of all columns to one of the others.
    Dag with_determined(const Dag& dag) const;

    /// The constraints on all columns, the arcs of the determined ones required.
    Constraints constraints_of_all() const;

private:
    void find(const Dataset& data, std::size_t most_parents);
    void take_out_constants(const Dataset& data);
    bool is_taken_out(ColumnId column) const;
    std::vector<Arc> arcs_of_determined() const;

    std::size_t size_ = 0;
    Constraints constraints_;
    std::vector<LinearRelation> relations_;
    std::vector<ColumnId> taken_out_;
    std::vector<ColumnId> others_;
};

}  // namespace pgm::learners
