#include <apps/pgm/report/predictions/out_of_fold.hpp>

#include <apps/pgm/report/csv_writer.hpp>
#include <io/csv/csv.hpp>
#include <io/file/output_file.hpp>
#include <pgm/core/text/number_text.hpp>

#include <utility>

namespace pgm::apps {
namespace {

std::string heading(const ScoredPredictions& scored, char separator) {
    std::string text;
    for (const char* name : {"row", "repeat", "fold", "choice", "truth"})
        text += std::string(name) + separator;
    text += "predicted";
    for (const std::string& name : scored.classes)
        text += separator + io::csv_cell("P(" + name + ")");
    return text + "\n";
}

/// The lines of one fold; `place` is what they have in common before the truth.
std::string lines(const learners::Fold& fold, const ScoredPredictions& scored,
                  const std::string& place, char separator) {
    std::vector<std::string> names;
    for (const std::string& name : scored.classes) names.push_back(io::csv_cell(name));
    std::string text;
    for (std::size_t i = 0; i < scored.rows(); ++i) {
        text += std::to_string(fold.test[i] + 1) + place + names[scored.truth[i]] + separator;
        if (scored.predicted[i] != ScoredPredictions::undecided) text += names[scored.predicted[i]];
        for (const double p : scored.probability(i)) text += separator + to_text(p);
        text += "\n";
    }
    return text;
}

}  // namespace

void write_out_of_fold(const std::string& path, const std::vector<std::string>& labels,
                       const learners::Validation& validation, std::size_t folds) {
    const char separator = separator_for(path);
    io::OutputFile file(path);
    bool is_first = true;
    for (std::size_t choice = 0; choice < labels.size(); ++choice) {
        const auto& reached = validation.structures[choice].folds;
        for (std::size_t number = 0; number < reached.size(); ++number) {
            if (!reached[number]) continue;
            if (std::exchange(is_first, false)) file.write(heading(*reached[number], separator));
            const std::string place = separator + std::to_string(number / folds + 1) + separator +
                                      std::to_string(number % folds + 1) + separator +
                                      io::csv_cell(labels[choice]) + separator;
            file.write(lines(validation.folds[number], *reached[number], place, separator));
        }
    }
    file.commit();
}

}  // namespace pgm::apps
