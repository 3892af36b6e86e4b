#include <pgm/compile/detail/image_domains.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/detail/reduce/arc_consistency.hpp>

#include <variant>

namespace pgm::detail {

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

}  // namespace pgm::detail
