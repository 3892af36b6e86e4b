#include <apps/pgm/options/help_topics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pgm::apps {
namespace {

struct Topic {
    std::string_view name;
    std::string_view text;
};

constexpr std::array topics = {
    Topic{"structures", R"(The arcs of a classifier (--structure, -s):

  nb                naive Bayes: class -> every feature
  tan               + the maximum spanning tree of conditional mutual information
  fan               + only those arcs of the tree that improve BIC
  kdb:K             + up to K parents for every feature
  aode              the mean of one network per discrete feature: class and feature -> all others
  a2de              the same with pairs of features
  joint             the complete graph
  lda, qda          class -> all; Gaussian features with one covariance, or one per class
  chow-liu          the maximum spanning tree over class and features alike
  parzen            a joint kernel density of the continuous features
  'class -> a, b'   a structure text, with hidden variables as 'H{2 states, hidden} -> a, b'
  FILE              the arcs of a model file; its tables may be left to be learned

  tan:W, fan:W, kdb:K:W   arcs chosen by mi, bic, aic or k2
  nb+select, tan+select   only the features that leave-one-out prefers; skdb:K is kdb:K+select
  stack                   several classifiers whose predictions are pooled; stack:nb,tan
  auto                    the best of many candidates by out-of-fold log loss; auto:nb,tan

With evaluate several are compared: --structure nb,tan,aode.
)"},
    Topic{"smoothing",
          R"(From counts to the rows of a table (--smooth); n_x rows have x, n in all, of r states:

  mle              n_x / n
  laplace:A        (n_x + A) / (n + A r); laplace is laplace:1, lidstone laplace:0.5
  bdeu:S           (n_x + S / (q r)) / (n + S / q) with q parent configurations
  prior:S          S rows of prior sample size, distributed as the network of --prior has it
  floor:E          n_x / n, but E instead of 0
  backoff          shrinks to the row of one parent fewer; concentrations by leave-one-out
  backoff:1,2,4    the same with these concentrations

A parent configuration without rows: --unseen-configurations uniform, marginal or error.
Default: laplace:1, in stack and auto backoff. With evaluate --smooth may be repeated.
)"},
    Topic{"continuous", R"(The model of continuous features (--continuous):

  mdlp                    intervals that tell the classes apart (Fayyad and Irani 1993)
  frequency:K             K intervals of about equally many rows
  proportional            sqrt(n) intervals; proportional:1/3 the cube root of n
  width:K, kmeans:K       K intervals of equal width, or found by k-means
  'cut:age=30,40;x=5'     these cut points
  gaussian                normal distributions; gaussian:mle without pseudo-counts of variance
  kde                     kernel densities; kde:mle, kde:tophat, kde:h=0.5, kde:cv, kde:sj
  mixture                 mixtures of Gaussians; mixture:3 of three
  auto                    the best of several by out-of-fold log loss

Default: mdlp; gaussian for lda and qda, kde for parzen, gaussian:mle with --missing-cells em.
With evaluate --continuous may be repeated.
)"},
    Topic{"missing-cells", R"(A missing cell (--missing-cells):

  sum      unobserved: available-case counts, summed out in predictions
  fill     the most frequent state, or the mean
  state    a state of its own
  em       unobserved: expected counts, by expectation maximisation; learns hidden variables too
  auto     whichever has the least out-of-fold log loss

Of em:
  --restarts N      random initialisations, the best is kept; default: 5 with hidden variables,
                    else 1
  --iterations N    iterations at most; default: 500
  --tolerance T     converged when an iteration gains at most this part of the log-likelihood;
                    default: 1e-8
  --seed N          of the random initialisations; default: 1

Without --class, em fits a network to a structure text. Default: sum.
)"},
    Topic{"tables", R"(How tables of data are read:

  --numbers COLUMNS        columns that must be numbers, separated by commas
  --discrete COLUMNS       columns whose numbers are the names of states
  --ignore COLUMNS         columns that are left out
  --weights COLUMN         the column with the weights of the rows
  --missing-marks MARKS    texts of missing cells; '' is the empty cell; default: '?,,NA'
  --delimiter C            the character between cells, or 'tab'; default: guessed
  --encoding E             utf-8 or latin1; default: utf-8
  --decimal C              a point or a comma; default: .
  --no-header              the first line is data; the columns are called c1, c2, ...
)"},
    Topic{"options", R"(Options of commands that --help does not show:

  --timings            one line of JSON with times on standard error
  --memory-limit SIZE  memory that one question (default: 8GB) or one fit (default: 2GB) may need
  --version            the version
  --repeat N           of query, marginals and mpe: the median time of N times
  --work-limit N       of query, marginals and mpe: at most N million multiplications
  --threads N          of what computes long; default: one per core. Results do not depend on it
  --seed N             of what is random: folds, random initialisations, resampled tables, samples

'pgm COMMAND --help-all' shows all options of a command.
)"},
    Topic{"formats", R"(Files by their suffix, each also with .gz:

  .bif             networks as text, read and written
  .pgmodel         networks and classifiers with all they know, read and written
  .csv .tsv .txt   tables, read and written
  .arff            tables of Weka, read
  .svg .dot        pictures, written

'-' is standard input or output.
)"},
};

}  // namespace

std::optional<std::string> help_topic(std::string_view name) {
    const auto found = std::ranges::find(topics, name, &Topic::name);
    if (found == topics.end()) return std::nullopt;
    return std::string(found->text);
}

std::vector<std::string> help_topics() {
    std::vector<std::string> names;
    for (const Topic& topic : topics) names.emplace_back(topic.name);
    return names;
}

std::string help_notes() {
    return fmt::format(
        "Every command has --help with an example, --help-all, and --json.\n"
        "'pgm help TOPIC' has the long lists: {}.\n"
        "The suffix of a file determines its format; '-' is standard input or output; '--' ends "
        "options.\n"
        "Exit status: 0 success, 1 bad input, 2 wrong usage, 3 evidence of probability zero, 4 too "
        "large, 130 stopped.\n",
        fmt::join(help_topics(), ", "));
}

}  // namespace pgm::apps
