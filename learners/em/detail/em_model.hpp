#pragma once

#include <learners/counting/detail/plan.hpp>
#include <learners/em/detail/e_step.hpp>
#include <learners/estimate/detail/density/column_spread.hpp>
#include <learners/estimate/detail/remarks.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/error.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// The model whose parameters EM learns: the arcs, and the rows in the form that the E-step reads.
/// The hidden variables of a user-defined structure are columns here in which every cell is
/// missing.
struct EmModel {
    FitPlan plan;
    ModelStructure structure;
    Dataset table;  ///< the columns of the plan's schema, cut
    IncompleteRows rows;
    Sums columns;                       ///< of every column by itself
    std::vector<ColumnSpread> spreads;  ///< of what is known, by column
    std::vector<std::string> hidden;    ///< names of the hidden variables
    std::vector<std::string> remarks;

    bool is_hidden(ColumnId column) const;
};

/// The reason for which expectation maximisation cannot honour these choices; null where it can.
std::optional<ArgumentError> objection_to_em(const Fit& options);

/// Decides on columns and arcs as learners::fit() does, arcs that depend on data from the rows with
/// a class; without a class name the structure must be user-defined. Throws ArgumentError,
/// ModelError and TooLargeError as EM's public functions say, and Stopped where `stop` or that of
/// the options says so: before the first network there is no best so far.
EmModel make_em_model(const Dataset& data, std::optional<std::string_view> class_name, Fit options,
                      const StopToken& stop = {});

/// Sums to estimate the network of the first E-step from: those of what is known; for families of
/// which no row knows all members what the columns say by themselves. Tables and means that depend
/// on a hidden variable are random, or all its states would remain alike; those of initialisations
/// after the first are all random.
Sums starting_sums(const EmModel& model, std::size_t initialisation, std::uint64_t seed);

}  // namespace pgm::learners::detail
