#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/mixture/member_mixture.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;

namespace {

/// What a member says of rows for which it has these log P(k, x).
BatchPosterior posterior_of(const RowsByStates& log_joint) {
    BatchPosterior result{.log_probabilities = log_joint};
    for (Eigen::Index row = 0; row < log_joint.rows(); ++row) {
        const double largest = log_joint.row(row).maxCoeff();
        const double log_evidence =
            largest == -infinity
                ? -infinity
                : largest + std::log((log_joint.row(row).array() - largest).exp().sum());
        result.log_evidence.push_back(log_evidence);
        if (largest > -infinity) result.log_probabilities.row(row).array() -= log_evidence;
    }
    result.probabilities = result.log_probabilities.array().exp();
    return result;
}

BatchPosterior logs(std::initializer_list<std::initializer_list<double>> joint) {
    return posterior_of(RowsByStates(joint).array().log());
}

WeightedNetwork member(double weight, std::vector<double> weights_of_states = {}) {
    WeightedNetwork result{.network = {}, .weight = weight};
    if (!weights_of_states.empty())
        result.super_parent =
            SuperParent{{"A"}, {weights_of_states.size()}, std::move(weights_of_states), 1};
    return result;
}

/// The members of a mixture and what each says of the same rows.
class Mixed {
public:
    void add(BatchPosterior part, WeightedNetwork member, const EvidenceColumn* super_parent) {
        parts_.push_back(std::move(part));
        members_.push_back(std::move(member));
        columns_.push_back({super_parent});
    }

    BatchPosterior posterior() const {
        BatchPosterior result = parts_.front();
        MemberMixture(members_, columns_).write(parts_, 0, result);
        return result;
    }

private:
    std::vector<BatchPosterior> parts_;
    std::vector<WeightedNetwork> members_;
    std::vector<SuperParentColumns> columns_;
};

EvidenceColumn column_of(std::span<const std::uint8_t> cells) {
    return {VariableId(0), cells};
}

constexpr std::uint8_t no_state = missing_cell<std::uint8_t>;

}  // namespace

TEST_CASE("A mixture is the weighted mean of the joint probabilities") {
    Mixed mixture;
    mixture.add(logs({{0.02, 0.06}}), member(0.25), nullptr);
    mixture.add(logs({{0.1, 0.02}}), member(0.75), nullptr);
    const BatchPosterior result = mixture.posterior();
    // (0.005 + 0.075, 0.015 + 0.015) = (0.08, 0.03)
    CHECK_THAT(result.probabilities(0, 0), WithinAbs(8.0 / 11, 1e-15));
    CHECK_THAT(result.log_probabilities(0, 1) + result.log_evidence[0],
               WithinAbs(std::log(0.03), 1e-14));
    CHECK_THAT(result.log_evidence[0], WithinAbs(std::log(0.11), 1e-14));
}

TEST_CASE("A member keeps silent where training has not seen its super-parent's value") {
    const std::vector<std::uint8_t> cells = {0, 1, no_state};
    const EvidenceColumn column = column_of(cells);
    Mixed mixture;
    mixture.add(logs({{0.1, 0.3}, {0.1, 0.3}, {0.1, 0.3}}), member(0.5, {4, 0}), &column);
    mixture.add(logs({{0.2, 0.2}, {0.2, 0.2}, {0.2, 0.2}}), member(0.5), nullptr);
    const BatchPosterior result = mixture.posterior();
    CHECK_THAT(result.probabilities(0, 0), WithinAbs(0.3 / 0.8, 1e-15));
    CHECK_THAT(result.probabilities(1, 0), WithinAbs(0.5, 1e-15));  // the second alone
    CHECK_THAT(result.log_evidence[1],
               WithinAbs(std::log(0.4), 1e-14));  // its share scaled up to 1
    CHECK_THAT(result.probabilities(2, 0),
               WithinAbs(0.3 / 0.8, 1e-15));  // a missing value excludes no one
}

