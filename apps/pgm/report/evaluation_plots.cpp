#include <apps/pgm/report/evaluation_plots.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/data_info.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/file/output_file.hpp>
#include <io/scene/scene_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <functional>
#include <numeric>

namespace pgm::apps {
namespace {

constexpr std::size_t most_confusion_classes = 60, most_dots = 2000, most_panels = 30,
                      most_curves = 7;

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

/// The path of a file in the folder, which is made if need be.
std::string save(const PlotFolder& folder, const std::string& file, const std::string& bytes) {
    std::error_code error;
    std::filesystem::create_directories(folder.path, error);
    if (error) throw IoError("cannot make the folder '" + folder.path + "': " + error.message());
    const std::string path = (std::filesystem::path(folder.path) / file).string();
    io::save_atomically(path, bytes);
    return path;
}

/// The path of DIR/NAME.svg.
std::string save(const PlotFolder& folder, const std::string& name, const io::Scene& plot) {
    const std::string file = name + "." + folder.suffix;
    const io::WrittenScene written =
        io::write_scene(plot, io::scene_format_of(file).value_or(io::SceneFormat::svg));
    say_replaced(written.replaced);
    return save(folder, file, written.bytes);
}

std::string save(const PlotPlace& place, const std::string& kind, const io::Scene& plot) {
    return save(place.folder, kind + "-" + place.name, plot);
}

/// The classes to draw in state order: of two the second, whose curves mirror those of the first;
/// of many those with most rows.
std::vector<std::size_t> classes_to_draw(const ScoredPredictions& scored) {
    if (scored.classes.size() == 2) return {1};
    std::vector<std::size_t> drawn(scored.classes.size());
    std::iota(drawn.begin(), drawn.end(), std::size_t{0});
    if (drawn.size() <= most_panels) return drawn;
    std::vector<double> rows(scored.classes.size(), 0.0);
    for (std::size_t row = 0; row < scored.rows(); ++row)
        rows[scored.truth[row]] += scored.weight(row);
    std::ranges::stable_sort(drawn, std::greater(), [&](std::size_t k) { return rows[k]; });
    drawn.resize(most_panels);
    std::ranges::sort(drawn);
    return drawn;
}

/// ", the 30 of 128 classes with most rows"; "" where all are drawn.
std::string shown_classes(const ScoredPredictions& scored) {
    if (scored.classes.size() <= most_panels) return {};
    return ", the " + std::to_string(most_panels) + " of " + std::to_string(scored.classes.size()) +
           " classes with most rows";
}

/// A panel for every class, with its curve.
std::vector<io::RocPanel> roc_panels(const ScoredPredictions& scored) {
    std::vector<io::RocPanel> panels;
    for (const std::size_t k : classes_to_draw(scored))
        panels.push_back({scored.classes[k], {io::visible_points(roc_curve(scored, k))}});
    return panels;
}

bool has_curve(const io::RocPanel& panel) {
    return std::ranges::any_of(panel.curves, [](const auto& curve) { return !curve.empty(); });
}

/// The ROC curves of one structure: those of a few classes in one frame, those of many in a panel
/// each; null where no class has one.
std::optional<io::Scene> roc_of(const std::string& structure, const ScoredPredictions& scored) {
    const std::string title = "ROC of " + structure + shown_classes(scored);
    std::vector<io::RocPanel> panels = roc_panels(scored);
    if (std::ranges::none_of(panels, has_curve)) return std::nullopt;
    if (panels.size() > most_curves) {
        const std::vector<io::RocSeries> series{{structure, area_under_roc(scored)}};
        return io::roc_plot(title, series, panels);
    }
    std::vector<io::RocSeries> series;
    io::RocPanel all;
    const std::vector<std::size_t> classes = classes_to_draw(scored);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        if (!has_curve(panels[i])) continue;
        series.push_back({panels[i].label, area_under_roc(scored, classes[i])});
        all.curves.push_back(std::move(panels[i].curves.front()));
    }
    return io::roc_plot(title, series, {&all, 1});
}

io::Scene calibration_curves_of(const std::string& structure, const ScoredPredictions& scored,
                                std::size_t repeats) {
    std::vector<io::CalibrationSeries> series;
    for (const std::size_t k : classes_to_draw(scored)) {
        series.push_back({scored.classes[k], calibration_curve(scored, k)});
        // A row that is predicted in every repeat is one observation.
        for (CalibrationBin& bin : series.back().bins) bin.weight /= static_cast<double>(repeats);
    }
    return io::calibration_plot("Calibration of " + structure + shown_classes(scored), series);
}

/// The interval of a column's values with a margin; [0, 1] around nothing.
io::PlotAxis axis_of(const Column& column) {
    constexpr double margin = 0.06;
    const auto [low, high, mean] = number_range(column);
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

std::vector<PlotPlace> plot_places(const PlotFolder& folder,
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

std::vector<EvaluationPlot> evaluation_plots(const std::string& structure,
                                             const ScoredPredictions& scored, std::size_t repeats) {
    std::vector<EvaluationPlot> plots;
    if (std::optional<io::Scene> roc = roc_of(structure, scored))
        plots.push_back({"roc", *std::move(roc)});
    plots.push_back({"calibration", calibration_curves_of(structure, scored, repeats)});
    if (scored.classes.size() <= most_confusion_classes)
        plots.push_back({"confusion", io::confusion_plot("Confusion of " + structure,
                                                         confusion_matrix(scored))});
    return plots;
}

std::vector<std::string> write_plots(const PlotPlace& place, const ScoredPredictions& scored,
                                     std::size_t repeats) {
    std::vector<std::string> paths;
    for (const auto& [kind, plot] : evaluation_plots(place.structure, scored, repeats))
        paths.push_back(save(place, kind, plot));
    return paths;
}

void RocComparison::add(const std::string& structure, const ScoredPredictions& scored) {
    std::vector<io::RocPanel> panels = roc_panels(scored);
    if (series_.empty()) {
        panels_ = std::move(panels);
    } else {
        for (std::size_t i = 0; i < panels.size(); ++i)
            panels_[i].curves.push_back(std::move(panels[i].curves.front()));
    }
    series_.push_back({structure, area_under_roc(scored)});
    shown_ = scored.classes.size() == 2 ? ", class " + scored.classes[1] : shown_classes(scored);
}

std::optional<std::string> RocComparison::write(const PlotFolder& folder) const {
    if (series_.size() < 2 || std::ranges::none_of(panels_, has_curve)) return std::nullopt;
    return save(
        folder, "roc",
        io::roc_plot("ROC of " + counted(series_.size(), "structure") + shown_, series_, panels_));
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
    return save(place, "regions", io::regions_plot(regions));
}

std::string write_mean_ranks(const PlotFolder& folder, const std::string& title,
                             const std::vector<std::string>& labels, const MeanRanks& ranks) {
    return save(folder, "critical-difference", io::mean_ranks_plot(title, labels, ranks));
}

std::string write_plots_page(const PlotFolder& folder, const std::string& title,
                             const std::vector<std::string>& plots) {
    const std::string name = io::escape_markup(title);
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<title>" +
        name +
        "</title>\n<style>body { font: 15px sans-serif; } "
        "img { max-width: 100%; }</style>\n</head>\n<body>\n<h1>" +
        name + "</h1>\n";
    for (const std::string& plot : plots) {
        const std::string file = std::filesystem::path(plot).filename().string();
        page +=
            "<p><a href=\"" + file + "\">" +
            (folder.suffix == "svg" ? "<img src=\"" + file + "\" alt=\"" + file + "\">" : file) +
            "</a></p>\n";
    }
    return save(folder, "index.html", page + "</body>\n</html>\n");
}

void save_picture(const std::string& path, const io::Scene& picture) {
    const io::WrittenScene written = io::write_scene(picture, io::scene_format_of(path).value());
    say_replaced(written.replaced);
    io::save_atomically(path, written.bytes);
}

void say_replaced(const std::vector<std::string>& texts) {
    constexpr std::size_t most_named = 3;
    if (texts.empty()) return;
    print_note(
        "the fonts of PDF files have no characters for all of " +
            first_few(texts, most_named, quoted_name) + ", which have '?' in their place",
        "a .svg file, or a page in .html, has them, and LaTeX with fonts for them makes PDF of "
        "a .tex file");
}

std::optional<std::pair<std::string, std::string>> two_continuous_features(
    const Classifier& classifier) {
    std::vector<std::string> names;
    for (const Variable& feature : classifier.features())
        if (!feature.is_discrete()) names.push_back(feature.name());
    return names.size() == 2 ? std::optional(std::pair(names[0], names[1])) : std::nullopt;
}

}  // namespace pgm::apps
