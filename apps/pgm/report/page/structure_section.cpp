#include <apps/pgm/report/page/sections.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/distribution_report.hpp>
#include <apps/pgm/report/page/page_numbers.hpp>
#include <apps/pgm/report/page/picture_distributions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/equivalence.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <utility>

namespace pgm::apps {
namespace {

/// Beyond so many variables there is no picture, no bars in it, and no table of each.
constexpr std::size_t most_pictured = 150, most_with_bars = 24, most_tabled = 60;
constexpr std::size_t most_arcs_listed = 80;

/// The arcs of the network with their confidence. Where directions are given the two of an edge
/// are one.
std::vector<io::SureArc> arcs_of(const PageNetwork& page) {
    std::vector<io::SureArc> arcs;
    for (const Arc& arc : page.network.dag().arcs()) {
        double confidence = 0;
        if (page.arcs)
            confidence = page.has_open_directions
                             ? page.arcs->confidence.arc(arc.parent, arc.child)
                             : page.arcs->confidence.edge(arc.parent, arc.child);
        arcs.push_back({arc, std::min(confidence, 1.0)});
    }
    return arcs;
}

/// A network without a bar where its posteriors take more than there is.
std::vector<std::string> add_bars(io::Picture& picture, const BayesianNetwork& network) {
    if (network.size() > most_with_bars) return {};
    try {
        const auto densities = ask_distributions(picture, {}, InferenceEngine(network));
        if (densities) return add_densities(picture, network, *densities);
    } catch (const TooLargeError&) {
        picture.distributions.clear();
    }
    return {};
}

std::vector<Edge> open_edges(const PageNetwork& page) {
    if (!page.has_open_directions) return {};
    const BayesianNetwork& network = page.network;
    return cpdag(network.dag(), mixed_arcs(network.dag(), network.variables())).reversible;
}

void add_picture(Report& report, const PageNetwork& page, const std::vector<Edge>& open) {
    const BayesianNetwork& network = page.network;
    const std::string size = counted(network.size(), "variable");
    if (network.size() > most_pictured) {
        report.add(Sentence{"The picture of " + size +
                            " is left out; 'pgm draw' makes a page of it to zoom and to search."});
        return;
    }
    io::Picture picture;
    picture.title = page.title;
    picture.open = open;
    if (page.arcs) {
        picture.confidence =
            page.has_open_directions ? sure_arcs(page.arcs->confidence) : arcs_of(page);
    }
    const std::vector<std::string> remarks = add_bars(picture, network);
    try {
        report.add(Figure{"The network: " + size + " and " +
                              counted(network.dag().arc_count(), "arc") +
                              (page.arcs ? ", with the confidence of each arc" : ""),
                          io::network_scene(network, picture)});
    } catch (const TooLargeError& error) {
        report.add(Sentence{"There is no picture: " + error.message() + "."});
    }
    for (const std::string& remark : remarks) report.add(Sentence{"There is " + remark + "."});
}

Report arc_row(const PageNetwork& page, const std::vector<Edge>& open, const io::SureArc& sure) {
    const auto [parent, child] = sure.arc;
    const std::string from = page.network.variable(parent).name(),
                      to = page.network.variable(child).name();
    const Edge edge{std::min(parent, child), std::max(parent, child)};
    const bool is_open = std::ranges::find(open, edge) != open.end();
    Report row{
        {"arc", std::vector{from, to}},
        {"open", is_open},
        Shown{"arc", shown_name(from) + (is_open ? " \u2014 " : " \u2192 ") + shown_name(to)}};
    if (!page.arcs) return row;
    if (page.has_open_directions)
        row.add("confidence", sure.confidence,
                Shown{"this direction", decimals_text(sure.confidence, 2), Align::right});
    const double either = std::min(page.arcs->confidence.edge(parent, child), 1.0);
    return row.add("edge", either,
                   Shown{page.has_open_directions ? "either" : "confidence",
                         decimals_text(either, 2), Align::right});
}

}  // namespace

Report structure_section(const PageNetwork& page) {
    Report report{Heading{"The structure"}};
    if (page.networks > 1)
        report.add(Sentence{"The model averages " + counted(page.networks, "network") +
                            "; the one of most weight is shown."});
    const std::vector<Edge> open = open_edges(page);
    add_picture(report, page, open);
    std::vector<io::SureArc> arcs = arcs_of(page);
    std::ranges::stable_sort(arcs, std::greater(), &io::SureArc::confidence);
    Report of_structure{{"variables", page.network.size()},
                        {"parameters", parameter_count(page.network)}};
    if (page.arcs) of_structure.add("replicates", page.arcs->replicates);
    of_structure.add(
        "arcs", Section{.title = "",
                        .rows = rows_of(
                            arcs, [&](const io::SureArc& arc) { return arc_row(page, open, arc); }),
                        .most = most_arcs_listed});
    if (page.arcs)
        of_structure.add(Sentence{"Confidence: the share of " +
                                  counted(page.arcs->replicates, "bootstrap replicate") +
                                  " in which the arc was found again."});
    if (!open.empty())
        of_structure.add(
            Sentence{"The rows leave the direction open of arcs that are drawn without a head."});
    return report.add("structure", of_structure);
}

Report distributions_section(const PageNetwork& page) {
    constexpr double probability = 0.95;
    constexpr ShownPart part{.rows = 24, .columns = 6, .counts = false, .interval = probability};
    const BayesianNetwork& network = page.network;
    Report report{Heading{"The numbers of the model"}};
    bool has_weights = false;
    std::vector<Report> all;
    Report tables;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId id(v);
        has_weights = has_weights || !network.row_weights(id).empty();
        all.push_back(distribution_report(network, id, part));
        if (v >= most_tabled) continue;
        for (const Fact& fact : all.back().facts())
            if (const auto* const section = std::get_if<Section>(&fact.shown)) tables.add(*section);
    }
    report.add(Sentence{
        has_weights
            ? "In parentheses are 95 % credible intervals, from the rows behind each number."
            : "There are no intervals, as the model keeps no weight of the rows behind its "
              "numbers."});
    report.add("distributions", ReportRows(std::move(all))).append(tables);
    if (network.size() > most_tabled)
        report.add(Sentence{"The distributions of " +
                            counted(network.size() - most_tabled, "further variable") +
                            " are left out; 'pgm show' prints them."});
    return report;
}

}  // namespace pgm::apps
