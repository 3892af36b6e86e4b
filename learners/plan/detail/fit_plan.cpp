#include <learners/plan/detail/fit_plan.hpp>

#include <learners/judge/detail/leave_one_out.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace pgm::learners::detail {
namespace {

const Variable& class_of(std::span<const Variable> columns, std::string_view name) {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Variable& variable) {
        return variable.name() == name;
    });
    if (found == columns.end()) {
        throw ArgumentError("the data have no column '" + printable(name) + "' to be the class",
                            did_you_mean(name, names_of(columns)));
    }
    if (!found->is_discrete())
        throw ArgumentError("the class '" + printable(name) + "' is continuous",
                            "declare the column as discrete");
    return *found;
}

/// The names in the text of a structure, all of which are columns.
std::set<std::string> names_to_use(std::span<const Variable> columns, std::string_view class_name,
                                   const UserDefined& structure) {
    const std::vector<std::string> known = names_of(columns);
    const std::vector<std::string> wanted = structure.names();
    for (const std::string& name : wanted) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        throw ArgumentError(
            "the structure names '" + printable(name) + "', which is no column of the data",
            did_you_mean(name, known));
    }
    std::set<std::string> names(wanted.begin(), wanted.end());
    if (!names.contains(std::string(class_name)))
        throw ArgumentError("the structure does not name the class '" + printable(class_name) +
                            "'");
    return names;
}

/// A choice made by taking rows out of tables, whose estimates must allow it, and how to do
/// without.
struct LeftOutUse {
    std::string what;
    std::string instead;
};

std::optional<LeftOutUse> use_of_left_out_rows(const FitPlan& plan) {
    if (plan.options.structure.selects_features())
        return LeftOutUse{"features are selected", "leave out '+select'"};
    if (plan.stacked) return LeftOutUse{"a stack is weighted", "fit its structures one by one"};
    if (plan.options.calibration != Calibration::none)
        return LeftOutUse{"a temperature is learned", "choose the calibration 'none'"};
    return std::nullopt;
}

void require_rows_can_be_left_out(const FitPlan& plan) {
    const std::optional<LeftOutUse> use = use_of_left_out_rows(plan);
    if (!use) return;
    if (!can_leave_out_rows(plan.options.smoothing))
        throw ArgumentError(use->what + " by taking rows out of the tables, which " +
                                format(plan.options.smoothing) + " does not allow",
                            "smooth by backoff, laplace:A, bdeu:S or mle, or " + use->instead);
    for (const Variable& variable : plan.cut_schema) {
        if (variable.is_discrete()) continue;
        throw ArgumentError(
            use->what + " for tables, and '" + printable(variable.name()) + "' is continuous",
            "cut it into intervals (mdlp), or " + use->instead);
    }
}

FitPlan planned(FitPlan plan) {
    plan.cut_schema = prepared(plan.schema, plan.cuts, plan.replacements);
    plan.options.continuous = continuous_model_of(plan.options);
    auto& density = plan.options.continuous->density;
    if (const VarianceRule* const variance = std::get_if<VarianceRule>(&density);
        variance && plan.has_parzen_points())
        density = KernelRule{.variance = VarianceRule(*variance)};
    if (std::holds_alternative<MixtureRule>(density) && plan.has_parzen_points())
        throw ArgumentError("parzen has a kernel for every row, and a mixture has none",
                            "choose kde, or the structure nb");
    if (std::holds_alternative<PriorNetwork>(plan.options.smoothing) && !plan.options.prior) {
        throw ArgumentError("prior:S takes pseudo-counts from a network, and none is given",
                            "give the prior network, or choose bdeu:S");
    }
    require_rows_can_be_left_out(plan);
    return plan;
}

}  // namespace

Columns FitPlan::columns() const {
    Columns all{cut_schema, {}, !keeps_values()};
    for (std::size_t i = 1; i < cut_schema.size(); ++i) all.features.emplace_back(i);
    return all;
}

std::vector<Variable> learning_schema(std::span<const Variable> columns,
                                      std::string_view class_name, const Structure& structure) {
    std::vector<Variable> schema = {class_of(columns, class_name)};
    const UserDefined* const given = std::get_if<UserDefined>(&structure);
    const std::set<std::string> names =
        given ? names_to_use(columns, class_name, *given) : std::set<std::string>();
    for (const Variable& variable : columns) {
        if (variable.name() != class_name && (!given || names.contains(variable.name())))
            schema.push_back(variable);
    }
    return schema;
}

std::string one_interval_remark(std::string_view column) {
    return "'" + printable(column) + "' has no informative cut point and is dropped";
}

FitPlan plan_fit(std::vector<Variable> schema, const FitOptions& options, Discretisation cuts,
                 Replacements replacements) {
    return planned({options, std::move(schema), std::move(cuts), std::move(replacements), {}});
}

FitPlan plan_stacked_fit(std::vector<Variable> schema, FitOptions options, Discretisation cuts,
                         Replacements replacements) {
    options.keep_statistics = false;
    return planned({std::move(options),
                    std::move(schema),
                    std::move(cuts),
                    std::move(replacements),
                    {},
                    true});
}

}  // namespace pgm::learners::detail
