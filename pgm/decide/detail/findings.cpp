#include <pgm/decide/detail/findings.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

namespace pgm::detail {

bool is_fixed(const Evidence& evidence, VariableId variable) {
    const Finding* const finding = evidence.find(variable);
    return finding != nullptr && state_of(*finding).has_value();
}

void check_findings(const BayesianNetwork& network, const Evidence& evidence) {
    validate(evidence, network);
    for (const Evidence::Item& item : evidence) {
        const Variable& variable = network.variable(item.variable);
        if (variable.kind() == Variable::Kind::utility)
            throw ArgumentError(in_quotes(variable.name()) +
                                " is a utility and cannot be observed");
        if (!variable.is_discrete())
            throw ArgumentError("a finding on " + in_quotes(variable.name()) +
                                    ", which is continuous, cannot be weighed with decisions",
                                "cut it into states");
    }
}

}  // namespace pgm::detail
