#pragma once

#include <learners/independence/linear_relations.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace pgm::learners::detail {

/// The rows that are drawn: without those that have no known cell or no weight; a row of weight w
/// with missing values becomes w rows, or 64 of whole weights that sum to w.
Dataset rows_to_draw(const Dataset& data);

/// Switches of a draw.
struct CompletionOptions {
    std::uint64_t seed = 0;
    std::size_t threads = 1;
    StopToken stop{};
};

/// The table with its missing values drawn together by a network whose variable i is column i.
/// Where that network is too dense, each cell is drawn given the others as `before` has them; so
/// are the cells of rows that the network calls impossible, kept. Throws Stopped.
Dataset completed(const Dataset& data, const BayesianNetwork& network, const Dataset& before,
                  const CompletionOptions& options);

/// The table with its relations between columns kept: in each row the last missing value among
/// those of a relation, the function itself before the columns that it depends on, is computed from
/// the others, where `table` has all of them. `known` tells which cells are missing.
Dataset with_relations(Dataset table, const Dataset& known,
                       std::span<const LinearRelation> relations);

}  // namespace pgm::learners::detail
