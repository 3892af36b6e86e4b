#include <python/src/detail/completed_rows.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <variant>
#include <vector>

namespace pgm::python {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Array completed_table(const MissingMarginals& found, const EvidenceColumn& column,
                      std::size_t rows) {
    const auto& batch = std::get<BatchPosterior>(found.posterior);
    const std::size_t states = static_cast<std::size_t>(batch.probabilities.cols());
    std::vector<double> table(rows * states, 0.0);
    std::visit(
        [&](auto cells) {
            for (std::size_t row = 0; row < rows; ++row)
                if (static_cast<std::size_t>(cells[row]) < states)
                    table[row * states + static_cast<std::size_t>(cells[row])] = 1;
        },
        column.cells);
    for (std::size_t i = 0; i < found.rows.size(); ++i)
        for (std::size_t k = 0; k < states; ++k)
            table[found.rows[i] * states + k] =
                batch.log_evidence[i] == -infinity
                    ? unknown
                    : batch.probabilities(static_cast<Eigen::Index>(i),
                                          static_cast<Eigen::Index>(k));
    return array_of(std::move(table), {rows, states});
}

nb::tuple completed_numbers(const MissingMarginals& found, const EvidenceColumn& column,
                            std::size_t rows) {
    const auto& batch = std::get<ContinuousBatchPosterior>(found.posterior);
    const auto known = std::get<std::span<const double>>(column.cells);
    const auto with = [&](const std::vector<double>& of_missing, bool is_spread) {
        std::vector<double> numbers(known.begin(), known.end());
        if (is_spread) std::ranges::fill(numbers, 0.0);
        for (std::size_t i = 0; i < found.rows.size(); ++i)
            numbers[found.rows[i]] =
                batch.status[i] == PosteriorStatus::impossible ? unknown : of_missing[i];
        return array_of(std::move(numbers), {rows});
    };
    return nb::make_tuple(with(batch.means, false), with(batch.sds, true),
                          with(batch.lows, false), with(batch.highs, false));
}

nb::tuple drawn_values(const DrawnCells& drawn, const Variable& variable) {
    nb::list values;
    if (const auto* const numbers = std::get_if<std::vector<double>>(&drawn.values)) {
        for (const double number : *numbers) values.append(number);
    } else {
        for (const std::uint32_t state : std::get<std::vector<std::uint32_t>>(drawn.values))
            values.append(state == missing_cell<std::uint32_t>
                              ? nb::object(nb::none())
                              : nb::cast(variable.state(StateId(std::size_t{state}))));
    }
    return nb::make_tuple(nb::cast(drawn.rows), values);
}

}  // namespace pgm::python
