#include <pgm/inference/detail/mixture/mixture_program.hpp>

#include <pgm/classify/predictions.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/detail/mixture/mixture_run.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;

namespace {

Variable variable(const std::string& name, std::size_t states) {
    std::vector<std::string> names;
    for (std::size_t s = 0; s < states; ++s) names.push_back(std::to_string(s));
    return Variable(name, names);
}

/// A class y and features x0, x1, ... of two and three states, of `more` from x2 on.
std::vector<Variable> schema(std::size_t classes, std::size_t features, std::size_t more) {
    std::vector<Variable> variables = {variable("y", classes)};
    for (std::size_t f = 0; f < features; ++f)
        variables.push_back(variable("x" + std::to_string(f), 2 + f % 2 + (f > 1 ? more : 0)));
    return variables;
}

/// Every third feature depends on the class and the one before it, the next on the class alone, and
/// the next on the one before it alone. `least` is the least cell of the tables.
BayesianNetwork network(std::span<const Variable> variables, Rng& rng, double least) {
    NetworkBuilder builder;
    for (const Variable& v : variables) builder.add_variable(v);
    for (std::size_t v = 0; v < variables.size(); ++v) {
        std::vector<VariableId> scope;
        std::vector<std::size_t> cardinalities;
        const auto add = [&](std::size_t other) {
            scope.emplace_back(other);
            cardinalities.push_back(variables[other].cardinality());
        };
        if (v > 1 && v % 3 != 2) add(v - 1);
        if (v > 0 && v % 3 != 1) add(0);
        add(v);
        const Scope of_table(scope, cardinalities);
        std::vector<double> cells(of_table.cells());
        const std::size_t states = cardinalities.back();
        for (std::size_t begin = 0; begin < cells.size(); begin += states) {
            double sum = 0;
            for (std::size_t s = 0; s < states; ++s)
                sum += cells[begin + s] = s == 0 ? 1.0 : least * (1 + rng.uniform());
            for (std::size_t s = 0; s < states; ++s) cells[begin + s] /= sum;
        }
        builder.set_cpd(TableCpd(of_table, cells));
    }
    return std::move(builder).build();
}

Classifier mixture(std::size_t classes, std::size_t features, double least, std::size_t more = 0) {
    Rng rng(classes * 100 + features);
    const std::vector<Variable> variables = schema(classes, features, more);
    std::vector<WeightedNetwork> members;
    for (const double weight : {0.5, 0.3, 0.2})
        members.push_back({network(variables, rng, least), weight});
    members[0].super_parent = SuperParent{{"x0"}, {2}, {3, 0}, 1};
    members[1].super_parent = SuperParent{{"x0", "x1"}, {2, 3}, {1, 1, 0, 0, 2, 0}, 1};
    members[2].super_parent = SuperParent{{"x1"}, {3}, {5, 5, 0}, 1};
    return NetworkClassifier({.model = Model(std::move(members)), .schema = variables});
}

std::optional<MixtureProgram> compiled(const Classifier& classifier) {
    return compile_mixture(classifier.model(), classifier.model().network().id("y"));
}

Dataset random_rows(const Classifier& classifier, std::size_t rows) {
    Rng rng(rows);
    std::vector<Column> columns;
    for (const Variable& v : classifier.features()) {
        std::vector<std::optional<StateId>> cells;
        for (std::size_t i = 0; i < rows; ++i) cells.emplace_back(rng.below(v.cardinality()));
        columns.push_back(discrete_column(v, cells));
    }
    return Dataset(std::move(columns));
}

/// log sum e^terms.
long double log_of_sum(const std::vector<long double>& terms) {
    const long double largest = *std::ranges::max_element(terms);
    long double sum = 0;
    for (const long double term : terms) sum += std::exp(term - largest);
    return largest + std::log(sum);
}

/// log P(k, row) of the mixture, from the definitions alone.
std::vector<long double> by_definition(const Classifier& classifier, const Dataset& data,
                                       std::size_t row) {
    const auto admits = [&](const WeightedNetwork& member) {
        std::size_t combination = 0;
        for (std::size_t i = 0; i < member.super_parent->features.size(); ++i)
            combination = combination * member.super_parent->cardinalities[i] +
                          data.column(member.super_parent->features[i]).state(row)->index();
        return member.super_parent->weights[combination] >= 1;
    };
    std::vector<WeightedNetwork> used;
    for (const WeightedNetwork& member : classifier.model().members())
        if (admits(member)) used.push_back(member);
    if (used.empty())
        used.assign(classifier.model().members().begin(), classifier.model().members().end());
    std::vector<long double> joint;
    for (std::size_t k = 0; k < classifier.class_variable().cardinality(); ++k) {
        std::vector<StateId> states = {StateId(k)};
        for (const Column& column : data.columns()) states.push_back(*column.state(row));
        std::vector<long double> terms;
        long double weight = 0;
        for (const WeightedNetwork& member : used) {
            terms.push_back(std::log(static_cast<long double>(member.weight)) +
                            log_probability(member.network, states));
            weight += member.weight;
        }
        joint.push_back(log_of_sum(terms) - std::log(weight));
    }
    return joint;
}

void check_against_definition(const Classifier& classifier, double tolerance) {
    const Dataset data = random_rows(classifier, 300);
    const Predictions predictions = predict(classifier, data);
    for (std::size_t row = 0; row < data.rows(); ++row) {
        const std::vector<long double> joint = by_definition(classifier, data, row);
        const long double all = log_of_sum(joint);
        const auto r = static_cast<Eigen::Index>(row);
        CHECK_THAT(predictions.log_evidence[row],
                   Catch::Matchers::WithinRel(static_cast<double>(all), tolerance));
        for (std::size_t k = 0; k < joint.size(); ++k) {
            const auto wanted = static_cast<double>(joint[k] - all);
            CHECK_THAT(predictions.log_probabilities(r, static_cast<Eigen::Index>(k)),
                       WithinAbs(wanted, tolerance * std::max(1.0, std::fabs(wanted))));
            CHECK_THAT(predictions.probability(row)[k], WithinAbs(std::exp(wanted), tolerance));
        }
    }
}

}  // namespace

