#pragma once

/// Everything of pgm::pgm on one page. Programs that compile many files include only what they use.

// Networks
#include <pgm/model/cpd/cpd.hpp>                  // the kinds of conditional distributions
#include <pgm/model/cpd/function_cpd.hpp>         // any function as a distribution
#include <pgm/model/cpd/kernel_density_cpd.hpp>   // a bump on every point
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>  // normal, its mean linear in continuous parents
#include <pgm/model/cpd/table_cpd.hpp>            // conditional probability tables
#include <pgm/model/evidence.hpp>                 // what was seen, reported or made
#include <pgm/model/factorisation.hpp>            // P(A) P(B | A) ... as text
#include <pgm/model/intervention.hpp>             // the network after somebody has set a variable
#include <pgm/model/network.hpp>  // BayesianNetwork: variables, graph, distributions; a value
#include <pgm/model/network_builder.hpp>  // how one is made and checked
#include <pgm/model/random_network.hpp>   // networks from a seed
#include <pgm/model/sampling.hpp>         // rows drawn from a network
#include <pgm/model/structure_text.hpp>   // "A -> B, C" read as a graph
#include <pgm/model/variable.hpp>         // a name and its states

// Graphs. Two more are included by themselves, since Boost.Graph takes a second to compile:
// <pgm/graph/boost_graph.hpp>, what a Dag is to the BGL, and <pgm/graph/moral_graph.hpp>, parents
// married.
#include <pgm/graph/ancestry.hpp>        // ancestors and descendants
#include <pgm/graph/d_separation.hpp>    // independence by the graph alone, with a witness
#include <pgm/graph/dag.hpp>             // acyclic by construction; open to the Boost Graph Library
#include <pgm/graph/equivalence.hpp>     // which graphs state the same independences
#include <pgm/graph/markov_blanket.hpp>  // what makes all the rest irrelevant
#include <pgm/graph/order.hpp>           // parents before children

// Answers
#include <pgm/inference/batch_posterior.hpp>    // answers to many rows
#include <pgm/inference/conflict.hpp>           // why evidence is impossible
#include <pgm/inference/engine.hpp>             // InferenceEngine: posteriors, joints, explanations
#include <pgm/inference/evidence_columns.hpp>   // findings of many rows
#include <pgm/inference/junction_tree.hpp>      // how hard a network is, before trying
#include <pgm/inference/named_posterior.hpp>    // posterior["Rain"]["yes"]
#include <pgm/inference/plan_prediction.hpp>    // what a question will cost, and why
#include <pgm/inference/posterior.hpp>          // what an answer holds
#include <pgm/inference/posterior_builder.hpp>  // answers made by another algorithm
#include <pgm/inference/variable_elimination.hpp>  // the textbook's algorithm, to read and to check
#include <pgm/inference/workspace.hpp>             // the memory of repeated questions
#include <pgm/query/answer.hpp>                    // answers to questions in text: "P(A | B=b)"
#include <pgm/query/conflict.hpp>                  // why what is given is impossible
#include <pgm/query/d_separation_statement.hpp>    // "A _||_ B | C"
#include <pgm/query/parse.hpp>                     // the grammar
#include <pgm/query/query.hpp>                     // questions as values
#include <pgm/query/query_text.hpp>                // and back to text

// Classifiers
#include <pgm/classify/classifier.hpp>     // a network, its class, and how columns become evidence
#include <pgm/classify/decision.hpp>       // least expected loss, ties, no decision
#include <pgm/classify/decision_grid.hpp>  // who wins where over two features
#include <pgm/classify/linear_discriminant.hpp>  // w and w0 of a shared covariance
#include <pgm/classify/loss_matrix.hpp>          // what every action costs under every class
#include <pgm/classify/measure/bayes_error.hpp>  // the error of a classifier that knows the truth
#include <pgm/classify/measure/calibration.hpp>  // how sure it was, how often it was right to be
#include <pgm/classify/measure/confusion.hpp>    // accuracy, precision, recall
#include <pgm/classify/measure/cost.hpp>         // what decisions cost once the truth is known
#include <pgm/classify/measure/evaluation.hpp>   // all measures of quality together
#include <pgm/classify/measure/paired_comparison.hpp>   // is one classifier better than another?
#include <pgm/classify/measure/probability_scores.hpp>  // log loss and Brier score
#include <pgm/classify/measure/roc.hpp>                 // ROC curves and the area under them
#include <pgm/classify/measure/scored_predictions.hpp>  // predictions beside the truth
#include <pgm/classify/mixture_engine.hpp>  // questions of classifiers, also of averaged ones
#include <pgm/classify/predictions.hpp>     // P(class | x) for every row of a table

// Foundations. <pgm/fwd.hpp> declares all these types for headers that only pass them on.
#include <pgm/core/error.hpp>               // what is thrown
#include <pgm/core/limits.hpp>              // how much input may ask for
#include <pgm/table/factor_operations.hpp>  // products and sums of tables, in plain loops
#include <pgm/table/table.hpp>              // scopes and tables
