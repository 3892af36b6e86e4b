#include <pgm/compile/c_source.hpp>

#include <pgm/compile/detail/c_frame.hpp>
#include <pgm/compile/detail/c_run.hpp>
#include <pgm/compile/detail/c_text.hpp>
#include <pgm/compile/detail/fixed_point.hpp>
#include <pgm/compile/detail/image_walk.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace pgm {
namespace {

using detail::c_comment, detail::c_list, detail::c_string, detail::CNames, detail::CRun,
    detail::CStyle, detail::CWords, detail::filled;

/// Random rows by which the error of numbers in fixed point is measured.
constexpr std::size_t error_rows = 1000;

/// Prints what all programs have around the functions that run the images.
class CPrinter {
public:
    /// `error` is the largest that was seen of numbers in fixed point, in units of 1/32768.
    CPrinter(const Image& image, const Image* explanation, const CSourceOptions& options, int error)
        : image_(image),
          options_(options),
          error_(error),
          style_{options.name, options.single_precision, options.fixed},
          slots_(static_cast<std::uint32_t>(image.slots.size())),
          run_(run(image, "_run")) {
        first_.push_back(0);
        for (const Variable& variable : image.variables)
            first_.push_back(first_.back() + static_cast<std::uint32_t>(variable.cardinality()));
        has_all_slots_ = slots_ == first_.back();
        if (explanation) explain_ = run(*explanation, "_explain");
    }

    CSource print() const {
        namespace frame = detail::c_frame;
        CWords words = numbers();
        std::ranges::copy(texts(words), std::back_inserter(words));
        CSource program{{}, filled(frame::source, words), scratch()};
        if (explain_) program.source += filled(frame::explanation, words);
        words.emplace_back("CONSTANTS", options_.has_names ? name_constants(program.source) : "");
        program.header = detail::filled_header(frame::header, words);
        return program;
    }

private:
    bool is_compact() const { return options_.compact || options_.fixed; }
    CRun run(const Image& image, const char* name) const {
        const auto print = is_compact() ? detail::compact_run : detail::straight_run;
        return print(image, style_, options_.name + name);
    }
    /// Posteriors of slots are computed in scratch memory where some states have none.
    std::uint32_t run_begin() const { return has_all_slots_ ? slots_ : 2 * slots_; }
    std::uint32_t scratch() const {
        return run_begin() + std::max(run_.scratch, explain_ ? explain_->scratch : 0);
    }
    std::uint32_t state_of(const Image::StateSlot& slot) const {
        return first_[slot.variable.index()] + slot.state.value;
    }
    bool scales() const { return run_.scales || (explain_ && explain_->scales); }
    bool may_all_be_evidence() const { return std::ranges::count(image_.has_evidence, 0) == 0; }

    bool has_all_targets() const { return std::ranges::count(image_.has_posterior, 0) == 0; }

    CWords numbers() const {
        const bool fixed = style_.fixed;
        CWords words = words_of(style_);
        words.insert(words.end(),
                     {{"EXPONENT", fixed ? ", int *exponent" : ""},
                      {"ANSWER", fixed ? "long" : std::string(style_.type())},
                      {"BAD_LIKELIHOOD",
                       fixed ? "of a variable that is given no findings" : "negative or no number"},
                      {"INCLUDE", fixed ? "" : "#include <math.h>\n\n"},
                      {"ONE", fixed ? "32768" : "1"},
                      {"POWER", fixed ? "exponent" : "0"},
                      {"ROWS", std::to_string(error_rows)},
                      {"SCALE_VARIABLE", fixed ? "" : ", scale"},
                      {"SHARE", fixed ? "(unsigned short)((p[i] * 32768UL + sum / 2) / sum)"
                                      : "p[i] * scale"},
                      {"SOFT_EXPONENT", fixed ? "" : "    int exponent = 0;\n"},
                      {"SUM", fixed ? "unsigned long" : std::string(style_.type())},
                      {"TAKEN", fixed ? "" : ", &exponent"},
                      {"RUN_BEGIN", std::to_string(run_begin())},
                      {"SCRATCH", std::to_string(scratch())},
                      {"SLOTS", std::to_string(slots_)},
                      {"STATES", std::to_string(first_.back())},
                      {"VARIABLES", std::to_string(image_.variables.size())}});
        return words;
    }

