#include <pgm/compile/detail/c_classifier_part.hpp>

#include <pgm/compile/detail/c_classifier_frame.hpp>
#include <pgm/compile/detail/c_frame.hpp>
#include <pgm/compile/detail/c_run.hpp>
#include <pgm/compile/detail/number_states.hpp>
#include <pgm/compile/discrete_part.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::detail {
namespace {

namespace frame = c_classifier_frame;

/// The function that asks the network of a classifier, and what it stands on.
class PartPrinter {
public:
    PartPrinter(const NetworkClassifier& classifier, const WeightedNetwork& member,
                const CSourceOptions& options, std::string name)
        : classifier_(classifier),
          member_(member),
          network_(member.network),
          style_{options.name, options.single_precision},
          name_(std::move(name)),
          class_(network_.id(classifier.class_name())),
          part_(make_discrete_part(network_)),
          image_(make_image(part_.network, image_options(options.image))),
          run_(straight_run(image_, style_, name_ + "_run")) {}

    bool scales() const { return run_.scales; }
    bool enters() const { return enters_; }
    bool admits() const { return member_.super_parent.has_value(); }
    std::span<const DensityGroup> groups() const { return part_.groups; }

    std::string print() {
        std::string observe = states() + densities();
        if (observe.empty()) observe = "    (void)feature;\n";
        std::string sum, normalise;
        for (std::size_t k = 0; k < classifier_.class_variable().cardinality(); ++k) {
            const auto slot = slot_of(class_, StateId(k));
            const std::string p = slot ? "p[" + std::to_string(*slot) + "]" : "0";
            if (slot) sum += (sum.empty() ? "" : " + ") + p;
            normalise +=
                "    posterior[" + std::to_string(k) + "] = " + p + (slot ? " / sum" : "") + ";\n";
        }
        const auto slots_of_class = std::span(image_.first_slot).subspan(class_.index(), 2);
        CWords words = words_of(style_);
        words.insert(words.end(),
                     {{"ADMIT", admits() ? admit() : ""},
                      {"CLASS_FIRST", std::to_string(slots_of_class[0])},
                      {"CLASS_SLOTS", std::to_string(slots_of_class[1] - slots_of_class[0])},
                      {"GIVEN_PART", name_ + "_given"},
                      {"LOG_TWO", style_.number(std::numbers::ln2)},
                      {"LOG", style_.function("log")},
                      {"MANY", style_.single ? "100" : "900"},
                      {"NORMALISE", normalise},
                      {"OBSERVE", observe},
                      {"PART", name_},
                      {"RUN", name_ + "_run"},
                      {"SCRATCH", std::to_string(run_.scratch)},
                      {"SLOTS", std::to_string(image_.slots.size())},
                      {"SUM", sum},
                      {"TINY", style_.number(style_.single ? 1e-25 : 1e-200)},
                      {"NAME", style_.name}});
        const std::string before = tables_ + run_.code;
        if (classifier_.model().is_mixture()) return before + filled(frame::member, words);
        if (part_.groups.empty()) return before + filled(frame::part, words);
        return before + filled(frame::given, words) + filled(frame::by_class, words);
    }

private:
    ImageOptions image_options(ImageOptions options) const {
        options.task = ImageTask::posteriors;
        options.targets = {class_};
        options.evidence.emplace();
        for (const DensityGroup& group : part_.groups) options.evidence->push_back(group.carrier);
        for (const Variable& feature : classifier_.features()) {
            const auto variable = network_.find(feature.name());
            if (variable && network_.variable(*variable).is_discrete())
                options.evidence->push_back(*variable);
        }
        if (style_.single) options.factors_between_scalings = factors_of_floats;
        return options;
    }

    std::optional<std::size_t> slot_of(VariableId variable, StateId state) const {
        for (std::size_t s = image_.first_slot[variable.index()];
             s < image_.first_slot[variable.index() + 1]; ++s) {
            if (image_.slots[s].state == state) return s;
        }
        return std::nullopt;
    }

    /// The place of a state among the likelihoods of its variable; -1 where there is none.
    std::string place_of(VariableId variable, std::optional<StateId> state) const {
        const auto slot = state ? slot_of(variable, *state) : std::nullopt;
        return slot ? std::to_string(*slot - image_.first_slot[variable.index()]) : "-1";
    }

