#include <apps/pgm/report/evaluation_plots.hpp>

#include <io/file/output_file.hpp>
#include <io/plot/plot_calibration.hpp>
#include <io/plot/plot_confusion.hpp>
#include <io/plot/plot_mean_ranks.hpp>
#include <io/plot/plot_regions.hpp>
#include <io/plot/plot_roc.hpp>
#include <pgm/classify/decision_grid.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>

namespace pgm::apps {
namespace {

constexpr std::size_t most_confusion_classes = 60, most_dots = 2000;

/// A file name that needs no quoting anywhere.
std::string slug(const std::string& structure) {
    constexpr std::size_t longest = 60;
    std::string name;
    for (const char c : structure.substr(0, longest)) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
        if (plain)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && (name.back() == '-' || name.back() == '.')) name.pop_back();
    return name.empty() ? "structure" : name;
}

/// The path of FOLDER/NAME.svg.
std::string save(const std::string& folder, const std::string& name, const std::string& svg) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw IoError("cannot make the folder '" + folder + "': " + error.message());
    const std::string path = (std::filesystem::path(folder) / (name + ".svg")).string();
    io::save_atomically(path, svg);
    return path;
}

std::string save(const PlotPlace& place, const std::string& kind, const std::string& svg) {
    return save(place.folder, kind + "-" + place.name, svg);
}

/// One curve per class; of two classes the second is enough.
std::vector<std::size_t> classes_to_draw(const ScoredPredictions& scored) {
    if (scored.classes.size() == 2) return {1};
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < scored.classes.size(); ++k) all.push_back(k);
    return all;
}

/// The interval of a column's values with a margin; [0, 1] around nothing.
io::PlotAxis axis_of(const Column& column) {
    constexpr double margin = 0.06;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t row = 0; row < column.rows(); ++row) {
        const double value = column.value(row);
        if (std::isnan(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (!(low <= high)) return {column.name(), 0, 1};
    const double width = high > low ? high - low : std::max(1.0, std::abs(low));
    return {column.name(), low - margin * width, high + margin * width};
}

std::vector<io::DecisionRegions::Dot> dots_of(const Dataset& data, const Column& x, const Column& y,
                                              const Variable& class_variable) {
    const ColumnAlignment alignment(data, {&class_variable, 1}, UnseenPolicy::missing);
    const Column* const classes = alignment.columns().front();
    std::vector<io::DecisionRegions::Dot> dots;
    if (classes == nullptr) return dots;
    const std::size_t step = data.rows() / most_dots + 1;  // every so many rows of a large table
    for (std::size_t row = 0; row < data.rows(); row += step)
        if (!classes->is_missing(row))
            dots.push_back({x.value(row), y.value(row), classes->state(row)->index()});
    return dots;
}

}  // namespace

std::vector<PlotPlace> plot_places(const std::string& folder,
                                   const std::vector<std::string>& structures) {
    std::vector<PlotPlace> places;
    for (const std::string& structure : structures) {
        const std::string plain = slug(structure);
        const auto taken = [&places](const std::string& name) {
            return std::ranges::find(places, name, &PlotPlace::name) != places.end();
        };
        std::string name = plain;
        for (std::size_t number = 2; taken(name); ++number)
            name = plain + "-" + std::to_string(number);
        places.push_back({folder, structure, std::move(name)});
    }
    return places;
}

std::vector<std::string> write_plots(const PlotPlace& place, const ScoredPredictions& scored) {
    std::vector<io::RocSeries> curves;
    std::vector<io::CalibrationSeries> calibrations;
    for (const std::size_t k : classes_to_draw(scored)) {
        std::vector<RocPoint> points = roc_curve(scored, k);
        if (!points.empty())
            curves.push_back({scored.classes[k], std::move(points), *area_under_roc(scored, k)});
        calibrations.push_back({scored.classes[k], calibration_curve(scored, k)});
    }
    std::vector<std::string> paths;
    if (!curves.empty())
        paths.push_back(save(place, "roc", io::roc_svg("ROC of " + place.structure, curves)));
    paths.push_back(save(place, "calibration",
                         io::calibration_svg("Calibration of " + place.structure, calibrations)));
    if (scored.classes.size() <= most_confusion_classes)
        paths.push_back(
            save(place, "confusion",
                 io::confusion_svg("Confusion of " + place.structure, confusion_matrix(scored))));
    return paths;
}

std::string write_regions(const PlotPlace& place, const Predictor& predictor, const Dataset& data,
                          const std::pair<std::string, std::string>& features,
                          std::size_t threads) {
    const Column &x = data.column(features.first), &y = data.column(features.second);
    if (x.is_discrete() || y.is_discrete())
        throw ArgumentError("decision regions are drawn over continuous columns");
    io::DecisionRegions regions{
        .title = "Decision regions of " + place.structure, .x = axis_of(x), .y = axis_of(y)};
    const GridSpec grid{.x = x.name(),
                        .y = y.name(),
                        .x_low = regions.x.low,
                        .x_high = regions.x.high,
                        .y_low = regions.y.low,
                        .y_high = regions.y.high};
    regions.columns = grid.columns;
    regions.rows = grid.rows;
    regions.classes = predictor.classifier().class_variable().states();
    regions.scores = decision_grid(predictor, grid, threads);
    regions.dots = dots_of(data, x, y, predictor.classifier().class_variable());
    return save(place, "regions", io::regions_svg(regions));
}

std::string write_mean_ranks(const std::string& folder, const std::string& title,
                             const std::vector<std::string>& labels, const MeanRanks& ranks) {
    return save(folder, "critical-difference", io::mean_ranks_svg(title, labels, ranks));
}

std::optional<std::pair<std::string, std::string>> two_continuous_features(
    const Classifier& classifier) {
    std::vector<std::string> names;
    for (const Variable& feature : classifier.features())
        if (!feature.is_discrete()) names.push_back(feature.name());
    return names.size() == 2 ? std::optional(std::pair(names[0], names[1])) : std::nullopt;
}

}  // namespace pgm::apps
