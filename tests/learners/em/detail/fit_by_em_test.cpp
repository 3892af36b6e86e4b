#include <learners/fit/fit.hpp>
#include <learners/fit/fit_network.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/gaussian.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;

namespace {
constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

/// A classifier, or a network without a class, and how EM went.
struct FittedByEm {
    Classifier classifier;
    EmReport report;
};

FittedByEm fitted_by_em(const Dataset& data, std::string_view class_name, Fit options,
                        const EmOptions& em = {}, const SearchControl& control = {}) {
    options.missing_cells = MissingCells::em;
    options.em = em;
    const Classifier classifier = fit(data, class_name, options, control);
    return {classifier, classifier.provenance().em.value()};
}

struct NetworkByEm {
    BayesianNetwork network;
    EmReport report;
};

NetworkByEm network_by_em(const Dataset& data, Fit options, const EmOptions& em = {}) {
    options.em = em;
    options.missing_cells = MissingCells::em;
    FittedNetwork fitted = fit_network(data, options);
    return {std::move(fitted.network), fitted.em.value()};
}

Fit counted(Structure structure) {
    return {.structure = std::move(structure), .smoothing = MaximumLikelihood{}};
}

/// Samples of a network in which every cell is missing with that probability.
Dataset with_holes(const BayesianNetwork& network, std::size_t rows, double holes, Rng& rng) {
    const auto samples = forward_samples(network, rows, rng());
    std::vector<Column> columns;
    for (std::size_t v = 0; v < network.size(); ++v) {
        std::vector<std::optional<StateId>> cells(rows);
        for (std::size_t r = 0; r < rows; ++r)
            if (rng.uniform() >= holes) cells[r] = samples[v][r];
        columns.push_back(discrete_column(network.variable(VariableId(v)), cells));
    }
    return Dataset(std::move(columns));
}

/// Class, discrete and continuous columns with holes everywhere.
Dataset mixed_rows(std::size_t rows, double holes, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<std::optional<StateId>> y(rows), d(rows);
    std::vector<double> u(rows), v(rows);
    const auto normal = [&] { return gaussian_number(rng); };
    for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t k = rng.below(2), s = rng.below(3) * k;
        u[r] = 3 * static_cast<double>(k) + normal();
        v[r] = 1e6 + 2 * u[r] - static_cast<double>(s) + 0.5 * normal();
        if (rng.uniform() >= holes) y[r] = StateId(k);
        if (rng.uniform() >= holes) d[r] = StateId(s);
        if (rng.uniform() < holes) u[r] = not_known;
        if (rng.uniform() < holes) v[r] = not_known;
    }
    return Dataset({discrete_column(Variable("y", {"0", "1"}), y),
                    discrete_column(Variable("d", {"0", "1", "2"}), d), continuous_column("u", u),
                    continuous_column("v", v)});
}

Dataset shuffled(const Dataset& data, Rng& rng) {
    std::vector<std::uint32_t> order(data.rows());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    return data.select_rows(order);
}

/// sum log P(what a row knows), one question per row.
double log_likelihood_by_engine(const BayesianNetwork& network, const Dataset& data) {
    const InferenceEngine engine(network);
    double sum = 0;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        Evidence evidence;
        for (const Column& column : data.columns()) {
            const auto id = network.find(column.name());
            if (!id || column.is_missing(row)) continue;
            if (column.is_discrete())
                evidence.observe(*id, *column.state(row));
            else
                evidence.observe(*id, column.value(row));
        }
        sum += engine.log_evidence(evidence);
    }
    return sum;
}

bool never_decreases(const std::vector<double>& values) {
    return std::is_sorted(values.begin(), values.end());
}

const LinearGaussianCpd& gaussian_of(const BayesianNetwork& network, std::string_view name) {
    return std::get<LinearGaussianCpd>(network.cpd(network.id(name)));
}

}  // namespace

