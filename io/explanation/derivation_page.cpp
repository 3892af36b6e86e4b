#include <io/explanation/explanation.hpp>

#include <io/explanation/detail/derivation_words.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <ranges>

namespace pgm::io {
namespace {

using namespace detail;
using StepKind = CalculationStep::Kind;
using Piece = DerivationPiece;

constexpr std::size_t most_factors = 24;  ///< of a factorisation that is written out

class DerivationWriter {
public:
    DerivationWriter(const BayesianNetwork& network, const Derivation& derivation,
                     const DerivationPageOptions& options)
        : network_(network),
          made_(derivation),
          sheet_(derivation.calculation),
          options_(options),
          words_(network, derivation) {
        page_.title = format(network, made_.query);
    }

    DerivationPage write() {
        write_factorisation();
        write_left_out();
        write_given();
        write_steps();
        write_answer();
        return std::move(page_);
    }

private:
    void heading(std::string text) { page_.parts.push_back(DerivationHeading{std::move(text)}); }
    void line(std::string text) { page_.parts.push_back(DerivationLine{std::move(text)}); }
    void formula(Pieces pieces) { page_.parts.push_back(DerivationFormula{std::move(pieces)}); }

    void write_factorisation() {
        heading("The joint distribution");
        if (network_.size() > most_factors) {
            line("It is the product of " + std::to_string(network_.size()) +
                 " distributions, one of each variable given its parents.");
        } else {
            const std::vector<VariableId> order = topological_order(network_.dag());
            Pieces product{name_piece("P(" + words_.names(order) + ")"), sign_piece("=")};
            for (const VariableId id : order) product.push_back(name_piece(words_.family_name(id)));
            formula(std::move(product));
        }
        if (!made_.cut.empty())
            line("do() cuts the arcs into " + words_.names(made_.cut) +
                 ": the distribution there is replaced by what is set.");
    }

    /// A sentence for each reason; a separated variable has its own, with the path.
    void write_left_out() {
        if (made_.left_out.empty()) return;
        heading("What is left out");
        std::vector<VariableId> barren, known;
        for (const OmittedFamily& left : made_.left_out) {
            if (left.reason == OmittedFamily::Reason::barren) barren.push_back(left.variable);
            if (left.reason == OmittedFamily::Reason::known) known.push_back(left.variable);
        }
        if (!barren.empty())
            line(words_.names(barren) + ": nothing that is asked or known depends on " +
                 (barren.size() == 1 ? "it, so its table sums" : "them, so their tables sum") +
                 " to 1.");
        if (!known.empty())
            line(words_.names(known) +
                 ": all of the family is known, so that its factor is one number, " +
                 "which cancels.");
        for (const OmittedFamily& left : made_.left_out) {
            if (left.reason != OmittedFamily::Reason::separated) continue;
            std::string path;
            for (const VariableId id : left.path)
                path += (path.empty() ? "" : " - ") + words_.name(id);
            line(words_.name(left.variable) +
                 ": separated from what is asked, so that its factor cancels" +
                 (path.empty() ? "" : "; the path " + path) +
                 (left.blocked_at
                      ? " is blocked by " + words_.name(*left.blocked_at) + ", which is known"
                  : path.empty() ? ""
                                 : " is blocked") +
                 ".");
        }
    }

    /// The tables of the beginning, each as it is when the evidence is entered.
    void write_given() {
        heading("The tables");
        std::map<std::size_t, std::size_t> selected;
        for (const CalculationStep& step : sheet_.steps()) {
            if (step.kind != StepKind::select) break;
            selected.emplace(step.inputs.front(), step.output);
            first_step_ = std::max(first_step_, &step - sheet_.steps().data() + 1);
        }
        for (std::size_t i = 0; i < sheet_.size() && !sheet_.maker(i); ++i) {
            const auto entered = selected.find(i);
            const std::size_t shown = entered == selected.end() ? i : entered->second;
            if (shown != i)
                line(made_.names[i] + " where " +
                     words_.states_text(sheet_.maker(shown)->variables,
                                        sheet_.maker(shown)->states) +
                     ":");
            write_formulas(i);
            write_cells(shown);
        }
    }

    void write_formulas(std::size_t table) {
        if (table >= made_.formulas.size()) return;
        const auto& formulas = made_.formulas[table];
        for (std::size_t i = 0; i < std::min(formulas.size(), options_.most_cells); ++i)
            formula({name_piece(words_.cell_name(table, i)), sign_piece("="),
                     sign_piece(formulas[i]), sign_piece("="),
                     number_piece(sheet_.table(table)[i])});
    }

