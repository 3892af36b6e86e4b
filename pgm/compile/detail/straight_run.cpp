#include <pgm/compile/detail/c_loops.hpp>
#include <pgm/compile/detail/c_run.hpp>
#include <pgm/compile/detail/image_walk.hpp>
#include <pgm/compile/detail/straight_line.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace pgm::detail {
namespace {

/// Steps of more products are loops: code that runs once must be fetched, too.
constexpr std::size_t most_straight_products = 512;
/// All straight steps together have no more: beyond that code leaves the caches, and smaller steps
/// become loops, too.
constexpr std::size_t most_products_in_all = 50'000;
/// Compilers take more than linear time for a function.
constexpr std::size_t statements_a_part = 400;

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

/// The largest number of products that a straight step may have.
std::size_t straight_products(const Image& image) {
    std::vector<std::size_t> steps;  // by products, as far as they may be straight
    for (const Image::Step& step : image.steps) {
        const std::size_t products = products_of(image, step);
        if (products <= most_straight_products) steps.push_back(products);
    }
    std::ranges::sort(steps);
    std::size_t all = 0;
    for (const std::size_t products : steps) {
        all += products;
        if (all > most_products_in_all) return products - 1;
    }
    return most_straight_products;
}

class StraightRun {
public:
    StraightRun(const Image& image, const CStyle& style, std::string name)
        : image_(image),
          style_(style),
          name_(std::move(name)),
          code_(straighten(image, straight_products(image))),
          tables_(image, name_ + "_table") {}

    CRun print() {
        split();
        carry();
        std::string parts;
        for (std::size_t i = 0; i < parts_.size(); ++i) parts += part(i);
        const std::string run = entry();
        return {tables_.print(style_) + parts + run, scratch_,
                std::ranges::any_of(parts_, &Part::scales)};
    }

private:
    /// Statements of one function.
    struct Part {
        std::size_t first, last;
        bool scales = false;
    };

    void split() {
        const std::size_t all = code_.statements.size();
        for (const auto& [first, last] :
             {std::pair{std::size_t{0}, code_.forward}, std::pair{code_.forward, all}}) {
            for (std::size_t i = first; i < last; i += statements_a_part)
                parts_.push_back({i, std::min(i + statements_a_part, last)});
            if (first == 0) forward_parts_ = parts_.size();
        }
        for (Part& part : parts_) {
            for (std::size_t i = part.first; i < part.last; ++i)
                part.scales |= code_.statements[i].kind == Statement::Kind::scale;
        }
    }

    /// Local variables that another part reads get a cell of scratch memory meanwhile.
    void carry() {
        const bool uses_tables = std::ranges::any_of(code_.statements, [](const Statement& s) {
            return s.kind == Statement::Kind::step || s.kind == Statement::Kind::scratch;
        });
        scratch_ = uses_tables ? image_.scratch_cells : 0;
        home_.assign(code_.locals, 0);
        cell_.assign(code_.locals, nowhere);
        std::vector<std::size_t> last(code_.locals, 0);
        const auto read = [&](const Term& term, std::size_t part) {
            for (const Atom& operand : {term.a, term.b}) {
                if (operand.kind == Atom::Kind::local) last[operand.index] = part;
            }
        };
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            for (std::size_t i = parts_[p].first; i < parts_[p].last; ++i) {
                const Statement& statement = code_.statements[i];
                if (statement.kind == Statement::Kind::local) home_[statement.target] = p;
                for (const Term& term : terms_of(code_, statement)) read(term, p);
            }
        }
        // The roots are read by the function around the parts, before those that lead back.
        for (const Term& root : code_.roots) {
            if (root.a.kind != Atom::Kind::local) continue;
            last[root.a.index] = std::max(last[root.a.index], forward_parts_);
        }
        assign_cells(last);
    }

