#pragma once

#include <io/plot/plot.hpp>
#include <pgm/classify/measure/comparison.hpp>
#include <pgm/classify/measure/scored_predictions.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/data/dataset.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

/// A folder of plots, DIR, and the suffix of the files in it.
struct PlotFolder {
    std::string path;
    std::string suffix = "svg";  ///< one of those of io::scene_format_of(), without its point

    bool empty() const { return path.empty(); }
};

/// The place of the plots of one structure: DIR/KIND-NAME.svg.
struct PlotPlace {
    PlotFolder folder;
    std::string structure;  ///< for the titles
    std::string name;
};

/// One place per structure. NAME is the structure with everything but letters, digits and a few
/// signs turned into '-', and a number after it where another structure has that name.
std::vector<PlotPlace> plot_places(const PlotFolder& folder,
                                   const std::vector<std::string>& structures);

/// A plot, and what it shows: "roc", "calibration" or "confusion".
struct EvaluationPlot {
    std::string kind;
    io::Scene plot;
};

/// The plots of the scored predictions of one structure, in which every row occurs `repeats` times.
/// One that cannot be drawn (one class only, too many classes) is left out; of many classes those
/// with most rows are drawn, as the title says.
std::vector<EvaluationPlot> evaluation_plots(const std::string& structure,
                                             const ScoredPredictions& scored,
                                             std::size_t repeats = 1);

/// Writes each of them as DIR/KIND-NAME.svg and gives the paths.
std::vector<std::string> write_plots(const PlotPlace& place, const ScoredPredictions& scored,
                                     std::size_t repeats = 1);

/// The ROC curves of several structures over the same rows, for one picture: a panel for each class
/// with a curve for each structure.
class RocComparison {
public:
    void add(const std::string& structure, const ScoredPredictions& scored);
    /// Writes DIR/roc.svg and gives its path; null for fewer than two structures, and where no
    /// class has a curve.
    std::optional<std::string> write(const PlotFolder& folder) const;

private:
    std::vector<io::RocSeries> series_;
    std::vector<io::RocPanel> panels_;
    std::string shown_;  ///< for the title: which classes
};

/// Writes DIR/regions-NAME.svg: who wins where over two continuous features, and the rows as dots.
std::string write_regions(const PlotPlace& place, const Predictor& predictor, const Dataset& data,
                          const std::pair<std::string, std::string>& features, std::size_t threads);

/// Writes DIR/critical-difference.svg: the mean ranks of several structures over the same folds.
std::string write_mean_ranks(const PlotFolder& folder, const std::string& title,
                             const std::vector<std::string>& labels, const MeanRanks& ranks);

/// Writes DIR/index.html, a page that shows these plots of DIR, and gives its path.
std::string write_plots_page(const PlotFolder& folder, const std::string& title,
                             const std::vector<std::string>& plots);

/// Notes the texts of a PDF file that are not shown in full, because no standard font has their
/// characters.
void say_replaced(const std::vector<std::string>& texts);

/// Writes a picture in the form of the suffix of its file, which is one of those of pictures.
void save_picture(const std::string& path, const io::Scene& picture);

/// The continuous features where there are exactly two; else nothing.
std::optional<std::pair<std::string, std::string>> two_continuous_features(
    const Classifier& classifier);

}  // namespace pgm::apps
