#include <pgm/compile/c_source.hpp>

#include <pgm/compile/detail/c_text.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/sampling.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace pgm {
namespace {

using detail::c_list, detail::CStyle;

constexpr std::size_t question_count = 100;

/// Questions with the answers that are expected.
struct Questions {
    std::vector<int> states;  ///< of all variables, -1 where one is not known
    std::vector<double> probabilities;
    std::vector<double> posteriors;  ///< of all states of the targets, one question after the other
    std::vector<double> explanations;  ///< P(x, e) of the most probable states x, if asked for
};

/// Draws findings: a share of a random row that grows from question to question, and any states in
/// every eighth, unless findings should be probable.
class FindingSampler {
public:
    FindingSampler(const BayesianNetwork& network, std::span<const VariableId> may_have,
                   bool probable)
        : network_(network),
          may_have_(may_have),
          is_probable_(probable),
          sampler_(network),
          row_(network.size()) {}

    std::vector<int> states(std::size_t question) {
        constexpr std::size_t shares = 10, any_states = 8;
        sampler_.sample(rng_, row_);
        std::vector<int> states(network_.size(), -1);
        for (const VariableId variable : may_have_) {
            const std::uint64_t any = rng_.below(network_.cardinality(variable));
            if (rng_.below(shares) >= question % shares) continue;
            states[variable.index()] =
                static_cast<int>(!is_probable_ && question % any_states == any_states - 1
                                     ? any
                                     : row_[variable.index()].value);
        }
        return states;
    }

private:
    const BayesianNetwork& network_;
    std::span<const VariableId> may_have_;
    bool is_probable_;
    ForwardSampler sampler_;
    std::vector<StateId> row_;
    Rng rng_{1};
};

Questions questions_about(const BayesianNetwork& network, std::span<const VariableId> targets,
                          FindingSampler sampler, bool with_explanations) {
    const InferenceEngine engine(network);
    Questions questions;
    for (std::size_t question = 0; question < question_count; ++question) {
        const std::vector<int> states = sampler.states(question);
        Evidence evidence;
        for (std::uint32_t v = 0; v < states.size(); ++v) {
            if (states[v] >= 0)
                evidence.observe(VariableId(v), StateId(static_cast<std::uint32_t>(states[v])));
        }
        const Posterior posterior = engine.marginals(targets, evidence);
        questions.states.insert(questions.states.end(), states.begin(), states.end());
        questions.probabilities.push_back(std::exp(posterior.log_evidence()));
        if (with_explanations)
            questions.explanations.push_back(
                std::exp(engine.most_probable_explanation(evidence).log_probability));
        for (const VariableId target : targets) {
            const std::vector<double> unknown(network.cardinality(target), 0.0);
            const std::span<const double> numbers =
                posterior.impossible() ? unknown : posterior.marginal(target);
            questions.posteriors.insert(questions.posteriors.end(), numbers.begin(), numbers.end());
        }
    }
    return questions;
}

std::vector<VariableId> chosen_of(const std::optional<std::vector<VariableId>>& chosen,
                                  const BayesianNetwork& network) {
    return chosen ? *chosen : discrete_variables(network);
}

constexpr std::string_view test_text = R"(#include "@HEADER"

#include <math.h>
#include <stdio.h>

enum { QUESTIONS = @QUESTIONS, TARGETS = @TARGETS };

static const int target[] = @TARGET_LIST;

static const int state[] = @STATE_LIST;

static const double probability[] = @PROBABILITIES;

static const double posterior[] = @POSTERIORS;
@EXPLANATIONS
static double larger(double a, double b) {
    return b > a || b != b ? b : a;
}

int main(void) {
    static @REAL answer[@NAME_STATES], scratch[@NAME_SCRATCH];
    const double *expected = posterior;
    double difference = 0, relative = 0;
@EXPONENT    for (int question = 0; question < QUESTIONS; ++question) {
        const double found = @FOUND;
        const double right = probability[question];
        if (right > @SMALLEST) relative = larger(relative, fabs(@SCALED - right) / right);
        else if (@SCALED > 2 * @SMALLEST || (right == 0) != (found == 0)) relative = 1;
        for (int t = 0; t < TARGETS; ++t)
            for (int i = @NAME_first[target[t]]; i < @NAME_first[target[t] + 1]; ++i, ++expected)
                if (right > 0) difference = larger(difference, fabs(answer[i]@UNIT - *expected));
@CHECK_EXPLANATION    }
    printf("@NAME: %d questions, the largest differences are %.2g of a posterior and %.2g of "
           "P(e) = 1\n", QUESTIONS, difference, relative);
    return difference <= @TOLERANCE && relative <= @RELATIVE_TOLERANCE ? 0 : 1;
}
)";

