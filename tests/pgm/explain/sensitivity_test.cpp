#include <pgm/explain/sensitivity.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/noisy_networks.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/random_query.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The network with another value of one entry, the others of its row in proportion.
BayesianNetwork with_entry(const BayesianNetwork& network, const ParameterSensitivity& one,
                           double value) {
    TableCpd table = *as_table(network.cpd(one.variable));
    const std::span<double> row =
        table.distributions().subspan(one.row * table.row_length(), table.row_length());
    double others = 0;
    for (std::size_t s = 0; s < row.size(); ++s) others += s == one.state.index() ? 0 : row[s];
    for (std::size_t s = 0; s < row.size(); ++s)
        row[s] = s == one.state.index() ? value
                 : others > 0           ? row[s] / others * (1 - value)
                                        : (1 - value) / static_cast<double>(row.size() - 1);
    NetworkBuilder builder(network);
    builder.set_row_sums(RowSums::keep);
    builder.set_cpd(std::move(table));
    return std::move(builder).build();
}

BayesianNetwork with_cells(const BayesianNetwork& network, const TableChange& change) {
    NetworkBuilder builder(network);
    builder.set_cpd(TableCpd(as_table(network.cpd(change.variable))->scope(), change.cells));
    return std::move(builder).build();
}

/// Null under impossible evidence, and of a division by 0.
std::optional<double> answer_in(const BayesianNetwork& network, const Query& query) {
    const InferenceEngine engine(network);
    try {
        const Answer found = answer(engine, query);
        if (found.impossible()) return std::nullopt;
        const auto* const event = std::get_if<EventProbability>(&found.result);
        return event ? event->value : found.value();
    } catch (const ArgumentError&) {
        return std::nullopt;  // a ratio with the denominator 0
    }
}

/// Compares every function with the answers in changed networks.
void check_functions(const BayesianNetwork& network, const Query& query) {
    const InferenceEngine engine(network);
    const SensitivityAnalysis analysis(engine, query);
    CHECK_THAT(analysis.answer(), WithinAbs(*answer_in(network, query), 1e-9));
    for (const ParameterSensitivity& one : analysis.parameters()) {
        CAPTURE(format(network, query), network.variable(one.variable).name(), one.row,
                one.state.index(), one.value);
        if (!one.function) continue;
        for (const double t : {0.0, 0.37, 1.0}) {
            CAPTURE(t);
            const std::optional<double> found = one.function->at(t),
                                        expected = answer_in(with_entry(network, one, t), query);
            REQUIRE(found.has_value() == expected.has_value());
            if (found) CHECK_THAT(*found, WithinAbs(*expected, 1e-9));
        }
    }
}

const ParameterSensitivity& parameter_of(const SensitivityAnalysis& analysis,
                                         const BayesianNetwork& network, const char* variable,
                                         std::size_t row, std::size_t state) {
    return *std::ranges::find_if(analysis.parameters(), [&](const ParameterSensitivity& one) {
        return one.variable == network.id(variable) && one.row == row &&
               one.state == StateId(state);
    });
}

/// The distance of two tables by its definition.
double distance_of(std::span<const double> a, std::span<const double> b) {
    double low = infinity, high = -infinity;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == 0 && b[i] == 0) continue;
        low = std::min(low, std::log(b[i] / a[i]));
        high = std::max(high, std::log(b[i] / a[i]));
    }
    return high - low;
}

BayesianNetwork test_and_disease() {
    NetworkBuilder net = NetworkBuilder::parse("D{no|yes} -> T{neg|pos}; D -> S{none|mild|bad}");
    net.cpt("D").values({0.9, 0.1});
    net.cpt("T").row("D=no", {0.95, 0.05}).row("D=yes", {0.2, 0.8});
    net.cpt("S").row("D=no", {1, 0, 0}).row("D=yes", {0.2, 0.3, 0.5});
    return net.build();
}

}  // namespace

