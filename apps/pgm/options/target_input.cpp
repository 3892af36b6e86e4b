#include <apps/pgm/options/target_input.hpp>

#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace pgm::apps {
namespace {

constexpr double default_interval = 0.9;

VariableId continuous_variable(const BayesianNetwork& network, const std::string& name) {
    const VariableId target = network.id(name);
    if (network.variable(target).is_discrete())
        throw ArgumentError(
            "the target " + quoted_name(name) + " is discrete: it has probabilities, no mean",
            "without --target, predict writes its most probable state, and with --proba the "
            "probabilities; --class names it where the model is a network");
    return target;
}

}  // namespace

void TargetChoices::add_to(Options& options) {
    options.text("--target", name, "VARIABLE",
                 "A continuous variable: mean, standard deviation and interval, not a class");
    options.text(
        "--interval", probability, "P",
        "The probability of an interval: with --target of the central one, default: 0.9; of "
        "predict without it how sure each P(state) is, as far as the rows behind the "
        "model tell (two columns each)");
}

double TargetChoices::interval() const {
    if (probability.empty()) return default_interval;
    if (!given())
        throw UsageError("--interval needs --target", "a class has probabilities, no interval");
    return parse_interval(probability);
}

void TargetChoices::refuse_with(const std::string& option, bool is_given) const {
    if (given() && is_given)
        throw UsageError("--target and " + option + " exclude each other",
                         option + " is about a class, and a target is a number");
}

Forecaster::Forecaster(const InferenceEngine& engine, const TargetChoices& target, Truth truth)
    : engine_(engine),
      target_(continuous_variable(engine.network(), target.name)),
      interval_(target.interval()),
      truth_(truth) {
    const BayesianNetwork& network = engine.network();
    for (std::size_t i = 0; i < network.size(); ++i) {
        if (VariableId(i) == target_) continue;
        known_.emplace_back(i);
        schema_.push_back(network.variables()[i]);
    }
    if (truth == Truth::wanted) schema_.push_back(network.variable(target_));
}

Forecasts Forecaster::operator()(const Dataset& data, std::size_t threads, std::size_t first_row,
                                 UnseenPolicy unseen) const {
    const ColumnAlignment alignment(data, schema_, unseen, first_row);
    Forecasts result{.posterior = {}, .truth = {}, .report = alignment.report()};
    if (!known_.empty() && alignment.report().absent.size() >= known_.size())
        throw ArgumentError("the data have a column of no variable of the network but the target",
                            "the first is " + quoted_name(schema_.front().name()));
    EvidenceColumns columns{.rows = data.rows(), .columns = {}};
    for (std::size_t i = 0; i < known_.size(); ++i)
        if (const Column* const column = alignment.columns()[i])
            columns.columns.push_back({known_[i], evidence_cells(*column)});
    if (truth_ == Truth::wanted) {
        const Column* const column = alignment.columns().back();
        if (!column)
            throw ArgumentError("the data have no column " + quoted_name(schema_.back().name()) +
                                " to compare the forecasts with");
        const auto& cells = std::get<RealCells>(column->cells);
        result.truth.assign(cells.begin(), cells.end());
    }
    result.posterior = engine_.densities(
        target_, columns, {.threads = threads, .interval = interval_, .truth = result.truth});
    return result;
}

std::size_t rows_of_block(const Forecaster& forecaster) {
    constexpr std::size_t numbers = std::size_t{1} << 22, most = std::size_t{1} << 17, least = 16;
    return std::clamp(numbers / (forecaster.schema().size() + 4), least, most);
}

}  // namespace pgm::apps