TEST_CASE("Mixtures of tables are what their definition says, for any number of classes") {
    for (const std::size_t classes : {1u, 2u, 3u, 4u, 5u, 9u}) {
        INFO(classes << " classes");
        const Classifier classifier = mixture(classes, 7, 0.2);
        REQUIRE(compiled(classifier));
        check_against_definition(classifier, 1e-13);
    }
}

TEST_CASE("Mixtures whose tables fill more than a near cache are no exception") {
    // Each of three members has 100 tables of 80 to 720 cells.
    const Classifier large = mixture(9, 100, 0.5, 6), small = mixture(9, 7, 0.2);
    CHECK(MixtureRun::rows_of_block(*compiled(large)) >
          MixtureRun::rows_of_block(*compiled(small)));
    check_against_definition(large, 1e-11);
}

TEST_CASE("Mixtures of tables keep their digits where probabilities underflow") {
    // Logarithms of up to -30,000 are sums of 120 terms, each with an error of its own.
    for (const double least : {1e-12, 1e-60, 1e-110, 1e-130}) {
        INFO(least);
        const Classifier classifier = mixture(3, 120, least);
        CHECK_FALSE(compiled(classifier));  // left to the engines, which know what to do
        check_against_definition(classifier, 1e-11);
    }
    check_against_definition(mixture(3, 7, 1e-140), 1e-12);
}

