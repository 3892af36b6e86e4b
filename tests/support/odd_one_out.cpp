#include <tests/support/odd_one_out.hpp>

#include <pgm/model/network_builder.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pgm::tests {

BayesianNetwork odd_one_out() {
    NetworkBuilder builder;
    const std::vector<std::string> states{"0", "1"};
    const VariableId a = builder.add_variable({"A", states}),
                     c = builder.add_variable({"C", states}),
                     b = builder.add_variable({"B", states}),
                     out = builder.add_variable({"Out", states});
    for (const VariableId root : {a, c, b}) {
        builder.set_cpd(TableCpd(Scope({root}, {2}), std::vector<double>{1, 0}));
    }
    const std::vector<double> rows{0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0};  // by A, C, B
    builder.set_cpd(TableCpd(Scope({a, c, b, out}, {2, 2, 2, 2}), rows));
    return std::move(builder).build();
}

}  // namespace pgm::tests
