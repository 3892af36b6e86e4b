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

#include <learners/choose/choose.hpp>                // the candidate of the least loss
#include <learners/counting/fit_by_counting.hpp>     // update a classifier with more rows
#include <learners/discretise/discretise.hpp>        // cut points: width, frequency, k-means, MDLP
#include <learners/em/expectation_maximisation.hpp>  // missing cells and hidden variables
#include <learners/em/structural_em.hpp>             // arcs, too
#include <learners/estimate/calibration.hpp>         // a temperature for posteriors
#include <learners/estimate/class_prior.hpp>         // what P(class) is
#include <learners/estimate/continuous_treatment.hpp>  // Gaussians, kernel densities, intervals
#include <learners/estimate/em_options.hpp>            // how long EM runs, and how it went
#include <learners/estimate/missing_cells.hpp>         // what a missing cell is
#include <learners/estimate/smoothing.hpp>             // from counts to probabilities
#include <learners/fit/estimator.hpp>      // one classifier, a stack, or the best of many
#include <learners/fit/fit.hpp>            // one fit for all ways, update
#include <learners/fit/fit_network.hpp>    // the network of a given graph, without a class
#include <learners/fit/learner_words.hpp>  // an estimator from words, and in words
#include <learners/independence/d_separation_test.hpp>  // tests that know the graph
#include <learners/independence/data_test.hpp>          // tests of independence on a table of data
#include <learners/independence/linear_relations.hpp>   // columns that are functions of others
#include <learners/judge/folds.hpp>                     // stratified folds, hold-out
#include <learners/judge/out_of_fold.hpp>               // predictions of rows that were left out
#include <learners/plan/count_source.hpp>               // a table, or data in parts
#include <learners/plan/fit_options.hpp>        // everything that can be chosen about a classifier
#include <learners/score/data_score.hpp>        // scores of structures from data
#include <learners/search/arc_posterior.hpp>    // exact probabilities of arcs
#include <learners/search/bootstrap.hpp>        // confidence of arcs, averaged networks
#include <learners/search/constraint_text.hpp>  // what is known beforehand, as text
#include <learners/search/determined_columns.hpp>  // columns that a search does without
#include <learners/search/learn_structure.hpp>     // searches for the structure of the best score
#include <learners/search/mmhc.hpp>                // max-min hill climbing
#include <learners/search/mmpc.hpp>                // who may be parents and children
#include <learners/search/pc.hpp>            // classes of structures from tests of independence
#include <learners/stack/automatic.hpp>      // the best of many, alone or together
#include <learners/stack/stack.hpp>          // several classifiers that predict together
#include <learners/structure/structure.hpp>  // nb, tan, kdb:2, aode, ..., or user-defined
#include <learners/validate/cross_validation.hpp>  // several structures on the same folds
#include <learners/words/word_table.hpp>           // words of a family and what they stand for
