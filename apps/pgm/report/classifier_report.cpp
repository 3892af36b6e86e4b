#include <apps/pgm/report/classifier_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/like_problems.hpp>
#include <learners/estimate/calibration.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace pgm::apps {
namespace {

constexpr std::size_t most_states_shown = 6, most_features_shown = 40, longest_factorisation = 20,
                      most_classes_shown = 12, most_named = 6;

/// True if any network has the feature: not one without values, of a single interval or that was
/// not selected.
bool is_used(const Classifier& classifier, const Variable& feature) {
    return std::ranges::any_of(network_classifiers(classifier), [&](const auto* of_networks) {
        return of_networks->model().network().find(feature.name()).has_value();
    });
}

/// "cut into 3, 5, 10", as the classifiers of an ensemble cut the feature.
std::string pooled_cuts_text(const Ensemble& ensemble, const Variable& feature) {
    std::set<std::size_t> states;
    for (const PooledClassifier& pooled : ensemble.classifiers())
        if (const CutPoints* const cuts = pooled.classifier.discretisation().find(feature.name()))
            if (cuts->states() > 1) states.insert(cuts->states());  // one interval is left out
    if (states.empty()) return {};
    return "cut into " + join(states, [](std::size_t count) { return std::to_string(count); });
}

Report feature_row(const Classifier& classifier, const Variable& feature) {
    const bool used = is_used(classifier, feature), discrete = feature.is_discrete();
    const NetworkClassifier* const networks = classifier.networks();
    const CutPoints* const cuts =
        networks ? networks->discretisation().find(feature.name()) : nullptr;
    std::string kind = "left out", values;
    if (used && discrete) {
        kind = counted(feature.cardinality(), "state");
        values = listed(feature.states(), most_states_shown);
    } else if (used && cuts != nullptr) {
        kind = "cut into " + std::to_string(cuts->states());
        values = listed(cuts->variable(feature.name()).states(), most_states_shown);
    } else if (used) {
        kind = networks ? "continuous" : pooled_cuts_text(*classifier.ensemble(), feature);
    }
    Report row{{"name", "", feature.name()},
               {"type", discrete ? "discrete" : "continuous", Shown{"", kind}},
               Shown{"", values}};
    if (cuts != nullptr) row.add("cuts", cuts->cuts);
    if (!used) row.add("left_out", true);
    return row;
}

/// "3 arcs", or "P(A) P(B | A)" of a small network.
std::string graph_of(const BayesianNetwork& network) {
    return network.size() <= longest_factorisation ? factorisation_text(network)
                                                   : counted(network.dag().arc_count(), "arc");
}

std::string structure_of(const Classifier& classifier) {
    const std::string& words = classifier.provenance().choices.structure;
    if (const Ensemble* const ensemble = classifier.ensemble())
        return words + ", the weighted mean of " +
               counted(ensemble->classifiers().size(), "classifier");
    const std::span<const WeightedNetwork> members = classifier.networks()->members();
    const WeightedNetwork& first = members.front();
    const std::size_t variables = first.network.size();
    if (members.size() == 1)
        return words + "   " + graph_of(first.network) +
               (variables <= longest_factorisation ? ""
                                                   : " between " + counted(variables, "variable"));
    const bool is_weighted = std::ranges::any_of(
        members, [&](const auto& member) { return member.weight != first.weight; });
    return words + (is_weighted ? ", the weighted mean of " : ", the mean of ") +
           std::to_string(members.size()) + " networks, the first: " + graph_of(first.network);
}

/// The features that selection kept, if any was asked for.
std::optional<std::vector<std::string>> kept_features(const NetworkClassifier& classifier) {
    const std::string& structure = classifier.provenance().choices.structure;
    if (!structure.ends_with("+select")) return std::nullopt;
    std::vector<std::string> kept;
    for (const Variable& feature : classifier.features()) {
        if (classifier.model().network().find(feature.name())) kept.push_back(feature.name());
    }
    return kept;
}

/// "7 of 20 features"
std::string share_text(const std::vector<std::string>& kept, const NetworkClassifier& classifier) {
    return std::to_string(kept.size()) + " of " + counted(classifier.features().size(), "feature");
}

Value value_of(const NetworkClassifier& classifier, const std::string& column,
               const Replacement& replacement) {
    return std::visit(
        Overloaded{[&](StateId state) { return Value(classifier.find(column)->state(state)); },
                   [](double number) { return Value(number); },
                   [](const MissingState& state) { return Value(state.name); }},
        replacement);
}

/// "0.42  skdb, mdlp; 7 of 20 features; temperature 1.3"
std::string pooled_text(const PooledClassifier& pooled) {
    const auto& [classifier, weight] = pooled;
    const FitWords& choices = classifier.provenance().choices;
    std::string text = number_text(weight) + "  " + choices.structure;
    if (!classifier.discretisation().empty()) text += ", " + choices.continuous;
    if (const auto kept = kept_features(classifier)) text += "; " + share_text(*kept, classifier);
    if (!classifier.temperature().changes_nothing())
        text += "; temperature " + number_text(classifier.temperature().value);
    return text;
}

/// "0.312  tan, mdlp (86.5 % right), chosen"
std::string trial_text(const Trial& trial, const std::string& chosen) {
    constexpr int digits = 4;
    return to_text(trial.log_loss, digits) + "  " + trial.name + " (" +
           to_text(100 * (1 - trial.error), digits) + " % right)" +
           (trial.name == chosen ? ", chosen" : "");
}

}  // namespace

