#include <io/format/record/detail/json.hpp>

#include <io/format/record/detail/json_network.hpp>
#include <io/format/record/detail/json_statistics.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/overloaded.hpp>

#include <ostream>
#include <string>
#include <variant>

namespace pgm::io::detail {
namespace {

class ClassifierWriter {
public:
    explicit ClassifierWriter(JsonLines& lines) : lines_(lines) {}

    void write(const Classifier& classifier) {
        lines_.open('{');
        lines_.member("format") += json_quoted(classifier_format);
        lines_.member("version") += std::to_string(json_version);
        std::visit([&](const auto& kind) { write_members(kind); }, classifier.kind());
        lines_.close('}');
        lines_.text() += '\n';
    }

private:
    void write_members(const NetworkClassifier& classifier) {
        lines_.member("schema");
        write_schema(lines_, classifier.schema());
        write_cuts(classifier.discretisation());
        write_replacements(classifier);
        write_temperature(classifier.temperature());
        write_fit(classifier.provenance());
        lines_.member("networks");
        lines_.open('[');
        for (const WeightedNetwork& member : classifier.members()) write(member);
        lines_.close(']');
        if (classifier.prior()) {
            lines_.member("prior");
            lines_.open('{');
            write_network_members(lines_, *classifier.prior());
            lines_.close('}');
        }
        if (classifier.statistics()) {
            lines_.member("statistics");
            write_statistics(lines_, *classifier.statistics());
        }
        if (classifier.training_rows()) {
            lines_.member("training_rows");
            write_training_rows(lines_, *classifier.training_rows());
        }
    }

    void write_members(const Ensemble& ensemble) {
        write_temperature(ensemble.temperature());
        write_fit(ensemble.provenance());
        lines_.member("classifiers");
        lines_.open('[');
        for (const PooledClassifier& pooled : ensemble.classifiers()) {
            lines_.next();
            lines_.open('{');
            lines_.member("weight") += json_value(pooled.weight);
            write_members(pooled.classifier);
            lines_.close('}');
        }
        lines_.close(']');
    }

    void write_temperature(const Temperature& temperature) {
        if (!temperature.changes_nothing())
            lines_.member("temperature") += json_value(temperature.value);
    }

    void write_cuts(const Discretisation& discretisation) {
        if (discretisation.empty()) return;
        lines_.member("cuts");
        lines_.open('{');
        for (const auto& [column, points] : discretisation.columns())
            lines_.member(column) += json_array(points.cuts);
        lines_.close('}');
    }

    void write_replacements(const NetworkClassifier& classifier) {
        if (classifier.replacements().empty()) return;
        lines_.member("replacements");
        lines_.open('{');
        for (const auto& [column, replacement] : classifier.replacements().columns()) {
            std::string& text = lines_.member(column);
            std::visit(
                Overloaded{[&](StateId state) {
                               text.append("{\"state\": ").append(std::to_string(state.value)) +=
                                   '}';
                           },
                           [&](double number) {
                               text.append("{\"number\": ").append(json_value(number)) += '}';
                           },
                           [&](const MissingState& state) {
                               text.append("{\"own_state\": ").append(json_quoted(state.name)) +=
                                   '}';
                           }},
                replacement);
        }
        lines_.close('}');
    }

    void write_fit(const Provenance& provenance) {
        const FitWords& words = provenance.choices;
        lines_.member("fit");
        lines_.open('{');
        lines_.member("structure") += json_quoted(words.structure);
        lines_.member("smoothing") += json_quoted(words.smoothing);
        lines_.member("continuous") += json_quoted(words.continuous);
        lines_.member("class_prior") += json_quoted(words.class_prior);
        lines_.member("empty_rows") += json_quoted(words.empty_rows);
        lines_.member("calibration") += json_quoted(words.calibration);
        lines_.member("missing_cells") += json_quoted(words.missing_cells);
        lines_.member("rows") += std::to_string(provenance.rows);
        lines_.member("rows_without_class") += std::to_string(provenance.rows_without_class);
        lines_.member("rules") += std::to_string(provenance.version);
        if (!provenance.remarks.empty()) lines_.member("remarks") += json_array(provenance.remarks);
        if (!provenance.concentrations.empty())
            lines_.member("concentrations") += json_array(provenance.concentrations);
        if (provenance.candidates) write(*provenance.candidates);
        if (provenance.em) write(*provenance.em);
        lines_.close('}');
    }

    void write_flag(std::string_view name, bool value) {
        if (value) lines_.member(name) += "true";
    }

    void write(const Candidates& candidates) {
        lines_.member("candidates");
        lines_.open('{');
        lines_.member("trials");
        lines_.open('[');
        for (const Trial& trial : candidates.trials)
            lines_.next()
                .append("{\"name\": ")
                .append(json_quoted(trial.name))
                .append(", \"log_loss\": ")
                .append(json_value(trial.log_loss))
                .append(", \"error\": ")
                .append(json_value(trial.error)) += '}';
        lines_.close(']');
        lines_.member("chosen") += std::to_string(candidates.chosen);
        write_flag("has_stack", candidates.has_stack);
        write_flag("partial", candidates.partial);
        lines_.close('}');
    }

    void write(const EmReport& report) {
        lines_.member("expectation_maximisation");
        lines_.open('{');
        lines_.member("iterations") += std::to_string(report.iterations);
        lines_.member("log_likelihood") += json_array(report.log_likelihood);
        lines_.member("data_log_likelihood") += json_value(report.data_log_likelihood);
        write_flag("converged", report.converged);
        write_flag("partial", report.partial);
        lines_.member("initialisations") += std::to_string(report.initialisations);
        lines_.close('}');
    }

    void write(const WeightedNetwork& member) {
        lines_.next();
        lines_.open('{');
        lines_.member("weight") += json_value(member.weight);
        if (const auto& super_parent = member.super_parent) {
            lines_.member("super_parent");
            lines_.open('{');
            lines_.member("features") += json_array(super_parent->features);
            lines_.member("weights") += json_array(super_parent->weights);
            lines_.member("least_weight") += json_value(super_parent->least_weight);
            lines_.close('}');
        }
        lines_.member("network");
        lines_.open('{');
        write_network_members(lines_, member.network);
        lines_.close('}');
        lines_.close('}');
    }

    JsonLines& lines_;
};

}  // namespace

void write_classifier_json(const Classifier& classifier, std::ostream& out) {
    JsonLines lines;
    ClassifierWriter(lines).write(classifier);
    out << lines.text();
}

}  // namespace pgm::io::detail
