#include <pgm/model/detail/model_check.hpp>

#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {
namespace {

class VariableCheck {
public:
    VariableCheck(Draft& draft, const Limits& limits) : draft_(draft), limits_(limits) {}

    void check(VariableId id) {
        id_ = id;
        const Variable& variable = checked();
        if (variable.name().empty()) report(name() + " has an empty name");
        check_text(variable.name(), "the name of ");
        const bool repeats = draft_.has_repeated_names && draft_.find(variable.name()) != id;
        if (repeats && !variable.name().empty()) report(name() + " is declared twice");
        const bool is_utility = variable.kind() == Variable::Kind::utility;
        if (is_utility && !draft_.is_continuous(id))
            report("the utility " + in_quotes(variable.name()) + " has no numbers",
                   "it has one for each configuration of its parents: " +
                       printable_word(variable.name()) + ": 20 100 70 0");
        else if (!variable.is_discrete() && !draft_.is_continuous(id))
            report(name() + " has no states",
                   "a discrete variable has states, a continuous one a density: " +
                       printable_word(variable.name()) + ": normal(0, sd 1)");
        for (const std::string& state : variable.states()) {
            if (state.empty()) report(name() + " has a state with an empty name");
            check_text(state, "a state of ");
        }
        check_repeated_states(variable);
        const auto is_text = [](const std::string& line) { return is_utf8(line); };
        if (!std::ranges::all_of(variable.annotations(), is_text))
            report("an annotation of " + name() + " is not UTF-8");
    }

private:
    const Variable& checked() const { return draft_.variables[id_.index()]; }

    /// The variable as messages name it.
    std::string name() const {
        return checked().name().empty() ? "variable number " + std::to_string(id_.index() + 1)
                                        : "variable '" + printable(checked().name()) + "'";
    }

    void report(std::string message, std::string hint = {}) {
        draft_.error(draft_.location_of_variable(id_), std::move(message), std::move(hint));
    }

    void check_text(std::string_view text, const char* what) {
        if (!is_utf8(text)) report(what + name() + " is not UTF-8: '" + printable(text) + "'");
        if (has_control_character(text))
            report(what + name() + " holds a control character: '" + printable(text) + "'");
        if (text.size() > limits_.max_name_bytes) {
            report(what + name() + " is " + std::to_string(text.size()) +
                   " bytes long; the limit is " + std::to_string(limits_.max_name_bytes));
        }
    }

    /// True if all of a few states differ. Comparing all pairs is fastest, since most differ in
    /// length or in the first byte.
    static bool few_and_distinct(std::span<const std::string> states) {
        constexpr std::size_t few = 8;
        if (states.size() > few) return false;
        for (std::size_t i = 1; i < states.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (states[i] == states[j]) return false;
        return true;
    }

    void check_repeated_states(const Variable& variable) {
        if (few_and_distinct(variable.states())) return;
        sorted_.assign(variable.states().begin(), variable.states().end());
        std::sort(sorted_.begin(), sorted_.end());
        for (std::size_t i = 1; i < sorted_.size(); ++i) {
            const bool repeats = sorted_[i] == sorted_[i - 1] && !sorted_[i].empty();
            if (repeats && (i == 1 || sorted_[i - 2] != sorted_[i]))
                report(name() + " has two states '" + printable(sorted_[i]) + "'");
        }
    }

    Draft& draft_;
    const Limits& limits_;
    VariableId id_;
    std::vector<std::string_view> sorted_;
};

/// Names the distributions that stand in for others.
void report_placeholders(Draft& draft) {
    std::vector<std::string> names;
    for (const Variable& variable : draft.variables) {
        const std::vector<std::string>& lines = variable.annotations();
        if (std::ranges::find(lines, to_be_filled_in) != lines.end())
            names.push_back(variable.name());
    }
    if (names.empty()) return;
    draft.report(Problem::Severity::note, no_place,
                 "the numbers of " + first_few(names, 3, printable) + " are to be filled in",
                 "remove the annotation '" + std::string(to_be_filled_in) +
                     "' of a variable that has its numbers");
}

}  // namespace

void check_variables(Draft& draft, const Limits& limits) {
    for (const std::string& line : draft.annotations) {
        if (!is_utf8(line))
            draft.error(no_place,
                        "an annotation of the network is not UTF-8: '" + printable(line) + "'");
    }
    VariableCheck check(draft, limits);
    for (std::size_t i = 0; i < draft.size(); ++i) check.check(VariableId(i));
    report_placeholders(draft);
}

}  // namespace pgm::detail