    void assign_cells(const std::vector<std::size_t>& last) {
        std::vector<std::vector<std::uint32_t>> ending(parts_.size() + 2);
        std::vector<std::uint32_t> free;
        std::uint32_t local = 0;
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            for (; local < code_.locals && home_[local] == p; ++local) {
                if (last[local] <= p) continue;
                if (free.empty()) free.push_back(scratch_++);
                cell_[local] = free.back();
                free.pop_back();
                ending[last[local]].push_back(cell_[local]);
            }
            free.insert(free.end(), ending[p].begin(), ending[p].end());
        }
    }

    std::string text(const Atom& operand, std::size_t part) const {
        const std::string index = std::to_string(operand.index);
        switch (operand.kind) {
            case Atom::Kind::one:
                return {};
            case Atom::Kind::evidence:
                return "l[" + index + "]";
            case Atom::Kind::scratch:
                return "s[" + index + "]";
            case Atom::Kind::local:
                break;
        }
        if (home_[operand.index] == part) return "t" + index;
        return "s[" + std::to_string(cell_[operand.index]) + "]";
    }

    std::string text(const Term& term, std::size_t part) const {
        std::string product;
        const bool has_coefficient = term.coefficient != 1 || term.a.kind == Atom::Kind::one;
        if (has_coefficient) product = style_.number(term.coefficient);
        for (const Atom& operand : {term.a, term.b}) {
            if (operand.kind == Atom::Kind::one) continue;
            product += (product.empty() ? "" : " * ") + text(operand, part);
        }
        return product;
    }

    /// The expression that a statement assigns.
    std::string sum(const Statement& statement, std::size_t part) const {
        if (statement.terms == 0) return "0";
        return sum(terms_of(code_, statement), part);
    }

    /// Halves are added to each other, so that a processor can compute both at once.
    std::string sum(std::span<const Term> terms, std::size_t part) const {
        constexpr std::size_t few = 3;
        if (terms.size() > few) {
            const std::size_t half = (terms.size() + 1) / 2;
            return "(" + sum(terms.first(half), part) + ") + (" + sum(terms.subspan(half), part) +
                   ")";
        }
        std::string sum;
        for (const Term& term : terms) sum += (sum.empty() ? "" : " + ") + text(term, part);
        return sum;
    }

    std::string assignment(const Statement& statement, const std::string& target,
                           std::size_t part) const {
        if (!statement.maximise || statement.terms < 2)
            return target + " = " + sum(statement, part) + ";";
        const std::span<const Term> terms = terms_of(code_, statement);
        std::string lines = target + " = " + text(terms[0], part) + ";";
        const std::string name = target.substr(target.rfind(' ') + 1);
        for (const Term& term : terms.subspan(1)) {
            const std::string product = text(term, part);
            lines += "\n    if (" + product + " > " + name + ") " + name + " = " + product + ";";
        }
        return lines;
    }

    std::string lines(const Statement& statement, std::size_t part) {
        const std::string target = std::to_string(statement.target);
        const std::string type(style_.type());
        switch (statement.kind) {
            case Statement::Kind::step:
                return c_loops(image_, image_.steps[statement.target], tables_, style_);
            case Statement::Kind::scale: {
                const Image::Step& step = image_.steps[statement.target];
                return "    exponent += " + style_.name + "_scale(s + " +
                       std::to_string(step.out.cell) + ", " + std::to_string(step.cells) + ");\n";
            }
            case Statement::Kind::scratch:
                return "    " + assignment(statement, "s[" + target + "]", part) + "\n";
            case Statement::Kind::posterior:
                return "    " + assignment(statement, "p[" + target + "]", part) + "\n";
            case Statement::Kind::local:
                break;
        }
        const bool is_constant = !statement.maximise || statement.terms < 2;
        std::string text = (is_constant ? "    const " : "    ") +
                           assignment(statement, type + " t" + target, part) + "\n";
        if (const std::uint32_t cell = cell_[statement.target]; cell != nowhere)
            text += "    s[" + std::to_string(cell) + "] = t" + target + ";\n";
        return text;
    }

    std::string part(std::size_t number) {
        const Part& part = parts_[number];
        std::string body;
        for (std::size_t i = part.first; i < part.last; ++i)
            body += lines(code_.statements[i], number);
        const std::string type(style_.type());
        // Which of the arrays a part touches is left to the compiler, not to its warnings.
        return "static int " + name_ + "_part_" + std::to_string(number + 1) + "(const " + type +
               " *l, " + type + " *s, " + type + " *p) {\n" +
               (part.scales ? "    int exponent = 0;\n" : "") + body +
               "    (void)l, (void)s, (void)p;\n    return " + (part.scales ? "exponent" : "0") +
               ";\n}\n\n";
    }

    std::string call(std::size_t part, const std::string& posterior) const {
        // What the way back takes out of its tables is common to all states of a variable.
        return std::string(part < forward_parts_ ? "    exponent += " : "    (void)") + name_ +
               "_part_" + std::to_string(part + 1) + "(l, s, " + posterior + ");\n";
    }

    /// The function around the parts.
    std::string entry() {
        const std::string type(style_.type());
        const bool explains = image_.task == ImageTask::explanation;
        std::string body;
        for (std::size_t i = 0; i < forward_parts_; ++i) body += call(i, explains ? "s" : "p");
        body += "    " + type + " probability = 1;\n";
        for (const Term& root : code_.roots) {
            body += "    probability = " + style_.function("frexp") + "(probability * (" +
                    text(root, parts_.size()) + "), &taken);\n    exponent += taken;\n";
        }
        if (!code_.roots.empty()) body = "    int taken;\n" + body;
        body += "    if (!(probability > 0)) return 0;\n";
        for (std::size_t i = forward_parts_; i < parts_.size(); ++i) body += call(i, "p");
        if (explains)
            body += "    for (int v = 0; v < " + style_.name + "_VARIABLES; ++v) x[v] = 0;\n" +
                    c_choices(image_, tables_, style_);
        return "static " + type + " " + name_ + "(const " + type + " *l, " + type + " *s, " +
               (explains ? "int *x" : type + " *p") + ", int exponent) {\n" + body + "    return " +
               style_.name + "_power(probability, exponent);\n}\n\n";
    }

    const Image& image_;
    const CStyle& style_;
    std::string name_;
    StraightLine code_;
    CTables tables_;
    std::vector<Part> parts_;
    std::size_t forward_parts_ = 0;
    std::uint32_t scratch_ = 0;
    std::vector<std::size_t> home_;    ///< by local variable: its part
    std::vector<std::uint32_t> cell_;  ///< by local variable: where others find it, or nowhere
};

}  // namespace

CRun straight_run(const Image& image, const CStyle& style, const std::string& name) {
    return StraightRun(image, style, name).print();
}

}  // namespace pgm::detail