Report classifier_report(const Classifier& classifier) {
    const Provenance& provenance = classifier.provenance();
    const std::vector<std::string>& classes = classifier.class_variable().states();
    Report report{
        {"class", classifier.class_name(),
         Shown{"class", shown_name(classifier.class_name()) + ": " + classes_text(classes)}},
        {"classes", classes},
        {"rows", provenance.rows, Shown{"fitted to", counted(provenance.rows, "row")}},
        {"rows_without_class", provenance.rows_without_class},
        features_fact(classifier)};
    return report.append(choices_report(classifier)).append(remarks_report(provenance.remarks));
}

Fact features_fact(const Classifier& classifier) {
    const ReportRows rows = rows_over(classifier.features(), [&](const Variable& feature) {
        return feature_row(classifier, feature);
    });
    return {"features", Section{.title = "features", .rows = rows, .most = most_features_shown}};
}

Report choices_report(const Classifier& classifier) {
    const FitWords& choices = classifier.provenance().choices;
    return {{"structure", choices.structure, Shown{"structure", structure_of(classifier)}},
            {"smoothing", choices.smoothing,
             Shown{"estimation", choices.smoothing + ", class prior " + choices.class_prior +
                                     ", continuous columns " + choices.continuous}},
            {"continuous", choices.continuous},
            {"class_prior", choices.class_prior},
            {"calibration", choices.calibration}};
}

Report calibration_report(const Classifier& classifier) {
    const Provenance& provenance = classifier.provenance();
    Report report;
    // The classifiers of an ensemble keep features of their own.
    const NetworkClassifier* const networks = classifier.networks();
    if (const auto kept = networks ? kept_features(*networks) : std::nullopt)
        report.add(
            "selected", *kept,
            Shown{"selected", (kept->empty() ? "none" : first_few(*kept, most_named, shown_name)) +
                                  " (" + share_text(*kept, *networks) + ")"});
    report.append(concentrations_report(provenance.concentrations));
    if (provenance.choices.calibration == format(learners::Calibration::none)) return report;
    return report.add("temperature", "temperature", classifier.temperature().value);
}

