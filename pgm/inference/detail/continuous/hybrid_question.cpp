#include <pgm/inference/detail/continuous/hybrid_question.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

std::vector<Role> all_observed(const BayesianNetwork& network) {
    return std::vector<Role>(network.size(), Role::observed);
}

/// Cells with fewer point masses than others are infinitely less probable, which numbers say by
/// logarithms that are far below those.
void put_behind(std::span<const std::uint32_t> point_masses, std::span<double> logs) {
    std::uint32_t most = 0;
    for (std::size_t cell = 0; cell < logs.size(); ++cell)
        if (logs[cell] != -infinity) most = std::max(most, point_masses[cell]);
    for (std::size_t cell = 0; cell < logs.size(); ++cell)
        logs[cell] -= (most - std::min(most, point_masses[cell])) * point_mass_log;
}

}  // namespace

ContinuousEvidence::Scratch& HybridQuestion::scratch_for(const DiscretisedModel& of_model) {
    if (const auto found = scratch.find(&of_model); found != scratch.end()) return found->second;
    if (scratch.size() > cost_model::most_hidden_patterns) scratch.clear();
    return scratch[&of_model];
}

DiscretisedModels::DiscretisedModels(const BayesianNetwork& network,
                                     std::vector<VariableId> targets, const EngineOptions& options)
    : network_(network),
      targets_(std::move(targets)),
      options_(options),
      common_(std::make_shared<const DiscretisedModel>(network, targets_, all_observed(network),
                                                       std::span<const char>(), options)) {
    for (std::size_t v = 0; v < network.size(); ++v)
        if (has_cuts(network.cpds()[v])) thresholds_.push_back(VariableId(v));
}

bool DiscretisedModels::prepare(const CheckedEvidence& evidence, const Targets& targets,
                                HybridQuestion& question, std::uint64_t number) const {
    const bool is_same = number != 0 && number == question.number && thresholds_.empty();
    if (is_same) {
        question.evidence.assign_discrete(evidence);
        question.tables.log_scale = question.log_scale;
    } else {
        question.number = 0;
        question.findings.assign(evidence, network_.size());
        question.evidence.assign_discrete(evidence);
        if (const std::span<const Role> roles = question.findings.roles(); thresholds_.empty())
            question.roles.assign(roles.begin(), roles.end());
        else
            question.roles =
                question.findings.roles_for(network_, targets.value_or(targets_), evidence);
        question.model = has_hidden(evidence, question) ? model_for(evidence, question) : common_;
        question.is_possible = reduce(question);
        question.log_scale = question.tables.log_scale;
        question.number = number;
    }
    for (const std::size_t factor : question.observed)
        question.evidence.observe_last(question.model->slot(factor), StateId(0));
    return question.is_possible;
}

/// True if something observed has a parent that no one knows, or something is known of a variable
/// without a value.
bool DiscretisedModels::has_hidden(const CheckedEvidence& evidence,
                                   const HybridQuestion& question) const {
    for (const auto& [variable, role, value] : evidence.values()) {
        if (role != Role::observed) continue;
        for (const VariableId parent : continuous_parents(network_.cpd(variable))) {
            if (question.roles[parent.index()] == Role::free) return true;
        }
    }
    for (const VariableId variable : thresholds_) {
        if (!matters(question.roles[variable.index()])) continue;
        for (const VariableId parent : continuous_parents(network_.cpd(variable)))
            if (question.roles[parent.index()] == Role::free) return true;
    }
    return !evidence.intervals().empty();
}

std::shared_ptr<const DiscretisedModel> DiscretisedModels::model_for(
    const CheckedEvidence& evidence, HybridQuestion& question) const {
    std::vector<char>&pattern = question.pattern, &fixed = question.fixed;
    pattern.assign(network_.size(), 0);
    fixed.assign(network_.size(), 0);
    for (std::size_t v = 0; v < pattern.size(); ++v)
        pattern[v] = static_cast<char>(question.roles[v]);
    for (const CheckedEvidence::Item& item : evidence.findings()) {
        constexpr char is_fixed = 16;
        const std::size_t v = item.variable.index();
        fixed[v] = question.findings.states()[v].has_value();
        if (fixed[v]) pattern[v] = static_cast<char>(pattern[v] | is_fixed);
    }
    const std::lock_guard lock(mutex_);
    if (const auto found = by_pattern_.find(pattern); found != by_pattern_.end()) {
        return found->second;
    }
    auto model = std::make_shared<const DiscretisedModel>(network_, targets_, question.roles, fixed,
                                                          options_);
    if (by_pattern_.size() >= cost_model::most_hidden_patterns) by_pattern_.clear();
    by_pattern_.emplace(pattern, model);
    return model;
}

/// False when the densities are zero in all cells.
bool DiscretisedModels::add_factor(std::size_t factor, const ObservedBlock& block,
                                   ContinuousEvidence::Scratch& scratch,
                                   HybridQuestion& question) const {
    const ContinuousEvidence& densities = question.model->densities();
    QueryTables& tables = question.tables;
    const std::size_t first = tables.logs.size();
    tables.first_cell.push_back(first);
    tables.logs.resize(first + densities.scope(factor).cells(), 0.0);
    tables.values.resize(tables.logs.size(), 1.0);
    if (!densities.is_observed(factor, block)) return true;
    const std::span<double> logs = std::span(tables.logs).subspan(first);
    question.point_masses.assign(logs.size(), 0);
    densities.add_log_densities(factor, block, logs.data(), 1, scratch,
                                question.point_masses.data());
    if (densities.has_point_masses()) put_behind(question.point_masses, logs);
    question.observed.push_back(factor);
    const double largest = *std::ranges::max_element(logs);
    constexpr double zero = -infinity;
    tables.log_scale += largest;
    if (tables.log_scale == zero) return false;
    for (std::size_t cell = 0; cell < logs.size(); ++cell) {
        logs[cell] -= largest;
        const double value = tables.values[first + cell] = std::exp(logs[cell]);
        tables.lost_precision |= value < std::numeric_limits<double>::min() && logs[cell] != zero;
    }
    return true;
}

bool DiscretisedModels::reduce(HybridQuestion& question) const {
    const DiscretisedModel& model = *question.model;
    const ObservedBlock block = question.findings.block(question.roles);
    ContinuousEvidence::Scratch& scratch = question.scratch_for(model);
    QueryTables& tables = question.tables;
    tables = QueryTables{.first_variable = static_cast<std::uint32_t>(network_.size()),
                         .first_cell = std::move(tables.first_cell),
                         .logs = std::move(tables.logs),
                         .values = std::move(tables.values)};
    tables.first_cell.clear();
    tables.logs.clear();
    tables.values.clear();
    question.observed.clear();
    for (std::size_t f = 0; f < model.densities().factors(); ++f)
        if (!add_factor(f, block, scratch, question)) return false;
    return true;
}

}  // namespace pgm::detail
