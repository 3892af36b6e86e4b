#include <pgm/explain/derivation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/explain/detail/derived_tables.hpp>
#include <pgm/explain/detail/exact_cells.hpp>
#include <pgm/inference/detail/elimination.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <ranges>
#include <utility>

namespace pgm {
namespace {

using detail::DerivedTables;
using Ids = std::vector<VariableId>;

/// The groups of variables that are summed out together, in order.
std::vector<Ids> one_by_one(const Ids& order) {
    std::vector<Ids> groups;
    for (const VariableId variable : order) groups.push_back({variable});
    return groups;
}

/// The cliques of the junction tree that an order has: a product that has all variables of the one
/// that its message goes to is the same clique as that.
std::vector<Ids> by_cliques(const Ids& order, const std::vector<Scope>& products) {
    std::vector<Ids> groups = one_by_one(order);
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            if (!products[i].axis(order[j])) continue;
            const bool has_all = std::ranges::all_of(products[j].variables(), [&](VariableId id) {
                return products[i].axis(id).has_value();
            });
            if (has_all) {
                groups[j].insert(groups[j].begin(), groups[i].begin(), groups[i].end());
                groups[i].clear();
            }
            break;
        }
    }
    std::erase_if(groups, [](const Ids& group) { return group.empty(); });
    return groups;
}

/// The cells of all products and of the tables that are given.
double cells_of(const std::vector<Scope>& products, const std::vector<Scope>& given) {
    double cells = 0;
    for (const Scope& scope : products) cells += static_cast<double>(scope.cells());
    for (const Scope& scope : given) cells += static_cast<double>(scope.cells());
    return cells;
}

void require_small(double cells, const DerivationOptions& options) {
    if (cells > static_cast<double>(options.most_cells))
        throw TooLargeError("the derivation has tables of " + to_text(cells, 4) +
                                " cells; the limit is " + std::to_string(options.most_cells),
                            {},
                            "ask for another order, or give more evidence; the answer itself "
                            "(query) does not need these tables");
}

class Deriver {
public:
    Deriver(const BayesianNetwork& network, const Query& query, const DerivationOptions& options)
        : tables_(network, query), options_(options) {
        made_.query = query;
        made_.method = options.method;
    }

    Derivation derive() {
        std::vector<std::size_t> factors = tables_.enter(made_);
        const bool maximise = std::holds_alternative<MostProbableExplanationOf>(made_.query.asked);
        for (const Ids& group : groups(factors)) {
            const std::size_t before = made_.calculation.size();
            factors = detail::eliminate(made_.calculation, std::move(factors), group, maximise);
            name_new(before);
        }
        const std::size_t before = made_.calculation.size();
        made_.answer = made_.calculation.multiply(std::move(factors));
        name_new(before);
        maximise ? go_back() : finish();
        made_.fractions = detail::exact_cells(made_.calculation, made_.answer);
        made_.formulas.resize(made_.calculation.size());
        return std::move(made_);
    }

private:
    std::vector<Ids> groups(const std::vector<std::size_t>& factors) {
        std::vector<Scope> scopes;
        for (const std::size_t factor : factors)
            scopes.push_back(made_.calculation.table(factor).scope());
        const Ids& hidden = tables_.hidden();
        for (const VariableId variable : options_.order)
            if (std::ranges::count(hidden, variable) != 1 ||
                std::ranges::count(options_.order, variable) != 1)
                throw ArgumentError(
                    in_quotes(tables_.name(variable)) +
                        " is not summed out, or named twice in the order",
                    hidden.empty() ? "nothing is summed out" : "what is: " + tables_.names(hidden));
        made_.order = detail::cheapest_first(hidden, scopes, options_.order);
        if (options_.method == DerivationMethod::enumeration) {
            double cells = 1;
            for (const VariableId id : tables_.variables())
                cells *= static_cast<double>(tables_.cardinality(id));
            require_small(cells, options_);
            return hidden.empty() ? std::vector<Ids>() : std::vector<Ids>{made_.order};
        }
        const std::vector<Scope> products = detail::products_along(made_.order, scopes);
        require_small(cells_of(products, scopes), options_);
        return options_.method == DerivationMethod::messages ? by_cliques(made_.order, products)
                                                             : one_by_one(made_.order);
    }

    /// Names the tables that the last operations have made: a product by its factors, a sum by a
    /// letter and its number.
    void name_new(std::size_t first) {
        for (std::size_t i = first; i < made_.calculation.size(); ++i) {
            const CalculationStep* const step = made_.calculation.maker(i);
            std::string name;
            if (!step) {
                name = "1";
            } else if (step->kind == CalculationStep::Kind::multiply) {
                for (const std::size_t input : step->inputs)
                    name += (name.empty() ? "" : " ") + made_.names[input];
            } else {
                name = (made_.method == DerivationMethod::messages ? "m" : "f") +
                       std::to_string(++functions_) +
                       tables_.in_parentheses(made_.calculation.table(i).scope());
            }
            made_.names.push_back(std::move(name));
        }
    }