    void write_cells(std::size_t table) {
        const Table& values = sheet_.table(table);
        const Scope& scope = values.scope();
        if (scope.size() == 0)
            return formula(
                {name_piece(made_.names[table]), sign_piece("="), number_piece(values[0])});
        DerivationCells cells;
        for (const VariableId id : scope.variables())
            cells.headings.push_back(network_.variable(id).name());
        cells.headings.push_back(made_.names[table]);
        const std::size_t shown = std::min(values.size(), options_.most_cells);
        for (std::size_t cell = 0; cell < shown; ++cell) {
            std::vector<std::string> row;
            const std::vector<StateId> states = scope.states(cell);
            for (std::size_t i = 0; i < states.size(); ++i)
                row.push_back(network_.variable(scope.variables()[i]).states()[states[i].index()]);
            row.push_back(six_digits(values[cell]));
            cells.rows.push_back(std::move(row));
        }
        cells.more = values.size() - shown;
        page_.parts.push_back(std::move(cells));
    }

    bool is_shown(const CalculationStep& step) const {
        return options_.only.empty() || std::ranges::any_of(step.variables, [&](VariableId id) {
                   return std::ranges::find(options_.only, id) != options_.only.end();
               });
    }

    void write_steps() {
        const auto steps = sheet_.steps().subspan(static_cast<std::size_t>(first_step_));
        const auto eliminations = std::ranges::count_if(steps, [](const CalculationStep& step) {
            return step.kind == StepKind::sum || step.kind == StepKind::maximise;
        });
        if (static_cast<std::size_t>(eliminations) > options_.most_steps && options_.only.empty())
            throw TooLargeError("the derivation has " + std::to_string(eliminations) +
                                    " steps; at most " + std::to_string(options_.most_steps) +
                                    " are written",
                                {}, "--only A,B: the steps in which A or B is summed out");
        std::size_t count = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const CalculationStep& step = steps[i];
            const bool is_taken_up = i + 1 < steps.size() && steps[i + 1].inputs.size() == 1 &&
                                     steps[i + 1].inputs.front() == step.output &&
                                     steps[i + 1].kind != StepKind::normalise;
            if (step.kind == StepKind::multiply && is_taken_up) continue;
            if (step.kind == StepKind::sum || step.kind == StepKind::maximise) ++count;
            if (is_shown(step)) write_step(step, count);
        }
        for (const DerivedChoice& choice : made_.choices) write_choice(choice);
    }

    void write_step(const CalculationStep& step, std::size_t count) {
        switch (step.kind) {
            case StepKind::sum:
            case StepKind::maximise:
                write_sum(step, count);
                break;
            case StepKind::multiply:
                write_product(step);
                break;
            case StepKind::normalise:
                write_normalisation(step);
                break;
            case StepKind::select:
                break;
        }
    }

    /// The first cell of a table with all numbers that are added up in it, if these are few.
    void write_out(const CalculationStep& step, std::span<const std::size_t> factors) {
        const Scope& scope = sheet_.table(step.inputs.front()).scope();
        const Scope& out = sheet_.table(step.output).scope();
        if (scope.cells() / out.cells() > options_.most_terms) return;
        Pieces pieces{name_piece(words_.cell_name(step.output, 0)), sign_piece("=")};
        const bool adds = step.kind == StepKind::sum;
        if (!adds) pieces.push_back(sign_piece("max("));
        bool is_first = true;
        for (std::size_t cell = 0; cell < scope.cells(); ++cell) {
            const std::vector<StateId> states = scope.states(cell);
            const auto is_first_state = [&](VariableId id) {
                return states[*scope.axis(id)] == StateId(0);
            };
            if (!std::ranges::all_of(out.variables(), is_first_state)) continue;
            if (!std::exchange(is_first, false)) pieces.push_back(sign_piece(adds ? "+" : ","));
            for (Piece& piece : words_.product_of(factors, scope, cell))
                pieces.push_back(std::move(piece));
        }
        if (!adds) pieces.push_back(sign_piece(")"));
        pieces.push_back(sign_piece("="));
        pieces.push_back(number_piece(sheet_.table(step.output)[0]));
        formula(std::move(pieces));
    }

    void write_sum(const CalculationStep& step, std::size_t count) {
        const std::vector<std::size_t> factors = words_.factors_of(step.inputs.front());
        const bool adds = step.kind == StepKind::sum;
        const bool is_answer = step.output == made_.answer && adds;
        if (is_answer) {
            heading(std::holds_alternative<StatisticOf>(made_.query.asked) ? "The expected value"
                                                                           : "The event");
        } else if (made_.method == DerivationMethod::messages) {
            heading("Message " + std::to_string(count) + ", from the clique " +
                    words_.names(sheet_.table(step.inputs.front()).scope().variables()));
        } else {
            heading("Step " + std::to_string(count) + (adds ? ": sum out " : ": maximise over ") +
                    words_.names(step.variables));
        }
        Pieces whole{
            name_piece(made_.names[step.output]),
            sign_piece("="),
            {adds ? Piece::Kind::sum : Piece::Kind::maximum, words_.names(step.variables)}};
        for (Piece& piece : words_.name_product(factors)) whole.push_back(std::move(piece));
        formula(std::move(whole));
        write_out(step, factors);
        const bool is_number = sheet_.table(step.output).size() == 1;
        if (!is_answer && !is_number) write_cells(step.output);
    }

