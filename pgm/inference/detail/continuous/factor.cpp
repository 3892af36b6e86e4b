#include <pgm/inference/detail/continuous/factor.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

#include <utility>

namespace pgm::detail {
namespace {

constexpr std::size_t most_choices = std::size_t{1} << 20;

}  // namespace

Factor::Factor(const BayesianNetwork& network, ContinuousComponent members, const Scope& scope)
    : network_(&network), members_(std::move(members)) {
    if (members_.quadrature_variable)
        given_quadrature_variable_ = detail::given_quadrature_variable(network, members_);
    members_.for_each_family(
        [&](VariableId member) { rows_.emplace_back(discrete_scope(network.cpd(member)), scope); });
}

void KernelChoices::start(const BayesianNetwork& network, const ContinuousComponent& component,
                          std::span<const std::size_t> row_of) {
    members_.clear();
    std::optional<std::size_t> choices = 1;
    for (const VariableId variable : component.hidden) {
        const Cpd& cpd = network.cpd(variable);
        if (is_linear_gaussian(cpd)) continue;
        KernelMember& member =
            members_.emplace_back(variable, kernels(cpd, row_of[variable.index()]), 0);
        choices = checked_mul(*choices, member.kernels.size());
        if (!choices || *choices > most_choices)
            throw TooLargeError("the kernels of the kernel densities up to " +
                                    in_quotes(network.variable(variable).name()) +
                                    " can be combined in more than " +
                                    std::to_string(most_choices) + " ways",
                                {}, "give values for some of these variables");
    }
    chosen_.resize(members_.empty() ? 0 : network.size());
    for (const KernelMember& member : members_)
        chosen_[member.variable.index()] = member.kernels.front();
}

bool KernelChoices::next() {
    for (KernelMember& member : members_) {
        const bool has_more = ++member.at < member.kernels.size();
        if (!has_more) member.at = 0;
        chosen_[member.variable.index()] = member.kernels[member.at];
        if (has_more) return true;
    }
    return false;
}

double KernelChoices::weight() const {
    double weight = 1;
    for (const KernelMember& member : members_) weight *= member.kernels[member.at].weight;
    return weight;
}

void FactorIntegral::start(const Factor& factor, std::span<const std::size_t> row_of,
                           std::span<const std::uint32_t> states, GaussianIntegral& closed) {
    factor_ = &factor;
    row_of_ = row_of;
    states_ = states;
    closed_ = &closed;
    choices_.start(factor.network(), factor.given_quadrature_variable(), row_of);
    is_prepared_ = false;
}

bool FactorIntegral::next() {
    is_prepared_ = false;
    return choices_.next();
}

void FactorIntegral::prepare() {
    if (is_prepared_) return;
    if (factor_->members().quadrature_variable)
        line_.prepare(factor_->network(), factor_->members(), row_of_, choices_.chosen());
    else
        closed_->prepare(factor_->network(), factor_->members(), row_of_, choices_.chosen());
    is_prepared_ = true;
}

double FactorIntegral::condition(const ObservedBlock& block, std::size_t row) {
    prepare();
    const double density = closed_->log_density(block.values, row);
    if (factor_->members().has_box() && density > -infinity)
        box_.prepare(factor_->network(), factor_->members(), *closed_,
                     {.row_of = row_of_,
                      .kernel_of = choices_.chosen(),
                      .intervals = block.intervals,
                      .states = states_,
                      .values = block.values,
                      .at = row});
    return density;
}

const PanelledFunction& FactorIntegral::quadrature(const ObservedBlock& block, std::size_t row,
                                                   Purpose purpose) {
    prepare();
    return line_.integrate(block.values, row, block.intervals, states_, purpose);
}

double FactorIntegral::log_density(const ObservedBlock& block, std::size_t row) {
    if (factor_->members().quadrature_variable) return quadrature(block, row).log_integral;
    const double density = condition(block, row);
    const bool is_all = !factor_->members().has_box() || density == -infinity;
    return is_all ? density : density + log_probability_of_box();
}

/// A box that is refused does not know the names of its variables.
double FactorIntegral::log_probability_of_box() const {
    try {
        return box_.log_probability();
    } catch (const TooLargeError& error) {
        const ContinuousComponent& members = factor_->members();
        const VariableId shared = members.hidden.empty() ? members.first() : members.hidden.front();
        throw TooLargeError("around " + in_quotes(factor_->network().variable(shared).name()) +
                                ", " + error.message(),
                            {}, error.hint());
    }
}

}  // namespace pgm::detail
