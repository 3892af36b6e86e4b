#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <cstdint>

namespace pgm::detail {

/// An axis of a joint table over its rows (joint_table.hpp), and how many combinations the axes
/// before it have.
struct FoldAxis {
    std::uint32_t states;
    std::uint32_t before;
};

/// A question to a joint table: everything that its kernel reads. A row has eight cells, one per
/// combination of states of the innermost variables, the lanes; those that no combination needs are
/// zero. The rows are numbered by the states of the other variables, the last fastest.
struct JointFold {
    static constexpr std::uint32_t lanes = 8, most_rows = 64, most_states = 96,
                                   not_observed = ~std::uint32_t{0};

    const double* table;
    const FoldAxis* axes;
    std::uint32_t axis_count;
    /// a row of zeros and ones per state of the lanes' variables: the lanes that have it.
    const double* lanes_of_state;
    std::uint32_t lane_states;
    /// Per axis: the state it is known to have, the only one included, or `not_observed`.
    const std::uint32_t* observed;
    const double* const* likelihood;  ///< per axis: what multiplies each state, or null
    const double* weight;             ///< what multiplies each lane
};

/// The largest cell after multiplication by what is known: its row, counted among those that agree
/// with what is observed, and its lane. The first of several. Beside it the sum of all cells, P(e).
struct JointMaximum {
    double value;
    std::uint32_t row, lane;
    double evidence;
};

/// A build of joint_fold_simd.cpp.
struct JointKernels {
    /// P(e), and in `sums` P(X = x, e) of every state of every axis that is not observed, and of
    /// every variable of the lanes, each in its place; null where P(e) is all that is wanted.
    double (*fold)(const JointFold& fold, double* sums);
    JointMaximum (*maximise)(const JointFold& fold);
};
JointKernels joint_kernels(simd::Baseline);
JointKernels joint_kernels(simd::Avx2);
JointKernels joint_kernels(simd::Avx512);

/// The best one for this processor.
const JointKernels& joint_kernels();

}  // namespace pgm::detail
