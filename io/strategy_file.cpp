#include <io/strategy_file.hpp>

#include <io/csv/csv.hpp>
#include <io/csv/detail/csv_rows.hpp>
#include <io/file/output_file.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/evidence.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::array<std::string_view, 3> headings = {"decision", "given", "choice"};

class StrategyLines {
public:
    StrategyLines(CsvRows& rows, const InfluenceDiagram& diagram)
        : rows_(rows), diagram_(diagram), network_(diagram.network()) {}

    void take_cell(std::size_t number, std::string_view text) {
        if (number == 0) cells_.clear();
        cells_.emplace_back(text);
    }

    void end_line(std::size_t count) {
        if (count != headings.size())
            rows_.fail("a line of a strategy has " + counted(count, "cell"),
                       "decision, given and choice: Drill,\"Test=test, Seismic=open\",drill");
        if (!std::exchange(has_header_, true)) return check_header();
        const VariableId decision = known_decision();
        const Evidence given = parsed();
        Lines& lines = lines_[decision];
        if (lines.choice.empty() && lines.given.size() == 0) begin(decision, given, lines);
        const std::size_t cell = cell_of(given, lines.given);
        if (lines.choice[cell])
            rows_.fail("the configuration " + shown(cells_[1]) + " of " + shown(cells_[0]) +
                       " is there twice");
        const Variable& variable = network_.variable(decision);
        const std::optional<StateId> choice = variable.find_state(cells_[2]);
        if (!choice)
            rows_.fail(shown(cells_[0]) + " has no alternative " + shown(cells_[2]),
                       did_you_mean(cells_[2], variable.states()));
        lines.choice[cell] = *choice;
    }

    Strategy strategy() const {
        if (!has_header_) rows_.fail("a strategy is empty", "decision,given,choice");
        Strategy strategy;
        for (const VariableId decision : diagram_.decisions()) {
            const auto found = lines_.find(decision);
            if (found == lines_.end()) continue;
            Policy policy{decision, found->second.given, {}};
            for (std::size_t cell = 0; cell < policy.given.cells(); ++cell) {
                if (!found->second.choice[cell])
                    rows_.fail("the strategy has no line for " +
                                   in_quotes(network_.variable(decision).name()) + " given " +
                                   shown(configuration(network_, policy.given, cell)),
                               "give every configuration of what the decision depends on");
                policy.choice.push_back(*found->second.choice[cell]);
            }
            strategy.policies.push_back(std::move(policy));
        }
        return strategy;
    }

    static std::string configuration(const BayesianNetwork& network, const Scope& scope,
                                     std::size_t cell) {
        std::string text;
        const std::vector<StateId> states = scope.states(cell);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const Variable& variable = network.variable(scope.variables()[i]);
            text += (i > 0 ? ", " : "") + quoted_if_needed(variable.name()) + "=" +
                    quoted_if_needed(variable.state(states[i]));
        }
        return text;
    }

private:
    struct Lines {
        Scope given;
        std::vector<std::optional<StateId>> choice;
    };

    void check_header() const {
        if (!std::ranges::equal(cells_, headings))
            rows_.fail("the header of a strategy is decision,given,choice, not " +
                       shown(cells_[0] + "," + cells_[1] + "," + cells_[2]));
    }

    VariableId known_decision() const {
        std::vector<std::string> names;
        for (const VariableId decision : diagram_.decisions()) {
            names.push_back(network_.variable(decision).name());
            if (names.back() == cells_[0]) return decision;
        }
        rows_.fail(shown(cells_[0]) + " is no decision", did_you_mean(cells_[0], names));
    }

    Evidence parsed() const {
        try {
            return parse_evidence(network_, cells_[1]);
        } catch (const Error& error) {
            rows_.fail(shown(cells_[1]) + ": " + error.message(), error.hint());
        }
    }

    /// The first line of a decision says what its policy depends on; the order is that in which it
    /// becomes known.
    void begin(VariableId decision, const Evidence& given, Lines& lines) const {
        const std::span<const VariableId> known = diagram_.known(decision);
        for (const Evidence::Item& item : given)
            if (std::ranges::find(known, item.variable) == known.end())
                rows_.fail(in_quotes(network_.variable(item.variable).name()) +
                           " is not known when " + shown(cells_[0]) + " is taken");
        std::vector<VariableId> variables;
        std::vector<std::size_t> sizes;
        double cells = 1;
        for (const VariableId variable : known) {
            if (!given.has(variable)) continue;
            variables.push_back(variable);
            sizes.push_back(network_.cardinality(variable));
            cells *= static_cast<double>(sizes.back());
        }
        constexpr double most = double(std::size_t{1} << 24);
        if (cells > most) rows_.fail_too_large("a policy of more than 2^24 configurations");
        lines.given = Scope(std::move(variables), std::move(sizes));
        lines.choice.resize(lines.given.cells());
    }

    std::size_t cell_of(const Evidence& given, const Scope& scope) const {
        std::vector<StateId> states;
        for (const VariableId variable : scope.variables()) {
            const Finding* const finding = given.find(variable);
            const auto* const state = finding != nullptr ? std::get_if<Observed>(finding) : nullptr;
            if (state != nullptr) states.push_back(state->state);
        }
        if (states.size() != scope.size() || given.size() != scope.size())
            rows_.fail("lines of " + shown(cells_[0]) + " are not all about the same variables",
                       "each names a state of each variable that the first one names");
        return scope.cell(states);
    }

    CsvRows& rows_;
    const InfluenceDiagram& diagram_;
    const BayesianNetwork& network_;
    bool has_header_ = false;
    std::vector<std::string> cells_;
    std::map<VariableId, Lines> lines_;
};

Strategy read(ByteSource& source, const InfluenceDiagram& diagram, const Limits& limits) {
    const DataOptions options{.name = source.name(), .limits = limits};
    CsvRows rows(source, options);
    StrategyLines lines(rows, diagram);
    rows.read_rows(
        [&](std::size_t number, std::string_view text) { lines.take_cell(number, text); },
        [&](std::size_t cells) { lines.end_line(cells); });
    return lines.strategy();
}

}  // namespace

Strategy read_strategy(const std::string& path, const InfluenceDiagram& diagram,
                       const Limits& limits) {
    ByteSource source(path, limits.max_file_bytes);
    return read(source, diagram, limits);
}

Strategy parse_strategy(std::string_view text, const std::string& name,
                        const InfluenceDiagram& diagram, const Limits& limits) {
    ByteSource source(text, name, limits.max_file_bytes);
    return read(source, diagram, limits);
}

std::string strategy_text(const InfluenceDiagram& diagram, const Strategy& strategy) {
    const BayesianNetwork& network = diagram.network();
    std::string text = "decision,given,choice\n";
    for (const Policy& policy : strategy.policies) {
        const Variable& decision = network.variable(policy.decision);
        for (std::size_t cell = 0; cell < policy.choice.size(); ++cell) {
            const std::string given = StrategyLines::configuration(network, policy.given, cell);
            text += csv_cell(decision.name()) + "," + (given.empty() ? given : csv_cell(given)) +
                    "," + csv_cell(decision.state(policy.choice[cell])) + "\n";
        }
    }
    return text;
}

void write_strategy(const InfluenceDiagram& diagram, const Strategy& strategy,
                    const std::string& path) {
    save_atomically(path, strategy_text(diagram, strategy));
}

}  // namespace pgm::io
