#include <pgm/core/random.hpp>
#include <pgm/inference/detail/joint/joint_fold.hpp>
#include <pgm/table/table.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::tests;

namespace {

/// Two variables in the lanes, of two and three states, and three over the rows, of three, two and
/// four.
struct FoldQuestion {
    std::vector<std::uint32_t> observed{JointFold::not_observed, JointFold::not_observed,
                                        JointFold::not_observed};
    std::vector<double> likelihood;  // of the last axis
    AlignedDoubles weight = AlignedDoubles(JointFold::lanes, 1.0);
};

constexpr FoldAxis fold_axes[] = {{3, 1}, {2, 3}, {4, 6}};
constexpr std::uint32_t fold_rows = 24, fold_lanes = 6, fold_states = 3 + 2 + 4 + 2 + 3;

AlignedDoubles random_rows(std::uint64_t seed) {
    Rng rng(seed);
    AlignedDoubles cells(fold_rows * JointFold::lanes, 0.0);
    for (std::size_t row = 0; row < fold_rows; ++row) {
        for (std::size_t lane = 0; lane < fold_lanes; ++lane)
            cells[row * JointFold::lanes + lane] = rng.uniform();
    }
    return cells;
}

/// Everything a build says about a question.
struct Folded {
    std::vector<double> sums;
    double largest;
    std::uint32_t row, lane;
    double sum_beside_largest;

    friend bool operator==(const Folded&, const Folded&) = default;
};

Folded folded(const JointKernels& build, const AlignedDoubles& table,
              const FoldQuestion& question) {
    AlignedDoubles lanes_of_state(5 * JointFold::lanes, 0.0);
    for (std::size_t lane = 0; lane < fold_lanes; ++lane)
        lanes_of_state[lane / 3 * JointFold::lanes + lane] =
            lanes_of_state[(2 + lane % 3) * JointFold::lanes + lane] = 1;
    const double* const likelihood[] = {
        nullptr, nullptr, question.likelihood.empty() ? nullptr : question.likelihood.data()};
    const JointFold given{table.data(),
                          fold_axes,
                          3,
                          lanes_of_state.data(),
                          5,
                          question.observed.data(),
                          likelihood,
                          question.weight.data()};
    std::vector<double> sums(fold_states + 1, -1.0);
    sums.back() = build.fold(given, sums.data());
    CHECK(build.fold(given, nullptr) == sums.back());
    const JointMaximum best = build.maximise(given);
    return {sums, best.value, best.row, best.lane, best.evidence};
}

/// The definition, cell by cell.
std::vector<double> summed(const AlignedDoubles& table, const FoldQuestion& question) {
    std::vector<double> sums(fold_states + 1, 0.0);
    for (std::uint32_t row = 0; row < fold_rows; ++row) {
        const std::uint32_t states[] = {row / 8, row / 4 % 2, row % 4};
        bool agrees = true;
        for (std::size_t axis = 0; axis < 3; ++axis)
            agrees &= question.observed[axis] == JointFold::not_observed ||
                      question.observed[axis] == states[axis];
        for (std::uint32_t lane = 0; agrees && lane < fold_lanes; ++lane) {
            const double cell =
                table[row * JointFold::lanes + lane] * question.weight[lane] *
                (question.likelihood.empty() ? 1.0 : question.likelihood[states[2]]);
            for (const std::uint32_t state : {states[0], 3 + states[1], 5 + states[2], 9 + lane / 3,
                                              11 + lane % 3, fold_states})
                sums[state] += cell;
        }
    }
    return sums;
}

bool is_of_observed(const FoldQuestion& question, std::size_t state) {
    const std::size_t axis = state < 3 ? 0 : state < 5 ? 1 : 2;
    return state < 9 && question.observed[axis] != JointFold::not_observed;
}

}  // namespace

TEST_CASE(
    "Joint fold: sums of cells are those of the definition, and the same bits by every instruction "
    "set",
    "[joint]") {
    const AlignedDoubles table = random_rows(7);
    std::vector<FoldQuestion> questions(4);
    questions[1].observed = {2, JointFold::not_observed, 3};
    questions[1].weight = {1, 0, 0.5, 0.25, 0, 3, 1, 1};
    questions[2].observed = {JointFold::not_observed, 1, JointFold::not_observed};
    questions[2].likelihood = {0.5, 0, 2, 0.125};
    questions[3].observed = {0, 0, 0};
    for (const FoldQuestion& question : questions) {
        const std::vector<double> expected = summed(table, question);
        const Folded fast = folded(joint_kernels(), table, question);
        const std::vector<double>& sums = fast.sums;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            if (is_of_observed(question, i)) continue;
            CHECK(sums[i] == Approx(expected[i]).epsilon(1e-14).margin(0));
        }
        for (const JointKernels& build :
             builds_of([](auto instruction_set) { return joint_kernels(instruction_set); }))
            CHECK(folded(build, table, question) == fast);
    }
}
