#include <learners/judge/detail/shared_rows.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// The different numbers of a column in ascending order.
std::vector<double> numbers_of(const Column& column) {
    std::vector<double> numbers;
    for (const double number : std::get<RealCells>(column.cells))
        if (!std::isnan(number)) numbers.push_back(number);
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// Cut wherever any of them cuts, and at every number where one of them does not cut at all.
Discretisation common_refinement(const Dataset& data, std::span<const Variable> schema,
                                 std::span<const Discretisation> all, double max_bytes) {
    // With the text of the interval that begins there.
    constexpr double bytes_per_number = 96;
    Discretisation refinement;
    double bytes = 0;
    for (const Variable& variable : schema) {
        if (variable.is_discrete()) continue;
        std::vector<double> cuts;
        bool is_cut_by_all = true;
        for (const Discretisation& one : all) {
            const CutPoints* const points = one.find(variable.name());
            if (points) cuts.insert(cuts.end(), points->cuts.begin(), points->cuts.end());
            is_cut_by_all &= points != nullptr;
        }
        if (!is_cut_by_all) {
            const std::vector<double> numbers = numbers_of(data.column(variable.name()));
            cuts.insert(cuts.end(), numbers.begin(), numbers.end());
            bytes += bytes_per_number * static_cast<double>(numbers.size());
            if (bytes > max_bytes)
                throw TooLargeError("the different numbers of its columns need more than " +
                                        to_text(std::ceil(max_bytes / 0x1p20), 6) + " MB",
                                    {}, "cut them, or raise Fit::max_fit_bytes");
        }
        std::ranges::sort(cuts);
        cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
        refinement.add(variable.name(), {std::move(cuts)});
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

/// The code that a missing value of a variable gets.
std::uint32_t code_of_missing(const Variable& variable, const Discretisation& cuts,
                              const Replacements& replacements) {
    const Column one_cell{variable, variable.is_discrete()
                                        ? missing_codes(variable.cardinality(), 1)
                                        : ColumnCells(RealCells(1, std::nan("")))};
    const std::optional<StateId> state = prepared(one_cell, cuts, replacements).state(0);
    return state ? state->value : DistinctRows::missing;
}

}  // namespace

SharedRows::SharedRows(const Dataset& data, std::span<const Variable> schema,
                       std::span<const Discretisation> cuts, double max_bytes)
    : schema_(schema.begin(), schema.end()),
      refinement_(common_refinement(data, schema, cuts, max_bytes)),
      rows_(refinement_.apply(schema_)) {
    rows_.add(refinement_.apply(data));
}

std::vector<DistinctRows::WeightedRow> SharedRows::prepared_by(
    const Discretisation& cuts, const Replacements& replacements) const {
    std::vector<DistinctRows::WeightedRow> rows(rows_.rows().begin(), rows_.rows().end());
    for (std::size_t column = 0; column < schema_.size(); ++column) {
        const CutPoints* const fine = refinement_.find(schema_[column].name());
        const std::uint32_t missing = code_of_missing(schema_[column], cuts, replacements);
        std::vector<std::uint32_t> states;
        if (fine) states = coarser_states(*fine, *cuts.find(schema_[column].name()));
        for (DistinctRows::WeightedRow& row : rows) {
            std::uint32_t& code = row.codes[column];
            if (code == DistinctRows::missing)
                code = missing;
            else if (fine)
                code = states[code];
        }
    }
    return rows;
}

std::vector<double> SharedRows::weights() const {
    std::vector<double> weights;
    for (const DistinctRows::WeightedRow& row : rows_.rows()) weights.push_back(row.weight.value());
    return weights;
}

Dataset SharedRows::select_from(const Dataset& data) const {
    std::vector<ColumnId> columns;
    for (const Variable& variable : schema_) columns.push_back(data.id(variable.name()));
    const std::vector<std::size_t> places = rows_.places_of(refinement_.apply(data));
    std::vector<std::uint32_t> rows(rows_.size());
    for (std::size_t row = places.size(); row-- > 0;) {
        if (places[row] != DistinctRows::nowhere)
            rows[places[row]] = static_cast<std::uint32_t>(row);
    }
    return data.select_columns(columns).select_rows(rows).with_weights(weights());
}

}  // namespace pgm::learners::detail
