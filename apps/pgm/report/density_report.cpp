#include <apps/pgm/report/density_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

#include <utility>

namespace pgm::apps {
namespace {

/// More components than these are counted and not listed.
constexpr std::size_t most_listed = 1000;

constexpr std::pair<const char*, double> quantiles[] = {
    {"0.025", 0.025}, {"0.05", 0.05}, {"0.25", 0.25},  {"0.5", 0.5},
    {"0.75", 0.75},   {"0.95", 0.95}, {"0.975", 0.975}};

std::string_view name_of(DensityComponent::Shape shape) {
    switch (shape) {
        case DensityComponent::Shape::uniform:
            return "uniform";
        case DensityComponent::Shape::tabulated:
            return "table";
        default:
            return "normal";
    }
}

Value mixture_of(const ContinuousPosterior& posterior) {
    std::vector<Report> components;
    for (const DensityComponent& component : posterior.components()) {
        Report& row = components.emplace_back();
        row.add("weight", component.weight);
        row.add("mean", component.mean);
        row.add("sd", component.sd);
        if (component.shape != DensityComponent::Shape::normal)
            row.add("shape", name_of(component.shape));
    }
    return ReportRows(std::move(components));
}

Report row_of(const BayesianNetwork& network, const DensityAnswer& answer) {
    Report row{Shown{"", shown_name(network.variable(answer.variable).name())}};
    const auto add = [&](const char* label, double value) {
        row.add(Shown{label, number_text(value), Align::right});
    };
    if (answer.moments) {
        add("mean", answer.moments->means[0]);
        add("sd", std::sqrt(answer.moments->covariance(0, 0)));
    }
    if (!answer.posterior) return answer.moments ? row : row.add(Shown{"mean", answer.refusal});
    const ContinuousPosterior& posterior = *answer.posterior;
    add("mean", posterior.mean());
    add("sd", posterior.sd());
    add("5 %", posterior.quantile(0.05));
    add("50 %", posterior.median());
    add("95 %", posterior.quantile(0.95));
    return row;
}

}  // namespace

std::vector<DensityAnswer> ask_densities(const Solver& solver,
                                         std::span<const VariableId> variables,
                                         const Evidence& evidence, Workspace& workspace,
                                         bool asked_for) {
    std::vector<DensityAnswer> answers;
    for (const VariableId variable : variables) {
        DensityAnswer& answer = answers.emplace_back(variable);
        try {
            try {
                answer.posterior = solver.density(variable, evidence, workspace);
                if (answer.posterior->impossible()) return {};
                // Under intervals moments may be known where probabilities are refused.
                answer.posterior->cdf(answer.posterior->mean());
            } catch (const TooLargeError& error) {
                answer.posterior.reset();
                answer.refusal = error.message();
                answer.moments = solver.moments({&variable, 1}, evidence, workspace);
                if (answer.moments->status == PosteriorStatus::impossible) return {};
            }
        } catch (const Error& error) {
            // Evidence: the density of the variable has no integral as long as it has no value.
            const bool is_refusal = error.code() == ErrorCode::too_large ||
                                    error.code() == ErrorCode::argument ||
                                    error.code() == ErrorCode::evidence;
            if (asked_for || !is_refusal) throw;
            if (answer.refusal.empty()) answer.refusal = error.message();
        }
    }
    return answers;
}

Report density_report(const ContinuousPosterior& posterior) {
    Report report;
    report.add("mean", posterior.mean());
    report.add("sd", posterior.sd());
    Report levels;
    for (const auto& [name, p] : quantiles) levels.add(name, posterior.quantile(p));
    report.add("quantiles", std::move(levels));
    report.add("components", posterior.components().size());
    if (posterior.components().size() <= most_listed) report.add("mixture", mixture_of(posterior));
    return report;
}

Report density_lines(const ContinuousPosterior& posterior) {
    const Interval middle = posterior.central_interval(0.9);
    Report report;
    report.add(Sentence{"  mean " + number_text(posterior.mean()) + ", sd " +
                        number_text(posterior.sd()) + ", median " +
                        number_text(posterior.median()) + "; 90 % between " +
                        number_text(middle.above) + " and " + number_text(middle.up_to)});
    const std::size_t count = posterior.components().size();
    if (count == 1) return report;
    std::vector<Report> rows;
    constexpr std::size_t most_shown = 12;
    for (const DensityComponent& component :
         posterior.components().first(std::min(count, most_listed)))
        rows.push_back({Shown{"weight", number_text(component.weight), Align::right},
                        Shown{"mean", number_text(component.mean), Align::right},
                        Shown{"sd", number_text(component.sd), Align::right}});
    report.add(Section{.title = "  a mixture of " + counted(count, "component") + ":",
                       .rows = std::move(rows),
                       .indent = 4,
                       .most = most_shown});
    return report;
}

Report densities_report(const BayesianNetwork& network, std::span<const DensityAnswer> answers) {
    if (answers.empty()) return {};
    const auto members = [&network, answers](const ReportRows::Visit& visit) {
        for (const DensityAnswer& answer : answers) {
            Report density;
            if (answer.posterior) density = density_report(*answer.posterior);
            if (answer.moments) {
                density.add("mean", answer.moments->means[0]);
                density.add("sd", std::sqrt(answer.moments->covariance(0, 0)));
            }
            if (!answer.posterior) density.add("refused", answer.refusal);
            visit({{network.variable(answer.variable).name(), std::move(density)}});
        }
    };
    const auto lines = [&network, answers](const ReportRows::Visit& visit) {
        for (const DensityAnswer& answer : answers) visit(row_of(network, answer));
    };
    return {{"continuous", Members{members}}, Section{.title = "", .rows = lines, .indent = 0}};
}

}  // namespace pgm::apps