TEST_CASE("Sensitivity: functions of one number are those of the textbook", "[explain]") {
    const BayesianNetwork network = test_and_disease();
    const InferenceEngine engine(network);
    const SensitivityAnalysis analysis(engine, parse_query(network, "P(D=yes | T=pos)"));
    CHECK_THAT(analysis.answer(), WithinAbs(0.08 / 0.125, 1e-15));
    REQUIRE(analysis.parameters().size() == 2 + 4 + 6);
    // 0.8 t / (0.8 t + 0.05 (1 - t)) of the prior: its derivative is 0.8 * 0.05 / P(e)^2.
    const ParameterSensitivity& prior = parameter_of(analysis, network, "D", 0, 1);
    CHECK(prior.function->at(0) == 0);
    CHECK(prior.function->at(1) == 1);
    CHECK_THAT(*prior.function->at(0.5), WithinAbs(0.4 / 0.425, 1e-15));
    CHECK_THAT(prior.derivative, WithinRel(0.8 * 0.05 / 0.125 / 0.125, 1e-13));
    // 0.1 t / (0.1 t + 0.045) of P(pos | yes), and 0.08 / (0.08 + 0.9 t) of P(pos | no).
    CHECK_THAT(parameter_of(analysis, network, "T", 1, 1).derivative,
               WithinRel(0.1 * 0.045 / 0.125 / 0.125, 1e-13));
    CHECK_THAT(parameter_of(analysis, network, "T", 0, 1).derivative,
               WithinRel(-0.08 * 0.9 / 0.125 / 0.125, 1e-13));
    const auto range = parameter_of(analysis, network, "T", 0, 1).function->range(0.04, 0.06);
    CHECK_THAT(range.first, WithinAbs(0.08 / 0.134, 1e-14));
    CHECK_THAT(range.second, WithinAbs(0.08 / 0.116, 1e-14));
    // What nobody asks about does not matter, and 1 beside two zeros has no proportion.
    CHECK(parameter_of(analysis, network, "S", 1, 0).derivative == 0);
    CHECK(!parameter_of(analysis, network, "S", 0, 0).function);
    CHECK(parameter_of(analysis, network, "S", 0, 1).function);
}

TEST_CASE("Sensitivity: where a number makes the evidence impossible, there is no answer",
          "[explain]") {
    const BayesianNetwork network = test_and_disease();
    const InferenceEngine engine(network);
    const SensitivityAnalysis analysis(engine, parse_query(network, "P(T=pos | S=mild)"));
    CHECK(!parameter_of(analysis, network, "D", 0, 1).function->at(0));
    CHECK(parameter_of(analysis, network, "D", 0, 1).function->at(1) == 0.8);
    // 0.03 of diseased, and 0.9 t of healthy persons would have mild symptoms.
    const ParameterSensitivity& zero = parameter_of(analysis, network, "S", 0, 1);
    CHECK(zero.value == 0);
    CHECK_THAT(*zero.function->at(0.1),
               WithinAbs((0.03 * 0.8 + 0.09 * 0.05) / (0.03 + 0.09), 1e-14));
    CHECK_THROWS_AS(SensitivityAnalysis(engine, parse_query(network, "P(T=pos | S=mild, D=no)")),
                    ImpossibleEvidenceError);
}

TEST_CASE("Sensitivity: every function agrees with the answers in changed networks", "[explain]") {
    Rng rng(57);
    RandomModelOptions options;
    options.max_variables = 5;
    options.max_assignments = 100;
    options.max_table_cells = 24;
    std::size_t checked = 0;
    for (int trial = 0; trial < 150; ++trial) {
        CAPTURE(trial);
        const BayesianNetwork network = random_model(rng, options);
        const auto question = [&] {
            return Query{ProbabilityOf{random_expression(rng, network, 1).typed},
                         random_given(rng, network).typed};
        };
        Query query = question();
        if (trial % 3 == 1) {
            const VariableId soft(rng.below(network.size()));
            std::vector<double> likelihood(network.cardinality(soft));
            for (double& one : likelihood) one = static_cast<double>(rng.below(4)) / 3;
            if (variables_set(query).empty()) query.given.likelihoods.push_back({soft, likelihood});
        }
        if (!answer_in(network, query)) continue;
        check_functions(network, query);
        ++checked;
    }
    CHECK(checked > 80);
}

