#include <pgm/classify/predictions.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

namespace pgm {
namespace {

constexpr std::size_t most_nodes = 10'000'000;

void check(const Classifier& classifier, const GridSpec& grid) {
    for (const std::string& name : {grid.x, grid.y}) {
        const Variable* const variable = classifier.find(name);
        if (variable == nullptr || variable->is_discrete() || name == classifier.class_name())
            throw ArgumentError("'" + printable(name) +
                                "' is no continuous feature of the classifier");
    }
    if (grid.x == grid.y)
        throw ArgumentError(
            "decision regions are drawn over two different features, not twice over '" +
            printable(grid.x) + "'");
    const std::optional<std::size_t> nodes = checked_mul(grid.columns, grid.rows);
    if (grid.columns < 2 || grid.rows < 2 || !nodes || *nodes > most_nodes)
        throw ArgumentError("a decision grid has between 2 x 2 and " + std::to_string(most_nodes) +
                            " nodes");
}

double node(double low, double high, std::size_t i, std::size_t count) {
    return low + (high - low) * (static_cast<double>(i) / static_cast<double>(count - 1));
}

}  // namespace

RowsByStates decision_grid(const Predictor& predictor, const GridSpec& grid, std::size_t threads) {
    check(predictor.classifier(), grid);
    std::vector<double> x, y;
    for (std::size_t j = 0; j < grid.rows; ++j) {
        for (std::size_t i = 0; i < grid.columns; ++i) {
            x.push_back(node(grid.x_low, grid.x_high, i, grid.columns));
            y.push_back(node(grid.y_low, grid.y_high, j, grid.rows));
        }
    }
    const Dataset nodes(
        {continuous_column(grid.x, std::move(x)), continuous_column(grid.y, std::move(y))});
    return discriminants(predictor.predict(nodes, {.threads = threads}));
}

}  // namespace pgm
