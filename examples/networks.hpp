#pragma once

#include <pgm/model/network.hpp>

/// The networks of the textbook examples as values: for their pages, for tests, to play with.
namespace pgm::examples {

BayesianNetwork alarm_network();      ///< Pearl 1988, section 2.1; Russell and Norvig, "Artificial Intelligence", burglary and earthquake
BayesianNetwork asia_network();       ///< Lauritzen and Spiegelhalter 1988, the chest clinic; the same as examples/data/asia.bif
BayesianNetwork cancer_network();     ///< Korb and Nicholson, "Bayesian Artificial Intelligence", lung cancer
BayesianNetwork census_network();     ///< gender x hours worked x wealth as a full joint table
BayesianNetwork fruit_joint();        ///< 1000 fruits, no independence assumed
BayesianNetwork fruit_naive_bayes();  ///< the same fruits, features independent given the fruit
BayesianNetwork heart_naive_bayes();  ///< ten patients, features independent given the disease
BayesianNetwork loan_naive_bayes();   ///< ten loans, attributes independent given the class
BayesianNetwork loan_occupation();    ///< age and education independent given occupation and class
BayesianNetwork loan_chain();         ///< class -> occupation -> age, education
BayesianNetwork five_attributes();    ///< class y over A1 ... A5, uniform tables: only its graph matters
BayesianNetwork monty_hall_network();
BayesianNetwork sprinkler_network();  ///< Russell and Norvig; Murphy 1998
BayesianNetwork student_network();    ///< Koller and Friedman 2009, figure 3.4

}  // namespace pgm::examples
