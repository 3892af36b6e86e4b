#include <learners/estimate/detail/density/configuration_points.hpp>

#include <learners/estimate/detail/smoothed_tables.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <utility>

namespace pgm::learners::detail {
namespace {

using Groups = std::vector<std::vector<WeightedPoint>>;

std::vector<WeightedPoint> together(std::span<const std::vector<WeightedPoint>> groups) {
    std::vector<WeightedPoint> all;
    for (const std::vector<WeightedPoint>& group : groups)
        all.insert(all.end(), group.begin(), group.end());
    merge_equal(all);
    return all;
}

std::vector<WeightedPoint> stand_in(const Groups& groups, std::size_t g, const ColumnScope& scope,
                                    EmptyRow empty_rows, double column_mean) {
    const bool by_class = scope.size() > 0 && scope.variables().front() == class_column;
    if (empty_rows == EmptyRow::marginal && by_class) {
        const std::size_t count = groups.size() / scope.cardinalities().front();
        std::vector<WeightedPoint> of_class =
            together(std::span(groups).subspan(g / count * count, count));
        if (!of_class.empty()) return of_class;
    }
    std::vector<WeightedPoint> of_column = together(groups);
    if (of_column.empty()) of_column.push_back({column_mean, WeightSum::of_count(1)});
    return of_column;
}

}  // namespace

std::vector<ConfigurationPoints> points_by_configuration(const KernelPoints& points,
                                                         double column_mean, EmptyRow empty_rows,
                                                         std::span<const Variable> schema) {
    const ColumnScope& scope = points.configurations();
    const Groups groups = points.sorted();
    std::vector<ConfigurationPoints> all;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::string given = format_configuration(scope, g, schema);
        ConfigurationPoints& of = all.emplace_back();
        of.description = "'" + printable(schema[points.family().child.index()].name()) + "'" +
                         (given.empty() ? "" : " with " + given);
        if (groups[g].empty() && empty_rows == EmptyRow::error)
            throw ArgumentError("no row of the data has a value of " + of.description,
                                "choose uniform or marginal for rows without data");
        of.points =
            groups[g].empty() ? stand_in(groups, g, scope, empty_rows, column_mean) : groups[g];
    }
    return all;
}

}  // namespace pgm::learners::detail
