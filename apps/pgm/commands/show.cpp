#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/classifier_report.hpp>
#include <apps/pgm/report/distribution_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/classify/linear_discriminant.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <limits>
#include <memory>

namespace pgm::apps {
namespace {

struct ShowRequest {
    std::string model;
    std::string of;  ///< names of variables; empty: all of them
    bool counts = false;
    std::string interval;  ///< its probability; empty: none
};

/// The part of each distribution that people see. Those that were named are seen whole.
ShownPart shown_part(const ShowRequest& request) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    constexpr std::size_t most_rows = 24, most_columns = 10;
    ShownPart part{.rows = most_rows, .columns = most_columns, .counts = request.counts};
    if (!request.of.empty()) part.rows = part.columns = all;
    if (!request.interval.empty()) part.interval = parse_interval(request.interval);
    return part;
}

std::vector<VariableId> chosen(const ShowRequest& request, const BayesianNetwork& network) {
    std::vector<VariableId> ids;
    if (request.of.empty()) {
        for (std::size_t v = 0; v < network.size(); ++v) ids.emplace_back(v);
        return ids;
    }
    return parse_variables(network, request.of);
}

Report distributions_for_programs(const ShowRequest& request, const WeightedNetwork& member) {
    const BayesianNetwork& network = member.network;
    return {{"name", network.name()},
            {"weight", member.weight},
            {"distributions", rows_of(chosen(request, network), [&](VariableId id) {
                 return distribution_report(network, id, shown_part(request));
             })}};
}

/// The sections of the distributions, one after the other.
void add_for_people(Report& report, const ShowRequest& request, const BayesianNetwork& network) {
    for (const VariableId id : chosen(request, network)) {
        Report distribution = distribution_report(network, id, shown_part(request));
        for (Fact& fact : distribution.facts()) {
            if (auto* const section = std::get_if<Section>(&fact.shown))
                report.add(Sentence{}).add(std::move(*section));
        }
    }
}

void add_networks(Session& session, Report& report, const ShowRequest& request,
                  std::span<const WeightedNetwork> members) {
    if (session.json) {
        report.add("networks", rows_over(members, [&](const WeightedNetwork& member) {
                       return distributions_for_programs(request, member);
                   }));
        return;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (members.size() > 1)
            report.add(Sentence{})
                .add(Sentence{"network " + std::to_string(i + 1) + " of " +
                              std::to_string(members.size()) + ", weight " +
                              number_text(members[i].weight)});
        add_for_people(report, request, members[i].network);
    }
}

Report network_report(const BayesianNetwork& network) {
    Report report{{"kind", "network"}};
    if (!network.name().empty()) report.add("name", "network", network.name());
    return report.add("variables", "variables", network.size())
        .add("arcs", "arcs", network.dag().arc_count())
        .add("parameters", "parameters", parameter_count(network));
}

/// The row of one discriminant: the weights w of the features and w0.
Report discriminant_row(const LinearDiscriminant& discriminant, const std::string& first,
                        const std::string& second, std::size_t most_features) {
    Report weights;
    Report row{{"first", first},
               {"second", second},
               Shown{"", shown_name(first) + " : " + shown_name(second)}};
    for (std::size_t i = 0; i < discriminant.features.size(); ++i) {
        const double weight = discriminant.weights[static_cast<Eigen::Index>(i)];
        weights.add(discriminant.features[i], weight);
        if (i < most_features)
            row.add(Shown{"w of " + shown_name(discriminant.features[i]), number_text(weight),
                          Align::right});
    }
    return row.add("w", std::move(weights))
        .add("w0", discriminant.bias, Shown{"w0", number_text(discriminant.bias), Align::right});
}

/// w and w0 of each class against the last one, where all features are normal with one covariance
/// matrix (LDA).
void add_discriminants(Report& report, const Classifier& classifier, std::size_t most_features) {
    const NetworkClassifier* const networks = classifier.networks();
    if (!networks || networks->model().is_mixture()) return;
    const BayesianNetwork& network = networks->model().network();
    const std::vector<std::string>& classes = classifier.class_variable().states();
    const auto is_tied =
        Overloaded{[](const LinearGaussianCpd& gaussian) {
                       return gaussian.tying() == LinearGaussianCpd::Tying::slopes_and_variance;
                   },
                   [](const auto&) { return false; }};
    const bool has_tied = std::ranges::any_of(
        network.cpds(), [&](const Cpd& cpd) { return std::visit(is_tied, cpd); });
    if (!has_tied) return;
    std::vector<Report> rows;
    const StateId last(classes.size() - 1);
    for (std::size_t k = 0; k + 1 < classes.size(); ++k) {
        try {
            rows.push_back(discriminant_row(
                linear_discriminant(network, network.id(classifier.class_name()), StateId(k), last),
                classes[k], classes.back(), most_features));
        } catch (const ArgumentError&) {
            return;  // other features are in the network, too
        }
    }
    report.add(Sentence{})
        .add("discriminants",
             Section{.title = "P(first | x) = 1 / (1 + exp(-(w . x + w0))) of two classes",
                     .rows = std::move(rows)});
}

Report classifier_facts(const Classifier& classifier, const ShowRequest& request) {
    Report report{{"kind", "classifier"}};
    report.append(classifier_report(classifier)).append(calibration_report(classifier));
    report.append(missing_cells_report(classifier)).append(stack_report(classifier));
    add_discriminants(report, classifier, shown_part(request).columns);
    return report;
}

int show(Session& session, const ShowRequest& request) {
    const io::SavedModel model = load_model_and_text(session, request.model).model;
    const auto* const classifier = std::get_if<Classifier>(&model);
    Report report;
    std::vector<WeightedNetwork> members;
    timed(session, [&] {
        members = classifier && session.json ? all_networks(*classifier)
                                             : networks_of(session, request.model, model);
        report = classifier ? classifier_facts(*classifier, request)
                            : network_report(members.front().network);
        if (classifier && !request.of.empty()) report = Report{{"kind", "classifier"}};
        add_networks(session, report, request, members);
        return 0;
    });
    write(session, report);
    return fine;
}

}  // namespace

Action set_up_show(Options& options, Session& session) {
    const auto given = std::make_shared<ShowRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.text("--of", given->of, "NAMES",
                 "Only the distributions of these variables, and all of each: 'lung, bronc'");
    options.flag("--counts", given->counts,
                 "The weight of the rows of data behind each row, pseudo-counts included, of a "
                 "model that was fitted");
    options.text(
        "--interval", given->interval, "P",
        "Credible intervals of this probability, '95%', behind the numbers of a model that "
        "was fitted");
    add_chance_only(options, session);
    return [given, &session] { return show(session, *given); };
}

}  // namespace pgm::apps
