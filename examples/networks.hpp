#pragma once

#include <pgm/model/network.hpp>

/// The networks of the textbook examples that are drawn by hand, as values: for their pages, for
/// tests, to play with. What is learned from data is in classifiers.hpp.
namespace pgm::examples {

BayesianNetwork
/// Pearl 1988, section 2.1; Russell and Norvig, "Artificial Intelligence", burglary and earthquake.
alarm_network();
BayesianNetwork
/// Lauritzen and Spiegelhalter 1988, the chest clinic; the same as examples/data/asia.bif.
asia_network();
BayesianNetwork
cancer_network();  ///< Korb and Nicholson, "Bayesian Artificial Intelligence", lung cancer
BayesianNetwork
five_attributes();  ///< class y over A1 ... A5, uniform tables: only its graph matters
BayesianNetwork monty_hall_network();
BayesianNetwork sprinkler_network();  ///< Russell and Norvig; Murphy 1998
BayesianNetwork student_network();    ///< Koller and Friedman 2009, figure 3.4

}  // namespace pgm::examples
