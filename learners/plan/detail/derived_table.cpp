#include <learners/plan/detail/derived_table.hpp>

#include <cstdint>
#include <vector>

namespace pgm::learners::detail {

DerivedTable labelled_rows(const Dataset& data, std::string_view class_name) {
    const Column& labels = data.column(class_name);
    if (labels.missing_cells() == 0) return {data, std::nullopt};
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        if (!labels.is_missing(row)) rows.push_back(static_cast<std::uint32_t>(row));
    }
    return {data, data.select_rows(rows)};
}

DerivedTable prepared_rows(const Dataset& data, std::string_view class_name,
                           const Discretisation& cuts, const Replacements& replacements,
                           std::size_t threads) {
    DerivedTable labelled = labelled_rows(data, class_name);
    if (replacements.empty() && (cuts.empty() || cuts.apply(data.schema()) == data.schema()))
        return labelled;
    return {data, prepared(*labelled, cuts, replacements, threads)};
}

}  // namespace pgm::learners::detail
