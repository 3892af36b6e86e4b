#include <io/format/detail/genie_network.hpp>

#include <io/format/detail/network_writing.hpp>
#include <io/format/detail/plain_name.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

namespace pgm::io::detail {
namespace {

/// "state_label_2" as the attribute `label` of state number 2, counted from 1.
struct StateAttribute {
    std::string name;
    std::size_t state = 0;
};

std::optional<StateAttribute> state_attribute(std::string_view name) {
    constexpr std::string_view begin = "state_";
    const std::size_t last = name.rfind('_');
    if (!name.starts_with(begin) || last == name.npos || last <= begin.size()) return std::nullopt;
    const std::optional<std::size_t> number = whole_number(name.substr(last + 1));
    if (!number || std::to_string(*number) != name.substr(last + 1)) return std::nullopt;
    return StateAttribute{std::string(name.substr(begin.size(), last - begin.size())), *number};
}

/// True for the attributes of diagnosis that a node may have.
bool is_of_diagnosis(std::string_view name) {
    return name == "target" || name == "diagtype" || name == "ranked";
}

/// The number with the fewest digits that is as near to this one.
double shortest_near(double number, double distance) {
    for (int digits = 1; digits < std::numeric_limits<double>::max_digits10; ++digits) {
        std::array<char, 32> text;
        const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                       std::chars_format::scientific, digits - 1)
                             .ptr;
        double shorter = number;
        std::from_chars(text.data(), end, shorter);
        if (std::abs(shorter - number) <= distance) return shorter;
    }
    return number;
}

/// The largest change by rounding in the sum of two such numbers, at most.
double rounding_of(double a, double b) {
    return std::max(std::abs(a), std::abs(b)) * std::numeric_limits<double>::epsilon();
}

double sum_of(double a, double b) {
    return shortest_near(a + b, rounding_of(a, b));
}

double middle_of(double a, double b) {
    return shortest_near(a / 2 + b / 2, 2 * rounding_of(a, b));
}

double distance_between(double a, double b) {
    return shortest_near(b - a, 4 * rounding_of(a, b));
}

bool is_finite(const Position& position) {
    return std::isfinite(position.x) && std::isfinite(position.y);
}

bool fill(std::optional<std::string>& place, const std::string& text) {
    if (place) return false;
    place = text;
    return true;
}

std::string size_line(const Position& size) {
    return "size = (" + to_text(size.x) + ", " + to_text(size.y) + ")";
}

}  // namespace

GenieNames::GenieNames(const BayesianNetwork& network) {
    variables = plain_variable_names(network);
    for (const Variable& variable : network.variables())
        states.push_back(plain_names(variable.states(), FirstByte::letter_or_digit));
}

std::string GenieNames::of(std::span<const VariableId> ids, std::string_view between) const {
    return joined(ids, between, [&](VariableId id) { return variables[id.index()]; });
}

GenieNode::GenieNode(const Variable& variable) : of_states(variable.cardinality()) {
    name = variable.name();
    for (const std::string& line : variable.annotations()) add(line);
}

Rectangle Rectangle::around(const Position& middle, const Position& size) {
    return {{sum_of(middle.x, -size.x / 2), sum_of(middle.y, -size.y / 2)},
            {sum_of(middle.x, size.x / 2), sum_of(middle.y, size.y / 2)}};
}

Position Rectangle::middle() const {
    return {middle_of(first.x, last.x), middle_of(first.y, last.y)};
}

Position Rectangle::size() const {
    return {distance_between(first.x, last.x), distance_between(first.y, last.y)};
}

void GenieNode::set_rectangle(const Position& middle, const Position& extent) {
    position = middle;
    if (extent != usual_size) size = extent;
}

void GenieNode::set_rectangle(const Rectangle& rectangle) {
    if (!is_finite(rectangle.size())) return;
    set_rectangle(rectangle.middle(), rectangle.size());
}

std::optional<Rectangle> GenieNode::rectangle() const {
    if (!position) return std::nullopt;
    const Rectangle rectangle = Rectangle::around(*position, size.value_or(usual_size));
    if (!is_finite(rectangle.first) || !is_finite(rectangle.last)) return std::nullopt;
    return rectangle;
}

bool GenieNode::is_rectangle() const {
    const std::optional<Rectangle> written = rectangle();
    if (!written) return !position;
    return written->middle() == *position && written->size() == size.value_or(usual_size);
}

void GenieNode::add(const std::string& line) {
    if (take(line)) return;
    const std::optional<Attribute> attribute = attribute_of(line);
    if (!attribute) {
        others.push_back(line);
        return;
    }
    const std::optional<std::string> text = block_unquoted(attribute->value);
    if (take_size(*attribute) || (text && take_text(attribute->name, *text))) return;
    properties.push_back(*attribute);
}

bool GenieNode::take_size(const Attribute& attribute) {
    if (attribute.name != "size" || size) return false;
    size = position_of("position = " + attribute.value);
    if (size == usual_size) size.reset();
    return size.has_value();
}