TEST_CASE("EM's likelihood never falls and is that of the rows, in random networks with holes",
          "[learners][em]") {
    Rng rng(20);
    for (int trial = 0; trial < 20; ++trial) {
        const BayesianNetwork network =
            random_model(rng, {.max_variables = 6, .max_assignments = 600, .max_parents = 3});
        const Dataset data = with_holes(network, 60, 0.3, rng);
        Fit options = counted(UserDefined(network));
        if (trial % 2 == 1) options.smoothing = Laplace{0.5};
        const NetworkByEm fitted =
            network_by_em(data, options, {.initialisations = 2, .iterations = 30});
        CAPTURE(trial);
        CHECK(never_decreases(fitted.report.log_likelihood));
        CHECK_THAT(
            fitted.report.data_log_likelihood,
            Catch::Matchers::WithinRel(log_likelihood_by_engine(fitted.network, data), 1e-9));
        if (trial % 2 == 0)
            CHECK(fitted.report.log_likelihood.back() == fitted.report.data_log_likelihood);
    }
}

TEST_CASE("EM's likelihood never falls with tables and Gaussians, whatever is missing",
          "[learners][em]") {
    const std::vector<std::string> structures = {
        "y -> d, u, v; d, u -> v",          "nb", "qda", "tan", "v <- u, d <- y", "u -> v; y; d",
        "H{2 states, hidden} -> y, d, u, v"};
    for (const std::string& structure : structures) {
        const Dataset data = mixed_rows(200, 0.25, 5);
        CAPTURE(structure);
        const FittedByEm fitted =
            fitted_by_em(data, "y", counted(structure), {.initialisations = 1, .iterations = 40});
        CHECK(fitted.report.log_likelihood.size() > 1);
        CHECK(never_decreases(fitted.report.log_likelihood));
        const BayesianNetwork& network = fitted.classifier.model().network();
        CHECK_THAT(fitted.report.data_log_likelihood,
                   Catch::Matchers::WithinRel(log_likelihood_by_engine(network, data), 1e-9));
    }
}

TEST_CASE("With nothing missing EM is one step and equals the plain fit bit for bit",
          "[learners][em]") {
    const Dataset mixed = mixed_rows(300, 0, 3);
    const Dataset weighted = mixed.with_weights(std::vector<double>(300, 0.25));
    for (const std::string structure :
         {"nb", "tan", "kdb:2", "fan", "chow-liu", "qda", "lda", "y -> d, u, v; d, u -> v"}) {
        for (const std::string smoothing : {"mle", "laplace:1", "bdeu:10", "floor:1e-6"}) {
            for (const Dataset* const data : {&mixed, &weighted}) {
                Fit options;
                options.structure = structure;
                options.smoothing = parse_smoothing(smoothing);
                options.continuous = parse_continuous("gaussian:mle");
                const FittedByEm fitted = fitted_by_em(*data, "y", options);
                CAPTURE(structure, smoothing);
                CHECK(fitted.classifier.model().network() ==
                      fit(*data, "y", options).model().network());
                CHECK(fitted.report.iterations == 1);
                CHECK(fitted.report.converged);
            }
        }
    }
}

TEST_CASE("A step of EM worked by hand: two coins, some tosses of which no one saw the coin",
          "[learners][em]") {
    const Dataset data = digits("ya", {"00", "00", "11", ".0", ".1"});
    const FittedByEm fitted = fitted_by_em(data, "y", counted("y -> a"), {.iterations = 2});
    // The start adds one to the counts: P(y=0) = 3/5, P(a=0 | 0) = 3/4, P(a=0 | 1) = 1/3. Then
    // P(y=0 | a=0) = 27/35 and P(y=0 | a=1) = 9/25.
    const double heads = 2 + 27.0 / 35, tails = 9.0 / 25;
    CHECK_THAT(table_row(fitted.classifier, "y")[0],
               Catch::Matchers::WithinRel((heads + tails) / 5, 1e-14));
    CHECK_THAT(table_row(fitted.classifier, "a", 0)[0],
               Catch::Matchers::WithinRel(heads / (heads + tails), 1e-14));
    CHECK_THAT(table_row(fitted.classifier, "a", 1)[0],
               Catch::Matchers::WithinRel((8.0 / 35) / (2 - 9.0 / 25 + 8.0 / 35), 1e-14));
}

