#include <apps/pgm/options/counted_source.hpp>

#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/report/data_info.hpp>

namespace pgm::apps {

void CountedPass::operator()(const Dataset& part) const {
    if (!rows_.class_weights)
        rows_ = fitted_rows(part, class_name_);
    else
        add_state_weights(part.column(class_name_), part.weights(), *rows_.class_weights);
    take_(part);
}

learners::CountSource counted_source(const io::OpenedTable& table, const std::string& class_name,
                                     FittedRows& rows) {
    if (const auto* const data = std::get_if<Dataset>(&table)) {
        rows = fitted_rows(*data, class_name);
        return *data;
    }
    const io::DataParts& parts = std::get<io::DataParts>(table);
    const auto for_each_part = [&](const std::function<void(const Dataset&)>& take) {
        parts->for_each(rows_of_part(parts->schema()), CountedPass(rows, class_name, take));
    };
    return {parts->schema(), for_each_part, parts->rows()};
}

}  // namespace pgm::apps
