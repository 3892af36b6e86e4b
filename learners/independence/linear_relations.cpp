#include <learners/independence/linear_relations.hpp>

#include <learners/independence/detail/standard_columns.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pgm::learners {
namespace {

using namespace detail;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// A column that contributes less than this share of its length to another is none of its terms:
/// such a share is what rounding leaves where terms nearly cancel.
constexpr double least_share = 1e-8;

std::vector<ColumnId> continuous_columns(const Dataset& data, std::span<const ColumnId> order) {
    std::vector<ColumnId> columns(order.begin(), order.end());
    if (order.empty())
        for (std::size_t i = 0; i < data.columns().size(); ++i) columns.emplace_back(i);
    std::erase_if(columns, [&](ColumnId id) { return data.column(id).is_discrete(); });
    return columns;
}

/// Finds the relations of columns one after the other.
class Relations {
public:
    Relations(const Dataset& data, std::vector<ColumnId> columns)
        : data_(data), columns_(data, std::move(columns)) {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            rounding_ = std::max(rounding_, columns_[i].rounding);
    }

    std::vector<LinearRelation> find() {
        std::vector<LinearRelation> found;
        if (has_full_rank()) return found;
        const Eigen::Index rows = columns_.vectors().rows();
        basis_ = Eigen::MatrixXd(rows, std::min(rows, columns_.vectors().cols()));
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i].length == 0) continue;
            std::optional<LinearRelation> relation = of_one(i);
            if (!relation) relation = of_basis(i);
            if (relation) found.push_back(std::move(*relation));
            earlier_.push_back(i);
        }
        return found;
    }

private:
    /// True if the columns that are not constant depend on each other at most as far as rounding
    /// could tell.
    bool has_full_rank() const {
        std::vector<Eigen::Index> varying;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (columns_[i].length > 0) varying.push_back(static_cast<Eigen::Index>(i));
        const Eigen::MatrixXd vectors = columns_.vectors()(Eigen::all, varying);
        if (vectors.cols() < 2) return true;
        if (vectors.rows() < vectors.cols()) return false;
        Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(vectors);
        // Pivots are the larger for the pivoting, so the least bounds what is left of any column.
        qr.setThreshold(4 * (least_length + rounding_));
        return qr.rank() == vectors.cols();
    }

    std::optional<LinearRelation> of_one(std::size_t i) const {
        const auto vector = columns_.vector(i);
        for (const std::size_t other : earlier_) {
            const double cosine = vector.dot(columns_.vector(other));
            if (std::abs(cosine) < 1 - least_share) continue;
            if (auto relation = relation_of(i, {other})) return relation;
        }
        return std::nullopt;
    }

    /// A function of the independent columns before it; a column that is none joins them.
    std::optional<LinearRelation> of_basis(std::size_t i) {
        const auto size = static_cast<Eigen::Index>(kept_.size());
        Eigen::VectorXd rest = columns_.vector(i);
        const Eigen::VectorXd shares = project_out(basis_, size, rest);
        const double length = rest.norm();
        if (length <= least_share + 4 * rounding_) {
            const Eigen::VectorXd terms =
                triangle_.topLeftCorner(size, size).triangularView<Eigen::Upper>().solve(shares);
            std::vector<std::size_t> by;
            for (Eigen::Index k = 0; k < size; ++k)
                if (std::abs(terms(k)) > least_share)
                    by.push_back(kept_[static_cast<std::size_t>(k)]);
            if (auto relation = relation_of(i, std::move(by))) return relation;
        }
        if (length > least_length && size < basis_.cols()) keep(i, rest / length, shares, length);
        return std::nullopt;
    }

    void keep(std::size_t i, const Eigen::VectorXd& direction, const Eigen::VectorXd& shares,
              double length) {
        const auto size = static_cast<Eigen::Index>(kept_.size());
        basis_.col(size) = direction;
        if (triangle_.cols() == 0) triangle_ = Eigen::MatrixXd::Zero(basis_.cols(), basis_.cols());
        triangle_.col(size).head(size) = shares;
        triangle_(size, size) = length;
        kept_.push_back(i);
    }

    /// The relation to these columns, if there is one.
    std::optional<LinearRelation> relation_of(std::size_t i, std::vector<std::size_t> by) const {
        if (by.empty() || !has_enough_rows(by.size() + 1)) return std::nullopt;
        std::vector<Eigen::Index> indices(by.begin(), by.end());
        const Eigen::MatrixXd vectors = columns_.vectors()(Eigen::all, indices);
        const Eigen::VectorXd terms =
            Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(vectors).solve(columns_.vector(i));
        double allowed = least_length + 2 * columns_[i].rounding;
        for (std::size_t k = 0; k < by.size(); ++k)
            allowed += 2 * std::abs(terms(static_cast<Eigen::Index>(k))) * columns_[by[k]].rounding;
        if (!((columns_.vector(i) - vectors * terms).norm() <= allowed)) return std::nullopt;
        LinearRelation relation = in_units(i, by, terms);
        if (!holds(relation, columns_[i].length)) return std::nullopt;
        return relation;
    }

    /// True if so many coefficients could have failed to fit the rows.
    bool has_enough_rows(std::size_t coefficients) const {
        const std::size_t rows = columns_.rows().size();
        if (rows >= 4 * coefficients) return true;
        return rows > coefficients && different_rows() > coefficients;
    }

    std::size_t different_rows() const {
        std::vector<std::size_t> rows = columns_.rows();
        const auto compare = [&](std::size_t a, std::size_t b) {
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                const RealCells& cells = cells_of(columns_.id(i));
                if (cells[a] != cells[b]) return cells[a] < cells[b] ? -1 : 1;
            }
            return 0;
        };
        std::ranges::sort(rows, [&](std::size_t a, std::size_t b) { return compare(a, b) < 0; });
        const auto doubles = std::ranges::unique(
            rows, [&](std::size_t a, std::size_t b) { return compare(a, b) == 0; });
        return rows.size() - doubles.size();
    }

    /// The relation in the units of the table, from that of standardised columns.
    LinearRelation in_units(std::size_t i, const std::vector<std::size_t>& by,
                            const Eigen::VectorXd& terms) const {
        std::vector<std::pair<ColumnId, double>> slopes;
        double intercept = columns_[i].mean, size = std::abs(intercept);
        for (std::size_t k = 0; k < by.size(); ++k) {
            const double slope =
                terms(static_cast<Eigen::Index>(k)) * (columns_[i].length / columns_[by[k]].length);
            slopes.emplace_back(columns_.id(by[k]), slope);
            intercept -= slope * columns_[by[k]].mean;
            size += std::abs(slope * columns_[by[k]].mean);
        }
        // What is left of cancelled means is no intercept.
        if (std::abs(intercept) <= least_length * (size + columns_[i].length)) intercept = 0;
        std::ranges::sort(slopes);
        LinearRelation relation{columns_.id(i), {}, {}, intercept};
        for (const auto& [column, slope] : slopes) {
            relation.by.push_back(column);
            relation.slopes.push_back(slope);
        }
        return relation;
    }

    /// True if the relation holds in every row that has its columns, those included that miss
    /// others.
    bool holds(const LinearRelation& relation, double length) const {
        const RealCells& cells = cells_of(relation.column);
        for (std::size_t row = 0; row < data_.rows(); ++row) {
            if (!data_.weights().empty() && !(data_.weights()[row] > 0)) continue;
            double value = relation.intercept, size = std::abs(value) + std::abs(cells[row]);
            for (std::size_t k = 0; k < relation.by.size(); ++k) {
                const double term = relation.slopes[k] * cells_of(relation.by[k])[row];
                value += term;
                size += std::abs(term);
            }
            // A missing value makes it NaN, which contradicts nothing.
            const double roundings = 4 * static_cast<double>(1 + relation.by.size());
            if (std::abs(cells[row] - value) > least_length * length + roundings * epsilon * size)
                return false;
        }
        return true;
    }

    const RealCells& cells_of(ColumnId column) const {
        return std::get<RealCells>(data_.column(column).cells);
    }

    const Dataset& data_;
    StandardColumns columns_;
    double rounding_ = 0;               ///< the largest of any column
    std::vector<std::size_t> earlier_;  ///< columns that vary
    std::vector<std::size_t> kept_;     ///< those of them that are no function of others
    Eigen::MatrixXd basis_;             ///< of kept_[k] column k, orthonormal
    Eigen::MatrixXd triangle_;          ///< kept_[k] is the basis times its column k
};

