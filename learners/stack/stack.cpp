#include <learners/stack/stack.hpp>

#include <learners/detail/fit_run.hpp>
#include <learners/detail/learning_rows.hpp>
#include <learners/stack/detail/shared_rows.hpp>
#include <learners/stack/detail/stack_weights.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

/// The columns of the stack, which are those of every member.
std::vector<Variable> common_schema(const Dataset& data, std::string_view class_name,
                                    const Stack& stack) {
    if (stack.members.empty()) throw ArgumentError("a stack needs members", "stack:nb,tan has two");
    std::optional<std::vector<Variable>> common;
    for (const FitOptions& member : stack.members) {
        require_no_hidden_variables(member.structure);
        std::vector<Variable> schema = learning_schema(data.schema(), class_name, member.structure);
        if (common && *common != schema)
            throw ArgumentError("the structures of a stack are over different columns",
                                "name every column in a structure that is written out");
        common = std::move(schema);
    }
    return *std::move(common);
}

/// The members, each once, those with the same cuts next to each other.
std::vector<FitPlan> plans_of(const Dataset& data, std::span<const Variable> schema,
                              const Stack& stack) {
    std::vector<FitPlan> plans;
    std::vector<std::pair<CutChoice, Discretisation>> known;
    for (const FitOptions& member : stack.members) {
        const CutChoice& choice = member.continuous.discretisation;
        auto found = std::ranges::find(known, choice, [](const auto& pair) { return pair.first; });
        if (found == known.end())
            found = known.emplace(known.end(), choice, cuts_for(schema, choice, &data));
        FitPlan plan = plan_stacked_fit({schema.begin(), schema.end()}, member, found->second);
        const auto is_same = [&](const FitPlan& other) {
            return other.cuts == plan.cuts && other.options.structure == plan.options.structure &&
                   other.options.smoothing == plan.options.smoothing &&
                   other.options.class_prior == plan.options.class_prior &&
                   other.options.calibration == plan.options.calibration;
        };
        if (std::ranges::none_of(plans, is_same)) plans.push_back(std::move(plan));
    }
    std::ranges::stable_sort(plans, {}, [&](const FitPlan& plan) {
        return std::ranges::find(known, plan.cuts, [](const auto& pair) { return pair.second; });
    });
    return plans;
}

std::vector<FitResult> fit_members(const Dataset& data, std::span<const FitPlan> plans,
                                   const SharedRows& rows) {
    std::vector<FitResult> results;
    while (!plans.empty()) {
        const auto is_other = [&](const FitPlan& plan) { return plan.cuts != plans.front().cuts; };
        const auto end = std::ranges::find_if(plans, is_other);
        const auto count = static_cast<std::size_t>(end - plans.begin());
        const std::vector<DistinctRows::Row> cut_rows = rows.cut_by(plans.front().cuts);
        for (FitResult& result : fit_plans(
                 plans.first(count), [&](const auto& take) { take(data); }, cut_rows))
            results.push_back(std::move(result));
        plans = plans.subspan(count);
    }
    return results;
}

/// The different words of the members for one choice, joined.
template <class Word>
std::string joined(std::span<const FitResult> members, std::string_view separator, Word word) {
    std::vector<std::string> words;
    std::string text;
    for (const FitResult& member : members) {
        const std::string& next = word(member.classifier.provenance().choices);
        if (std::ranges::find(words, next) != words.end()) continue;
        if (!words.empty()) text += separator;
        text += words.emplace_back(next);
    }
    return text;
}

/// What is said of all members once, and what is said of some with their names.
std::vector<std::string> remarks_of(std::span<const FitResult> members) {
    const auto is_said_of = [](const std::string& remark, const FitResult& member) {
        const std::vector<std::string>& all = member.classifier.provenance().remarks;
        return std::ranges::find(all, remark) != all.end();
    };
    std::vector<std::string> remarks;
    for (const FitResult& member : members) {
        const Provenance& provenance = member.classifier.provenance();
        for (const std::string& remark : provenance.remarks) {
            const bool of_all = std::ranges::all_of(
                members, [&](const FitResult& other) { return is_said_of(remark, other); });
            if (!of_all)
                remarks.push_back(provenance.choices.structure + ", " +
                                  provenance.choices.continuous + ": " + remark);
            else if (&member == &members.front())
                remarks.push_back(remark);
        }
    }
    return remarks;
}

Provenance provenance_of(std::span<const FitResult> members) {
    Provenance provenance = members.front().classifier.provenance();
    FitWords& choices = provenance.choices;
    choices.structure = "stack:" + joined(
                                       members, ",", [](const FitWords& words) -> const auto& {
                                           return words.structure;
                                       });
    choices.smoothing = joined(
        members, ", ", [](const FitWords& words) -> const auto& { return words.smoothing; });
    choices.continuous = joined(
        members, ", ", [](const FitWords& words) -> const auto& { return words.continuous; });
    provenance.strengths.clear();
    provenance.remarks = remarks_of(members);
    return provenance;
}

}  // namespace

Stack stack_of(std::span<const Structure> structures,
               std::span<const ContinuousTreatment> treatments, const FitOptions& common) {
    Stack stack;
    for (const ContinuousTreatment& treatment : treatments) {
        for (const Structure& structure : structures) {
            FitOptions& member = stack.members.emplace_back(common);
            member.structure = structure;
            member.continuous = treatment;
        }
    }
    return stack;
}

std::vector<Structure> structures_to_stack() {
    return {NaiveBayes{}, Tan{}, Structure("skdb"), Aode{}, Structure("aode+select")};
}

std::vector<ContinuousTreatment> treatments_to_stack() {
    return {parse_continuous("mdlp"), parse_continuous("frequency:5"),
            parse_continuous("frequency:10")};
}

Stack default_stack() {
    return stack_of(structures_to_stack(), treatments_to_stack(),
                    {.smoothing = TunedBackOff{}, .calibration = Calibration::temperature});
}

Classifier fit(const Dataset& data, std::string_view class_name, const Stack& stack) {
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit(*discrete, class_name, stack);
    const std::vector<Variable> schema = common_schema(data, class_name, stack);
    const std::vector<FitPlan> plans = plans_of(data, schema, stack);
    const std::optional<Dataset> labelled = labelled_rows(data, data.column(class_name));
    std::vector<Discretisation> cuts;
    for (const FitPlan& plan : plans) cuts.push_back(plan.cuts);
    const SharedRows rows(labelled ? *labelled : data, schema, cuts);
    std::vector<FitResult> results = fit_members(data, plans, rows);

    std::vector<std::vector<double>> log_likelihoods;
    for (FitResult& result : results) log_likelihoods.push_back(std::move(result.log_likelihoods));
    const std::vector<double> weights = stack_weights(log_likelihoods, rows.weights());
    ClassifierParts parts;
    parts.class_name = class_name;
    parts.schema = schema;
    parts.provenance = provenance_of(results);
    for (std::size_t m = 0; m < results.size(); ++m) {
        if (weights[m] > 0) parts.stack.push_back({std::move(results[m].classifier), weights[m]});
    }
    return Classifier(std::move(parts));
}

}  // namespace pgm::learners
