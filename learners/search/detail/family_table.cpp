#include <learners/search/detail/family_table.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <bit>

namespace pgm::learners::detail {
namespace {

constexpr double excluded = -infinity;

/// Subsets of one task: log2 of their number.
constexpr std::size_t bits_of_task = 8;

}  // namespace

std::vector<VariableId> variables_of(VariableSet set) {
    std::vector<VariableId> variables;
    for (; set != 0; set &= set - 1)
        variables.emplace_back(static_cast<std::size_t>(std::countr_zero(set)));
    return variables;
}

std::size_t FamilyTable::bytes(std::size_t variables) {
    return variables == 0 ? 0 : variables * (std::size_t{1} << (variables - 1)) * sizeof(double);
}

FamilyTable::FamilyTable(std::size_t variables)
    : variables_(variables),
      size_(variables == 0 ? 0 : std::size_t{1} << (variables - 1)),
      scores_(variables * size_, excluded) {}

bool FamilyTable::fill(const DecomposableScore& score, const AllowedArcs& allowed,
                       SearchWatch& watch, const SearchProgress& progress) {
    const std::size_t portion = std::min(size_, std::size_t{1} << bits_of_task);
    const std::size_t portions = size_ == 0 ? 0 : size_ / portion, tasks = variables_ * portions;
    const std::size_t done = watch.for_each(
        tasks,
        [&](std::size_t task) {
            const VariableSet begin = task % portions * portion;
            fill_part(score, allowed, task / portions, begin, begin + portion);
        },
        [&](std::size_t task) {
            return SearchProgress{static_cast<double>(task) / static_cast<double>(tasks),
                                  progress.score, progress.iterations};
        });
    if (done < tasks) return false;
    for (std::size_t child = 0; child < variables_; ++child) exclude(allowed, child);
    return true;
}

/// Every set is reached from the one without its last member, so those of one smaller set are
/// scored together.
void FamilyTable::fill_part(const DecomposableScore& score, const AllowedArcs& allowed,
                            std::size_t child, VariableSet begin, VariableSet end) {
    VariableSet may_be_parents = 0;
    for (std::size_t v = 0; v < variables_; ++v)
        if (allowed.allowed(VariableId(v), VariableId(child))) may_be_parents |= set_of(v);
    std::vector<double> scores;
    for (VariableSet index = begin; index < end; ++index) {
        const VariableSet set = with_room_for(child, index);
        const auto parents = static_cast<std::size_t>(std::popcount(set));
        if ((set & ~may_be_parents) != 0 || parents > allowed.max_parents()) continue;
        if (index == 0) of(child)[0] = score.family(VariableId(child), {});
        if (parents == allowed.max_parents()) continue;
        const std::vector<VariableId> candidates =
            variables_of(may_be_parents & ~(std::bit_ceil(set + 1) - 1));
        if (candidates.empty()) continue;
        scores.resize(candidates.size());
        score.additions(VariableId(child), variables_of(set), candidates, scores);
        for (std::size_t i = 0; i < candidates.size(); ++i)
            of(child)[without_room_for(child, set | set_of(candidates[i].index()))] = scores[i];
    }
}

/// Families without a parent that is required.
void FamilyTable::exclude(const AllowedArcs& allowed, std::size_t child) {
    VariableSet required = 0;
    for (const Arc& arc : allowed.required_arcs())
        if (arc.child.index() == child) required |= set_of(arc.parent.index());
    if (required == 0) return;
    const VariableSet index_of_required = without_room_for(child, required);
    const std::span<double> scores = of(child);
    for (VariableSet index = 0; index < scores.size(); ++index)
        if ((index & index_of_required) != index_of_required) scores[index] = excluded;
}

}  // namespace pgm::learners::detail
