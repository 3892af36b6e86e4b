#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

namespace detail {
struct NetworkDraft;
}

/// Where the parts of a network stand in the text that it is read from, by functions that are asked
/// only when a problem is reported: a reader that sets them need not count lines for what is fine.
struct TextPlaces {
    std::function<Location(VariableId variable)> variable;
    std::function<Location(VariableId child)> cpd;
    std::function<Location(VariableId child, std::size_t row)> row;
};

/// The one place where a network comes into being and where every invariant is checked, for
/// hand-made, read and learned networks alike.
///
///     NetworkBuilder net = NetworkBuilder::parse(
///         "Cloudy{no|yes} -> Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on} <- Cloudy");
///     net.cpt("Cloudy").values({0.5, 0.5});
///     net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
///     net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
///     net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0,  0.1, 0.9,  0.1, 0.9,  0.01, 0.99});
///     BayesianNetwork network = net.build();
///
/// Nothing that is given throws at once: mistakes are collected and check() reports them all, each
/// with its place and, for a mistyped name, what was probably meant. build() throws ModelError with
/// that list when it holds an error.
///
/// Sums of rows (docs/numerics.md): within 1e-6 of 1 renormalised once, silently; within 1e-3 the
/// same with a warning that names the worst row; beyond, an error that tells the sum. With
/// set_row_sums(RowSums::keep) rows within 1e-3 stay as they are, silently. A row whose sum differs
/// from 1 by at most 8 k eps is left as it is, so building from a built network changes no bit.
class NetworkBuilder {
public:
    /// Fills in the table of one variable. Obtained from NetworkBuilder::cpt(); valid as long as
    /// the builder.
    class CptBuilder {
    public:
        /// One row, keyed by *parent states by name*, in any order: row("Rain=yes, Sprinkler=off",
        /// {0.1, 0.9}). Names and states that are not plain words are quoted with '...' or "...".
        /// Every parent must be named; a row given twice is an error.
        CptBuilder& row(std::string_view parent_states, std::span<const double> probabilities);
        CptBuilder& row(std::string_view parent_states,
                        std::initializer_list<double> probabilities);

        /// All rows of a variable without parents, or with parents in the order in which their arcs
        /// were added (last parent fastest, own state fastest of all).
        CptBuilder& values(std::span<const double> probabilities);
        CptBuilder& values(std::initializer_list<double> probabilities);

        /// All rows, flat, with the order of the parents named: the last named parent fastest among
        /// them, the variable's own state fastest of all.
        CptBuilder& values(const std::vector<std::string>& parent_order,
                           std::span<const double> probabilities);
        CptBuilder& values(const std::vector<std::string>& parent_order,
                           std::initializer_list<double> probabilities);

        /// What every row that is not given gets.
        CptBuilder& otherwise(std::span<const double> probabilities);
        CptBuilder& otherwise(std::initializer_list<double> probabilities);

    private:
        friend class NetworkBuilder;
        CptBuilder(NetworkBuilder& builder, std::string variable)
            : builder_(&builder), variable_(std::move(variable)) {}

        NetworkBuilder* builder_;
        std::string variable_;
    };

    explicit NetworkBuilder(std::string name = {}, Limits limits = {});

    /// Everything of an existing network, to be changed and built again.
    explicit NetworkBuilder(const BayesianNetwork& network);

    NetworkBuilder(const NetworkBuilder& other);
    NetworkBuilder(NetworkBuilder&& other) noexcept;
    NetworkBuilder& operator=(const NetworkBuilder& other);
    NetworkBuilder& operator=(NetworkBuilder&& other) noexcept;
    ~NetworkBuilder();

    /// Variables and arcs from one line of text, the grammar of pgm/model/structure_text.hpp.
    /// Throws ParseError with the column.
    static NetworkBuilder parse(std::string_view structure);

    // By name: collects mistakes.
    NetworkBuilder& variable(std::string name, std::vector<std::string> states);
    NetworkBuilder& arc(std::string_view parent, std::string_view child);
    CptBuilder cpt(std::string_view variable);

    // By id, for programs (readers, learners): the fast road. Ids count the variables in order of
    // addition.
    /// Adds a variable; `where` is remembered and named by problems found later.
    VariableId add_variable(Variable variable, Location where = {});
    /// Adds a variable unless an earlier one has its name. Returns whose the name is.
    VariableId add_variable_once(Variable variable);
    std::size_t size() const;
    const Variable& variable(VariableId id) const;
    std::optional<VariableId> find(std::string_view name) const;
    /// Sets, or replaces, the distribution of its child, a table or one of a continuous variable
    /// (cpd.hpp); its parents become the arcs into the child. `where` as above; `row_places`, if
    /// given, has one location per row.
    NetworkBuilder& set_cpd(Cpd cpd, Location where = {}, std::vector<Location> row_places = {});
    /// The places of all parts at once, instead of those above. The functions must stay callable as
    /// long as the builder (and its copies) may be checked or built.
    NetworkBuilder& set_places(TextPlaces places);
    /// A problem that a reader noticed and that should be reported with the others.
    NetworkBuilder& add_problem(Problem problem);
    NetworkBuilder& set_name(std::string name);
    /// What becomes of rows whose sums are within 1e-3 of 1 but not 1; the network remembers it.
    NetworkBuilder& set_row_sums(RowSums row_sums);
    NetworkBuilder& annotate(std::string line);
    /// A line for a variable (Variable::annotations).
    NetworkBuilder& annotate(VariableId variable, std::string line);

    /// Every problem at once: missing tables and rows, sums, negative values, NaN, unknown or
    /// duplicate names, cycles (naming the cycle). Errors and warnings; empty when all is well.
    std::vector<Problem> check() const;

    /// The network. Throws ModelError with all problems when there is an error among them; warnings
    /// do not throw, see check().
    BayesianNetwork build() const&;
    /// The same, and appends the warnings and notes of check() to `remarks`.
    BayesianNetwork build(std::vector<Problem>& remarks) const&;
    /// The same from a builder that is not needed any more, `std::move(builder).build()`: the
    /// tables are not copied.
    BayesianNetwork build() &&;
    BayesianNetwork build(std::vector<Problem>& remarks) &&;

private:
    bool has_room() const { return size() < limits_.max_variables; }
    [[noreturn]] void refuse_variable(const Location& where) const;

    std::unique_ptr<detail::NetworkDraft> draft_;
    Limits limits_;
};

}  // namespace pgm