    /// The state of a feature that is not known, if something replaces it. A state that cannot
    /// occur makes the row impossible, which the place behind the last one does.
    std::string missing_state(std::size_t feature, VariableId variable) const {
        const Variable& given = classifier_.features()[feature];
        const Replacement* const by = classifier_.replacements().find(given.name());
        if (!by) return "-1";
        StateId state(network_.variable(variable).cardinality() - 1);
        if (const auto* const known = std::get_if<StateId>(by)) state = *known;
        if (const auto* const number = std::get_if<double>(by))
            state = classifier_.discretisation().find(given.name())->state(*number);
        const std::string place = place_of(variable, state);
        const std::size_t slots =
            image_.first_slot[variable.index() + 1] - image_.first_slot[variable.index()];
        return place == "-1" ? std::to_string(slots) : place;
    }

    /// The call that enters the features with states, and its tables.
    std::string states() {
        std::vector<std::string> rows, all_cuts, all_places;
        const std::string& own = name_;
        for (std::size_t f = 0; f < classifier_.features().size(); ++f) {
            const Variable& feature = classifier_.features()[f];
            const auto variable = network_.find(feature.name());
            if (!variable || !network_.variable(*variable).is_discrete()) continue;
            const CutPoints* const cut = classifier_.discretisation().find(feature.name());
            const NumberStates numbers = cut && !feature.is_discrete()
                                             ? detail::number_states(*cut)
                                             : detail::number_states(feature);
            const auto slots = std::span(image_.first_slot).subspan(variable->index(), 2);
            std::string row = "{" + std::to_string(f);
            for (const std::size_t number :
                 {std::size_t{slots[0]}, std::size_t{slots[1] - slots[0]}, numbers.cuts.size()})
                row += ", " + std::to_string(number);
            rows.push_back(row + ", " + missing_state(f, *variable) + ", " + own + "_cuts + " +
                           std::to_string(all_cuts.size()) + ", " + own + "_places + " +
                           std::to_string(all_places.size()) + "}");
            for (const double number : numbers.cuts) all_cuts.push_back(style_.number(number));
            for (const auto& state : numbers.states)
                all_places.push_back(place_of(*variable, state));
        }
        if (rows.empty()) return {};
        if (all_cuts.empty()) all_cuts.push_back(style_.number(0));
        tables_ += "static const " + std::string(style_.type()) + " " + own +
                   "_cuts[] = " + c_list(all_cuts) + ";\nstatic const int " + own +
                   "_places[] = " + c_list(all_places) + ";\nstatic const " + style_.name +
                   "_states " + own + "_states[] = " + c_list(rows) + ";\n\n";
        enters_ = true;
        return "    if (!" + style_.name + "_enter(feature, " + own + "_states, " +
               std::to_string(rows.size()) + ", l)) return 0;\n";
    }

    std::string densities() {
        std::string calls;
        for (std::size_t g = 0; g < part_.groups.size(); ++g) {
            const DensityGroup& group = part_.groups[g];
            const std::uint32_t first = image_.first_slot[group.carrier.index()],
                                end = image_.first_slot[group.carrier.index() + 1];
            std::vector<StateId> states;
            for (std::uint32_t s = first; s < end; ++s) states.push_back(image_.slots[s].state);
            CDensity density{
                name_ + "_weigh_" + std::to_string(g + 1), network_, group, states, {}, {}, {}};
            for (std::uint32_t s = first; s < end; ++s) add_places(density.parents, group, s);
            for (const VariableId member : group.members) {
                const std::string& name = network_.variable(member).name();
                const auto at = std::ranges::find(classifier_.features(), name, &Variable::name);
                density.feature.push_back(
                    static_cast<std::size_t>(at - classifier_.features().begin()));
                const Replacement* const by = classifier_.replacements().find(name);
                density.replacement.push_back(by ? style_.number(std::get<double>(*by)) : "");
            }
            tables_ += detail::print(density, style_);
            const std::string call = density.name + "(feature, l, " + std::to_string(first) + ")",
                              least = "-" + style_.number(largest());
            calls += "    taken += probability = " + call + ";\n    if (!(probability > " + least +
                     ")) return 0;\n";
        }
        return calls;
    }

    /// The places of a carrier's state and of the states of its parents.
    void add_places(std::vector<std::size_t>& places, const DensityGroup& group,
                    std::uint32_t slot) const {
        places.push_back(slot);
        const std::vector<StateId> states = group.parents.states(image_.slots[slot].state.index());
        for (std::size_t i = 0; i < states.size(); ++i)
            places.push_back(slot_of(group.parents.variables()[i], states[i]).value_or(slot));
    }

