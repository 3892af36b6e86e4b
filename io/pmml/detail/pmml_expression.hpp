#pragma once

#include <io/pmml/detail/pmml_source.hpp>

#include <utility>
#include <vector>

namespace pgm::io::detail {

/// A number plus multiples of fields, each at most once in a sum that was written so.
struct LinearExpression {
    double constant = 0;
    std::vector<std::pair<FileName, double>> slopes;
};

/// Reads the expression that is the only element in another one, such as <Mean>: Constant, FieldRef
/// and Apply with + - * / of which the result is linear. Throws ModelError for any other, which
/// begins with `what`.
LinearExpression read_linear_expression(PmmlSource& source, pugi::xml_node parent,
                                        const std::string& what);

}  // namespace pgm::io::detail
