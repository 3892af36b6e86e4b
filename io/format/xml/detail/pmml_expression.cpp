#include <io/format/xml/detail/pmml_derived.hpp>

#include <pgm/core/text/number_text.hpp>

#include <cmath>

namespace pgm::io::detail {
namespace {

/// Reads expressions by descending as deep as the elements stand, which Limits::max_nesting bounds.
class ExpressionReader {
public:
    ExpressionReader(PmmlSource& source, const std::string& what) : source_(source), what_(what) {}

    LinearExpression read(pugi::xml_node node) {
        if (is_element(node, "constant")) return {constant(node), {}};
        if (is_element(node, "fieldref")) return {0, {{source_.named(node, "field"), 1}}};
        if (!is_element(node, "apply"))
            source_.refuse(node,
                           what_ + ": the expression " + shown(node.name()) + " cannot be read");
        const std::string function = source_.document.attribute(node, "function");
        std::vector<LinearExpression> terms;
        for (const pugi::xml_node term : node.children())
            if (term.type() == pugi::node_element && !is_element(term, "extension"))
                terms.push_back(read(term));
        const bool is_sum = function == "+" || function == "sum";
        const bool is_binary = function == "-" || function == "*" || function == "/";
        if (terms.empty() || (!is_sum && !is_binary) || (is_binary && terms.size() != 2))
            source_.refuse(node, what_ + ": the function " + shown(function) + " of " +
                                     counted(terms.size(), "term") + " cannot be read");
        LinearExpression result = std::move(terms.front());
        for (std::size_t i = 1; i < terms.size(); ++i) combine(node, function, result, terms[i]);
        return result;
    }

private:
    double constant(pugi::xml_node node) {
        const WrittenName text = source_.document.text(node);
        const std::optional<double> number = parse_number(text.text);
        if (!number)
            source_.document.cursor().fail(
                text.offset, what_ + ": expected a number, found " + shown(text.text));
        return *number;
    }

    void combine(pugi::xml_node node, const std::string& function, LinearExpression& left,
                 LinearExpression& right) {
        if (function == "*" && left.slopes.empty()) std::swap(left, right);
        if (function == "*" || function == "/") {
            if (!right.slopes.empty())
                source_.refuse(node, what_ + ": the expression is not linear in its fields");
            multiply(left, function == "*" ? right.constant : 1 / right.constant);
        } else {
            if (function == "-") multiply(right, -1);
            left.constant += right.constant;
            left.slopes.insert(left.slopes.end(), std::make_move_iterator(right.slopes.begin()),
                               std::make_move_iterator(right.slopes.end()));
        }
        if (!std::isfinite(left.constant))
            source_.refuse(node, what_ + ": the expression has no finite value");
    }

    static void multiply(LinearExpression& expression, double factor) {
        expression.constant *= factor;
        for (auto& [name, slope] : expression.slopes) slope *= factor;
    }

    PmmlSource& source_;
    const std::string& what_;
};

}  // namespace

LinearExpression read_linear_expression(PmmlSource& source, pugi::xml_node parent,
                                        const std::string& what) {
    for (const pugi::xml_node node : parent.children())
        if (node.type() == pugi::node_element && !is_element(node, "extension"))
            return ExpressionReader(source, what).read(node);
    source.refuse(parent, what + ": <" + parent.name() + "> is empty");
}

}  // namespace pgm::io::detail