    void write_product(const CalculationStep& step) {
        heading("What is left is multiplied");
        formula(words_.name_product(step.inputs));
        const Table& table = sheet_.table(step.output);
        Pieces pieces{sign_piece(words_.cell_text(table.scope(), 0) + ":")};
        for (Piece& piece : words_.product_of(step.inputs, table.scope(), 0))
            pieces.push_back(std::move(piece));
        pieces.push_back(sign_piece("="));
        pieces.push_back(number_piece(table[0]));
        formula(std::move(pieces));
        write_cells(step.output);
    }

    void write_normalisation(const CalculationStep& step) {
        const std::span<const double> cells = sheet_.table(step.inputs.front()).values();
        const double total = std::accumulate(cells.begin(), cells.end(), 0.0);
        heading("Normalise");
        if (cells.size() <= options_.most_terms) {
            Pieces sum;
            for (const double cell : cells) {
                if (!sum.empty()) sum.push_back(sign_piece("+"));
                sum.push_back(number_piece(cell));
            }
            sum.push_back(sign_piece("="));
            sum.push_back(number_piece(total));
            formula(std::move(sum));
        } else {
            line("All cells together are " + six_digits(total) + ".");
        }
        const Table& table = sheet_.table(step.output);
        formula({sign_piece(words_.cell_text(table.scope(), 0) + ":"),
                 {Piece::Kind::ratio, six_digits(cells[0]), six_digits(total)},
                 sign_piece("="),
                 number_piece(table[0])});
        write_cells(step.output);
    }

    void write_choice(const DerivedChoice& choice) {
        const Table& table = sheet_.table(choice.table);
        if (&choice == made_.choices.data()) heading("The states of the greatest cell");
        line(made_.names[choice.table] + " is greatest, " +
             six_digits(std::ranges::max(table.values())) + ", at " +
             words_.states_text(choice.variables, choice.states) + ".");
    }

    void write_answer() {
        heading("The answer");
        const Table& table = sheet_.table(made_.answer);
        if (!made_.choices.empty()) return write_assignment();
        if (made_.fractions.empty() && table.size() > 1) return line("It is the table above.");
        const std::size_t shown = std::min(table.size(), options_.most_cells);
        for (std::size_t cell = 0; cell < shown; ++cell) {
            Pieces pieces;
            if (table.size() > 1)
                pieces.push_back(sign_piece(words_.cell_text(table.scope(), cell) + ":"));
            else
                pieces = {name_piece(page_.title), sign_piece("=")};
            pieces.push_back(number_piece(table[cell]));
            if (!made_.fractions.empty() && made_.fractions[cell].find('/') != std::string::npos) {
                const std::string& fraction = made_.fractions[cell];
                const std::size_t slash = fraction.find('/');
                pieces.push_back(sign_piece("="));
                pieces.push_back(
                    {Piece::Kind::ratio, fraction.substr(0, slash), fraction.substr(slash + 1)});
            }
            formula(std::move(pieces));
        }
    }

    /// The states that were chosen, by variable.
    void write_assignment() {
        std::map<VariableId, StateId> chosen;
        for (const DerivedChoice& choice : made_.choices)
            for (std::size_t i = 0; i < choice.variables.size(); ++i)
                chosen.emplace(choice.variables[i], choice.states[i]);
        std::vector<VariableId> variables;
        std::vector<StateId> states;
        for (const auto& [id, state] : chosen) {
            variables.push_back(id);
            states.push_back(state);
        }
        const bool is_joint = std::holds_alternative<MostProbableExplanationOf>(made_.query.asked);
        const double best = std::ranges::max(
            sheet_.table(is_joint ? made_.answer : made_.choices.front().table).values());
        line(words_.states_text(variables, states));
        line(is_joint
                 ? "Together with what is known it has the probability " + six_digits(best) + "."
                 : "Given what is known it has the probability " + six_digits(best) + ".");
    }

    const BayesianNetwork& network_;
    const Derivation& made_;
    const Calculation& sheet_;
    const DerivationPageOptions& options_;
    DerivationWords words_;
    DerivationPage page_;
    std::ptrdiff_t first_step_ = 0;  ///< the first one after the evidence is entered
};

}  // namespace

DerivationPage derivation_page(const BayesianNetwork& network, const Derivation& derivation,
                               const DerivationPageOptions& options) {
    return DerivationWriter(network, derivation, options).write();
}

}  // namespace pgm::io
