#include <io/page/page.hpp>

#include <io/page/detail/page_data.hpp>
#include <io/page/detail/page_numbers.hpp>
#include <io/page/detail/page_texts.hpp>
#include <io/page/detail/script_data.hpp>
#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/detail/place_in_file.hpp>
#include <io/picture/picture.hpp>
#include <io/scene/detail/text_width.hpp>
#include <pgm/compile/discrete_part.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace pgm::io {
namespace {

using detail::PageArc, detail::PageData, detail::PageVariable;

// The parts of a card, in points; page.js draws it by the same numbers.
constexpr double card_gap = 8, card_line = 20, bar_width = 60, number_width = 44;
constexpr double longest_name = 120, curve_height = 72;
constexpr double title_font = 13, state_font = 12;
constexpr double drawing_margin = 14;

double rounded(double number) {
    return std::round(10 * number) / 10;
}

/// Collects the data of a page.
class PageBuilder {
public:
    PageBuilder(const detail::PageSource& source, const PageOptions& options)
        : source_(source),
          drawn_(source.drawn),
          options_(options),
          part_(make_discrete_part(source.computed, NoiselessNumbers::allowed)),
          shown_(shown_variables()),
          place_(drawn_.size(), shown_.size()) {
        for (std::size_t i = 0; i < shown_.size(); ++i) place_[shown_[i].index()] = i;
    }

    PageData build() {
        if (drawn_.size() == 0) throw ArgumentError("the network has no variables");
        add_program();
        for (const VariableId id : shown_) data_.variables.push_back(variable_of(id));
        lay_out();
        for (const DensityGroup& group : part_.groups) add_numbers(group);
        for (const PageQuestion& question : options_.questions)
            data_.questions.push_back({question.text, question.answer});
        data_.title = document_title(drawn_, {.title = options_.title});
        data_.model = options_.model.empty() ? "MODEL" : options_.model;
        data_.theme = options_.theme == PageOptions::Theme::automatic ? "auto"
                      : options_.theme == PageOptions::Theme::dark    ? "dark"
                                                                      : "light";
        return std::move(data_);
    }

private:
    /// Those that are asked for, and all numbers of a group of which one is.
    std::vector<VariableId> shown_variables() const {
        std::vector<VariableId> shown = io::shown_variables(drawn_, {.only = options_.only});
        const auto is_shown = [asked = shown](VariableId id) {
            return std::ranges::binary_search(asked, id);
        };
        for (const DensityGroup& group : part_.groups) {
            if (std::ranges::any_of(group.members, is_shown))
                shown.insert(shown.end(), group.members.begin(), group.members.end());
        }
        std::ranges::sort(shown);
        shown.erase(std::ranges::unique(shown).begin(), shown.end());
        return shown;
    }

    bool is_on_page(const DensityGroup& group) const {
        return place_[group.members.front().index()] < shown_.size();
    }

    void add_program() {
        if (!options_.known.empty() &&
            InferenceEngine(part_.network, options_.limits).log_evidence(options_.known) ==
                -infinity)
            throw ImpossibleEvidenceError("what is known on the page cannot occur together");
        ImageOptions image{.known = options_.known, .limits = options_.limits};
        if (shown_.size() < drawn_.size()) {
            std::vector<VariableId> asked;
            for (const VariableId id : shown_)
                if (drawn_.variable(id).is_discrete()) asked.push_back(id);
            for (const DensityGroup& group : part_.groups)
                if (is_on_page(group)) asked.push_back(group.carrier);
            std::ranges::sort(asked);
            asked.erase(std::ranges::unique(asked).begin(), asked.end());
            image.targets = image.evidence = asked;
        }
        data_.program = detail::program_data(part_.network, std::move(image));
        data_.interventions = data_.program.has_interventions();
    }

    PageVariable variable_of(VariableId id) const {
        const Variable& variable = drawn_.variable(id);
        PageVariable made{.name = variable.name(), .kind = kind_of(variable)};
        const std::string label = detail::label_or_name(variable);
        if (label != variable.name()) made.label = label;
        made.states.assign(variable.states().begin(), variable.states().end());
        std::vector<std::string> labels = detail::state_labels(variable);
        const double names = std::min(longest_name, detail::widest(labels, state_font)),
                     title = detail::text_width(label, title_font, FontWeight::bold);
        if (labels != made.states) made.labels = std::move(labels);
        if (variable.is_discrete()) made.at = id.index();
        if (const Finding* const finding = options_.known.find(id))
            if (const std::optional<StateId> state = state_of(*finding))
                made.known = state->index();
        made.locked = std::ranges::find(options_.locked, id) != options_.locked.end();
        double row = names + card_gap + bar_width + card_gap + number_width;
        if (made.kind == "decision") row += card_gap + number_width;
        made.width = std::ceil(std::max(row, std::min(title, 2 * longest_name)) + 2 * card_gap);
        made.height = 2 * card_gap + card_line + content_height(made);
        return made;
    }

