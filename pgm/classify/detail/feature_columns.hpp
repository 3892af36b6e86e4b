#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/inference/evidence_columns.hpp>

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace pgm::detail {

/// One column per feature of a classifier of networks, in their order; null where the feature is
/// not observed. Codes are the state numbers of the networks.
using ObservedColumns = std::span<const Column* const>;

/// The columns of a classifier's features in a data set, aligned (ColumnAlignment), cut into
/// its intervals, and with what replaces missing values. Columns that match as they are are not
/// copied, so the data must live as long.
struct FeatureColumns {
    ColumnAlignment alignment;
    std::deque<Column> prepared_columns;
    std::vector<const Column*> columns;  ///< ObservedColumns

    /// `first_row` as in PredictOptions. Throws the errors of ColumnAlignment, and ArgumentError
    /// when no feature has a column.
    FeatureColumns(const NetworkClassifier& classifier, const Dataset& data, UnseenPolicy policy,
                   std::size_t first_row);
};

/// The evidence for the networks: the cells of `count` rows from `first` on, not copied.
EvidenceColumns evidence_for(const NetworkClassifier& classifier, ObservedColumns columns,
                             std::size_t first, std::size_t count);

}  // namespace pgm::detail
