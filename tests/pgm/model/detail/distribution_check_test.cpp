#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace pgm;

namespace {

using Gaussian = LinearGaussianCpd::Row;
using Kernels = KernelDensityCpd::Row;

/// "D" {a, b} and the continuous "x" and "y", as yet without distributions but for D.
NetworkBuilder three_variables() {
    NetworkBuilder builder;
    builder.add_variable(Variable("D", {"a", "b"}));
    builder.add_variable(Variable("x"));
    builder.add_variable(Variable("y"));
    builder.set_cpd(TableCpd(Scope({VariableId(0)}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(LinearGaussianCpd(VariableId(1), Scope(), {}, {Gaussian{0, {}, 1}}));
    builder.set_cpd(LinearGaussianCpd(VariableId(2), Scope(), {}, {Gaussian{0, {}, 1}}));
    return builder;
}

std::vector<std::string> messages_of(const NetworkBuilder& builder) {
    std::vector<std::string> texts;
    for (const Problem& problem : builder.check()) texts.push_back(problem.message);
    return texts;
}

using Messages = std::vector<std::string>;
const VariableId d_id(0), x_id(1), y_id(2);

}  // namespace

TEST_CASE("Continuous check: a network of tables and densities is built, with its arcs",
          "[model][distribution_check]") {
    NetworkBuilder builder = three_variables();
    builder.set_cpd(LinearGaussianCpd(y_id, Scope({d_id}, {2}), {x_id},
                                      {Gaussian{0, {1}, 1}, Gaussian{1, {2}, 3}}));
    const BayesianNetwork network = builder.build();
    CHECK(network.continuous_count() == 2);
    CHECK_FALSE(network.is_discrete());
    CHECK(network.dag().has_arc(d_id, y_id));
    CHECK(network.dag().has_arc(x_id, y_id));
    CHECK(parameter_count(network) == 1 + 2 + 6);
}

TEST_CASE("Continuous check: a discrete variable has no continuous parent",
          "[model][distribution_check]") {
    NetworkBuilder builder = three_variables();
    builder.variable("E", {"0", "1"}).arc("x", "E");
    builder.cpt("E").values({0.5, 0.5});
    CHECK(messages_of(builder) ==
          Messages{"'E' is discrete and cannot depend on 'x', which is continuous"});

    NetworkBuilder by_id = three_variables();
    by_id.set_cpd(TableCpd(Scope({x_id, d_id}, {1, 2}), std::vector<double>{0.5, 0.5}));
    CHECK(messages_of(by_id) ==
          Messages{"'D' is discrete and cannot depend on 'x', which is continuous"});
}

TEST_CASE("Continuous check: numbers out of range are reported with their row, all at once",
          "[model][distribution_check]") {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    NetworkBuilder builder = three_variables();
    builder.set_cpd(LinearGaussianCpd(x_id, Scope({d_id}, {2}), {y_id},
                                      {Gaussian{nan, {inf}, inf}, Gaussian{0, {1}, -1}}));
    builder.set_cpd(KernelDensityCpd(y_id, Scope({d_id}, {2}), KernelDensityCpd::Kernel::gaussian,
                                     {Kernels{{1, nan}, {}, 0}, Kernels{{1, 2}, {0, 0}, 1}}));
    CHECK(messages_of(builder) ==
          Messages{"the intercept of P(x | D=a) is nan, not a finite number",
                   "the slope of 'y' of P(x | D=a) is inf, not a finite number",
                   "the variance of P(x | D=a) is inf, not a positive number or 0",
                   "the variance of P(x | D=b) is -1, not a positive number or 0",
                   "the point of P(y | D=a) is nan, not a finite number",
                   "the bandwidth of P(y | D=a) is 0, not a positive number",
                   "the sum of weights of P(y | D=b) is 0, not a positive number"});
}

TEST_CASE("Continuous check: a density has to fit the variables around it",
          "[model][distribution_check]") {
    const auto with = [](Cpd cpd) {
        NetworkBuilder builder = three_variables();
        builder.set_cpd(std::move(cpd));
        return messages_of(builder);
    };
    CHECK(with(LinearGaussianCpd(d_id, Scope(), {}, {Gaussian{}})) ==
          Messages{"'D' has states, so its distribution is a table, not a density"});
    CHECK(with(LinearGaussianCpd(x_id, Scope(), {d_id}, {Gaussian{0, {1}, 1}})) ==
          Messages{"'x' takes 'D' for a continuous parent, but it has states"});
    CHECK(with(LinearGaussianCpd(x_id, Scope({y_id}, {2}), {}, {Gaussian{}, Gaussian{}})) ==
          Messages{"'x' takes 'y' for a discrete parent, but it has no states"});
    CHECK(with(LinearGaussianCpd(x_id, Scope({d_id}, {3}), {},
                                 {Gaussian{}, Gaussian{}, Gaussian{}})) ==
          Messages{"'x' distinguishes 3 states of 'D', which has 2"});
    CHECK(with(LinearGaussianCpd(x_id, Scope(), {VariableId(9)}, {Gaussian{0, {1}, 1}})) ==
          Messages{"'x' has variable number 9 as a parent, but there are only 3 variables, counted "
                   "from 0"});

    NetworkBuilder arc = three_variables();
    arc.arc("D", "x");
    CHECK(messages_of(arc) ==
          Messages{"'x' has an arc from 'D', which its distribution leaves out"});
    NetworkBuilder table = three_variables();
    table.cpt("x").values({1});
    CHECK(messages_of(table) == Messages{"'x' is continuous, so it has no table"});
    NetworkBuilder without;
    without.add_variable(Variable("z"));
    CHECK(messages_of(without) == Messages{"variable 'z' has no states"});
}

TEST_CASE("Continuous check: cycles through continuous variables are found",
          "[model][distribution_check]") {
    NetworkBuilder builder = three_variables();
    builder.set_cpd(LinearGaussianCpd(x_id, Scope(), {y_id}, {Gaussian{0, {1}, 1}}));
    builder.set_cpd(LinearGaussianCpd(y_id, Scope(), {x_id}, {Gaussian{0, {1}, 1}}));
    CHECK(messages_of(builder) == Messages{"the arcs form a cycle: x -> y -> x"});
}

TEST_CASE("Row sums: kept rows stay as they are bit for bit, and the network remembers it",
          "[model][distribution_check]") {
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("A", {"x", "y", "z"}));
    const std::vector<double> row{0.7, 0.3, 1e-6};  // the lecture's floor for zero estimates
    builder.set_cpd(TableCpd(Scope({a}, {3}), row)).set_row_sums(RowSums::keep);
    std::vector<Problem> remarks;
    const BayesianNetwork network = builder.build(remarks);
    CHECK(remarks.empty());
    CHECK(std::ranges::equal(std::get<TableCpd>(network.cpd(a)).table().values(), row));
    CHECK(network.row_sums() == RowSums::keep);
    CHECK(NetworkBuilder(network).build() == network);
    builder.set_row_sums(RowSums::normalise);
    CHECK_FALSE(builder.build() == network);
    builder.set_cpd(TableCpd(Scope({a}, {3}), std::vector<double>{0.5, 0.25, 0.25}));
    const BayesianNetwork exact = builder.build();
    builder.set_row_sums(RowSums::keep);
    CHECK(builder.build() == exact);
    builder.set_cpd(TableCpd(Scope({a}, {3}), std::vector<double>{0.7, 0.3, 0.01}))
        .set_row_sums(RowSums::keep);
    CHECK_THROWS_AS(builder.build(), ModelError);
}
