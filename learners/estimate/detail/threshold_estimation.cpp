#include <learners/estimate/detail/threshold_estimation.hpp>

#include <learners/estimate/detail/smoothed_tables.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// The design without the regressors that depend on others.
ThresholdDesign independent(ThresholdDesign design, const Dependences& dependent) {
    std::erase_if(design.kept, [&](std::size_t j) { return dependent[j].has_value(); });
    return design;
}

/// Also without those that depend on others in these rows.
ThresholdDesign independent(const ThresholdDesign& design, const ThresholdGroup& rows) {
    return independent(design, dependences_of(rows, design));
}

ThresholdGroup all_of(std::span<const ThresholdGroup> groups) {
    ThresholdGroup all;
    for (const ThresholdGroup& group : groups) all.append(group);
    return all;
}

/// The first state that does not occur, or their number.
std::size_t first_unseen(const ThresholdGroup& group) {
    std::vector<char> occurs(group.cardinality, 0);
    for (const std::uint32_t state : group.states) occurs[state] = 1;
    return static_cast<std::size_t>(std::ranges::find(occurs, 0) - occurs.begin());
}

std::string enumerated(std::span<const std::string> names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

class ThresholdEstimator {
public:
    ThresholdEstimator(const ThresholdRows& rows, const ThresholdRules& rules,
                       std::span<const Variable> schema, Remarks& remarks)
        : rows_(rows),
          rules_(rules),
          schema_(schema),
          remarks_(remarks),
          groups_(rows.groups()),
          all_(all_of(groups_)),
          design_(design_of(all_)) {}

    ThresholdEstimate estimate() {
        remark_order();
        leave_out_dependent();
        ThresholdEstimate estimate;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            const bool is_likely = !(rules_.prior_rows > 0);
            ThresholdFit fit = is_likely ? by_likelihood(g) : by_posterior(g);
            estimate.rows.push_back(std::move(fit.row));
            estimate.weights.insert(estimate.weights.end(), fit.weights.begin(), fit.weights.end());
        }
        return estimate;
    }

private:
    const Variable& child() const { return schema_[rows_.family().child.index()]; }
    std::string name() const { return "'" + printable(child().name()) + "'"; }
    std::string name(std::size_t regressor) const {
        return "'" + printable(schema_[rows_.regressors()[regressor].index()].name()) + "'";
    }
    std::string given(std::size_t g) const {
        const std::string text = format_configuration(rows_.configurations(), g, schema_);
        return text.empty() ? "" : " given " + text;
    }

    /// Takes regressors out of the design that depend on others in all rows, with a remark on each.
    void leave_out_dependent() {
        const Dependences dependent = dependences_of(all_, design_);
        for (std::size_t j = 0; j < dependent.size() && all_.size() > dependent.size(); ++j) {
            if (!dependent[j]) continue;
            std::vector<std::string> others;
            for (const std::size_t k : *dependent[j]) others.push_back(name(k));
            remarks_.add(name(j) +
                         (others.empty() ? " is the same in all rows"
                                         : " is a linear function of " + enumerated(others)) +
                         " and has the slope 0 in the regression of " + name());
        }
        design_ = independent(design_, dependent);
    }

    void remark_order() {
        if (child().cardinality() < 3) return;
        std::vector<std::string> states;
        for (const std::string& state : child().states()) states.push_back(printable(state));
        remarks_.add("the states of " + name() + " are ordered, " + enumerated(states) +
                     ": one slope of each number for all of them");
    }

    ThresholdFit by_posterior(std::size_t g) {
        const ThresholdGroup& group = groups_[g];
        ThresholdFit fit = fit_threshold(group, design_, rules_);
        if (group.size() == 0) return fit;
        if (has_few_rows(group))
            remarks_.add(few_rows(g) + "; the prior of the smoothing makes up for them");
        else if (first_unseen(group) == group.cardinality)
            remark_separation(g);
        return fit;
    }

    void remark_separation(std::size_t g) {
        ThresholdRules likely = rules_;
        likely.prior_rows = 0;
        const ThresholdFit fit = fit_kept(groups_[g], likely);
        if (fit.separating)
            remarks_.add(separation(*fit.separating, g) +
                         ": only the prior of the smoothing keeps it finite");
    }

    ThresholdFit by_likelihood(std::size_t g) {
        const bool is_empty = groups_[g].size() == 0;
        if (is_empty && rules_.empty_rows == EmptyRow::error)
            throw ArgumentError("no row of the data has a value of " + name() + given(g),
                                "choose uniform or marginal for rows without data");
        const ThresholdGroup& group = is_empty ? all_ : groups_[g];
        const std::size_t unseen = first_unseen(group);
        const std::string where = is_empty ? "" : given(g);
        if (unseen < group.cardinality)
            throw ArgumentError(name() + where + " is never '" +
                                    printable(child().states()[unseen]) +
                                    "', for which no regression has a likelihood",
                                smoothed);
        if (has_few_rows(group)) throw ArgumentError(few_rows(g), smoothed);
        ThresholdFit fit = fit_kept(group, rules_);
        if (fit.separating) throw ArgumentError(separation(*fit.separating, g), smoothed);
        if (is_empty) fit.weights.front() = 0;
        return fit;
    }

    /// Fits the slopes of those numbers that are independent in these rows.
    ThresholdFit fit_kept(const ThresholdGroup& group, const ThresholdRules& rules) const {
        return fit_threshold(group, independent(design_, group), rules);
    }

    bool has_few_rows(const ThresholdGroup& group) const { return group.size() < coefficients(); }
    std::size_t coefficients() const { return design_.kept.size() + child().cardinality() - 1; }
    std::string few_rows(std::size_t g) const {
        return "the regression of " + name() + given(g) + " has " + std::to_string(coefficients()) +
               " coefficients and only " + std::to_string(groups_[g].size()) + " different rows";
    }
    std::string separation(std::size_t regressor, std::size_t g) const {
        return name(regressor) + ", alone or with others, separates the states of " + name() +
               given(g) + ", so its slope has no finite estimate";
    }

    static constexpr const char* smoothed =
        "smooth by laplace:1, whose prior keeps coefficients finite, or leave the column out";

    const ThresholdRows& rows_;
    const ThresholdRules& rules_;
    std::span<const Variable> schema_;
    Remarks& remarks_;
    std::vector<ThresholdGroup> groups_;
    ThresholdGroup all_;
    ThresholdDesign design_;
};

