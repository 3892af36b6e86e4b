#include <pgm/compile/detail/c_interpreter.hpp>
#include <pgm/compile/detail/c_run.hpp>
#include <pgm/compile/detail/fixed_point.hpp>
#include <pgm/compile/detail/image_walk.hpp>
#include <pgm/compile/packed_image.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {
namespace {

using Numbers = PackedImage::Numbers;

/// The smallest type of C that holds the numbers wherever it is as small as it may be.
std::string_view smallest_type(const Numbers& numbers) {
    if (numbers.empty()) return "unsigned char";
    const auto [least, most] = std::ranges::minmax(numbers);
    if (least >= 0)
        return most < 1 << 8 ? "unsigned char" : most < 1 << 16 ? "unsigned short" : "int";
    const std::int64_t reach = std::max(-least, most + 1);
    return reach <= 1 << 7 ? "signed char" : reach <= 1 << 15 ? "short" : "int";
}

class CompactRun {
public:
    CompactRun(const Image& image, const CStyle& style, const std::string& name)
        : image_(image), style_(style), name_(name), packed_(pool_.add(image)) {}

    CRun print() const {
        const CWords words = this->words();
        std::string code = filled(c_interpreter::steps, words);
        if (explains()) code += filled(c_interpreter::choose, words);
        return {code + filled(c_interpreter::entry, words), image_.scratch_cells, scales()};
    }

private:
    bool explains() const { return image_.task == ImageTask::explanation; }
    bool scales() const {
        return !style_.fixed && std::ranges::any_of(image_.steps, &Image::Step::rescale);
    }

    std::vector<std::string> constants() const {
        std::vector<std::string> texts;
        const std::span<const double> all(pool_.constants());
        std::size_t begin = 0;
        for (const std::size_t end : pool_.table_ends()) {
            const std::span<const double> table = all.subspan(begin, end - begin);
            begin = end;
            if (style_.fixed) {
                for (const std::uint16_t cell : fixed_table(table).cells)
                    texts.push_back(std::to_string(cell));
            } else {
                for (const double number : table) texts.push_back(style_.number(number));
            }
        }
        return texts;
    }

    /// The exponent of P(e) in fixed point before the first step: those of all constants,
    /// and of the likelihoods, that become part of it.
    int first_exponent() const {
        constexpr int of_one = -15;
        const auto exponent = [&](const Image::Table& table, std::size_t cells) {
            if (table.space == Image::Space::evidence) return of_one;
            if (table.space != Image::Space::constants) return 0;
            return fixed_table(std::span(image_.constants).subspan(table.cell, cells)).exponent;
        };
        int sum = of_one;
        for (const Image::Step& step : std::span(image_.steps).first(image_.forward)) {
            const std::span<const Image::StepLoop> loops = loops_of(image_, step);
            sum += exponent(step.a, reach(loops, &Image::StepLoop::a)) +
                   exponent(step.b, reach(loops, &Image::StepLoop::b));
        }
        for (const Image::Table& root : image_.roots) sum += exponent(root, 1);
        return sum;
    }

    std::string array(std::string_view type, std::string_view name, const std::string& list) const {
        return "static const " + std::string(type) + " " + name_ + std::string(name) +
               "[] = " + list + ";\n";
    }

    /// C has no arrays without elements.
    std::string array(std::string_view name, const Numbers& numbers) const {
        const auto text = [](std::int64_t number) { return std::to_string(number); };
        return array(smallest_type(numbers), name, numbers.empty() ? "{0}" : c_list(numbers, text));
    }

    CWords words() const {
        const std::string steps = std::to_string(image_.steps.size()),
                          forward = std::to_string(image_.forward), type(style_.type());
        CWords words = style_.fixed ? fixed_words() : real_words();
        const CWords common = {
            {"BACKWARD", explains() ? name_ + "_choose(l, s, x)"
                                    : name_ + "_steps(" + forward + ", " + steps + ", l, s, p)"},
            {"CHOICES", explains() ? array("_choice", packed_.choices) : ""},
            {"CHOICE_COUNT", std::to_string(image_.choices.size())},
            {"CHOICE_TYPE", std::string(smallest_type(packed_.choices))},
            {"CONSTANTS", array(type, "_constant", c_list(constants()))},
            {"FORWARD", forward},
            {"LOOPS", std::to_string(pool_.most_loops())},
            {"NAME", style_.name},
            {"POSTERIOR", explains() ? "s" : "p"},
            {"REAL", type},
            {"RESULT", explains() ? "int *x" : type + " *p"},
            {"ROOTS", array("_root", packed_.roots)},
            {"ROOT_COUNT", std::to_string(packed_.roots.size())},
            {"RUN", name_},
            {"SHAPES", array("_shape", pool_.shapes())},
            {"SHAPE_TYPE", std::string(smallest_type(pool_.shapes()))},
            {"STEPS", array("_step", packed_.steps)},
            {"STEP_TYPE", std::string(smallest_type(packed_.steps))}};
        words.insert(words.end(), common.begin(), common.end());
        return words;
    }

    CWords real_words() const {
        const std::string type(style_.type());
        return {{"ADD_CELL", "out[cells++] = sum;"},
                {"ANSWER", type},
                {"BEGIN_EXPONENT", ""},
                {"END_TABLE", scales() ? "\n        if (shape[0] >= 2) exponent += " + style_.name +
                                             "_scale(out, cells);"
                                       : ""},
                {"EXPONENT", "int exponent"},
                {"MULTIPLY",
                 "probability = " + style_.function("frexp") + "(probability * factor, &taken)"},
                {"ONE", "1"},
                {"PRODUCT", type},
                {"RETURN", "return " + style_.name + "_power(probability, exponent)"},
                {"SHIFT", ""},
                {"SUM", type}};
    }

    CWords fixed_words() const {
        return {
            {"ADD_CELL", "shift = " + style_.name + "_add_cell(out, cells++, sum, shift);"},
            {"ANSWER", "long"},
            {"BEGIN_EXPONENT", "\n    int exponent = " + std::to_string(first_exponent()) + ";"},
            {"END_TABLE", "\n        exponent += shift - 15;"},
            {"EXPONENT", "int *power"},
            {"MULTIPLY", "taken = " + style_.name +
                             "_add_cell(&probability, 0, (unsigned long)probability * factor, "
                             "0) - 15"},
            {"ONE", "32768"},
            {"PRODUCT", "unsigned long"},
            {"RETURN", "*power = exponent;\n    return probability"},
            {"SHIFT", ", shift = 0"},
            {"SUM", "unsigned long long"}};
    }

    const Image& image_;
    const CStyle& style_;
    std::string name_;
    ImagePool pool_;
    PackedImage packed_;
};

}  // namespace

CRun compact_run(const Image& image, const CStyle& style, const std::string& name) {
    return CompactRun(image, style, name).print();
}

}  // namespace pgm::detail
