#pragma once

#include <pgm/inference/contraction.hpp>
#include <pgm/inference/scope_pool.hpp>

#include <span>
#include <vector>

namespace pgm {

/// Turns "this table times that table, keep these axes" into a Contraction: finds strides, merges axes that run alike, orders the loops and
/// chooses the kernel. The cells of the tables (out, a, b) are left to the caller.
///
/// Loop order. The innermost loop is the last axis: its stride is 0 or 1 in all three tables. If the output has it, the longest reduction comes second, so that sums
/// stay in registers; otherwise the output's own last axis does. Contractions with short inner loops become lists of terms.
class ContractionBuilder {
public:
    ContractionBuilder(std::span<const std::uint32_t> cardinalities, std::vector<Loop>& loops, std::vector<Term>& terms)
        : cardinalities_(cardinalities), loops_(loops), terms_(terms) {}

    /// `out` must be a subset of the union of `a` and `b`; axes of the union that are not in `out` are reduced.
    Contraction build(PlanScope out, PlanScope a, PlanScope b, bool maximise);

private:
    void find_loops(PlanScope out, PlanScope a, PlanScope b);
    void list_terms(Contraction& contraction, std::size_t count);
    void order_loops(Contraction& contraction);

    std::span<const std::uint32_t> cardinalities_;
    std::vector<Loop>& loops_;
    std::vector<Term>& terms_;
    std::vector<Loop> current_;  ///< outermost first, in the order of the axes
};

}  // namespace pgm
