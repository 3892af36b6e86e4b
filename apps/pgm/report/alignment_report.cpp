#include <apps/pgm/report/alignment_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/words.hpp>

namespace pgm::apps {

void print_report(const AlignmentReport& report, const std::string& model) {
    print_problems(remarks_on(report, model));
}

Report alignment_report(const AlignmentReport& report) {
    const ReportRows unseen = rows_of(report.unseen, [](const UnseenValues& values) -> Report {
        const bool is_similar = !values.similar_state.empty();
        return {{"column", values.column},
                {"cells", values.cells},
                {"first_value", values.first_value},
                {"first_row", values.first_row + 1},
                {"nearest_state", or_null(values.similar_state)},
                {"nearest_value", is_similar ? values.similar_value : Value()}};
    });
    return {{"absent", report.absent}, {"ignored", report.ignored}, {"unseen", unseen}};
}

Dataset columns_of(const BayesianNetwork& network, const Dataset& data) {
    const ColumnAlignment alignment(data, network.variables(), UnseenPolicy::error);
    if (const auto& ignored = alignment.report().ignored; !ignored.empty())
        print_note("left out, for the network has no such variable: " +
                   first_few(ignored, 1, quoted_name));
    std::vector<Column> columns;
    for (std::size_t i = 0; i < network.size(); ++i) {
        const std::string& name = network.variables()[i].name();
        if (!alignment.columns()[i]) {
            const std::string near = nearest_name(name, names_of(data.schema()));
            throw ArgumentError("the table has no column " + quoted_name(name) +
                                    ", which is a variable of the network",
                                (near.empty() ? "" : "did you mean " + quoted_name(near) + "? ") +
                                    "all of its variables are needed");
        }
        columns.push_back(*alignment.columns()[i]);
    }
    return Dataset(std::move(columns), data.weights());
}

}  // namespace pgm::apps