TEST_CASE("Rows of a mixture with a missing value change nothing for the others") {
    const Classifier classifier = mixture(3, 7, 0.1);
    const Dataset data = random_rows(classifier, 301);
    std::vector<Column> columns(data.columns().begin(), data.columns().end());
    std::vector<std::optional<StateId>> cells;
    for (std::size_t row = 0; row < data.rows(); ++row)
        cells.push_back(row % 3 == 0 ? std::nullopt : columns[4].state(row));
    columns[4] = discrete_column(columns[4].variable, cells);
    const Predictions complete = predict(classifier, data),
                      mixed = predict(classifier, Dataset(columns)),
                      threads = predict(classifier, Dataset(columns), {.threads = 3});
    CHECK(mixed.probabilities == threads.probabilities);
    CHECK(mixed.log_evidence == threads.log_evidence);
    for (std::size_t row = 0; row < data.rows(); ++row) {
        const Predictions alone =
            predict(classifier, Dataset(columns).select_rows(
                                    std::vector<std::uint32_t>{static_cast<std::uint32_t>(row)}));
        const auto r = static_cast<Eigen::Index>(row);
        CHECK(alone.probabilities.row(0) == mixed.probabilities.row(r));
        CHECK(alone.log_probabilities.row(0) == mixed.log_probabilities.row(r));
        if (row % 3 == 0) continue;
        CHECK(complete.probabilities.row(r) == mixed.probabilities.row(r));
        CHECK(complete.log_evidence[row] == mixed.log_evidence[row]);
    }
}

TEST_CASE("The engine sums a missing value of a mixture over what complete rows have") {
    // No super-parent: what takes part must not depend on the cell that is missing.
    const Classifier with_super_parents = mixture(4, 8, 0.05);
    std::vector<WeightedNetwork> members = all_networks(with_super_parents);
    for (WeightedNetwork& member : members) member.super_parent.reset();
    const std::span<const Variable> schema = with_super_parents.schema();
    const Classifier classifier = NetworkClassifier(
        {.model = Model(std::move(members)), .schema = {schema.begin(), schema.end()}});
    const Dataset data = random_rows(classifier, 200);
    std::vector<ColumnId> all_but_one;
    for (std::size_t c = 0; c < data.columns().size(); ++c)
        if (c != 3) all_but_one.emplace_back(c);
    std::vector<double> sums(data.rows(), 0.0);
    for (std::size_t state = 0; state < data.columns()[3].variable.cardinality(); ++state) {
        std::vector<Column> columns(data.columns().begin(), data.columns().end());
        columns[3] = discrete_column(
            columns[3].variable, std::vector<std::optional<StateId>>(data.rows(), StateId(state)));
        const Predictions complete = predict(classifier, Dataset(columns));
        for (std::size_t row = 0; row < data.rows(); ++row)
            sums[row] += std::exp(complete.log_evidence[row]);
    }
    const Predictions by_engine = predict(classifier, data.select_columns(all_but_one));
    for (std::size_t row = 0; row < data.rows(); ++row)
        CHECK_THAT(by_engine.log_evidence[row], WithinAbs(std::log(sums[row]), 1e-13));
}

TEST_CASE("Rows that no class of a mixture can have are without density") {
    NetworkBuilder builder = NetworkBuilder::parse("y{0|1} -> x0{0|1}");
    builder.cpt("y").values({0.5, 0.5});
    builder.cpt("x0").values({1, 0, 1, 0});
    const BayesianNetwork network = builder.build();
    const Classifier classifier =
        NetworkClassifier({.model = Model({{network, 0.5}, {network, 0.5}}),
                           .schema = {variable("y", 2), variable("x0", 2)}});
    const Predictions predictions = predict(
        classifier,
        Dataset({discrete_column(variable("x0", 2), std::vector<std::string_view>{"0", "1"})}));
    CHECK(predictions.status[0] == RowStatus::ok);
    CHECK(predictions.status[1] == RowStatus::no_density);
    CHECK(predictions.probability(1)[0] == 0);
    CHECK(predictions.log_evidence[1] == -std::numeric_limits<double>::infinity());
}