TEST_CASE("Where a row that is without a is without nothing else EM finds the closed form",
          "[learners][em]") {
    // a is always known, b is not: P(a) comes from all rows, P(b | a) from the complete ones.
    const Dataset data =
        digits("ab", {"00", "00", "01", "10", "11", "11", "11", "0.", "0.", "0.", "1."});
    const double a0 = 6.0 / 11, b0_0 = 2.0 / 3, b0_1 = 1.0 / 4;
    const EmOptions long_run{.iterations = 5000, .tolerance = 0};
    const NetworkByEm forward = network_by_em(data, counted("a -> b"), long_run);
    CHECK_THAT(table_row(forward.network, "a")[0], Catch::Matchers::WithinRel(a0, 1e-12));
    CHECK_THAT(table_row(forward.network, "b", 0)[0], Catch::Matchers::WithinRel(b0_0, 1e-6));
    const NetworkByEm backward = network_by_em(data, counted("b -> a"), long_run);
    const double b0 = a0 * b0_0 + (1 - a0) * b0_1;
    CHECK_THAT(table_row(backward.network, "b")[0], Catch::Matchers::WithinRel(b0, 1e-6));
    CHECK_THAT(table_row(backward.network, "a", 0)[0],
               Catch::Matchers::WithinRel(a0 * b0_0 / b0, 1e-6));
}

TEST_CASE("Two Gaussians of which one is missing at times: Anderson's closed form",
          "[learners][em]") {
    const std::vector<double> x{1, 2, 4, 5, 7, 8, 9, 12};
    const std::vector<double> y{3, 2, 7, 8, not_known, 15, not_known, not_known};
    const Dataset data({continuous_column("x", x), continuous_column("y", y)});
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0, ax = 0, axx = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        ax += x[i] / 8, axx += x[i] * x[i] / 8;
        if (y[i] != y[i]) continue;
        ++n, sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i], syy += y[i] * y[i];
    }
    const double slope = (sxy / n - sx / n * sy / n) / (sxx / n - sx / n * sx / n);
    const double residual = syy / n - sy / n * sy / n - slope * (sxy / n - sx / n * sy / n);
    const double mean = sy / n + slope * (ax - sx / n);
    const double variance = residual + slope * slope * (axx - ax * ax);
    const EmOptions long_run{.iterations = 5000, .tolerance = 0};
    const NetworkByEm backward = network_by_em(data, counted("y -> x"), long_run);
    CHECK_THAT(gaussian_of(backward.network, "y").row(0).intercept,
               Catch::Matchers::WithinRel(mean, 1e-6));
    CHECK_THAT(gaussian_of(backward.network, "y").row(0).variance,
               Catch::Matchers::WithinRel(variance, 1e-6));
    const NetworkByEm forward = network_by_em(data, counted("x -> y"), long_run);
    CHECK_THAT(gaussian_of(forward.network, "y").row(0).slopes[0],
               Catch::Matchers::WithinRel(slope, 1e-6));
    CHECK_THAT(forward.report.data_log_likelihood,
               Catch::Matchers::WithinRel(backward.report.data_log_likelihood, 1e-9));
}