/// Numbers the states without those that do not occur.
void leave_out_unseen(ThresholdGroup& group) {
    std::vector<std::uint32_t> seen = group.states;
    std::ranges::sort(seen);
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (std::uint32_t& state : group.states)
        state = static_cast<std::uint32_t>(std::ranges::lower_bound(seen, state) - seen.begin());
    group.cardinality = seen.size();
}

}  // namespace

double prior_rows_of(const Smoothing& smoothing) {
    if (std::holds_alternative<MaximumLikelihood>(smoothing)) return 0;
    const auto* const laplace = std::get_if<Laplace>(&smoothing);
    return laplace ? laplace->amount : 1;
}

ThresholdEstimate estimate_thresholds(const ThresholdRows& rows, const ThresholdRules& rules,
                                      std::span<const Variable> schema, Remarks& remarks) {
    return ThresholdEstimator(rows, rules, schema, remarks).estimate();
}

double largest_log_likelihood(const ThresholdRows& rows, Noise::Kind noise) {
    std::vector<ThresholdGroup> groups = rows.groups();
    const ThresholdDesign design = design_of(all_of(groups));
    double sum = 0;
    for (ThresholdGroup& group : groups) {
        leave_out_unseen(group);
        if (group.cardinality < 2) continue;
        sum += fit_threshold(group, independent(design, group), {.noise = noise, .prior_rows = 0})
                   .log_likelihood;
    }
    return sum;
}

}  // namespace pgm::learners::detail
