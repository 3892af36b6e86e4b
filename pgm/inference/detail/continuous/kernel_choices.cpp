#include <pgm/inference/detail/continuous/kernel_choices.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

namespace pgm::detail {
namespace {

constexpr std::size_t most_choices = std::size_t{1} << 20;

}  // namespace

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

}  // namespace pgm::detail
