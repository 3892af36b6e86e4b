#include <pgm/compile/classifier_source.hpp>

#include <pgm/compile/detail/c_classifier_frame.hpp>
#include <pgm/compile/detail/c_classifier_part.hpp>
#include <pgm/compile/detail/c_text.hpp>
#include <pgm/compile/detail/number_states.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {
namespace {

using detail::c_comment, detail::c_list, detail::c_string, detail::CNames, detail::CWords,
    detail::filled;

namespace frame = detail::c_classifier_frame;

/// The meaning of a feature's number, as a line of a comment.
std::string feature_line(const Classifier& classifier, std::size_t number) {
    const Variable& feature = classifier.features()[number];
    std::string text = "   " + std::to_string(number) + "  " + feature.name() + ": ";
    if (!feature.is_discrete()) {
        const auto* const networks = classifier.networks();
        const auto* const cut =
            networks ? networks->discretisation().find(feature.name()) : nullptr;
        text += cut ? "a number, cut at" : "a number";
        if (cut)
            for (const double at : cut->cuts) text += " " + to_text(at);
        return text;
    }
    const bool is_number = detail::are_numbers(feature);
    text += is_number ? "a number that means a state, " : "the number of a state, ";
    for (std::size_t i = 0; i < feature.cardinality(); ++i)
        text +=
            (i == 0 ? "" : ", ") + (is_number ? "" : std::to_string(i) + " ") + feature.states()[i];
    return text;
}

class ClassifierPrinter {
public:
    ClassifierPrinter(const Classifier& classifier, const CSourceOptions& options,
                      const LossMatrix* loss)
        : classifier_(classifier), options_(options), loss_(loss), parts_(options) {}

    CSource print() {
        const std::string parts = parts_.print(classifier_, options_.name + "_ask");
        CWords words = words_of(parts_.style());
        words.insert(words.begin(),
                     {{"ACTIONS", loss_ ? ", " + parts_.style().name +
                                              "_ACTIONS = " + std::to_string(loss_->actions.size())
                                        : ""},
                      {"CLASSES", std::to_string(classes().size())},
                      {"EXP", parts_.style().function("exp")},
                      {"FABS", parts_.style().function("fabs")},
                      {"LOG", parts_.style().function("log")},
                      {"LOSS", loss_ ? losses() : ""},
                      {"OR_ONE", classifier_.features().empty() ? " + 1" : ""},
                      {"TOLERANCE", parts_.style().number(tolerance())}});
        words.emplace_back("HEADER", options_.header_file());
        words.emplace_back("NAME", parts_.style().name);
        const bool has_temperature = !classifier_.temperature().changes_nothing();
        CWords all = {
            {"ANSWER", answer(has_temperature)},
            {"COMMENT", comment()},
            {"DECIDED", loss_ ? "action of least expected loss" : "most probable class"},
            {"DECIDE_FUNCTION", filled(loss_ ? frame::decide_by_loss : frame::decide, words)},
            {"FEATURES", std::to_string(classifier_.features().size())},
            {"FEATURE_LIST", features()},
            {"NEEDS", parts_.needs()},
            {"PARTS", parts},
            {"TEMPER_FUNCTION",
             has_temperature || classifier_.ensemble() ? filled(frame::temper, words) : ""},
            {"NAMES", options_.has_names ? names() : ""}};
        all.insert(all.end(), words.begin(), words.end());
        CSource program{{}, filled(frame::source, all), 0};
        all.emplace(all.begin(), "NAMES_DECLARATION",
                    options_.has_names ? name_declarations(words, program.source) : "");
        program.header = detail::filled_header(frame::header, all);
        return program;
    }

private:
    const std::vector<std::string>& classes() const {
        return classifier_.class_variable().states();
    }
    /// Floats differ in their last digits where doubles do.
    double tolerance() const { return parts_.style().single ? 1e-6 : TieRule{}.tolerance; }

    std::string answer(bool has_temperature) const {
        std::string text = "    if (!" + parts_.style().name + "_ask(feature, p)) return -1;\n";
        if (has_temperature)
            text += "    " + parts_.style().name + "_temper(p, " +
                    parts_.style().number(classifier_.temperature().value) + ");\n";
        return text;
    }

