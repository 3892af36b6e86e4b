#include <io/explanation/detail/derivation_words.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/evidence.hpp>

#include <utility>

namespace pgm::io::detail {

std::string six_digits(double value) {
    return to_text(value, 6);
}

DerivationPiece sign_piece(std::string text) {
    return {DerivationPiece::Kind::sign, std::move(text)};
}

DerivationPiece number_piece(double value) {
    return {DerivationPiece::Kind::number, six_digits(value)};
}

DerivationPiece name_piece(std::string text) {
    return {DerivationPiece::Kind::name, std::move(text)};
}

std::string DerivationWords::name(VariableId id) const {
    return quoted_if_needed(network_.variable(id).name());
}

std::string DerivationWords::names(std::span<const VariableId> ids) const {
    return first_few(ids, ids.size(), [&](VariableId id) { return name(id); });
}

std::string DerivationWords::family_name(VariableId id) const {
    const std::span<const VariableId> parents = parents_of(network_.cpd(id));
    return "P(" + name(id) + (parents.empty() ? "" : " | " + names(parents)) + ")";
}

std::string DerivationWords::states_text(std::span<const VariableId> variables,
                                         std::span<const StateId> states) const {
    std::string text;
    for (std::size_t i = 0; i < states.size(); ++i)
        text += (text.empty() ? "" : ", ") + format(network_, variables[i], Observed{states[i]});
    return text;
}

std::string DerivationWords::cell_text(const Scope& scope, std::size_t cell) const {
    return states_text(scope.variables(), scope.states(cell));
}

std::string DerivationWords::cell_name(std::size_t table, std::size_t cell) const {
    const Scope& scope = made_.calculation.table(table).scope();
    const std::string text = cell_text(scope, cell);
    const std::string& whole = made_.names[table];
    const bool is_function = whole.starts_with('f') || whole.starts_with('m');
    if (is_function && scope.size() > 0) return whole.substr(0, whole.find('(')) + "(" + text + ")";
    return text.empty() ? whole : whole + " at " + text;
}

std::vector<std::size_t> DerivationWords::factors_of(std::size_t table) const {
    const CalculationStep* const maker = made_.calculation.maker(table);
    if (maker && maker->kind == CalculationStep::Kind::multiply) return maker->inputs;
    return {table};
}

Pieces DerivationWords::name_product(std::span<const std::size_t> factors) const {
    Pieces pieces;
    for (const std::size_t factor : factors) pieces.push_back(name_piece(made_.names[factor]));
    return pieces;
}

Pieces DerivationWords::product_of(std::span<const std::size_t> factors, const Scope& scope,
                                   std::size_t cell) const {
    Pieces pieces;
    const std::vector<StateId> states = scope.states(cell);
    for (const std::size_t factor : factors) {
        const Table& table = made_.calculation.table(factor);
        std::vector<StateId> here;
        for (const VariableId id : table.scope().variables())
            here.push_back(states[*scope.axis(id)]);
        if (!pieces.empty()) pieces.push_back(sign_piece("x"));
        pieces.push_back(number_piece(table.at(here)));
    }
    return pieces;
}

}  // namespace pgm::io::detail
