#include <pgm/compile/detail/c_loops.hpp>

#include <pgm/compile/detail/image_walk.hpp>

#include <algorithm>
#include <span>

namespace pgm::detail {
namespace {

using Loops = std::vector<Image::StepLoop>;

constexpr std::uint32_t most_block_cells = 16;

/// The loops of a step by what becomes of them.
struct LoopNest {
    Loops outer;     ///< along the result, around everything
    Loops sums;      ///< that the result is without
    Loops unrolled;  ///< along the result, innermost: written out
};

std::uint32_t largest_part(std::uint32_t extent, std::uint32_t most) {
    std::uint32_t part = std::min(extent, most);
    while (extent % part != 0) --part;
    return part;
}

LoopNest nest(std::span<const Image::StepLoop> loops) {
    LoopNest result;
    std::uint32_t cells = 1;  // that are written out
    for (std::size_t i = loops.size(); i-- > 0;) {
        Image::StepLoop loop = loops[i];
        if (loop.out == 0) {
            result.sums.insert(result.sums.begin(), loop);
            continue;
        }
        const std::uint32_t part =
            result.outer.empty() ? largest_part(loop.extent, most_block_cells / cells) : 1;
        if (part > 1) {
            result.unrolled.insert(result.unrolled.begin(), {part, loop.out, loop.a, loop.b});
            cells *= part;
        }
        loop = {loop.extent / part, loop.out * part, loop.a * part, loop.b * part};
        if (loop.extent > 1) result.outer.insert(result.outer.begin(), loop);
    }
    return result;
}

std::string variable(char letter, std::size_t number) {
    return letter + std::to_string(number);
}

/// " + 12 * i0 + i1", for one of the tables.
std::string places(const Loops& loops, std::uint32_t Image::StepLoop::*stride, char letter) {
    std::string text;
    for (std::size_t i = 0; i < loops.size(); ++i) {
        if (loops[i].*stride == 0) continue;
        text += " + ";
        if (loops[i].*stride > 1) text += std::to_string(loops[i].*stride) + " * ";
        text += variable(letter, i);
    }
    return text;
}

class LoopPrinter {
public:
    LoopPrinter(const Image& image, const Image::Step& step, CTables& tables, const CStyle& style)
        : step_(step), nest_(nest(loops_of(image, step))), style_(style) {
        const std::span<const Image::StepLoop> loops = loops_of(image, step);
        out_ = tables.first(step.out, step.cells);
        a_ = tables.first(step.a, reach(loops, &Image::StepLoop::a));
        b_ = tables.first(step.b, reach(loops, &Image::StepLoop::b));
    }

    std::string print() {
        open(nest_.outer, 'i');
        line(type() + " *const out = " + out_ + places(nest_.outer, &Image::StepLoop::out, 'i') +
             ";");
        if (nest_.sums.empty())
            print_products();
        else
            print_sums();
        close();
        return std::move(text_);
    }

private:
    void print_products() {
        open_operands();
        for_each_product(nest_.unrolled, [&](std::size_t out, std::size_t a, std::size_t b) {
            line("out[" + std::to_string(out) + "] = " + product(a, b) + ";");
        });
    }

    void print_sums() {
        for_each_cell([&](const std::string& cell) { line(type() + " t" + cell + " = 0;"); });
        open(nest_.sums, 'k');
        open_operands();
        for_each_product(nest_.unrolled, [&](std::size_t out, std::size_t a, std::size_t b) {
            add_product("t" + std::to_string(out), product(a, b));
        });
        close();
        for_each_cell([&](const std::string& cell) { line("out[" + cell + "] = t" + cell + ";"); });
    }

    template <class Visit>
    void for_each_cell(const Visit& visit) const {
        for_each_product(nest_.unrolled, [&](std::size_t out, std::size_t, std::size_t) {
            visit(std::to_string(out));
        });
    }

    void open_operands() {
        line("const " + type() + " *const a = " + operand(a_, &Image::StepLoop::a) + ";");
        line("const " + type() + " *const b = " + operand(b_, &Image::StepLoop::b) + ";");
    }

    static std::string product(std::size_t a, std::size_t b) {
        return "a[" + std::to_string(a) + "] * b[" + std::to_string(b) + "]";
    }
    std::string type() const { return std::string(style_.type()); }
    std::string operand(const std::string& first, std::uint32_t Image::StepLoop::*stride) const {
        return first + places(nest_.outer, stride, 'i') + places(nest_.sums, stride, 'k');
    }

    void add_product(const std::string& sum, const std::string& product) {
        if (!step_.maximise) return line(sum + " += " + product + ";");
        line("if (" + product + " > " + sum + ") " + sum + " = " + product + ";");
    }