TEST_CASE("Where every member would keep silent all of them speak") {
    const std::vector<std::uint8_t> cells = {1};
    const EvidenceColumn column = column_of(cells);
    Mixed mixture;
    mixture.add(logs({{0.1, 0.3}}), member(0.5, {4, 0}), &column);
    mixture.add(logs({{0.2, 0.2}}), member(0.5, {3, 0.5}), &column);
    CHECK_THAT(mixture.posterior().probabilities(0, 0), WithinAbs(0.3 / 0.8, 1e-15));
}

TEST_CASE("Members far below the smallest double still make a posterior") {
    RowsByStates first(1, 2), second(1, 2);
    first << -5000, -5001;
    second << -5000, -5002;
    Mixed mixture;
    mixture.add(posterior_of(first), member(0.5), nullptr);
    mixture.add(posterior_of(second), member(0.5), nullptr);
    const double against = (std::exp(-1.0) + std::exp(-2.0)) / 2;
    // Neighbouring doubles around 5000 are 9e-13 apart: the logarithms themselves say no more.
    CHECK_THAT(mixture.posterior().probabilities(0, 1), WithinAbs(against / (1 + against), 2e-12));
}

TEST_CASE("A row that is impossible for every member has no probabilities") {
    Mixed mixture;
    mixture.add(logs({{0, 0}}), member(1), nullptr);
    const BatchPosterior result = mixture.posterior();
    CHECK(result.probabilities == RowsByStates::Zero(1, 2));
    CHECK(std::isinf(result.log_evidence[0]));
}

TEST_CASE(
    "Members whose densities have exponents beyond all digits still say which class they prefer") {
    // Both put e^-1e18 on the row, one three quarters of it on the first class, the other a half.
    const auto member_of = [](double first) {
        BatchPosterior result{.log_evidence = {-1e18}};
        result.probabilities = RowsByStates{{first, 1 - first}};
        result.log_probabilities = result.probabilities.array().log();
        return result;
    };
    Mixed mixture;
    mixture.add(member_of(0.75), member(0.5), nullptr);
    mixture.add(member_of(0.5), member(0.5), nullptr);
    const BatchPosterior result = mixture.posterior();
    CHECK_THAT(result.probabilities(0, 0), WithinAbs(0.625, 1e-15));
    CHECK_THAT(result.log_probabilities(0, 1), WithinAbs(std::log(0.375), 1e-14));
    CHECK(result.log_evidence[0] == -1e18);
}

TEST_CASE("A class that no double holds keeps its logarithm, from the member that says most") {
    // P(1, x) is e^-900 by the first member; the second finds the row less probable by e^-800, and
    // there the class has a half, so that its share is e^-800 / 2.
    RowsByStates first(1, 2), second(1, 2);
    first << 0, -900;
    second << -800, -800;
    Mixed mixture;
    mixture.add(posterior_of(first), member(0.5), nullptr);
    mixture.add(posterior_of(second), member(0.5), nullptr);
    const BatchPosterior result = mixture.posterior();
    CHECK(result.probabilities(0, 0) == 1);
    CHECK_THAT(result.log_probabilities(0, 1), WithinAbs(-800 + std::log1p(std::exp(-100)), 1e-12));
    CHECK_THAT(result.log_evidence[0], WithinAbs(std::log(0.5), 1e-15));
}

TEST_CASE("Members write the rows of their block only") {
    BatchPosterior whole = logs({{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}});
    const std::vector<WeightedNetwork> members = {member(0.5), member(0.5)};
    const std::vector<SuperParentColumns> none(2);
    const std::vector<BatchPosterior> parts = {logs({{0.2, 0.6}}), logs({{0.2, 0.6}})};
    MemberMixture(members, none).write(parts, 1, whole);
    CHECK(whole.probabilities(0, 0) == 0.5);
    CHECK_THAT(whole.probabilities(1, 0), WithinAbs(0.25, 1e-15));
    CHECK(whole.probabilities(2, 0) == 0.5);
}