TEST_CASE("A mixture of two Gaussians is that of EM written out", "[learners][em]") {
    Rng rng(8);
    std::vector<double> values;
    for (int i = 0; i < 200; ++i) {
        const double z = gaussian_number(rng);
        values.push_back(i % 3 == 0 ? 100 + z : 103 + 0.5 * z);
    }
    double share = 0.5, mean[2] = {99, 104}, variance[2] = {1, 1};
    for (int iteration = 0; iteration < 3000; ++iteration) {
        double w[2] = {0, 0}, s[2] = {0, 0}, q[2] = {0, 0};
        for (const double x : values) {
            const auto density = [&](int k) {
                return std::exp(-(x - mean[k]) * (x - mean[k]) / (2 * variance[k])) /
                       std::sqrt(variance[k]);
            };
            const double a = share * density(0), b = (1 - share) * density(1);
            for (int k = 0; k < 2; ++k) {
                const double p = (k == 0 ? a : b) / (a + b);
                w[k] += p, s[k] += p * (x - 100), q[k] += p * (x - 100) * (x - 100);
            }
        }
        share = w[0] / static_cast<double>(values.size());
        for (int k = 0; k < 2; ++k) {
            mean[k] = 100 + s[k] / w[k];
            variance[k] = q[k] / w[k] - s[k] / w[k] * s[k] / w[k];
        }
    }
    const Dataset data({continuous_column("x", values)});
    const NetworkByEm fitted = network_by_em(data, counted("H{2 states, hidden} -> x"),
                                             {.iterations = 3000, .tolerance = 1e-15});
    const LinearGaussianCpd& x = gaussian_of(fitted.network, "x");
    const std::size_t first = x.row(0).intercept < x.row(1).intercept ? 0 : 1;
    CHECK_THAT(table_row(fitted.network, "H")[first], Catch::Matchers::WithinRel(share, 1e-5));
    for (std::size_t k = 0; k < 2; ++k) {
        CHECK_THAT(x.row(first ^ k).intercept, Catch::Matchers::WithinRel(mean[k], 1e-6));
        CHECK_THAT(x.row(first ^ k).variance, Catch::Matchers::WithinRel(variance[k], 1e-4));
    }
}

TEST_CASE("The order of the rows, weights for repetitions and threads change no bit",
          "[learners][em]") {
    Rng rng(4);
    for (const std::string structure :
         {"y -> d, u, v; d, u -> v", "H{3 states, hidden} -> y, d, u"}) {
        const Dataset data = mixed_rows(120, 0.3, 9);
        Fit options = counted(structure);
        const EmOptions em{.initialisations = 2, .iterations = 15};
        const FittedByEm once = fitted_by_em(data, "y", options, em);
        CHECK(fitted_by_em(shuffled(data, rng), "y", options, em).classifier == once.classifier);
        options.threads = 4;
        const FittedByEm threaded = fitted_by_em(data, "y", options, em);
        CHECK(threaded.classifier == once.classifier);
        CHECK(threaded.report.log_likelihood == once.report.log_likelihood);
    }
}

TEST_CASE("Rows without a class teach naive Bayes", "[learners][em]") {
    // Two features that always agree; two rows tell which of the classes is which.
    std::vector<std::string_view> rows{"000", "111"};
    for (int i = 0; i < 20; ++i) rows.insert(rows.end(), {".00", ".11", ".0."});
    const FittedByEm fitted = fitted_by_em(digits("yab", rows), "y", counted("nb"));
    CHECK(table_row(fitted.classifier, "a", 0)[0] > 0.99);
    CHECK(table_row(fitted.classifier, "b", 1)[1] > 0.99);
    CHECK(fitted.classifier.provenance().rows == rows.size());
}

TEST_CASE("A hidden class makes a classifier that tells groups apart", "[learners][em]") {
    std::vector<std::string_view> rows;
    for (int i = 0; i < 25; ++i) rows.insert(rows.end(), {"000", "111"});
    const FittedByEm fitted =
        fitted_by_em(digits("abc", rows), "H", counted("H{low|high, hidden} -> a, b, c"));
    CHECK(fitted.classifier.class_variable().states() == std::vector<std::string>{"low", "high"});
    CHECK(fitted.classifier.features().size() == 3);
    CHECK_THAT(table_row(fitted.classifier, "H")[0], Catch::Matchers::WithinRel(0.5, 1e-3));
    CHECK_THAT(fitted.report.data_log_likelihood,
               Catch::Matchers::WithinRel(50 * std::log(0.5), 1e-3));
}