    /// A nest of loops opens one block, also where it has none.
    void open(const Loops& loops, char letter) {
        for (std::size_t i = 0; i < loops.size(); ++i) {
            const std::string index = variable(letter, i);
            line("for (int " + index + " = 0; " + index + " < " + std::to_string(loops[i].extent) +
                 "; ++" + index + (i + 1 < loops.size() ? ")" : ") {"));
        }
        if (loops.empty()) line("{");
        indent_ += 4;
    }
    void close() {
        indent_ -= 4;
        line("}");
    }
    void line(const std::string& text) { text_ += std::string(indent_, ' ') + text + '\n'; }

    const Image::Step& step_;
    LoopNest nest_;
    const CStyle& style_;
    std::string out_, a_, b_;
    std::string text_;
    std::size_t indent_ = 4;
};

/// " + 2 * x[7]", for the axes that are known.
std::string given_places(std::span<const Image::ChoiceAxis> axes,
                         std::uint32_t Image::ChoiceAxis::*stride) {
    std::string text;
    for (const Image::ChoiceAxis& axis : axes) {
        if (axis.*stride > 0)
            text += " + " + std::to_string(axis.*stride) + " * x[" +
                    std::to_string(axis.variable.value) + "]";
    }
    return text;
}

std::string c_choice(const Image& image, const Image::StateChoice& choice, CTables& tables,
                     const CStyle& style) {
    const std::span<const Image::ChoiceAxis> axes = axes_of(image, choice);
    const auto given = axes.first(choice.given), chosen = axes.last(choice.chosen);
    const std::string type(style.type());
    Loops loops;
    for (const Image::ChoiceAxis& axis : chosen) loops.push_back({axis.extent, 0, axis.a, axis.b});
    std::string text = "    {\n        const " + type +
                       " *const a = " + tables.first(choice.a, reach(axes, &Image::ChoiceAxis::a)) +
                       given_places(given, &Image::ChoiceAxis::a) + ";\n        const " + type +
                       " *const b = " + tables.first(choice.b, reach(axes, &Image::ChoiceAxis::b)) +
                       given_places(given, &Image::ChoiceAxis::b) + ";\n        " + type +
                       " best = -1;\n";
    std::string indent(8, ' ');
    for (std::size_t i = 0; i < chosen.size(); ++i, indent += "    ") {
        const std::string index = variable('k', i);
        text += indent + "for (int " + index + " = 0; " + index + " < " +
                std::to_string(chosen[i].extent) + "; ++" + index + ") {\n";
    }
    text += indent + "const " + type + " product = a[0" + places(loops, &Image::StepLoop::a, 'k') +
            "] * b[0" + places(loops, &Image::StepLoop::b, 'k') + "];\n" + indent +
            "if (!(product > best)) continue;\n" + indent + "best = product;\n";
    for (std::size_t i = 0; i < chosen.size(); ++i)
        text += indent + "x[" + std::to_string(chosen[i].variable.value) +
                "] = " + variable('k', i) + ";\n";
    while (indent.size() > 4) {
        indent.resize(indent.size() - 4);
        text += indent + "}\n";
    }
    return text;
}

}  // namespace

std::string CTables::first(const Image::Table& table, std::size_t cells) {
    const auto place = [](const char* array, std::size_t cell) {
        return std::string(array) + " + " + std::to_string(cell);
    };
    switch (table.space) {
        case Image::Space::evidence:
            return place("l", table.cell);
        case Image::Space::scratch:
            return place("s", table.cell);
        case Image::Space::posterior:
            return place("p", table.cell);
        case Image::Space::constants:
            break;
    }
    const auto [found, is_new] = places_.try_emplace({table.cell, cells}, numbers_.size());
    if (is_new)
        numbers_.insert(numbers_.end(), image_.constants.begin() + table.cell,
                        image_.constants.begin() + table.cell + static_cast<std::ptrdiff_t>(cells));
    return place(constants_.c_str(), found->second);
}

std::string CTables::print(const CStyle& style) const {
    if (numbers_.empty()) return {};
    return "static const " + std::string(style.type()) + " " + constants_ +
           "[] = " + c_list(numbers_, [&](double number) { return style.number(number); }) +
           ";\n\n";
}

std::string c_loops(const Image& image, const Image::Step& step, CTables& tables,
                    const CStyle& style) {
    return LoopPrinter(image, step, tables, style).print();
}

std::string c_choices(const Image& image, CTables& tables, const CStyle& style) {
    std::string text;
    for (const Image::StateChoice& choice : image.choices)
        text += c_choice(image, choice, tables, style);
    return text;
}

}  // namespace pgm::detail
