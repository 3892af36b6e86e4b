#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <learners/fit/estimator.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// A network and the file that it was read from.
struct NetworkOfFile {
    std::string file;
    BayesianNetwork network;
    io::SourceText source{};
};

/// One way of fitting and how it was called on the command line.
struct NamedChoice {
    std::string label;
    learners::Estimator estimator;
    std::string reason{};  ///< of a structure that the program has chosen; empty of a named one
    std::optional<NetworkOfFile> given{};  ///< whose arcs are the structure
};

/// The options of expectation maximisation (--missing-cells em).
struct EmChoices {
    std::size_t initialisations = 0;
    std::size_t iterations = 0;
    std::string tolerance;
    std::size_t seed = 1;  ///< of --seed, which commands declare for all that is random in them

    void add_to(Options& options);

    bool given() const { return initialisations > 0 || iterations > 0 || !tolerance.empty(); }

    /// Throws UsageError for a text that is no number.
    learners::EmOptions read() const;
};

/// The options that say how a classifier is fitted, shared by `fit` and `evaluate`.
struct FitChoices {
    std::vector<std::string> structures;
    std::vector<std::string> smoothings;
    std::vector<std::string> continuous;
    std::vector<std::string> calibrations;
    std::vector<std::string> missing_cells;
    std::string class_prior;
    std::string empty_rows;
    std::string continuous_parents;
    std::string prior;
    EmChoices em;
    std::size_t threads = 0;
    bool updatable = false;  ///< whether the statistics are kept

    void add_to(Options& options);

    /// True if any of them was given, --threads apart.
    bool given() const;

    /// The files that these options may name, for nothing that is read may be written over.
    std::vector<std::string> files() const;

    /// One per structure, `nb` when none was given, with each smoothing, calibration, model of
    /// continuous features and choice for missing values. Labels name the structure, and of the
    /// others those that have several values. A structure may be a model file, whose arcs are
    /// taken. Throws UsageError for words that are none.
    std::vector<NamedChoice> read(Session& session) const;

    /// The only one, of one structure, as what is counted is. Throws UsageError where there are
    /// several, or one that depends on more than sums.
    learners::Fit read_counted(Session& session) const;

    /// True if no choice is made, which leaves it to learners::default_learner().
    bool leaves_all() const { return !given(); }
    /// The default choice for a table, or for one of these columns.
    NamedChoice default_for(Session& session, const Dataset& data, const std::string& class_name,
                            std::string_view obstacle_to_stack = {}) const;
    NamedChoice default_for(Session& session, std::span<const Variable> columns, std::size_t rows,
                            const std::string& class_name,
                            std::string_view obstacle_to_stack = {}) const;

private:
    /// One value each of the options that may have several.
    std::vector<learners::LearnerWords> combinations() const;
    std::string label_of(const std::string& structure, const learners::LearnerWords& words) const;
    learners::Fit common_choices(Session& session) const;
    learners::Estimator estimator_of(const std::string& structure,
                                     const std::optional<NetworkOfFile>& given,
                                     const learners::LearnerWords& words,
                                     const learners::Fit& common) const;
};

}  // namespace pgm::apps