TEST_CASE("Sensitivity: differences and ratios, under one condition and under two", "[explain]") {
    const BayesianNetwork network = test_and_disease();
    const std::pair<const char*, bool> questions[] = {
        {"P(D=yes | T=pos) - P(D=no | T=pos)", true},
        {"P(D=yes | T=pos) / P(S=mild | T=pos)", true},
        {"P(D=yes | T=pos) - P(D=yes | T=neg)", false},
        {"P(D=yes | T=pos) / P(D=yes | T=neg)", false},
        {"P(T=pos | do(D=yes)) - P(T=pos | D=no)", false}};
    for (const auto& [text, is_linear] : questions) {
        CAPTURE(text);
        const Query query = parse_query(network, text);
        check_functions(network, query);
        const InferenceEngine engine(network);
        const SensitivityAnalysis analysis(engine, query);
        for (const double factor : {0.8, 1.1}) {
            const AnswerRequirement wanted{(factor > 1) == (analysis.answer() > 0),
                                           factor * analysis.answer()};
            const std::vector<SingleChange> changes = analysis.single_changes(wanted);
            CHECK(!changes.empty());
            for (const SingleChange& change : changes) {
                const ParameterSensitivity& one = analysis.parameters()[change.parameter];
                CHECK_THAT(*answer_in(with_entry(network, one, change.to), query),
                           WithinAbs(wanted.bound, 1e-9));
            }
            CHECK(analysis.least_distance(wanted) == std::nullopt);
            const auto tables = analysis.table_changes(wanted);
            CHECK(tables.has_value() == is_linear);
            if (!tables) continue;
            CHECK(!tables->empty());
            for (const TableChange& change : *tables)
                CHECK_THAT(*answer_in(with_cells(network, change), query),
                           WithinAbs(wanted.bound, 1e-9));
        }
    }
}

TEST_CASE("Sensitivity: the least change of a table reaches the number, and no smaller one does",
          "[explain]") {
    Rng rng(58);
    const BayesianNetwork network = test_and_disease();
    const InferenceEngine engine(network);
    const Query query = parse_query(network, "P(D=yes | T=pos)");
    const SensitivityAnalysis analysis(engine, query);
    for (const AnswerRequirement wanted :
         {AnswerRequirement{true, 0.8}, AnswerRequirement{false, 0.3}}) {
        const auto tables = analysis.table_changes(wanted);
        REQUIRE(tables);
        REQUIRE(tables->size() == 2);  // of the disease and of the test
        for (const TableChange& change : *tables) {
            CHECK_THAT(*answer_in(with_cells(network, change), query),
                       WithinAbs(wanted.bound, 1e-9));
            const TableCpd& table = *as_table(network.cpd(change.variable));
            CHECK_THAT(distance_of(table.numbers(), change.cells),
                       WithinAbs(change.distance, 1e-9));
            CHECK(change.distance >= *analysis.least_distance(wanted) - 1e-12);
            for (int trial = 0; trial < 200; ++trial) {
                TableChange other = change;
                other.cells.assign(table.numbers().begin(), table.numbers().end());
                for (double& cell : other.cells)
                    cell *= std::exp(change.distance * (rng.below(2) ? 1 : 0.5) * rng.uniform());
                for (std::size_t r = 0; r < table.row_count(); ++r) {
                    const auto row =
                        std::span(other.cells).subspan(r * table.row_length(), table.row_length());
                    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
                    for (double& cell : row) cell /= sum;
                }
                if (distance_of(table.numbers(), other.cells) < change.distance * (1 - 1e-9))
                    CHECK(!wanted.holds(*answer_in(with_cells(network, other), query)));
            }
        }
    }
    // log odds 0.8 minus log odds 0.64, by the prior alone.
    CHECK_THAT(*analysis.least_distance({true, 0.8}),
               WithinAbs(std::log(4 / (0.64 / 0.36)), 1e-12));
    CHECK(analysis.least_distance({true, 0.5}) == 0);
    CHECK(analysis.table_changes({true, 0.5})->empty());
    CHECK(analysis.single_changes({true, 0.5}).empty());
    const SensitivityAnalysis never(engine, parse_query(network, "P(D=yes | D=no)"));
    CHECK(never.single_changes({true, 0.5}).empty());
    CHECK(never.table_changes({true, 0.5})->empty());
}