    double largest() const {
        return style_.single ? double{std::numeric_limits<float>::max()}
                             : std::numeric_limits<double>::max();
    }

    /// The statement that leaves the member out of rows with rare super-parents, and its table,
    /// which has one more state for those that are not known.
    std::string admit() {
        std::vector<std::vector<std::optional<StateId>>> rows{{}};
        std::string index = "0";
        for (const std::string& name : member_.super_parent->features) {
            const VariableId v = network_.id(name);
            const std::uint32_t first = image_.first_slot[v.index()],
                                end = image_.first_slot[v.index() + 1];
            std::vector<std::vector<std::optional<StateId>>> longer;
            for (const auto& row : rows) {
                for (std::uint32_t slot = first; slot <= end; ++slot) {
                    longer.push_back(row);
                    longer.back().push_back(slot < end ? std::optional(image_.slots[slot].state)
                                                       : std::nullopt);
                }
            }
            rows = std::move(longer);
            index = "(" + index + ") * " + std::to_string(end - first + 1) + " + " + style_.name +
                    "_known(l + " + std::to_string(first) + ", " + std::to_string(end - first) +
                    ")";
        }
        tables_ += "static const char " + name_ + "_admits[] = " +
                   c_list(rows,
                          [&](const auto& row) {
                              return std::string(member_.super_parent->admits(row) ? "1" : "0");
                          }) +
                   ";\n";
        return "    if (!all && !" + name_ + "_admits[" + index + "]) return -1;\n";
    }

    const NetworkClassifier& classifier_;
    const WeightedNetwork& member_;
    const BayesianNetwork& network_;
    CStyle style_;
    std::string name_;
    VariableId class_;
    DiscretePart part_;
    Image image_;
    CRun run_;
    std::string tables_;
    bool enters_ = false;
};

}  // namespace

std::string CClassifierParts::print(const Classifier& classifier, const std::string& name) {
    if (classifier.networks()) return print(*classifier.networks(), name);
    return print_pool(*classifier.ensemble(), name);
}

std::string CClassifierParts::print(const NetworkClassifier& classifier, const std::string& name) {
    const bool is_mixed = classifier.model().is_mixture();
    std::string text;
    std::vector<std::string> names, log_weights;
    for (const WeightedNetwork& member : classifier.members()) {
        names.push_back(is_mixed ? name + "_" + std::to_string(names.size() + 1) : name);
        log_weights.push_back(style_.number(std::log(member.weight)));
        PartPrinter part(classifier, member, options_, names.back());
        text += part.print();
        scales_ |= part.scales();
        enters_ |= part.enters();
        admits_ |= part.admits();
        averages_ |= is_mixed || !part.groups().empty();
        for (const DensityGroup& group : part.groups()) densities_.add(member.network, group);
    }
    if (!is_mixed) return text;
    CWords words = words_of(style_);
    words.insert(words.end(), {{"COUNT", std::to_string(names.size())},
                               {"EXP", style_.function("exp")},
                               {"MEMBERS", c_list(names)},
                               {"PART", name},
                               {"WEIGHTS", c_list(log_weights)},
                               {"NAME", style_.name}});
    return text + filled(frame::mixture, words);
}

std::string CClassifierParts::print_pool(const Ensemble& ensemble, const std::string& name) {
    std::string text;
    std::vector<std::string> names, weights, temperatures;
    for (const PooledClassifier& pooled : ensemble.classifiers()) {
        names.push_back(name + "_" + std::to_string(names.size() + 1));
        text += print(pooled.classifier, names.back());
        weights.push_back(style_.number(pooled.weight));
        temperatures.push_back(style_.number(pooled.classifier.temperature().value));
    }
    CWords words = words_of(style_);
    words.insert(words.end(), {{"COUNT", std::to_string(names.size())},
                               {"MEMBERS", c_list(names)},
                               {"PART", name},
                               {"TEMPERATURES", c_list(temperatures)},
                               {"WEIGHTS", c_list(weights)},
                               {"NAME", style_.name}});
    return text + filled(frame::pool, words);
}

std::string CClassifierParts::needs() const {
    CWords words = words_of(style_);
    words.insert(words.end(), {{"EXP", style_.function("exp")}, {"NAME", style_.name}});
    std::string text = scales_ ? filled(c_frame::scale, words) : "";
    text += filled(c_frame::power, words);
    if (enters_) text += filled(frame::state, words);
    if (admits_) text += filled(frame::known, words);
    if (averages_) text += filled(frame::average, words);
    return text + densities_.print(style_);
}

}  // namespace pgm::detail
