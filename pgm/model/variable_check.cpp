#include <pgm/model/variable_check.hpp>

#include <pgm/model/name_text.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {
namespace {

class VariableCheck {
public:
    VariableCheck(const NetworkDraft& draft, const Limits& limits, ProblemList& problems) : draft_(draft), limits_(limits), problems_(problems) {}

    void check(VariableId id) {
        place_ = draft_.recall(draft_.variables[id.index()].place);
        const Variable& variable = draft_.variables[id.index()].variable;
        place_.variable = variable.name();
        const std::string name =
            variable.name().empty() ? "variable number " + std::to_string(id.index() + 1) : "variable '" + printable(variable.name()) + "'";
        if (variable.name().empty()) report(name + " has an empty name");
        check_text(variable.name(), "the name of ", name);
        if (const auto first = draft_.find(variable.name()); first != id && !variable.name().empty()) report(name + " is declared twice");
        const std::optional<Cpd>& cpd = draft_.variables[id.index()].cpd;
        if (variable.states().empty() && !(cpd && is_continuous(*cpd))) report(name + " has no states");
        for (const std::string& state : variable.states()) {
            if (state.empty()) report(name + " has a state with an empty name");
            check_text(state, "a state of ", name);
        }
        check_repeated_states(variable, name);
    }

private:
    void report(std::string message) { problems_.add({Problem::Severity::error, std::move(message), place_, {}}); }

    void check_text(std::string_view text, const char* what, const std::string& variable) {
        if (has_control_character(text)) report(what + variable + " holds a control character: '" + printable(text) + "'");
        if (text.size() > limits_.max_name_bytes) {
            report(what + variable + " is " + std::to_string(text.size()) + " bytes long; the limit is " + std::to_string(limits_.max_name_bytes));
        }
    }

    void check_repeated_states(const Variable& variable, const std::string& name) {
        sorted_.assign(variable.states().begin(), variable.states().end());
        std::sort(sorted_.begin(), sorted_.end());
        for (std::size_t i = 1; i < sorted_.size(); ++i) {
            const bool repeats = sorted_[i] == sorted_[i - 1] && !sorted_[i].empty();
            if (repeats && (i == 1 || sorted_[i - 2] != sorted_[i])) report(name + " has two states '" + printable(sorted_[i]) + "'");
        }
    }

    const NetworkDraft& draft_;
    const Limits& limits_;
    ProblemList& problems_;
    Location place_;
    std::vector<std::string_view> sorted_;
};

}  // namespace

void check_variables(const NetworkDraft& draft, const Limits& limits, ProblemList& problems) {
    VariableCheck check(draft, limits, problems);
    for (std::size_t i = 0; i < draft.size(); ++i) check.check(VariableId(i));
}

}  // namespace pgm
