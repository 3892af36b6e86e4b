#pragma once

#include <learners/search/arc_confidence.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

namespace pgm::learners {

/// The classifier with replicates of its networks (BayesianNetwork::replicates()), each fitted with
/// its own choices (options_of()) to rows that are drawn again, with replacement, from those of its
/// fit. Then the intervals of its answers are theirs, and have the doubts about its structure in
/// them.
///
/// Cut points, columns that were left out and the temperature stay those of the classifier, so that
/// all answer the same questions. Stopped before all have been fitted, it has those that have. The
/// same seed gives the same replicates, whatever the threads.
///
/// Throws ArgumentError for an ensemble, whose predictions have no joint distribution, and where a
/// replicate has other variables or networks than the classifier, as one may that selects features;
/// else what fit() and bootstrap() throw.
Classifier with_bootstrap(const Classifier& classifier, const Dataset& data,
                          const Bootstrap& bootstrap, const SearchControl& control = {});

}  // namespace pgm::learners