    /// Texts that have words of their own; those of `numbers` are in all of them.
    CWords texts(CWords words) const {
        namespace frame = detail::c_frame;
        const CWords names = {{"SLOT_OF", options_.name + (has_all_slots_ ? "_first" : "_slot")},
                              {"STATE_OF", has_all_slots_ ? "i" : options_.name + "_slot_state[i]"},
                              {"NAME", options_.name}};
        words.insert(words.end(), names.begin(), names.end());
        const auto text_if = [&](bool condition, std::string_view text) {
            return condition ? filled(text, words) : "";
        };
        CWords texts = {
            {"BEST_STATES", text_if(!has_all_slots_, frame::best_states)},
            {"COMMENT", comment()},
            {"ENTER_SOFT", enter_soft(words)},
            {"ERROR",
             style_.fixed ? ", " + options_.name + "_ERROR = " + std::to_string(error_) : ""},
            {"EXPLAIN_DECLARATION", text_if(options_.has_explanation, frame::explain_declared)},
            {"FIXED_COMMENT", text_if(style_.fixed, frame::fixed_comment)},
            {"NAMES_DECLARATION", text_if(options_.has_names, frame::names_declared)},
            {"NORMALISE", is_compact() ? normalise_by_loops(words) : normalise()},
            {"NO_EVIDENCE", text_if(!may_all_be_evidence(), frame::no_evidence)},
            {"POSTERIORS", has_all_slots_ ? "posterior" : "scratch + " + std::to_string(slots_)},
            {"RUNS", run_.code + (explain_ ? explain_->code : "")},
            {"SCALE_FUNCTION", style_.fixed
                                   ? filled(frame::add_cell, words)
                                   : text_if(scales(), frame::scale) + filled(frame::power, words)},
            {"TABLES", tables()},
            {"HEADER", options_.header_file()}};
        texts.insert(texts.end(), names.begin(), names.end());
        return texts;
    }

    std::string comment() const {
        return options_.name + ": " +
               (options_.origin.empty() ? "a Bayesian network"
                                        : "compiled from " + c_comment(options_.origin)) +
               ", " + counted(image_.variables.size(), "variable") + ", " +
               counted(first_.back(), "state");
    }

    std::string array(std::string_view type, std::string_view name, const auto& items,
                      const auto& text) const {
        return std::string(type) + options_.name + std::string(name) + " = " + c_list(items, text) +
               ";\n";
    }

    std::string tables() const {
        const auto number = [](auto value) { return std::to_string(value); };
        std::string text =
            array("const int ", "_first[" + options_.name + "_VARIABLES + 1]", first_, number);
        if (options_.has_names) text += names();
        if (!has_all_slots_) {
            text += "\n/* The states that can occur. */\n";
            text += array("static const int ", "_slot[]", image_.first_slot, number);
            text += array("static const int ", "_slot_state[]", image_.slots,
                          [&](const Image::StateSlot& slot) { return number(state_of(slot)); });
        }
        if (!may_all_be_evidence())
            text += "\n/* Variables that may have findings. */\n" +
                    array("static const char ", "_evidence[]", image_.has_evidence, number);
        if (is_compact() && !has_all_targets())
            text += "\n/* Variables with posteriors. */\n" +
                    array("static const char ", "_target[]", image_.has_posterior, number);
        return text + "\n";
    }

    std::string names() const {
        std::vector<std::string> states;
        for (const Variable& variable : image_.variables) {
            for (const std::string& state : variable.states()) states.push_back(c_string(state));
        }
        return array("const char *const ", "_variable[" + options_.name + "_VARIABLES]",
                     image_.variables,
                     [](const Variable& variable) { return c_string(variable.name()); }) +
               "const char *const " + options_.name + "_state[" + options_.name +
               "_STATES] = " + c_list(states) + ";\n";
    }

    /// Constants for the numbers of variables and states, of names that the program does not have.
    std::string name_constants(std::string_view source) const {
        CNames taken;
        taken.reserve(source);
        for (const char* const word : {"VARIABLES", "STATES", "SCRATCH", "ERROR", "H"})
            taken.add(options_.name + "_" + word);
        std::vector<std::string> constants;
        for (std::size_t v = 0; v < image_.variables.size(); ++v) {
            const Variable& variable = image_.variables[v];
            const std::string own = taken.add(options_.name + "_" + variable.name());
            constants.push_back(own + " = " + std::to_string(v));
            for (std::size_t state = 0; state < variable.cardinality(); ++state)
                constants.push_back(taken.add(own + "_" + variable.states()[state]) + " = " +
                                    std::to_string(state));
        }
        return "\n/* The number of each variable, and of each of its states. */\nenum " +
               c_list(constants) + ";\n";
    }

