#include <learners/stack/stack.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners {

namespace {

/// Whether a rule applies to all columns.
bool cuts(const ContinuousTreatment& treatment) {
    return treatment.discretisation.rule.has_value();
}

}  // namespace

Stack stack_of(std::span<const Structure> structures,
               std::span<const ContinuousTreatment> treatments, const FitOptions& common) {
    Stack stack;
    const auto add = [&](const Structure& structure, const ContinuousTreatment& treatment) {
        FitOptions& member = stack.members.emplace_back(common);
        member.structure = structure;
        member.continuous = treatment;
    };
    const bool some_cut = std::ranges::any_of(treatments, cuts);
    for (const ContinuousTreatment& treatment : treatments) {
        for (const Structure& structure : structures) {
            const bool is_wanted = cuts(treatment) || !some_cut || structure == NaiveBayes{};
            if (is_wanted && !is_about_densities(structure)) add(structure, treatment);
        }
    }
    for (const Structure& structure : structures)
        if (is_about_densities(structure)) add(structure, default_treatment(structure));
    return stack;
}

std::vector<Structure> structures_to_stack() {
    return {NaiveBayes{},     Tan{},           Structure("skdb"), Aode{}, Structure("aode+select"),
            Structure("lda"), Structure("qda")};
}

std::vector<ContinuousTreatment> treatments_to_stack() {
    return {parse_continuous("mdlp"), parse_continuous("frequency:5"),
            parse_continuous("frequency:10")};
}

std::vector<ContinuousTreatment> treatments_to_choose_from(const Structure& structure) {
    if (std::holds_alternative<Parzen>(structure)) return {parse_continuous("kde")};
    if (std::holds_alternative<Discriminant>(structure)) return {parse_continuous("gaussian")};
    std::vector<ContinuousTreatment> treatments = treatments_to_stack();
    for (const char* more : {"proportional", "proportional:1/3"})
        treatments.push_back(parse_continuous(more));
    if (structure.selects_features()) return treatments;
    for (const char* density : {"gaussian", "kde", "kde:sj", "mixture"})
        treatments.push_back(parse_continuous(density));
    return treatments;
}

Stack default_stack() {
    return stack_of(structures_to_stack(), treatments_to_stack(),
                    {.smoothing = TunedBackOff{}, .calibration = Calibration::temperature});
}

}  // namespace pgm::learners
