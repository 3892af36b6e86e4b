#include <pgm/compile/detail/c_interpreter.hpp>
#include <pgm/compile/detail/c_run.hpp>
#include <pgm/compile/detail/fixed_point.hpp>
#include <pgm/compile/detail/image_walk.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {
namespace {

using Numbers = std::vector<std::int64_t>;

/// The smallest type of C that holds the numbers wherever it is as small as it may be.
std::string_view smallest_type(const Numbers& numbers) {
    const auto [least, most] = std::ranges::minmax(numbers);
    if (least >= 0)
        return most < 1 << 8 ? "unsigned char" : most < 1 << 16 ? "unsigned short" : "int";
    const std::int64_t reach = std::max(-least, most + 1);
    return reach <= 1 << 7 ? "signed char" : reach <= 1 << 15 ? "short" : "int";
}

class CompactRun {
public:
    CompactRun(const Image& image, const CStyle& style, const std::string& name)
        : image_(image), style_(style), name_(name) {
        for (const Image::Step& step : image.steps) add(step);
        for (const Image::Table& root : image.roots) roots_.push_back(place(root, 1));
        if (roots_.empty()) roots_.push_back(place({Image::Space::constants, 0}, 1));
        for (const Image::StateChoice& choice : image.choices) add(choice);
        for (Numbers* const numbers : {&steps_, &shapes_, &choices_}) {
            if (numbers->empty()) numbers->push_back(0);
        }
    }

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

    /// Equal tables of constants lie in one place.
    std::int64_t place(const Image::Table& table, std::size_t cells) {
        std::int64_t cell = table.cell;
        if (table.space == Image::Space::constants) {
            const auto first = image_.constants.begin() + table.cell;
            const std::vector<double> numbers(first, first + static_cast<std::ptrdiff_t>(cells));
            const auto [found, is_new] = place_of_.try_emplace(numbers, constants_.size());
            if (is_new) add_constants(numbers);
            cell = static_cast<std::int64_t>(found->second);
        }
        return 4 * cell + static_cast<std::int64_t>(table.space);
    }

    void add_constants(const std::vector<double>& numbers) {
        if (!style_.fixed) {
            for (const double number : numbers) constants_.push_back(style_.number(number));
            return;
        }
        for (const std::uint16_t cell : fixed_table(numbers).cells)
            constants_.push_back(std::to_string(cell));
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

    void add(const Image::Step& step) {
        const std::span<const Image::StepLoop> loops = loops_of(image_, step);
        steps_.push_back(place(step.out, step.cells));
        steps_.push_back(place(step.a, reach(loops, &Image::StepLoop::a)));
        steps_.push_back(place(step.b, reach(loops, &Image::StepLoop::b)));
        Numbers shape = shape_of(step);
        const auto [found, is_new] = place_of_shape_.try_emplace(std::move(shape), shapes_.size());
        if (is_new) shapes_.insert(shapes_.end(), found->first.begin(), found->first.end());
        steps_.push_back(static_cast<std::int64_t>(found->second));
    }

    /// Loops over the result, in its order, around those of the sums.
    Numbers shape_of(const Image::Step& step) {
        std::vector<Image::StepLoop> loops(loops_of(image_, step).begin(),
                                           loops_of(image_, step).end());
        const auto sums = std::ranges::stable_partition(
            loops, [](const Image::StepLoop& loop) { return loop.out > 0; });
        Numbers moves;
        std::int64_t a = 0, b = 0;  // what the inner loops have moved by when they end
        for (std::size_t i = loops.size(); i-- > 0;) {
            const Image::StepLoop& loop = loops[i];
            moves.insert(moves.begin(), {loop.extent, loop.a - a, loop.b - b});
            a += std::int64_t{loop.extent - 1} * loop.a;
            b += std::int64_t{loop.extent - 1} * loop.b;
        }
        const auto count = static_cast<std::int64_t>(loops.size());
        most_loops_ = std::max(most_loops_, count);
        Numbers shape{step.maximise + 2 * step.rescale, count,
                      count - static_cast<std::int64_t>(sums.size())};
        shape.insert(shape.end(), moves.begin(), moves.end());
        return shape;
    }

    void add(const Image::StateChoice& choice) {
        const std::span<const Image::ChoiceAxis> axes = axes_of(image_, choice);
        choices_.insert(choices_.end(), {place(choice.a, reach(axes, &Image::ChoiceAxis::a)),
                                         place(choice.b, reach(axes, &Image::ChoiceAxis::b)),
                                         choice.given, choice.chosen});
        for (const Image::ChoiceAxis& axis : axes)
            choices_.insert(choices_.end(), {axis.variable.value, axis.extent, axis.a, axis.b});
    }

    std::string array(std::string_view type, std::string_view name, const std::string& list) const {
        return "static const " + std::string(type) + " " + name_ + std::string(name) +
               "[] = " + list + ";\n";
    }

    std::string array(std::string_view name, const Numbers& numbers) const {
        return array(smallest_type(numbers), name,
                     c_list(numbers, [](std::int64_t number) { return std::to_string(number); }));
    }

    CWords words() const {
        const std::string steps = std::to_string(image_.steps.size()),
                          forward = std::to_string(image_.forward), type(style_.type());
        CWords words = style_.fixed ? fixed_words() : real_words();
        const CWords common = {
            {"BACKWARD", explains() ? name_ + "_choose(l, s, x)"
                                    : name_ + "_steps(" + forward + ", " + steps + ", l, s, p)"},
            {"CHOICES", explains() ? array("_choice", choices_) : ""},
            {"CHOICE_COUNT", std::to_string(image_.choices.size())},
            {"CHOICE_TYPE", std::string(smallest_type(choices_))},
            {"CONSTANTS", array(type, "_constant", c_list(constants_))},
            {"FORWARD", forward},
            {"LOOPS", std::to_string(most_loops_)},
            {"NAME", style_.name},
            {"POSTERIOR", explains() ? "s" : "p"},
            {"REAL", type},
            {"RESULT", explains() ? "int *x" : type + " *p"},
            {"ROOTS", array("_root", roots_)},
            {"ROOT_COUNT", std::to_string(roots_.size())},
            {"RUN", name_},
            {"SHAPES", array("_shape", shapes_)},
            {"SHAPE_TYPE", std::string(smallest_type(shapes_))},
            {"STEPS", array("_step", steps_)},
            {"STEP_TYPE", std::string(smallest_type(steps_))}};
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
    std::map<std::vector<double>, std::size_t> place_of_;
    std::map<Numbers, std::size_t> place_of_shape_;
    std::vector<std::string> constants_;
    Numbers steps_, shapes_, roots_, choices_;
    std::int64_t most_loops_ = 1;
};

}  // namespace

CRun compact_run(const Image& image, const CStyle& style, const std::string& name) {
    return CompactRun(image, style, name).print();
}

}  // namespace pgm::detail
