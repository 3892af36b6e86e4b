#pragma once

#include <pgm/inference/detail/derivative_run.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/query.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// A probability where an entry of a table is 0, and where it is 1.
struct EndValues {
    double at_0 = 0, at_1 = 0;
};

/// A probability P and its derivatives by the cells of the tables of a network, in which it is
/// linear; all divided by one number.
struct CellDerivatives {
    double probability = 0;
    /// By variable and cell; empty for a distribution that is no table, and for a table on which P
    /// does not depend.
    std::vector<std::vector<double>> by_cell;
    /// dP / d log f, by variable and row of the distribution of a continuous variable with a known
    /// value, f being its density there; empty for other variables.
    std::vector<std::vector<double>> by_log_density{};

    /// P with another value of one entry, the others of its row in proportion. `rest` is what the
    /// other rows of the table contribute to P.
    EndValues ends(const TableCpd& table, std::size_t row, StateId state, double rest) const;
    /// For each row of the table the contribution of all others to P, added up without differences.
    std::vector<double> rests(const TableCpd& table) const;
};

/// The derivatives of P(given) and of P(event, given), divided by P(given): one plan, a run each.
class EventDerivatives {
public:
    /// The engine has to outlive this. Throws as SensitivityAnalysis does.
    EventDerivatives(const InferenceEngine& engine, const Given& given, const Expression& event);

    const CellDerivatives& of_given() const { return given_; }
    CellDerivatives of_event() const { return of_states(event_.states); }
    /// Of P(variable() in states, given).
    CellDerivatives of_states(std::span<const StateId> states) const;
    /// The event is one of states of this variable, which may be an auxiliary one.
    VariableId variable() const { return event_.variable; }
    /// Of continuous variables, as they are given.
    const std::map<VariableId, double>& values() const { return values_; }
    /// True of a continuous variable whose value was observed, not set.
    bool observes(VariableId variable) const {
        return values_.contains(variable) && !is_replaced_[variable.index()];
    }

private:
    const BayesianNetwork& tables() const { return extended_ ? *extended_ : original_; }
    void tabulate_values();
    CellDerivatives read(const DerivativeRun& run) const;

    const BayesianNetwork& original_;
    std::shared_ptr<const BayesianNetwork> extended_;  ///< with auxiliary nodes and mechanisms
    std::vector<char> is_replaced_;  ///< by variable of the original: do() is in place of its table
    Condition event_;
    Evidence evidence_;
    std::map<VariableId, double> values_;
    std::shared_ptr<const DerivativePlan> plan_;
    ExtendedNumber unit_;
    CellDerivatives given_;
};

/// A probability, or the difference or ratio of two.
enum class AnswerForm : std::uint8_t { probability, difference, ratio };

/// The derivatives of the probabilities of a question, which a SensitivityAnalysis is made of.
struct AnswerDerivatives {
    struct SideDerivatives {
        CellDerivatives event, given;
    };

    const BayesianNetwork& network;
    AnswerForm form = AnswerForm::probability;
    bool shares_given = true;                ///< of two probabilities
    std::vector<SideDerivatives> sides{};    ///< one or two
    std::vector<EventDerivatives> events{};  ///< that these were read from

    /// True if some probability depends on the table of a variable.
    bool depends_on(VariableId variable) const;
};

/// Throws as SensitivityAnalysis does.
AnswerDerivatives answer_derivatives(const InferenceEngine& engine, const Query& query);

}  // namespace pgm::detail
