#include <apps/pgm/report/predictions/forecast_report.hpp>

#include <pgm/core/text/number_text.hpp>

namespace pgm::apps {
namespace {

constexpr int digits_of_scores = 4;

Fact score(std::string key, std::string heading, const std::optional<double>& value) {
    return {
        std::move(key), value,
        Shown{std::move(heading), value ? to_text(*value, digits_of_scores) : "-", Align::right}};
}

}  // namespace

Report forecast_report(const ForecastReport& report) {
    const std::optional<ForecastEvaluation>& all = report.evaluation;
    const auto of = [&](double ForecastEvaluation::*member) {
        return all ? std::optional((*all).*member) : std::nullopt;
    };
    const std::optional<double> coverage = of(&ForecastEvaluation::coverage);
    const std::string covered = coverage ? to_text(100 * *coverage, digits_of_scores) + " %" : "-";
    return {{"target", report.target},
            {"structure", report.structure, Shown{"", report.structure}},
            {"rows", all ? all->rows : 0},
            score("rmse", "RMSE", of(&ForecastEvaluation::rmse)),
            score("mae", "MAE", of(&ForecastEvaluation::mae)),
            score("crps", "CRPS", of(&ForecastEvaluation::crps)),
            {"coverage", coverage, Shown{"coverage", covered, Align::right}},
            {"interval", report.interval},
            score("width", "width", of(&ForecastEvaluation::width)),
            score("log_density", "log density", of(&ForecastEvaluation::log_density)),
            score("r2", "R^2", all ? all->r2 : std::nullopt),
            {"impossible", all ? all->impossible : 0},
            {"folds", report.folds},
            {"repeats", report.repeats},
            {"seed", report.seed},
            {"partial", report.partial()},
            {"splits_done", report.test_sets_done},
            {"splits", report.test_sets}};
}

Report forecast_text(const std::vector<ForecastReport>& reports) {
    Report text{Section{.title = "", .rows = rows_of(reports, forecast_report), .indent = 0}};
    for (const ForecastReport& report : reports)
        if (report.evaluation && report.evaluation->impossible > 0)
            text.add(Sentence{})
                .add(Sentence{report.structure + ": the values of " +
                              counted(report.evaluation->impossible, "row") +
                              " are impossible in the network, and are in no measure"});
    return text;
}

}  // namespace pgm::apps
