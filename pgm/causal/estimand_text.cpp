#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/causal/estimand.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>

namespace pgm {

using namespace detail;

namespace {

/// The signs of a notation, and its names.
struct Notation {
    const char *bar, *between;
    std::string (*name)(const std::string& name);
    std::string (*sum)(const std::string& names, bool is_one);
    std::string (*quotient)(const std::string& above, const std::string& below);
};

bool is_variable_sign(char sign) {
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
}

/// Names within mathematics: letters of one are set as variables.
std::string latex_name(const std::string& name) {
    if (name.size() == 1 && is_variable_sign(name.front())) return name;
    std::string text = "\\mathrm{";
    for (const char sign : name) {
        if (std::string_view("_%$#&{}").find(sign) != std::string_view::npos) text += '\\';
        if (sign == '\\')
            text += "\\backslash ";
        else if (sign == '^' || sign == '~')
            text += std::string("\\text{\\textasci") + (sign == '^' ? "icircum" : "itilde") + "}";
        else if (sign == ' ')
            text += "\\ ";
        else
            text += sign;
    }
    return text + "}";
}

const Notation plain = {" | ", " ", [](const std::string& name) { return quoted_if_needed(name); },
                        [](const std::string& names, bool is_one) {
                            return "sum_" + (is_one ? names : "{" + names + "}") + " ";
                        },
                        [](const std::string& above, const std::string& below) {
                            return "(" + above + ") / (" + below + ")";
                        }};
const Notation latex = {" \\mid ", "\\, ", &latex_name,
                        [](const std::string& names, bool) { return "\\sum_{" + names + "} "; },
                        [](const std::string& above, const std::string& below) {
                            return "\\frac{" + above + "}{" + below + "}";
                        }};

class EstimandWriter {
public:
    EstimandWriter(const Estimand& estimand, std::span<const Variable> variables,
                   const Notation& notation)
        : variables_(variables), notation_(notation), in_use_(variables.size(), 0) {
        for (const VariableId variable : free_variables(estimand)) ++in_use_[variable.index()];
    }

    std::string write(const Estimand& estimand) {
        return std::visit(
            Overloaded{[&](const ConditionalProbability& one) { return probability(one); },
                       [&](const SumOfProducts& one) { return sum(one); },
                       [&](const Quotient& one) {
                           const std::string above = product(one.numerator);
                           return notation_.quotient(above, product(one.denominator));
                       }},
            estimand.node());
    }

private:
    std::string probability(const ConditionalProbability& one) const {
        if (one.of.empty()) return "1";
        return "P(" + names(one.of) + (one.given.empty() ? "" : notation_.bar + names(one.given)) +
               ")";
    }

    std::string sum(const SumOfProducts& one) {
        for (const VariableId variable : one.over) ++in_use_[variable.index()];
        std::string text;
        if (!one.over.empty()) text = notation_.sum(names(one.over), one.over.size() == 1);
        text += product(one.factors);
        for (const VariableId variable : one.over) --in_use_[variable.index()];
        return text;
    }

    /// A sum goes as far as it can, so one that is not the last factor is put in parentheses.
    std::string product(const std::vector<Estimand>& factors) {
        if (factors.empty()) return "1";
        std::string text;
        for (std::size_t i = 0; i < factors.size(); ++i) {
            const bool is_last = i + 1 == factors.size();
            const bool needs_parentheses =
                std::holds_alternative<SumOfProducts>(factors[i].node())
                    ? !is_last
                    : std::holds_alternative<Quotient>(factors[i].node()) && factors.size() > 1 &&
                          &notation_ == &plain;
            const std::string factor = write(factors[i]);
            text += (i > 0 ? notation_.between : "") +
                    (needs_parentheses ? "(" + factor + ")" : factor);
        }
        return text;
    }

    std::string names(const std::vector<VariableId>& list) const {
        std::string text;
        for (const VariableId variable : list) {
            text +=
                (text.empty() ? "" : ", ") + notation_.name(variables_[variable.index()].name());
            const std::size_t uses = in_use_[variable.index()];
            if (uses > 1) text.append(uses - 1, '\'');
        }
        return text;
    }

    std::span<const Variable> variables_;
    const Notation& notation_;
    std::vector<std::size_t> in_use_;  ///< by variable: scopes that it is free or bound in
};

}  // namespace

std::string format(const Estimand& estimand, std::span<const Variable> variables) {
    return EstimandWriter(estimand, variables, plain).write(estimand);
}

std::string format_latex(const Estimand& estimand, std::span<const Variable> variables) {
    return EstimandWriter(estimand, variables, latex).write(estimand);
}

}  // namespace pgm