TEST_CASE("Sensitivity: numbers at which another state is the most probable one", "[explain]") {
    Rng rng(59);
    RandomModelOptions options;
    options.max_variables = 5;
    options.max_assignments = 200;
    options.max_table_cells = 24;
    std::size_t found = 0;
    for (int trial = 0; trial < 100; ++trial) {
        CAPTURE(trial);
        const BayesianNetwork network = random_model(rng, options);
        const VariableId asked(rng.below(network.size()));
        const Query query{ProbabilityOf{is(asked, StateId(std::size_t{0}))},
                          random_given(rng, network).typed};
        if (!answer_in(network, query)) continue;
        const InferenceEngine engine(network);
        const SensitivityAnalysis analysis(engine, query);
        const auto probability = [&](const BayesianNetwork& changed, StateId state) {
            return *answer_in(changed, {ProbabilityOf{is(asked, state)}, query.given});
        };
        for (const SingleChange& change : analysis.most_probable_changes()) {
            const ParameterSensitivity& one = analysis.parameters()[change.parameter];
            const BayesianNetwork changed = with_entry(network, one, change.to);
            if (!answer_in(changed, query)) continue;
            double most = 0;
            for (std::size_t s = 0; s < network.cardinality(asked); ++s)
                most = std::max(most, probability(changed, StateId(s)));
            CHECK_THAT(probability(changed, *change.most_probable), WithinAbs(most, 1e-9));
            ++found;
        }
    }
    CHECK(found > 20);
    const BayesianNetwork network = test_and_disease();
    const InferenceEngine engine(network);
    const SensitivityAnalysis both(engine, parse_query(network, "P(D=yes or T=pos)"));
    CHECK(both.most_probable_changes().empty());
}

TEST_CASE("Sensitivity: a noisy-MAX has no entries, and is named", "[explain]") {
    Rng rng(60);
    for (int trial = 0; trial < 5; ++trial) {
        const BayesianNetwork network = random_noisy_network(5, 2, rng);
        const Query query{ProbabilityOf{is(VariableId(std::size_t{0}), StateId(std::size_t{1}))},
                          {.conditions = {is(VariableId(4), StateId(std::size_t{1}))}}};
        check_functions(network, query);
        const InferenceEngine engine(network);
        const SensitivityAnalysis analysis(engine, query);
        CHECK(!analysis.left_out().empty());
        for (const VariableId variable : analysis.left_out())
            CHECK(!as_table(network.cpd(variable)));
    }
}

TEST_CASE("Sensitivity: questions without a number in tables are refused", "[explain]") {
    const BayesianNetwork network = test_and_disease();
    const InferenceEngine engine(network);
    for (const char* const text :
         {"P(D)", "argmax(D)", "P(D=yes | T)", "P(D=yes) + P(D=no)", "2 * P(D=yes)", "odds(D=yes)"})
        CHECK_THROWS_WITH(SensitivityAnalysis(engine, parse_query(network, text)),
                          Catch::Contains("difference or a ratio of two"));
    CHECK_THROWS_AS(SensitivityAnalysis(engine, parse_query(network, "P(D=yes | T~[0.5, 0.5])")),
                    ArgumentError);
    CHECK_THROWS_AS(SensitivityAnalysis(engine, parse_query(network, "P(D=yes) / P(D=no | D=yes)")),
                    ArgumentError);
}

