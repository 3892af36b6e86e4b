#pragma once

#include <pgm/model/network.hpp>

/// The networks of the textbook examples whose arcs are drawn by hand, as values: for their pages,
/// for tests, to play with. Classifiers are in classifiers.hpp.
namespace pgm::examples {

/// Pearl 1988, section 2.1; Russell and Norvig, "Artificial Intelligence", burglary and earthquake.
BayesianNetwork alarm_network();
/// Lauritzen and Spiegelhalter 1988, the chest clinic; the same as examples/data/asia.bif.
BayesianNetwork asia_network();
/// Korb and Nicholson, "Bayesian Artificial Intelligence", lung cancer.
BayesianNetwork cancer_network();
/// Cowell and others 1999, the chest clinic with two decisions: an influence diagram.
BayesianNetwork clinic_diagram();
/// The class y over A1 ... A5, uniform tables: only its graph matters.
BayesianNetwork five_attributes();
/// Beinlich and others 1989, ALARM, 37 variables of the monitoring of anaesthesia: the network of
/// examples/data/alarm.bif.
BayesianNetwork monitoring_network();
/// Russell and Norvig, "Artificial Intelligence", the noisy-OR of fever.
BayesianNetwork fever_network();
/// Pearl and Mackenzie 2018, chapter 3: fire, smoke and alarm, from the counts of
/// examples/data/fire.csv.
BayesianNetwork fire_network();
/// Charig and others 1986, kidney stones: the treatment depends on the stone, and success on both,
/// from the counts of examples/data/kidney.csv.
BayesianNetwork kidney_network();
BayesianNetwork monty_hall_network();
/// Pearl and Mackenzie 2018, figure 7.5, with numbers of our own; A and B are hidden.
BayesianNetwork napkin_network();
/// Raiffa 1968, the oil wildcatter: an influence diagram.
BayesianNetwork oil_diagram();
/// Lauritzen and Nilsson 2001, the pigs: an influence diagram for limited memory.
BayesianNetwork pigs_diagram();
/// Pearl 2009, table 3.1: smoking, tar and cancer, and a gene that nobody sees.
BayesianNetwork smoking_network();
/// Russell and Norvig; Murphy 1998.
BayesianNetwork sprinkler_network();
/// Koller and Friedman 2009, figure 3.4.
BayesianNetwork student_network();
/// The umbrella of Netica, with a forecast: an influence diagram.
BayesianNetwork umbrella_diagram();
/// Lauritzen 1992, the waste incinerator: discrete and continuous variables.
BayesianNetwork waste_network();

}  // namespace pgm::examples
