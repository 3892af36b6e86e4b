#include <io/picture/detail/table_card.hpp>

#include <io/picture/detail/place_in_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pgm::io::detail {
namespace {

using CellTexts = std::vector<std::string>;

constexpr std::size_t cell_columns = 12;
constexpr std::size_t max_table_columns = 10;  // wider tables are not drawn

std::string number_cell(double value) {
    constexpr int digits = 4;
    return to_text(value, digits);
}

CellTexts probability_cells(std::span<const double> probabilities) {
    CellTexts cells;
    for (const double probability : probabilities) cells.push_back(probability_label(probability));
    return cells;
}

class TableOfCard {
public:
    TableOfCard(NodeCard& card, const BayesianNetwork& network, VariableId variable,
                std::size_t max_rows)
        : card_(card), network_(network), variable_(variable), max_rows_(max_rows) {}

    void operator()(const TableCpd& cpd) {
        const auto states = [&](std::size_t row) {
            return cpd.scope().states(row * cpd.row_length());
        };
        add_rows(cpd.parents(), child_states(), cpd.row_count(), states,
                 [&](std::size_t row) { return probability_cells(cpd.row(row)); });
    }

    void operator()(const LinearGaussianCpd& cpd) {
        const bool is_utility = network_.variable(variable_).kind() == Variable::Kind::utility;
        const CellTexts head = is_utility ? CellTexts{"utility"} : CellTexts{"mean", "sd"};
        add_rows(cpd.discrete_scope(), head, cpd.row_count(), [&](std::size_t r) {
            const LinearGaussianCpd::Row& row = cpd.row(r);
            CellTexts cells{linear_text(row.intercept, row.slopes, cpd.continuous_parents())};
            if (!is_utility) cells.push_back(number_cell(std::sqrt(row.variance)));
            return cells;
        });
    }

    void operator()(const ThresholdCpd& cpd) {
        add_rows(cpd.discrete_scope(), {"states are cut from", "at", "noise"}, cpd.row_count(),
                 [&](std::size_t r) {
                     const ThresholdCpd::Row& row = cpd.row(r);
                     std::string cuts;
                     for (const double cut : row.cuts)
                         cuts.append(cuts.empty() ? "" : ", ").append(number_cell(cut));
                     const Noise noise = noise_of(row);
                     const char* const kind =
                         noise.kind == Noise::Kind::logistic ? "logistic " : "sd ";
                     return CellTexts{linear_text(0, row.slopes, cpd.continuous_parents()), cuts,
                                      noise.scale == 0 ? "none" : kind + number_cell(noise.scale)};
                 });
    }

    void operator()(const KernelDensityCpd& cpd) {
        const auto states = [&](std::size_t row) { return states_of(cpd.parents(), row); };
        add_rows(cpd.parents(), {"bandwidth", "points"}, cpd.row_count(), states,
                 [&](std::size_t row) {
                     return CellTexts{number_cell(cpd.row(row).bandwidth),
                                      std::to_string(cpd.row(row).points.size())};
                 });
    }

    /// A line for each state of each cause, and one for the leak.
    void operator()(const NoisyMaxCpd& cpd) {
        std::size_t rows = 1;
        for (std::size_t i = 0; i < cpd.parents().size(); ++i) rows += cpd.cardinalities()[i];
        if (!begin({"cause", "state"}, child_states(), rows)) return;
        for (std::size_t i = 0; i < cpd.parents().size(); ++i) {
            const Variable& parent = network_.variable(cpd.parents()[i]);
            const CellTexts states = states_of(cpd.parents()[i]);
            for (std::size_t s = 0; s < parent.cardinality(); ++s)
                add({name_of(cpd.parents()[i]), states[s]},
                    probability_cells(cpd.in_order_of_states(cpd.link(i, StateId(s)))));
        }
        add({"leak", ""}, probability_cells(cpd.in_order_of_states(cpd.leak())));
    }