std::string name_in(const Dataset& data, ColumnId column) {
    return "'" + printable(data.column(column).name()) + "'";
}

}  // namespace

std::vector<LinearRelation> linear_relations(const Dataset& data, std::span<const ColumnId> order,
                                             const Limits& limits) {
    std::vector<ColumnId> columns = continuous_columns(data, order);
    const double count = static_cast<double>(columns.size());
    if (count < 2 || count * count > static_cast<double>(limits.max_table_cells)) return {};
    return Relations(data, std::move(columns)).find();
}

std::vector<LinearRelation> linear_families(const Dataset& data, const Dag& dag) {
    std::vector<LinearRelation> found;
    for (std::size_t v = 0; v < dag.size(); ++v) {
        if (data.columns()[v].is_discrete()) continue;
        std::vector<ColumnId> family;
        for (const VariableId parent : dag.parents(VariableId(v)))
            family.emplace_back(parent.index());
        std::ranges::sort(family);
        family.emplace_back(v);
        for (LinearRelation& relation : linear_relations(data, family))
            if (relation.column == ColumnId(v)) found.push_back(std::move(relation));
    }
    return found;
}

std::string formula_of(const LinearRelation& relation, const Dataset& data) {
    constexpr std::size_t most_terms = 8;
    constexpr int digits = 6;
    std::string text;
    const auto add = [&](double number, const std::string& name) {
        const std::string sign = number < 0 ? "-" : "+";
        text += text.empty() ? (number < 0 ? "-" : "") : " " + sign + " ";
        const std::string size = to_text(std::abs(number), digits);
        if (name.empty()) {
            text += size;
        } else {
            text += size == "1" ? name : size + " " + name;
        }
    };
    for (std::size_t k = 0; k < std::min(relation.by.size(), most_terms); ++k)
        add(relation.slopes[k], printable_word(data.column(relation.by[k]).name()));
    if (relation.intercept != 0) add(relation.intercept, "");
    if (relation.by.size() > most_terms)
        text += " + " + std::to_string(relation.by.size() - most_terms) + " more terms";
    return text;
}

std::string linear_relation_remark(const LinearRelation& relation, const Dataset& data) {
    constexpr std::size_t most_names = 8;
    std::string names;
    for (std::size_t k = 0; k < std::min(relation.by.size(), most_names); ++k)
        names += (k > 0 ? ", " : "") + name_in(data, relation.by[k]);
    if (relation.by.size() > most_names)
        names += " and " + std::to_string(relation.by.size() - most_names) + " more";
    return name_in(data, relation.column) + " is a linear function of " + names + ": " +
           printable_word(data.column(relation.column).name()) + " = " + formula_of(relation, data);
}

}  // namespace pgm::learners
