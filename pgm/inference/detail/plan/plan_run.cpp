#include <pgm/inference/detail/plan/plan_run.hpp>

#include <pgm/core/detail/float_flags.hpp>
#include <pgm/core/detail/scaled.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/contraction/plain_contraction.hpp>
#include <pgm/inference/detail/contraction/shared_contraction.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

void normalise(const ExtendedNumber* values, std::span<double> probabilities) {
    const ExtendedNumber sum = sum_in_order(std::span(values, probabilities.size()));
    for (std::size_t i = 0; i < probabilities.size(); ++i) probabilities[i] = values[i].ratio(sum);
}

}  // namespace

void PlanRun::bind(const std::shared_ptr<const Plan>& plan, const BayesianNetwork& network) {
    if (plan == plan_ && &network == network_) return;
    plan_ = nullptr;
    network_ = &network;
    arena_.reserve(plan->arena_cells + arena_margin);
    arena_.data()[0] = 1;
    loader_.bind(*plan, network);
    plan_ = plan;
}

bool PlanRun::run(const CheckedEvidence& evidence, const QueryTables& tables,
                  const RunOptions& options) {
    options_ = options;
    shared_lost_precision_ = false;
    bool possible = false;
    {
        const FloatFlags flags;
        possible = run_in(evidence, tables, arena_.data());
        is_extended_ = flags.lost_precision() || shared_lost_precision_ || tables.lost_precision;
    }
    if (is_extended_) {
        extended_arena_.resize(plan_->arena_cells);
        extended_arena_[0] = ExtendedNumber(1);
        possible = run_in(evidence, tables, extended_arena_.data());
    }
    if (!possible) log_evidence_ = -infinity;
    return possible;
}

template <class Number>
bool PlanRun::run_in(const CheckedEvidence& evidence, const QueryTables& tables, Number* arena) {
    if (!loader_.load(evidence, tables, arena)) return false;
    const std::int64_t exponent = contract(0, plan_->forward, arena);
    log_evidence_ = log_of_evidence(exponent, arena);
    if (log_evidence_ == -infinity) return false;
    if (options_.task == Task::evidence) return true;
    const std::int64_t other_exponent = contract(plan_->forward, plan_->contractions.size(), arena);
    log_maximum_ = plan_->maximum_roots.empty()
                       ? log_evidence_
                       : log_of(product_of(plan_->maximum_roots, arena), other_exponent);
    return true;
}

/// log P(e). A joint distribution of the targets and the evidence still has to be summed: it may be
/// zero everywhere while no root is.
template <class Number>
double PlanRun::log_of_evidence(std::int64_t taken_out, const Number* arena) const {
    ExtendedNumber product = product_of(plan_->roots, arena);
    if (options_.task == Task::joint && !plan_->kept.empty())
        product = product * ExtendedNumber(sum_in_order(joint_of(arena)));
    return log_of(product, taken_out);
}

/// The product of some roots and of the numbers that are no tables.
template <class Number>
ExtendedNumber PlanRun::product_of(std::span<const std::uint32_t> roots,
                                   const Number* arena) const {
    ExtendedNumber product = loader_.factor();
    for (const std::uint32_t root : roots) product = product * ExtendedNumber(arena[root]);
    return product;
}

/// The logarithm of a product and of the powers of two that scaling took out of it.
double PlanRun::log_of(ExtendedNumber product, std::int64_t taken_out) const {
    if (product.is_zero()) return -infinity;
    const double exponent =
        product.exponent() + static_cast<double>(taken_out + loader_.exponent());
    if (exponent == 0 && product.mantissa() == 1)
        return 0;  // as without evidence: spares a fresh process the logarithm's code
    // The mantissa is within 2^-128 and 2^128.
    return exponent > -870 && exponent < 870
               ? std::log(product.mantissa() * power_of_two(static_cast<int>(exponent)))
               : std::log(product.mantissa()) + exponent * ln2.high;
}

/// Runs contractions; returns the exponent that scaling took out.
std::int64_t PlanRun::contract(std::size_t first, std::size_t last, double* arena) {
    const Contraction* const contractions = plan_->contractions.data();
    const ContractionParts& parts = plan_->parts;
    const ContractionList list{contractions + first, contractions + last, parts.loops.data(),
                               parts.tiles.data(), parts.steps.data()};
    return options_.threads == 1
               ? run_contractions(list, arena)
               : run_shared_contractions(list, arena, options_.threads, shared_lost_precision_);
}

std::int64_t PlanRun::contract(std::size_t first, std::size_t last, ExtendedNumber* arena) {
    for (std::size_t i = first; i < last; ++i) {
        const Contraction& c = plan_->contractions[i];
        contract_plainly(c, plan_->parts.loops.data() + c.first_loop, arena + c.out, arena + c.a,
                         arena + c.b);
    }
    return 0;
}

void PlanRun::read_extended(std::uint32_t cell, std::span<double> probabilities) const {
    normalise(extended_arena_.data() + cell, probabilities);
}

}  // namespace pgm::detail
