#include <apps/pgm/report/page/page.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/text/number_text.hpp>

#include <filesystem>

namespace pgm::apps {
namespace {

/// The title and the facts below it.
Report head_of(const PageParts& parts) {
    const std::string name = std::filesystem::path(parts.subject).filename().string();
    Report head{Heading{shown_name(name.empty() ? parts.subject : name), 1}};
    std::string text;
    if (parts.has_rows())
        text = counted(parts.all.rows(), "row") + " and " +
               counted(parts.all.columns().size(), "column") +
               (parts.methods.model.empty() ? "" : " of " + parts.methods.source);
    if (!parts.methods.class_name.empty())
        text += (text.empty() ? "Class " : ", class ") + shown_name(parts.methods.class_name);
    if (!parts.methods.date.empty()) text += (text.empty() ? "" : ", ") + parts.methods.date;
    if (!text.empty()) head.add(Sentence{text + "."});
    head.add("subject", parts.subject);
    head.add("rows", parts.has_rows() ? Value(parts.all.rows()) : Value());
    return head.add("class", or_null(parts.methods.class_name));
}

/// A section that does not apply, and why.
Report left_out(const std::string& heading, const std::string& why) {
    return {Heading{heading}, Sentence{why}};
}

}  // namespace

Report page_of(const PageParts& parts) {
    Report page = head_of(parts);
    const bool has_class = !parts.methods.class_name.empty();
    const PageTable table{.data = parts.data,
                          .class_name = parts.has_rows() ? parts.methods.class_name : "",
                          .seed = parts.methods.seed,
                          .threads = parts.threads};
    if (parts.has_rows())
        page.append(table_one_section(table))
            .append(missing_cells_section(parts.all))
            .append(associations_section(table));
    else
        page.append(left_out("The rows",
                             "There is no table of them, missing cells and "
                             "associations: --data names one."));
    const PageNetwork network{.network = parts.members.front().network,
                              .title = parts.subject,
                              .arcs = parts.arcs,
                              .has_open_directions = !parts.predictor,
                              .networks = parts.members.size()};
    page.append(structure_section(network)).append(distributions_section(network));
    if (parts.evaluation)
        page.append(validation_section(*parts.evaluation, *parts.scored));
    else
        page.append(left_out("How well it predicts",
                             !parts.predictor ? "No column is a class that could be predicted."
                             : has_class && parts.has_rows()
                                 ? "There are too few rows with a class to tell."
                                 : "Rows with a class tell that: --data names a table."));
    if (parts.predictor && parts.has_rows())
        page.append(contributions_section(*parts.predictor, parts.all));
    return page.append(methods_section(parts.methods, parts.has_rows() ? &parts.all : nullptr,
                                       parts.predictor ? &parts.predictor->classifier() : nullptr));
}

Dag arcs_between_columns(const Classifier& classifier, const Dataset& data) {
    const BayesianNetwork& network = classifier.model().network();
    Dag dag(data.columns().size());
    for (const Arc& arc : network.dag().arcs()) {
        const auto parent = data.find(network.variable(arc.parent).name()),
                   child = data.find(network.variable(arc.child).name());
        if (parent && child) dag.add_arc(VariableId(parent->index()), VariableId(child->index()));
    }
    return dag;
}

learners::ArcConfidence confidence_of_variables(const learners::ArcConfidence& of_columns,
                                                const BayesianNetwork& network,
                                                const Dataset& data) {
    learners::ArcConfidence confidence(network.size());
    const auto column_of = [&](std::size_t v) { return data.find(network.variables()[v].name()); };
    for (std::size_t a = 0; a < network.size(); ++a)
        for (std::size_t b = 0; b < network.size(); ++b)
            if (const auto from = column_of(a), to = column_of(b); a != b && from && to)
                confidence.set(VariableId(a), VariableId(b),
                               of_columns.arc(VariableId(from->index()), VariableId(to->index())));
    return confidence;
}

}  // namespace pgm::apps
