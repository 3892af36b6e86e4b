#include <apps/pgm/report/fit_report.hpp>

#include <apps/pgm/report/calibration_report.hpp>
#include <apps/pgm/report/em_report.hpp>
#include <apps/pgm/report/stack_report.hpp>
#include <apps/pgm/report/trial_report.hpp>
#include <apps/pgm/shell/like_problems.hpp>
#include <apps/pgm/shell/output.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/factorisation.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::apps {
namespace {

using enum TextTable::Align;

constexpr std::size_t most_states_shown = 6, most_features_shown = 40, longest_factorisation = 20,
                      most_classes_shown = 12;

/// "a, b, c", cut after a few with how many there are.
std::string listed(const std::vector<std::string>& names, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i > 0 ? ", " : "") + shown_name(names[i]);
    return names.size() > most ? text + ", ... (" + std::to_string(names.size()) + ")" : text;
}

/// How many networks predict together, and the free parameters of all.
struct ModelSize {
    std::size_t networks = 0;
    std::size_t parameters = 0;
};

ModelSize size_of(const Classifier& classifier) {
    ModelSize size;
    const auto add = [&](const Classifier& one) {
        size.networks += one.members().size();
        for (const WeightedNetwork& member : one.members())
            size.parameters += parameter_count(member.network);
    };
    add(classifier);
    for (const StackedClassifier& stacked : classifier.stack()) add(stacked.classifier);
    return size;
}

/// Whether any network has the feature: not one without values, of a single interval or that was
/// not selected.
bool is_used(const Classifier& classifier, const Variable& feature) {
    const auto has_feature = [&](const WeightedNetwork& member) {
        return member.network.find(feature.name()).has_value();
    };
    return std::ranges::any_of(classifier.members(), has_feature) ||
           std::ranges::any_of(classifier.stack(), [&](const StackedClassifier& stacked) {
               return is_used(stacked.classifier, feature);
           });
}

std::string kind_of(const Classifier& classifier, const Variable& feature) {
    if (!is_used(classifier, feature)) return "left out";
    if (feature.is_discrete()) return counted(feature.cardinality(), "state");
    if (const CutPoints* const cuts = classifier.discretisation().find(feature.name()))
        return "cut into " + std::to_string(cuts->states());
    return classifier.stack().empty() ? "continuous" : stacked_cuts_text(classifier, feature);
}

std::string values_of(const Classifier& classifier, const Variable& feature) {
    if (!is_used(classifier, feature)) return {};
    if (feature.is_discrete()) return listed(feature.states(), most_states_shown);
    const CutPoints* const cuts = classifier.discretisation().find(feature.name());
    return cuts == nullptr ? std::string()
                           : listed(cuts->variable(feature.name()).states(), most_states_shown);
}

/// Of all rows that a classifier was fitted from, by its statistics; nothing where the class has
/// parents.
std::vector<double> class_weights(const Classifier& classifier) {
    const Statistics& statistics = *classifier.statistics();
    const Family of_class{statistics.id(classifier.class_name()), {}};
    return statistics.has(of_class) ? statistics.counts(of_class).values() : std::vector<double>();
}

/// What the rows of each class weigh together: how many they are, where the data have no weights. A
/// hidden class has no column.
std::vector<double> class_weights(const Classifier& classifier, const Dataset& data,
                                  const FitHistory& history) {
    if (history.updated != nullptr) return class_weights(classifier);
    if (!data.find(classifier.class_name()))
        return std::vector<double>(classifier.class_variable().cardinality(), 0.0);
    const Column column = as_discrete(data.column(classifier.class_name()));
    std::vector<double> weights(column.variable.cardinality(), 0.0);
    visit_codes(column, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        for (std::size_t row = 0; row < codes.size(); ++row)
            if (codes[row] != missing_code<Code>)
                weights[codes[row]] += data.weights().empty() ? 1.0 : data.weights()[row];
    });
    return weights;
}

double total(const std::vector<double>& weights) {
    return std::accumulate(weights.begin(), weights.end(), 0.0);
}

