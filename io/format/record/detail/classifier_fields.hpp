#pragma once

#include <io/format/record/detail/network_fields.hpp>
#include <io/format/record/detail/statistics_fields.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {

// Classifiers in files, as they stand there, and their members (fields.hpp).

/// Versions of the native file of a classifier: 2 has the counts of sparse families by the cells
/// that are not zero, 3 what was chosen by leaving out rows, 4 stacks, 5 what missing values
/// become, several super-parents of one network, 6 the candidates of a choice and how expectation
/// maximisation went. Written is the lowest version that means the same.
inline constexpr std::uint32_t sparse_version = 2, calibrated_version = 3, stack_version = 4,
                               richest_version = 5, history_version = 6,
                               newest_classifier_version = 6;

/// A replacement for missing values, one of these.
struct ReplacementFields {
    std::optional<std::uint32_t> state;
    std::optional<double> number;
    std::optional<std::string> own_state;

    static constexpr std::string_view noun = "a replacement";
    static constexpr bool is_choice = true;
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& replacement) {
        visit(Field("state", "the number of a state"), replacement.state);
        visit(Field("number", "a number"), replacement.number);
        visit(Field("own_state", "a state"), replacement.own_state);
    }
};

/// A network of a classifier and its weight.
struct MemberFields : FileObject {
    double weight = 1;
    std::optional<SuperParent> super_parent;
    Stored<BayesianNetwork> network;

    static constexpr std::string_view noun = "a network with its weight";
    static void fields(auto& visit, auto& member) {
        visit(Field("weight", "a weight"), member.weight);
        visit(Field("super_parent"), member.super_parent);
        visit(Field("network", {}, Presence::required), member.network);
    }
};

/// The state of a cell of training rows, or DistinctRows::missing.
struct CellCode {
    std::uint32_t code = 0;
};

/// A row of the discrete columns, with the weight of all that are like it.
struct TrainingRow : FileObject {
    WeightSum weight;
    std::vector<CellCode> states;

    static constexpr std::string_view noun = "a row";
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& row) {
        visit(Field("weight", "a sum of weights"), row.weight);
        visit(Field("states", "the number of a state, or -1", Presence::always), row.states);
    }
};

/// A classifier of networks, which may be a part of an ensemble.
struct ClassifierParts : FileObject {
    FormatName format{classifier_format};
    std::optional<FormatVersion> version;
    std::optional<double> weight;
    std::vector<ColumnFields> schema;
    std::vector<Named<std::vector<double>>> cuts;
    std::vector<Named<ReplacementFields>> replacements;
    std::optional<double> temperature;
    Provenance fit;
    std::vector<MemberFields> networks;
    Stored<BayesianNetwork> prior;
    Stored<Sums> statistics;
    std::optional<std::vector<TrainingRow>> training_rows;

    static constexpr std::string_view noun = "a classifier";
    static void fields(auto& visit, auto& classifier) {
        visit(Field("format", "the format"), classifier.format);
        visit(Field("version", "the version"), classifier.version);
        visit(Field("weight", "a weight").about("within an ensemble"), classifier.weight);
        visit(Field("schema", "the schema").about("The columns of the data, the class first."),
              classifier.schema);
        visit(Field("cuts", "a cut point"), classifier.cuts);
        visit(Field("replacements").about("What a missing value of a column becomes."),
              classifier.replacements);
        visit(Field("temperature", "a temperature").about({}, is_positive), classifier.temperature);
        visit(Field("fit").about("The options of the fit in the words of the command line, and its "
                                 "rows."),
              classifier.fit);
        visit(Field("networks", "the networks"), classifier.networks);
        visit(Field("prior"), classifier.prior);
        visit(Field("statistics"), classifier.statistics);
        visit(Field("training_rows", "the training rows")
                  .about("Distinct rows with the numbers of their states; -1 is a missing value."),
              classifier.training_rows);
    }
};

/// A classifier or an ensemble of them.
struct ClassifierFile : ClassifierParts {
    std::vector<ClassifierParts> classifiers;

    static constexpr std::string_view noun = "a classifier";
    static void fields(auto& visit, auto& classifier) {
        ClassifierParts::fields(visit, classifier);
        visit(Field("classifiers", "the classifiers")
                  .about("Classifiers whose predictions are averaged, instead of networks."),
              classifier.classifiers);
    }
};

/// The parts of a classifier as files have them; networks and statistics stay where they are.
ClassifierFile file_of(const Classifier& classifier);