    static std::string kind_of(const Variable& variable) {
        if (variable.kind() == Variable::Kind::decision) return "decision";
        if (variable.kind() == Variable::Kind::utility) return "utility";
        return variable.is_discrete() ? "chance" : "number";
    }

    static double content_height(const PageVariable& variable) {
        if (variable.kind == "utility") return card_line;
        if (variable.kind == "number") return curve_height;
        return card_line * static_cast<double>(variable.states.size());
    }

    void lay_out() {
        std::vector<Arc> arcs;
        for (const Arc& arc : shown_arcs(drawn_, {.only = shown_})) {
            arcs.push_back(arc_between(place_[arc.parent.index()], place_[arc.child.index()]));
            data_.arcs.push_back({arcs.back().parent.index(),
                                  arcs.back().child.index(),
                                  {},
                                  is_informational(drawn_, arc)});
        }
        std::vector<Point> sizes;
        for (const PageVariable& variable : data_.variables)
            sizes.push_back({variable.width, variable.height});
        const detail::GraphLayout layout = detail::lay_out(arcs, sizes);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            data_.variables[i].x = rounded(layout.nodes[i].x + drawing_margin);
            data_.variables[i].y = rounded(layout.nodes[i].y + drawing_margin);
        }
        for (std::size_t i = 0; i < arcs.size(); ++i)
            data_.arcs[i].path = path_of(layout.splines[i]);
        data_.size = {rounded(layout.size.x + 2 * drawing_margin),
                      rounded(layout.size.y + 2 * drawing_margin)};
    }

    static Arc arc_between(std::size_t parent, std::size_t child) {
        return {VariableId(parent), VariableId(child)};
    }

    static std::string path_of(const std::vector<Point>& spline) {
        std::string path;
        for (std::size_t i = 0; i < spline.size(); ++i) {
            path += i == 0 ? "M" : i == 1 ? "C" : " ";
            path += to_text(rounded(spline[i].x + drawing_margin)) + " " +
                    to_text(rounded(spline[i].y + drawing_margin));
        }
        return path;
    }

    void add_numbers(const DensityGroup& group) {
        if (!is_on_page(group)) return;
        detail::PageDensities densities = detail::page_densities(source_, group, place_);
        if (!densities.variables.empty()) data_.densities.push_back(std::move(densities));
        std::ranges::move(detail::page_utilities(source_, group, place_),
                          std::back_inserter(data_.utilities));
    }

    detail::PageSource source_;
    const BayesianNetwork& drawn_;
    const PageOptions& options_;
    DiscretePart part_;
    std::vector<VariableId> shown_;
    std::vector<std::size_t> place_;  ///< by variable: its place on the page, or the end
    PageData data_;
};

/// What a browser may do on the page: run its scripts and use its style.
std::string security_policy() {
    return "default-src 'none'; script-src 'sha256-" +
           detail::base64_of_digits(detail::page_start.digest) + "' 'sha256-" +
           detail::base64_of_digits(detail::page_script.digest) + "'; style-src 'sha256-" +
           detail::base64_of_digits(detail::page_style.digest) +
           "'; base-uri 'none'; form-action 'none'";
}

std::string page_of(const PageData& data) {
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
        security_policy() +
        "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
        escape_markup(data.title) + "</title>\n<style>";
    page.append(detail::page_style.text)
        .append("</style>\n</head>\n<body>\n")
        .append(detail::page_body)
        .append("<script type=\"application/gzip\" id=\"model\">")
        .append(detail::packed_base64(detail::script_json(data)))
        .append("</script>\n<script type=\"application/gzip\" id=\"script\">")
        .append(detail::packed_base64(detail::page_script.text))
        .append("</script>\n<script>")
        .append(detail::page_start.text);
    return page + "</script>\n</body>\n</html>\n";
}

}  // namespace

std::string write_page(const BayesianNetwork& network, const PageOptions& options) {
    return page_of(PageBuilder({network, network}, options).build());
}

std::string write_page(const InfluenceDiagram& diagram, const Strategy& strategy,
                       const PageOptions& options) {
    const BayesianNetwork computed = with_strategy(diagram, strategy);
    return page_of(PageBuilder({diagram.network(), computed, diagram.summands()}, options).build());
}

}  // namespace pgm::io
