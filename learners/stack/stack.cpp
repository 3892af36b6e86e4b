#include <learners/stack/stack.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners {

namespace {

/// True if a rule applies to all columns.
bool cuts(const ContinuousModel& model) {
    return model.discretisation.rule.has_value();
}

}  // namespace

Stack stack_of(std::span<const Structure> structures, std::span<const ContinuousModel> models,
               const FitOptions& common) {
    Stack stack;
    const auto add = [&](const Structure& structure, const ContinuousModel& model) {
        FitOptions& member = stack.members.emplace_back(common);
        member.structure = structure;
        member.continuous = model;
    };
    const bool some_cut = std::ranges::any_of(models, cuts);
    for (const ContinuousModel& model : models) {
        for (const Structure& structure : structures) {
            const bool is_wanted = cuts(model) || !some_cut || structure == NaiveBayes{};
            if (is_wanted && !needs_densities(structure)) add(structure, model);
        }
    }
    for (const Structure& structure : structures)
        if (needs_densities(structure)) add(structure, default_continuous_model(structure));
    return stack;
}

std::vector<Structure> structures_to_stack() {
    return {NaiveBayes{},     Tan{},           Structure("skdb"), Aode{}, Structure("aode+select"),
            Structure("lda"), Structure("qda")};
}

std::vector<ContinuousModel> continuous_models_to_stack() {
    return {parse_continuous("mdlp"), parse_continuous("proportional:1/3"),
            parse_continuous("frequency:10")};
}

std::vector<ContinuousModel> continuous_models_to_choose_from(const Structure& structure) {
    if (std::holds_alternative<Parzen>(structure)) return {parse_continuous("kde")};
    if (std::holds_alternative<Discriminant>(structure)) return {parse_continuous("gaussian")};
    std::vector<ContinuousModel> models;
    for (const char* cut :
         {"mdlp", "frequency:5", "frequency:10", "proportional", "proportional:1/3"})
        models.push_back(parse_continuous(cut));
    if (structure.selects_features()) return models;
    for (const char* density : {"gaussian", "kde", "kde:sj", "mixture"})
        models.push_back(parse_continuous(density));
    return models;
}

Stack default_stack() {
    return stack_of(structures_to_stack(), continuous_models_to_stack(),
                    {.smoothing = TunedBackOff{}, .calibration = Calibration::temperature});
}

}  // namespace pgm::learners
