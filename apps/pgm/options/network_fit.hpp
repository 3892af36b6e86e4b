#pragma once

#include <apps/pgm/options/fit_choices.hpp>
#include <learners/fit/fit_network.hpp>

namespace pgm::apps {

/// True if the structure is that of a network, not a rule that makes one of a class.
bool is_written_out(const learners::Estimator& estimator);

/// A network without a class: the tables of a given network, with its states, or of a structure
/// that is written out, which the choice must be.
learners::FittedNetwork fitted_network(const Dataset& data, const NamedChoice& choice,
                                       const learners::SearchControl& control);

}  // namespace pgm::apps
