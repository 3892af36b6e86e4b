#include <tests/support/small_data.hpp>

#include <pgm/classify/predictions.hpp>

#include <string>

namespace pgm::tests {

Dataset digits(std::string_view names, const std::vector<std::string_view>& rows,
               std::size_t states) {
    std::vector<std::string> state_names;
    for (std::size_t state = 0; state < states; ++state)
        state_names.push_back(std::to_string(state));
    std::vector<Column> columns;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<std::string_view> cells;
        for (const std::string_view row : rows)
            cells.push_back(row[i] == '.' ? std::string_view() : row.substr(i, 1));
        columns.push_back(discrete_column(Variable(std::string(1, names[i]), state_names), cells));
    }
    return Dataset(std::move(columns));
}

std::vector<double> table_row(const BayesianNetwork& network, std::string_view name,
                              std::size_t r) {
    const auto row = std::get<TableCpd>(network.cpd(network.id(name))).row(r);
    return {row.begin(), row.end()};
}

std::vector<double> table_row(const Classifier& classifier, std::string_view name, std::size_t r) {
    return table_row(classifier.model().network(), name, r);
}

std::vector<double> posterior_of(const Classifier& classifier, const Dataset& row) {
    const Predictions predictions = predict(classifier, row);
    const auto probability = predictions.probability(0);
    return {probability.begin(), probability.end()};
}

}  // namespace pgm::tests
