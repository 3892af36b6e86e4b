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
#include <pgm/model/cpd/threshold_cpd.hpp>        // probit: a continuous quantity cut into states
#include <pgm/model/draft/written.hpp>            // parts of a network as a text has them
#include <pgm/model/evidence.hpp>                 // findings: observed, reported, set by do()
#include <pgm/model/model.hpp>                    // weighted networks: arcs and samples
#include <pgm/model/network.hpp>            // BayesianNetwork: variables, graph, distributions
#include <pgm/model/network_builder.hpp>    // builds and checks networks
#include <pgm/model/random_network.hpp>     // random networks
#include <pgm/model/row_normalisation.hpp>  // how well a row must sum to 1
#include <pgm/model/sampling.hpp>           // rows drawn from a network
#include <pgm/model/state_lookup.hpp>       // the state of a number or of an interval
#include <pgm/model/structure_graph.hpp>    // "A -> B, C" as a graph, P(A) P(B | A) as text
#include <pgm/model/variable.hpp>           // a name and its states
#include <pgm/model/variable_matching.hpp>  // the variables of two models, by name

// Graphs. <pgm/graph/boost_graph.hpp> is the type of a Dag in the Boost Graph Library, and the
// moral graph. It must be included separately, since Boost.Graph takes a second to compile.
#include <pgm/graph/ancestry.hpp>                  // ancestors, Markov blankets, topological order
#include <pgm/graph/d_separation.hpp>              // independence by the graph alone
#include <pgm/graph/dag.hpp>                       // directed acyclic graphs
#include <pgm/graph/equivalence.hpp>               // Markov equivalence and CPDAGs
#include <pgm/graph/partially_directed_graph.hpp>  // arcs and edges: Meek's rules, extensions
#include <pgm/graph/structure_comparison.hpp>      // structural Hamming distance, precision, recall

// Answers
#include <pgm/inference/batch_posterior.hpp>       // posteriors of many rows
#include <pgm/inference/conflict.hpp>              // why evidence is impossible
#include <pgm/inference/continuous_posterior.hpp>  // densities of continuous variables
#include <pgm/inference/derivatives.hpp>           // derivatives of P(e), fast retractions
#include <pgm/inference/divergence.hpp>        // the Kullback-Leibler divergence of two networks
#include <pgm/inference/engine.hpp>            // InferenceEngine: posteriors, joints, explanations
#include <pgm/inference/engine_options.hpp>    // bounds and switches of an engine, of a batch
#include <pgm/inference/evidence_columns.hpp>  // evidence of many rows
#include <pgm/inference/hidden_gaussians.hpp>  // numbers that many rows miss together
#include <pgm/inference/junction_tree.hpp>     // the size of a junction tree
#include <pgm/inference/k_best.hpp>            // the most probable assignment and the next best
#include <pgm/inference/missing_cells.hpp>     // posteriors and draws of the missing values of rows
#include <pgm/inference/named_posterior.hpp>   // posterior["Rain"]["yes"]
#include <pgm/inference/posterior.hpp>         // marginals, log P(e) and a status
#include <pgm/inference/predicted_cost.hpp>    // the cost of a question before it runs
#include <pgm/inference/solver.hpp>            // any algorithm that answers questions
#include <pgm/inference/variable_elimination.hpp>  // the textbook algorithm, for tests
#include <pgm/inference/workspace.hpp>             // the memory of repeated questions
#include <pgm/query/answer.hpp>                    // answers to questions in text: "P(A | B=b)"
#include <pgm/query/conditioned_sampler.hpp>       // rows drawn given evidence
#include <pgm/query/d_separation_statement.hpp>    // "A _||_ B | C"
#include <pgm/query/expression.hpp>                // conditions: A=a and not B=b
#include <pgm/query/interval.hpp>                  // how sure an answer is
#include <pgm/query/network_change.hpp>            // one change of a network as text
#include <pgm/query/query.hpp>                     // queries as values
#include <pgm/query/query_text.hpp>                // queries from texts and as texts

// Decisions
#include <pgm/decide/decide.hpp>                // the best strategy of an influence diagram
#include <pgm/decide/decision_options.hpp>      // settled policies, risk tolerance, bounds
#include <pgm/decide/decision_query.hpp>        // EU(D | ..) and best(D | ..)
#include <pgm/decide/decision_sensitivity.hpp>  // numbers at which a decision changes
#include <pgm/decide/evaluation.hpp>            // what a strategy is worth, and its risk
#include <pgm/decide/influence_diagram.hpp>     // networks with decisions and utilities
#include <pgm/decide/strategy.hpp>              // alternatives for all that may be known
#include <pgm/decide/value_of_information.hpp>  // what seeing a variable first is worth

// Why an answer is what it is
#include <pgm/explain/derivation.hpp>       // its computation, as a textbook writes it
#include <pgm/explain/exercise.hpp>         // questions with answers, to be worked out by hand
#include <pgm/explain/findings.hpp>         // what each finding did to an answer
#include <pgm/explain/inference_graph.hpp>  // the moral graph, its triangulation, the junction tree
#include <pgm/explain/influence.hpp>        // how strongly children depend on their parents
#include <pgm/explain/relevant.hpp>         // the most relevant explanations of findings
#include <pgm/explain/sensitivity.hpp>      // how sure the numbers of a network must be

