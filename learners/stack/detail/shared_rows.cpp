#include <learners/stack/detail/shared_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// Cut wherever any of them cuts.
Discretisation common_refinement(std::span<const Variable> schema,
                                 std::span<const Discretisation> all) {
    Discretisation refinement;
    for (const Variable& variable : schema) {
        if (variable.is_discrete()) continue;
        std::set<double> cuts;
        for (const Discretisation& one : all) {
            const std::vector<double>& points = one.find(variable.name())->cuts;
            cuts.insert(points.begin(), points.end());
        }
        refinement.add(variable.name(), {{cuts.begin(), cuts.end()}});
    }
    return refinement;
}

/// The state under `coarse` of every state under `fine`, which cuts wherever that does: the state
/// of the number that an interval begins with.
std::vector<std::uint32_t> coarser_states(const CutPoints& fine, const CutPoints& coarse) {
    std::vector<std::uint32_t> states = {0};
    for (const double cut : fine.cuts)
        states.push_back(static_cast<std::uint32_t>(coarse.state(cut).index()));
    return states;
}

}  // namespace

SharedRows::SharedRows(const Dataset& data, std::span<const Variable> schema,
                       std::span<const Discretisation> cuts)
    : schema_(schema.begin(), schema.end()),
      refinement_(common_refinement(schema, cuts)),
      rows_(refinement_.apply(schema_)) {
    rows_.add(refinement_.apply(data));
}

std::vector<DistinctRows::Row> SharedRows::cut_by(const Discretisation& cuts) const {
    std::vector<DistinctRows::Row> rows(rows_.rows().begin(), rows_.rows().end());
    for (std::size_t column = 0; column < schema_.size(); ++column) {
        const CutPoints* const fine = refinement_.find(schema_[column].name());
        if (!fine) continue;
        const std::vector<std::uint32_t> states =
            coarser_states(*fine, *cuts.find(schema_[column].name()));
        for (DistinctRows::Row& row : rows) {
            std::uint32_t& code = row.codes[column];
            if (code != DistinctRows::missing) code = states[code];
        }
    }
    return rows;
}

std::vector<double> SharedRows::weights() const {
    std::vector<double> weights;
    for (const DistinctRows::Row& row : rows_.rows()) weights.push_back(row.weight.value());
    return weights;
}

}  // namespace pgm::learners::detail