    /// A function, which has no form but that of a table.
    template <class Kind>
    void operator()(const Kind&) {
        constexpr std::size_t most_cells_made = 4096;
        if (!network_.variable(variable_).is_discrete()) return;
        try {
            (*this)(tabulated(network_, variable_, {.max_filled_cells = most_cells_made}));
        } catch (const TooLargeError&) {
            return;
        }
    }

private:
    /// The head; false if there are too many columns.
    bool begin(CellTexts parents, const CellTexts& numbers, std::size_t rows) {
        card_.hidden_rows = rows;
        if (parents.size() + numbers.size() > max_table_columns) return false;
        card_.parent_columns = parents.size();
        card_.hidden_rows = 0;
        parents.insert(parents.end(), numbers.begin(), numbers.end());
        card_.table.push_back(std::move(parents));
        return true;
    }

    void add(CellTexts line, const CellTexts& numbers) {
        if (card_.table.size() > max_rows_) {
            ++card_.hidden_rows;
            return;
        }
        line.insert(line.end(), numbers.begin(), numbers.end());
        card_.table.push_back(std::move(line));
    }

    template <class States, class Numbers>
    void add_rows(std::span<const VariableId> parents, const CellTexts& head, std::size_t rows,
                  States states, Numbers numbers) {
        CellTexts names;
        std::vector<CellTexts> labels;
        for (const VariableId parent : parents) {
            names.push_back(name_of(parent));
            labels.push_back(states_of(parent));
        }
        if (!begin(std::move(names), head, rows)) return;
        const std::size_t shown = std::min(rows, max_rows_);
        for (std::size_t row = 0; row < shown; ++row) {
            const std::vector<StateId> given = states(row);
            CellTexts line;
            for (std::size_t i = 0; i < parents.size(); ++i)
                line.push_back(labels[i][given[i].index()]);
            add(std::move(line), numbers(row));
        }
        card_.hidden_rows = rows - shown;
    }

    template <class Numbers>
    void add_rows(const Scope& parents, const CellTexts& head, std::size_t rows, Numbers numbers) {
        const auto states = [&](std::size_t row) { return parents.states(row); };
        add_rows(parents.variables(), head, rows, states, numbers);
    }

    std::vector<StateId> states_of(std::span<const VariableId> parents, std::size_t row) const {
        std::vector<StateId> states(parents.size());
        for (std::size_t i = parents.size(); i-- > 0;) {
            const std::size_t cardinality = network_.variable(parents[i]).cardinality();
            states[i] = StateId(row % cardinality);
            row /= cardinality;
        }
        return states;
    }

    /// The name with which the card of the variable is headed.
    std::string name_of(VariableId variable) const {
        return shortened(label_or_name(network_.variable(variable)), cell_columns);
    }

    CellTexts child_states() const { return states_of(variable_); }

    /// The names of the states, as the file calls them.
    CellTexts states_of(VariableId variable) const {
        CellTexts states = state_labels(network_.variable(variable));
        for (std::string& state : states) state = shortened(state, cell_columns);
        return states;
    }

    /// "2 + 0.95 cells - x"
    std::string linear_text(double intercept, std::span<const double> slopes,
                            std::span<const VariableId> parents) const {
        std::string text = intercept == 0 && !slopes.empty() ? "" : number_cell(intercept);
        for (std::size_t i = 0; i < slopes.size(); ++i) {
            if (slopes[i] == 0) continue;
            const double size = std::abs(slopes[i]);
            text += text.empty() ? (slopes[i] < 0 ? "-" : "") : (slopes[i] < 0 ? " - " : " + ");
            if (size != 1) text += number_cell(size) + " ";
            text += name_of(parents[i]);
        }
        return text.empty() ? "0" : text;
    }

    NodeCard& card_;
    const BayesianNetwork& network_;
    VariableId variable_;
    std::size_t max_rows_;
};

}  // namespace

void add_table(NodeCard& card, const BayesianNetwork& network, VariableId variable,
               std::size_t max_rows) {
    if (network.variable(variable).kind() == Variable::Kind::decision) return;
    std::visit(TableOfCard(card, network, variable, max_rows), network.cpd(variable));
}

}  // namespace pgm::io::detail