Report concentrations_report(const std::vector<double>& concentrations) {
    if (concentrations.empty()) return {};
    return {{"concentrations", concentrations,
             Shown{"concentrations",
                   join(concentrations, number_text) + " rows per level of back-off"}}};
}

Report missing_cells_report(const Classifier& classifier) {
    const std::string& words = classifier.provenance().choices.missing_cells;
    if (words == format(learners::MissingCells::sum)) return {};
    Report replacements;
    std::vector<std::string> texts;
    const NetworkClassifier* const networks = classifier.networks();
    for (const Variable& feature : classifier.features()) {
        const Replacement* const found =
            networks ? networks->replacements().find(feature.name()) : nullptr;
        if (found == nullptr) continue;
        const Value value = value_of(*networks, feature.name(), *found);
        replacements.add(feature.name(), value);
        texts.push_back(shown_name(feature.name()) + " " + shown_text(value));
    }
    const std::string shown =
        texts.empty() ? words : words + ": " + first_few(texts, most_named, std::identity());
    Report report{{"missing_cells", words, Shown{"missing", shown}}};
    if (!texts.empty()) report.add("replacements", replacements);
    return report;
}

Report stack_report(const Classifier& classifier) {
    if (!classifier.ensemble()) return {};
    std::vector<const PooledClassifier*> heaviest_first;
    for (const PooledClassifier& pooled : classifier.ensemble()->classifiers())
        heaviest_first.push_back(&pooled);
    std::ranges::stable_sort(heaviest_first, std::greater(), &PooledClassifier::weight);
    Report report;
    for (const PooledClassifier* const pooled : heaviest_first)
        report.add(Shown{report.facts().empty() ? "stack" : "", pooled_text(*pooled)});
    return report.add("stack", rows_of(heaviest_first, [](const PooledClassifier* pooled) {
                          const FitWords& choices = pooled->classifier.provenance().choices;
                          Report row{{"weight", pooled->weight},
                                     {"structure", choices.structure},
                                     {"continuous", choices.continuous},
                                     {"smoothing", choices.smoothing}};
                          return row.append(calibration_report(pooled->classifier))
                              .append(missing_cells_report(pooled->classifier));
                      }));
}

Report candidates_report(const Classifier& classifier) {
    constexpr std::size_t most_lines = 6;
    if (!classifier.provenance().candidates) return {};
    const Candidates& candidates = *classifier.provenance().candidates;
    const std::string& chosen = candidates.trials[candidates.chosen].name;
    const ReportRows rows = rows_of(candidates.trials, [](const Trial& trial) -> Report {
        return {{"name", trial.name}, {"log_loss", trial.log_loss}, {"accuracy", 1 - trial.error}};
    });
    Report report{{"trials", rows}, {"chosen", chosen}, {"partial", candidates.partial}};
    std::vector<Trial> best_first = candidates.trials;
    std::ranges::stable_sort(best_first, {}, &Trial::log_loss);
    for (std::size_t i = 0; i < std::min(best_first.size(), most_lines); ++i)
        report.add(Shown{i == 0 ? "tried" : "", trial_text(best_first[i], chosen)});
    if (best_first.size() > most_lines)
        report.add(Shown{"", "and " + std::to_string(best_first.size() - most_lines) +
                                 " more; log loss of rows left out"});
    return report;
}

Report remarks_report(const std::vector<std::string>& remarks) {
    Report report{{"remarks", remarks}};
    for (const std::string& remark : summarised(remarks)) report.add(Shown{"note", remark});
    return report;
}

std::string classes_text(const std::vector<std::string>& classes) {
    return listed(classes, most_classes_shown);
}

std::vector<std::string> replacements_lost(const Classifier& classifier) {
    if (std::ranges::all_of(network_classifiers(classifier), [](const auto* of_networks) {
            return of_networks->replacements().empty();
        }))
        return {};
    return {"what missing values become (" + classifier.provenance().choices.missing_cells +
            "), which would be unobserved"};
}

}  // namespace pgm::apps
