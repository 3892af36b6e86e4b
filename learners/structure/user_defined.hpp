#pragma once

#include <learners/families/model_structure.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/network.hpp>
#include <pgm/model/structure_graph.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// The arcs that a user has written down (pgm/model/structure_graph.hpp), over all columns that the
/// text names, the class among them: "default -> occ -> age, edu". The order of the arcs and nodes
/// in the text does not matter: a text that spells naive Bayes is naive Bayes.
class UserDefined {
public:
    /// Throws ParseError with the column of the text.
    explicit UserDefined(std::string text);
    /// The arcs of a network; its states are left out.
    explicit UserDefined(const BayesianNetwork& network);
    /// The arcs of a graph over these variables, all of which it names. Those with a name in
    /// `hidden` are declared hidden, with their states.
    UserDefined(const Dag& dag, std::span<const Variable> variables,
                std::span<const std::string> hidden = {});

    /// Text with an arrow, a comma, a semicolon, a brace or a line break; null for other words.
    static std::optional<UserDefined> parse(std::string_view words);

    /// The text as it was given.
    const std::string& text() const { return text_; }
    /// The columns and hidden variables that it names.
    std::vector<std::string> names() const;
    /// The variables that it declares hidden, in order of mention, with their states: no columns of
    /// the data (learners/em).
    std::vector<Variable> hidden_variables() const;
    /// The columns that it gives states, in this order: "age -> stage{early|late|last}".
    std::vector<Variable> declared_columns() const;

    /// Throws ArgumentError for a name that is no column, ModelError for a cycle, which it names.
    std::vector<ModelStructure> models(const Columns& columns) const;

    friend bool operator==(const UserDefined&, const UserDefined&) = default;

private:
    std::string text_;
    StructureGraph graph_;
};

}  // namespace pgm::learners