/// The states are those that are known, and have the joint probability that the answer says.
constexpr std::string_view check_explanation =
    R"(        const int *known = state + question * @NAME_VARIABLES;
        const double most = @NAME_mpe(known, best, scratch), largest = joint[question];
        if (largest > @SMALLEST) relative = larger(relative, fabs(most - largest) / largest);
        else if (most > 2 * @SMALLEST || (largest == 0) != (most == 0)) relative = 1;
        for (int v = 0; v < @NAME_VARIABLES; ++v)
            if (most > 0 && known[v] >= 0 && best[v] != known[v]) relative = 1;
)";

constexpr std::string_view check_joint = R"(        if (most > @SMALLEST)
            relative = larger(relative, fabs(@NAME_marginals(best, answer, scratch) - most) / most);
)";

/// Texts of numbers.
struct Tolerances {
    std::string of_posteriors, of_evidence;
};

}  // namespace

std::string c_test_program(const BayesianNetwork& network, const CSourceOptions& options) {
    const std::vector<VariableId> targets = chosen_of(options.image.targets, network);
    const std::vector<VariableId> may_have = chosen_of(options.image.evidence, network);
    // Whole numbers have no exponent for an explanation.
    const bool explains = options.has_explanation && !options.fixed;
    const Questions questions = questions_about(
        network, targets, FindingSampler(network, may_have, options.fixed), explains);
    const CStyle exact, style{options.name, options.single_precision, options.fixed};
    const auto number = [&](double value) { return exact.number(value); };
    const auto count = [](auto value) { return std::to_string(value); };
    const std::string call = options.name + "_marginals(state + question * " + options.name +
                             "_VARIABLES, answer, scratch";
    // Whole numbers err by what was measured on other questions, P(e) by a multiple of that.
    const Tolerances tolerances =
        options.fixed              ? Tolerances{"2 * " + options.name + "_ERROR / 32768.0", "0.5"}
        : options.single_precision ? Tolerances{"1e-4", "1e-3"}
                                   : Tolerances{"1e-12", "1e-10"};
    // The states of an explanation are no question where some variables may not have findings.
    const std::string smallest = options.single_precision ? "1.2e-38" : "2.3e-308";
    std::string explanations, check;
    if (explains) {
        explanations = "\nstatic const double joint[] = " + c_list(questions.explanations, number) +
                       ";\n\nstatic int best[" + options.name + "_VARIABLES];\n";
        check = check_explanation;
        if (!options.image.evidence) check += check_joint;
        check = detail::filled(check, {{"NAME", options.name}, {"SMALLEST", smallest}});
    }
    return detail::filled(
        test_text,
        {{"CHECK_EXPLANATION", check},
         {"EXPLANATIONS", explanations},
         {"EXPONENT", options.fixed ? "    int exponent = 0;\n" : ""},
         {"FOUND", options.fixed ? "(double)" + call + ", &exponent)" : call + ")"},
         {"HEADER", options.header_file()},
         {"NAME", options.name},
         {"POSTERIORS", c_list(questions.posteriors, number)},
         {"PROBABILITIES", c_list(questions.probabilities, number)},
         {"QUESTIONS", count(question_count)},
         {"REAL", std::string(style.type())},
         {"RELATIVE_TOLERANCE", tolerances.of_evidence},
         {"SCALED", options.fixed ? "ldexp(found, exponent)" : "found"},
         {"SMALLEST", smallest},
         {"STATE_LIST", c_list(questions.states, count)},
         {"TARGET_LIST", c_list(targets, [](VariableId id) { return std::to_string(id.value); })},
         {"TARGETS", count(targets.size())},
         {"TOLERANCE", tolerances.of_posteriors},
         {"UNIT", options.fixed ? " / 32768.0" : ""}});
}

}  // namespace pgm
