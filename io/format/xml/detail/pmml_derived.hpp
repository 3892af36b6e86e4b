#pragma once

#include <io/format/xml/detail/pmml_source.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {

// The parts of PMML that compute values from fields.

/// A number plus multiples of fields, as often as the expression names them.
struct LinearExpression {
    double constant = 0;
    std::vector<std::pair<WrittenName, double>> slopes;
};

/// Reads the expression that is the only element in another one, such as <Mean>: Constant, FieldRef
/// and Apply with + - * / of which the result is linear. Throws ModelError for any other, which
/// begins with `what`.
LinearExpression read_linear_expression(PmmlSource& source, pugi::xml_node parent,
                                        const std::string& what);

/// The bins of a discretised field in ascending order.
struct PmmlBins {
    std::vector<std::string> names;   ///< as the file calls them
    std::vector<std::string> states;  ///< as cut points are called, or the names
};

/// Reads <DerivedField> with <Discretize>. Intervals that begin where the one before ends are cut
/// points; one that is closed on the right, (a, b], is cut at the next double after b. Other
/// intervals keep the names of the file, so that no number can be given for the field, which is a
/// warning. Throws ModelError for a field that is derived in another way.
PmmlBins read_discretisation(PmmlSource& source, pugi::xml_node derived);

}  // namespace pgm::io::detail
