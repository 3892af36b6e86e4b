#include <apps/pgm/prediction_csv.hpp>

#include <apps/pgm/csv_writer.hpp>
#include <pgm/core/number_text.hpp>

namespace pgm::apps {

void PredictionCsv::write(const std::function<void(std::string_view)>& sink) const {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::vector<std::string> fields;
    for (const std::string& action : actions) fields.push_back(csv_field(action));
    std::string text = "predicted";
    if (probabilities)
        for (const std::string& name : predictions.classes) text += "," + csv_field("P(" + name + ")");
    text += "\n";
    for (std::size_t row = 0; row < decisions.size(); ++row) {
        // An empty line would be no row to a reader of CSV, an empty cell in quotes is one.
        text += decisions[row].action ? fields[*decisions[row].action] : probabilities ? std::string() : "\"\"";
        if (probabilities)
            for (const double p : predictions.probability(row)) text += "," + to_text(p);
        text += "\n";
        if (text.size() < piece) continue;
        sink(text);
        text.clear();
    }
    sink(text);
}

}  // namespace pgm::apps
