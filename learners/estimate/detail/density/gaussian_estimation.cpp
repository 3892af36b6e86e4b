#include <learners/estimate/detail/density/gaussian_estimation.hpp>

#include <learners/estimate/detail/smoothed_tables.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm::learners::detail {
namespace {

using Row = LinearGaussianCpd::Row;

class ChainEstimator {
public:
    ChainEstimator(const GaussianSums& sums, bool tied, std::size_t first,
                   const GaussianRules& rules, Remarks& remarks)
        : sums_(sums),
          tied_(tied),
          first_(first),
          rules_(rules),
          remarks_(remarks),
          weights_(sums.groups.size()) {}

    std::vector<std::vector<Row>> estimate() {
        std::vector<std::vector<Row>> rows(size(), std::vector<Row>(sums_.groups.size()));
        if (tied_) {
            fill_tied(rows);
        } else {
            for (std::size_t g = 0; g < sums_.groups.size(); ++g) {
                const SumsOfProducts group = with_rows(g);
                weights_[g] = group.weight.value();
                fill(regression_chain(std::span(&group, 1), size()), g,
                     unbiased_factor(weights_[g], 1), rows);
            }
        }
        for (std::size_t j = first_; j < size(); ++j) apply_rule(j, rows[j]);
        return rows;
    }

private:
    std::size_t size() const { return sums_.continuous.size(); }

    void fill_tied(std::vector<std::vector<Row>>& rows) {
        WeightSum weight;
        double groups_with_rows = 0;
        for (std::size_t g = 0; g < sums_.groups.size(); ++g) {
            if (sums_.groups[g].weight.is_zero()) {
                require_allowed_empty(g);
            } else {
                ++groups_with_rows;
            }
            weight += sums_.groups[g].weight;
        }
        std::ranges::fill(weights_, weight.value());
        const std::vector<Regression> chain = regression_chain(sums_.groups, size());
        for (std::size_t g = 0; g < sums_.groups.size(); ++g) {
            for (std::size_t j = 0; j < size(); ++j) {
                rows[j][g] = {
                    chain[j].intercepts[g], chain[j].slopes,
                    chain[j].variance * unbiased_factor(weight.value(), groups_with_rows)};
            }
        }
    }

    static void fill(const std::vector<Regression>& chain, std::size_t g, double factor,
                     std::vector<std::vector<Row>>& rows) {
        for (std::size_t j = 0; j < chain.size(); ++j)
            rows[j][g] = {chain[j].intercepts.front(), chain[j].slopes, chain[j].variance * factor};
    }

    double unbiased_factor(double weight, double means) const {
        return rules_.variance.unbiased && weight > means ? weight / (weight - means) : 1;
    }

    /// The sums of that configuration, or, when it has no rows, of what stands in for it.
    SumsOfProducts with_rows(std::size_t g) const {
        if (!sums_.groups[g].weight.is_zero()) return sums_.groups[g];
        require_allowed_empty(g);
        const auto cardinalities = sums_.discrete.cardinalities();
        const bool by_class =
            sums_.discrete.size() > 0 && sums_.discrete.variables().front() == class_column;
        if (rules_.empty_rows == EmptyRow::marginal && by_class) {
            const std::size_t count = sums_.groups.size() / cardinalities.front();
            SumsOfProducts of_class =
                pooled(std::span(sums_.groups).subspan(g / count * count, count));
            if (!of_class.weight.is_zero()) return of_class;
        }
        return pooled(sums_.groups);
    }

    void require_allowed_empty(std::size_t g) const {
        if (rules_.empty_rows != EmptyRow::error) return;
        const std::string given = format_configuration(sums_.discrete, g, rules_.schema);
        throw ArgumentError("no row of the data has a value of '" + name(size() - 1) + "'" +
                                (given.empty() ? "" : " with " + given),
                            "choose uniform or marginal for rows without data");
    }

    std::string name(std::size_t j) const {
        return printable(rules_.schema[sums_.continuous[j].index()].name());
    }

    void apply_rule(std::size_t j, std::vector<Row>& rows) {
        const ColumnSpread& column = rules_.spreads[sums_.continuous[j].index()];
        std::size_t raised = 0;
        for (std::size_t g = 0; g < rows.size(); ++g) {
            const double expected =
                expected_variance(rows[g].variance, weights_[g], rules_.variance, column);
            const double variance = std::max(expected, variance_floor(rules_.variance, column));
            if (!(variance > 0)) {
                const std::string given = format_configuration(sums_.discrete, g, rules_.schema);
                throw ArgumentError(
                    "the variance of '" + name(j) + "'" + (given.empty() ? "" : " given " + given) +
                        " is 0",
                    "let a floor raise it (gaussian:floor=1e-9), or leave the column out");
            }
            if (variance > expected) ++raised;
            rows[g].variance = variance;
        }
        if (raised == 0) return;
        remarks_.add("the variance of '" + name(j) + "' given its parents is next to 0 in " +
                     std::to_string(raised) + " of " + std::to_string(rows.size()) +
                     (rows.size() == 1 ? " configuration" : " configurations") +
                     " and was raised to " + to_text(variance_floor(rules_.variance, column), 3));
    }

    const GaussianSums& sums_;
    bool tied_;
    std::size_t first_;
    const GaussianRules& rules_;
    Remarks& remarks_;
    std::vector<double> weights_;  ///< by configuration, of the rows behind its variance
};

}  // namespace

std::vector<std::vector<LinearGaussianCpd::Row>> estimate_gaussian_chain(const GaussianSums& sums,
                                                                         bool tied,
                                                                         std::size_t first,
                                                                         const GaussianRules& rules,
                                                                         Remarks& remarks) {
    return ChainEstimator(sums, tied, first, rules, remarks).estimate();
}

}  // namespace pgm::learners::detail
