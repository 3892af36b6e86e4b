#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/inference/engine.hpp>

/// The classifiers of the textbook examples, each learned from its table in examples/data: for
/// their pages, for tests, to play with.
namespace pgm::examples {

Classifier boundary_shared();  ///< two classes in the plane, one covariance for both (lda)
Classifier boundary_own();     ///< the same with a covariance each (qda)
Classifier
census_joint();  ///< the joint table of gender, hours and wealth, counted from 48842 people
Classifier
census_printed();  ///< the same from the probabilities as they are printed, six digits each
Classifier conflict_types();     ///< two hidden kinds of people by their answers to four questions
Classifier density_gaussian();   ///< Gaussian kernels, bandwidth 1/2
Classifier density_box();        ///< box kernels, bandwidth 1/2
Classifier density_rule();       ///< Gaussian kernels, bandwidth by the rule for normal data
Classifier diabetes_cells();     ///< white blood cell count, a Gaussian per class
Classifier diabetes_naive();     ///< and plasma glucose, independent given the class
Classifier diabetes_full();      ///< and plasma glucose, a covariance matrix per class
Classifier fruit_joint();        ///< 1000 fruits, no independence assumed
Classifier fruit_naive_bayes();  ///< the same fruits, features independent given the fruit
Classifier fruit_add_one();      ///< naive Bayes with one fruit of every kind added to each table
Classifier heart_naive_bayes();  ///< ten patients, features independent given the disease
Classifier
/// Ten loans, attributes independent given the class; ages cut at 30, 40 and 50.
loan_naive_bayes();
Classifier loan_floor();           ///< the same, estimates of 0 replaced by 0.000001
Classifier loan_occupation();      ///< age and education independent given occupation and class
Classifier loan_chain();           ///< class -> occupation -> age, education
Classifier weather_naive_bayes();  ///< fourteen days, relative frequencies
Classifier weather_smoothed();     ///< the same with one day of every kind added to each table
Classifier weather_tree();         ///< and the features joined by a tree

/// The network of a classifier that has one.
BayesianNetwork network_of(const Classifier& classifier);

/// An engine for it.
InferenceEngine engine_of(const Classifier& classifier);

}  // namespace pgm::examples