// Programs compiled from networks
#include <pgm/compile/c_source.hpp>           // a network as functions of C
#include <pgm/compile/classifier_source.hpp>  // a classifier as a function of C
#include <pgm/compile/discrete_part.hpp>      // numbers as likelihoods of discrete variables
#include <pgm/compile/image.hpp>              // the computation as a list of steps, for printers
#include <pgm/compile/packed_image.hpp>       // these steps as whole numbers, for interpreters

// Causes and effects
#include <pgm/causal/adjustment.hpp>        // adjustment sets, front-door sets, instruments
#include <pgm/causal/causal_graph.hpp>      // graphs with hidden variables, c-components
#include <pgm/causal/counterfactual.hpp>    // what would have been: twin networks
#include <pgm/causal/effect.hpp>            // P(Y | do(X)) from what is observed, and bounds
#include <pgm/causal/effect_numbers.hpp>    // effects of a network in numbers, with intervals
#include <pgm/causal/estimand.hpp>          // formulas of effects, as text and as numbers
#include <pgm/causal/identification.hpp>    // the formula of an effect, or why there is none
#include <pgm/causal/possible_effects.hpp>  // effects in the members of a Markov equivalence class

// Data sets
#include <pgm/data/column.hpp>            // a column: codes of states, or numbers
#include <pgm/data/dataset.hpp>           // columns and the weights of rows
#include <pgm/data/discretisation.hpp>    // cut points; values in place of missing values
#include <pgm/data/distinct_rows.hpp>     // the rows of a table, each once
#include <pgm/data/family_counter.hpp>    // counts families of a table in memory
#include <pgm/data/family_counts.hpp>     // a column and its parents, and their counts
#include <pgm/data/family_moments.hpp>    // exact sums of products
#include <pgm/data/rows.hpp>              // rows in memory, read part by part, or counted
#include <pgm/data/sums.hpp>              // counts and moments of families: sums over rows
#include <pgm/data/unusable_columns.hpp>  // empty columns, identifiers of rows, long texts

// Classifiers
#include <pgm/classify/classifier.hpp>                  // classifiers: a network and its class
#include <pgm/classify/column_alignment.hpp>            // the columns of a table, by name
#include <pgm/classify/decision.hpp>                    // losses, decisions of the least of them
#include <pgm/classify/ensemble_engine.hpp>             // questions about pooled classifiers
#include <pgm/classify/linear_discriminant.hpp>         // w and w0 of linear discriminants
#include <pgm/classify/measure/bayes_error.hpp>         // the least possible error
#include <pgm/classify/measure/calibration_curve.hpp>   // calibration curves
#include <pgm/classify/measure/comparison.hpp>          // tests of differences of classifiers
#include <pgm/classify/measure/confusion.hpp>           // accuracy, precision, recall
#include <pgm/classify/measure/evaluation.hpp>          // all measures together
#include <pgm/classify/measure/roc.hpp>                 // ROC curves and their areas
#include <pgm/classify/measure/scored_predictions.hpp>  // log loss, Brier score, cost of decisions
#include <pgm/classify/prediction_intervals.hpp>        // how sure predictions are
#include <pgm/classify/predictions.hpp>                 // P(class | x) for every row of a table
#include <pgm/classify/provenance.hpp>                  // the data and choices of a classifier
#include <pgm/classify/weights_of_evidence.hpp>         // what each cell adds to a decision

// Foundations.
#include <pgm/core/error.hpp>              // exceptions, source locations
#include <pgm/core/exact_sum.hpp>          // sums that do not depend on an order
#include <pgm/core/ids.hpp>                // VariableId, StateId, ColumnId
#include <pgm/core/limits.hpp>             // limits for input
#include <pgm/core/numbers.hpp>            // infinity, checked products and sums of sizes
#include <pgm/core/overloaded.hpp>         // visitors of variants, boxed values
#include <pgm/core/parallel.hpp>           // loops on several threads
#include <pgm/core/random.hpp>             // random numbers from a seed
#include <pgm/core/stop_token.hpp>         // cancellation token that long work polls
#include <pgm/table/calculation.hpp>       // products and sums of tables, step by step
#include <pgm/table/calculation_step.hpp>  // one of these
#include <pgm/table/table.hpp>             // scopes and tables, their products and sums

// Texts, for readers of formats and of options
#include <pgm/core/text/characters.hpp>   // ASCII and UTF-8
#include <pgm/core/text/lexer.hpp>        // the tokens of queries, structures and lists
#include <pgm/core/text/name_index.hpp>   // finds names
#include <pgm/core/text/name_text.hpp>    // names in quotes where they need them
#include <pgm/core/text/number_text.hpp>  // numbers as texts, "3 rows"
#include <pgm/core/text/words.hpp>        // "word:argument", suggestions for mistyped words
