#include <learners/estimate/detail/smoothed_tables.hpp>

#include <learners/families/model_structure.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/row_normalisation.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <string>

namespace pgm::learners::detail {
namespace {

class TableEstimator {
public:
    TableEstimator(const FamilyCounts& counts, const TableRules& rules,
                   std::span<const Variable> schema)
        : counts_(counts), rules_(rules), schema_(schema), cells_(counts.cell_count()) {}

    std::vector<double> row_weights() const {
        std::vector<double> weights(counts_.configurations());
        std::vector<WeightSum> counted(states());
        for (std::size_t row = 0; row < weights.size(); ++row) {
            counts_.copy_row(row, counted);
            weights[row] = weight_of(counted, pseudo_counts(row));
        }
        return weights;
    }

    std::vector<double> estimate() {
        std::vector<WeightSum> counted(states());
        for (std::size_t row = 0; row < counts_.configurations(); ++row) {
            counts_.copy_row(row, counted);
            const std::span<double> cells = std::span(cells_).subspan(row * states(), states());
            if (!fill(counted, pseudo_counts(row), cells)) fill_empty(row, cells);
        }
        return std::move(cells_);
    }

private:
    std::size_t states() const { return counts_.states(); }

    std::span<const double> pseudo_counts(std::size_t row) const {
        return rules_.pseudo_counts.empty()
                   ? std::span<const double>()
                   : std::span(rules_.pseudo_counts).subspan(row * states(), states());
    }

    /// The pseudo-count of a cell, if it is the same for all.
    double pseudo_count() const {
        return std::visit(
            Overloaded{[](const Laplace& rule) { return rule.amount; },
                       [](const MaximumLikelihood&) { return 0.0; },
                       [](const Floor&) { return 0.0; },
                       [&](const Bdeu& rule) {
                           return rule.sample_size / static_cast<double>(cells_.size());
                       },
                       [](const PriorNetwork&) { return 0.0; },
                       [](const TunedBackOff&) { return 0.0; }, [](const BackOff&) { return 0.0; }},
            rules_.smoothing);
    }

    double weight_of(std::span<const WeightSum> counted,
                     std::span<const double> pseudo_counts) const {
        WeightSum total;
        for (const WeightSum weight : counted) total += weight;
        return total.value() + (pseudo_counts.empty()
                                    ? pseudo_count() * static_cast<double>(states())
                                    : fixed_order_sum(pseudo_counts));
    }

    /// False when there is nothing to divide by.
    bool fill(std::span<const WeightSum> counted, std::span<const double> pseudo_counts,
              std::span<double> cells) const {
        const double pseudo = pseudo_count(), denominator = weight_of(counted, pseudo_counts);
        if (!(denominator > 0)) return false;
        for (std::size_t x = 0; x < cells.size(); ++x) {
            const double added = pseudo_counts.empty() ? pseudo : pseudo_counts[x];
            cells[x] = (counted[x].value() + added) / denominator;
        }
        if (const Floor* const floor = std::get_if<Floor>(&rules_.smoothing))
            raise_zeros(cells, floor->probability);
        return true;
    }

    void raise_zeros(std::span<double> cells, double floor) const {
        std::replace(cells.begin(), cells.end(), 0.0, floor);
        const double sum = fixed_order_sum(cells);
        if (sum <= 1 + largest_accepted_deviation) return;
        throw ArgumentError(format(rules_.smoothing) + " raises a row of P(" + child_name() +
                                " | ...) to a sum of " + to_text(sum, 6),
                            "choose a smaller floor: rows must stay within 0.001 of 1");
    }

    void fill_empty(std::size_t row, std::span<double> cells) const {
        if (rules_.empty_rows == EmptyRow::error) {
            throw ArgumentError("no row of the data has " + configuration(row) + ", so P(" +
                                    child_name() + " | " + configuration(row) + ") is unknown",
                                "smooth the tables (laplace:1), or choose uniform or marginal for "
                                "rows without data");
        }
        if (rules_.empty_rows == EmptyRow::marginal &&
            (fill(pooled(row), {}, cells) || fill(pooled(std::nullopt), {}, cells)))
            return;
        std::fill(cells.begin(), cells.end(), 1 / static_cast<double>(states()));
    }

    /// The counts of the child over all configurations, or those that have the class of `row`. The
    /// class, when it is a parent, is the first one.
    std::vector<WeightSum> pooled(std::optional<std::size_t> row) const {
        const std::span<const ColumnId> parents = counts_.family().parents;
        const bool by_class = row && !parents.empty() && parents.front() == class_column;
        const std::size_t rows_of_class =
            by_class ? counts_.configurations() / counts_.scope().cardinalities().front()
                     : counts_.configurations();
        const std::size_t first = by_class ? *row / rows_of_class * rows_of_class : 0;
        std::vector<WeightSum> sum(states());
        const auto add = [&](std::size_t cell, WeightSum weight) {
            sum[cell % states()] += weight;
        };
        counts_.for_each_from(first * states(), (first + rows_of_class) * states(), add);
        return sum;
    }

    std::string child_name() const {
        return printable(schema_[counts_.family().child.index()].name());
    }
    std::string configuration(std::size_t row) const {
        const auto parents = counts_.scope().variables().first(counts_.scope().size() - 1);
        const auto cardinalities = counts_.scope().cardinalities().first(parents.size());
        return format_configuration(ColumnScope({parents.begin(), parents.end()},
                                                {cardinalities.begin(), cardinalities.end()}),
                                    row, schema_);
    }

    const FamilyCounts& counts_;
    const TableRules& rules_;
    std::span<const Variable> schema_;
    std::vector<double> cells_;
};

}  // namespace

std::vector<double> estimate_table(const FamilyCounts& counts, const TableRules& rules,
                                   std::span<const Variable> schema) {
    return TableEstimator(counts, rules, schema).estimate();
}

std::vector<double> row_weights(const FamilyCounts& counts, const TableRules& rules) {
    if (std::holds_alternative<Floor>(rules.smoothing)) return {};
    return TableEstimator(counts, rules, {}).row_weights();
}

std::string format_configuration(const ColumnScope& parents, std::size_t configuration,
                                 std::span<const Variable> schema) {
    std::string text;
    const std::vector<StateId> states = parents.states(configuration);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Variable& variable = schema[parents.variables()[i].index()];
        text += (text.empty() ? "" : ", ") + printable(variable.name()) + "=" +
                printable(variable.state(states[i]));
    }
    return text;
}

}  // namespace pgm::learners::detail
