#include <apps/pgm/report/em_report.hpp>

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/like_problems.hpp>
#include <apps/pgm/shell/output.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/factorisation.hpp>

namespace pgm::apps {
namespace {

constexpr std::size_t longest_shown_arcs = 20, most_states_listed = 12;

std::string states_of_variable(const Variable& variable) {
    if (!variable.is_discrete()) return "continuous";
    if (variable.cardinality() > most_states_listed)
        return counted(variable.cardinality(), "state");
    std::string text;
    for (const std::string& state : variable.states())
        text += (text.empty() ? "" : ", ") + shown_name(state);
    return text;
}

}  // namespace

void add_em(JsonText& json, const learners::EmReport& em) {
    json.key("em").begin_object().key("iterations").count(em.iterations);
    json.key("log_likelihood").begin_array();
    for (const double value : em.log_likelihood) json.number(value);
    json.end_array().key("data_log_likelihood").number(em.data_log_likelihood);
    json.key("converged").boolean(em.converged).key("partial").boolean(em.partial);
    json.key("restarts").count(em.restarts).end_object();
}

std::string em_text(const learners::EmReport& em) {
    const std::string end = em.converged ? "converged" : em.partial ? "stopped" : "not converged";
    return counted(em.iterations, "iteration") +
           (em.restarts > 1 ? " (the best of " + std::to_string(em.restarts) + " starts)" : "") +
           ", " + end + "; log-likelihood " + to_text(em.data_log_likelihood, 8);
}

std::string em_network_json(const learners::EmNetwork& fitted, const Dataset& data,
                            const std::string& structure, const std::string& path) {
    JsonText json;
    json.begin_object();
    path.empty() ? json.key("model").null() : json.key("model").string(path);
    json.key("rows").count(data.rows()).key("structure").string(structure);
    json.key("variables").begin_array();
    for (const Variable& variable : fitted.network.variables()) json.string(variable.name());
    json.end_array().key("parameters").count(parameter_count(fitted.network));
    json.key("factorisation").string(factorisation(fitted.network)).key("remarks").begin_array();
    for (const std::string& remark : fitted.remarks) json.string(remark);
    json.end_array();
    add_em(json, fitted.report);
    json.end_object();
    return json.take();
}

std::string em_network_text(const learners::EmNetwork& fitted, const Dataset& data,
                            const std::string& structure, const std::string& data_path,
                            const std::string& path) {
    using enum TextTable::Align;
    const BayesianNetwork& network = fitted.network;
    TextTable table({left, left});
    table.add({"data", (data_path == "-" ? "standard input" : data_path) + ", " +
                           counted(data.rows(), "row")});
    table.add({"structure", structure + (network.size() <= longest_shown_arcs
                                             ? "   " + factorisation_text(network)
                                             : std::string())});
    table.add({"em", em_text(fitted.report)});
    table.add({"parameters", std::to_string(parameter_count(network)) + " free"});
    for (const std::string& remark : summarised(fitted.remarks)) table.add({"note", remark});
    if (!path.empty()) table.add({"written", path});
    TextTable variables({left, left});
    for (const Variable& variable : network.variables())
        variables.add({shown_name(variable.name()), states_of_variable(variable)});
    return table.text() + "variables\n" + variables.text(2);
}

}  // namespace pgm::apps
