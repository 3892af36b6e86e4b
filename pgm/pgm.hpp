#pragma once

/// Everything of pgm::pgm on one page. Programs that compile many files include only what they use.

// Networks
#include <pgm/model/cpd/cpd.hpp>                  // the kinds of conditional distributions
#include <pgm/model/cpd/cpd_family.hpp>           // the variables of a distribution
#include <pgm/model/cpd/function_cpd.hpp>         // any function as a distribution
#include <pgm/model/cpd/kernel_density_cpd.hpp>   // kernel density estimates
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>  // normal, its mean linear in continuous parents
#include <pgm/model/cpd/noisy_max_cpd.hpp>        // noisy-OR and noisy-MAX with leak
#include <pgm/model/cpd/table_cpd.hpp>            // conditional probability tables
#include <pgm/model/evidence.hpp>                 // findings: observed, reported, set by do()
#include <pgm/model/factorisation.hpp>            // P(A) P(B | A) ... as text
#include <pgm/model/intervention.hpp>             // the network after an intervention
#include <pgm/model/network.hpp>            // BayesianNetwork: variables, graph, distributions
#include <pgm/model/network_builder.hpp>    // builds and checks networks
#include <pgm/model/random_network.hpp>     // random networks
#include <pgm/model/sampling.hpp>           // rows drawn from a network
#include <pgm/model/structure_graph.hpp>    // "A -> B, C" read as a graph
#include <pgm/model/tabulated.hpp>          // any discrete distribution as a table
#include <pgm/model/variable.hpp>           // a name and its states
#include <pgm/model/variable_matching.hpp>  // the variables of two models, by name

// Graphs. Two more headers must be included separately, since Boost.Graph takes a second to
// compile: <pgm/graph/boost_graph.hpp>, the type of a Dag in the BGL, and
// <pgm/graph/moral_graph.hpp>.
#include <pgm/graph/ancestry.hpp>                  // ancestors and descendants
#include <pgm/graph/d_separation.hpp>              // independence by the graph alone
#include <pgm/graph/dag.hpp>                       // directed acyclic graphs
#include <pgm/graph/equivalence.hpp>               // Markov equivalence and CPDAGs
#include <pgm/graph/markov_blanket.hpp>            // parents, children and their other parents
#include <pgm/graph/order.hpp>                     // topological order
#include <pgm/graph/partially_directed_graph.hpp>  // arcs and edges: Meek's rules, extensions
#include <pgm/graph/structure_comparison.hpp>      // structural Hamming distance, precision, recall

// Answers
#include <pgm/inference/batch_posterior.hpp>    // posteriors of many rows
#include <pgm/inference/conflict.hpp>           // why evidence is impossible
#include <pgm/inference/derivatives.hpp>        // derivatives of P(e), fast retractions
#include <pgm/inference/divergence.hpp>         // the Kullback-Leibler divergence of two networks
#include <pgm/inference/engine.hpp>             // InferenceEngine: posteriors, joints, explanations
#include <pgm/inference/evidence_columns.hpp>   // evidence of many rows
#include <pgm/inference/junction_tree.hpp>      // the size of a junction tree
#include <pgm/inference/family_posterior.hpp>   // posteriors of all families at once
#include <pgm/inference/named_posterior.hpp>    // posterior["Rain"]["yes"]
#include <pgm/inference/plan_prediction.hpp>    // the cost of a question before it runs
#include <pgm/inference/posterior.hpp>          // marginals, log P(e) and a status
#include <pgm/inference/posterior_builder.hpp>  // posteriors computed by another algorithm
#include <pgm/inference/variable_elimination.hpp>  // the textbook algorithm, for tests
#include <pgm/inference/workspace.hpp>             // the memory of repeated questions
#include <pgm/query/answer.hpp>                    // answers to questions in text: "P(A | B=b)"
#include <pgm/query/conflict.hpp>                  // why the condition of a query is impossible
#include <pgm/query/d_separation_statement.hpp>    // "A _||_ B | C"
#include <pgm/query/format.hpp>                    // queries as text
#include <pgm/query/parse.hpp>                     // reads queries
#include <pgm/query/query.hpp>                     // queries as values

// Classifiers
#include <pgm/classify/classifier.hpp>                  // classifiers: a network and its class
#include <pgm/classify/decision.hpp>                    // decisions of least expected loss
#include <pgm/classify/decision_grid.hpp>               // decision regions of two features
#include <pgm/classify/linear_discriminant.hpp>         // w and w0 of linear discriminants
#include <pgm/classify/loss_matrix.hpp>                 // the loss of actions under classes
#include <pgm/classify/measure/bayes_error.hpp>         // the least possible error
#include <pgm/classify/measure/calibration.hpp>         // calibration curves
#include <pgm/classify/measure/confusion.hpp>           // accuracy, precision, recall
#include <pgm/classify/measure/cost.hpp>                // the cost of decisions
#include <pgm/classify/measure/evaluation.hpp>          // all measures together
#include <pgm/classify/measure/mean_ranks.hpp>          // several classifiers on many data sets
#include <pgm/classify/measure/paired_comparison.hpp>   // comparison of two classifiers
#include <pgm/classify/measure/probability_scores.hpp>  // log loss and Brier score
#include <pgm/classify/measure/roc.hpp>                 // ROC curves and their areas
#include <pgm/classify/measure/scored_predictions.hpp>  // predictions with the truth
#include <pgm/classify/measure/signed_ranks.hpp>        // two classifiers on many data sets
#include <pgm/classify/mixture.hpp>                     // weighted networks: arcs and samples
#include <pgm/classify/mixture_engine.hpp>              // questions about mixtures of networks
#include <pgm/classify/predictions.hpp>                 // P(class | x) for every row of a table
#include <pgm/classify/stack_engine.hpp>                // questions about pooled classifiers
#include <pgm/classify/weights_of_evidence.hpp>         // what each cell adds to a decision

// Foundations. <pgm/fwd.hpp> declares all these types for headers that only pass them on.
#include <pgm/core/error.hpp>               // exceptions
#include <pgm/core/limits.hpp>              // limits for input
#include <pgm/core/stop_token.hpp>          // a wish to stop, which long work asks about
#include <pgm/table/factor_operations.hpp>  // products and sums of tables
#include <pgm/table/table.hpp>              // scopes and tables
