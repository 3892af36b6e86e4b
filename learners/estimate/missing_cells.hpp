#pragma once

#include <learners/words/word_table.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pgm::learners {

/// Expectation maximisation (Dempster, Laird and Rubin 1977; Lauritzen 1995, "The EM algorithm for
/// graphical association models with missing data"): the parameters of a classifier or network from
/// a table with missing values, rows without a class among them, and with hidden variables.
///
///     fit(data, "play", {.structure = "tan", .missing_cells = MissingCells::em});
///     fit(data, "Kind", {.structure = "Kind{2 states, hidden} -> Size, Weight",
///                        .missing_cells = MissingCells::em});
///
/// It differs from counting in a missing value. Counting leaves a row out of the families of which
/// a member is missing. EM lets every row take part in all of them, by its expected counts and
/// moments under the network so far (the E-step), and estimates the network from these as counting
/// does from counts (the M-step), until the likelihood of the known cells grows no more. That is
/// right where cells are missing at random: for reasons that depend on the known cells alone. With
/// no cell missing there is one step, and the network is that of counting, bit for bit.
///
/// The smoothing of the options is a prior, and EM climbs log-likelihood + log prior (EmReport);
/// there are no pseudo-counts for the variances of Gaussians (VarianceRule). The arcs of structures
/// that choose them (tan, fan, kdb, chow-liu) are those that counting chooses, from the rows with a
/// class. Variables that a user-defined structure declares hidden have no column; the class may be
/// one of them. The likelihood has several maxima then, and the best of several random
/// initialisations is kept.
///
/// The result depends on the rows, the options and the seed, not on the order of the rows, nor on
/// Fit::threads, which count here; SearchControl::threads does not. A run that is stopped
/// gives the best network so far. Classifiers keep no statistics, so update() refuses them;
/// Provenance::em has the report.
///
/// Besides what fit() throws: ArgumentError for kernel densities, aode and parzen, for a hidden
/// variable that is a column or has no states, and for columns without any known cell;
/// TooLargeError, before memory is taken, where the missing values of a row have too many joint
/// states.
///
/// The options are plain data: limits, and the number of initialisations.
struct EmOptions {
    /// Random initialisations, the best is kept; 0 means 1 where every variable has values in the
    /// data and 5 where one is hidden.
    std::size_t initialisations = 0;
    /// Iterations from one initialisation at most.
    std::size_t iterations = 500;
    /// Convergence: an iteration raises the log-likelihood by at most this part of it.
    double tolerance = 1e-8;
    /// The random numbers of the initialisations begin here.
    std::uint64_t seed = 1;

    friend bool operator==(const EmOptions&, const EmOptions&) = default;
};

/// Meaning of a missing value for a classifier, in its training rows and in those that it predicts.
///
/// | word    | is                                      | in training           | predicting    |
/// |---------|-----------------------------------------|-----------------------|---------------|
/// | `sum`   | unobserved                              | leaves out families   | is summed out |
/// | `fill`  | the most frequent state, or the mean    | is filled in          | is filled in  |
/// | `state` | a state of its own                      | is counted            | is observed   |
/// | `em`    | unobserved                              | counts in expectation | is summed out |
/// | `auto`  | whichever of these predicts best        |                       |               |
///
/// `sum` is right where cells are missing at random given the known cells. A row without a parent
/// is not counted in the table of the child, though, so a child of a parent that is often missing
/// has few counts: back-off (smoothing.hpp) makes up for that, since the smaller families have the
/// row. `fill` keeps all rows in all families and biases them a little; it is what Weka's Bayesian
/// networks do (ReplaceMissingValues). The fillings are learned from the training rows with a class
/// and kept; the first of equally frequent states is taken. `state` makes absence a value, which is
/// informative where a measurement was left out as needless. Only columns with missing values in
/// training get the state, and numbers only where they are cut. `em` is learners/em: the arcs are
/// decided as by `sum`, the tables maximise the likelihood of all known cells.
///
/// Source: Friedman, Geiger and Goldszmidt 1997 (`sum`); Ding and Simonoff 2010, "An investigation
/// of missing data methods for classification trees", which compares such treatments.
enum class MissingCells { sum, fill, state, em, automatic };

/// The words of the table above.
const WordTable<MissingCells>& missing_cells_words();

/// Throws ArgumentError that lists the words.
MissingCells parse_missing_cells(std::string_view text);

/// Text that parses back to the same value.
std::string format(MissingCells missing_cells);

}  // namespace pgm::learners
