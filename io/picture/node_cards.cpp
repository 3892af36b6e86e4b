#include <io/picture/picture.hpp>

#include <io/picture/detail/density_card.hpp>
#include <io/picture/detail/place_in_file.hpp>
#include <io/picture/detail/table_card.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::size_t title_columns = 28;
constexpr std::size_t state_columns = 18;
constexpr int utility_digits = 4;

/// The colour of a variable with a finding.
struct TintOf {
    NodeCard::Tint operator()(Observed) const { return NodeCard::Tint::observed; }
    NodeCard::Tint operator()(ObservedValue) const { return NodeCard::Tint::observed; }
    NodeCard::Tint operator()(ObservedInterval) const { return NodeCard::Tint::likelihood; }
    NodeCard::Tint operator()(Likelihood) const { return NodeCard::Tint::likelihood; }
    NodeCard::Tint operator()(Intervened) const { return NodeCard::Tint::intervened; }
    NodeCard::Tint operator()(IntervenedValue) const { return NodeCard::Tint::intervened; }
};

/// The at most `most` most probable states in their order. Among equal ones the first are taken.
std::vector<std::size_t> likeliest(std::span<const double> distribution, std::size_t most) {
    std::vector<std::size_t> states(distribution.size());
    std::iota(states.begin(), states.end(), std::size_t{0});
    if (states.size() <= most) return states;
    const auto is_likelier = [&](std::size_t a, std::size_t b) {
        return distribution[a] > distribution[b];
    };
    std::ranges::stable_sort(states, is_likelier);
    states.resize(most);
    std::ranges::sort(states);
    return states;
}

/// Adds what is known of P(X | e) to the card.
struct AddDistribution {
    NodeCard& card;
    VariableId id;
    const Variable& variable;
    const Picture& picture;

    void operator()(const std::vector<double>& probabilities) const {
        if (probabilities.empty()) return;
        if (probabilities.size() != variable.cardinality())
            throw ArgumentError("the distribution of '" + printable(variable.name()) + "' has " +
                                std::to_string(probabilities.size()) + " numbers for " +
                                std::to_string(variable.cardinality()) + " states");
        const std::vector<std::string> labels = state_labels(variable);
        const std::vector<std::size_t> drawn = likeliest(probabilities, picture.max_states);
        for (const std::size_t i : drawn)
            card.bars.push_back({shortened(labels[i], state_columns),
                                 probability_label(probabilities[i]),
                                 std::clamp(probabilities[i], 0.0, 1.0), interval_of(i)});
        add_expected_utilities(drawn);
        card.hidden_states = probabilities.size() - card.bars.size();
    }
    void operator()(const ContinuousPosterior& posterior) const {
        require_continuous();
        if (card.outline == NodeCard::Outline::diamond) return write_expectation(posterior.mean());
        if (posterior.variable() != id)
            throw ArgumentError("the density of '" + printable(variable.name()) +
                                "' is that of another variable");
        card.density = density_card(posterior, card.title, picture.evidence.find(id));
    }
    void operator()(const Picture::Moments& moments) const {
        require_continuous();
        if (card.outline == NodeCard::Outline::diamond) return write_expectation(moments.mean);
        card.density = density_card(moments, card.title, picture.evidence.find(id));
    }

private:
    std::optional<CredibleInterval> interval_of(std::size_t state) const {
        if (id.index() >= picture.intervals.size()) return std::nullopt;
        const auto& of_states = picture.intervals[id.index()];
        return state < of_states.size() ? of_states[state] : std::nullopt;
    }
    void add_expected_utilities(std::span<const std::size_t> drawn) const {
        const auto found = picture.decisions.find(id);
        if (found == picture.decisions.end()) return;
        const auto& [maximum, utilities, best] = found->second;
        if (utilities.size() != variable.cardinality())
            throw ArgumentError("the decision '" + printable(variable.name()) + "' has " +
                                std::to_string(utilities.size()) + " expected utilities for " +
                                std::to_string(variable.cardinality()) + " alternatives");
        for (std::size_t bar = 0; bar < drawn.size(); ++bar) {
            const std::optional<double> utility = utilities[drawn[bar]];
            card.bars[bar].utility = utility ? to_text(*utility, utility_digits) : "-";
            card.bars[bar].is_best = std::ranges::find(best, StateId(drawn[bar])) != best.end();
        }
    }
    void write_expectation(double mean) const {
        card.density.emplace().summary = to_text(mean, utility_digits);
    }
    void require_continuous() const {
        if (variable.is_discrete())
            throw ArgumentError("'" + printable(variable.name()) +
                                "' has states, and so probabilities and no density");
    }
};

NodeCard::Outline outline_of(Variable::Kind kind) {
    if (kind == Variable::Kind::decision) return NodeCard::Outline::angular;
    return kind == Variable::Kind::utility ? NodeCard::Outline::diamond
                                           : NodeCard::Outline::rounded;
}

/// The label of the file, or else the name; the full title has both, also of states.
void add_title(NodeCard& card, const Variable& variable) {
    const std::string label = label_or_name(variable);
    card.title = shortened(label, title_columns);
    card.full_title = label == variable.name() ? label : label + " (" + variable.name() + ")";
    const std::vector<std::string> labels = state_labels(variable);
    const char* between = "; ";
    for (std::size_t s = 0; s < labels.size(); ++s) {
        if (labels[s] == variable.states()[s]) continue;
        card.full_title += between + labels[s] + " (" + variable.states()[s] + ")";
        between = ", ";
    }
}

}  // namespace

std::vector<NodeCard> node_cards(const BayesianNetwork& network, const Picture& picture) {
    validate(picture.evidence, network);
    if (!picture.distributions.empty() && picture.distributions.size() != network.size())
        throw ArgumentError("a picture of " + std::to_string(network.size()) +
                            " variables needs as many distributions, not " +
                            std::to_string(picture.distributions.size()));
    std::vector<NodeCard> cards;
    for (const VariableId id : shown_variables(network, picture)) {
        const Variable& variable = network.variable(id);
        NodeCard& card = cards.emplace_back();
        card.outline = outline_of(variable.kind());
        add_title(card, variable);
        if (!picture.distributions.empty())
            std::visit(AddDistribution{card, id, variable, picture},
                       picture.distributions[id.index()]);
        if (picture.tables) add_table(card, network, id, picture.max_table_rows);
        if (const Finding* const finding = picture.evidence.find(id))
            card.tint = std::visit(TintOf(), *finding);
    }
    return cards;
}

}  // namespace pgm::io