TEST_CASE("Rows that miss more cells than can be listed are asked of the engine",
          "[learners][em]") {
    Rng rng(17);
    NetworkBuilder chain = NetworkBuilder::parse("");
    for (int i = 0; i < 24; ++i) {
        const std::string name = "X" + std::to_string(i);
        chain.variable(name, {"a", "b", "c"});
        if (i > 0) chain.arc("X" + std::to_string(i - 1), name);
        if (i > 2 && i % 3 == 0) chain.arc("X" + std::to_string(i - 3), name);
        std::vector<double> values;
        for (int row = 0; row < (i == 0 ? 1 : i > 2 && i % 3 == 0 ? 9 : 3); ++row) {
            const double p = 0.1 + 0.8 * rng.uniform(), q = (1 - p) * rng.uniform();
            values.insert(values.end(), {p, q, 1 - p - q});
        }
        chain.cpt(name).values(values);
    }
    const BayesianNetwork network = chain.build();
    const Dataset data = with_holes(network, 60, 0.7, rng);
    Fit options = counted(UserDefined(network));
    const NetworkByEm fitted = network_by_em(data, options, {.iterations = 6, .tolerance = 0});
    CHECK(fitted.report.iterations == 6);
    CHECK(never_decreases(fitted.report.log_likelihood));
    CHECK_THAT(fitted.report.data_log_likelihood,
               Catch::Matchers::WithinRel(log_likelihood_by_engine(fitted.network, data), 1e-9));
    options.threads = 4;
    const NetworkByEm threaded =
        network_by_em(shuffled(data, rng), options, {.iterations = 6, .tolerance = 0});
    CHECK(threaded.network == fitted.network);
}

TEST_CASE("A run that is stopped keeps the best network so far and says so", "[learners][em]") {
    const Dataset data = mixed_rows(100, 0.3, 2);
    SearchControl control;
    control.proceed = [](const SearchProgress& progress) { return progress.iterations < 4; };
    const FittedByEm stopped = fitted_by_em(data, "y", counted("nb"), {.tolerance = 0}, control);
    CHECK(stopped.report.partial);
    CHECK_FALSE(stopped.report.converged);
    CHECK(stopped.report.iterations == 3);
    const FittedByEm three =
        fitted_by_em(data, "y", counted("nb"), {.iterations = 3, .tolerance = 0});
    CHECK(three.classifier.model().members()[0] == stopped.classifier.model().members()[0]);
}

TEST_CASE("EM refuses what it cannot learn, with what would help", "[learners][em]") {
    const Dataset data = digits("yab", {"000", "111", ".01"});
    CHECK_THROWS_WITH(network_by_em(data, counted("a -> c")),
                      Catch::Contains("names 'c', which is no column of the data"));
    CHECK_THROWS_WITH(fitted_by_em(data, "z", counted("nb")), Catch::Contains("no column 'z'"));
    CHECK_THROWS_WITH(network_by_em(data, counted("a{2 states, hidden} -> b")),
                      Catch::Contains("'a' is declared hidden, and is a column of the data"));
    CHECK_THROWS_WITH(network_by_em(data, counted("nb")), Catch::Contains("needs a class"));
    CHECK_THROWS_WITH(fitted_by_em(data, "y", counted("aode")),
                      Catch::Contains("aode averages several"));
    CHECK_THROWS_WITH(fitted_by_em(data, "y", counted("parzen")),
                      Catch::Contains("kernel densities"));
    Fit backing_off = counted("nb");
    backing_off.smoothing = TunedBackOff{};
    CHECK_THROWS_WITH(fitted_by_em(data, "y", backing_off), Catch::Contains("back-off is none"));
    CHECK_THROWS_WITH(fit(data, "y", counted("H{2 states, hidden} -> y, a")),
                      Catch::Contains("'H' hidden"));
    CHECK_THROWS_WITH(network_by_em(digits("ab", {"..", ".."}), counted("a -> b")),
                      Catch::Contains("every cell of the columns that take part is missing"));
    CHECK_THROWS_WITH(fitted_by_em(digits("ya", {".0", ".1"}), "y", counted("tan")),
                      Catch::Contains("rows with a class, and there are none"));
    CHECK_THROWS_AS(network_by_em(data, counted("H{30000, hidden}, G{30000, hidden} -> a")),
                    TooLargeError);
    CHECK_THROWS_WITH(network_by_em(data, counted("H{30000, hidden} -> a; G{30000, hidden} -> a")),
                      Catch::Contains("1800000000"));
    CHECK_THROWS_AS(fitted_by_em(data, "y", counted("nb"), {.iterations = 0}), ArgumentError);
    CHECK_THROWS_AS(fitted_by_em(data, "y", counted("nb"), {.tolerance = not_known}),
                    ArgumentError);
}
