#include <apps/pgm/options/help_topics.hpp>

#include <fmt/format.h>
#include <apps/pgm/options/command.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/unobserved/incomplete_learning.hpp>

#include <algorithm>
#include <array>

namespace pgm::apps {
namespace {

/// A topic: a text around lines that are made of the words, or of the options, themselves.
struct Topic {
    std::string_view name;
    std::string_view head;
    std::string (*lines)();
    std::string_view foot;
};

const std::array topics = {
    Topic{"structures", "The arcs of a classifier (--structure, -s):",
          [] {
              std::vector<learners::WordHelp> words = learners::learner_words();
              words.push_back({"FILE",
                               "the arcs of a model file; its tables may be left to be "
                               "learned"});
              return learners::help_lines(words);
          },
          "\nWith evaluate several are compared: --structure nb,tan,aode.\n"},
    Topic{"smoothing",
          "From counts to the rows of a table (--smooth); n_x rows have x, n in all, of r states:",
          [] { return learners::help_lines(learners::smoothing_words().help()); },
          "\nA parent configuration without rows: --unseen-configurations uniform, marginal or "
          "error.\nDefault: laplace:1, in stack and auto backoff. With evaluate --smooth may be "
          "repeated.\n"},
    Topic{"continuous", "The model of continuous features (--continuous):",
          [] {
              std::vector<learners::WordHelp> words = learners::continuous_words();
              words.push_back({"auto", "the best of several by out-of-fold log loss"});
              return learners::help_lines(words);
          },
          "\nDefault: mdlp; gaussian for lda and qda, kde for parzen, gaussian:mle with "
          "--missing-cells em.\nWith evaluate --continuous may be repeated.\n"},
    Topic{"continuous-parents",
          "A discrete variable with continuous parents (--continuous-parents):",
          [] { return learners::help_lines(learners::continuous_parents_words().help()); },
          "\nOne regression for each configuration of the discrete parents. Of fit and evaluate, "
          "where such arcs are written\nout and the numbers not cut, logistic without being "
          "asked; of learn, where they are searched for, only if asked.\n"},
    Topic{"missing-cells", "A missing value (--missing-cells), of fit and evaluate:",
          [] {
              EmChoices em;
              return learners::help_lines(learners::missing_cells_words().help()) +
                     "\nof learn, where draw is the default, of pc sum:\n" +
                     learners::help_lines(learners::missing_cells_in_search_words().help()) +
                     "\nfit by em:\n" + option_lines([&](Options& options) { em.add_to(options); });
          },
          "\nWithout --class, em fits a network to a structure text. Default: sum.\n"},
    Topic{"tables", "How tables of data are read:",
          [] {
              DataChoices table;
              return option_lines([&](Options& options) { table.add_to(options); });
          },
          ""},
    Topic{"databases", "Tables of databases, where a data set is wanted:",
          [] {
              const std::array words = {
                  learners::WordHelp{"sqlite:FILE?table=T", "a table or view of SQLite"},
                  learners::WordHelp{"sqlite:FILE?query=SELECT ...",
                                     "the rows of a query; & and ? in it are %26 and %3F"},
                  learners::WordHelp{"postgresql://USER@HOST/NAME?table=T",
                                     "a table or view of PostgreSQL, or a query="},
                  learners::WordHelp{"...&schema=S", "the schema that the table is in"},
                  learners::WordHelp{"...&count=database",
                                     "'pgm fit' has the rows counted by the database (GROUP BY) "
                                     "instead of reading them"}};
              return learners::help_lines(words);
          },
          "\nRows are read in one transaction that only reads. 'pgm predict -o ADDRESS' writes a "
          "new table.\nA password comes from PGPASSWORD, ~/.pgpass or a service file "
          "(postgresql:///?service=NAME).\n"},
    Topic{"options", "Options of commands that --help does not show:", rare_option_lines,
          "\n'pgm COMMAND --help-all' shows all options of a command.\n"},
    Topic{"formats", "Files by their suffix, each also with .gz or .zst:",
          [] {
              const std::array words = {
                  learners::WordHelp{".bif", "networks as text, read and written"},
                  learners::WordHelp{".bn",
                                     "the text of a network, as 'pgm new' has it, read and "
                                     "written"},
                  learners::WordHelp{".xmlbif .bifxml .xml", "networks in XML, read and written"},
                  learners::WordHelp{".xdsl", "networks of GeNIe, read and written"},
                  learners::WordHelp{".dsl", "older networks of GeNIe, read and written"},
                  learners::WordHelp{".dne .dnet", "networks of Netica, read and written"},
                  learners::WordHelp{".dsc", "networks of MSBN, read and written"},
                  learners::WordHelp{".net .hugin .oobn",
                                     "networks of Hugin, with Gaussians, read and written"},
                  learners::WordHelp{".uai", "networks and factor graphs of the UAI competitions"},
                  learners::WordHelp{".pgmx", "networks of OpenMarkov, read and written"},
                  learners::WordHelp{".xbn", "networks of Microsoft's MSBNx, read and written"},
                  learners::WordHelp{".elv", "networks of Elvira, read and written"},
                  learners::WordHelp{".pmml", "PMML: networks and naive Bayes classifiers"},
                  learners::WordHelp{".json",
                                     "networks and classifiers with all they know, as text"},
                  learners::WordHelp{".pgmodel",
                                     "networks and classifiers with all they know, read and "
                                     "written"},
                  learners::WordHelp{".csv .tsv .txt", "tables, read and written"},
                  learners::WordHelp{".tab .data .dat", "tables, read"},
                  learners::WordHelp{".arff", "tables of Weka, read"},
                  learners::WordHelp{".pgmdata",
                                     "tables in the form that is read fastest (pgm encode)"},
                  learners::WordHelp{".svg .pdf .tex .html .dot", "pictures, written"}};
              return learners::help_lines(words);
          },
          "\n'-' is standard input or output.\n"},
};

}  // namespace

std::optional<std::string> help_topic(std::string_view name) {
    const auto found = std::ranges::find(topics, name, &Topic::name);
    if (found == topics.end()) return std::nullopt;
    return std::string(found->head) + "\n\n" + found->lines() + std::string(found->foot);
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