    std::string comment() const {
        return options_.name + ": " +
               (options_.origin.empty() ? "a classifier"
                                        : "compiled from " + c_comment(options_.origin)) +
               ", " + c_comment(classifier_.class_name()) + " by " +
               counted(classifier_.features().size(), "feature");
    }

    std::string features() const {
        std::string lines;
        for (std::size_t i = 0; i < classifier_.features().size(); ++i)
            lines += c_comment(feature_line(classifier_, i)) + "\n";
        return lines;
    }

    std::string losses() const {
        std::vector<std::string> rows;
        for (Eigen::Index i = 0; i < loss_->loss.rows(); ++i) {
            std::string row;
            for (Eigen::Index j = 0; j < loss_->loss.cols(); ++j)
                row += (j > 0 ? ", " : "{") + parts_.style().number(loss_->loss(i, j));
            rows.push_back(row + "}");
        }
        return c_list(rows);
    }

    std::string name_declarations(CWords words, std::string_view source) const {
        const std::string actions = "extern const char *const " + parts_.style().name + "_action[" +
                                    parts_.style().name + "_ACTIONS];\n";
        words.insert(words.begin(), {{"ACTION_NAMES", loss_ ? actions : ""},
                                     {"CONSTANTS", name_constants(source)}});
        return filled(frame::names_declared, words);
    }

    std::string array(std::string_view name, std::string_view size, const auto& items,
                      const auto& text) const {
        return "const char *const " + parts_.style().name + "_" + std::string(name) + "[" +
               parts_.style().name + "_" + std::string(size) + "] = " + c_list(items, text) + ";\n";
    }

    std::string names() const {
        const auto text = [](const std::string& name) { return c_string(name); };
        std::vector<std::string> features;
        for (const Variable& feature : classifier_.features()) features.push_back(feature.name());
        const bool none = features.empty();
        if (none) features.emplace_back();
        return array("feature", none ? "FEATURES + 1" : "FEATURES", features, text) +
               array("class", "CLASSES", classes(), text) +
               (loss_ ? array("action", "ACTIONS", loss_->actions, text) : "") + "\n";
    }

    /// Constants for the numbers of features, of their states, and of the classes.
    std::string name_constants(std::string_view source) const {
        CNames taken;
        taken.reserve(source);
        for (const char* const word : {"FEATURES", "CLASSES", "ACTIONS", "H"})
            taken.add(options_.name + "_" + word);
        std::vector<std::string> constants;
        const auto add = [&](const std::string& name, std::size_t number) {
            std::string own = taken.add(name);
            constants.push_back(own + " = " + std::to_string(number));
            return own;
        };
        for (std::size_t f = 0; f < classifier_.features().size(); ++f) {
            const Variable& feature = classifier_.features()[f];
            const std::string own = add(options_.name + "_" + feature.name(), f);
            if (!feature.is_discrete() || detail::are_numbers(feature)) continue;
            for (std::size_t state = 0; state < feature.cardinality(); ++state)
                add(own + "_" + feature.states()[state], state);
        }
        const std::string own = options_.name + "_" + classifier_.class_name() + "_";
        for (std::size_t k = 0; k < classes().size(); ++k) add(own + classes()[k], k);
        return "\n/* The number of each feature, of the states that are given by theirs, and of "
               "each "
               "class. */\nenum " +
               c_list(constants) + ";\n";
    }

    const Classifier& classifier_;
    const CSourceOptions& options_;
    const LossMatrix* loss_;
    detail::CClassifierParts parts_;
};

}  // namespace

CSource classifier_source(const Classifier& classifier, const CSourceOptions& options,
                          const std::optional<LossMatrix>& loss) {
    detail::check_c_name(options.name);
    std::optional<LossMatrix> matrix;
    if (loss) {
        check(*loss);
        matrix = with_class_order(*loss, classifier.class_variable().states());
    }
    return ClassifierPrinter(classifier, options, matrix ? &*matrix : nullptr).print();
}

}  // namespace pgm
