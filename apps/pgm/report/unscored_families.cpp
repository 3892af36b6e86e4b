#include <apps/pgm/report/unscored_families.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm::apps {
namespace {

std::string reason_of(const Dataset& data, VariableId child,
                      const std::vector<VariableId>& parents) {
    const auto is_discrete = [&](VariableId v) { return data.columns()[v.index()].is_discrete(); };
    if (!is_discrete(child))
        return "in some configuration of its parents it is a linear function of the others, so "
               "its likelihood has no bound";
    if (!std::ranges::all_of(parents, is_discrete))
        return "it is discrete and a parent is continuous";
    return "its table is too large";
}

}  // namespace

std::vector<VariableId> variables_of(const std::vector<learners::LinearRelation>& relations) {
    std::vector<VariableId> variables;
    for (const learners::LinearRelation& relation : relations)
        variables.emplace_back(relation.column.index());
    return variables;
}

std::optional<double> equivalent_sample_size(const learners::Score& score) {
    if (const auto* const bdeu = std::get_if<learners::BdeuScore>(&score))
        return bdeu->equivalent_sample_size;
    if (const auto* const bds = std::get_if<learners::BdsScore>(&score))
        return bds->equivalent_sample_size;
    return std::nullopt;
}

void say_unscored(const learners::DataScore& score, const Dag& dag, const Dataset& data,
                  const std::vector<VariableId>& without) {
    for (std::size_t v = 0; v < dag.size(); ++v) {
        const VariableId child(v);
        std::vector<VariableId> parents = dag.parents(child);
        std::ranges::sort(parents);
        if (std::ranges::find(without, child) != without.end() ||
            std::isfinite(score.family(child, parents)))
            continue;
        print_warning(quoted_name(data.columns()[v].name()) + " has no score by " +
                      learners::format(score.score()) +
                      ", and hence the network has none: " + reason_of(data, child, parents));
    }
}

}  // namespace pgm::apps
