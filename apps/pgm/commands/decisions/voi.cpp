#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/diagram_options.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/cost_file.hpp>
#include <io/loss_matrix_file.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/decide/value_of_information.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>
#include <map>
#include <memory>

namespace pgm::apps {
namespace {

struct VoiRequest {
    std::string model;
    DiagramOptions diagram;
    EvidenceOptions evidence;
    std::string before, of, accuracy, costs;
    std::string class_name, loss;
    std::size_t ahead = 1;
};

/// One variable that could be seen, or a set of them, and what that is worth.
struct Look {
    std::vector<VariableId> of;
    std::optional<VariableId> before{};
    double value = 0;
    std::optional<double> mutual_information{};
    double cost = 0;
    std::optional<VariableId> next{};  ///< the best to be seen after it
    double value_with_next = 0, cost_with_next = 0;

    double net() const { return std::max(value - cost, value_with_next - cost_with_next); }
};

using Costs = std::map<std::string, double, std::less<>>;

class Listing {
public:
    Listing(const VoiRequest& request, const BayesianNetwork& network) : network_(network) {
        if (!request.costs.empty()) costs_ = io::read_costs(request.costs);
        for (const auto& [name, cost] : costs_) network.id(name);
    }

    double cost(VariableId variable) const {
        const auto found = costs_.find(network_.variable(variable).name());
        return found == costs_.end() ? 0 : found->second;
    }

    /// With costs the order is that of what is left after them.
    Report report(std::vector<Look>& looks) const {
        if (!costs_.empty())
            std::ranges::stable_sort(looks, [](const Look& a, const Look& b) {
                return std::pair(a.before, -a.net()) < std::pair(b.before, -b.net());
            });
        return {{"value_of_perfect_information",
                 Section{.title = "",
                         .rows = rows_of(looks, [&](const Look& look) { return row(look); }),
                         .indent = 0}}};
    }

private:
    Report row(const Look& look) const {
        const auto name = [&](VariableId id) { return network_.variable(id).name(); };
        Report row;
        const std::string names = joined_names(network_, look.of);
        row.add("of", look.of.size() == 1 ? name(look.of.front()) : names, Shown{"seeing", names});
        if (look.before) row.add("before", "before", name(*look.before));
        row.add("value", "is worth", look.value, Align::right);
        if (look.mutual_information)
            row.add("mutual_information", "nats", *look.mutual_information, Align::right);
        if (!costs_.empty()) {
            row.add("cost", "costs", look.cost, Align::right);
            row.add("net_value", "leaves", look.value - look.cost, Align::right);
        }
        if (look.next) {
            row.add("next", "then", name(*look.next));
            row.add("value_with_next", "both", look.value_with_next, Align::right);
        }
        return row;
    }