    void add(std::size_t table, std::string name) {
        made_.answer = table;
        if (made_.names.size() < made_.calculation.size()) made_.names.push_back(std::move(name));
    }

    void finish() {
        Calculation& sheet = made_.calculation;
        const Table& joint = sheet.table(made_.answer);
        if (fixed_order_sum(joint.values()) <= 0)
            throw ImpossibleEvidenceError("the evidence has probability zero");
        add(sheet.normalise(made_.answer), tables_.posterior_name());
        const std::string text = format(tables_.network(), made_.query);
        if (const auto* const asked = std::get_if<ProbabilityOf>(&made_.query.asked)) {
            finish_event(asked->event, text);
        } else if (std::holds_alternative<StatisticOf>(made_.query.asked)) {
            const std::size_t values = sheet.add(tables_.values_of_target());
            made_.names.push_back(tables_.name(tables_.targets().front()));
            const std::size_t weighted = sheet.multiply({values, made_.answer});
            made_.names.push_back(made_.names[values] + " " + made_.names[made_.answer]);
            add(sheet.sum_out(weighted, tables_.targets()), text);
        } else if (std::holds_alternative<MostProbableAssignmentOf>(made_.query.asked)) {
            choose(made_.answer, tables_.targets());
        }
    }

    /// A state of one variable is a cell; any other event adds up the cells at which it holds.
    void finish_event(const Expression& event, const std::string& text) {
        Calculation& sheet = made_.calculation;
        const auto* const one = std::get_if<Condition>(&event.nodes().back());
        if (one && event.nodes().size() == 1 && one->states.size() == 1) {
            add(sheet.select(made_.answer, {&one->variable, 1}, one->states), text);
            return;
        }
        const std::size_t indicator = sheet.add(tables_.indicator(event));
        made_.names.push_back("[" + format(tables_.network(), event) + "]");
        const std::size_t product = sheet.multiply({made_.answer, indicator});
        made_.names.push_back(made_.names[made_.answer] + " " + made_.names[indicator]);
        add(sheet.sum_out(product, tables_.targets()), text);
    }

    /// The first of the greatest cells of a table over these variables.
    void choose(std::size_t table, const Ids& variables) {
        const std::span<const double> cells = made_.calculation.table(table).values();
        const auto best = std::ranges::max_element(cells);
        if (best == cells.end() || *best <= 0)
            throw ImpossibleEvidenceError("the evidence has probability zero");
        const Scope& scope = made_.calculation.table(table).scope();
        const std::vector<StateId> states =
            scope.states(static_cast<std::size_t>(best - cells.begin()));
        DerivedChoice choice{.variables = variables, .table = table};
        for (const VariableId variable : variables)
            choice.states.push_back(states[*scope.axis(variable)]);
        made_.choices.push_back(std::move(choice));
    }

    /// The states at which the maxima were, from the last one back: each is looked up where the
    /// later ones are known.
    void go_back() {
        std::vector<std::pair<std::size_t, Ids>> maxima;
        for (const CalculationStep& step : made_.calculation.steps())
            if (step.kind == CalculationStep::Kind::maximise)
                maxima.emplace_back(step.inputs.front(), step.variables);
        Ids known;
        std::vector<StateId> states;
        for (auto [product, variables] : maxima | std::views::reverse) {
            const std::size_t before = made_.calculation.size();
            const std::size_t row = made_.calculation.select(product, known, states);
            if (made_.calculation.size() > before)
                made_.names.push_back(
                    made_.names[product] + " at " +
                    tables_.states_text(made_.calculation.table(product).scope(), known, states));
            choose(row, variables);
            known.insert(known.end(), variables.begin(), variables.end());
            states.insert(states.end(), made_.choices.back().states.begin(),
                          made_.choices.back().states.end());
        }
    }

    DerivedTables tables_;
    const DerivationOptions& options_;
    Derivation made_;
    std::size_t functions_ = 0;
};

}  // namespace

Derivation derive(const BayesianNetwork& network, const Query& query,
                  const DerivationOptions& options) {
    validate(query, network);
    Deriver deriver(network, query, options);
    // Evidence may be impossible in a part that is left out.
    if (answer(InferenceEngine(network), query).impossible())
        throw ImpossibleEvidenceError("the evidence has probability zero");
    return deriver.derive();
}

}  // namespace pgm
