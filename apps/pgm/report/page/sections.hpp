#pragma once

#include <apps/pgm/render/report.hpp>
#include <apps/pgm/report/evaluation_report.hpp>
#include <apps/pgm/report/learn_report.hpp>
#include <learners/independence/associations.hpp>
#include <pgm/classify/measure/scored_predictions.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

// The sections of `pgm report`, each a heading, what people see below it, and one member for
// programs. What they are made of has to outlive them.

/// The table that a page reports on.
struct PageTable {
    const Dataset& data;  ///< the columns that are related and learned from
    std::string class_name = {};
    std::uint64_t seed = 1;  ///< of permutations
    std::size_t threads = 0;
};

/// "table_1": what the columns hold, in all rows and in those of each class. Numbers are a mean and
/// a standard deviation, or the median and quartiles where they are skewed; states are counts. p is
/// that of the association with the class: anova or kruskal-wallis, and g2.
Report table_one_section(const PageTable& table);

/// "missing": the columns with missing cells, and which are missing together.
Report missing_cells_section(const Dataset& data);

/// "associations": the pairs of columns, the surest first, and the matrix of their strengths. Of
/// many columns only the pairs with the class are asked about.
Report associations_section(const PageTable& table);

/// The network of a page.
struct PageNetwork {
    const BayesianNetwork& network;
    std::string title = {};
    std::optional<ArcReport> arcs = {};  ///< of the bootstrap
    /// True if the directions of arcs are found from the rows, and may be left open by them.
    bool has_open_directions = false;
    std::size_t networks = 1;  ///< of which it is the heaviest
};

/// "structure": a picture, and the arcs with their confidence.
Report structure_section(const PageNetwork& page);

/// "distributions": the distribution of every variable, with intervals where it was fitted.
Report distributions_section(const PageNetwork& page);

/// "validation": how well the classes of rows are predicted that were left out, or of other rows.
Report validation_section(const EvaluationReport& report, const ScoredPredictions& scored);

/// "contributions": how much each cell speaks for the class that is predicted of some rows.
Report contributions_section(const Predictor& predictor, const Dataset& data);

/// What was done for a page.
struct PageMethods {
    std::string source = {};  ///< of the table; empty for a model alone
    std::string model = {};   ///< the file of a model that was there before
    std::string class_name = {};
    std::string search = {};         ///< of a learned network: "boss, score bic"
    std::string missing_cells = {};  ///< what became of them
    std::size_t replicates = 0, folds = 0;
    std::uint64_t seed = 1;
    std::string program = {}, command = {};
    std::string date = {};  ///< empty, so that the same input gives the same page
};

/// "methods": sentences for the methods section of a paper, and the works that they name. `data` is
/// the table as it was read, or null; `classifier` likewise.
Report methods_section(const PageMethods& methods, const Dataset* data,
                       const Classifier* classifier);

}  // namespace pgm::apps
