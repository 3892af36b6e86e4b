#include <learners/search/score_remarks.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <variant>

namespace pgm::learners {
namespace {

bool has_many_columns(const DataScore& score) {
    const auto columns = static_cast<double>(score.variables());
    return columns * columns > score.rows();
}

bool is_searched_by_bic(const DataScore& score, const SearchAlgorithm& algorithm) {
    return score.score() == Score(BicScore{}) && !std::holds_alternative<Pc>(algorithm) &&
           !std::holds_alternative<ChowLiuTree>(algorithm);
}

std::string many_columns_remark(const DataScore& score) {
    return std::to_string(score.variables()) + " columns are more than the square root of " +
           to_text(score.rows()) +
           " rows: by bic some arcs seem to pay by chance; the scores ebic:1 and bic:2 find fewer";
}

std::string resolution_remark(const ResolvedVariance& found, const Column& column) {
    constexpr int digits = 3;
    return "'" + printable(column.name()) + "' is constant, or nearly so, in " +
           std::to_string(found.configurations) +
           (found.configurations == 1 ? " configuration" : " configurations") +
           " of its parents: its standard deviation there is scored as " +
           to_text(found.least_deviation(), digits) +
           ", a sixth of the median distance of its different values";
}

}  // namespace

std::vector<std::string> score_remarks(const DataScore& score, const SearchAlgorithm& algorithm,
                                       const Dag& dag, const Dataset& data) {
    std::vector<std::string> remarks;
    if (has_many_columns(score) && is_searched_by_bic(score, algorithm))
        remarks.push_back(many_columns_remark(score));
    for (std::size_t v = 0; v < dag.size(); ++v) {
        std::vector<VariableId> parents = dag.parents(VariableId(v));
        std::ranges::sort(parents);
        const ResolvedVariance found = score.resolved(VariableId(v), parents);
        if (found.configurations > 0)
            remarks.push_back(resolution_remark(found, data.columns()[v]));
    }
    return remarks;
}

}  // namespace pgm::learners