    std::string enter_soft(CWords words) const {
        namespace frame = detail::c_frame;
        const std::string_view check =
            style_.fixed ? frame::no_fixed_likelihood : frame::no_likelihood;
        words.insert(words.begin(),
                     {"NO_LIKELIHOOD", may_all_be_evidence() ? "" : filled(check, words)});
        return filled(style_.fixed ? frame::fixed_enter_soft : frame::enter_soft, words);
    }

    std::string normalise_by_loops(CWords words) const {
        namespace frame = detail::c_frame;
        words.insert(words.begin(),
                     {{"CLEAR", has_all_slots_ ? "" : filled(frame::clear_states, words)},
                      {"NO_POSTERIOR", has_all_targets() ? "" : filled(frame::no_posterior, words)},
                      {"RECIPROCAL", style_.fixed ? "" : std::string(frame::reciprocal)}});
        return filled(frame::normalise_by_loops, words);
    }

    /// Each variable's numbers divided by their sum; states that cannot occur get 0.
    std::string normalise() const {
        std::string text = "    " + std::string(style_.type()) + " sum, scale;\n";
        for (std::size_t v = 0; v < image_.variables.size(); ++v) {
            if (image_.has_posterior[v]) text += normalise(v);
        }
        return text;
    }

    std::string normalise(std::size_t variable) const {
        std::string sum, text;
        std::vector<std::string> values(image_.variables[variable].cardinality(), "0");
        for (std::uint32_t slot = image_.first_slot[variable];
             slot < image_.first_slot[variable + 1]; ++slot) {
            const std::string place = "p[" + std::to_string(slot) + "]";
            sum += (sum.empty() ? "" : " + ") + place;
            values[image_.slots[slot].state.index()] = place + " * scale";
        }
        text = "    sum = " + sum + ";\n    scale = sum > 0 ? 1 / sum : 0;\n";
        for (std::size_t state = 0; state < values.size(); ++state)
            text += "    posterior[" + std::to_string(first_[variable] + state) +
                    "] = " + values[state] + ";\n";
        return text;
    }

    const Image& image_;
    const CSourceOptions& options_;
    int error_;
    CStyle style_;
    std::uint32_t slots_;
    std::vector<std::uint32_t> first_;  ///< of each variable's states, and one more: the end
    bool has_all_slots_ = true;
    CRun run_;
    std::optional<CRun> explain_;
};

/// A sum in fixed point has 64 bits: 32 of a product, 15 for small sums to grow, and the rest.
void check_sums(const Image& image) {
    constexpr double most_products = 0x1p17;
    for (const Image::Step& step : image.steps) {
        double products = 1;
        for (const Image::StepLoop& loop : detail::loops_of(image, step))
            products *= loop.out == 0 ? loop.extent : 1;
        if (products <= most_products) continue;
        throw ArgumentError("a sum of more than 131072 products has no room in fixed point",
                            "compile it with floats, or for fewer targets or findings");
    }
}

int error_of(const Image& image, const BayesianNetwork& network) {
    return static_cast<int>(
        std::ceil(0x1p15 * detail::fixed_point_error(image, network, error_rows)));
}

}  // namespace

std::string c_name(std::string_view text) {
    return CNames().add(text);
}

CSource c_source(const BayesianNetwork& network, const CSourceOptions& options) {
    detail::check_c_name(options.name);
    if (network.size() == 0) throw ArgumentError("the network has no variables");
    ImageOptions chosen = options.image;
    if (options.single_precision) chosen.factors_between_scalings = detail::factors_of_floats;
    chosen.task = ImageTask::posteriors;
    const Image image = make_image(network, chosen);
    std::optional<Image> explanation;
    chosen.task = ImageTask::explanation;
    if (options.has_explanation) explanation = make_image(network, chosen);
    if (options.fixed) check_sums(image);
    const int error = options.fixed ? error_of(image, network) : 0;
    return CPrinter(image, explanation ? &*explanation : nullptr, options, error).print();
}

}  // namespace pgm