TEST_CASE("Sensitivity: continuous variables are left out, and refused where they matter",
          "[explain]") {
    const BayesianNetwork heights =
        NetworkBuilder::parse(
            "S{f|m} -> T{a|b}; S -> H{real}; S: 0.5 0.5; T | S=f: 0.1 0.9;"
            "T | S=m: 0.3 0.7; H: normal(170, sd 10)")
            .build();
    const InferenceEngine engine(heights);
    const SensitivityAnalysis analysis(engine, parse_query(heights, "P(S=f | T=a)"));
    CHECK_THAT(analysis.answer(), WithinAbs(0.25, 1e-15));
    REQUIRE(analysis.left_out().size() == 1);
    CHECK(analysis.left_out().front() == heights.id("H"));
    for (const char* const text : {"P(S=f | H > 180)", "P(H > 180)"})
        CHECK_THROWS_WITH(SensitivityAnalysis(engine, parse_query(heights, text)),
                          Catch::Contains("which is continuous"));
}

namespace {

/// A measured by a number x, which another one y shifts.
BayesianNetwork measured() {
    return NetworkBuilder::parse(
               "A{yes|no} -> x{real} <- y{real}; A -> B{yes|no}; A: 0.3 0.7; y: normal(0, sd 1);"
               "x | A=yes: normal(1 + 0.5 y, var 2); x | A=no: normal(-1 + 0.25 y, var 3);"
               "B | A=yes: 0.9 0.1; B | A=no: 0.2 0.8")
        .build();
}

}  // namespace

TEST_CASE("Sensitivity: numbers of normal distributions have the derivatives of the formula",
          "[explain]") {
    const BayesianNetwork network = measured();
    const InferenceEngine engine(network);
    const SensitivityAnalysis analysis(engine, parse_query(network, "P(A=yes | x=0.75, y=2)"));
    const auto density = [](double x, double mean, double variance) {
        return std::exp(-(x - mean) * (x - mean) / (2 * variance)) / std::sqrt(variance);
    };
    const double yes = 0.3 * density(0.75, 2, 2), no = 0.7 * density(0.75, -0.5, 3);
    const double p = yes / (yes + no);
    CHECK_THAT(analysis.answer(), WithinRel(p, 1e-12));
    REQUIRE(analysis.density_parameters().size() == 8);
    // dp = p (1 - p) times the change of the log density, with another sign of the other row.
    const double d = p * (1 - p), z = 0.75 - 2, w = 0.75 + 0.5;
    const double expected[] = {d * z / 2,  d * z / 2 * 2,  d * (z * z / 2 - 1) / 4,
                               -d * w / 3, -d * w / 3 * 2, -d * (w * w / 3 - 1) / 6};
    for (std::size_t i = 0; i < 6; ++i)
        CHECK_THAT(analysis.density_parameters()[i].derivative, WithinRel(expected[i], 1e-10));
    for (std::size_t i = 6; i < 8; ++i)  // the density of y is the same whatever A is
        CHECK_THAT(analysis.density_parameters()[i].derivative, WithinAbs(0, 1e-15));
    CHECK(analysis.density_parameters()[1].number == DensitySensitivity::Number::slope);
    CHECK(analysis.density_parameters()[1].value == 0.5);
    CHECK(analysis.left_out().empty());
    for (const ParameterSensitivity& one : analysis.parameters())
        if (one.variable == network.id("A") && one.state == StateId(std::size_t{0}))
            CHECK_THAT(one.derivative, WithinRel(d / 0.3 / 0.7, 1e-10));
}

TEST_CASE("Sensitivity: a value that is set has no density, an unknown one is refused",
          "[explain]") {
    const BayesianNetwork network = measured();
    const InferenceEngine engine(network);
    const SensitivityAnalysis set(engine, parse_query(network, "P(A=yes | do(x=0.75), B=yes)"));
    CHECK_THAT(set.answer(), WithinRel(0.27 / 0.41, 1e-12));
    CHECK(set.density_parameters().empty());
    CHECK_THROWS_AS(SensitivityAnalysis(engine, parse_query(network, "P(A=yes | x=0.75)")),
                    ArgumentError);
    CHECK_THROWS_AS(SensitivityAnalysis(engine, parse_query(network, "P(A=yes | x > 0)")),
                    ArgumentError);
}
