#include <pgm/inference/detail/continuous/repeated_evidence.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

/// True unless one is 0 and the other -0, which are equal.
bool has_same_sign(const Evidence::Item& a, const Evidence::Item& b) {
    const auto* const x = std::get_if<ObservedValue>(&a.finding);
    const auto* const y = std::get_if<ObservedValue>(&b.finding);
    if (x && y) return std::signbit(x->value) == std::signbit(y->value);
    const auto* const set_x = std::get_if<IntervenedValue>(&a.finding);
    const auto* const set_y = std::get_if<IntervenedValue>(&b.finding);
    return !set_x || !set_y || std::signbit(set_x->value) == std::signbit(set_y->value);
}

}  // namespace

bool RepeatedEvidence::is_same(const Evidence& evidence) const {
    return is_known_ && evidence == evidence_ &&
           std::ranges::equal(evidence, evidence_, has_same_sign);
}

void RepeatedEvidence::start(const Evidence& evidence) {
    is_known_ = false;
    ++number_;
    known_.clear();
    cells_ = 0;
    evidence_.clear();
    for (const auto& [variable, finding] : evidence) evidence_.add(variable, finding);
}

void RepeatedEvidence::finish(bool is_possible, bool is_linear) {
    is_possible_ = is_possible;
    is_linear_ = is_linear;
    is_known_ = true;
}

const JointPosterior* RepeatedEvidence::find(std::span<const VariableId> variables) const {
    const auto found = std::ranges::find_if(known_, [&](const KnownPosterior& known) {
        return std::ranges::equal(known.variables, variables);
    });
    return found == known_.end() ? nullptr : &found->posterior;
}

const JointPosterior& RepeatedEvidence::add(std::span<const VariableId> variables,
                                            JointPosterior posterior) {
    constexpr std::size_t most_cells = std::size_t{1} << 18;
    const std::size_t cells = posterior.table.values().size();
    if (cells_ + cells > most_cells) known_.clear();
    cells_ = known_.empty() ? cells : cells_ + cells;
    known_.push_back({{variables.begin(), variables.end()}, std::move(posterior)});
    return known_.back().posterior;
}

}  // namespace pgm::detail