/// Sums of weights have digits that only rounding put there.
std::string weight_text(double weight) {
    return to_text(weight, 12);
}

std::string class_counts(const Classifier& classifier, const std::vector<double>& weights) {
    std::vector<std::string> counts;
    for (std::size_t state = 0; state < weights.size(); ++state)
        counts.push_back(classifier.class_variable().states()[state] + " " +
                         weight_text(weights[state]));
    return listed(counts, most_classes_shown);
}

std::string structure_of(const Classifier& classifier) {
    if (!classifier.stack().empty())
        return classifier.provenance().choices.structure + ", the weighted mean of " +
               counted(classifier.stack().size(), "classifier");
    const BayesianNetwork& network = classifier.members().front().network;
    const auto differs = [&](const WeightedNetwork& member) {
        return member.weight != classifier.members().front().weight;
    };
    if (classifier.members().size() > 1)
        return classifier.provenance().choices.structure +
               (std::ranges::any_of(classifier.members(), differs) ? ", the weighted mean of "
                                                                   : ", the mean of ") +
               std::to_string(classifier.members().size()) + " networks, the first: " +
               (network.size() <= longest_factorisation
                    ? factorisation_text(network)
                    : counted(network.dag().arc_count(), "arc"));
    return classifier.provenance().choices.structure + "   " +
           (network.size() <= longest_factorisation
                ? factorisation_text(network)
                : counted(network.dag().arc_count(), "arc") + " between " +
                      counted(network.size(), "variable"));
}

void write_features(JsonText& json, const Classifier& classifier) {
    json.key("features").begin_array();
    for (const Variable& feature : classifier.features()) {
        json.begin_object()
            .key("name")
            .string(feature.name())
            .key("type")
            .string(feature.is_discrete() ? "discrete" : "continuous");
        if (const CutPoints* const cuts = classifier.discretisation().find(feature.name())) {
            json.key("cuts").begin_array();
            for (const double cut : cuts->cuts) json.number(cut);
            json.end_array();
        }
        if (!is_used(classifier, feature)) json.key("left_out").boolean(true);
        json.end_object();
    }
    json.end_array();
}

void write_choices(JsonText& json, const Classifier& classifier) {
    const FitWords& choices = classifier.provenance().choices;
    json.key("structure").string(choices.structure).key("smoothing").string(choices.smoothing);
    json.key("continuous")
        .string(choices.continuous)
        .key("class_prior")
        .string(choices.class_prior);
    json.key("calibration").string(choices.calibration);
}

void write_remarks(JsonText& json, const Classifier& classifier) {
    json.key("remarks").begin_array();
    for (const std::string& remark : classifier.provenance().remarks) json.string(remark);
    json.end_array();
}

void add_choices(TextTable& table, const Classifier& classifier) {
    const FitWords& choices = classifier.provenance().choices;
    table.add({"structure", structure_of(classifier)});
    table.add({"estimation", choices.smoothing + ", class prior " + choices.class_prior +
                                 ", continuous columns " + choices.continuous});
}

}  // namespace

void write_classifier(JsonText& json, const Classifier& classifier) {
    const Provenance& provenance = classifier.provenance();
    json.begin_object().key("class").string(classifier.class_name()).key("classes").begin_array();
    for (const std::string& state : classifier.class_variable().states()) json.string(state);
    json.end_array().key("rows").count(static_cast<std::size_t>(provenance.rows));
    json.key("rows_without_class").count(static_cast<std::size_t>(provenance.rows_without_class));
    write_features(json, classifier);
    write_choices(json, classifier);
    write_remarks(json, classifier);
    json.end_object();
}

void add_classifier(TextTable& table, const Classifier& classifier) {
    table.add({"class", shown_name(classifier.class_name()) + ": " +
                            listed(classifier.class_variable().states(), most_classes_shown)});
    add_choices(table, classifier);
    table.add({"fitted to", counted(classifier.provenance().rows, "row")});
    for (const std::string& remark : summarised(classifier.provenance().remarks))
        table.add({"note", remark});
}

