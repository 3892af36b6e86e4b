#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/inference/evidence_columns.hpp>

#include <deque>
#include <string_view>
#include <vector>

namespace pgm::detail {

/// The columns of a classifier's features in a table of data, aligned (ColumnAlignment) and
/// discretised. Refers to the data, which must live as long.
struct FeatureColumns {
    ColumnAlignment alignment;
    std::deque<Column> discretised;
    std::vector<const Column*> columns;  ///< one per feature; null if there is none

    FeatureColumns(const Classifier& classifier, const Dataset& data, UnseenPolicy policy);
};

/// The evidence for one member. After alignment, codes are the member's state numbers.
EvidenceColumns evidence_for(const BayesianNetwork& network, const Classifier& classifier,
                             const FeatureColumns& features, std::size_t rows);

/// The column of a feature; null if there is none.
const Column* column_named(const Classifier& classifier, const FeatureColumns& features,
                           std::string_view name);

/// Throws ArgumentError where the data have no feature's column.
void require_a_feature(const AlignmentReport& report, const Classifier& classifier);

}  // namespace pgm::detail