/// That parts contradict each other, with the place of one of them.
struct PartsError : Error {
    PartsError(std::size_t of_part, const ArgumentError& error) : Error(error), place(of_part) {}

    std::size_t place;
};

/// The classifier of these parts. Throws PartsError.
Classifier classifier_of(ClassifierFile file, const Limits& limits);

template <>
inline constexpr std::string_view noun<Trial> = "a trial";
template <>
inline constexpr bool is_on_one_line<Trial> = true;
template <class Visit, Is<Trial> T>
void fields(Visit& visit, T& trial) {
    visit(Field("name", "a name", Presence::always), trial.name);
    visit(Field("log_loss", "a loss"), trial.log_loss);
    visit(Field("error", "a share"), trial.error);
}

template <>
inline constexpr auto fault_of<Candidates> = [](const Candidates& candidates) -> std::string_view {
    if (candidates.chosen < candidates.trials.size()) return {};
    return "the candidate that was chosen is none of them";
};
template <>
inline constexpr auto fault_of<Provenance> = [](const Provenance& fit) -> std::string_view {
    const bool is_right = std::ranges::all_of(fit.concentrations,
                                              [](double m) { return std::isfinite(m) && m >= 0; });
    return is_right ? "" : "a concentration is not 0 or more";
};
template <>
inline constexpr auto fault_of<ReplacementFields> =
    [](const ReplacementFields& replacement) -> std::string_view {
    const int given = replacement.state.has_value() + replacement.number.has_value() +
                      replacement.own_state.has_value();
    if (given != 1) return "a replacement has a state, a number or an own_state";
    return replacement.state == DistinctRows::missing ? "there is no such state" : "";
};

template <>
inline constexpr std::string_view noun<Candidates> = "the candidates";
template <class Visit, Is<Candidates> T>
void fields(Visit& visit, T& candidates) {
    visit(Field("trials", "the trials", Presence::always), candidates.trials);
    visit(Field("chosen", "the number of a trial"), candidates.chosen);
    visit(Field("has_stack", "has_stack"), candidates.has_stack);
    visit(Field("partial", "partial"), candidates.partial);
}

template <>
inline constexpr std::string_view noun<EmReport> = "a report of expectation maximisation";
template <class Visit, Is<EmReport> T>
void fields(Visit& visit, T& report) {
    visit(Field("iterations", "a number"), report.iterations);
    visit(Field("log_likelihood", "a log-likelihood", Presence::always), report.log_likelihood);
    visit(Field("data_log_likelihood", "a log-likelihood"), report.data_log_likelihood);
    visit(Field("converged", "converged"), report.converged);
    visit(Field("partial", "partial"), report.partial);
    visit(Field("initialisations", "a number"), report.initialisations);
}

template <>
inline constexpr std::string_view noun<Provenance> = "a fit";
template <class Visit, Is<Provenance> T>
void fields(Visit& visit, T& fit) {
    auto& words = fit.choices;
    visit(Field("structure", "a structure", Presence::always), words.structure);
    visit(Field("smoothing", "a smoothing", Presence::always), words.smoothing);
    visit(Field("continuous", "a treatment", Presence::always), words.continuous);
    visit(Field("class_prior", "a prior", Presence::always), words.class_prior);
    visit(Field("empty_rows", "a rule", Presence::always), words.empty_rows);
    visit(Field("calibration", "a calibration", Presence::always, calibrated_version),
          words.calibration);
    visit(Field("missing_cells", "a rule", Presence::always, richest_version), words.missing_cells);
    visit(Field("rows", "a number of rows"), fit.rows);
    visit(Field("rows_without_class", "a number of rows"), fit.rows_without_class);
    visit(Field("rules", "the version of the rules").about("version of the rules of estimation"),
          fit.version);
    visit(Field("remarks", "a remark"), fit.remarks);
    visit(Field("concentrations", "a concentration", Presence::if_any, calibrated_version),
          fit.concentrations);
    visit(Field("candidates", {}, Presence::if_any, history_version), fit.candidates);
    visit(Field("expectation_maximisation", {}, Presence::if_any, history_version), fit.em);
}

template <>
inline constexpr std::string_view noun<SuperParent> = "a super-parent";
template <class Visit, Is<SuperParent> T>
void fields(Visit& visit, T& super_parent) {
    visit(Field("features", "a feature", Presence::always), super_parent.features);
    visit(Field("weights", "a weight", Presence::always), super_parent.weights);
    visit(Field("least_weight", "a weight"), super_parent.least_weight);
}

}  // namespace pgm::io::detail
