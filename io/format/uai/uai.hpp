#pragma once

#include <io/options/read_options.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

// The files of the UAI inference competitions (from 2006 on): models, evidence, queries and
// results, all of them numbers between blanks and line ends. '#' begins a comment.
//
//     BAYES         or MARKOV
//     2             how many variables
//     2 2           their numbers of states
//     2             how many tables
//     1 0           a table over one variable, variable 0
//     2 0 1         a table over two: in BAYES the parent 0 and, last, the child 1
//     2  0.5 0.5    how many numbers, and these, the last variable of the scope fastest
//     4  0.1 0.9  0.01 0.99
//
// aGrUM lists the first variable of a scope fastest after the child. Its files have the names of
// the children in comments of their own form, by which they are known.
//
// Variables are called X0, X1, ... and states 0, 1, ... A file FILE.uai.names beside FILE.uai has
// other names: a line `smoke = no, yes` for each variable in turn, with names in quotes where they
// are not plain words (pgm/core/text/lexer.hpp). It is written with the file and read if it is
// there.

/// A model of the competitions, as the engine answers it. A factor graph (MARKOV) becomes a network
/// by variable elimination; its probabilities are those of the network times its partition function
/// Z, which is 1 for a network.
struct UaiModel {
    BayesianNetwork network;
    bool is_factor_graph = false;
    double log_partition = 0;  ///< ln Z
    std::vector<Problem> remarks{};
};

/// Reads a model. Throws ParseError where the text leaves its form, ModelError with all problems of
/// the network at once, and for a factor graph that allows no assignment (Z = 0), and TooLargeError
/// beyond the limits, also for a factor graph that is too densely connected.
UaiModel read_uai_model(std::string_view text, const ReadOptions& options = {});
/// Reads the model of a file or, for "-", of standard input, with the names beside a file.
UaiModel read_uai_file(const std::string& path, const Limits& limits = {});
/// Reads the network of a model, with a note about the factor graph that it was.
ReadResult read_uai(std::string_view text, const ReadOptions& options = {});

/// True if a text begins with BAYES or MARKOV.
bool is_uai(std::string_view first_bytes);

/// Writes a network of discrete variables; distributions that are no tables are written as tables.
/// Throws ArgumentError for continuous variables.
void write_uai(const BayesianNetwork& network, std::ostream& out);

/// The name of the network, the properties, and noisy-MAX distributions, which become tables.
std::vector<std::string> losses_of_uai(const BayesianNetwork& network);

/// Reads a file of evidence: one set of findings or several, each a number of findings followed by
/// a variable and its state for each of them. Three dialects are in use:
///
/// | dialect | form                                                                          |
/// |---------|-------------------------------------------------------------------------------|
/// | a       | `2  0 1  3 0`: one set                                                        |
/// | b       | `1` alone on the first line, the number of sets, then each as in (a)          |
/// | c       | one set without a number, `0 1` and `3 0` on a line each                      |
///
/// How many numbers there are decides, and whether they are variables and states of the network;
/// what this leaves open is decided by the lines. Throws ParseError for a text that still can be
/// read in two ways, for one that cannot be read, and for a variable with two findings.
std::vector<Evidence> read_uai_evidence(std::string_view text, const BayesianNetwork& network,
                                        const ReadOptions& options = {});

/// Reads a file of variables whose most probable states are asked for (MMAP): `2  0 3`, their
/// number and these. Throws ParseError.
std::vector<VariableId> read_uai_query(std::string_view text, const BayesianNetwork& network,
                                       const ReadOptions& options = {});

/// The questions of the competitions.
enum class UaiTask : std::uint8_t {
    pr,    ///< log10 of the partition function, or of the probability of the evidence
    mar,   ///< the posterior distributions of all variables
    mpe,   ///< the most probable states of all variables
    mmap,  ///< the most probable states of some variables
};

/// The first line of a file of results, "MAR"; a second one with their number if there are several.
std::string uai_heading(UaiTask task, std::size_t results);
/// The result of UaiTask::pr: log10 of e^log_probability.
std::string uai_result(double log_probability);
/// The result of UaiTask::mar: how many variables, and for each how many states, and their
/// probabilities. Under impossible evidence there are 0 variables.
std::string uai_result(const Posterior& posterior);
/// The result of UaiTask::mpe, how many variables, and their states, and of UaiTask::mmap, how many
/// variables, and each with its state. Under impossible evidence there are 0 variables.
std::string uai_result(UaiTask task, const Explanation& explanation);

}  // namespace pgm::io