bool GenieNode::take_text(const std::string& kind, const std::string& text) {
    if (kind == "interior") return fill(interior, text);
    if (kind == "outline") return fill(outline, text);
    if (is_of_diagnosis(kind)) return attributes.emplace(kind, text).second;
    if (kind == "comment" || kind == "doc") {
        (kind == "doc" ? documents : comments).push_back(text);
        return true;
    }
    const std::optional<StateAttribute> of_state = state_attribute(kind);
    if (!of_state || of_state->state < 1 || of_state->state > of_states.size()) return false;
    return of_states[of_state->state - 1].emplace(of_state->name, text).second;
}

std::vector<std::string> GenieNode::lost() const {
    std::vector<std::string> lines = others;
    if (size && !position) lines.push_back(size_line(*size));
    return lines;
}

std::vector<std::string> GenieNode::lines() const {
    std::vector<std::string> lines = LabelAndPosition::lines();
    const auto add_text = [&](const std::string& kind, const std::string& text) {
        lines.push_back(text_line(kind, text));
    };
    if (size) lines.push_back(size_line(*size));
    if (interior) add_text("interior", *interior);
    if (outline) add_text("outline", *outline);
    for (const std::string& text : comments) add_text("comment", text);
    for (const std::string& text : documents) add_text("doc", text);
    for (const auto& [kind, text] : attributes) add_text(kind, text);
    for (std::size_t s = 0; s < of_states.size(); ++s)
        for (const auto& [kind, text] : of_states[s])
            add_text("state_" + kind + "_" + std::to_string(s + 1), text);
    for (const Attribute& property : properties)
        lines.push_back(property.name + " = " + property.value);
    lines.insert(lines.end(), others.begin(), others.end());
    return lines;
}

bool match_order_of_causes(const std::vector<WrittenName>& strengths, std::size_t offset,
                           const WrittenFamily& family, NetworkAssembly& assembly,
                           WrittenNoisyMax& noisy) {
    std::size_t at = 0;
    const auto refuse = [&](std::size_t where, const std::string& message) {
        assembly.error(where, "the strengths of " + shown(family.child.text) + " " + message);
        return false;
    };
    for (const WrittenName& parent : family.parents) {
        const std::optional<VariableId> id = assembly.builder().find(parent.text);
        if (!id) return true;  // reported with the family
        const std::size_t k = assembly.builder().variable(*id).cardinality();
        std::vector<std::size_t>& states = noisy.states_of_rows.emplace_back();
        std::vector<char> is_listed(k, 0);
        for (std::size_t i = 0; i < k; ++i, ++at) {
            if (at == strengths.size())
                return refuse(offset, "end before those of " + shown(parent.text));
            const std::size_t state = whole_number(strengths[at].text).value_or(k);
            if (state >= k || is_listed[state])
                return refuse(strengths[at].offset, "have " + shown(strengths[at].text) +
                                                        " for a state of " + shown(parent.text) +
                                                        ", which has " + counted(k, "state"));
            is_listed[state] = 1;
            states.push_back(state);
        }
    }
    if (at < strengths.size())
        return refuse(strengths[at].offset, "are more than the parents have states");
    return true;
}

const NoisyMaxCpd* genie_noisy_max(const Cpd& cpd) {
    const NoisyMaxCpd* const noisy = noisy_max(cpd);
    return noisy && noisy->order() == NoisyMaxCpd::Order::strongest_first ? noisy : nullptr;
}

std::string genie_order_of_causes(const NoisyMaxCpd& cpd, std::string_view between) {
    std::vector<std::size_t> strengths;
    for (std::size_t i = 0; i < cpd.parents().size(); ++i)
        for (std::size_t s = 0; s < cpd.cardinalities()[i]; ++s) strengths.push_back(s);
    return joined(strengths, between, [](std::size_t state) { return std::to_string(state); });
}

std::vector<double> genie_numbers(const NoisyMaxCpd& cpd) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < cpd.parents().size(); ++i)
        std::ranges::copy(link_rows(cpd, i), std::back_inserter(numbers));
    std::ranges::copy(cpd.leak(), std::back_inserter(numbers));
    return cpd.in_order_of_states(numbers);
}

std::vector<std::string> losses_in_genie(const BayesianNetwork& network) {
    std::vector<std::string> losses;
    const GenieNames names(network);
    add_lost_names(network, names.variables, losses);
    std::vector<std::string> lines;
    for (const std::string& line : network.annotations())
        if (!attribute_of(line)) lines.push_back(line);
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Variable& variable = network.variables()[v];
        if (names.states[v] != variable.states())
            losses.push_back("names of states of " + in_quotes(variable.name()) +
                             " that are no identifiers");
        std::ranges::move(GenieNode(variable).lost(), std::back_inserter(lines));
    }
    const std::vector<std::string> distributions = lost_distributions(network, genie_noisy_max);
    losses.insert(losses.end(), distributions.begin(), distributions.end());
    if (!std::ranges::is_sorted(topological_order(network.dag())))
        losses.push_back("the order of the variables: parents come before their children");
    add_lost_lines(lines, losses);
    return losses;
}

}  // namespace pgm::io::detail
