#include <learners/stack/detail/stack_members.hpp>

#include <learners/choose/detail/stack_weights.hpp>
#include <pgm/model/cpd/cpd.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

const NetworkClassifier& networks_of(const FitResult& member) {
    return *member.classifier.networks();
}

double cells_of(const FitResult& member) {
    std::size_t cells = 0;
    for (const WeightedNetwork& one : networks_of(member).members())
        for (const Cpd& cpd : one.network.cpds()) cells += stored_numbers(cpd);
    return static_cast<double>(cells);
}

std::vector<FitResult> without_equal_fits(std::vector<FitResult> members) {
    std::vector<FitResult> different;
    for (FitResult& member : members) {
        const auto is_same = [&](const FitResult& other) {
            return networks_of(other).discretisation() == networks_of(member).discretisation() &&
                   networks_of(other).temperature() == networks_of(member).temperature() &&
                   networks_of(other).replacements() == networks_of(member).replacements() &&
                   networks_of(other).model() == networks_of(member).model();
        };
        if (std::ranges::none_of(different, is_same)) different.push_back(std::move(member));
    }
    return different;
}

/// Erases the members that are not worth their cells; false where all stay.
bool drop_costly(StackMembers& stack, double most_cells) {
    std::vector<double> cells;
    double all = 0;
    for (const FitResult& member : stack.members) all += cells.emplace_back(cells_of(member));
    if (all <= most_cells) return false;
    std::vector<std::size_t> order(cells.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return stack.weights[i] / cells[i]; });
    order.pop_back();
    std::vector<char> is_dropped(cells.size(), 0);
    for (const std::size_t i : order) {
        if (all <= most_cells) break;
        all -= cells[i];
        is_dropped[i] = 1;
    }
    std::size_t i = 0;
    std::erase_if(stack.members, [&](const FitResult&) { return is_dropped[i++] != 0; });
    return true;
}

/// The weights of the members, those without one erased.
void weigh(StackMembers& stack, std::span<const double> row_weights, const StopToken& stop) {
    std::vector<std::vector<double>> logs;
    for (const FitResult& member : stack.members)
        logs.push_back(log_likelihoods(member.predictions));
    stack.weights = stack_weights(logs, row_weights, stop);
    std::size_t i = 0;
    std::erase_if(stack.members, [&](const FitResult&) { return stack.weights[i++] == 0; });
    std::erase(stack.weights, 0.0);
}

}  // namespace

StackMembers keep_members(std::vector<FitResult> members, std::span<const double> row_weights,
                          double most_cells, const StopToken& stop) {
    StackMembers stack{without_equal_fits(std::move(members)), {}};
    weigh(stack, row_weights, stop);
    if (drop_costly(stack, most_cells)) weigh(stack, row_weights, stop);
    return stack;
}

}  // namespace pgm::learners::detail
