#include <apps/pgm/report/unscored_families.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

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

std::optional<ScoreNumber> number_of(const learners::Score& score) {
    using Number = std::optional<ScoreNumber>;
    return std::visit(
        Overloaded{
            [](const learners::BdeuScore& s) { return Number({"ess", s.equivalent_sample_size}); },
            [](const learners::BdsScore& s) { return Number({"ess", s.equivalent_sample_size}); },
            [](const learners::BicScore& s) {
                return s.penalty == 1 ? std::nullopt : Number({"penalty", s.penalty});
            },
            [](const learners::ExtendedBicScore& s) { return Number({"gamma", s.gamma}); },
            [](const auto&) { return Number(); }},
        score);
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

void say_relations(const learners::DeterminedColumns& determined, const Dataset& data) {
    for (const learners::LinearRelation& relation : determined.relations()) {
        const bool is_taken_out =
            std::ranges::binary_search(determined.taken_out(), relation.column);
        print_warning(learners::linear_relation_remark(relation, data),
                      is_taken_out
                          ? "it gets arcs from these columns alone, and no other column is "
                            "compared with it; --ignore leaves it out"
                          : "these are more than a variable may have parents here, so it "
                            "is compared with each like any other column");
    }
}

}  // namespace pgm::apps
