#pragma once

/// Everything of pgm::learners on one page: from data to models.
///
/// Three words mean the same in all options of these headers, and on the command line:
///
///     threads    to compute on; 0 is one per core. No bit of a result depends on it.
///     seed       of all random numbers of the call: the same seed, data and options give the same
///                result, however many threads there are.
///     restarts   further runs of a search after its first one, from other, random places; the best
///                of all is kept. (Expectation maximisation counts its random initialisations.)

#include <learners/counting/fit_options.hpp>   // everything that can be chosen about a classifier
#include <learners/counting/update.hpp>        // more rows, shards and other options from sums
#include <learners/discretise/discretise.hpp>  // cut points: width, frequency, k-means, MDLP
#include <learners/em/structural_em.hpp>       // arcs, too
#include <learners/estimate/bandwidth.hpp>     // the widths of kernels
#include <learners/estimate/calibration.hpp>   // a temperature for posteriors
#include <learners/estimate/class_prior.hpp>   // what P(class) is
#include <learners/estimate/continuous_model.hpp>  // Gaussians, kernel densities, intervals
#include <learners/estimate/missing_cells.hpp>     // missing values, and EM
#include <learners/estimate/smoothing.hpp>         // from counts to probabilities
#include <learners/families/family_sums.hpp>       // what structures are chosen by
#include <learners/families/model_structure.hpp>   // the arcs of one network
#include <learners/fit/estimator.hpp>    // one classifier, a pool, or the best of several, in words
#include <learners/fit/fit.hpp>          // one fit for all ways, update
#include <learners/fit/fit_network.hpp>  // the network of a given graph, without a class
#include <learners/fit/formula_network.hpp>  // effects standardised from a table
#include <learners/fit/replicates.hpp>   // the same fit of rows that are drawn again
#include <learners/independence/associations.hpp>       // how strongly columns are related
#include <learners/independence/data_test.hpp>          // tests of independence on a data set
#include <learners/independence/independence_test.hpp>  // any test, and the one by a known graph
#include <learners/independence/linear_relations.hpp>   // columns that are functions of others
#include <learners/independence/test_remarks.hpp>       // what a test or an association is worth
#include <learners/judge/folds.hpp>                     // stratified folds, hold-out
#include <learners/score/data_score.hpp>                // scores of structures from data
#include <learners/score/decomposable_score.hpp>        // any score of families
#include <learners/score/score.hpp>                     // bic, bdeu, ...
#include <learners/search/arc_confidence.hpp>     // confidence of arcs: bootstrap, exact posteriors
#include <learners/search/constraint_search.hpp>  // searches by tests of independence
#include <learners/search/constraints.hpp>        // what is known beforehand
#include <learners/search/determined_columns.hpp>  // columns that a search does without
#include <learners/search/learn_structure.hpp>     // one search for all algorithms
#include <learners/search/score_choice.hpp>        // which score predicts better
#include <learners/search/score_remarks.hpp>       // what is to be said of a score
#include <learners/search/score_search.hpp>        // searches for the structure of the best score
#include <learners/search/search_control.hpp>      // progress, time limits, stopping
#include <learners/structure/augmented_structures.hpp>  // TAN, FAN, KDB, Chow and Liu's tree
#include <learners/structure/averaged_structures.hpp>   // AODE, A2DE
#include <learners/structure/fixed_structures.hpp>      // naive Bayes, joint, LDA, QDA, Parzen
#include <learners/structure/structure.hpp>             // any of them, and their words
#include <learners/structure/user_defined.hpp>          // arcs written down
#include <learners/unobserved/incomplete_learning.hpp>  // missing values in a search
#include <learners/unobserved/known_cells_score.hpp>    // scores of structures by known cells
#include <learners/unobserved/learn_incomplete.hpp>  // structures from tables with missing values
#include <learners/validate/cross_validation.hpp>    // several structures on the same folds
#include <learners/words/word_table.hpp>             // words of a family and what they stand for