    const BayesianNetwork& network_;
    Costs costs_;
};

/// What each variable is worth with the best one to be seen after it.
void look_further(const InfluenceDiagram& diagram, const Evidence& evidence,
                  const DecisionOptions& options, std::vector<Look>& looks) {
    for (Look& look : looks) {
        look.value_with_next = look.value;
        look.cost_with_next = look.cost;
        for (const Look& other : looks) {
            if (other.before != look.before || other.of == look.of) continue;
            const std::vector<VariableId> both{look.of.front(), other.of.front()};
            const double value =
                value_of_information(diagram, both, *look.before, evidence, options);
            const double cost = look.cost + other.cost;
            if (value - cost <= look.value_with_next - look.cost_with_next) continue;
            look.next = other.of.front();
            look.value_with_next = value;
            look.cost_with_next = cost;
        }
    }
}

/// The decisions that are not settled by a finding.
std::vector<VariableId> open_decisions(const InfluenceDiagram& diagram, const Evidence& evidence) {
    std::vector<VariableId> open;
    for (const VariableId decision : diagram.decisions())
        if (!evidence.has(decision)) open.push_back(decision);
    return open;
}

/// The variables that are tested for, replaced by tests of that accuracy.
InfluenceDiagram with_tests(const VoiRequest& request, InfluenceDiagram diagram,
                            std::vector<VariableId>& tests) {
    if (request.accuracy.empty()) return diagram;
    const double accuracy =
        parse_number_option("--accuracy", request.accuracy, "a probability", 0, 1);
    std::vector<VariableId> tested = tests;
    tests.clear();
    for (std::size_t v = 0; v < diagram.network().size() && request.of.empty(); ++v) {
        const Variable& variable = diagram.network().variables()[v];
        if (variable.kind() == Variable::Kind::chance && variable.cardinality() > 1)
            tested.emplace_back(v);
    }
    for (const VariableId variable : tested) {
        tests.emplace_back(diagram.network().size());
        diagram = with_test(diagram, variable, accuracy);
    }
    return diagram;
}

int voi_of_diagram(Session& session, const VoiRequest& request) {
    InfluenceDiagram diagram = request.diagram.load(session, request.model);
    const DecisionOptions options = request.diagram.decision_options(session);
    const Evidence evidence = request.diagram.findings(diagram, request.evidence);
    std::optional<VariableId> before;
    if (!request.before.empty()) before = diagram.network().id(request.before);
    std::vector<VariableId> of;
    if (!request.of.empty()) of = parse_variables(diagram.network(), request.of);
    diagram = with_tests(request, std::move(diagram), of);
    const Listing listing(request, diagram.network());
    std::vector<Look> looks = timed(session, [&] {
        std::vector<Look> found;
        if (!request.of.empty() && request.accuracy.empty()) {
            const std::vector<VariableId> places =
                before ? std::vector{*before} : open_decisions(diagram, evidence);
            for (const VariableId decision : places)
                found.push_back(
                    {of, decision, value_of_information(diagram, of, decision, evidence, options)});
            return found;
        }
        for (const InformationValue& one :
             values_of_information(diagram, before, evidence, options))
            if (of.empty() || std::ranges::find(of, one.of) != of.end())
                found.push_back({{one.of}, one.before, one.value});
        return found;
    });
    for (Look& look : looks)
        for (const VariableId variable : look.of) look.cost += listing.cost(variable);
    if (request.ahead > 1) look_further(diagram, evidence, options, looks);
    write(session, listing.report(looks));
    return fine;
}

int voi_of_class(Session& session, const VoiRequest& request) {
    if (!request.before.empty() || !request.of.empty() || !request.accuracy.empty())
        throw UsageError("--class goes without --before, --of and --accuracy",
                         "it lists every feature of the class");
    const ModelEngine engine = load_engine(session, request.model);
    const BayesianNetwork& network = engine.network();
    const VariableId about = network.id(request.class_name);
    const std::vector<std::string>& classes = network.variable(about).states();
    if (classes.empty())
        throw ArgumentError(quoted_name(request.class_name) + " is continuous, not a class");
    const LossMatrix loss =
        request.loss.empty() ? zero_one_loss(classes) : io::read_loss_matrix(request.loss, classes);
    const Given given = request.evidence.read_one(network);
    Workspace workspace;
    const ConditionedEngine conditioned(engine.joint(), given, workspace);
    if (conditioned.contradictory()) throw EvidenceError("the findings contradict each other");
    const Listing listing(request, network);
    const FeatureValues values = timed(session, [&] {
        return values_of_features(conditioned.solver(), about, loss, conditioned.evidence());
    });
    std::vector<Look> looks;
    for (const FeatureValue& one : values.features)
        if (one.feature.index() < network.size())
            looks.push_back({.of = {one.feature},
                             .value = one.value,
                             .mutual_information = one.mutual_information,
                             .cost = listing.cost(one.feature)});
    std::vector<std::string> continuous;
    for (const Variable& variable : network.variables())
        if (!variable.is_discrete()) continuous.push_back(variable.name());
    if (!continuous.empty())
        print_note("left out, since they are continuous: " + first_few(continuous, 10, quoted_name),
                   "features that are cut into states have a value of information");
    Report report{{"class", "class", request.class_name},
                  {"expected_loss", "expected loss", values.expected_loss}};
    write(session, report.append(listing.report(looks)));
    return fine;
}

}  // namespace

Action set_up_voi(Options& options, Session& session) {
    const auto given = std::make_shared<VoiRequest>();
    options.argument("MODEL", given->model,
                     "Influence diagram, or with --class a network or classifier");
    given->evidence.add_to(options);
    options.text("--before", given->before, "DECISION",
                 "The decision before which something is seen; default: each");
    options.text("--of", given->of, "NAMES",
                 "These variables seen together; default: each chance variable by itself");
    options.text("--accuracy", given->accuracy, "P",
                 "Through a test that shows the true state with this probability");
    options.text("--cost", given->costs, "FILE",
                 "CSV of variable,cost: what is left of the value decides the order");
    options.count("--ahead", given->ahead, 1,
                  "2: also the best variable to be seen next, and what both are worth");
    options.text("--class", given->class_name, "C",
                 "What seeing each feature is worth to a decision about this variable");
    options.text("--loss", given->loss, "FILE",
                 "CSV of losses, with --class; default: 1 for a wrong class");
    given->diagram.add_to(options);
    add_question_options(options, session);
    return [given, &session] {
        if (given->class_name.empty() && !given->loss.empty())
            throw UsageError("--loss goes with --class",
                             "the utilities of an influence diagram are in it");
        return given->class_name.empty() ? voi_of_diagram(session, *given)
                                         : voi_of_class(session, *given);
    };
}

}  // namespace pgm::apps
