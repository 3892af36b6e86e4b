#include <learners/search/detail/vertex_search.hpp>

#include <algorithm>

namespace pgm::learners::detail {

VertexSearch::VertexSearch(const IndependenceTest& test, const AllowedArcs& allowed,
                           const NeighbourLists& all, VariableId vertex, std::size_t conditions,
                           double alpha)
    : test_(test),
      all_(all),
      vertex_(vertex),
      alpha_(alpha),
      conditions_(all[vertex.index()]),
      subsets_(conditions_.size(), conditions) {
    std::ranges::sort(conditions_, stronger);
    for (const Neighbour& neighbour : all[vertex.index()])
        if (!neighbour.closed && !allowed.required(vertex, neighbour.other) &&
            !allowed.required(neighbour.other, vertex))
            open_.push_back(neighbour.other);
}

void VertexSearch::advance(std::size_t sets, const StopToken& stop) {
    if (!started_) focus();
    for (std::size_t i = 0; i < sets && !is_done() && !stop.requested(); ++i, subsets_.next())
        try_set();
    if (is_done()) focused_.reset();
}

void VertexSearch::focus() {
    started_ = true;
    std::vector<VariableId> involved{vertex_};
    for (const Neighbour& neighbour : conditions_) involved.push_back(neighbour.other);
    std::ranges::sort(involved);
    const std::size_t size = subsets_.members().size();
    const double each = static_cast<double>(conditions_.size() - size);
    focused_ = test_.focused_on(involved, size, Subsets::number(conditions_.size(), size) * each);
}

void VertexSearch::try_set() {
    std::vector<VariableId> given;
    for (const std::size_t i : subsets_.members()) given.push_back(conditions_[i].other);
    std::ranges::sort(given);
    std::vector<VariableId> candidates = candidates_for(given);
    const auto untested = std::ranges::stable_partition(
        candidates, [&](VariableId other) { return test_.has_enough_rows(vertex_, other, given); });
    for (const VariableId other : untested) separate(other, given, 1);
    candidates.erase(untested.begin(), untested.end());
    if (candidates.empty()) return;
    results_.resize(candidates.size());
    (focused_ ? *focused_ : test_).tests(vertex_, candidates, given, results_);
    tests_ += candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const VariableId other = candidates[i];
        if (results_[i].degrees_of_freedom > 0 &&
            std::ranges::find(varying_, other) == varying_.end())
            varying_.push_back(other);
        if (!(results_[i].p > alpha_)) continue;
        const Edge pair = pair_with(other);
        if (results_[i].degrees_of_freedom > 0) {
            separate(other, given, results_[i].p);
        } else if (are_neighbours_of(other, given) &&
                   std::ranges::find(determined_, pair, &SeparatedPair::pair) ==
                       determined_.end()) {
            determined_.push_back({pair, given});
        }
    }
}

Edge VertexSearch::pair_with(VariableId other) const {
    return {std::min(vertex_, other), std::max(vertex_, other)};
}

void VertexSearch::separate(VariableId other, std::span<const VariableId> given, double p) {
    found_.push_back({pair_with(other), {given.begin(), given.end()}, p});
    std::erase(open_, other);
}

std::vector<VariableId> VertexSearch::candidates_for(std::span<const VariableId> given) const {
    std::vector<VariableId> candidates;
    for (const VariableId other : open_)
        if (!std::ranges::binary_search(given, other) && !is_tried_there(other, given))
            candidates.push_back(other);
    return candidates;
}

/// A set of neighbours of both ends is left to the end of the smaller number.
bool VertexSearch::is_tried_there(VariableId other, std::span<const VariableId> given) const {
    return other < vertex_ && are_neighbours_of(other, given);
}

bool VertexSearch::are_neighbours_of(VariableId other, std::span<const VariableId> given) const {
    return std::ranges::all_of(given, [&](VariableId v) {
        return std::ranges::binary_search(all_[other.index()], v, {}, &Neighbour::other);
    });
}

}  // namespace pgm::learners::detail
