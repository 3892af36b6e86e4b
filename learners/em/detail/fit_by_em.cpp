#include <learners/em/detail/fit_by_em.hpp>

#include <learners/em/detail/em_run.hpp>
#include <learners/search/detail/search_watch.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

std::vector<std::string> remarks_of(const EmModel& model, EmRunResult& result) {
    std::vector<std::string> remarks = model.remarks;
    for (std::string& remark : std::move(result.remarks).take())
        remarks.push_back(std::move(remark));
    return remarks;
}

/// A control whose time limit is counted from now on and stands in its token.
SearchControl with_clock(const SearchControl& control) {
    SearchControl timed = control;
    timed.stop = SearchWatch(control).token();
    timed.time_limit.reset();
    return timed;
}

/// The variables that data may observe, the class first.
std::vector<Variable> observable(const EmModel& model) {
    std::vector<Variable> schema = model.plan.schema;
    const auto is_hidden = [&](const Variable& variable) {
        return std::ranges::find(model.hidden, variable.name()) != model.hidden.end();
    };
    schema.erase(std::remove_if(schema.begin() + 1, schema.end(), is_hidden), schema.end());
    return schema;
}

}  // namespace

Classifier fit_by_em(const Dataset& data, std::string_view class_name, const Fit& options,
                     const SearchControl& control) {
    const SearchControl timed = with_clock(control);
    const EmModel model = make_em_model(data, class_name, options, timed.stop);
    EmRunResult result = run_em(model, options.em, timed);
    Provenance provenance{.choices = format(model.plan.options),
                          .rows = model.rows.known.rows(),
                          .remarks = remarks_of(model, result)};
    provenance.em = std::move(result.report);
    NetworkClassifierParts parts{.model = std::move(result.network),
                                 .schema = observable(model),
                                 .discretisation = model.plan.cuts,
                                 .provenance = std::move(provenance)};
    if (std::holds_alternative<PriorNetwork>(options.smoothing)) parts.prior = options.prior;
    return NetworkClassifier(std::move(parts));
}

EmNetwork fit_network_by_em(const Dataset& data, const Fit& options, const SearchControl& control) {
    const SearchControl timed = with_clock(control);
    const EmModel model = make_em_model(data, std::nullopt, options, timed.stop);
    EmRunResult result = run_em(model, options.em, timed);
    std::vector<std::string> remarks = remarks_of(model, result);
    return {std::move(result.network), std::move(result.report), std::move(remarks)};
}

}  // namespace pgm::learners::detail
