#pragma once

#include <pgm/data/dataset.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace pgm::learners {

/// Calls `take` with one part of the data after the other, all with the same schema; one call of
/// the source is one pass over all of them.
using ChunkSource = std::function<void(const std::function<void(const Dataset& chunk)>& take)>;

/// Data that learners take exact sums of (pgm/data/statistics.hpp), in as many passes as they need:
/// a table in memory, or parts of one that does not fit into memory. The sums, and hence what is
/// learned, are the same bits either way.
///
/// It differs from a Dataset in that its rows need not be there at once; what needs all of them at
/// once (cut points that are learned, left-out rows in folds, expectation maximisation) asks for
/// table() and refuses parts.
class CountSource {
public:
    /// A table in memory, which must live as long.
    CountSource(const Dataset& table) : table_(&table) {}
    /// Data in parts that have the columns of `schema`.
    CountSource(std::vector<Variable> schema, ChunkSource parts)
        : schema_(std::move(schema)), parts_(std::move(parts)) {}

    std::vector<Variable> schema() const { return table_ != nullptr ? table_->schema() : schema_; }
    /// The table; null where the data come in parts.
    const Dataset* table() const { return table_; }
    /// One pass.
    void for_each_part(const std::function<void(const Dataset& part)>& take) const {
        table_ != nullptr ? take(*table_) : parts_(take);
    }

private:
    const Dataset* table_ = nullptr;
    std::vector<Variable> schema_;  ///< of parts
    ChunkSource parts_;
};

}  // namespace pgm::learners