std::string features_text(const Classifier& classifier) {
    TextTable table({left, left, left});
    const std::size_t shown = std::min(classifier.features().size(), most_features_shown);
    for (const Variable& feature : classifier.features().first(shown))
        table.add({shown_name(feature.name()), kind_of(classifier, feature),
                   values_of(classifier, feature)});
    std::string text = "features\n" + table.text(2);
    if (shown < classifier.features().size())
        text += "  and " + std::to_string(classifier.features().size() - shown) + " more\n";
    return text;
}

void write_json(JsonText& json, const Classifier& classifier, const Dataset& data,
                const std::string& path, const FitHistory& history) {
    const Provenance& provenance = classifier.provenance();
    json.begin_object();
    path.empty() ? json.key("model").null() : json.key("model").string(path);
    json.key("rows").count(static_cast<std::size_t>(provenance.rows));
    if (history.updated != nullptr)
        json.key("rows_before").count(static_cast<std::size_t>(history.updated->provenance().rows));
    json.key("rows_without_class").count(static_cast<std::size_t>(provenance.rows_without_class));
    json.key("class").string(classifier.class_name()).key("classes").begin_array();
    for (const std::string& state : classifier.class_variable().states()) json.string(state);
    const std::vector<double> weights = class_weights(classifier, data, history);
    json.end_array().key("class_counts").begin_array();
    for (const double weight : weights) json.count(weight);
    json.end_array().key("total_weight").count(total(weights));
    write_features(json, classifier);
    write_choices(json, classifier);
    write_calibration(json, classifier);
    write_missing_cells(json, classifier);
    write_stack(json, classifier);
    const ModelSize size = size_of(classifier);
    json.key("networks").count(size.networks).key("parameters").count(size.parameters);
    json.key("factorisation");
    classifier.stack().empty() ? json.string(factorisation(classifier.members().front().network))
                               : json.null();
    write_remarks(json, classifier);
    if (history.em != nullptr) add_em(json, *history.em);
    if (history.trials != nullptr) write_trials(json, *history.trials);
    json.end_object();
}

std::string text_of(const Classifier& classifier, const Dataset& data, const std::string& data_path,
                    const std::string& weights, const std::string& path,
                    const FitHistory& history) {
    const Provenance& provenance = classifier.provenance();
    TextTable table({left, left});
    const std::string source = data_path == "-" ? "standard input" : data_path;
    if (history.updated != nullptr) {
        const std::uint64_t before = history.updated->provenance().rows;
        table.add({"data", source + ", " + counted(provenance.rows - before, "row") + " added to " +
                               std::to_string(before)});
    } else {
        table.add({"data", source + ", " + counted(provenance.rows, "row")});
    }
    if (provenance.rows_without_class > 0)
        table.add({"left out", counted(provenance.rows_without_class, "row") + " without a class"});
    const std::vector<double> counts = class_weights(classifier, data, history);
    if (!data.weights().empty())
        table.add(
            {"weights", (weights.empty() ? "those of the rows" : "column " + shown_name(weights)) +
                            ", " + weight_text(total(counts)) +
                            " together; rows of a class are counted by them"});
    table.add({"class", shown_name(classifier.class_name()) + ": " +
                            (data.find(classifier.class_name())
                                 ? class_counts(classifier, counts)
                                 : "hidden, " + listed(classifier.class_variable().states(),
                                                       most_classes_shown))});
    add_choices(table, classifier);
    if (history.em != nullptr) table.add({"em", em_text(*history.em)});
    if (history.trials != nullptr) add_trials(table, *history.trials);
    add_missing_cells(table, classifier);
    add_calibration(table, classifier);
    add_stack(table, classifier);
    table.add({"parameters", std::to_string(size_of(classifier).parameters) + " free"});
    for (const std::string& remark : summarised(provenance.remarks)) table.add({"note", remark});
    if (!path.empty()) table.add({"written", path});
    return table.text() + features_text(classifier);
}

}  // namespace pgm::apps
