#include <learners/em/detail/m_step.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

/// a and b of four rows without missing values: (0, 0) twice, (0, 1) and (1, 1).
EmModel model_of(const Smoothing& smoothing) {
    using Cells = std::vector<std::optional<StateId>>;
    const StateId zero{std::size_t{0}}, one{std::size_t{1}};
    const Dataset data({discrete_column(Variable("a", {"0", "1"}), Cells{zero, zero, zero, one}),
                        discrete_column(Variable("b", {"0", "1"}), Cells{zero, zero, one, one})});
    Fit options;
    options.structure = "a -> b";
    options.smoothing = smoothing;
    return make_em_model(data, std::nullopt, options);
}

/// P(a = 0), P(b = 0 | a = 0), P(b = 0 | a = 1).
std::vector<double> parameters_of(const BayesianNetwork& network) {
    const auto table = [&](const char* name) {
        return std::get<TableCpd>(network.cpd(network.id(name))).table().values();
    };
    return {table("a")[0], table("b")[0], table("b")[2]};
}

BayesianNetwork maximum(const EmModel& model,
                        const std::optional<Smoothing>& smoothing = std::nullopt) {
    Remarks remarks;
    return maximise(model, model.rows.known, remarks, smoothing);
}

}  // namespace

TEST_CASE("M-step: relative frequencies of the sums", "[learners][em]") {
    const std::vector<double> found = parameters_of(maximum(model_of(MaximumLikelihood{})));
    CHECK(found[0] == 0.75);
    CHECK(found[1] == Approx(2.0 / 3).epsilon(1e-15));
    CHECK(found[2] == 0);
}

TEST_CASE("M-step: pseudo-counts, those of the options or those given", "[learners][em]") {
    const Smoothing add_one = Laplace{1};
    const std::vector<double> of_options = parameters_of(maximum(model_of(add_one)));
    const std::vector<double> given =
        parameters_of(maximum(model_of(MaximumLikelihood{}), add_one));
    for (const std::vector<double>& found : {of_options, given}) {
        CHECK(found[0] == Approx(4.0 / 6).epsilon(1e-15));
        CHECK(found[1] == Approx(3.0 / 5).epsilon(1e-15));
        CHECK(found[2] == Approx(1.0 / 3).epsilon(1e-15));
    }
}

TEST_CASE("M-step: the prior of add-one smoothing is the sum of the logarithms of all cells",
          "[learners][em]") {
    const EmModel model = model_of(Laplace{1});
    // 2/3 1/3, 3/5 2/5, 1/3 2/3
    CHECK(log_prior(model, maximum(model)) ==
          Approx(std::log(2.0 / 9 * 6 / 25 * 2 / 9)).epsilon(1e-14));
    CHECK(log_prior(model_of(MaximumLikelihood{}), maximum(model)) == 0);
}
