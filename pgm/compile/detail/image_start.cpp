#include <pgm/compile/detail/image_start.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/detail/reduce/arc_consistency.hpp>

#include <optional>
#include <variant>
#include <vector>

namespace pgm::detail {
namespace {

/// Flags of the variables that are listed, or of all.
std::vector<char> flags_of(const std::optional<std::vector<VariableId>>& listed, std::size_t size) {
    std::vector<char> flags(size, !listed);
    if (!listed) return flags;
    for (const VariableId variable : *listed) flags[variable.index()] = 1;
    return flags;
}

}  // namespace

Domains image_domains(const BayesianNetwork& network, const BayesianNetwork& tables,
                      const ImageOptions& options) {
    const ArcConsistency arc_consistency(tables);
    const Domains& possible = arc_consistency.prior();
    Domains domains = options.interventions ? Domains(tables) : possible;
    for (const auto& [variable, finding] : options.known) {
        const auto* const observed = std::get_if<Observed>(&finding);
        if (observed == nullptr)
            throw ArgumentError("what is known for good is a state of a variable, not " +
                                format(network, variable, finding));
        domains.keep_only(variable, observed->state);
        if (!possible.contains(variable, observed->state))
            throw ImpossibleEvidenceError(format(network, variable, finding) + " cannot be");
    }
    return domains;
}

Image start_image(const BayesianNetwork& network, const Domains& domains,
                  const ImageOptions& options) {
    Image image;
    image.task = options.task;
    image.variables.assign(network.variables().begin(), network.variables().end());
    const bool explains = options.task == ImageTask::explanation;
    image.has_evidence = flags_of(options.evidence, network.size());
    image.has_posterior = flags_of(explains ? std::nullopt : options.targets, network.size());
    std::vector<std::uint32_t> states;
    for (std::uint32_t v = 0; v < network.size(); ++v) {
        image.first_slot.push_back(static_cast<std::uint32_t>(image.slots.size()));
        states.clear();
        domains.append_states(VariableId(v), states);
        for (const std::uint32_t state : states)
            image.slots.push_back({VariableId(v), StateId(state)});
    }
    image.first_slot.push_back(static_cast<std::uint32_t>(image.slots.size()));
    return image;
}

PlanRequest image_request(const Image& image, std::size_t variables, const Domains& domains,
                          const ImageOptions& options) {
    PlanRequest request;
    request.task = options.task == ImageTask::explanation ? Task::maximum : Task::marginals;
    request.roles.assign(variables, Role::free);
    for (std::size_t v = 0; v < image.variables.size(); ++v) {
        if (image.has_posterior[v]) request.targets.emplace_back(v);
        if (image.has_evidence[v]) request.roles[v] = Role::likelihood;
    }
    request.domains = request.prior = &domains;
    request.max_arena_bytes = options.limits.max_arena_bytes;
    request.max_multiplications = options.limits.max_multiplications;
    return request;
}

}  // namespace pgm::detail
