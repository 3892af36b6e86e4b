#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_index.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// A named variable: discrete, with an ordered list of states, or continuous, without any.
///
/// Names and states are any text without control characters: "smoke", "<5", "20-30", "x.1",
/// "größe". Tables and answers list the states in this order, and `<` compares states that are not
/// numbers by it (pgm/query/detail/state_order.hpp).
///
/// A data set may have millions of continuous columns, so a continuous variable stores little
/// more than its name.
class Variable {
public:
    /// What a variable is to the one who draws the network. All of a Bayesian network are chance
    /// variables; an influence diagram (pgm/decide/influence_diagram.hpp) also has decisions, which
    /// have alternatives in place of states, and utilities, numbers that follow from their parents.
    enum class Kind : std::uint8_t { chance, decision, utility };

    Variable() = default;
    /// Makes a discrete variable. NetworkBuilder checks that the states are distinct and not empty.
    Variable(std::string name, std::vector<std::string> states) : name_(std::move(name)) {
        if (!states.empty()) details_ = Boxed<Details>({.states = std::move(states)});
    }
    /// Makes a continuous variable.
    explicit Variable(std::string name) : name_(std::move(name)) {}

    const std::string& name() const { return name_; }
    bool is_discrete() const { return cardinality() > 0; }
    /// Number of states; 0 for a continuous variable.
    std::size_t cardinality() const { return details_ ? details_->states.size() : 0; }
    const std::vector<std::string>& states() const {
        return details_ ? details_->states : no_texts();
    }
    const std::string& state(StateId id) const { return states()[id.index()]; }

    Kind kind() const { return details_ ? details_->kind : Kind::chance; }
    void set_kind(Kind kind) {
        if (kind != this->kind()) details_.make().kind = kind;
    }

    /// The state of that name, or null.
    std::optional<StateId> find_state(std::string_view state) const;
    /// The state of that name, or else that of the number it is (pgm/model/state_lookup.hpp);
    /// throws EvidenceError with a suggestion when there is none.
    StateId state_id(std::string_view state) const;

    /// Lines that a file format attaches to the variable, verbatim (BIF `property` lines).
    /// Inference ignores them.
    const std::vector<std::string>& annotations() const {
        return details_ ? details_->annotations : no_texts();
    }
    void annotate(std::string line) { details_.make().annotations.push_back(std::move(line)); }

    friend bool operator==(const Variable&, const Variable&) = default;

private:
    /// The parts that a continuous variable without annotations does not have.
    struct Details {
        std::vector<std::string> states{};
        std::vector<std::string> annotations{};
        Kind kind = Kind::chance;
        friend bool operator==(const Details&, const Details&) = default;
    };

    static const std::vector<std::string>& no_texts();

    std::string name_;
    Boxed<Details> details_;
};

/// The names, in the order of the variables.
std::vector<std::string> names_of(std::span<const Variable> variables);

/// Finds the states of a variable by name in logarithmic time, for code that looks up a name per
/// row. Variable::find_state(), in contrast, compares all states. The index refers to the variable.
class StateIndex {
    auto name_of() const {
        return [this](std::uint32_t i) { return std::string_view(variable_->states()[i]); };
    }

public:
    explicit StateIndex(const Variable& variable)
        : variable_(&variable), names_(variable.cardinality(), name_of()) {}

    /// The state of that name, or null.
    std::optional<StateId> find(std::string_view state) const {
        const auto found = names_.find(state, name_of());
        return found ? std::optional(StateId{*found}) : std::nullopt;
    }

    /// The state of that name; where there is none, does what Variable::state_id() does.
    StateId id(std::string_view state) const {
        const std::optional<StateId> found = find(state);
        return found ? *found : variable_->state_id(state);
    }

private:
    const Variable* variable_;
    SortedNames names_;
};

}  // namespace pgm
