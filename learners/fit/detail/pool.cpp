#include <learners/fit/detail/pool.hpp>

#include <learners/judge/detail/stack_weights.hpp>
#include <learners/judge/detail/temperature.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/model/cpd/cpd.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace pgm::learners::detail {
namespace {

using Members = std::span<const FitResult* const>;

const NetworkClassifier& networks_of(const FitResult& member) {
    return *member.classifier.networks();
}

std::vector<const FitResult*> without_equal_fits(Members members) {
    std::vector<const FitResult*> different;
    for (const FitResult* const member : members) {
        const auto is_same = [&](const FitResult* other) {
            const NetworkClassifier &a = networks_of(*other), &b = networks_of(*member);
            return a.discretisation() == b.discretisation() && a.temperature() == b.temperature() &&
                   a.replacements() == b.replacements() && a.model() == b.model();
        };
        if (std::ranges::none_of(different, is_same)) different.push_back(member);
    }
    return different;
}

/// Erases the members that are not worth their cells; false where all stay.
bool drop_costly(WeightedMembers& pool, double most_cells) {
    std::vector<double> cells;
    double all = 0;
    for (const FitResult* const member : pool.members) all += cells.emplace_back(cells_of(*member));
    if (all <= most_cells) return false;
    std::vector<std::size_t> order(cells.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return pool.weights[i] / cells[i]; });
    order.pop_back();
    for (const std::size_t i : order) {
        if (all <= most_cells) break;
        all -= cells[i];
        pool.members[i] = nullptr;
    }
    std::erase(pool.members, nullptr);
    return true;
}

/// The weights of the members, those without one erased.
void weigh(WeightedMembers& pool, std::span<const double> row_weights, const StopToken& stop) {
    std::vector<std::vector<double>> logs;
    for (const FitResult* const member : pool.members)
        logs.push_back(log_likelihoods(member->predictions));
    pool.weights = stack_weights(logs, row_weights, stop);
    std::size_t i = 0;
    std::erase_if(pool.members, [&](const FitResult*) { return pool.weights[i++] == 0; });
    std::erase(pool.weights, 0.0);
}

/// The different words of the members for one choice, joined.
template <class Word>
std::string joined(Members members, std::string_view separator, Word word) {
    std::vector<std::string> words;
    std::string text;
    for (const FitResult* const member : members) {
        const std::string& next = word(member->classifier.provenance().choices);
        if (std::ranges::find(words, next) != words.end()) continue;
        if (!words.empty()) text += separator;
        text += words.emplace_back(next);
    }
    return text;
}

/// The remarks on all members once, and those on some with their names.
std::vector<std::string> remarks_of(Members members) {
    const auto is_said_of = [](const std::string& remark, const FitResult* member) {
        const std::vector<std::string>& all = member->classifier.provenance().remarks;
        return std::ranges::find(all, remark) != all.end();
    };
    std::vector<std::string> remarks;
    for (const FitResult* const member : members) {
        const Provenance& provenance = member->classifier.provenance();
        for (const std::string& remark : provenance.remarks) {
            const bool of_all = std::ranges::all_of(
                members, [&](const FitResult* other) { return is_said_of(remark, other); });
            if (!of_all)
                remarks.push_back(provenance.choices.structure + ", " +
                                  provenance.choices.continuous + ": " + remark);
            else if (member == members.front())
                remarks.push_back(remark);
        }
    }
    return remarks;
}

Provenance provenance_of(Members members) {
    Provenance provenance = members.front()->classifier.provenance();
    FitWords& choices = provenance.choices;
    choices.structure = "stack:" + joined(members, ",", [](const FitWords& words) -> const auto& {
                            return words.structure;
                        });
    choices.smoothing =
        joined(members, ", ", [](const FitWords& words) -> const auto& { return words.smoothing; });
    choices.continuous = joined(
        members, ", ", [](const FitWords& words) -> const auto& { return words.continuous; });
    choices.missing_cells = joined(
        members, ", ", [](const FitWords& words) -> const auto& { return words.missing_cells; });
    provenance.concentrations.clear();
    provenance.remarks = remarks_of(members);
    return provenance;
}

/// The pooled predictions of the members, row by row as far as all of them do; weights sum to 1.
OutOfFold pooled_predictions(Members members, std::span<const double> weights) {
    OutOfFold together = members.front()->predictions;
    std::size_t rows = together.labels.size();
    for (const FitResult* const member : members)
        rows = std::min(rows, member->predictions.labels.size());
    const std::size_t classes = together.classes();
    together.labels.resize(rows);
    together.weights.resize(rows);
    together.log_posteriors.resize(rows * classes);
    for (std::size_t i = 0; i < together.log_posteriors.size(); ++i) {
        double sum = 0;
        for (std::size_t m = 0; m < members.size(); ++m)
            sum += weights[m] * std::exp(members[m]->predictions.log_posteriors[i]);
        together.log_posteriors[i] = std::log(sum);
    }
    return together;
}

/// That of the members if it is the same for all; otherwise none.
Calibration common_calibration(Members members) {
    const auto word = [](const FitResult* member) -> const std::string& {
        return member->classifier.provenance().choices.calibration;
    };
    const std::string& first = word(members.front());
    return std::ranges::all_of(members, [&](const auto& other) { return word(other) == first; })
               ? parse_calibration(first)
               : Calibration::none;
}

}  // namespace

double cells_of(const FitResult& member) {
    std::size_t cells = 0;
    for (const WeightedNetwork& one : networks_of(member).members())
        for (const Cpd& cpd : one.network.cpds()) cells += stored_numbers(cpd);
    return static_cast<double>(cells);
}

WeightedMembers weighed(Members members, std::span<const double> row_weights, double most_cells,
                        const StopToken& stop) {
    WeightedMembers pool{without_equal_fits(members), {}};
    weigh(pool, row_weights, stop);
    if (drop_costly(pool, most_cells)) weigh(pool, row_weights, stop);
    return pool;
}

FitResult pooled(const WeightedMembers& pool, const StopToken& stop) {
    const auto& [members, weights] = pool;
    Provenance provenance = provenance_of(members);
    OutOfFold predictions = pooled_predictions(members, weights);
    const Calibration calibration = common_calibration(members);
    provenance.choices.calibration = format(calibration);
    Temperature temperature;
    // A member that is left alone has its temperature already.
    if (calibration == Calibration::temperature && members.size() > 1)
        temperature = tune_temperature(predictions, stop);
    predictions = with_temperature(std::move(predictions), temperature);
    std::vector<PooledClassifier> pooled;
    for (std::size_t m = 0; m < members.size(); ++m)
        pooled.push_back({*members[m]->classifier.networks(), weights[m]});
    return {Ensemble(std::move(pooled), std::move(provenance), temperature),
            std::move(predictions)};
}

}  // namespace pgm::learners::detail
