#include <apps/pgm/report/fit_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/classifier_report.hpp>
#include <apps/pgm/report/data_info.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/structure_graph.hpp>

#include <numeric>

namespace pgm::apps {
namespace {

/// The order of lines for people.
const std::vector<std::string_view> lines_of_fit = {
    "data",  "left out",   "weights", "class",    "structure",      "estimation",
    "em",    "tried",      "missing", "selected", "concentrations", "temperature",
    "stack", "parameters", "note",    "written"};

/// How many networks predict together, and the free parameters of all.
Report size_report(const Classifier& classifier) {
    std::size_t networks = 0, parameters = 0;
    for (const NetworkClassifier* const of_networks : network_classifiers(classifier)) {
        networks += of_networks->members().size();
        for (const WeightedNetwork& member : of_networks->members())
            parameters += parameter_count(member.network);
    }
    return {{"networks", networks}, {"parameters", "parameters", parameters, " free"}};
}

/// The class weights of all rows that a classifier was fitted from, by its statistics; null where
/// the class has parents.
std::vector<double> class_weights(const NetworkClassifier& classifier) {
    const Sums& statistics = *classifier.statistics();
    const Family of_class{statistics.id(classifier.class_name()), {}};
    return statistics.has(of_class) ? statistics.counts(of_class).values() : std::vector<double>();
}

/// The weights of the rows of each class; a hidden class has none.
std::vector<double> class_weights(const Classifier& classifier, const FittedRows& rows,
                                  const Classifier* updated) {
    if (updated != nullptr) return class_weights(*classifier.networks());
    if (rows.class_weights) return *rows.class_weights;
    return std::vector<double>(classifier.class_variable().cardinality(), 0.0);
}

/// Sums of weights have digits that only rounding put there.
std::string weight_text(double weight) {
    return to_text(weight, 12);
}

std::string class_text(const Classifier& classifier, const FittedRows& rows,
                       const std::vector<double>& weights) {
    const std::vector<std::string>& states = classifier.class_variable().states();
    if (!rows.class_weights) return "hidden, " + classes_text(states);
    std::vector<std::string> texts;
    for (std::size_t state = 0; state < weights.size(); ++state)
        texts.push_back(states[state] + " " + weight_text(weights[state]));
    return classes_text(texts);
}

Report rows_report(const Classifier& classifier, const FitFiles& files, const Classifier* updated) {
    const auto& [rows, without_class] =
        std::pair(classifier.provenance().rows, classifier.provenance().rows_without_class);
    const std::uint64_t before = updated ? updated->provenance().rows : 0;
    Report report{{"rows", rows,
                   Shown{"data", files.data + ", " + counted(rows - before, "row") +
                                     (updated ? " added to " + std::to_string(before) : "")}}};
    if (updated) report.add("rows_before", before);
    report.add("rows_without_class", without_class);
    if (without_class > 0)
        report.add(Shown{"left out", counted(without_class, "row") + " without a class"});
    return report;
}

Fact em_fact(const EmReport& em) {
    const std::string end = em.converged ? "converged" : em.partial ? "stopped" : "not converged";
    const std::string starts =
        em.initialisations > 1
            ? " (the best of " + std::to_string(em.initialisations) + " initialisations)"
            : "";
    return {"em",
            Report{{"iterations", em.iterations},
                   {"log_likelihood", em.log_likelihood},
                   {"data_log_likelihood", em.data_log_likelihood},
                   {"converged", em.converged},
                   {"partial", em.partial},
                   {"restarts", em.initialisations}},
            Shown{"em", counted(em.iterations, "iteration") + starts + ", " + end +
                            "; log-likelihood " + to_text(em.data_log_likelihood, 8)}};
}

std::string states_text(const Variable& variable) {
    constexpr std::size_t most = 12;
    if (!variable.is_discrete()) return "continuous";
    if (variable.cardinality() > most) return counted(variable.cardinality(), "state");
    return listed(variable.states(), most);
}

}  // namespace

FittedRows fitted_rows(const Dataset& data, const std::string& class_name) {
    FittedRows rows{.have_weights = !data.weights().empty()};
    if (const std::optional<ColumnId> target = data.find(class_name))
        rows.class_weights = state_weights(as_discrete(data.column(*target)), data.weights());
    return rows;
}

FittedRows rows_of_statistics(const Classifier& classifier) {
    return {.class_weights = class_weights(*classifier.networks())};
}

Rows::Visit counted_for_report(FittedRows& rows, const std::string& class_name,
                               const Rows::Visit& take) {
    rows = {};
    return [&](const Dataset& part) {
        if (!rows.class_weights)
            rows = fitted_rows(part, class_name);
        else
            add_state_weights(part.column(class_name), part.weights(), *rows.class_weights);
        rows.codes.add(part);
        take(part);
    };
}

Rows counted_rows(const Rows& table, const std::string& class_name, FittedRows& rows) {
    if (const Dataset* const data = table.table()) {
        rows = fitted_rows(*data, class_name);
        return *data;
    }
    return {table.schema(), table.rows(), [&](std::size_t rows_of_part, const Rows::Visit& take) {
                table.pass(rows_of_part, counted_for_report(rows, class_name, take));
            }};
}

Report fit_report(const Classifier& classifier, const FittedRows& rows, const FitFiles& files,
                  const Classifier* updated) {
    const std::vector<double> weights = class_weights(classifier, rows, updated);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    Report report{model_fact(files.model)};
    report.append(rows_report(classifier, files, updated));
    report.add("class", classifier.class_name(),
               Shown{"class", shown_name(classifier.class_name()) + ": " +
                                  class_text(classifier, rows, weights)});
    report.add("classes", classifier.class_variable().states());
    report.add("class_counts", counts(weights)).add("total_weight", Count{total});
    if (rows.have_weights)
        report.add(Shown{
            "weights",
            (files.weights.empty() ? "those of the rows" : "column " + shown_name(files.weights)) +
                ", " + weight_text(total) + " together; rows of a class are counted by them"});
    report.add(features_fact(classifier)).append(choices_report(classifier));
    report.append(calibration_report(classifier)).append(missing_cells_report(classifier));
    report.append(stack_report(classifier)).append(size_report(classifier));
    report.add("factorisation", classifier.networks()
                                    ? factorisation(classifier.networks()->model().network())
                                    : Value());
    report.append(remarks_report(classifier.provenance().remarks));
    if (const auto& em = classifier.provenance().em) report.add(em_fact(*em));
    report.append(candidates_report(classifier));
    return report.order_lines(lines_of_fit);
}

Report network_report(const learners::FittedNetwork& fitted, const Dataset& data,
                      const std::string& structure, const FitFiles& files) {
    constexpr std::size_t longest_shown_arcs = 20;
    const BayesianNetwork& network = fitted.network;
    const std::size_t parameters = parameter_count(network);
    const std::string arcs =
        network.size() <= longest_shown_arcs ? "   " + factorisation_text(network) : "";
    Report report{
        model_fact(files.model),
        {"rows", data.rows(), Shown{"data", files.data + ", " + counted(data.rows(), "row")}},
        {"structure", structure, Shown{"structure", structure + arcs}},
        {"variables", names_of(network.variables())},
        {"parameters", "parameters", parameters, " free"},
        {"factorisation", factorisation(network)}};
    report.append(remarks_report(fitted.remarks));
    report.append(concentrations_report(fitted.concentrations));
    if (fitted.em) report.add(em_fact(*fitted.em));
    report.add(Section{
        "variables", rows_of(network.variables(), [](const Variable& variable) {
            return Report{Shown{"", shown_name(variable.name())}, Shown{"", states_text(variable)}};
        })});
    return report.order_lines(lines_of_fit);
}

Fact model_fact(const std::string& path) {
    if (path.empty()) return {"model", Value()};
    return {"model", path, Shown{"written", path}};
}

}  // namespace pgm::apps
